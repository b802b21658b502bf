"""When a game of a batch that has ended starts anew: the modes of Gymnasium and what users pass for them."""

from enum import Enum

import numpy as np

from gangzzz_env.arguments import read_seed

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


def read_reset_mask(options: dict | None, count: int) -> np.ndarray:
    """The games that `options["reset_mask"]` names, as int64[k]; all of them if it is not there.

    Raises:
        TypeError, ValueError: it is not bool[count], or no game is to be reset.
    """
    mask = None if options is None else options.get("reset_mask")
    if mask is None:
        return np.arange(count)
    mask = np.asarray(mask)
    if mask.shape != (count,) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be {count} bools, one a game, not {mask.dtype} of shape {mask.shape}")
    if not mask.any():
        raise ValueError("reset_mask names no game, but must have at least one True")
    return np.flatnonzero(mask)


def read_seeds(seed, count: int) -> list[int | None]:
    """A seed or None for each of `count` games: seed + i from one integer, or the entries of a list.

    Raises:
        TypeError, ValueError: it is neither, or the list is of another length.
    """
    if isinstance(seed, (list, tuple)) or isinstance(seed, np.ndarray) and seed.ndim:
        if len(seed) != count:
            raise ValueError(f"seed has {len(seed)} entries for {count} games; it must be one for all, or {count}")
        return [read_seed(one) for one in seed]
    first = read_seed(seed)
    return [None if first is None else first + i for i in range(count)]
