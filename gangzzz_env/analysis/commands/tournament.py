"""`eval.py`: a tournament."""

import argparse
import dataclasses
import sys
import time
from pathlib import Path

import numpy as np

from agents import make_given
from gangzzz_env.analysis import eval_page, saved, show, tables
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import Games, Stopped, all_cores, lineups, paired_seeds, play_lineup
from gangzzz_env.analysis.restrict import FORBID, FORCE, Part, Restriction
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, progress, seed, writable_folder
from gangzzz_env.result_page import typed

HELP = "play agents against each other, with seats rotated and seeds paired, and say who wins how often"
SAVED = "games"
SAVE_EVERY = 60.0  # seconds


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--agents",
        required=True,
        metavar="A,B,...",
        help="names of agents, folders of checkpoints, or agents of your own as mine.py:Mine",
    )
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument(
        "--games",
        type=count,
        default=1000,
        metavar="N",
        help="games of each line-up, rounded up so that each deal is played in every rotation (default 1000)",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and agents (default 0)")
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    what = "what --seat or --for may not do, as trade.*, or *.casino; may be repeated"
    parser.add_argument("--forbid", action="append", default=[], metavar="PATTERN", help=what)
    what = "what --seat or --for must do where it can; may be repeated"
    parser.add_argument("--force", action="append", default=[], metavar="PATTERN", help=what)
    parser.add_argument("--seat", type=seed, metavar="K", help="whom --forbid and --force are for: who sits there")
    parser.add_argument("--for", dest="whom", metavar="AGENT", help="or an agent, wherever it sits")
    parser.add_argument("--threads", type=count, default=all_cores(), metavar="N", help="games played side by side")
    parser.add_argument("--show", type=count, default=0, metavar="N", help="also tell so many typical games")
    parser.add_argument(
        "--out", default="results", metavar="DIR", help="folder of eval.json, .csv, .png, .html and the games"
    )


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the tournament needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    names = list(dict.fromkeys(arguments.agents.split(",")))
    rules = GAME.read_rules(arguments.rules)
    num_players = GAME.read_num_players(arguments.num_players)
    agents = {name: make_given(name, arguments.seed + place) for place, name in enumerate(names)}
    settings = {name: value for name, value in vars(arguments).items() if name not in ("threads", "show")}
    return {
        "num_players": num_players,
        "rules": rules,
        "agents": agents,
        "restriction": _restriction(arguments, names, num_players),
        "seeds": paired_seeds(arguments.seed, arguments.games, num_players),
        "threads": arguments.threads,
        "show": arguments.show,
        "folder": writable_folder(arguments.out),
        "typed": typed("eval.py", {name: getattr(arguments, name) for name in settings}),
        "settings": settings | {"agents": names, "rules": dataclasses.asdict(rules), "game": GAME.name},
    }


def _restriction(arguments: argparse.Namespace, names: list[str], num_players: int) -> tuple[Part, ...]:
    """Who may not do or must do what, checked for every line-up."""
    whom = [who for who in (arguments.seat, arguments.whom) if who is not None]
    told = [(FORBID, pattern) for pattern in arguments.forbid] + [(FORCE, pattern) for pattern in arguments.force]
    if len(whom) != bool(told):
        raise ValueError("--forbid and --force need to know for whom: give either --seat K or --for AGENT with them")
    if arguments.whom is not None and arguments.whom not in names:
        raise ValueError(f"--for names {arguments.whom!r}, but the agents are {', '.join(names)}")
    parts = tuple((who, how, pattern) for who in whom for how, pattern in told)
    for lineup in lineups(names, num_players):
        Restriction(GAME, _parts_for(parts, lineup)).check(lineup)
    return parts


def _parts_for(parts: tuple[Part, ...], lineup: tuple[str, ...]) -> tuple[Part, ...]:
    """What concerns a line-up: its seats, and the agents that it has."""
    return tuple(part for part in parts if not isinstance(part[0], str) or part[0] in lineup)


def run(inputs: dict) -> int:
    """Play the tournament; returns the exit code."""
    for name, agent in inputs["agents"].items():
        for difference in getattr(agent, "differences", lambda *_: [])(inputs["num_players"], inputs["rules"]):
            print(f"{name}: {difference}", file=sys.stderr)
    folder = inputs["folder"] / SAVED
    try:
        played = _play(inputs, folder)
    except KeyboardInterrupt:
        print(f"\nstopped; the games that have ended are in {folder}: the same command goes on", file=sys.stderr)
        return 130
    shown = summary(GAME, [meeting.games for meeting in played])
    print(tables.tables(shown, GAME.sources))
    waived = sum(int(meeting.games.waived.sum()) for meeting in played)
    if waived:
        print(f"\nin {waived} decisions nothing else was legal, and what is forbidden was done")
    pages = eval_page.write(inputs["folder"], GAME, inputs["typed"], inputs["settings"], shown)
    for path in [*tables.write(inputs["folder"], inputs["settings"], shown), *pages]:
        print(f"wrote {path}")
    print(f"wrote {folder}: eval.py show {inputs['folder']}")
    for place, row in show.picked(played, "typical", inputs["show"]):
        print(f"\ngame {show.number(place, row)}, {show.told(GAME, played[place], row)}")
    return 0


def _play(inputs: dict, folder: Path) -> list[Meeting]:
    """The meetings, of which those are taken over that an interrupted tournament of the same settings has left."""
    planned = lineups(list(inputs["agents"]), inputs["num_players"])
    kept, played, last = _kept(inputs, folder, planned), [], time.monotonic()
    before = sum(len(games.seed) for games in kept.values())
    try:
        with progress(len(planned) * len(inputs["seeds"]) * inputs["num_players"] - before, "game") as bar:
            for lineup in planned:
                played.append(_meet(inputs, lineup, kept.get(lineup), bar.update))
                if time.monotonic() - last > SAVE_EVERY:
                    saved.write(GAME, folder, played)
                    last = time.monotonic()
    except Stopped as stopped:
        played.append(_meeting(inputs, planned[len(played)], stopped.games))
        raise
    finally:
        saved.write(GAME, folder, played)
    return played


def _meet(inputs: dict, lineup: tuple[str, ...], kept: Games | None, on_end) -> Meeting:
    agents, seeds, rules = inputs["agents"], inputs["seeds"], inputs["rules"]
    restriction = Restriction(GAME, _parts_for(inputs["restriction"], lineup))
    games = play_lineup(GAME, lineup, agents, seeds, rules, on_end, inputs["threads"], restriction, kept)
    return _meeting(inputs, lineup, games)


def _meeting(inputs: dict, lineup: tuple[str, ...], games: Games) -> Meeting:
    restriction = _parts_for(inputs["restriction"], lineup)
    return Meeting(inputs["num_players"], lineup, inputs["rules"], restriction, games)


def _kept(inputs: dict, folder: Path, planned: list[tuple[str, ...]]) -> dict[tuple[str, ...], Games]:
    """By line-up the games of an interrupted tournament of the same settings; none of one that is whole."""
    try:
        meetings = saved.read(GAME, folder) if saved.is_saved(folder) else []
    except ValueError:
        return {}
    whole = len(planned) * len(inputs["seeds"]) * inputs["num_players"]
    if sum(len(meeting.games.seed) for meeting in meetings) == whole:
        return {}
    return {meeting.lineup: meeting.games for meeting in meetings if _is_part(inputs, planned, meeting)}


def _is_part(inputs: dict, planned: list[tuple[str, ...]], meeting: Meeting) -> bool:
    """Whether the games of a meeting are some of this tournament's."""
    alike = _meeting(inputs, meeting.lineup, meeting.games)
    return (
        meeting.lineup in planned
        and alike.facts == meeting.facts
        and bool(np.isin(meeting.games.seed, inputs["seeds"]).all())
    )
