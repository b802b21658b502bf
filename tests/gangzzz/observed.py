"""Views of random games, by many rules, and their observations."""

import dataclasses

import numpy as np

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.observation_sections import OBSERVATION_SIZE
from gangzzz_env.games.gangzzz.observe import observe_all
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import SPECTATOR, STATE_DTYPE
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import MaskSampler

GAMES = 12


def extreme(choose):
    """Rules with every number at an end of its range: `choose(field number)` is 0 for the lowest, 1 for the highest."""
    fields = dataclasses.fields(Rules)
    return Rules(**{f.name: (f.metadata["lowest"], f.metadata["highest"])[choose(i)] for i, f in enumerate(fields)})


RULES = {
    "default": Rules(),
    "lowest": extreme(lambda i: 0),
    "highest": extreme(lambda i: 1),
    "mixed": extreme(lambda i: i * 7 // 3 % 2),
}


def random_views(num_players, rules=RULES["default"], games=GAMES, seats=None):
    """Views STATE[n] of `seats`, by default all and the spectator, on the way through random games."""
    seats = (*range(num_players), SPECTATOR) if seats is None else seats
    all_games, sampler = np.arange(games), MaskSampler(3)
    states, views = np.zeros(games, STATE_DTYPE), np.zeros(games, STATE_DTYPE)
    masks, movers = np.zeros((games, 755), np.int8), np.zeros(games, np.int64)
    seeds = np.stack([seed_words(seed) for seed in range(games)])
    loops.setup(states, all_games, 0, games, np.full(games, num_players), np.repeat(rules.record(), games), seeds)
    seen, running = [], all_games
    while len(running):
        n = len(running)
        loops.see(states, running, 0, n, views, masks, movers)
        for seat in seats:
            loops.look(states, running, 0, n, np.full(n, seat), views)
            seen.append(views[:n].copy())
        going = movers[:n] >= 0
        actions = sampler.sample_batch(masks[:n][going])
        running = running[going]
        loops.apply(states, running, 0, len(running), actions, 0, np.zeros((games, 4)), np.zeros(games, bool))
    return np.concatenate(seen)


def observe(views):
    observations = np.full((len(views), OBSERVATION_SIZE), 99, np.int8)
    observe_all(views, 0, len(views), observations)
    return observations
