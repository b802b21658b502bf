"""The batch as a VecEnv of Stable-Baselines3: one learning seat in each game, agents in the others."""

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from gangzzz_env.arguments import read_seed
from gangzzz_env.game import Game
from gangzzz_env.recorder import Recorder
from gangzzz_env.single import SingleSeatGames


class BatchVecEnv(VecEnv):
    """A VecEnv whose games are one batch: there are no single environments with attributes and methods of their own."""

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices=None) -> list:
        """An attribute for each game: its row of `action_masks`, otherwise the same for all."""
        value, games = getattr(self, attr_name), self._get_indices(indices)
        return [value[i] for i in games] if attr_name == "action_masks" else [value for _ in games]

    def set_attr(self, attr_name: str, value, indices=None) -> None:
        """Set an attribute of the batch."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs) -> list:
        """`action_masks` of each game: bool[actions]."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of a batch have no method {method_name!r}, only 'action_masks'")
        return self.get_attr(method_name, indices)

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        """False for each game: they are in no wrapper."""
        return [False for _ in self._get_indices(indices)]


class GameVecEnv(BatchVecEnv):
    """Many games, each with one learner: a step plays every game on until its learner is to move or the game is over.

    A game that ends starts anew in the same step, with the learner in the next seat and opponents drawn again. What a
    learner gets for a decision is all that its seat gets until its next one; what it gets before its first decision
    comes with the first. `MaskablePPO("MlpPolicy", vec_env)` learns from it as it is: `action_masks`, bool[n, actions],
    is read by `env_method("action_masks")`. At the end of an episode, `infos[i]` holds `terminal_observation`, `seat`,
    `opponents` (their names, from the next seat on) and `win` (the reward `win`, whatever reward is learned from).

    Args:
        game: what is played.
        num_envs: how many games.
        opponents: names of agents, or agents by name; each other seat draws one of them for an episode.
        shares: how often each opponent is drawn; None for equally often.
        num_players: players of each game.
        rules: whatever `game.read_rules` takes.
        reward: `win`, `rank` or `margin`.
        seed: game i is seeded with `seed + i`; None draws one.
        seat: of every learner; None for another one each episode.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Sequence[str] | Mapping[str, object] = ("greedy",),
        shares: Sequence[float] | None = None,
        num_players: int = 2,
        rules=None,
        reward: str = "win",
        seed: int | None = None,
        seat: int | None = None,
    ):
        mode = AutoresetMode.SAME_STEP
        self._games = SingleSeatGames(game, num_envs, opponents, shares, num_players, rules, reward, seat, mode)
        self.render_mode, self._actions = None, None
        size = (game.observation_size,)
        super().__init__(self._games.num_envs, Box(-128, 127, size, np.int8), Discrete(game.num_actions))
        self.seed(seed)

    @property
    def views(self) -> np.ndarray:
        """The games as their learners see them, records[n]: a buffer, to read."""
        return self._games.views

    @property
    def masks(self) -> np.ndarray:
        """What each learner may do now, int8[n, actions]: a buffer, to read."""
        return self._games.masks

    @property
    def action_masks(self) -> np.ndarray:
        """What each learner may do now, bool[n, actions]."""
        return self._games.masks != 0

    def seed(self, seed: int | None = None) -> Sequence[int]:
        """The next `reset` seeds game i with `seed + i`, None draws one; returns these seeds."""
        return super().seed(read_seed(seed))

    def reset(self) -> np.ndarray:
        """Start all games, from the seed the first time, and play them on to their learners' first decisions.

        Returns:
            int8[n, size], a copy.
        """
        self._games.reset(np.arange(self.num_envs), self._seeds)
        self._reset_seeds()
        self._actions = None
        self.reset_infos = [self._games.info(i) for i in range(self.num_envs)]
        return self._games.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Hand in the learners' actions, integers[n].

        Raises:
            ResetNeeded: before the first reset.
            TypeError, ValueError: they are of another shape or type, or one is illegal; no game has moved.
        """
        self._actions = self._games.read_actions(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Play them: observations int8[n, size], rewards float32[n], dones bool[n], infos; all are copies.

        Raises:
            RuntimeError: step_async() was not called since the last step or reset.
        """
        if self._actions is None:
            raise RuntimeError("step_wait() needs actions: call step_async() first")
        games, infos = self._games, [{} for _ in range(self.num_envs)]
        games.step(self._actions)
        self._actions = None
        for i, end in games.ends.items():
            infos[i] = {"terminal_observation": games.finals[i].copy(), "TimeLimit.truncated": False, **end}
        for i in games.begun:
            self.reset_infos[i] = games.info(i)
        return games.observations.copy(), games.rewards.astype(np.float32), games.dones.copy(), infos

    def set_shares(self, shares: Sequence[float]) -> None:
        """How often each opponent is drawn in the games that begin from now on.

        Raises:
            TypeError, ValueError: they are not numbers from 0 on, one for each opponent, or all are 0.
        """
        self._games.set_shares(shares)

    def record(self) -> Recorder:
        """Write down the games from where they are now on.

        Raises:
            ResetNeeded: there is no game yet.
        """
        return self._games.record()

    def get_state(self) -> dict[str, np.ndarray]:
        """The games in play: arrays by name, copied."""
        return self._games.get_state()

    def set_state(self, state: dict[str, np.ndarray]) -> np.ndarray:
        """Go on from what `get_state` said, of a batch that was made alike; returns the observations int8[n, size].

        Raises:
            TypeError, ValueError: it is of another batch; no game has been touched.
        """
        self._games.set_state(state)
        self.reset_infos = [self._games.info(i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._actions = None
        return self._games.observations.copy()
