"""Every way to choose an action. `AGENTS` is the only list: name -> constructor, which takes a seed."""

from agents.agent import Agent
from agents.greedy import Greedy
from agents.random import Random

AGENTS = {"random": Random, "greedy": Greedy}

__all__ = ["AGENTS", "Agent", "make_agent"]


def make_agent(name: str, seed: int = 0) -> Agent:
    """The agent of this name.

    Raises:
        ValueError: there is no such agent.
    """
    if name not in AGENTS:
        raise ValueError(f"unknown agent {name!r}; the agents are {', '.join(AGENTS)}")
    return AGENTS[name](seed)
