"""A table that pages look at: who holds which link, what each of them is told, and the file in which the game is kept.

Everything that is told to somebody follows from views of his seat. The file holds all secrets of the game, so it stays
here until the game is over.
"""

import secrets
import sys
import threading
import time
from itertools import chain, count
from pathlib import Path

from gangzzz_env.replay import Replay
from gangzzz_env.svg import SEAT_COLORS, SEAT_DASHES, Sheet
from gangzzz_env.table import Table
from gangzzz_env.telling import Hint

QUICK = 0.09  # seconds that an answer waits for the moves of agents
REST = 0.2  # seconds after which a change is saved, so that the answer is not kept waiting


class Session:
    """A table, its links and its file.

    Args:
        table: what is played; another one takes its place when a game is loaded or begun anew.
        path: the file in which the game is kept from now on.

    Attributes:
        table, path: as passed, or what took their place.
        tokens: the secret of each seat of a person, by seat.
        trouble: what an agent that failed said, "" if none has.

    Raises:
        ValueError: the file cannot be written.
    """

    def __init__(self, table: Table, path: Path):
        self.trouble, self._latest = "", {}
        self._born, self._tables = secrets.token_hex(4), 0
        self.tokens = _tokens(table, path)
        self._sit_down(table, path)

    def _sit_down(self, table: Table, path: Path) -> None:
        """Play at this table and keep its game in this file."""
        table.save(path)
        self.table, self.path, self._tables = table, path, self._tables + 1
        for duty in (self._let_agents_play, self._keep):
            threading.Thread(target=duty, args=(table, path), daemon=True).start()

    @property
    def symbols(self) -> str:
        """SVG that all pictures of the game refer to."""
        return self.table.game.sheet(self.table.view(self.table.spectator)[0]).symbols

    def looker_of(self, token: str) -> int:
        """The seat that a token opens, the spectator's number for any other text."""
        given = token.encode()
        known = [seat for seat, secret in self.tokens.items() if secrets.compare_digest(secret.encode(), given)]
        return known[0] if known and known[0] in self.table.people else self.table.spectator

    @property
    def moment(self) -> str:
        """A text that is another one after anything has happened."""
        return f"{self._born}.{self._tables}.{self.table.tick}"

    @property
    def line(self) -> str:
        """A text that is another one after the game did not just go on: a move was taken back, another game loaded."""
        return f"{self._born}.{self._tables}.{self.table.undone}"

    def wait(self, moment: str, seconds: float) -> None:
        """Wait until something happens after a moment, at most so long, and until quick agents have moved."""
        table, now = self.table, self.moment
        if moment == now:
            table.wait_for(int(now.rpartition(".")[2]), seconds)
            self.table.wait_for_people(QUICK)

    def told(self, looker: int, line: str = "", since: int = 0) -> dict:
        """All that a page needs to show what a looker knows now, as JSON can hold it.

        Args:
            looker: a seat or the spectator.
            line: what an earlier answer called `line`.
            since: how many decisions were heard by then; they are not told again.
        """
        table = self.table
        with table.held:
            now = self.line
            since = min(since, table.position) if line == now else 0
            if self._latest.get(looker, {}).get("moment") != self.moment:
                self._latest[looker] = self._facts(looker)
            heard = [vars(heard) for heard in table.heard(looker, since)]
            return self._latest[looker] | {"line": now, "since": since, "heard": heard}

    def _facts(self, looker: int) -> dict:
        """What a looker knows now, but for what was heard."""
        table, view = self.table, self.table.view(looker)
        return {
            "moment": self.moment,
            "seat": looker if looker < table.spectator else None,
            "position": table.position,
            "mover": table.mover,
            "thinking": table.thinking,
            "trouble": self.trouble,
            "minigame": table.game.minigame(view[0]),
            "players": self._players(looker, view),
            "sources": [name.replace("_", " ") for name in table.game.sources],
            "moves": [vars(move) for move in table.moves(looker)] if looker == table.mover else [],
            "sheet": sheet_facts(table.game.sheet(view[0])),
            "advisers": advisers(),
            "may": self._may(looker),
        }

    def _players(self, looker: int, view) -> list[dict]:
        """Who sits where, and how they stand."""
        table, places = self.table, self.table.places()
        money = view["ledger"][0].tolist()
        return [
            {
                "name": name or ("you" if seat == looker else "person"),
                "color": SEAT_COLORS[seat],
                "dashes": SEAT_DASHES[seat],
                "place": places[seat],
                "money": money[seat],
            }
            for seat, name in enumerate(table.seats)
        ]

    def _may(self, looker: int) -> dict[str, bool]:
        """Which buttons a looker has."""
        table = self.table
        alone = table.people == (looker,)
        return {
            "undo": alone and table.has_decided(looker),
            "hint": looker == table.mover,
            "save": looker in table.people,
            "load": alone,
            "download": table.is_over,
        }

    def look_back(self, looker: int, position: int) -> dict:
        """The picture as a looker saw it after so many decisions."""
        view = self.table.view(looker, position)
        return {"position": position, "sheet": sheet_facts(self.table.game.sheet(view[0]))}

    def choose(self, looker: int, action: int, position: int) -> None:
        """A move of a person, which was chosen after so many decisions; quick agents have answered on return.

        Raises:
            ValueError: the game is elsewhere by now, or the move is not this person's to make.
        """
        if position != self.table.position:
            raise ValueError("the game has gone on meanwhile: choose again")
        self.table.take(looker, action)
        self.table.wait_for_people(QUICK)

    def undo(self, looker: int) -> None:
        """Take back the last move of a person who plays against agents alone; raises ValueError."""
        self.table.undo(looker)

    def hint(self, looker: int, agent: str) -> Hint:
        """What one of the advisers would do; raises ValueError."""
        if agent not in advisers():
            raise ValueError(f"unknown agent {agent!r}; hints come from {', '.join(advisers())}")
        return self.table.hint(looker, agent)

    def save(self, looker: int) -> Path:
        """Write the game to a file of its own, beside the one in which it is kept; returns its path.

        Raises:
            ValueError: who looks has no seat, or the file cannot be written.
        """
        if looker not in self.table.people:
            raise ValueError("who has no seat cannot save the game")
        path = free_path(self.path.parent, f"{self.path.stem}-move-{self.table.position}")
        self.table.save(path)
        return path

    def finished(self) -> dict:
        """The replay of the game, with all that was hidden in it.

        Raises:
            ValueError: the game is not over.
        """
        if not self.table.is_over:
            raise ValueError("the file of the game holds everybody's secrets: it is given out when the game is over")
        return {"name": self.path.name, "text": self.table.replay().to_json()}

    def saves(self, looker: int) -> list[str]:
        """The names of the saved games in the folder, the newest first.

        Raises:
            ValueError: others play here too, so no other game can be loaded.
        """
        if self.table.people != (looker,):
            raise ValueError("another game can be loaded only where all the others are agents")
        paths = [path for path in self.path.parent.glob("*.json") if path.is_file()]
        return [path.name for path in sorted(paths, key=lambda path: -path.stat().st_mtime)]

    def load(self, looker: int, name: str | None, text: str | None) -> None:
        """Go on with a game of the folder, or with one whose text is given, in the place of this one.

        Raises:
            ValueError: others play here too, there is no such game, or it is none for this table.
        """
        names = self.saves(looker)
        if text is None:
            if name not in names:
                raise ValueError(f"there is no saved game {name!r} in {self.path.parent}")
            text = (self.path.parent / name).read_text(encoding="utf-8", errors="replace")
        replay = Replay.from_json(text, name or "the file")
        table = Table(replay, self._seats_for(replay))
        self._move_to(table, looker)

    def _seats_for(self, replay: Replay) -> tuple[str | None, ...]:
        """Who sits where in a loaded game: as it tells, else as here."""
        seats = replay.seats or self.table.seats
        if len(seats) != int(replay.start["num_seats"][0]):
            raise ValueError("the game does not tell who sits where, and has not as many players as this one")
        if sum(name is None for name in seats) != 1:
            raise ValueError("the game is not one of a single person: open it with gangzzz play --load")
        return seats

    def begin_anew(self, looker: int) -> None:
        """Another game of the same people, agents and rules.

        Raises:
            ValueError: others play here too, and the game is not over.
        """
        table = self.table
        if table.people != (looker,) and not (table.is_over and looker in table.people):
            raise ValueError("a new game can be begun only where all the others are agents, or when this one is over")
        rules = table.game.read_rules(dict(zip(table.rules.dtype.names, table.rules.tolist())))
        self._move_to(Table.begin(table.game, table.seats, rules), looker)

    def _move_to(self, table: Table, looker: int) -> None:
        """Leave the table for another; the only person keeps the link."""
        old, path = self.table, new_path(self.path.parent)
        if table.people != old.people:
            self.tokens = {table.people[0]: self.tokens[looker]}
        _write_tokens(self.tokens, path)
        self.trouble = ""
        self._sit_down(table, path)
        old.leave()

    def _let_agents_play(self, table: Table, path: Path) -> None:
        """As long as this table is played at, agents move when they are to."""
        while not table.is_left:
            try:
                table.let_agents_play()
            except Exception as error:
                self._fail(f"an agent has failed: {error}")
                return
            table.wait_for_agents()

    def _fail(self, words: str) -> None:
        """Tell everybody what has gone wrong."""
        self.trouble = words
        print(f"gangzzz: {words}", file=sys.stderr)
        self._latest.clear()

    def _keep(self, table: Table, path: Path) -> None:
        """As long as this table is played at, its game is written to the file whenever it has changed."""
        tick = table.tick
        while not table.is_left:
            table.wait_for(tick, 3600)
            time.sleep(REST)
            tick = table.tick
            try:
                table.save(path)
            except ValueError as error:
                self._fail(str(error))


