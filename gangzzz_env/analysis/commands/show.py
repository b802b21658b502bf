"""`eval.py show`: saved games in sentences, and as pages."""

import argparse
from pathlib import Path

from gangzzz_env.analysis import saved, show
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, writable_folder

HELP = "show games that a tournament or a report has saved, in sentences or as pages"
# Where tournaments and reports keep their games in their folder.
WHERE = (".", "games", "saved")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("folder", metavar="DIR", help="the folder of a tournament, a report or saved games")
    parser.add_argument("--game", action="append", metavar="M-K", help="game K of meeting M; may be repeated")
    parser.add_argument(
        "--pick",
        choices=list(show.PICKS),
        default="typical",
        help="which games, if none is named: those that are %(choices)s (default %(default)s)",
    )
    parser.add_argument("--show", type=count, default=1, metavar="N", help="how many of them (default 1)")
    parser.add_argument("--pages", metavar="DIR", help="also write each as a page that steps through it")


def read(arguments: argparse.Namespace) -> dict:
    """Which games, checked.

    Raises:
        ValueError: one sentence that names the value and what is allowed.
    """
    folder = Path(arguments.folder)
    inside = next((folder / name for name in WHERE if saved.is_saved(folder / name)), folder)
    meetings = saved.read(GAME, inside)
    if not meetings:
        raise ValueError(f"folder {folder} holds no finished games")
    games = [show.read_number(meetings, text) for text in arguments.game or ()]
    return {
        "meetings": meetings,
        "games": games or show.picked(meetings, arguments.pick, arguments.show),
        "pages": writable_folder(arguments.pages) if arguments.pages else None,
    }


def run(inputs: dict) -> int:
    """Show them; returns the exit code."""
    for place, row in inputs["games"]:
        meeting = inputs["meetings"][place]
        print(f"game {show.number(place, row)}, {show.told(GAME, meeting, row)}\n")
        if inputs["pages"]:
            path = inputs["pages"] / f"{show.number(place, row)}.html"
            show.write_page(GAME, meeting, row, path)
            print(f"wrote {path}\n")
    return 0
