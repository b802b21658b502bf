"""What greedy does in a position that a test has arranged."""

import numpy as np

from agents.greedy import Greedy
from tests.gangzzz.scene import Scene
from tests.gangzzz.table import look


def asked(scene: Scene) -> int:
    """The action of greedy for the player who is to move."""
    mask = np.zeros((1, 755), np.int8)
    mask[0, scene.legal()] = 1
    return int(Greedy().act(look(scene.states, scene.mover()), mask)[0])
