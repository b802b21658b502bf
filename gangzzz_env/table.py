"""A table: one game in play, whose seats are taken by people and agents.

Whoever shows a game (a page, a terminal) asks the table what a seat knows, hears and may do, and tells it what a person
has chosen. Everything that it tells a seat follows from views of that seat, and agents see nothing but their views. The
table may be used from several threads: while an agent thinks, everything else can be asked.
"""

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gangzzz_env.effects import effects
from gangzzz_env.game import Game
from gangzzz_env.replay import ONE, Replay, play_on
from gangzzz_env.rng import seed_words
from gangzzz_env.telling import Heard, Hint, Move


class Table:
    """One game in play.

    >>> table = Table.begin(GAME, [None, "boss"], seed=1920)
    >>> table.let_agents_play()
    >>> while not table.is_over:
    ...     moves = table.moves(table.mover)
    ...     heard = table.choose(table.mover, moves[0].action)

    Args:
        replay: the game so far.
        seats: the agent in each seat by name, None for a person; by default as the replay tells.

    Attributes:
        game: what is played.
        seats: as passed.
        seed: of the game, None if it is not known.
        people: the seats of people, in order.
        rules: by which the game is played, a record.
        spectator: the number by which those look who have no seat.
        thinking: the seat whose agent is being asked, None if none is.
        tick: goes up with everything that happens; `wait_for` waits for that.
        undone: how many moves have been taken back.

    Raises:
        ValueError: seats and game do not fit, an agent is unknown, or the replay leads elsewhere than was recorded.
    """

    def __init__(self, replay: Replay, seats: Sequence[str | None] | None = None):
        num_players = int(replay.start["num_seats"][0])
        if seats is None and replay.seats is None:
            raise ValueError("the game does not tell who sits where: name the agents and the seats of people")
        self.game, self.seats = replay.game, tuple(replay.seats if seats is None else seats)
        if len(self.seats) != num_players:
            raise ValueError(f"there are {len(self.seats)} people and agents for a game of {num_players}")
        self.seed, self.num_players, self.spectator = replay.seed, num_players, self.game.seats[1]
        self.rules = replay.start["rules"][0]
        self.people = tuple(seat for seat, name in enumerate(self.seats) if name is None)
        self._agents = {seat: _agent(name, seat) for seat, name in enumerate(self.seats) if name is not None}
        self._advisers = {}
        player = replay.play()
        self._decisions = list(replay.decisions)
        self._records = [player.record_at(position) for position in range(len(player) + 1)]
        self.tick, self.undone, self.thinking, self._is_left = 0, 0, None, False
        self._changed = threading.Condition(threading.RLock())
        self._asking, self._advising = threading.Lock(), threading.Lock()

    @classmethod
    def begin(cls, game: Game, seats: Sequence[str | None], rules=None, seed: int | None = None) -> "Table":
        """A new game: `rules` as `game.read_rules` takes them, a seed or None for any.

        Raises:
            TypeError, ValueError: one of them is not what it must be.
        """
        num_players = np.array([game.read_num_players(len(seats))])
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        start = np.zeros(1, game.state_dtype)
        game.setup(start, ONE, 0, 1, num_players, game.read_rules(rules).record(), seed_words(seed)[np.newaxis])
        return cls(Replay(game, start, (), seed, tuple(seats)))

    @classmethod
    def load(cls, path: str | Path, seats: Sequence[str | None] | None = None) -> "Table":
        """The game in a file, and who sits where, if the file tells it.

        Raises:
            ValueError: the file is no replay of this version, or does not tell who sits where.
        """
        try:
            return cls(Replay.load(path), seats)
        except ValueError as error:
            raise ValueError(str(error) if str(path) in str(error) else f"{path}: {error}") from None

    def warm_up(self) -> None:
        """Have every agent decide once, in the first position of another game, so that all is compiled."""
        states, views, movers = self._records[0].copy(), self._records[0].copy(), np.zeros(1, np.int64)
        masks = np.zeros((1, self.game.num_actions), np.int8)
        num_seats, rules = np.array([self.num_players]), self._records[0]["rules"]
        self.game.setup(states, ONE, 0, 1, num_seats, rules, seed_words(0)[np.newaxis])
        self.game.see(states, ONE, 0, 1, views, masks, movers)
        for agent in self._agents.values():
            agent.act(views.copy(), masks.copy())

    def save(self, path: str | Path) -> None:
        """Write the game, whole or not at all, as a replay that tells who sits where.

        Raises:
            ValueError: it cannot be written.
        """
        self.replay().save(path)

    def replay(self) -> Replay:
        """The game so far, with all its secrets."""
        with self._changed:
            return Replay(self.game, self._records[0].copy(), tuple(self._decisions), self.seed, self.seats)

    @property
    def position(self) -> int:
        """How many decisions have been made."""
        return len(self._decisions)

    @property
    def mover(self) -> int:
        """The seat to move, -1 when the game is over."""
        movers = np.zeros(1, np.int64)
        self.game.to_move(self._records[-1], 0, 1, movers)
        return int(movers[0])

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.mover < 0

    @property
    def held(self) -> threading.Condition:
        """A lock: `with table.held:` nothing happens at the table."""
        return self._changed

    def view(self, looker: int, position: int | None = None) -> np.ndarray:
        """What a seat, or the spectator, knows now or after so many decisions: STATE[1], a copy.

        Raises:
            ValueError: there is no such seat or position.
        """
        with self._changed:
            if looker not in (*range(self.num_players), self.spectator):
                raise ValueError(f"seat is {looker}, but this game has seats 0-{self.num_players - 1}")
            position = self.position if position is None else position
            if not 0 <= position <= self.position:
                raise ValueError(f"position is {position}, but this game has positions 0-{self.position}")
            views = np.empty(1, self.game.state_dtype)
            self.game.look(self._records[position], ONE, 0, 1, np.array([looker]), views)
            return views

    def moves(self, seat: int) -> list[Move]:
        """The legal moves of a seat; none if it is not to move."""
        views = self.view(seat)
        return [self._move(views[0], int(action)) for action in np.flatnonzero(self._mask(views)[0])]

    def _move(self, view: np.record, action: int) -> Move:
        game = self.game
        words, group = game.action_words(view, action), game.action_group(view, action)
        return Move(action, words, group, game.action_places(view, action))

    def heard(self, looker: int, since: int = 0) -> list[Heard]:
        """The decisions from number `since` on, as a seat or the spectator hears them."""
        with self._changed:
            decisions = list(enumerate(self._decisions))[since:]
            return [self._heard(looker, number, decision.seat, decision.action) for number, decision in decisions]

    def _heard(self, looker: int, number: int, seat: int, action: int) -> Heard:
        game, before, after = self.game, self.view(looker, number), self.view(looker, number + 1)
        return Heard(
            number,
            seat,
            game.action_heard(before[0], action),
            game.outcome(before[0], after[0], action),
            effects(game, before, after),
            game.places_heard(before[0], action),
            game.minigame(before[0]),
        )

    def choose(self, seat: int, action: int) -> list[Heard]:
        """Play a move of a person, then those of agents up to the next decision of a person or the end.

        Returns:
            What the seat heard of it, its own move first.

        Raises:
            ValueError: the seat is no person's, is not to move, or the rules forbid the move; nothing has happened.
        """
        since = self.position
        self.take(seat, action)
        self.let_agents_play()
        return self.heard(seat, since)

    def take(self, seat: int, action: int) -> None:
        """Play a move of a person, and no more.

        Raises:
            ValueError: as `choose`.
        """
        with self._changed:
            if seat not in self.people:
                raise ValueError(f"seat {seat} is not a person's")
            if seat != self.mover:
                now = "the game is over" if self.is_over else f"player {self.mover} is to move"
                raise ValueError(f"it is not the turn of player {seat}: {now}")
            if not self._is_legal(seat, action):
                raise ValueError(self._why_not(seat, action))
            self._play(action)

    def _is_legal(self, seat: int, action) -> bool:
        known = type(action) is int and 0 <= action < self.game.num_actions
        return known and bool(self._mask(self.view(seat))[0, action])

    def _mask(self, views: np.ndarray) -> np.ndarray:
        """What the seat to move may do in its view STATE[1]: int8[1, num_actions]."""
        masks = np.zeros((1, self.game.num_actions), np.int8)
        self.game.legal(views, 0, 1, masks)
        return masks

    def _why_not(self, seat: int, action) -> str:
        """Why a move is not legal, in a sentence."""
        if type(action) is not int or not 0 <= action < self.game.num_actions:
            return f"action {action!r} is no integer in 0-{self.game.num_actions - 1}"
        words = self.game.action_name(self.num_players, seat, action)
        return f"{words} is not legal: {self.game.why_illegal(self.view(seat)[0], action)}"

    def _play(self, action: int) -> None:
        states = self._records[-1].copy()
        self._decisions.append(play_on(self.game, states, self.position, action))
        self._records.append(states)
        self._tell()

    def _tell(self) -> None:
        """Something has happened."""
        self.tick += 1
        self._changed.notify_all()

    def let_agents_play(self) -> None:
        """Play the moves of agents up to the next decision of a person or the end of the game."""
        with self._asking:
            while self._let_an_agent_play():
                pass

    def _let_an_agent_play(self) -> bool:
        """Ask the agent who is to move, if one is; its answer counts if nothing has changed meanwhile."""
        with self._changed:
            seat = self.mover
            if self._is_left or seat not in self._agents:
                return False
            asked, views = self._records[-1], self.view(seat)
            self.thinking = seat
            self._tell()
        try:
            action = self._ask(self._agents[seat], views)
        finally:
            with self._changed:
                self.thinking = None
        with self._changed:
            if self._records[-1] is asked and not self._is_left:
                self._play(action)
        return True

    def _ask(self, agent, views: np.ndarray) -> int:
        """What an agent does in a view STATE[1]."""
        return int(agent.act(views.copy(), self._mask(views))[0])

    def wait_for(self, tick: int, seconds: float) -> int:
        """Wait until `tick` is another one than this, at most so long; returns what it is then."""
        with self._changed:
            self._changed.wait_for(lambda: self.tick != tick, seconds)
            return self.tick

    def wait_for_people(self, seconds: float) -> None:
        """Wait until no agent is to move, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_left or self.mover not in self._agents, seconds)

    def wait_for_agents(self) -> None:
        """Wait until an agent is to move, or the play is ended."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_left or self.mover in self._agents)

    def leave(self) -> None:
        """End the play here: agents who still think are not heard, and who waits wakes up."""
        with self._changed:
            self._is_left = True
            self._tell()

    @property
    def is_left(self) -> bool:
        """Whether the play here has been ended."""
        return self._is_left

    def undo(self, seat: int) -> None:
        """Go back to the last decision of a person whose opponents all are agents.

        Raises:
            ValueError: another person plays too, or has decided nothing yet.
        """
        with self._changed:
            if self.people != (seat,):
                raise ValueError("a move can be taken back only where all the others are agents")
            if not self.has_decided(seat):
                raise ValueError(f"player {seat} has no move to take back")
            last = max(number for number, decision in enumerate(self._decisions) if decision.seat == seat)
            del self._decisions[last:]
            del self._records[last + 1 :]
            self.undone += 1
            self._tell()

    def has_decided(self, seat: int) -> bool:
        """Whether a seat has made a decision in this game."""
        return any(decision.seat == seat for decision in self._decisions)

    def hint(self, seat: int, agent: str) -> Hint:
        """What an agent would do in the place of a seat that is to move, with its reasons if it gives any.

        Raises:
            ValueError: the seat is not to move, or there is no such agent.
        """
        if seat != self.mover:
            raise ValueError(f"player {seat} is not to move: there is nothing to advise")
        views = self.view(seat)
        with self._advising:
            if agent not in self._advisers:
                self._advisers[agent] = _agent(agent, seat)
            adviser = self._advisers[agent]
            action = self._ask(adviser, views)
            reasons = tuple(adviser.reasons()) if hasattr(adviser, "reasons") else ()
        return Hint(agent, self._move(views[0], action), reasons)

    def places(self) -> list[int]:
        """The rank of each seat as it stands, 0 for the first; equal seats have the same."""
        standings = np.zeros((1, self.game.seats[1], 2), np.int64)
        self.game.standings(self._records[-1], 0, 1, standings)
        return standings[0, : self.num_players, 1].tolist()


def _agent(name: str, seed: int):
    """The agent of a name; raises ValueError if there is none."""
    from agents import make_agent

    return make_agent(name, seed)
