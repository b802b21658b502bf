"""Every action that reaches the engine, looked up in its mask."""

from contextlib import contextmanager

import numpy as np

from gangzzz_env.game import Game


@contextmanager
def audited(game: Game):
    """Within it, the dictionary that it gives counts the `actions` that games were told to play, and the `illegal`."""
    played, apply = {"actions": 0, "illegal": 0}, game.apply

    def looked_up(states, games, low, high, actions, *rest):
        n = high - low
        views, masks, movers = np.zeros(n, game.state_dtype), np.zeros((n, game.num_actions), np.int8), np.zeros(n, int)
        game.see(states, games[low:high], 0, n, views, masks, movers)
        played["actions"] += n
        played["illegal"] += int((masks[np.arange(n), actions[low:high]] != 1).sum())
        apply(states, games, low, high, actions, *rest)

    object.__setattr__(game, "apply", looked_up)
    try:
        yield played
    finally:
        object.__setattr__(game, "apply", apply)
