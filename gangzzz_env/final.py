"""What every seat sees of games, above all of their ends."""

import numpy as np

from gangzzz_env.game import Game
from gangzzz_env.workers import Workers


def observe_seats(game: Game, states: np.ndarray, games: np.ndarray, workers: Workers) -> np.ndarray:
    """What every seat sees of some games of states, int8[k, seats, size]; zeros for seats that a game does not have."""
    seen = np.empty((len(games), game.seats[1], game.observation_size), np.int8)
    workers.run(len(games), lambda low, high: game.observe_seats(states, games, low, high, seen))
    return seen


def final_obs(game: Game, states: np.ndarray, ended: np.ndarray, workers: Workers) -> np.ndarray:
    """Gymnasium's `final_obs`, object[n]: for each ended game what its seats see and a mask of ones, else None."""
    masks = np.ones((len(ended), game.seats[1], game.num_actions), np.int8)
    pairs = zip(observe_seats(game, states, ended, workers), masks)
    final = np.full(len(states), None, object)
    final[ended] = [{"observation": seen, "action_mask": mask} for seen, mask in pairs]
    return final
