"""What users pass to every game's environments, checked: counts, seeds and actions."""

import numpy as np


def read_count(name: str, value: int) -> int:
    """A number of things, 1 or more.

    Raises:
        TypeError: it is not an integer.
        ValueError: it is less than 1.
    """
    if not _is_integer(value):
        raise TypeError(f"{name} is {value!r}, but must be a positive integer")
    if value < 1:
        raise ValueError(f"{name} is {value}, but must be at least 1")
    return int(value)


def read_seed(seed: int | None) -> int | None:
    """A seed, 0 or more, or None.

    Raises:
        TypeError: it is neither an integer nor None.
        ValueError: it is negative.
    """
    if seed is None:
        return None
    if not _is_integer(seed):
        raise TypeError(f"seed is {seed!r}, but must be a non-negative integer or None")
    if seed < 0:
        raise ValueError(f"seed is {seed}, but must be a non-negative integer or None")
    return int(seed)


def read_action(action, num_actions: int) -> int:
    """An action: an integer, a NumPy integer, or an array of one integer.

    Raises:
        TypeError: it is something else.
        ValueError: it is out of range.
    """
    if isinstance(action, np.ndarray) and action.shape in ((), (1,)):
        action = action.reshape(())[()]
    if not _is_integer(action):
        raise TypeError(f"action is {action!r}, but must be an integer in 0-{num_actions - 1}")
    if not 0 <= action < num_actions:
        raise ValueError(f"action {action} is out of range; an action is an integer in 0-{num_actions - 1}")
    return int(action)


def _is_integer(value) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
