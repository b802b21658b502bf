"""What is asked of masks, compiled, as NumPy's own way costs more than the game: is it legal, and a random action."""

import numpy as np

from gangzzz_env.jit import entry, rule
from gangzzz_env.rng import below, seed_stream, seed_words

BLOCK = 64  # places of a mask that are counted at once, at most 255


@entry
def start(random, words):
    """Start the generator u4[4] from the words u4[3]."""
    seed_stream(random, words[0], words[1], words[2])


@rule
def ones_in(mask, block):
    """How many ones a block of a mask has; counted in a byte, which compiled code does for many places at once."""
    ones = np.uint8(0)
    for i in range(block * BLOCK, min(block * BLOCK + BLOCK, len(mask))):
        ones = np.uint8(ones + np.uint8(mask[i] != 0))
    return int(ones)


@rule
def choose(random, mask):
    """A uniformly random index of the ones of a mask, -1 if it has none."""
    count = 0
    for block in range((len(mask) + BLOCK - 1) // BLOCK):
        count += ones_in(mask, block)
    if count == 0:
        return -1
    left = below(random, count)
    block = 0
    ones = ones_in(mask, block)
    while left >= ones:
        left -= ones
        block += 1
        ones = ones_in(mask, block)
    i = block * BLOCK
    while left > 0 or mask[i] == 0:
        left -= mask[i] != 0
        i += 1
    return i


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


@entry
def start_each(randoms, games, words):
    """Start the generators u4[n, 4] of some games int64[k], from the words u4[k, 4] that start these games."""
    for k in range(len(games)):
        seed_stream(randoms[games[k]], words[k, 3], words[k, 2], words[k, 1])


@entry
def choose_for_movers(randoms, masks, movers, low, high, idle, actions):
    """`choose` for each of games in [low, high) by its own generator; `idle` where nobody is to move (mover -1)."""
    for k in range(low, high):
        actions[k] = choose(randoms[k], masks[k]) if movers[k] >= 0 else idle


@entry
def first_illegal(masks, actions):
    """The first of actions int64[n] that is out of range or not in its mask [n, num_actions], by index; -1 if none."""
    for k in range(len(actions)):
        action = actions[k]
        if action < 0 or action >= masks.shape[1] or masks[k, action] == 0:
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
