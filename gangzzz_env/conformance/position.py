"""A moment of a game in an environment that is checked, and how a fault is told."""

import copy
import hashlib
from functools import cached_property

import numpy as np

from gangzzz_env.aec import GameEnv
from gangzzz_env.game import Game
from gangzzz_env.rng import seed_words

ONE = np.zeros(1, np.int64)


class ConformanceError(AssertionError):
    """What an environment does otherwise than its users may rely on."""


class Position:
    """A moment of a game.

    Attributes:
        env: what is checked, perhaps wrapped.
        inner: the environment of ours in it.
        game: what is played.
        seed: of the game.
        decisions: made so far.
    """

    def __init__(self, env, seed: int):
        self.env, self.seed, self.decisions = env, seed, 0
        self.inner: GameEnv = env.unwrapped
        self.game: Game = self.inner._game

    def expect(self, asked: str, seen, expected) -> None:
        """What was asked must be this."""
        self.demand(seen == expected, asked, seen, expected)

    def demand(self, holds, asked: str, seen, expected) -> None:
        """It must hold; what was asked, what was seen, and what is expected.

        Raises:
            ConformanceError: it does not.
        """
        if not holds:
            raise ConformanceError(f"{asked} ({self.moment}): seen {_short(seen)}, expected {_short(expected)}")

    @property
    def moment(self) -> str:
        """The game and how far it is."""
        return f"game of seed {self.seed}, after {self.decisions} decisions"

    @property
    def agents(self) -> list[str]:
        """Every agent, by seat."""
        return self.env.possible_agents

    @property
    def record(self) -> np.ndarray:
        """The true state, STATE[1], a copy."""
        return self.inner.record

    @property
    def seat(self) -> int:
        """The seat to move by the rules, -1 after the end."""
        movers = np.zeros(1, np.int64)
        self.game.to_move(self.record, 0, 1, movers)
        return int(movers[0])

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.seat < 0

    def look(self, record: np.ndarray, seat: int) -> np.ndarray:
        """What a seat knows of a record by the rules, STATE[1]."""
        views = np.zeros(1, self.game.state_dtype)
        self.game.look(record, ONE, 0, 1, np.array([seat]), views)
        return views

    def legal(self, views: np.ndarray) -> np.ndarray:
        """The mask of a view by the rules, int8[num_actions]."""
        masks = np.zeros((1, self.game.num_actions), np.int8)
        self.game.legal(views, 0, 1, masks)
        return masks[0]

    def another(self, views: np.ndarray, number: int) -> np.ndarray:
        """A possible state of a view, STATE[1]; another number, another one."""
        words = seed_words(1000 * self.decisions + number)[np.newaxis]
        states = np.zeros(1, self.game.state_dtype)
        self.game.fill(views, 0, 1, words, states)
        return states

    @cached_property
    def stand_ins(self) -> tuple:
        """Two copies of the environment that render text, to be moved to other states."""
        copies = copy.deepcopy(self.env), copy.deepcopy(self.env)
        for one in copies:
            one.unwrapped.render_mode = "ansi"
        return copies

    def words(self, action: int) -> str:
        """An action of the seat to move in words."""
        return f"action {action}, {self.game.action_name(self.inner.num_players, max(self.seat, 0), action)}"


def _short(value) -> str:
    """What is told of a value: bytes by their number and a fingerprint, the rest as Python writes it."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes of fingerprint {hashlib.sha256(value).hexdigest()[:8]}"
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]}..."
