"""Agents of your own: `mine.py:Mine` is what `Mine(seed)`, or `Mine()`, of the file mine.py returns."""

import importlib.util
import inspect
import sys
import traceback
from pathlib import Path

FILE = ".py"


def is_own(name: str) -> bool:
    """Whether a name is that of a file, with or without what is in it."""
    return name.endswith(FILE) or name.rpartition(":")[0].endswith(FILE)


def make_own(name: str, seed: int):
    """The agent `file.py:Name`, an object with `act(views, masks)` as `agents.agent.Agent` says.

    Raises:
        ValueError: there is no such file, it cannot be run, or has nothing of that name which makes an agent.
    """
    path, _, maker = name.rpartition(":")
    if not path.endswith(FILE):
        raise ValueError(f"agent {name!r} is a file; say which class of it, too, as {name}:MyAgent")
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path} that agent {maker!r} could come from")
    make = getattr(_run(Path(path)), maker, None)
    if not callable(make):
        raise ValueError(f"{path} has no class or function {maker!r} that makes an agent")
    try:
        agent = make(seed) if _takes_one(make) else make()
    except Exception as error:
        raise ValueError(f"{maker} of {path} makes no agent: {_told(error)}") from error
    if not callable(getattr(agent, "act", None)):
        raise ValueError(f"what {maker} of {path} makes is no agent: it has no act(views, masks)")
    return agent


def _run(path: Path):
    """The module of a file, run now.

    Raises:
        ValueError: it cannot be run.
    """
    spec = importlib.util.spec_from_file_location(f"{__name__}.{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{path} cannot be run: {_told(error)}") from error
    return module


def _takes_one(make) -> bool:
    """Whether a class or function takes an argument."""
    try:
        inspect.signature(make).bind(0)
    except TypeError:
        return False
    return True


def _told(error: Exception) -> str:
    """An error and where it was raised, on one line."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
