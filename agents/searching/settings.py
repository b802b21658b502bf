"""The numbers of the search."""

import numpy as np

# name, value, meaning
SETTINGS = (
    ("explore", 0.3, "weight of the bound's width at a node below the root"),
    ("trust", 0.6, "prior of the policy's move there; the others share the rest"),
    ("grows_at", 8.0, "playouts of a move before it gets a node"),
    ("widens_at", 40.0, "visits of a node for each move beside the policy's"),
    ("margin_share", 0.5, "of the worth of a finished game that is the dollars ahead; the rest is the victory"),
    ("margin_scale", 30.0, "dollars ahead that make a victory likely, in a finished game"),
    ("odds_scale", 10.0, "dollars ahead, with the expected bounty, that make it likely before the chase"),
    ("softness", 1.0, "cards more that make it likely to be first in the chase, before the fights"),
    ("least_rounds", 16.0, "states that all moves are played from before one may drop out"),
    ("behind", 2.0, "standard errors that a move must be behind the best to drop out"),
    ("tolerance", 0.002, "worth by which a move may be better than the best one and still drop out"),
    ("doubt", 0.5, "standard errors that a move must be ahead of the policy's to be chosen"),
)
SETTINGS_DTYPE = np.dtype((np.record, [(name, np.float64) for name, _, _ in SETTINGS]))


def settings(**changes: float) -> np.ndarray:
    """The settings, with changes: one `SETTINGS_DTYPE` record, in an array of shape (1,)."""
    values = {name: value for name, value, _ in SETTINGS} | changes
    return np.array([tuple(values[name] for name, _, _ in SETTINGS)], SETTINGS_DTYPE)
