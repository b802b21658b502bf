"""One process compiles, the others wait and load: without it as many processes as start at once do the same work."""

import contextlib
from pathlib import Path

from numba.core.compiler_lock import global_compiler_lock

from gangzzz_env.announce import announce_wait

try:
    import fcntl
except ImportError:  # Windows, where each process compiles for itself
    fcntl = None


def compile_alone(dispatcher, folder: Path) -> None:
    """Let a function, whose machine code is kept in a folder, be compiled by one process at a time."""
    compile_now = dispatcher.compile
    path = folder / f"{dispatcher.__name__}.lock"

    def compile_in_turn(signature):
        with global_compiler_lock, contextlib.ExitStack() as opened:  # numba's lock first, as who compiles has it
            if fcntl is not None:
                _lock(path, opened)
            return compile_now(signature)

    dispatcher.compile = compile_in_turn


def _lock(path: Path, opened: contextlib.ExitStack) -> None:
    """Lock a file until `opened` is closed, after a word if another process has it; not on disks without locks."""
    with contextlib.suppress(OSError):
        file = opened.enter_context(open(path, "wb"))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            announce_wait()
            fcntl.flock(file, fcntl.LOCK_EX)
