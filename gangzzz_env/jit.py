"""Where all compiling is configured: `rule` for functions that rules call, `entry` for functions that Python calls.

Compiled code is kept in cache folders, one for each file with entries, named by a hash of every source that those can
have come from: the file, what it imports of our packages, and the printed tables. So an edited rule is never answered
with the old machine code, and an edit elsewhere compiles nothing. Of processes that need the same code at once, one
compiles it. If no folder can be written, the code is compiled anew each time. `NUMBA_DISABLE_JIT=1` runs everything as
plain Python, for the debugger.
"""

import functools
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from pathlib import Path

import numba

from gangzzz_env.announce import announce
from gangzzz_env.compile_lock import compile_alone

ROOT = Path(__file__).resolve().parent.parent
COMPILED = not numba.config.DISABLE_JIT
# The numba whose insides `whole_program.py` knows; any other compiles as it does by itself, in twice the time.
KNOWN_NUMBA = (0, 68)
if COMPILED and numba.version_info.short == KNOWN_NUMBA:
    from gangzzz_env.whole_program import entry_dispatcher, rule_dispatcher
else:
    from numba.core.compiler import Compiler

    class PlainCompiler(Compiler):
        """Numba's own compiler, which says first that it takes long."""

        def compile_extra(self, func):
            """Compile."""
            announce(f"a minute or two as numba is {numba.__version__}, not {'.'.join(map(str, KNOWN_NUMBA))}")
            return super().compile_extra(func)

    def entry_dispatcher(function, **options):
        """A function that Python calls, compiled by numba alone."""
        return numba.njit(error_model="numpy", nogil=True, pipeline_class=PlainCompiler, **options)(function)

    def rule_dispatcher(function):
        """A function that only compiled code calls, compiled by numba alone."""
        return numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


KEPT_FOLDERS = 40  # those of edits long ago are thrown away
IMPORT = re.compile(r"^\s*(?:from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([\w.]+))", re.MULTILINE)


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """The files of our packages that a file imports, also those that only its functions import."""
    files = set()
    for dots, module, names, whole_module in IMPORT.findall(path.read_text(encoding="utf-8")):
        place = path.parents[len(dots) - 1] if dots else ROOT
        place = place.joinpath(*(module or whole_module).split("."))
        inside = {_module_file(place / name) for name in re.findall(r"\w+", names)}
        files |= inside if inside and None not in inside else {_module_file(place), *inside}
    return frozenset(files - {None})


def _module_file(place: Path) -> Path | None:
    """Where the code of a module or package is, None if it is not one of ours."""
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


def sources(path: Path) -> list[Path]:
    """Every file that the entries of a file are made of: what it imports, through all files, and the printed tables."""
    found, waiting = {path}, [path]
    while waiting:
        new = imported(waiting.pop()) - found
        found |= new
        waiting += new
    tables = {table for folder in {file.parent for file in found} for table in folder.glob("data/*.csv")}
    return sorted(found | tables)


def _fingerprint(path: Path) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for source in sources(path):
        digest.update(source.as_posix().removeprefix(ROOT.as_posix()).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    """Whether files can be made in a folder, which is made if need be and from now on counts as just used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
            return True
    except OSError:
        return False


@functools.cache
def cache_folder(path: Path) -> Path | None:
    """Where the machine code of a file's entries is kept, None if nothing can be written.

    In the first of these that can be written: NUMBA_CACHE_DIR, the user's cache folder, the temporary folder.
    """
    name = f"gangzzz_env-{_fingerprint(path)}"
    places = []
    if os.environ.get("NUMBA_CACHE_DIR"):
        places.append(Path(os.environ["NUMBA_CACHE_DIR"]))
    if os.environ.get("XDG_CACHE_HOME"):
        places.append(Path(os.environ["XDG_CACHE_HOME"]) / "gangzzz_env")
    elif os.environ.get("HOME"):
        places.append(Path(os.environ["HOME"]) / ".cache" / "gangzzz_env")
    places.append(Path(tempfile.gettempdir()))
    for place in places:
        if _writable(place / name):
            _throw_away_old(place)
            return place / name
    return None


def _throw_away_old(place: Path) -> None:
    """Remove the cache folders that have not been used for longest."""
    used = {}
    for folder in place.glob("gangzzz_env-*"):
        try:
            used[folder] = folder.stat().st_mtime
        except OSError:
            continue  # another program has just removed it
    for folder in sorted(used, key=used.get, reverse=True)[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


def rule(function):
    """Compile a function that only rules and entries call; Python cannot call it (uncompiled it is plain Python)."""
    return rule_dispatcher(function) if COMPILED else function


def entry(function):
    """Compile a function that Python calls with arrays and plain numbers; its machine code is kept on the disk."""
    if not COMPILED:
        return function
    folder = cache_folder(Path(function.__code__.co_filename).resolve())
    if folder is None:
        return entry_dispatcher(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        dispatcher = entry_dispatcher(function, cache=True)
    finally:
        numba.config.CACHE_DIR = before
    compile_alone(dispatcher, folder)
    return dispatcher
