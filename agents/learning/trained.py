"""A trained network, played by NumPy: the same scores as those of the network of torch that was trained."""

from collections.abc import Mapping

import numpy as np

from agents.learning import scoring
from agents.learning.rows import Rows
from agents.learning.seen import SEEN
from gangzzz_env.games.gangzzz.state import Decision

ROWS = Rows(np)


class Linear:
    """A layer of torch.nn.Linear's arithmetic."""

    def __init__(self, weights: Mapping[str, np.ndarray], name: str):
        self.weight = np.ascontiguousarray(weights[f"{name}.weight"].T)
        self.bias = weights.get(f"{name}.bias", 0.0)

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """[n, outputs] of inputs [n, inputs]."""
        return inputs @ self.weight + self.bias


class Head:
    """Scores the actions of one section, as `network.ActionHead`."""

    def __init__(self, weights: Mapping[str, np.ndarray], name: str, actions: str, targets: str):
        self.targets, self.first = targets, scoring.ACTIONS_OF[actions].first
        self.scale, self.action = weights[f"{name}.scale"], weights[f"{name}.action"]
        self.row, self.context, self.score = (Linear(weights, f"{name}.{k}") for k in ("row", "context", "score"))

    def __call__(self, observations: np.ndarray, trunk: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Games int64[m], actions int64[m], scores [m, SCORES], from observations [n, SEEN] and trunk [n, width]."""
        games, actions, rows = ROWS.of(self.targets, observations)
        hidden = self.row(rows * self.scale) + self.action[actions] + self.context(trunk)[games]
        return games, self.first + actions, self.score(np.maximum(hidden, 0.0))


class Trained:
    """The network of a checkpoint, in double precision.

    Args:
        weights: of `network.ActorCritic`, by name.

    Raises:
        KeyError, ValueError: one is missing, of another shape, or no number.
    """

    rows = ROWS

    def __init__(self, weights: Mapping[str, np.ndarray]):
        weights = {name: np.asarray(array, np.float64) for name, array in weights.items()}
        if not all(np.isfinite(array).all() for array in weights.values()):
            raise ValueError("a weight is no number")
        self.mean, self.scale, self.weights = weights["mean"], weights["scale"], weights["weights"]
        self._first, self._second = Linear(weights, "trunk.0"), Linear(weights, "trunk.2")
        self.passing, self.trust = Linear(weights, "passing"), Linear(weights, "trust")
        self.heads = [Head(weights, f"heads.{place}", *pair) for place, pair in enumerate(scoring.PAIRS)]
        self._score(np.zeros((1, SEEN)), range(len(Decision)))  # every layer once, so that no shape is wrong later

    def trunk(self, facts: np.ndarray) -> np.ndarray:
        """[n, width] of facts [n, columns]."""
        return np.maximum(self._second(np.maximum(self._first(facts), 0.0)), 0.0)

    def logits(self, inputs: np.ndarray) -> np.ndarray:
        """Logits float64[n, actions] of inputs int8[n, SEEN]."""
        observations = inputs.astype(np.float64)
        return self._score(observations, scoring.decisions_in(self, observations))

    def _score(self, observations: np.ndarray, decisions) -> np.ndarray:
        facts = scoring.facts(self, observations)
        return scoring.scores(self, observations, facts, decisions) @ self.weights
