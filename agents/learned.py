"""Learned: plays the move its network scores highest; made by `train.py`, named by the folder of a checkpoint.

It needs NumPy alone. It computes in double precision and rounds the scores, so that a move does not depend on the batch
it is asked in.
"""

from pathlib import Path

import numpy as np

from agents.boss import Boss
from agents.learning import checkpoint
from agents.learning.seen import seen

DECIMALS, CHUNK = 6, 256


class Learned:
    """An agent from a checkpoint; deterministic.

    Args:
        folder: of a checkpoint, or of a run, whose best is taken.

    Attributes:
        config: how it was made.
        players: the numbers of players that it was trained with.
        adviser: whose moves its network sees, or None.

    Raises:
        ValueError: there is no such checkpoint, it is damaged, or it is of another game or observation layout.
    """

    def __init__(self, folder: str | Path):
        found = checkpoint.find(folder)
        self.config = checkpoint.read_config(found)
        options, _, self.players = checkpoint.read_options(found, self.config)
        self.adviser = Boss() if options["start"] == "lookahead" else None
        self._network = checkpoint.read_trained(found)

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755]."""
        inputs = seen(views, masks, self.adviser)
        actions = np.empty(len(views), np.int64)
        for low in range(0, len(views), CHUNK):
            rows = slice(low, low + CHUNK)
            actions[rows] = np.where(masks[rows], self.logits(inputs[rows]), -np.inf).argmax(1)
        return actions

    def logits(self, inputs: np.ndarray) -> np.ndarray:
        """Rounded logits float64[n, 755] of what is `seen`, int8[n, SEEN]."""
        return self._network.logits(inputs).round(DECIMALS)

    def differences(self, num_players: int, rules) -> list[str]:
        """What is other here than where it was trained, a sentence each."""
        said = []
        if num_players not in self.players:
            said.append(f"it was trained with {' or '.join(map(str, self.players))} players, not {num_players}")
        if self.config["rules_hash"] != checkpoint.rules_hash(rules):
            said.append("it was trained with other rules")
        if self.adviser is not None and self.config.get("adviser_hash") != checkpoint.adviser_hash():
            said.append("it sees the moves of boss, which is not as it was in training")
        return said
