"""Agents who sit at many games at once: all games of one agent that wait for a decision are asked in one batch."""

from collections.abc import Callable, Sequence

import numpy as np

from gangzzz_env.game import Game
from gangzzz_env.sample import first_illegal


def keep(games: np.ndarray, seated: np.ndarray, views: np.ndarray, masks: np.ndarray) -> None:
    """Leave masks as the rules have them."""


class Seated:
    """The agents at a batch of games.

    Args:
        game: what is played.
        agents: by name, with `act(views, masks) -> int64[n]`.
        num_games: the most games that decide at once.
        narrow: (games, seated, views, masks) takes actions out of the masks before the agents are asked; rows belong
            to the games, in which the agents `seated` are to move.
    """

    def __init__(self, game: Game, agents: Sequence[tuple[str, object]], num_games: int, narrow: Callable = keep):
        self.game, self.agents, self._narrow = game, list(agents), narrow
        self._views = np.zeros(num_games, game.state_dtype)
        self._masks = np.zeros((num_games, game.num_actions), np.int8)
        self._movers = np.zeros(num_games, np.int64)

    def decide(self, states: np.ndarray, games: np.ndarray, seated: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Ask for one decision in each of some games that wait for one.

        Args:
            states: records of all games.
            games: int64[m], which of them.
            seated: int64[m], the index of the agent who is to move in each.

        Returns:
            The games int64[m] in another order, which brings those of an agent side by side, and the actions int64[m].

        Raises:
            TypeError, ValueError: an agent's actions are no integers, or one is illegal; no game has moved.
        """
        order = np.argsort(seated, kind="stable")
        games, n = games[order], len(games)
        self.game.see(states, games, 0, n, self._views, self._masks, self._movers)
        self._narrow(games, seated[order], self._views[:n], self._masks[:n])
        bounds = np.searchsorted(seated[order], np.arange(len(self.agents) + 1))
        actions = np.empty(n, np.int64)
        for (name, agent), low, high in zip(self.agents, bounds, bounds[1:]):
            if low < high:
                given = agent.act(self._views[low:high], self._masks[low:high].copy())
                actions[low:high] = self._check(name, np.asarray(given), low, high)
        return games, actions

    def _check(self, name: str, actions: np.ndarray, low: int, high: int) -> np.ndarray:
        """The actions, if they are legal by the masks of rows [low, high)."""
        if actions.shape != (high - low,) or not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(
                f"agent {name} returned {actions.dtype} of shape {actions.shape}, "
                f"but must return {high - low} integers, one for each view"
            )
        actions = actions.astype(np.int64)
        illegal = first_illegal(self._masks[low:high], actions)
        if illegal >= 0:
            raise ValueError(f"agent {name} played {actions[illegal]}, which its mask does not allow")
        return actions
