"""Random legal actions from masks, compiled: NumPy's own way costs more than the game."""

import numpy as np

from gangzzz_env.jit import entry, rule
from gangzzz_env.rng import below, seed_stream, seed_words


@entry
def start(random, words):
    """Start the generator u4[4] from the words u4[3]."""
    seed_stream(random, words[0], words[1], words[2])


@rule
def choose(random, mask):
    """A uniformly random index of the ones of a mask, -1 if it has none."""
    count = 0
    for i in range(len(mask)):
        count += mask[i] != 0
    if count == 0:
        return -1
    left = below(random, count)
    for i in range(len(mask)):
        if mask[i] != 0:
            if left == 0:
                return i
            left -= 1
    return -1


@entry
def choose_one(random, mask):
    """`choose` for one mask."""
    return choose(random, mask)


@entry
def choose_each(random, masks, actions):
    """`choose` for each of masks [n, num_actions], into actions int64[n]; the first row without a one, or -1."""
    for k in range(len(masks)):
        actions[k] = choose(random, masks[k])
        if actions[k] < 0:
            return k
    return -1


class MaskSampler:
    """Uniformly random legal actions; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None):
        self._random = np.zeros(4, np.uint32)
        start(self._random, seed_words(seed, 3))

    def sample(self, mask: np.ndarray) -> int:
        """A random action among the ones of a mask (one-dimensional, int8 or bool).

        Raises:
            ValueError: the mask has no one.
        """
        action = choose_one(self._random, mask)
        if action < 0:
            raise ValueError("the mask allows no action; is it this agent's turn?")
        return action

    def sample_batch(self, masks: np.ndarray) -> np.ndarray:
        """A random action of each row of masks [n, num_actions], as int64[n].

        Raises:
            ValueError: a row has no one.
        """
        actions = np.empty(len(masks), np.int64)
        empty = choose_each(self._random, masks, actions)
        if empty >= 0:
            raise ValueError(f"row {empty} of the masks allows no action")
        return actions
