"""What users pass to every game's environments, checked: counts, seeds, actions, and what is said of each game."""

from collections.abc import Callable, Mapping

import numpy as np
from gymnasium.vector import AutoresetMode


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


def read_flag(name: str, value: bool) -> bool:
    """Whether something is to be done.

    Raises:
        TypeError: it is neither True nor False.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value!r}, but must be True or False")
    return bool(value)


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


def read_for_each(name: str, value, count: int, read: Callable) -> list:
    """What `read` makes of a value for all of `count` games, or of a list with one for each.

    Raises:
        TypeError, ValueError: as `read` says, with the number of the game; or the list is of another length.
    """
    if not _is_list(value):
        return [read(value)] * count
    entries = value.tolist() if isinstance(value, np.ndarray) else value
    if len(entries) != count:
        raise ValueError(f"{name} has {len(entries)} entries for {count} games; it must be one for all, or {count}")
    return [_read_entry(name, i, entry, read) for i, entry in enumerate(entries)]


def _read_entry(name: str, game: int, entry, read: Callable):
    try:
        return read(entry)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name} of game {game}: {error}") from None


def read_seeds(seed, count: int) -> list[int | None]:
    """A seed or None for each of `count` games: seed + i from one integer, or the entries of a list.

    Raises:
        TypeError, ValueError: it is neither, or the list is of another length.
    """
    if _is_list(seed):
        return read_for_each("seed", seed, count, read_seed)
    first = read_seed(seed)
    return [None if first is None else first + i for i in range(count)]


def read_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode of Gymnasium, or its value.

    Raises:
        ValueError: there is no such mode.
    """
    try:
        return AutoresetMode(mode)
    except ValueError:
        values = ", ".join(each.value for each in AutoresetMode)
        raise ValueError(f"autoreset_mode is {mode!r}, but must be an AutoresetMode of Gymnasium or {values}") from None


def read_reset_mask(options: dict | None, count: int) -> np.ndarray:
    """The games that `options["reset_mask"]` names, as int64[k]; all of them if it is not there.

    Raises:
        TypeError, ValueError: it is not bool[count], or no game is to be reset.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options is {options!r}, but must be a dictionary or None")
    mask = None if options is None else options.get("reset_mask")
    if mask is None:
        return np.arange(count)
    mask = np.asarray(mask)
    if mask.shape != (count,) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be {count} bools, one a game, not {mask.dtype} of shape {mask.shape}")
    if not mask.any():
        raise ValueError("reset_mask names no game, but must have at least one True")
    return np.flatnonzero(mask)


def read_games(games, count: int) -> np.ndarray:
    """Numbers of games, as int64[k]; None for all.

    Raises:
        TypeError: they are no list of integers.
        ValueError: there is no such game.
    """
    if games is None:
        return np.arange(count)
    numbers = np.asarray(games)
    if numbers.ndim != 1 or numbers.size and not np.issubdtype(numbers.dtype, np.integer):
        raise TypeError(f"games is {games!r}, but must be a list of integers in 0-{count - 1}, or None for all")
    wrong = numbers[(numbers < 0) | (numbers >= count)]
    if len(wrong):
        raise ValueError(f"there is no game {wrong[0]} in a batch of {count}; games are numbered 0-{count - 1}")
    return numbers.astype(np.int64)


def _is_list(value) -> bool:
    return isinstance(value, (list, tuple, range)) or isinstance(value, np.ndarray) and value.ndim > 0


def read_actions(actions, count: int) -> np.ndarray:
    """The actions of `count` games, as int64[count], a copy.

    Raises:
        TypeError: they are of another shape or type.
        ValueError: one is beyond int64.
    """
    actions = np.asarray(actions)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise TypeError(f"actions must be {count} integers, one a game, not {actions.dtype} of shape {actions.shape}")
    if actions.dtype == np.uint64 and (actions > np.iinfo(np.int64).max).any():
        raise ValueError(f"action {actions.max()} is out of range: it is more than an int64 can hold")
    return actions.astype(np.int64)


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