def advisers() -> list[str]:
    """Who can be asked for a hint: every agent in the list, and searches."""
    from agents import AGENTS

    return ["boss", "search:500", "search:2000", *(name for name in AGENTS if name != "boss")]


def sheet_facts(sheet: Sheet) -> dict:
    """A picture as JSON can hold it, without the symbols, which the page has."""
    return {"title": sheet.title, "panels": [vars(panel) for panel in sheet.panels]}


def new_path(folder: Path) -> Path:
    """A file for a game that begins now."""
    return free_path(folder, time.strftime("game-%Y%m%d-%H%M%S"))


def free_path(folder: Path, stem: str) -> Path:
    """A JSON file in a folder that is not there yet."""
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(path for path in (folder / f"{name}.json" for name in names) if not path.exists())


def _tokens(table: Table, path: Path) -> dict[int, str]:
    """A secret for each seat of a person: those that were given out for this file before, else new ones."""
    known = _read_tokens(path)
    tokens = {seat: known.get(seat) or secrets.token_urlsafe(18) for seat in table.people}
    _write_tokens(tokens, path)
    return tokens


def _read_tokens(path: Path) -> dict[int, str]:
    try:
        lines = path.with_suffix(".links").read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return {}
    return {int(seat): token for seat, token in zip(lines[::2], lines[1::2]) if seat.isdigit()}


def _write_tokens(tokens: dict[int, str], path: Path) -> None:
    """Remember the secrets beside the game, where only the user of this machine can read them."""
    place = path.with_suffix(".links")
    try:
        place.touch(mode=0o600)
        place.write_text("".join(f"{seat} {token}\n" for seat, token in tokens.items()), encoding="ascii")
    except OSError as error:
        raise ValueError(f"{place} cannot be written: {error.strerror}") from None
