"""Several batches of games as one VecEnv, so that a training has games of several player counts at once."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.sb3 import BatchVecEnv, GameVecEnv


class JoinedGames(BatchVecEnv):
    """Batches side by side: the games of the first one come first.

    Args:
        parts: the batches, of one game and with the same opponents.
    """

    def __init__(self, parts: Sequence[GameVecEnv]):
        self.parts, self.render_mode = list(parts), None
        self._ends = np.cumsum([part.num_envs for part in self.parts])
        first = self.parts[0]
        super().__init__(int(self._ends[-1]), first.observation_space, first.action_space)

    @property
    def views(self) -> np.ndarray:
        """The games as their learners see them, records[n]."""
        return self._joined("views")

    @property
    def masks(self) -> np.ndarray:
        """What each learner may do now, int8[n, actions]."""
        return self._joined("masks")

    @property
    def action_masks(self) -> np.ndarray:
        """What each learner may do now, bool[n, actions]."""
        return self._joined("action_masks")

    def _joined(self, name: str) -> np.ndarray:
        return np.concatenate([getattr(part, name) for part in self.parts])

    def reset(self) -> np.ndarray:
        """Start all games; their observations int8[n, size]."""
        observations = np.concatenate([part.reset() for part in self.parts])
        self.reset_infos = self._infos()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Hand in the learners' actions, integers[n]."""
        for part, own in zip(self.parts, np.split(actions, self._ends[:-1])):
            part.step_async(own)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Play them, as `GameVecEnv` does."""
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts))
        self.reset_infos = self._infos()
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), sum(infos, [])

    def _infos(self) -> list[dict]:
        return [info for part in self.parts for info in part.reset_infos]

    def set_shares(self, shares: Sequence[float]) -> None:
        """How often each opponent is drawn in the games that begin from now on."""
        for part in self.parts:
            part.set_shares(shares)

    def get_state(self) -> list[dict[str, np.ndarray]]:
        """The games in play: of each batch, arrays by name."""
        return [part.get_state() for part in self.parts]

    def set_state(self, states: Sequence[dict[str, np.ndarray]]) -> np.ndarray:
        """Go on from what `get_state` said; returns the observations int8[n, size].

        Raises:
            TypeError, ValueError: it is of other batches.
        """
        if len(states) != len(self.parts):
            raise ValueError(f"the state is of {len(states)} batches, but these are {len(self.parts)}")
        observations = np.concatenate([part.set_state(state) for part, state in zip(self.parts, states)])
        self.reset_infos = self._infos()
        return observations
