"""Games that were never played: who wins is drawn by chances that a test knows."""

from collections import Counter

import numpy as np

from gangzzz_env.analysis.play import Games
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME


def meeting(lineup, worth, deals=200, seed=0, rules=None):
    """A meeting in which seats win in proportion to `worth(lineup)[place]`, every deal in every rotation."""
    players = len(lineup)
    rng = np.random.default_rng([seed, sum(map(ord, "".join(lineup)))])
    rotation = np.tile(np.arange(players), deals)
    weights = np.asarray(worth(lineup), float)
    places = rng.choice(players, size=deals * players, p=weights / weights.sum())
    n, share = deals * players, np.zeros((deals * players, players))
    share[np.arange(n), (places - rotation) % players] = 1
    games = Games(
        lineup=tuple(lineup),
        seed=np.repeat(np.arange(deals, dtype=np.uint64), players),
        rotation=rotation,
        share=share,
        ledger=np.zeros((n, players, len(GAME.sources)), np.int64),
        tally=np.zeros((n, players, len(GAME.tallies)), np.int64),
        decisions=np.zeros(n, np.int64),
        is_finished=np.ones(n, bool),
        digest=tuple(k.to_bytes(16, "big") for k in range(n)),
        actions=np.zeros(0, np.int16),
        waived=np.zeros(n, np.int64),
    )
    return Meeting(players, tuple(lineup), GAME.read_rules(rules), (), games)


def of_worths(worths):
    """Chances by what each strategy is worth in itself."""
    return lambda lineup: [worths[name] for name in lineup]


def of_prey(prey, times=3):
    """Chances by how many at the table a strategy preys on, each of which multiplies its worth."""

    def worth(lineup):
        there = Counter(lineup)
        return [times ** sum(there[other] for other in prey[name]) for name in lineup]

    return worth


def round_robin(names, worth, players, deals=200, seed=0):
    """Every composition of every two strategies."""
    names = list(names)
    pairs = [(a, b) for place, a in enumerate(names) for b in names[:place]]
    lineups = [(a,) * count + (b,) * (players - count) for a, b in pairs for count in range(1, players)]
    return [meeting(lineup, worth, deals, seed) for lineup in lineups]
