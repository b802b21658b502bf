"""Many games at once: one stepper for every game, with a thread pool, automatic reset and the seats' rewards."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from gangzzz_env.arguments import read_count, read_seed
from gangzzz_env.game import Game
from gangzzz_env.reward import read_reward
from gangzzz_env.rng import seed_words


class VectorGame:
    """A batch of games of one kind, each waiting for its seat to move; a game that ends starts anew in the same step.

    Game i is seeded with `seed + i`, and goes on from its own generators when it is reset without a seed. All arrays
    that `reset` and `step` return are buffers of this object, written anew by the next call: copy what is kept.

    Args:
        game: what is played.
        num_envs: games of the batch.
        num_players: players of each game.
        rules: whatever `game.read_rules` takes.
        reward: `win`, `rank` or `margin`.
        seed: of the first game; None draws one.
        threads: workers; None takes one for each core.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    def __init__(self, game: Game, num_envs: int, num_players: int, rules=None, reward="win", seed=None, threads=None):
        self.game = game
        self.num_envs = read_count("num_envs", num_envs)
        self.num_players = game.read_num_players(num_players)
        self.rules = game.read_rules(rules)
        self.threads = read_count("threads", os.cpu_count() if threads is None else threads)
        self._reward = read_reward(reward)
        self._seed = read_seed(seed)
        self._rules = np.repeat(self.rules.record(), num_envs)
        self._players = np.full(num_envs, self.num_players)
        self._all = np.arange(num_envs)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.states = np.zeros(num_envs, game.state_dtype)
        self.views = np.zeros(num_envs, game.state_dtype)
        self.finals = np.zeros(num_envs, game.state_dtype)
        self.masks = np.zeros((num_envs, game.num_actions), np.int8)
        self._shown_masks = np.zeros_like(self.masks)  # what users write into; `masks` says what is legal
        self.observations = np.zeros((num_envs, game.observation_size), np.int8)
        self.movers = np.zeros(num_envs, np.int64)
        self.rewards = np.zeros((num_envs, game.seats[1]))
        self.over = np.zeros(num_envs, np.bool_)
        self._is_reset = False

    def reset(self, seed: int | None = None) -> tuple[dict, dict]:
        """Start all games; without a seed, the first call takes the constructor's, later ones go on.

        Returns:
            {"observation": int8[n, size], "action_mask": int8[n, actions]} of the seats to move, and
            {"movers": int64[n]}.

        Raises:
            TypeError, ValueError: the seed is not a non-negative integer.
        """
        seed = read_seed(seed)
        if seed is None and not self._is_reset:
            seed = np.random.SeedSequence().entropy if self._seed is None else self._seed
        if seed is None:
            self._run(self.game.setup_next, self.states, self._all, self._players, self._rules)
        else:
            seeds = np.stack([seed_words(seed + i) for i in range(self.num_envs)])
            self._run(self.game.setup, self.states, self._all, self._players, self._rules, seeds)
        self._is_reset = True
        return self._look()

    def step(self, actions: np.ndarray) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Play an action in every game.

        Args:
            actions: integers[n], each legal for the seat to move.

        Returns:
            The observations as `reset` does; rewards float64[n, seats], with as many columns as the game has seats at
            most; terminations bool[n]; truncations bool[n], all False; and {"movers": int64[n], "final_states":
            records[n], those of games that ended}.

        Raises:
            RuntimeError: before the first reset.
            TypeError, ValueError: actions of another shape or type, or an illegal one; no game has moved.
        """
        actions = self._read_actions(actions)
        self._apply(actions)
        ended = np.flatnonzero(self.over)
        if len(ended):
            self.finals[ended] = self.states[ended]
            self.game.setup_next(self.states, ended, 0, len(ended), self._players, self._rules)
        observations, infos = self._look()
        return observations, self.rewards, self.over, np.zeros(self.num_envs, np.bool_), infos

    def close(self) -> None:
        """End the worker threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _read_actions(self, actions) -> np.ndarray:
        if not self._is_reset:
            raise RuntimeError("step() needs a game: call reset() first")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(
                f"actions must be {self.num_envs} integers, one a game, not {actions.dtype} of shape {actions.shape}"
            )
        outside = (actions < 0) | (actions >= self.game.num_actions)
        illegal = outside | (self.masks[self._all, np.where(outside, 0, actions)] == 0)
        if illegal.any():
            i = int(np.flatnonzero(illegal)[0])
            raise ValueError(self._what_is_illegal(i, int(actions[i])))
        return actions.astype(np.int64)

    def _what_is_illegal(self, i: int, action: int) -> str:
        last, seat = self.game.num_actions - 1, int(self.movers[i])
        if not 0 <= action <= last:
            return f"action {action} of game {i} is out of range; an action is an integer in 0-{last}"
        words = self.game.action_name(self.num_players, seat, action)
        why = self.game.why_illegal(self.views[i], action)
        return f"seat {seat} of game {i} may not play action {action}, {words}: {why}"

    def _apply(self, actions: np.ndarray) -> None:
        def chunk(low, high):
            self.game.apply(self.states, self._all, low, high, actions, self._reward, self.rewards, self.over)

        self._in_chunks(chunk)

    def _look(self) -> tuple[dict, dict]:
        def chunk(low, high):
            self.game.see(self.states, self._all, low, high, self.views, self.masks, self.movers)
            self.game.observe(self.views, low, high, self.observations)
            self._shown_masks[low:high] = self.masks[low:high]

        self._in_chunks(chunk)
        observations = {"observation": self.observations, "action_mask": self._shown_masks}
        return observations, {"movers": self.movers, "final_states": self.finals}

    def _run(self, function, states, games, *arrays) -> None:
        self._in_chunks(lambda low, high: function(states, games, low, high, *arrays))

    def _in_chunks(self, function) -> None:
        """Call function(low, high) over slices of the batch, in parallel."""
        if self._pool is None:
            function(0, self.num_envs)
            return
        ends = np.linspace(0, self.num_envs, self.threads + 1).astype(int).tolist()
        for done in [self._pool.submit(function, low, high) for low, high in zip(ends, ends[1:])]:
            done.result()
