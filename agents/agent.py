"""What an agent is: it takes a batch of views and masks and says an action for each."""

from typing import Protocol

import numpy as np


class Agent(Protocol):
    """Whoever chooses actions. An agent sees nothing of a game but the view of the seat that is to move."""

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose an action for every game.

        Args:
            views: STATE_DTYPE[n], each the view of the seat to move.
            masks: int8[n, num_actions], 1 for what is legal there.

        Returns:
            int64[n], each legal in its mask.
        """
