"""The batch as a VecEnv of Stable-Baselines3: one learning seat in each game, agents in the others."""

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.vec_env import VecEnv

from gangzzz_env.arguments import read_count, read_seed
from gangzzz_env.game import Game
from gangzzz_env.reward import Reward, final_rewards, read_reward
from gangzzz_env.rng import seed_words
from gangzzz_env.seated import Seated

# Arrays that say where the games of a batch are.
IN_PLAY = ("states", "_seats", "_sits", "_episodes", "_owed")


class GameVecEnv(VecEnv):
    """Many games, each with one learner: a step plays every game on until its learner is to move or the game is over.

    A game that ends starts anew in the same step, with the learner in the next seat and opponents drawn again. What a
    learner gets for a decision is all that its seat gets until its next one; what it gets before its first decision
    comes with the first. `MaskablePPO("MlpPolicy", vec_env)` learns from it as it is: `action_masks`, bool[n, actions],
    is read by `env_method("action_masks")`. At the end of an episode, `infos[i]` holds `terminal_observation`, `seat`,
    `opponents` (their names, from the next seat on) and `win` (the reward `win`, whatever reward is learned from).

    `views` and `masks` are what the learners see the games by, for wrappers: read them, do not write them.

    Args:
        game: what is played.
        num_envs: how many games.
        opponents: names of agents, or agents by name; each other seat draws one of them for an episode.
        shares: how often each opponent is drawn; None for equally often.
        num_players: players of each game.
        rules: whatever `game.read_rules` takes.
        reward: `win`, `rank` or `margin`.
        seed: game i is seeded with `seed + i`; None draws one.

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
    ):
        num_envs = read_count("num_envs", num_envs)
        self.game, self.render_mode = game, None
        self.num_players = game.read_num_players(num_players)
        self.rules = game.read_rules(rules)
        self._reward = read_reward(reward)
        self._seed = _seed(seed)
        self._seated = Seated(game, _named(opponents, self._seed), num_envs)
        self._shares = _shares(shares, len(self._seated.agents))
        self._make_buffers(num_envs)
        size = (game.observation_size,)
        super().__init__(num_envs, Box(-128, 127, size, np.int8), Discrete(game.num_actions))

    def _make_buffers(self, n: int) -> None:
        game = self.game
        self._rules = np.repeat(self.rules.record(), n)
        self._players = np.full(n, self.num_players)
        self.states, self.views = np.zeros(n, game.state_dtype), np.zeros(n, game.state_dtype)
        self.masks = np.zeros((n, game.num_actions), np.int8)
        self._observations = np.zeros((n, game.observation_size), np.int8)
        self._movers, self._seats = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._sits = np.zeros((n, game.seats[1]), np.int64)
        self._episodes = np.zeros(n, np.int64)
        self._seat_rewards, self._over = np.zeros((n, game.seats[1])), np.zeros(n, np.bool_)
        self._owed, self._paid, self._dones = np.zeros(n), np.zeros(n), np.zeros(n, np.bool_)
        self._infos = [{} for _ in range(n)]
        self._actions = None  # given to step_async and not yet played

    @property
    def action_masks(self) -> np.ndarray:
        """What each learner may do now, bool[n, actions]."""
        return self.masks.astype(np.bool_)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The next `reset` seeds game i with `seed + i`; returns these seeds."""
        self._seed = _seed(seed)
        self._episodes[:] = 0
        return [self._seed + i for i in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        """Start all games, from the seed the first time, and play them on to their learners' first decisions.

        Returns:
            int8[n, size], a copy.
        """
        n, self._actions = self.num_envs, None
        if self._seed is not None:
            self._draw = np.random.default_rng(np.random.SeedSequence([self._seed, n]))
            seeds = np.stack([seed_words(self._seed + i) for i in range(n)])
            self.game.setup(self.states, np.arange(n), 0, n, self._players, self._rules, seeds)
            self._seed = None
        else:
            self.game.setup_next(self.states, np.arange(n), 0, n, self._players, self._rules)
        self.game.to_move(self.states, 0, n, self._movers)
        self._owed[:] = 0.0
        self._seat_anew(np.arange(n))
        self._play_on()
        self.reset_infos = [{} for _ in range(n)]
        return self._look()

    def step_async(self, actions: np.ndarray) -> None:
        """Hand in the learners' actions, integers[n].

        Raises:
            RuntimeError: before the first reset.
            TypeError, ValueError: they are of another shape or type, or one is illegal; no game has moved.
        """
        if not self.masks.any():
            raise RuntimeError("step() needs a game: call reset() first")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(
                f"actions must be {self.num_envs} integers, one a game, not {actions.dtype} of shape {actions.shape}"
            )
        for i, action in enumerate(actions.tolist()):
            if not 0 <= action < self.game.num_actions or not self.masks[i, action]:
                raise ValueError(f"action {action} is illegal in game {i}; action_masks says what is legal")
        self._actions = actions.astype(np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """Play them: observations int8[n, size], rewards float32[n], dones bool[n], infos; all are copies.

        Raises:
            RuntimeError: step_async() was not called since the last step or reset.
        """
        if self._actions is None:
            raise RuntimeError("step_wait() needs actions: call step_async() first")
        actions, self._actions = self._actions, None
        self._dones[:] = False
        self._infos = [{} for _ in range(self.num_envs)]
        self._apply(np.arange(self.num_envs), actions)
        self._play_on()
        going_on = ~self._dones
        self._paid[going_on] = self._owed[going_on]
        self._owed[going_on] = 0.0
        return self._look(), self._paid.astype(np.float32), self._dones.copy(), self._infos

    def _play_on(self) -> None:
        """Let the agents play until every learner is to move."""
        while True:
            waiting = np.flatnonzero(self._movers != self._seats)
            if not len(waiting):
                return
            games, actions = self._seated.decide(self.states, waiting, self._sits[waiting, self._movers[waiting]])
            self._apply(games, actions)

    def _apply(self, games: np.ndarray, actions: np.ndarray) -> None:
        n = len(games)
        self.game.apply(self.states, games, 0, n, actions, self._reward, self._seat_rewards, self._over)
        self._owed[games] += self._seat_rewards[np.arange(n), self._seats[games]]
        ended = np.sort(games[self._over[:n]])
        if len(ended):
            self._finish(ended)
        self.game.to_move(self.states, 0, self.num_envs, self._movers)

    def _finish(self, ended: np.ndarray) -> None:
        """Say how these games went and start the next ones."""
        n = len(ended)
        views, observations = np.zeros(n, self.game.state_dtype), np.zeros((n, self.game.observation_size), np.int8)
        self.game.look(self.states, ended, 0, n, self._seats[ended], views)
        self.game.observe(views, 0, n, observations)
        standings = np.zeros((n, self.game.seats[1], 2), np.int64)
        self.game.standings(self.states[ended], 0, n, standings)
        wins = np.zeros((n, self.game.seats[1]))
        final_rewards(int(Reward.WIN), standings, self.num_players, wins)
        for k, i in enumerate(ended.tolist()):
            seat = int(self._seats[i])
            others = [(seat + 1 + k) % self.num_players for k in range(self.num_players - 1)]
            self._infos[i] = {
                "terminal_observation": observations[k],
                "seat": seat,
                "opponents": tuple(self._seated.agents[self._sits[i, other]][0] for other in others),
                "win": float(wins[k, seat]),
                "TimeLimit.truncated": False,
            }
        self._paid[ended] = self._owed[ended]
        self._owed[ended] = 0.0
        self._dones[ended] = True
        self._episodes[ended] += 1
        self.game.setup_next(self.states, ended, 0, n, self._players, self._rules)
        self._seat_anew(ended)

    def _seat_anew(self, games: np.ndarray) -> None:
        """The learner's seat, another each episode, and the opponents of new episodes."""
        self._seats[games] = (games + self._episodes[games]) % self.num_players
        size = (len(games), self.game.seats[1])
        self._sits[games] = self._draw.choice(len(self._shares), size, p=self._shares)

    def _look(self) -> np.ndarray:
        """Views, masks and observations of the learners; every one is to move."""
        n = self.num_envs
        self.game.see(self.states, np.arange(n), 0, n, self.views, self.masks, self._movers)
        self.game.observe(self.views, 0, n, self._observations)
        return self._observations.copy()

    def get_state(self) -> dict:
        """The games in play, copied: arrays by name, and `draw`, the state of the generator that seats opponents."""
        arrays = {name: getattr(self, name).copy() for name in IN_PLAY}
        return arrays | {"draw": self._draw.bit_generator.state}

    def set_state(self, state: dict) -> np.ndarray:
        """Go on from what `get_state` said, of a batch that was made alike; returns the observations int8[n, size]."""
        for name in IN_PLAY:
            getattr(self, name)[:] = state[name]
        self._actions = None
        self._draw = np.random.default_rng()
        self._draw.bit_generator.state = state["draw"]
        self._seed = None
        self.game.to_move(self.states, 0, self.num_envs, self._movers)
        return self._look()

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices=None) -> list:
        """An attribute for each game: its row of `action_masks`, otherwise the same for all."""
        value = getattr(self, attr_name)
        games = self._get_indices(indices)
        return [value[i] for i in games] if attr_name == "action_masks" else [value for _ in games]

    def set_attr(self, attr_name: str, value, indices=None) -> None:
        """Set an attribute of the batch; there are no single environments whose attributes could differ."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs) -> list:
        """`action_masks` of each game: bool[actions]. There are no single environments with other methods."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of a batch have no method {method_name!r}, only 'action_masks'")
        return self.get_attr(method_name, indices)

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        """False for each game: they are in no wrapper."""
        return [False for _ in self._get_indices(indices)]


def _seed(seed: int | None) -> int:
    """A seed, checked; a random one for None."""
    return np.random.SeedSequence().entropy if read_seed(seed) is None else int(seed)


def _named(opponents: Sequence[str] | Mapping[str, object], seed: int) -> list[tuple[str, object]]:
    """Opponents with their names; those who are only named are made."""
    if isinstance(opponents, str) or not len(opponents):
        raise ValueError(f"opponents is {opponents!r}, but must be a list of names, or agents by name")
    if isinstance(opponents, Mapping):
        return list(opponents.items())
    from agents import make_agent

    return [(name, make_agent(name, seed + place)) for place, name in enumerate(opponents)]


def _shares(shares: Sequence[float] | None, count: int) -> np.ndarray:
    """How often each opponent is drawn, as probabilities f8[count]."""
    shares = np.ones(count) if shares is None else np.asarray(shares, np.float64)
    if shares.shape != (count,) or not (shares >= 0).all() or not shares.sum() > 0:
        raise ValueError(f"shares is {shares.tolist()}, but must be {count} numbers from 0 on, not all 0")
    return shares / shares.sum()
