"""Where all compiling is configured: `rule` for functions that rules call, `entry` for functions that Python calls.

Compiled code is kept in a cache folder whose name is a hash of every source it could have come from, so that an edited
rule is never answered with the old machine code. If no folder can be written, the code is compiled anew each time.
`NUMBA_DISABLE_JIT=1` runs everything as plain Python, for the debugger.
"""

import hashlib
import os
import platform
import sys
import tempfile
from pathlib import Path

import numba

ROOT = Path(__file__).resolve().parent.parent


def _sources() -> list[Path]:
    """Every file that compiled code is made of: the package's and the agents' modules and the printed tables."""
    folders = (ROOT / "gangzzz_env", ROOT / "agents")
    return sorted(path for folder in folders for ending in ("*.py", "*.csv") for path in folder.rglob(ending))


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in _sources():
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path | None:
    """The first of these that can be written: NUMBA_CACHE_DIR, the user's cache folder, the temporary folder."""
    name = f"gangzzz_env-{_fingerprint()}"
    places = []
    if os.environ.get("NUMBA_CACHE_DIR"):
        places.append(Path(os.environ["NUMBA_CACHE_DIR"]))
    if os.environ.get("XDG_CACHE_HOME"):
        places.append(Path(os.environ["XDG_CACHE_HOME"]) / "gangzzz_env")
    elif os.environ.get("HOME"):
        places.append(Path(os.environ["HOME"]) / ".cache" / "gangzzz_env")
    places.append(Path(tempfile.gettempdir()))
    return next((place / name for place in places if _writable(place / name)), None)


CACHE = _cache_folder()
COMPILED = not numba.config.DISABLE_JIT


def announce() -> None:
    """Say on standard error, once, that the first use compiles; silent when the compiled code is already there."""
    global _announced
    if _announced or not COMPILED or (CACHE is not None and any(CACHE.rglob("*.nbc"))):
        return
    _announced = True
    print("gangzzz_env: compiling the game for this machine, once, one to two minutes ...", file=sys.stderr, flush=True)


_announced = False


def rule(function):
    """Compile a function that only compiled code calls; it has no door for Python (uncompiled it is plain Python)."""
    return numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def entry(function):
    """Compile a function that Python calls with arrays and plain numbers; its machine code is kept in `CACHE`."""
    if CACHE is None:
        return numba.njit(error_model="numpy", nogil=True)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE)
    try:
        return numba.njit(error_model="numpy", nogil=True, cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before
