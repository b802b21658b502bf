"""A batch of games for SB3 as a network sees them."""

import numpy as np
from gymnasium.spaces import Box
from stable_baselines3.common.vec_env import VecEnvWrapper

from agents.learning.seen import SEEN, advice, standing


class Advised(VecEnvWrapper):
    """A batch of games whose observations are as a network sees them: `seen`."""

    def __init__(self, games, adviser: object | None):
        super().__init__(games, observation_space=Box(-128, 127, (SEEN,), np.int8))
        self.adviser = adviser

    def reset(self) -> np.ndarray:
        """int8[n, SEEN]."""
        return self.advise(self.venv.reset())

    def step_wait(self):
        """The step of the games, advised."""
        observations, *rest = self.venv.step_wait()
        return self.advise(observations), *rest

    def advise(self, observations: np.ndarray) -> np.ndarray:
        """Put the standing and the adviser's moves behind the observations of the seats that are to move now."""
        views = self.venv.views
        return np.concatenate([observations, standing(views), advice(views, self.venv.masks, self.adviser)], 1)
