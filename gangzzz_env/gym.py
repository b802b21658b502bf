"""One learning seat against agents, as Gymnasium's Env and as its VectorEnv."""

from collections.abc import Mapping, Sequence

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from gangzzz_env.arguments import read_action, read_autoreset_mode, read_reset_mask, read_seed, read_seeds
from gangzzz_env.game import Game
from gangzzz_env.recorder import Recorder
from gangzzz_env.render import FPS, RENDER_MODES, Shown, read_render_mode
from gangzzz_env.replay import Replay
from gangzzz_env.single import SingleSeatGames
from gangzzz_env.spaces import observation_space

ONLY = np.zeros(1, np.int64)


class SingleSeatEnv(gymnasium.Env):
    """One game with a learner in one seat; `step` plays on until it is to move again, or the game is over.

    An observation is `{"observation": int8[size], "action_mask": int8[actions]}`, fresh arrays that belong to the
    caller; when the game is over, the mask is all ones. `action_masks()` is the same mask as sb3-contrib asks for it;
    through wrappers it is `env.get_wrapper_attr("action_masks")()`. The infos of `reset` say the learner's `seat` and
    the names of its `opponents`, from the next seat on, those of the last step also `win`, the reward `win`.

    An illegal action loses and ends the episode, as in the PettingZoo environment, since `action_space.sample()` knows
    no mask: the reward is -1, whatever is learned from, the game does not move, and `info["illegal"]` names the rule.
    `action_space.sample(observation["action_mask"])` is legal.

    Args:
        game: what is played.
        opponents: names of agents, or agents by name; each other seat draws one of them for an episode.
        shares: how often each opponent is drawn; None for equally often.
        num_players: players of each game.
        rules: whatever `game.read_rules` takes.
        reward: `win`, `rank` or `margin`.
        seat: where the learner sits; None for another seat each episode.
        render_mode: `ansi` (render() returns text), `rgb_array` (it returns an image), `human` (every position of the
            learner's is shown in a window) or None.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str] | Mapping[str, object] = ("greedy",),
        shares: Sequence[float] | None = None,
        num_players: int = 2,
        rules=None,
        reward: str = "win",
        seat: int | None = None,
        render_mode: str | None = None,
    ):
        self.render_mode = read_render_mode(render_mode)
        disabled = AutoresetMode.DISABLED
        self._games = SingleSeatGames(game, 1, opponents, shares, num_players, rules, reward, seat, disabled)
        self._shown = Shown(game)
        self.observation_space = observation_space(game)
        self.action_space = Discrete(game.num_actions)

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple:
        """Start an episode: the first of this seed, or the one that follows, or a random one. Options are ignored.

        Raises:
            TypeError, ValueError: the seed is not a non-negative integer.
        """
        seed = read_seed(seed)
        super().reset(seed=seed)
        self._games.reset(ONLY, [seed])
        self._show()
        return self._observation(), self._games.info(0)

    def step(self, action) -> tuple:
        """Play an action, an integer; returns observation, reward, terminated, truncated (never) and info.

        Raises:
            ResetNeeded: there is no game yet, or it is over.
            TypeError, ValueError: it is not an integer, or out of range; the game does not move.
        """
        games = self._games
        if not games.is_started or games.over[0]:
            raise ResetNeeded("step() needs a game that is not over: call reset() first")
        action = read_action(action, games.game.num_actions)
        why = games.why_illegal(0, action)
        if why:
            games.forfeit(0, -1.0)
            info = games.ends[0] | {"illegal": why}
        else:
            games.step(np.array([action]))
            info = games.ends.get(0, {})
        self._show()
        return self._observation(), float(games.rewards[0]), bool(games.dones[0]), False, info

    def record(self) -> Recorder:
        """Write down the games from where they are now on.

        Raises:
            ResetNeeded: there is no game yet.
        """
        return self._games.record()

    def replay(self) -> Replay:
        """The game up to now, since `record()` or the reset after it: what `env_method("replay")` asks of environments
        in other processes.

        Raises:
            ResetNeeded: there is no game yet.
            ValueError: nobody has called `record()`.
        """
        return self._games.replay(0)

    def action_masks(self) -> np.ndarray:
        """What the learner may do now, bool[actions].

        Raises:
            ResetNeeded: there is no game yet.
        """
        if not self._games.is_started:
            raise ResetNeeded("action_masks() needs a game: call reset() first")
        return self._games.masks[0] != 0

    def render(self) -> str | np.ndarray | None:
        """The game as the learner sees it: text (`ansi`), an image uint8[height, width, 3] (`rgb_array`), or in a
        window (`human`).

        Raises:
            ResetNeeded: there is no game yet.
            ImportError: the extra `picture` is not installed, which images need.
            RuntimeError: no window can be opened here.
        """
        view = self._games.views[0] if self._games.is_started else None
        return self._shown.render(view, self.render_mode, self.metadata["render_fps"])

    def _repr_svg_(self) -> str | None:
        """The game as the learner sees it, as an SVG file, which notebooks show; None before the first reset."""
        return self._games.game.draw(self._games.views[0]) if self._games.is_started else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._shown.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self):
        return {"observation": self._games.observations[0].copy(), "action_mask": self._games.masks[0].copy()}


class ArraySingleSeatEnv(SingleSeatEnv):
    """The same, but an observation is the array alone, int8[size], so that no network and no wrapper takes the mask
    for something that was seen; `action_masks()` says it. This is what Stable-Baselines3 learns from.
    """

    def __init__(self, game: Game, **settings):
        super().__init__(game, **settings)
        self.observation_space = self.observation_space["observation"]

    def _observation(self) -> np.ndarray:
        return self._games.observations[0].copy()


class SingleSeatVectorEnv(gymnasium.vector.VectorEnv):
    """Many of these games; agents are asked for all of them in one batch, and what `step` returns is the caller's.

    Game i plays as the single environment of seed `seed + i` does. In every mode a game that has ended and has not
    started anew has a mask of ones. The modes are Gymnasium's: `SameStep` starts it in the same step and gives its last
    observation as `infos["final_obs"][i]`, its info as `infos["final_info"]`; `NextStep` starts it in the next, which
    ignores its action; `Disabled` waits for `reset(options={"reset_mask": ...})`, and until then `step` is refused.

    An illegal action is an error that names the game, the seat and the rule; no game has moved.

    Args:
        game, opponents, shares, num_players, rules, reward, seat: as for `SingleSeatEnv`.
        num_envs: how many games.
        autoreset_mode: Gymnasium's `AutoresetMode` or its value.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponents: Sequence[str] | Mapping[str, object] = ("greedy",),
        shares: Sequence[float] | None = None,
        num_players: int = 2,
        rules=None,
        reward: str = "win",
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ):
        mode = read_autoreset_mode(autoreset_mode)
        self._games = SingleSeatGames(game, num_envs, opponents, shares, num_players, rules, reward, seat, mode)
        self.num_envs = self._games.num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = observation_space(game), Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: dict | None = None) -> tuple:
        """Start all games, or those of options["reset_mask"], a bool[n]; other options are ignored.

        Args:
            seed: game i takes `seed + i`, or the i-th of a list; a game without a seed goes on with its next episode.
            options: see above.

        Returns:
            The observations of all games, and the infos of those that started.

        Raises:
            ResetNeeded: the first reset is to start only some games.
            TypeError, ValueError: a seed or the mask is not what it should be; no game has been touched.
        """
        chosen, seeds = read_reset_mask(options, self.num_envs), read_seeds(seed, self.num_envs)
        if not self._games.is_started and len(chosen) < self.num_envs:
            raise ResetNeeded(
                "the first reset(), or one after a step was broken off, starts all games: call it without a reset_mask"
            )
        super().reset(seed=seeds[0])
        self._games.reset(chosen, [seeds[i] for i in chosen])
        return self._observations(), self._infos()

    def step(self, actions) -> tuple:
        """Play an action of every learner, integers[n].

        Returns:
            Observations, rewards float64[n], terminations bool[n], truncations bool[n] (never), infos.

        Raises:
            ResetNeeded: there is no game yet, or a game waits for `reset`.
            TypeError, ValueError: actions of another shape or type, or an illegal one; no game has moved.
        """
        games = self._games
        games.step(games.read_actions(actions))
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observations(), games.rewards.copy(), games.dones.copy(), truncations, self._infos()

    def record(self) -> Recorder:
        """Write down the games from where they are now on.

        Raises:
            ResetNeeded: there is no game yet.
        """
        return self._games.record()

    def action_masks(self) -> np.ndarray:
        """What each learner may do now, bool[n, actions]."""
        return self._games.masks != 0

    def _observations(self) -> dict[str, np.ndarray]:
        return {"observation": self._games.observations.copy(), "action_mask": self._games.masks.copy()}

    def _infos(self) -> dict:
        """What the single environments would say, gathered as Gymnasium does."""
        games, ends, infos = self._games, self._games.ends, {}
        if ends and games.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = {"final_obs": self._final_observations(), "_final_obs": games.dones.copy()}
            ends = {i: {"final_info": end} for i, end in ends.items()}
        for i, end in ends.items():
            infos = self._add_info(infos, end, i)
        for i in games.begun:
            infos = self._add_info(infos, games.info(i), i)
        return infos

    def _final_observations(self) -> np.ndarray:
        """The last observations of games that ended, objects[n]; None of the others."""
        finals, games = np.full(self.num_envs, None, object), self._games
        for i in games.ends:
            finals[i] = {"observation": games.finals[i].copy(), "action_mask": np.ones_like(games.masks[i])}
        return finals
