"""When a game of a batch that has ended starts anew: the modes of Gymnasium and what users pass for them."""

from enum import Enum

import numpy as np

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium 1.0 has no such words yet

    class AutoresetMode(Enum):
        """In the next step, in the same one, or only by `reset`."""

        NEXT_STEP = "NextStep"
        SAME_STEP = "SameStep"
        DISABLED = "Disabled"


def read_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode, or its value.

    Raises:
        ValueError: there is no such mode.
    """
    for known in AutoresetMode:
        if mode in (known, known.value):
            return known
    names = ", ".join(known.value for known in AutoresetMode)
    raise ValueError(f"unknown autoreset_mode {mode!r}; the modes are {names}")


def read_reset_mask(options: dict | None, num_envs: int) -> np.ndarray:
    """Which games `reset` starts anew: those of options["reset_mask"], bool[num_envs], or all; bool[num_envs].

    Raises:
        TypeError, ValueError: it is another array, or names no game.
    """
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(num_envs, np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (num_envs,):
        raise TypeError(f"options['reset_mask'] must be an array of {num_envs} bools, one a game, not {mask!r}")
    if not mask.any():
        raise ValueError("options['reset_mask'] names no game to reset")
    return mask
