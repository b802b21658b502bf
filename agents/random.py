"""Random: any legal action, uniformly; what it draws depends on the seed and the view alone, not on the batch."""

import numpy as np

from gangzzz_env.jit import entry
from gangzzz_env.rng import below, seed_stream


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
        octets = np.frombuffer(views, np.uint8).reshape(len(views), views.dtype.itemsize)
        random_actions(octets, masks, self.seed, actions)
        return actions


@entry
def random_actions(octets, masks, seed, actions):
    """Write for each view, uint8[n, bytes of a record], one of the ones of its mask."""
    random = np.empty(4, np.uint32)
    for k in range(len(octets)):
        digest = np.int64(seed)
        for octet in octets[k]:
            digest = ((digest ^ np.int64(octet)) * 16777619) & 0x3FFFFFFFFF
        seed_stream(random, digest & 0xFFFFFFFF, digest >> 8, seed)
        left = np.int64(0)
        for action in range(masks.shape[1]):
            left += masks[k, action]
        left = below(random, left)
        for action in range(masks.shape[1]):
            if masks[k, action] == 1:
                if left == 0:
                    actions[k] = action
                    break
                left -= 1
