"""Games written down and played back exactly, step by step, in either direction.

A `Replay` is a start record and the actions, with all that each decision changed in the record: dice, drawn cards and
the state of the dice to come among it. Playing back plays the actions anew and compares. Its file is JSON that a person
can read, a line for each decision.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import gangzzz_env
from gangzzz_env.arguments import read_seed
from gangzzz_env.changes import changes
from gangzzz_env.game import Game
from gangzzz_env.program import write_whole
from gangzzz_env.reward import Reward
from gangzzz_env.save import layout

FORMAT = "gangzzz_env replay 1"
ONE = np.zeros(1, np.int64)


@dataclass(frozen=True)
class Decision:
    """One decision of a game.

    Attributes:
        seat: who decided.
        action: what.
        words: the same as a person says it.
        changes: every number of the record that is another one afterwards, as `money[0]` or `fight_roll[1]`.
    """

    seat: int
    action: int
    words: str
    changes: dict[str, int]


@dataclass(frozen=True)
class Replay:
    """A game, whole or up to some decision.

    Attributes:
        game: what was played.
        start: the true state before the first decision, STATE[1]; its rules and players are those of the game.
        decisions: in order.
        seed: of the reset with which the game began, None if it had none or was recorded later on. It is told for
            people: what is played back is `start`.
        seats: the agent in each seat by name, None for a person; None if it is not told who played.
    """

    game: Game
    start: np.ndarray
    decisions: tuple[Decision, ...]
    seed: int | None = None
    seats: tuple[str | None, ...] | None = None

    @classmethod
    def of(cls, game: Game, start: np.ndarray, actions: Sequence[int], seed: int | None = None) -> "Replay":
        """The replay of a game that began with a record STATE[1] and took these actions.

        Raises:
            ValueError: one of the actions is illegal.
        """
        states, decisions = start.copy(), []
        for action in actions:
            decisions.append(play_on(game, states, len(decisions), int(action)))
        return cls(game, start.copy(), tuple(decisions), seed)

    @property
    def actions(self) -> list[int]:
        """The actions, in order."""
        return [decision.action for decision in self.decisions]

    def play(self) -> "Player":
        """What plays the game back, at its start.

        Raises:
            ValueError: a decision leads elsewhere than it was recorded to; the message says which one.
        """
        return Player(self)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all.

        Raises:
            ValueError: it cannot be written.
        """
        try:
            write_whole(Path(path), self.to_json())
        except OSError as error:
            raise ValueError(f"replay {path} cannot be written: {error.strerror}") from None

    def to_json(self) -> str:
        """The text of the file."""
        facts = {
            "format": FORMAT,
            "game": self.game.name,
            "version": gangzzz_env.__version__,
            "layout": layout(self.game),
            "seed": self.seed,
            "start": _to_fields(self.start[0]),
            "decisions": [vars(decision) for decision in self.decisions],
        }
        if self.seats is not None:
            facts["seats"] = self.seats
        facts["digest"] = _digest(facts)
        return _lines(facts)

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """The replay that `save` wrote.

        Raises:
            ValueError: the file cannot be read, is damaged, is no replay, or is one of another version.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise ValueError(f"replay {path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise ValueError(f"{path} is not a replay: it is no text") from None
        return cls.from_json(text, str(path))

    @classmethod
    def from_json(cls, text: str, name: str = "the text") -> "Replay":
        """The replay of a file's text; `name` is what an error calls it.

        Raises:
            ValueError: as `load`.
        """
        facts = _read_facts(text, name)
        game = _game_of(facts, name)
        if facts.get("digest") != _digest(facts):
            raise ValueError(f"{name} is a damaged replay: it is not what was saved")
        try:
            start = np.array([_from_fields(facts["start"], game.state_dtype)], game.state_dtype)
            decisions = tuple(_read_decision(decision) for decision in facts["decisions"])
            game.check_state(start)
            seats = _read_seats(facts.get("seats"), int(start["num_seats"][0]))
            return cls(game, start, decisions, read_seed(facts["seed"]), seats)
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ValueError(f"{name} is a damaged replay: an entry is missing or of the wrong kind") from None


class Player:
    """Plays a replay back: `position` counts the decisions that have been made, from 0 to `len(player)`."""

    def __init__(self, replay: Replay):
        self.replay, self.position = replay, 0
        game, states = replay.game, replay.start.copy()
        self._records = [states.copy()]
        for number, recorded in enumerate(replay.decisions):
            played = play_on(game, states, number, recorded.action)
            if (played.seat, played.changes) != (recorded.seat, recorded.changes):
                raise ValueError(f"decision {number} leads to another state than was recorded: the engine differs")
            self._records.append(states.copy())

    def __len__(self):
        return len(self.replay.decisions)

    @property
    def decision(self) -> Decision | None:
        """The decision that led here, None at the start."""
        return self.replay.decisions[self.position - 1] if self.position else None

    @property
    def record(self) -> np.ndarray:
        """The true state here: a copy, in an array of one."""
        return self.record_at(self.position)

    def record_at(self, position: int) -> np.ndarray:
        """The true state after so many decisions: a copy, in an array of one."""
        return self._records[position].copy()

    def view(self, seat: int) -> np.ndarray:
        """What a seat knows here (a spectator: the number after the last seat's): a copy, in an array of one."""
        game, views = self.replay.game, np.empty(1, self.replay.game.state_dtype)
        if not 0 <= seat <= game.seats[1]:
            raise ValueError(f"seat is {seat}, but must be in 0-{game.seats[1]}")
        game.look(self._records[self.position], ONE, 0, 1, np.array([seat]), views)
        return views

    def forward(self) -> None:
        """One decision on.

        Raises:
            ValueError: this is the end.
        """
        self.go_to(self.position + 1)

    def backward(self) -> None:
        """One decision back.

        Raises:
            ValueError: this is the start.
        """
        self.go_to(self.position - 1)

    def go_to(self, position: int) -> None:
        """To where so many decisions have been made.

        Raises:
            ValueError: there are not so many, or fewer than none.
        """
        if not 0 <= position <= len(self):
            raise ValueError(f"position is {position}, but this replay has positions 0-{len(self)}")
        self.position = position


def play_on(game: Game, states: np.ndarray, number: int, action: int) -> Decision:
    """Play an action on a record STATE[1], in place, and say what it did.

    Raises:
        ValueError: it is illegal; the message calls it decision `number`.
    """
    views, masks = np.zeros(1, game.state_dtype), np.zeros((1, game.num_actions), np.int8)
    movers, before = np.zeros(1, np.int64), states.copy()
    game.see(states, ONE, 0, 1, views, masks, movers)
    if not (0 <= action < game.num_actions and masks[0, action]):
        raise ValueError(f"decision {number}, action {action}, is illegal: the engine differs")
    rewards, over = np.zeros((1, game.seats[1])), np.zeros(1, np.bool_)
    game.apply(states, ONE, 0, 1, np.array([action]), int(Reward.WIN), rewards, over)
    return Decision(int(movers[0]), action, game.action_words(views[0], action), changes(before, states))


def _to_fields(record: np.void) -> dict:
    """A record as what JSON can hold."""
    return {
        name: _to_fields(record[name]) if record.dtype[name].names else record[name].tolist()
        for name in record.dtype.names
    }


def _from_fields(fields: dict, dtype: np.dtype) -> tuple:
    """The tuple of a record's fields; raises KeyError, TypeError, ValueError or OverflowError."""
    return tuple(
        _from_fields(fields[name], dtype[name]) if dtype[name].names else _integers(fields[name], dtype[name])
        for name in dtype.names
    )


def _integers(written, dtype: np.dtype) -> np.ndarray:
    """The numbers of a field; raises TypeError, ValueError or OverflowError."""
    if not np.issubdtype(np.array(written).dtype, np.integer):
        raise TypeError("a record has integers only")
    return np.array(written, dtype.base).reshape(dtype.shape)


def _read_decision(written: dict) -> Decision:
    """A decision as it was written; raises TypeError or ValueError."""
    decision = Decision(**written)
    if not (type(decision.seat) is type(decision.action) is int and isinstance(decision.words, str)):
        raise TypeError("seat and action are integers, words are text")
    return decision


def _read_seats(written: list | None, num_players: int) -> tuple[str | None, ...] | None:
    """Who sat where, if it was written; raises TypeError or ValueError."""
    if written is None:
        return None
    if not isinstance(written, list) or not all(name is None or isinstance(name, str) for name in written):
        raise TypeError("seats are names, or null for a person")
    if len(written) != num_players:
        raise ValueError("each seat has one entry")
    return tuple(written)


def _digest(facts: dict) -> str:
    """A fingerprint of everything in a replay but the fingerprint."""
    told = {name: value for name, value in facts.items() if name != "digest"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _lines(facts: dict) -> str:
    """JSON with a line for each fact, field of the start and decision."""
    parts = {
        name: _block(value) if isinstance(value, (dict, list)) else json.dumps(value) for name, value in facts.items()
    }
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "\n}\n"


def _block(values: dict | list) -> str:
    if isinstance(values, dict):
        lines, ends = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in values.items()], "{}"
    else:
        lines, ends = [json.dumps(value) for value in values], "[]"
    return ends[0] + "\n  " + ",\n  ".join(lines) + "\n" + ends[1] if lines else ends


def _read_facts(text: str, name: str) -> dict:
    """The JSON object of a replay's text."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{name} is not a replay, or a damaged one: it is no JSON") from None
    if not isinstance(facts, dict) or not str(facts.get("format")).startswith(FORMAT[:-1]):
        raise ValueError(f"{name} is not a replay of gangzzz_env")
    return facts


def _game_of(facts: dict, name: str) -> Game:
    """The game of a replay, which must be of this version."""
    from gangzzz_env.games import GAMES

    game = GAMES.get(str(facts.get("game")))
    if game is None:
        raise ValueError(f"{name} is a replay of {facts.get('game')!r}; this version has {', '.join(GAMES)}")
    here = (FORMAT, gangzzz_env.__version__, layout(game))
    if (facts["format"], facts.get("version"), facts.get("layout")) != here:
        theirs = f"gangzzz_env {facts.get('version')} ({facts['format']}, record {facts.get('layout')})"
        ours = f"{here[1]} ({FORMAT}, record {here[2]})"
        raise ValueError(f"{name} was recorded by {theirs}, but this is {ours}, which may play otherwise")
    return game
