"""Agents in the box: networks that were trained beforehand and come with the package, played by NumPy.

A folder here is an agent, and in it there is a checkpoint for each network, `config.json` and `weights.npz`, which
`agents.learning.pack` put there. The configuration says with how many players it was trained, and how it was made.
"""

from pathlib import Path

import numpy as np

from agents.learned import Learned

BOX = Path(__file__).parent


class Boxed:
    """An agent in the box; deterministic. Each view is for the network of as many players, or of the next number.

    Args:
        name: of the agent.
        seed: not used; all constructors of agents take one.

    Attributes:
        networks: `Learned` by number of players.
    """

    def __init__(self, name: str, seed: int = 0):
        found = [Learned(config.parent) for config in (BOX / name).glob("*/config.json")]
        if not found:
            raise ValueError(f"agent {name} is missing: {BOX / name} holds no network")
        found.sort(key=lambda learned: -len(learned.players))  # of two for the same number, the one that knows fewer
        self.networks = {players: learned for learned in found for players in learned.players}

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755]; games of different sizes may be mixed."""
        seats, actions = views["num_seats"], np.empty(len(views), np.int64)
        for players in np.unique(seats).tolist():
            rows = np.flatnonzero(seats == players)
            actions[rows] = self.network(players).act(views[rows], masks[rows])
        return actions

    def network(self, players: int) -> Learned:
        """The network that was trained with as many players, or with the next number, rather more than fewer."""
        return self.networks[min(self.networks, key=lambda trained: (abs(trained - players), -trained))]

    def differences(self, num_players: int, rules) -> list[str]:
        """What is other here than where its network was trained, a sentence each."""
        return self.network(num_players).differences(num_players, rules)
