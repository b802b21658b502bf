"""Meetings made up for tests of chapters: who wins is drawn, not played."""

import dataclasses
from collections.abc import Callable

import numpy as np

from gangzzz_env.analysis.play import Games
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME

DECISIONS = 3


def meeting(
    lineup: tuple[str, ...],
    deals: int,
    chances: Callable[[int, str], float] = lambda seat, agent: 1.0,
    rules=None,
    seed: int = 0,
) -> Meeting:
    """A meeting in which a seat wins with a chance in proportion to `chances(seat, agent)`, with money by the way."""
    players, rng = len(lineup), np.random.default_rng(seed)
    seeds = np.repeat(np.arange(deals, dtype=np.uint64) + np.uint64(1000 * seed), players)
    rotation = np.tile(np.arange(players), deals)
    n = len(seeds)
    at = np.array(lineup)[(np.arange(players) + rotation[:, None]) % players]
    odds = np.array([[chances(seat, str(at[game, seat])) for seat in range(players)] for game in range(n)])
    bounds = np.cumsum(odds, axis=1)
    winner = np.sum(rng.random((n, 1)) * bounds[:, -1:] >= bounds, axis=1)
    share = (np.arange(players) == winner[:, None]).astype(np.float64)
    ledger = np.zeros((n, players, len(GAME.sources)), np.int64)
    ledger[:, :, 0] = 30 + 10 * share
    games = Games(
        lineup=tuple(lineup),
        seed=seeds,
        rotation=rotation,
        share=share,
        ledger=ledger,
        tally=np.zeros((n, players, len(GAME.tallies)), np.int64),
        decisions=np.full(n, DECISIONS),
        is_finished=np.ones(n, np.bool_),
        digest=tuple(f"{seed} {game}".encode() for game in range(n)),
        actions=np.zeros(n * DECISIONS, np.int16),
        waived=np.zeros(n, np.int64),
    )
    return Meeting(players, tuple(lineup), GAME.read_rules(rules), (), games)


def with_ledger(one: Meeting, change: Callable[[np.ndarray], np.ndarray]) -> Meeting:
    """The same meeting with other money."""
    return dataclasses.replace(one, games=dataclasses.replace(one.games, ledger=change(one.games.ledger)))
