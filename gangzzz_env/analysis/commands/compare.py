"""`eval.py compare`: what do other rules change?"""

import argparse
import functools
from collections.abc import Sequence

from gangzzz_env.analysis.commands.what_if import (
    add_options,
    facts_of,
    labels,
    one_page,
    play_plan,
    read_folder,
    read_players,
    read_rules,
    say_stopped,
    settings_of,
    write_results,
)
from gangzzz_env.analysis.differences import chapter, csv_text, document, table, verdict
from gangzzz_env.analysis.variants import Evidence, Plan, Variant, moved, null, seat_intervals
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, needs, positive

HELP = "play several rules on the same deals, and say what differs"
GAMES, MOST_GAMES = 2000, 200_000


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("rules", nargs="+", metavar="FILE", help="TOML files of changed rules, or `rulebook`")
    parser.add_argument("--games", type=count, metavar="N", help=f"games by each of the rules (default {GAMES})")
    parser.add_argument(
        "--until",
        type=positive,
        metavar="POINTS",
        help="play until what each seat's win rate moved is known up to so many points, "
        f"in at most --games games (then {MOST_GAMES} by default)",
    )
    add_options(parser, "compare")


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the comparison needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    needs("report", "scipy")
    if len(arguments.rules) < 2:
        raise ValueError(f"{arguments.rules[0]} is to be compared with nothing; name two files, or one and `rulebook`")
    num_players = GAME.read_num_players(arguments.num_players)
    named = zip(labels(arguments.rules), map(read_rules, arguments.rules))
    games = arguments.games or (MOST_GAMES if arguments.until else GAMES)
    players = read_players(arguments)
    variants = tuple(Variant(name, rules) for name, rules in named)
    plan = Plan(GAME, num_players, tuple(players.agents), variants, -(-games // num_players), arguments.seed)
    settings = settings_of("compare", plan) | {"until": arguments.until}
    return {
        "plan": plan,
        "players": players,
        "until": arguments.until,
        "settings": settings,
        "folder": read_folder(arguments, settings),
    }


def is_known(plan: Plan, until: float | None, found: list[Evidence]) -> bool:
    """Whether what was moved of each seat's win rate is known up to so many points."""
    if until is None:
        return False
    low, high = seat_intervals(plan, found, until)
    return bool((high - low).max() <= 2 * until)


def run(inputs: dict) -> int:
    """Compare; returns the exit code."""
    plan, until, folder = inputs["plan"], inputs["until"], inputs["folder"]
    try:
        found = play_plan(plan, inputs["players"], folder, functools.partial(is_known, plan, until))
    except KeyboardInterrupt:
        return say_stopped(folder)
    chance, others = null(plan, found), moved(plan, found)
    _say(plan, others, chance)
    if until:
        print(_always_valid(plan, found, until))
    told = [document(plan, each, chance) for each in others]
    chapters = [chapter(plan, each, chance, f"variant_{place}") for place, each in enumerate(others, 1)]
    report = one_page("What other rules change", chapters, facts_of(plan, chance.deals))
    write_results(
        folder, "compare", {"settings": inputs["settings"], "variants": told}, csv_text(plan, others, chance), report
    )
    return 0


def _say(plan: Plan, others: Sequence, chance) -> None:
    for each in others:
        print(f"{verdict(plan, each)}\n\n{table(plan, each, chance)}\n")


def _always_valid(plan: Plan, found: list[Evidence], until: float) -> str:
    """What is known of the seats, whenever one looks."""
    low, high = seat_intervals(plan, found, until)
    lines = [
        f"  {variant.name}, seat {seat}: [{low[row, seat]:+.2f}, {high[row, seat]:+.2f}] points"
        for row, variant in enumerate(plan.variants[1:])
        for seat in range(plan.num_players)
    ]
    half = (high - low).max() / 2
    head = f"What the seats' win rates moved is known up to {half:.2f} points, although it was looked at while playing:"
    return "\n".join([head, *lines])
