"""Many games at once: one stepper for every game, with threads, automatic reset and the seats' rewards."""

import copy
import os

import numpy as np
from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode

from gangzzz_env.arguments import (
    read_actions,
    read_autoreset_mode,
    read_count,
    read_flag,
    read_for_each,
    read_games,
    read_reset_mask,
    read_seeds,
)
from gangzzz_env.final import final_obs, observe_seats
from gangzzz_env.game import Game
from gangzzz_env.recorder import Recorder
from gangzzz_env.records import copied, put, rules_records, take
from gangzzz_env.restart import Restart
from gangzzz_env.reward import read_reward
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import choose_for_movers, first_illegal, start_each
from gangzzz_env.spaces import BatchSpaces
from gangzzz_env.workers import Workers

NO_GAMES = np.zeros(0, np.int64)
NO_ACTION = -1  # what a finished game is given when it is to stay as it is
RESTARTS = {
    AutoresetMode.DISABLED: Restart.NEVER,
    AutoresetMode.NEXT_STEP: Restart.NEXT_STEP,
    AutoresetMode.SAME_STEP: Restart.SAME_STEP,
}
# With observations and without, how many games are worth a thread: to hand over fewer takes longer than to play them.
SMALLEST_PART = {True: 64, False: 1024}
# Arrays that say where the games of a batch are.
IN_PLAY = ("states", "_views", "masks", "movers", "_randoms")


