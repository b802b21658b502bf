"""Distracted: plays as another agent, but makes some of its moves at random; so a strategy is seen played worse."""

import numpy as np

from agents.agent import Agent
from agents.random import Random

PREFIX = "distracted:"


class Distracted:
    """An agent that is not always attentive; when it is not, depends on the seed and the view alone.

    Args:
        agent: what it does when it is.
        percent: of its decisions that are random, 0 to 100.
        seed: another seed plays other games.
    """

    def __init__(self, agent: Agent, percent: int, seed: int = 0):
        self.agent, self.percent = agent, percent
        self._moves, self._dice = Random(seed), Random(seed + 1)

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for the seats to move in views STATE_DTYPE[n] with masks int8[n, 755]."""
        rolled = self._dice.act(views, np.ones((len(views), 100), np.int8))
        return np.where(rolled < self.percent, self._moves.act(views, masks), self.agent.act(views, masks))


def read_distracted(words: str) -> tuple[int, str]:
    """The percentage and the agent's name in words as `30:landlord`.

    Raises:
        ValueError: there are none.
    """
    percent, _, name = words.partition(":")
    if not name or not percent.isascii() or not percent.isdigit() or int(percent) > 100:
        raise ValueError(f"agent {PREFIX + words!r} must be {PREFIX}<percent, 0 to 100>:<agent>, as {PREFIX}30:greedy")
    if name.startswith(PREFIX):
        raise ValueError(f"agent {(PREFIX + words)[:60]!r} is distracted more than once; give one percentage")
    return int(percent), name
