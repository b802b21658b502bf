"""`gangzzz play`: people against agents, on a page of this machine or at a terminal."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from gangzzz_env.play_server import PlayServer, bind
from gangzzz_env.play_terminal import TerminalGame
from gangzzz_env.program import count, seed, writable_folder
from gangzzz_env.replay import Replay
from gangzzz_env.session import Session, new_path
from gangzzz_env.table import Table

HELP = "play against agents, or one another, in the browser or the terminal"
HOST, PORT, FOLDER = "127.0.0.1", 1920, "games"
EVERYWHERE = ("0.0.0.0", "::")


def add(commands) -> None:
    """Add the command to the subparsers of a program."""
    parser = commands.add_parser("play", help=HELP, description=HELP)
    parser.add_argument(
        "--agents", metavar="A,B,...", help="who plays against you (default boss); one may stand for all"
    )
    parser.add_argument("--people", type=count, metavar="N", help="how many people play (default 1)")
    parser.add_argument("--seat", type=_seats, metavar="K,...", help="the seats of people (default the first ones)")
    parser.add_argument("--num-players", type=count, metavar="N", help="players (default people and agents)")
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--seed", type=seed, metavar="N", help="of the deal (default: any)")
    parser.add_argument("--load", metavar="GAME.json", help="go on with a saved game, and keep it in its file")
    parser.add_argument("--folder", default=FOLDER, metavar="DIR", help=f"where games are kept (default {FOLDER})")
    parser.add_argument("--terminal", action="store_true", help="play here; several people take turns at the keyboard")
    parser.add_argument(
        "--host", default=HOST, help=f"name or address to listen on (default {HOST}: this machine only)"
    )
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help=f"the first one to try (default {PORT})")
    parser.add_argument("--no-browser", action="store_true", help="print the links and open none")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play at the terminal, or serve the page until Ctrl-C; returns the exit code.

    Raises:
        ValueError: one sentence that names the value and what is allowed.
    """
    table = table_of(arguments)
    if arguments.terminal:
        TerminalGame(table, _path_of(arguments)).run()
        return 0
    with bind(arguments.host, arguments.port) as server:
        session = server.session = Session(table, _path_of(arguments))
        table.warm_up()
        _say_where(server, arguments)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
    session.table.save(session.path)
    print(f"\nThe game is kept in {session.path}: gangzzz play --load {session.path} goes on with it.")
    return 0


def table_of(arguments: argparse.Namespace) -> Table:
    """The table that the options ask for: a new game, or a saved one.

    Raises:
        ValueError: one sentence that names the value and what is allowed.
    """
    from gangzzz_env.games.gangzzz import GAME

    try:
        if arguments.load:
            return _loaded(arguments)
        rules = GAME.read_rules(arguments.rules)
        return Table.begin(GAME, _who(arguments, arguments.num_players), rules, arguments.seed)
    except TypeError as error:
        raise ValueError(str(error)) from None


def _loaded(arguments: argparse.Namespace) -> Table:
    """The saved game; who sits where is what the file tells, unless the options tell it."""
    for option in ("rules", "seed", "num_players"):
        if getattr(arguments, option) is not None:
            raise ValueError(f"--{option.replace('_', '-')} is for a new game, but --load goes on with a saved one")
    if arguments.agents is None and arguments.people is None and arguments.seat is None:
        return Table.load(arguments.load)
    num_players = int(Replay.load(arguments.load).start["num_seats"][0])
    return Table.load(arguments.load, _who(arguments, num_players))


def _who(arguments: argparse.Namespace, num_players: int | None) -> list[str | None]:
    """The agent in each seat by name, None for a person."""
    people = arguments.people or len(arguments.seat or (0,))
    seats = arguments.seat or list(range(people))
    if len(seats) != people:
        raise ValueError(f"--seat names {len(seats)} seats for {people} people")
    names = (arguments.agents or "boss").split(",")
    if num_players is None:
        num_players = people + len(names)
    names = names * (num_players - people) if len(names) == 1 else names
    if people + len(names) != num_players:
        raise ValueError(f"{people} people and {len(names)} agents are not the {num_players} players of --num-players")
    if max(seats) >= num_players:
        raise ValueError(f"seat is {max(seats)}, but {num_players} players have seats 0-{num_players - 1}")
    left = iter(names)
    return [None if seat in seats else next(left) for seat in range(num_players)]


def _path_of(arguments: argparse.Namespace) -> Path:
    """The file in which the game is kept: that of a saved game, if it tells who sits where, else a new one."""
    if arguments.load and Replay.load(arguments.load).seats is not None:
        return Path(arguments.load)
    return new_path(writable_folder(arguments.folder))


def _say_where(server: PlayServer, arguments: argparse.Namespace) -> None:
    """Print the links, and open the first one in the user's browser."""
    port = server.server_address[1]
    if port != arguments.port:
        print(f"port {arguments.port} is taken: this is port {port}", file=sys.stderr)
    links = _links(server.session, arguments.host, port)
    for words, link in links:
        print(f"{words}: {link}", flush=True)
    print(f"The game is kept in {server.session.path}; Ctrl-C ends the server.", flush=True)
    if not arguments.no_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(links[0][1],), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would open a window; without one, a browser for the terminal would take that over."""
    return not sys.platform.startswith("linux") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _links(session: Session, host: str, port: int) -> list[tuple[str, str]]:
    """For each person, and for a spectator, what to say and the link."""
    name = _outside() if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    links = [(f"player {seat}", f"http://{name}:{port}/#{token}") for seat, token in session.tokens.items()]
    return [*links, ("spectators", f"http://{name}:{port}/")]


def _outside() -> str:
    """The address by which others in the network reach this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return HOST
        return probe.getsockname()[0]


def _port(text: str) -> int:
    """A port, as an argument's type."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from 1 to 65535")
    return int(text)


def _seats(text: str) -> list[int]:
    """Numbers of seats, as an argument's type."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() for part in parts) or len(set(parts)) != len(parts):
        raise argparse.ArgumentTypeError(f"{text!r} must be numbers of seats from 0 on, as 0 or 0,2")
    return sorted(map(int, parts))
