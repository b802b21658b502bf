"""Boss: plays for everything; against one rival for cards and ground near the hideout, else for rents and areas."""

import numpy as np

from agents.greedy import Greedy

DUEL = {"card": 36.0, "cover": 40.0, "deduction": 1.0}
# A rival who is held back helps the other rivals as much as oneself.
CROWD = {"rent": 1.3, "dominance": 1.6, "underworld": 0.75, "deny": 0.25, "deduction": 1.0}


class Boss:
    """The best scripted player, deterministic, who reads only the view.

    Args:
        seed: not used; all constructors of agents take one.
    """

    def __init__(self, seed: int = 0):
        self._duel, self._crowd = Greedy(**DUEL), Greedy(**CROWD)

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for the seats to move in views STATE_DTYPE[n] with masks int8[n, 755]."""
        in_duel = views["num_seats"] == 2
        if in_duel.all():
            return self._duel.act(views, masks)
        chosen = self._crowd.act(views, masks)
        if in_duel.any():
            chosen[in_duel] = self._duel.act(views[in_duel], masks[in_duel])
        return chosen
