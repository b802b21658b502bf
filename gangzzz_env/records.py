"""Records, copied as the bytes they are: NumPy's own way goes field by field, which takes ten times as long."""

import numpy as np


def octets(records: np.ndarray) -> np.ndarray:
    """The bytes of contiguous records [n], uint8[n, size]: the same memory."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


def take(records: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Copies of the records at these places, int64[k]: records[k]."""
    return octets(records)[places].view(records.dtype).reshape(-1)


def put(records: np.ndarray, places: np.ndarray, values: np.ndarray) -> None:
    """Write values, records[k], to these places, int64[k]."""
    octets(records)[places] = octets(np.ascontiguousarray(values))


def copied(array: np.ndarray) -> np.ndarray:
    """A copy of an array, of records or of anything else."""
    return array.copy() if array.dtype.names is None else octets(array).copy().view(array.dtype).reshape(-1)


def rules_records(rules: list) -> np.ndarray:
    """The records of each game's rules, RULES[n]; most often they are one object, which is asked once."""
    records = {key: each.record() for key, each in {id(each): each for each in rules}.items()}
    return np.concatenate([records[id(each)] for each in rules])
