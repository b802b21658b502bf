"""Positions of whole games, for tests of agents."""

import numpy as np

from agents import make_agent
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.vector import VectorGame


def positions(num_players: int, games: int = 8, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Views STATE_DTYPE[n] and masks int8[n, actions] of games that greedy and chance play by turns, to their ends."""
    batch = VectorGame(GAME, games, num_players, seed=seed, threads=1, observe=False)
    batch.reset()
    greedy, left, views, masks = make_agent("greedy"), np.ones(games, bool), [], []
    while left.any():
        views.append(batch.views[left].copy())
        masks.append(batch.masks[left].copy())
        moves = greedy.act(batch.views, batch.masks) if len(views) % 3 else batch.sample_actions()
        _, _, terminations, *_ = batch.step(moves)
        left &= ~terminations
    return np.concatenate(views), np.concatenate(masks)