class VectorGame(BatchSpaces):
    """A batch of games of one kind, each waiting for its seat to move, in the words of Gymnasium's vector environments.

    When a game ends, `autoreset_mode` says what follows. A finished game has no seat to move (-1), a mask of ones, and
    what a spectator sees for an observation; `observe_seats` says what its seats see.

    - SAME_STEP: the next game starts in the same step. `infos` then has `final_obs`: for each game that ended (None for
      the others), `{"observation": int8[seats, size], "action_mask": int8[seats, actions]}`, what every seat sees of
      the end, with a mask of ones; seats that the game does not have see zeros. These arrays are the caller's to keep.
      `final_states`, records[n], are the finished games themselves, valid where `_final_obs`, bool[n], says so; they
      are a buffer.
    - NEXT_STEP: the next game starts in the next step, which ignores the finished game's action (any in range), and
      gives it the reward 0.
    - DISABLED: nothing, until `reset(options={"reset_mask": bool[n]})` names the game. The other games go on if a
      finished one is given `NO_ACTION`, -1; any other action for it is an error. It stays terminated, with reward 0.

    Game i is seeded with `seed + i`, and goes on from its own generators when it is reset without a seed: what it deals
    depends neither on the other games, nor on the mode, nor on the threads.

    All arrays that `reset`, `step` and `sample_actions` return are buffers of this object, never read again, written
    anew by the next call: copy what is kept. `states`, `views`, `masks` and `movers` are the batch's own: read them, do
    not write them. `num_players` and `rules` are lists, an entry a game.

    Args:
        game: what is played.
        num_envs: games of the batch.
        num_players: players of each game; one number for all, or a list with one for each.
        rules: whatever `game.read_rules` takes, for all, or a list with one for each.
        reward: `win`, `rank` or `margin`.
        seed: of the first game, or a list with one for each; None draws one.
        threads: how many share the work; None takes one for each core.
        autoreset_mode: a member of `gymnasium.vector.AutoresetMode` or its value.
        observe: False leaves out observations, which then are masks only, and makes `views` when they are asked for.
        checked: whether `step` refuses illegal actions, by default in a batch of any size, as it takes about 1 % of a
            step; without it an illegal action breaks its game, or the process.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        num_players=2,
        rules=None,
        reward: str = "win",
        seed=None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        observe: bool = True,
        checked: bool = True,
    ):
        self.game = game
        self.num_envs = read_count("num_envs", num_envs)
        self.num_players = read_for_each("num_players", num_players, num_envs, game.read_num_players)
        self.rules = read_for_each("rules", rules, num_envs, game.read_rules)
        self.threads = read_count("threads", os.cpu_count() if threads is None else threads)
        self.autoreset_mode = read_autoreset_mode(autoreset_mode)
        self.metadata = {"name": game.name, "autoreset_mode": self.autoreset_mode}
        self.checked = read_flag("checked", checked)
        self._observe = read_flag("observe", observe)
        self._reward = read_reward(reward)
        self._seeds = read_seeds(seed, num_envs)
        self._workers = Workers(self.threads, SMALLEST_PART[self._observe])
        self._players = np.array(self.num_players)
        self._rules = rules_records(self.rules)
        self._make_buffers()
        self._is_reset = self._is_closed = False
        self._recorder, self._dealt = None, {}

    def _make_buffers(self) -> None:
        game, n = self.game, self.num_envs
        self.states, self._views = np.zeros(n, game.state_dtype), np.zeros(n, game.state_dtype)
        self.masks, self.movers = np.zeros((n, game.num_actions), np.int8), np.zeros(n, np.int64)
        self._randoms = np.zeros((n, 4), np.uint32)  # generators of `sample_actions`
        self._all, self._finished = np.arange(n), NO_GAMES
        self._make_shown()

    def _make_shown(self) -> None:
        """The buffers that users get and may write into."""
        game, n = self.game, self.num_envs
        self._observations = np.zeros((n if self._observe else 0, game.observation_size), np.int8)
        self._shown_masks, self._shown_movers = np.zeros_like(self.masks), np.zeros_like(self.movers)
        self._rewards = np.zeros((n, game.seats[1]))
        self._terminations, self._truncations = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._finals, self._sampled = np.zeros(n, game.state_dtype), np.zeros(n, np.int64)

    @property
    def views(self) -> np.ndarray:
        """What the seat to move may know of each game's record, records[n]; a spectator's view of a finished game."""
        if not self._observe:
            seats = np.where(self.movers >= 0, self.movers, self.game.seats[1])
            self.game.look(self.states, self._all, 0, self.num_envs, seats, self._views)
        return self._views

    def reset(self, seed=None, options: dict | None = None) -> tuple[dict, dict]:
        """Start games; without a seed, the first call takes the constructor's, later ones go on.

        Args:
            seed: of the first game (seed + i for game i), or a list of a seed or None for each game.
            options: `reset_mask`, bool[n], says which games; without it, all. Others are ignored.

        Returns:
            {"observation": int8[n, size], "action_mask": int8[n, actions]} of the seats to move, and
            {"movers": int64[n]}.

        Raises:
            RuntimeError: the batch is closed, or only some games are to be reset and there are none yet.
            TypeError, ValueError: a seed is not a non-negative integer, or the seeds or the mask are of another shape.
        """
        self._refuse_if_closed("reset")
        games = read_reset_mask(options, self.num_envs)
        seeds = None if seed is None else read_seeds(seed, self.num_envs)
        if not self._is_reset:
            if len(games) < self.num_envs:
                raise RuntimeError("reset_mask needs games: call reset() without it first")
            seeds = self._first_seeds(seeds)
        self._start(games, seeds)
        self._is_reset = True
        self._note_begun(games)
        return self._look()

    def step(self, actions: np.ndarray) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Play an action in every game.

        Args:
            actions: integers[n], each legal for the seat to move.

        Returns:
            The observations as `reset` does; rewards float64[n, seats], with as many columns as the game has seats at
            most; terminations bool[n]; truncations bool[n], all False; and {"movers": int64[n]}, with `final_obs`,
            `_final_obs` and `final_states` in steps in which a game ends and another starts.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
            TypeError, ValueError: actions of another shape or type, or an illegal one; no game has moved.
        """
        actions, waiting = self._read_actions(actions), self._finished
        restart, self._dealt = RESTARTS[self.autoreset_mode], {}
        if self._recorder is not None:
            playing = np.flatnonzero(self.movers >= 0)
            self._recorder.note(playing, actions[playing])

        def advance(low, high):
            self.game.advance(
                *(self.states, self._players, self._rules, low, high, actions, self._reward, int(restart)),
                *(self._rewards, self._terminations, self._finals, self.movers, self._views, self.masks),
                *(self._shown_masks, self._observations),
            )

        self._workers.run(self.num_envs, advance)
        self._truncations[:] = False
        observations, infos = self._show()
        ended = self._terminations.nonzero()[0] if restart == Restart.SAME_STEP else NO_GAMES
        infos |= self._final(ended)
        if restart != Restart.NEVER:
            self._note_begun(np.concatenate([waiting, ended]))
        return observations, self._rewards, self._terminations, self._truncations, infos

    def sample_actions(self) -> np.ndarray:
        """A uniformly random legal action of each game, int64[n], to be given to `step`.

        Each game has a generator of its own for this, which starts when the game is reset with a seed: random play of a
        seed is the same in any batch, mode and number of threads. A finished game gets 0, or `NO_ACTION` in DISABLED.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
        """
        self._refuse_without_games("sample_actions")
        idle = NO_ACTION if self.autoreset_mode is AutoresetMode.DISABLED else 0
        choose_for_movers(self._randoms, self.masks, self.movers, 0, self.num_envs, idle, self._sampled)
        return self._sampled

    def observe_seats(self, games=None) -> np.ndarray:
        """What every seat sees of these games now, int8[k, seats, size]; zeros for seats that a game does not have.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
            TypeError, ValueError: there are no such games.
        """
        self._refuse_without_games("observe_seats")
        return observe_seats(self.game, self.states, read_games(games, self.num_envs), self._workers)

    def get_states(self, games=None) -> np.ndarray:
        """The true states of these games, secrets and dice to come included: records[k], copies.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
            TypeError, ValueError: there are no such games.
        """
        self._refuse_without_games("get_states")
        return take(self.states, read_games(games, self.num_envs))

    def set_states(self, states: np.ndarray, games=None) -> tuple[dict, dict]:
        """Go on from states, records[k] as `get_states` returns them, of this batch or another, in these games.

        The game that follows has the players and rules of its place in the batch.

        Returns:
            What `reset` does.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
            TypeError, ValueError: they are no states of this game (views are none), one for each game, or there are no
                such games, or one is named twice. No game has been touched.
        """
        self._refuse_without_games("set_states")
        games = read_games(games, self.num_envs)
        if not isinstance(states, np.ndarray) or states.dtype != self.game.state_dtype or states.shape != games.shape:
            raise TypeError(f"states must be {len(games)} records of {self.game.name}, as get_states() returns them")
        if len(np.unique(games)) < len(games):
            raise ValueError("games names a game twice, but each takes one state")
        self.game.refuse_views(states)
        put(self.states, games, states)
        self._dealt = {k: seed for k, seed in self._dealt.items() if k not in games}
        self._note_begun(games)
        return self._look()

    def record(self) -> Recorder:
        """Write down every game from where it is now on, instead of in an earlier `record()`.

        Raises:
            RuntimeError: before the first reset, or when the batch is closed.
        """
        self._refuse_without_games("record")
        self._recorder = Recorder(self.game, self.states, self._dealt)
        return self._recorder

    def copy(self) -> "VectorGame":
        """A batch with the same games, dice to come and sampler included, that goes its own way; nobody records it."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo):
        twin = copy.copy(self)
        for name in IN_PLAY:
            setattr(twin, name, copied(getattr(self, name)))
        for name, value in vars(self).items():
            if isinstance(value, (Space, Workers)):
                setattr(twin, name, copy.deepcopy(value))
        twin._recorder = None
        twin._make_shown()
        return twin

    def __getstate__(self):
        return vars(self) | {"_recorder": None}  # nobody records a copy

    def close(self) -> None:
        """End the threads; the batch cannot be used any more."""
        self._workers.close()
        self._is_closed = True

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _refuse_if_closed(self, method: str) -> None:
        if self._is_closed:
            raise RuntimeError(f"{method}() needs an open batch, and this one has been closed")

    def _refuse_without_games(self, method: str) -> None:
        self._refuse_if_closed(method)
        if not self._is_reset:
            raise RuntimeError(f"{method}() needs games: call reset() first")

    def _read_actions(self, given) -> np.ndarray:
        self._refuse_without_games("step")
        actions = read_actions(given, self.num_envs)
        if not self.checked:
            return actions
        if self.autoreset_mode is AutoresetMode.DISABLED and len(self._finished):
            self._refuse_actions_of_finished(actions)
            actions[self._finished] = 0
        illegal = first_illegal(self.masks, actions)
        if illegal >= 0:
            raise ValueError(self._what_is_illegal(illegal, int(actions[illegal])))
        return actions

    def _refuse_actions_of_finished(self, actions: np.ndarray) -> None:
        acting = self._finished[actions[self._finished] != NO_ACTION]
        if len(acting):
            raise ValueError(
                f"action {actions[acting[0]]} of game {acting[0]}, which is over: start it anew with "
                f'reset(options={{"reset_mask": ...}}), or pass {NO_ACTION} to let the others go on'
            )

    def _what_is_illegal(self, i: int, action: int) -> str:
        last, seat = self.game.num_actions - 1, int(self.movers[i])
        if not 0 <= action <= last:
            whose = f"seat {seat} of game {i}" if seat >= 0 else f"game {i}, which is over,"
            return f"action {action} of {whose} is out of range; an action is an integer in 0-{last}"
        words = self.game.action_name(int(self.states["num_seats"][i]), seat, action)
        why = self.game.why_illegal(self.views[i], action)
        return f"seat {seat} of game {i} may not play action {action}, {words}: {why}"

    def _first_seeds(self, seeds: list | None) -> list[int]:
        """The seeds of the first reset: for games that it has none for, the constructor's, or seeds that are drawn."""
        drawn = np.random.SeedSequence().entropy
        choices = zip(seeds or self._seeds, self._seeds, range(drawn, drawn + self.num_envs))
        return [next(seed for seed in choice if seed is not None) for choice in choices]

    def _start(self, games: np.ndarray, seeds: list[int | None] | None = None) -> None:
        """Start games anew, from their seeds, or from their own generators where there is none."""
        self._dealt = {k: seed for k, seed in self._dealt.items() if k not in games}
        seeded = np.array([] if seeds is None else [i for i in games.tolist() if seeds[i] is not None], np.int64)
        if len(seeded):
            words = np.stack([seed_words(seeds[i]) for i in seeded.tolist()])
            start_each(self._randoms, seeded, words)
            self._set_up(self.game.setup, seeded, words)
            self._dealt |= {i: seeds[i] for i in seeded.tolist()}
            games = np.setdiff1d(games, seeded)
        if len(games):
            self._set_up(self.game.setup_next, games)

    def _note_begun(self, games: np.ndarray) -> None:
        if self._recorder is not None:
            self._recorder.begin(games, {k: seed for k, seed in self._dealt.items() if k in games})

    def _set_up(self, setup, games: np.ndarray, *words: np.ndarray) -> None:
        players, rules = self._players[games], take(self._rules, games)
        self._workers.run(len(games), lambda low, high: setup(self.states, games, low, high, players, rules, *words))

    def _look(self) -> tuple[dict, dict]:
        def look(low, high):
            if self._observe:
                self.game.see(self.states, self._all, low, high, self._views, self.masks, self.movers)
                self.game.observe(self._views, low, high, self._observations)
            else:
                self.game.to_move(self.states, low, high, self.movers)
                self.game.legal(self.states, low, high, self.masks)
            self._shown_masks[low:high] = self.masks[low:high]

        self._workers.run(self.num_envs, look)
        finished = np.flatnonzero(self.movers < 0)
        if len(finished):
            self.masks[finished] = self._shown_masks[finished] = 1
        return self._show()

    def _show(self) -> tuple[dict, dict]:
        self._finished = (self.movers < 0).nonzero()[0]
        np.copyto(self._shown_movers, self.movers)
        observations = {"observation": self._observations} if self._observe else {}
        return observations | {"action_mask": self._shown_masks}, {"movers": self._shown_movers}

    def _final(self, ended: np.ndarray) -> dict:
        """What `infos` says of games that ended and were followed by others."""
        if not len(ended):
            return {}
        infos = {"final_states": self._finals, "_final_states": self._terminations.copy()}
        if self._observe:
            infos["final_obs"] = final_obs(self.game, self._finals, ended, self._workers)
            infos["_final_obs"] = self._terminations.copy()
        return infos
