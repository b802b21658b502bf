"""What differs between two records of any game, number by number."""

from functools import cache

import numpy as np


def changes(before: np.ndarray, after: np.ndarray) -> dict[str, int]:
    """The numbers of a record that differ from those before: records STATE[1], packed; names as `money[0]`."""
    cells, owner = _cells(after.dtype)
    data = after.tobytes()
    different = np.frombuffer(before.tobytes(), np.uint8) != np.frombuffer(data, np.uint8)
    changed = [cells[k] for k in np.unique(owner[different])]
    return {name: int(np.frombuffer(data, kind, 1, offset)[0]) for name, kind, offset in changed}


@cache
def _cells(dtype: np.dtype) -> tuple[list[tuple[str, str, int]], np.ndarray]:
    """The numbers of a record, as (name, type, offset), and for each of its bytes, to which of them it belongs."""
    cells = _cells_of("", dtype, 0)
    owner = np.repeat(np.arange(len(cells)), [np.dtype(kind).itemsize for _, kind, _ in cells])
    return cells, owner


def _cells_of(prefix: str, dtype: np.dtype, offset: int) -> list[tuple[str, str, int]]:
    if dtype.shape:
        kind, indices = dtype.base, [",".join(map(str, index)) for index in np.ndindex(dtype.shape)]
        parts = [(f"{prefix}[{index}]", kind, offset + k * kind.itemsize) for k, index in enumerate(indices)]
    elif dtype.names:
        dot = f"{prefix}." if prefix else ""
        parts = [(f"{dot}{name}", dtype.fields[name][0], offset + dtype.fields[name][1]) for name in dtype.names]
    else:
        return [(prefix, dtype.str, offset)]
    return [cell for part in parts for cell in _cells_of(*part)]
