"""Random: any legal action, uniformly; what it draws depends on the seed and the view alone, not on the batch."""

import math

import numpy as np

from gangzzz_env.jit import entry
from gangzzz_env.rng import seed_stream
from gangzzz_env.sample import choose


class Random:
    """An agent that plays uniformly at random.

    Args:
        seed: another seed plays other games.
    """

    def __init__(self, seed: int = 0):
        self.seed = int(np.random.SeedSequence(seed).generate_state(1)[0])

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755]."""
        actions = np.empty(len(views), np.int64)
        views = np.ascontiguousarray(views)
        length = math.gcd(views.dtype.itemsize, 4)
        words = np.frombuffer(views, f"u{length}").reshape(len(views), views.dtype.itemsize // length)
        random_actions(words, masks, self.seed, actions)
        return actions


@entry
def random_actions(words, masks, seed, actions):
    """Write for each view, its bytes as words of at most 32 bits, one of the ones of its mask."""
    random = np.empty(4, np.uint32)
    for k in range(len(words)):
        digest = np.int64(seed)
        for word in words[k]:
            digest = ((digest ^ np.int64(word)) * 16777619) & 0x3FFFFFFFFF
            digest ^= digest >> 19
        seed_stream(random, digest & 0xFFFFFFFF, digest >> 8, seed)
        actions[k] = choose(random, masks[k])
