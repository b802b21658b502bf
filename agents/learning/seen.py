"""What a network sees: the observation of a view, how the seats stand, and the move of an adviser, if there is one.

A network that starts from a scripted agent's own moves has only to learn where they can be bettered (residual policy
learning, Silver et al. 2018, Johannink et al. 2019).
"""

import numpy as np

from agents.judgment.weights import weights
from agents.learning.standing import STANDING, write_standing
from gangzzz_env.games.gangzzz import GAME

DIGITS = 2  # of the advised action + 1 to base 100; 0 is no advice
ADVICE = GAME.observation_size + STANDING
SEEN = ADVICE + DIGITS
_WEIGHTS = weights()


def seen(views: np.ndarray, masks: np.ndarray, adviser: object | None) -> np.ndarray:
    """int8[n, SEEN] of the seats to move in views STATE_DTYPE[n] with masks int8[n, 755]."""
    return np.concatenate([seen_of_view(views), advice(views, masks, adviser)], 1)


def seen_of_view(views: np.ndarray) -> np.ndarray:
    """int8[n, ADVICE]: what any seat sees in its view, without advice."""
    views = np.ascontiguousarray(views)
    observations = np.zeros((len(views), GAME.observation_size), np.int8)
    GAME.observe(views, 0, len(views), observations)
    return np.concatenate([observations, standing(views)], 1)


def standing(views: np.ndarray) -> np.ndarray:
    """int8[n, STANDING]: how the seats stand, of views STATE_DTYPE[n]."""
    out = np.zeros((len(views), STANDING), np.int8)
    write_standing(np.ascontiguousarray(views), 0, len(views), _WEIGHTS, out)
    return out


def advice(views: np.ndarray, masks: np.ndarray, adviser: object | None) -> np.ndarray:
    """The digits int8[n, DIGITS] of the moves that the adviser would make."""
    if adviser is None:
        return np.zeros((len(views), DIGITS), np.int8)
    return np.stack(np.divmod(adviser.act(views, masks) + 1, 100), 1).astype(np.int8)


def advised_moves(inputs: np.ndarray) -> np.ndarray:
    """The advised moves int64[n] of inputs int8[n, SEEN], -1 where there is none."""
    digits = inputs[:, ADVICE:].astype(np.int64)
    return 100 * digits[:, 0] + digits[:, 1] - 1
