"""A game at a terminal: people type their moves, one after another at one keyboard, and see only their own secrets.

Works with typed and with piped input. The game is kept in its file after every move of a person.
"""

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gangzzz_env import menu
from gangzzz_env.replay import Replay
from gangzzz_env.table import Table
from gangzzz_env.telling import Heard, Move
from gangzzz_env.terminal import paint_of_stdout, wrapped

ADVISER = "boss"
COLUMNS = 120  # where it cannot be known how wide the terminal is
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what has scrolled away
HELP = f"""\
12             play move 12 of the list, or list the moves of heading 12
lex 48 bar     list the moves that have these words or parts of words
(nothing)      list all moves again
look           show the city and the players again
hint, hint A   say what {ADVISER}, or agent A (a name, search:500), would do here, and why
undo           take your last move back; against agents only
save FILE      write the game to a file; it also is kept after every move
load FILE      go on with another game
help           show this
quit           stop; the game is kept"""


class Left(Exception):
    """Whoever sits at the keyboard stops."""


class TerminalGame:
    """A game in a terminal.

    Args:
        table: the game.
        path: where it is kept.

    Attributes:
        present: the seat of the person who looks at the screen, None if nobody may see anything secret.
        listed: the numbered list on the screen.
    """

    def __init__(self, table: Table, path: Path):
        self.table, self.path = table, path
        self.paint = paint_of_stdout()
        self.present: int | None = None
        self.listed: list[menu.Entry] = []

    def run(self) -> None:
        """Play to the end, or until the input ends or somebody stops; keep the game and say how to go on.

        Raises:
            ValueError: the game cannot be kept in its file.
        """
        with contextlib.suppress(AttributeError):
            sys.stdin.reconfigure(errors="replace")
        try:
            self.table.save(self.path)
            self._play()
            self.table.save(self.path)
            self._show_end()
        except (Left, EOFError, KeyboardInterrupt):
            self.table.save(self.path)
            name = shlex.quote(str(self.path))
            print(f"\nThe game is kept in {self.path}: gangzzz play --terminal --load {name} goes on with it.")
        except BrokenPipeError:
            self.table.save(self.path)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads; flushing must not fail

    def _play(self) -> None:
        """Let agents and people play, in turn, until the game is over."""
        while True:
            self._let_agents_play()
            seat = self.table.mover
            if seat < 0:
                return
            if seat != self.present:
                self._call(seat)
            self._look(seat)
            self._ask(seat)

    def _let_agents_play(self) -> None:
        if self.table.mover not in (-1, *self.table.people):
            self._print("the agents play ...")
            self.table.let_agents_play()

    def _call(self, seat: int) -> None:
        """Ask a person to come, before anything is shown that only this one may see."""
        if len(self.table.people) > 1:
            print(CLEAR if sys.stdout.isatty() else "\n", end="")
            self._read(f"player {seat}, it is your turn; press Enter when only you can see the screen: ")
        self.present = seat

    def _look(self, seat: int) -> None:
        """Show what a person knows, and what has happened since his last decision."""
        view = self.table.view(seat)[0]
        self._print(self.table.game.describe(view, self.paint, self._width()))
        self._tell("Since your last decision:", self._since(seat, (seat,)))
        self._list(self.table.moves(seat))

    def _since(self, looker: int, seats: Sequence[int]) -> list[Heard]:
        """What somebody has heard since the last decision of some seats, that one first."""
        decisions = self.table.replay().decisions
        own = [number for number, decision in enumerate(decisions) if decision.seat in seats]
        return self.table.heard(looker, max(own, default=0))

    def _tell(self, head: str, heard: list[Heard]) -> None:
        """Say decisions, and what came of each."""
        if heard:
            self._print(f"\n{head}")
        for one in heard:
            self._print(f"{self._name(one.seat)}: {one.words}")
            for words in (*one.outcome, *filter(None, [one.effects])):
                self._print(f"    {words}")

    def _name(self, seat: int) -> str:
        """A player, with the agent's name, in the seat's color."""
        agent = self.table.seats[seat]
        return self.paint(f"player {seat}{'' if agent is None else f' ({agent})'}", seat)

    def _list(self, moves: list[Move]) -> None:
        self.listed = menu.entries(moves)
        print(f"\nYour moves ({len(moves)}):")
        for line in menu.lines(self.listed, self._width()):
            self._print(line)

    def _print(self, text: str) -> None:
        """Print text, its lines not wider than the terminal."""
        for line in text.split("\n"):
            print("\n".join(wrapped(line, self._width(), 10)))

    def _width(self) -> int:
        return shutil.get_terminal_size((COLUMNS, 24)).columns

    def _read(self, prompt: str) -> str:
        sys.stdout.flush()
        return input(prompt).strip()

    def _ask(self, seat: int) -> None:
        """Ask a person until a move is made, or another game loaded, or one taken back."""
        while True:
            typed = self._read(f"player {seat}> ")
            word, _, rest = typed.partition(" ")
            try:
                if word.lower() in COMMANDS and (not rest or word.lower() in TAKES_WORDS):
                    done = COMMANDS[word.lower()](self, seat, rest.strip())
                elif typed.isascii() and typed.isdigit():
                    done = self._pick(seat, int(typed))
                else:
                    done = self._filter(seat, typed)
            except ValueError as error:
                self._print(str(error))
                continue
            if done:
                return

    def _pick(self, seat: int, number: int) -> bool:
        """Play a move of the list, or go a step on; returns whether a move has been played."""
        if not 1 <= number <= len(self.listed):
            raise ValueError(f"there is no {number} in the list: type 1-{len(self.listed)}, words, or help")
        moves = self.listed[number - 1].moves
        if len(moves) > 1:
            self._list(list(moves))
            return False
        self.table.take(seat, moves[0].action)
        self.table.save(self.path)
        return True

    def _filter(self, seat: int, words: str) -> bool:
        found = menu.matching(self.table.moves(seat), words)
        if not found:
            raise ValueError(f"no move has the words {words!r}: type a number of the list, other words, or help")
        self._list(found)
        return False

    def _help(self, seat: int, words: str) -> bool:
        self._print(HELP)
        return False

    def _look_again(self, seat: int, words: str) -> bool:
        self._look(seat)
        return False

    def _hint(self, seat: int, words: str) -> bool:
        hint = self.table.hint(seat, words or ADVISER)
        self._print(f"{hint.agent} would: {hint.move.words}")
        for reason in hint.reasons:
            self._print(f"    {reason}")
        self._list([hint.move])
        return False

    def _undo(self, seat: int, words: str) -> bool:
        self.table.undo(seat)
        self.table.save(self.path)
        self._print("your last move is taken back")
        return True

    def _save(self, seat: int, words: str) -> bool:
        """Write the game to a file that is new, or a saved game."""
        if not words:
            raise ValueError("save needs the name of a file, as save game.json")
        if os.path.exists(words) and not _is_saved_game(words):
            raise ValueError(f"{words} is there and is no saved game: save needs another name")
        self.table.save(words)
        self._print(f"saved in {words}")
        return False

    def _load(self, seat: int, words: str) -> bool:
        """Go on with the game of a file, and keep it there."""
        if not words:
            raise ValueError("load needs the name of a file, as load game.json")
        table = Table.load(words)
        self.table.save(self.path)
        self.table, self.path, self.present = table, Path(words), None
        self._print(f"this is the game in {words}")
        return True

    def _quit(self, seat: int, words: str) -> bool:
        raise Left

    def _show_end(self) -> None:
        """Show how the game ended: to one person all that this one heard, to several what everybody knows."""
        table = self.table
        looker = table.people[0] if len(table.people) == 1 else table.spectator
        self._print(table.game.describe(table.view(looker)[0], self.paint, self._width()))
        self._tell("In the end:", self._since(looker, table.people))
        winners = [self._name(seat) for seat, place in enumerate(table.places()) if place == 0]
        self._print(f"\nThe game is over; it is won by {' and '.join(winners)}.")
        print(f"It is kept in {self.path}: gangzzz replay {shlex.quote(str(self.path))} makes a page of it.")


def _is_saved_game(path: str) -> bool:
    try:
        Replay.load(path)
        return True
    except ValueError:
        return False


COMMANDS: dict[str, Callable[[TerminalGame, int, str], bool]] = {
    "look": TerminalGame._look_again,
    "hint": TerminalGame._hint,
    "undo": TerminalGame._undo,
    "save": TerminalGame._save,
    "load": TerminalGame._load,
    "help": TerminalGame._help,
    "quit": TerminalGame._quit,
}
TAKES_WORDS = ("hint", "save", "load")
