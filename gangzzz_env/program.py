"""What the programs at the top of the repository share: one-sentence errors, progress with time left, whole files."""

import argparse
import importlib
import importlib.util
import math
import os
import sys
import tempfile
from pathlib import Path


class Parser(argparse.ArgumentParser):
    """An argument parser that refuses bad input in one sentence, with exit code 2."""

    def error(self, message: str):
        """Say what is wrong and what is allowed, and leave."""
        self.exit(2, f"{self.prog}: {message}\n")


def count(text: str) -> int:
    """A whole number from 1 on, as an argument's type."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from 1 on")
    return int(text)


def seed(text: str) -> int:
    """A whole number from 0 on, as an argument's type."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from 0 on")
    return int(text)


def positive(text: str) -> float:
    """A number above 0, as an argument's type."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number above 0")
    return number


def needs(extra: str, *modules: str) -> None:
    """Check that what a program needs is installed.

    Raises:
        ValueError: a module is not; the message names the extra of the package that brings it.
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise ValueError(f'this needs {module}: pip install "gangzzz_env[{extra}]"')


def writable_folder(path: str | Path) -> Path:
    """The folder, made if it is missing.

    Raises:
        ValueError: it cannot be made or written to.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise ValueError(f"output folder {path} cannot be written: {error.strerror}") from None


def writable_file(path: str | Path) -> Path:
    """The path of a file that can be written, now or in place of the one that is there.

    Raises:
        ValueError: it is no ordinary file, or its folder is missing or cannot be written to.
    """
    place = Path(path)
    try:
        if os.path.lexists(place) and not place.is_file():
            raise ValueError(f"output file {path} cannot be written: it is no ordinary file")
        beside = _beside(place)
        beside.touch()
        beside.unlink()
        return place
    except OSError as error:
        raise ValueError(f"output file {path} cannot be written: {error.strerror}") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that a killed program leaves no half of it.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    beside = _beside(path)
    try:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(beside, path.resolve())
    finally:
        beside.unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    """Where a file is written before it is moved to its place, which a link only names."""
    place = path.resolve()
    return place.with_name(f".{place.name}.{os.getpid()}")


class Silence:
    """The progress of a program without tqdm: none is shown."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def update(self, count: int) -> None:
        """Hear that `count` more are done."""

    def write(self, text: str) -> None:
        """Print a line."""
        print(text)


def progress(total: int, unit: str):
    """A bar on standard error with the time left, a context manager: `update(count)`, and `write(text)` prints a line.

    tqdm comes with the extra `progress`; without it, and where standard error is no terminal, nothing is shown.
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return Silence()
    return tqdm(total=total, unit=unit, smoothing=0.05, disable=None)


def plotting(module: str):
    """The module of this name, which draws; or None, and a sentence on standard error, without the extra `plot`."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        print(f'without the package {error.name} no plot is drawn: pip install -e ".[plot]"', file=sys.stderr)
        return None
