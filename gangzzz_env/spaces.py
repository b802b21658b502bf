"""What Gymnasium and PettingZoo are told of observations."""

import numpy as np
from gymnasium.spaces import Box, Dict

from gangzzz_env.game import Game


def observation_space(game: Game) -> Dict:
    """A seat's observation and the mask of its legal actions."""
    return Dict({"observation": Box(-128, 127, (game.observation_size,), np.int8), "action_mask": mask_space(game)})


def mask_space(game: Game) -> Box:
    """The mask of legal actions."""
    return Box(0, 1, (game.num_actions,), np.int8)
