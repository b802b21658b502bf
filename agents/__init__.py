"""Every way to choose an action. `AGENTS` is the only list: name -> constructor, which takes a seed."""

from pathlib import Path

from agents.agent import Agent
from agents.greedy import Greedy
from agents.random import Random
from agents.search import PREFIX, Search

AGENTS = {"random": Random, "greedy": Greedy}

__all__ = ["AGENTS", "Agent", "make_agent"]


def make_agent(name: str, seed: int = 0) -> Agent:
    """The agent of this name, a search with a budget as `search:2000` or `search:500ms`, or a checkpoint's folder.

    Raises:
        ValueError: there is no such agent, budget or checkpoint, or torch is missing for it.
    """
    if name in AGENTS:
        return AGENTS[name](seed)
    if name.startswith(PREFIX):
        return Search(name.removeprefix(PREFIX), seed)
    if not name or (not Path(name).is_dir() and Path(name).name == name):
        raise ValueError(
            f"unknown agent {name!r}; the agents are {', '.join(AGENTS)}, search:<playouts>, search:<milliseconds>ms, "
            "or the folder of a checkpoint"
        )
    try:
        from agents.learned import Learned
    except ImportError as error:
        raise ValueError(f'agent {name} needs the package {error.name}: pip install "gangzzz_env[train]"') from None
    return Learned(name)
