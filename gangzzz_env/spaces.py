"""What Gymnasium and PettingZoo are told of observations and actions."""

from functools import cached_property

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector.utils import batch_space

from gangzzz_env.game import Game


def observation_space(game: Game) -> Dict:
    """A seat's observation and the mask of its legal actions."""
    return Dict({"observation": Box(-128, 127, (game.observation_size,), np.int8), "action_mask": mask_space(game)})


def mask_space(game: Game) -> Box:
    """The mask of legal actions."""
    return Box(0, 1, (game.num_actions,), np.int8)


class BatchSpaces:
    """The spaces of a batch with `game`, `num_envs` and `_observe`, made when asked for, as those of many are large."""

    @cached_property
    def single_observation_space(self) -> Dict:
        """Of one game."""
        return observation_space(self.game) if self._observe else Dict({"action_mask": mask_space(self.game)})

    @cached_property
    def single_action_space(self) -> Discrete:
        """Of one game."""
        return Discrete(self.game.num_actions)

    @cached_property
    def observation_space(self) -> Dict:
        """Of all games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> MultiDiscrete:
        """Of all games."""
        return batch_space(self.single_action_space, self.num_envs)
