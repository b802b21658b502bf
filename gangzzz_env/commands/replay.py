"""`gangzzz replay`: a saved game as a page."""

import argparse
from pathlib import Path

from gangzzz_env.program import seed, writable_file, write_whole
from gangzzz_env.replay import Replay
from gangzzz_env.replay_page import lookers_of, page

HELP = "write a saved game as one page that steps through it offline"


def add(commands) -> None:
    """Add the command to the subparsers of a program."""
    parser = commands.add_parser("replay", help=HELP, description=HELP)
    parser.add_argument("replay", metavar="GAME.json", help="what `env.replay().save` wrote")
    parser.add_argument("-o", "--out", metavar="PAGE.html", help="the page (default: the replay's name with .html)")
    parser.add_argument(
        "--seat",
        type=seed,
        metavar="K",
        help="only what player K sees (default: everybody and from above; before the game is over, a spectator)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the page, whole or not at all; returns the exit code.

    Raises:
        ValueError: one sentence that names the value and what is allowed.
    """
    out = Path(arguments.out or Path(arguments.replay).with_suffix(".html"))
    if out.resolve() == Path(arguments.replay).resolve():
        raise ValueError(f"page {out} would replace the replay: give it another name with -o")
    writable_file(out)
    player = Replay.load(arguments.replay).play()
    document = page(player, lookers_of(player, arguments.seat))
    try:
        write_whole(out, document)
    except OSError as error:
        raise ValueError(f"page {out} cannot be written: {error.strerror}") from None
    print(f"wrote {out}, {len(document) // 1024} KB, {len(player)} decisions")
    return 0
