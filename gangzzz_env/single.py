"""One learning seat in each of many games, agents in the others: what the Gymnasium and SB3 faces are made of."""

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from gangzzz_env.arguments import read_actions, read_count
from gangzzz_env.game import Game
from gangzzz_env.recorder import Recorder
from gangzzz_env.records import take
from gangzzz_env.replay import Replay
from gangzzz_env.reward import Reward, final_rewards, read_reward
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import first_illegal
from gangzzz_env.seated import Seated

# Arrays from which a batch goes on exactly as it would have.
IN_PLAY = ("states", "over", "_begun", "_owed", "_words", "_first", "_episodes", "_sits")


class SingleSeatGames:
    """Many games, each with one learner: a step plays every game on until its learner is to move or the game is over.

    The learner takes another seat each episode, seat `seed % num_players` in the first, and each other seat draws one
    of the opponents; both depend on the game's seed, the number of the episode and the shares alone. What a learner
    gets for a decision is all that its seat gets until its next one; what it gets before its first decision comes with
    the first.

    Args:
        game: what is played.
        num_envs: how many games.
        opponents: names of agents, or agents by name: objects with `act(views, masks)` as `agents.agent.Agent` says.
        shares: how often each opponent is drawn; None for equally often.
        num_players: players of each game.
        rules: whatever `game.read_rules` takes.
        reward: `win`, `rank` or `margin`.
        seat: of every learner in every episode; None for another one each episode.
        autoreset_mode: when a game that has ended starts anew.

    Attributes:
        views, masks int8[n, actions], observations int8[n, size]: the games as their learners see them; a game that is
            over has a mask of ones. Buffers, as all that follow: copy what is kept, write nothing.
        rewards float64[n], dones bool[n]: of the last step.
        ends: of each game that ended in the last step its `seat`, `opponents` (their names, from the next seat on) and
            `win` (the reward `win`, whatever `reward` is); a reset empties it.
        finals int8[n, size]: the last observations of these games, if they have started anew since.
        begun: the games that started in the last step or reset.
        over bool[n]: games that have ended and wait to be started anew.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Sequence[str] | Mapping[str, object],
        shares: Sequence[float] | None,
        num_players: int,
        rules,
        reward: str,
        seat: int | None,
        autoreset_mode: AutoresetMode,
    ):
        self.game = game
        self.num_envs = read_count("num_envs", num_envs)
        self.num_players = game.read_num_players(num_players)
        self.rules = game.read_rules(rules)
        self.seat = _read_seat(seat, self.num_players)
        self.autoreset_mode = autoreset_mode
        self._reward = read_reward(reward)
        self._seated = Seated(game, _named(opponents), self.num_envs)
        self._shares = _read_shares(shares, len(self._seated.agents))
        self._make_buffers(self.num_envs)
        self._recorder, self._dealt = None, {}
        self._is_broken_off = False

    def _make_buffers(self, n: int) -> None:
        game = self.game
        self._all, self._players = np.arange(n), np.full(n, self.num_players)
        self._rules = np.repeat(self.rules.record(), n)
        self.states, self.views = np.zeros(n, game.state_dtype), np.zeros(n, game.state_dtype)
        self.masks = np.zeros((n, game.num_actions), np.int8)
        self.observations, self.finals = np.zeros((2, n, game.observation_size), np.int8)
        self.rewards, self._owed, self._payments = np.zeros(n), np.zeros(n), np.zeros((n, game.seats[1]))
        self.dones, self.over, self._ended, self._begun = np.zeros((4, n), np.bool_)
        self._movers, self._seats, self._first, self._episodes = np.zeros((4, n), np.int64)
        self._sits = np.zeros((n, game.seats[1]), np.int64)
        self._words = np.zeros((n, 4), np.uint32)
        self.ends, self.begun = {}, []

    @property
    def is_started(self) -> bool:
        """Whether every game has been started, and no step was broken off since."""
        return bool(self._begun.all()) and not self._is_broken_off

    def info(self, i: int) -> dict:
        """Of game i the learner's `seat`, and the names of its `opponents`, from the next seat on."""
        seat = int(self._seats[i])
        others = [(seat + 1 + k) % self.num_players for k in range(self.num_players - 1)]
        return {"seat": seat, "opponents": tuple(self._seated.agents[self._sits[i, other]][0] for other in others)}

    def set_shares(self, shares: Sequence[float]) -> None:
        """How often each opponent is drawn in the games that begin from now on.

        Raises:
            TypeError, ValueError: they are not numbers from 0 on, one for each opponent, or all are 0.
        """
        self._shares = _read_shares(shares, len(self._seated.agents))

    def record(self) -> Recorder:
        """Write down every game from where it is now on, instead of in an earlier `record()`.

        Raises:
            ResetNeeded: a game has not been started.
        """
        if not self.is_started:
            raise ResetNeeded("record() needs a game: call reset() first")
        self._recorder = Recorder(self.game, self.states, self._dealt)
        return self._recorder

    def replay(self, k: int) -> Replay:
        """Game k up to now, as it has been recorded.

        Raises:
            ResetNeeded: a game has not been started.
            ValueError: nobody has called `record()`.
        """
        if not self.is_started:
            raise ResetNeeded("replay() needs a game: call reset() first")
        if self._recorder is None:
            raise ValueError("replay() needs a game that is recorded: call record() first")
        return self._recorder.replay(k)

    def __getstate__(self):
        return vars(self) | {"_recorder": None}  # nobody records a copy

    def reset(self, games: np.ndarray, seeds: Sequence[int | None]) -> None:
        """Begin an episode in each of games int64[m], and play on to their learners' first decisions.

        A game whose seed is None goes on with its next episode, or begins at random if it has not been started. Unless
        `is_started`, all games are to begin.
        """
        self._is_broken_off = True
        self.ends, self.begun = {}, []
        begun = self._begun[games].tolist()
        seeds = [seed if seed is not None or goes_on else _random_seed() for seed, goes_on in zip(seeds, begun)]
        is_seeded = np.array([seed is not None for seed in seeds])
        self._begin_seeded(games[is_seeded], [seed for seed in seeds if seed is not None])
        self._begin_next(games[~is_seeded])
        self._play_on()
        self._look()
        self._is_broken_off = False

    def read_actions(self, actions) -> np.ndarray:
        """The learners' actions from what a user passes, int64[n].

        Raises:
            ResetNeeded: a game has not been started, or is over and waits for `reset`.
            TypeError, ValueError: they are of another shape or type, or one is illegal.
        """
        if not self.is_started:
            raise ResetNeeded("step() needs a game: call reset() first")
        actions = read_actions(actions, self.num_envs)
        if self.autoreset_mode == AutoresetMode.DISABLED and self.over.any():
            raise ResetNeeded(f"game {self.over.argmax()} is over: reset it by options={{'reset_mask': ...}} first")
        illegal = first_illegal(self.masks, actions)
        if illegal >= 0:
            raise ValueError(f"in game {illegal} {self.why_illegal(illegal, int(actions[illegal]))}")
        return actions

    def why_illegal(self, i: int, action: int) -> str:
        """What forbids the learner of game i an action, in words; "" if nothing does."""
        last, seat = self.game.num_actions - 1, int(self._seats[i])
        if not 0 <= action <= last:
            return f"seat {seat} may not play action {action}: it is out of range; an action is an integer in 0-{last}"
        if self.masks[i, action]:
            return ""
        words = self.game.action_name(self.num_players, seat, action)
        return f"seat {seat} may not play action {action}, {words}: {self.game.why_illegal(self.views[i], action)}"

    def step(self, actions: np.ndarray) -> None:
        """Play the learners' actions int64[n], all legal; a game that is over starts anew instead.

        An error of an opponent breaks the step off between two decisions: then all games are to be reset.
        """
        self._is_broken_off = True
        self.rewards[:], self.dones[:] = 0.0, False
        self.ends, self.begun = {}, []
        playing, waiting = np.flatnonzero(~self.over), np.flatnonzero(self.over)
        if len(waiting):
            self._begin_next(waiting)
        self._apply(playing, actions[playing])
        self._play_on()
        self._pay(playing[~self.dones[playing]])
        self._look()
        self._is_broken_off = False

    def forfeit(self, i: int, reward: float) -> None:
        """End the episode of game i, and only it, as it stands; its learner gets this reward."""
        self.rewards[i], self._owed[i] = reward, 0.0
        self.dones[i] = self.over[i] = True
        self.ends = {i: self.info(i) | {"win": reward}}
        self._look()

    def _play_on(self) -> None:
        """Let the agents play until every learner is to move, or its game is over."""
        while True:
            self.game.to_move(self.states, 0, self.num_envs, self._movers)
            waiting = np.flatnonzero((self._movers >= 0) & (self._movers != self._seats))
            if not len(waiting):
                return
            self._apply(*self._seated.decide(self.states, waiting, self._sits[waiting, self._movers[waiting]]))

    def _apply(self, games: np.ndarray, actions: np.ndarray) -> None:
        n = len(games)
        if self._dealt:
            self._dealt = {k: seed for k, seed in self._dealt.items() if k not in games}
        if self._recorder is not None:
            self._recorder.note(games, actions)
        self.game.apply(self.states, games, 0, n, actions, self._reward, self._payments, self._ended)
        self._owed[games] += self._payments[np.arange(n), self._seats[games]]
        ended = np.sort(games[self._ended[:n]])
        if len(ended):
            self._finish(ended)

    def _pay(self, games: np.ndarray) -> None:
        self.rewards[games] = self._owed[games]
        self._owed[games] = 0.0

    def _finish(self, games: np.ndarray) -> None:
        """Say how these games went; start the next ones, or let them wait."""
        self._pay(games)
        self.dones[games] = True
        for i, win in zip(games.tolist(), self._wins(games)):
            self.ends[i] = self.info(i) | {"win": win}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            observations = np.zeros((len(games), self.game.observation_size), np.int8)
            self.game.observe(self._views_at(games), 0, len(games), observations)
            self.finals[games] = observations
            self._begin_next(games)
        else:
            self.over[games] = True

    def _wins(self, games: np.ndarray) -> list[float]:
        """The reward `win` of the learners of games that have ended."""
        n = len(games)
        standings, wins = np.zeros((n, self.game.seats[1], 2), np.int64), np.zeros((n, self.game.seats[1]))
        self.game.standings(take(self.states, games), 0, n, standings)
        final_rewards(int(Reward.WIN), standings, self.num_players, wins)
        return wins[np.arange(n), self._seats[games]].tolist()

    def _begin_seeded(self, games: np.ndarray, seeds: list[int]) -> None:
        """Set up the first episodes of these seeds."""
        self._words[games] = np.array([seed_words(seed) for seed in seeds], np.uint32).reshape(len(games), 4)
        self._first[games] = [seed % self.num_players for seed in seeds]
        self._episodes[games] = 0
        self.game.setup(self.states, games, 0, len(games), self._players, self._rules, self._words[games])
        self._sit_down(games, dict(zip(games.tolist(), seeds)))

    def _begin_next(self, games: np.ndarray) -> None:
        """Set up the episodes that follow."""
        self._episodes[games] += 1
        self.game.setup_next(self.states, games, 0, len(games), self._players, self._rules)
        self._sit_down(games, {})

    def _sit_down(self, games: np.ndarray, dealt: dict[int, int]) -> None:
        """Begin these games' episodes, dealt from seeds or not: nothing is owed, and all have their seats."""
        self._begun[games], self.over[games], self._owed[games] = True, False, 0.0
        self.begun += games.tolist()
        self._dealt = {k: seed for k, seed in self._dealt.items() if k not in games} | dealt
        self._take_seats(games)
        self._draw_opponents(games)
        if self._recorder is not None:
            self._recorder.begin(games, dealt)

    def _take_seats(self, games: np.ndarray) -> None:
        turns = (self._first[games] + self._episodes[games]) % self.num_players
        self._seats[games] = turns if self.seat is None else self.seat

    def _draw_opponents(self, games: np.ndarray) -> None:
        if len(self._seated.agents) == 1:
            return
        episodes = np.column_stack([self._words[games], self._episodes[games]]).tolist()
        for i, episode in zip(games.tolist(), episodes):
            lots = seed_words(episode, self._sits.shape[1]) / 2**32
            self._sits[i] = np.searchsorted(self._shares, lots, side="right")

    def _look(self) -> None:
        """Views, masks and observations of the learners."""
        n = self.num_envs
        self.game.see(self.states, self._all, 0, n, self.views, self.masks, self._movers)
        over = np.flatnonzero(self.over)
        if len(over):
            self.views[over] = self._views_at(over)
            self.masks[over] = 1
        self.game.observe(self.views, 0, n, self.observations)

    def _views_at(self, games: np.ndarray) -> np.ndarray:
        """What the learners of games see, though they are not to move."""
        views = np.zeros(len(games), self.game.state_dtype)
        self.game.look(self.states, games, 0, len(games), self._seats[games], views)
        return views

    def get_state(self) -> dict[str, np.ndarray]:
        """The games in play: arrays by name, copied."""
        return {name: getattr(self, name).copy() for name in IN_PLAY}

    def set_state(self, state: dict[str, np.ndarray]) -> None:
        """Go on from what `get_state` said, of a batch that was made alike.

        Raises:
            TypeError, ValueError: it is of another batch; no game has been touched.
        """
        if not isinstance(state, Mapping) or set(state) != set(IN_PLAY):
            raise TypeError(f"the state must be what get_state() says: arrays named {', '.join(IN_PLAY)}")
        for name in IN_PLAY:
            own, given = getattr(self, name), np.asarray(state[name])
            if (given.shape, given.dtype) != (own.shape, own.dtype):
                raise ValueError(f"the state is not of a batch of {self.num_envs} games: its {name} are {given.shape}")
        players = set(state["states"]["num_seats"].tolist())
        if players != {self.num_players}:
            raise ValueError(f"the state is of games of {sorted(players)} players, but these have {self.num_players}")
        others, known = np.unique(state["_sits"]), len(self._seated.agents)
        if others[0] < 0 or others[-1] >= known:
            raise ValueError(f"the state is of games against opponents {others.tolist()}, but these have {known}")
        for name in IN_PLAY:
            getattr(self, name)[:] = state[name]
        self._take_seats(self._all)
        self._look()
        self._is_broken_off = False
        if self._recorder is not None:
            self._recorder.begin(self._all, {})


