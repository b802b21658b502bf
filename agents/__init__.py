"""Every way to choose an action. `AGENTS` is the only list: name -> constructor, which takes a seed."""

import os
from functools import partial
from pathlib import Path

from agents.agent import Agent
from agents.boss import Boss
from agents.box import Boxed
from agents.brawler import Brawler
from agents.distracted import PREFIX as DISTRACTED
from agents.distracted import Distracted, read_distracted
from agents.don import Don
from agents.greedy import Greedy
from agents.hustler import Hustler
from agents.landlord import Landlord
from agents.learned import Learned
from agents.own import is_own, make_own
from agents.politician import Politician
from agents.random import Random
from agents.search import PREFIX, Search
from agents.sleuth import Sleuth
from agents.trader import Trader

AGENTS = {
    "random": Random,
    "greedy": Greedy,
    "landlord": Landlord,
    "trader": Trader,
    "politician": Politician,
    "hustler": Hustler,
    "don": Don,
    "brawler": Brawler,
    "sleuth": Sleuth,
    "boss": Boss,
    "don_corleone": partial(Boxed, "don_corleone"),
}

# Those that need neither training nor search, from the weakest on.
SCRIPTED = tuple(name for name in AGENTS if name != "don_corleone")

__all__ = ["AGENTS", "SCRIPTED", "Agent", "make_agent", "make_given"]


def make_agent(name: str, seed: int = 0) -> Agent:
    """The agent of this name, a search with a budget as `search:2000` or `search:500ms`, or a checkpoint's folder.

    `distracted:30:NAME` is the agent NAME with 30 % of its moves made at random.

    Raises:
        ValueError: there is no such agent, budget or checkpoint.
    """
    if name in AGENTS:
        return AGENTS[name](seed)
    if name.startswith(PREFIX):
        return Search(name.removeprefix(PREFIX), seed)
    if name.startswith(DISTRACTED):
        percent, other = read_distracted(name.removeprefix(DISTRACTED))
        return Distracted(make_agent(other, seed), percent, seed)
    if not name or (not os.path.isdir(name) and Path(name).name == name):
        raise ValueError(
            f"unknown agent {name!r}; the agents are {', '.join(AGENTS)}, search:<playouts>, search:<milliseconds>ms, "
            f"{DISTRACTED}<percent>:<agent>, or the folder of a checkpoint; eval.py also takes <file>.py:<class>"
        )
    return Learned(name)


def make_given(name: str, seed: int = 0) -> Agent:
    """`make_agent` for names that a person types, who may also give a file and a class of it, `mine.py:Mine`.

    The file is run, so no name that comes from somewhere else, as with a saved game, is to come here.

    Raises:
        ValueError: there is no such agent, budget, checkpoint or file; or the file is not what it should be.
    """
    return make_own(name, seed) if is_own(name) else make_agent(name, seed)
