"""Which things are part of which: whether an action that is one thing is always another, or never.

A thing is compared with its like: a building with other buildings, not with all of them together. What is like what
follows from the game itself, from actions that were legal in games: no names are written down here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.restrict import things_like
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words

GAMES, DRAWS = 96, 3  # games that are looked at, and legal actions of each position there


@dataclass(frozen=True)
class Kinship:
    """How things hang together.

    Attributes:
        together: i8[k, k], how many of the actions that were looked at were both; in the diagonal, how many were it.
        parts: the minigame of each.
    """

    together: np.ndarray
    parts: tuple[str, ...]

    def contains(self, one: int, other: int) -> bool:
        """Whether whatever is the other is also the one, but not the other way round."""
        both, own, others = self.together[one, other], self.together[one, one], self.together[other, other]
        return bool(0 < others == both < own)

    def is_same(self, one: int, other: int) -> bool:
        """Whether the two are always together."""
        both = self.together[one, other]
        return bool(0 < both == self.together[one, one] == self.together[other, other])

    def is_broad(self, one: int) -> bool:
        """Whether a thing contains others."""
        return any(self.contains(one, other) for other in range(len(self.parts)))

    def peers(self, one: int) -> list[int]:
        """Things of the same minigame that could be done instead, as broad or as narrow as this one."""
        return [
            other
            for other in range(len(self.parts))
            if other != one
            and self.parts[other] == self.parts[one]
            and self.together[one, other] == 0 < self.together[other, other]
            and self.is_broad(other) == self.is_broad(one)
        ]


def kinship(game: Game, patterns: Sequence[str], meetings: Sequence[Meeting]) -> Kinship:
    """How what the patterns fit hangs together, by legal actions in games of each of the meetings."""
    fits = np.array([things_like(game, pattern) for pattern in patterns], np.int64)
    together = np.zeros((len(patterns), len(patterns)), np.int64)
    for meeting in meetings:
        for taken in _taken(game, meeting):
            is_it = (taken.astype(np.int64) @ fits.T > 0).astype(np.int64)
            together += is_it.T @ is_it
    return Kinship(together, tuple(pattern.split(".")[0] for pattern in patterns))


def _taken(game: Game, meeting: Meeting):
    """What legal actions of the positions of some games are, uint8[n, things], for each decision and draw."""
    games, n = meeting.games, min(GAMES, len(meeting.games.seed))
    every, random = np.arange(n), np.random.default_rng(0)
    states, views, movers = np.zeros(n, game.state_dtype), np.zeros(n, game.state_dtype), np.zeros(n, np.int64)
    masks, rewards, over = np.zeros((n, game.num_actions), np.int8), np.zeros((n, game.seats[1])), np.zeros(n, np.bool_)
    offered, taken = np.zeros((2, n, len(game.things)), np.uint8)
    words = np.array([seed_words(int(seed)) for seed in games.seed[:n]], np.uint32)
    players, records = np.full(n, meeting.num_players), np.repeat(meeting.rules.record(), n)
    game.setup(states, every, 0, n, players, records, words)
    actions = [games.actions_of(row) for row in range(n)]
    for decision in range(int(games.decisions[:n].max())):
        game.see(states, every, 0, n, views, masks, movers)
        for _ in range(DRAWS):
            chosen = np.where(movers >= 0, (masks * random.random(masks.shape)).argmax(axis=1), -1)
            game.mark_things(views, 0, n, masks, chosen, offered, taken)
            yield taken
        left = np.flatnonzero(games.decisions[:n] > decision)
        played = np.array([actions[row][decision] for row in left], np.int64)
        game.apply(states, left, 0, len(left), played, int(Reward.WIN), rewards, over)