def _random_seed() -> int:
    return np.random.SeedSequence().entropy


def _read_seat(seat: int | None, num_players: int) -> int | None:
    """A seat, or None.

    Raises:
        TypeError, ValueError: there is no such seat.
    """
    if seat is None:
        return None
    allowed = f"seat is {seat!r}, but must be an integer in 0-{num_players - 1}, or None"
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
        raise TypeError(allowed)
    if not 0 <= seat < num_players:
        raise ValueError(allowed)
    return int(seat)


def _named(opponents: Sequence[str] | Mapping[str, object]) -> list[tuple[str, object]]:
    """Opponents with their names; those who are only named are made."""
    if isinstance(opponents, str) or not isinstance(opponents, (Sequence, Mapping)) or not len(opponents):
        raise ValueError(f"opponents is {opponents!r}, but must be a list of names, or agents by name")
    if isinstance(opponents, Mapping):
        for name, agent in opponents.items():
            if isinstance(agent, type) or not callable(getattr(agent, "act", None)):
                raise TypeError(
                    f"opponent {name!r} is {agent!r}, but must be an object with a method act(views, masks)"
                )
        return list(opponents.items())
    for name in opponents:
        if not isinstance(name, str):
            raise TypeError(f"opponents has {name!r}, but must be a list of names, or agents by name")
    from agents import make_agent

    return [(name, make_agent(name, place)) for place, name in enumerate(opponents)]


def _read_shares(shares: Sequence[float] | None, count: int) -> np.ndarray:
    """How often each opponent or one before it is drawn, as probabilities f8[count]."""
    try:
        shares = np.ones(count) if shares is None else np.asarray(shares, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"shares is {shares!r}, but must be {count} numbers from 0 on, not all 0") from None
    if shares.shape != (count,) or not (shares >= 0).all() or not 0 < shares.sum() < np.inf:
        raise ValueError(f"shares is {shares.tolist()}, but must be {count} numbers from 0 on, not all 0")
    return shares.cumsum() / shares.sum()
