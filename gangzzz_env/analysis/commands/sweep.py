"""`eval.py sweep`: what does a number of the rules do, and which numbers matter?"""

import argparse

from gangzzz_env.analysis.commands.what_if import (
    RULEBOOK,
    add_options,
    facts_of,
    one_page,
    play_plan,
    read_folder,
    read_players,
    read_rules,
    say_stopped,
    settings_of,
    write_results,
)
from gangzzz_env.analysis.differences import csv_text, document
from gangzzz_env.analysis.ranges import grid, read_range, steps
from gangzzz_env.analysis.sensitivity import (
    DEFINITION,
    Effect,
    effect_rows,
    effects_table,
    sensitivity_chapter,
    sweep_chapter,
    sweep_table,
)
from gangzzz_env.analysis.tables import aligned
from gangzzz_env.analysis.variants import Evidence, Plan, Variant, moved, null
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, needs

HELP = "change one or two numbers of the rules over a range, or each by a step, and say what moves"
GAMES = 1000


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("ranges", nargs="*", metavar="NAME=LOW:HIGH:STEP", help="a range, or two of them for a grid")
    parser.add_argument(
        "--all", action="store_true", help="instead every rule by a fifth of it, at least 1, down and up"
    )
    parser.add_argument("--rules", default=RULEBOOK, metavar="FILE", help="rules to start from (default: as printed)")
    parser.add_argument(
        "--games", type=count, default=GAMES, metavar="N", help=f"games by each of the rules (default {GAMES})"
    )
    add_options(parser, "sweep")


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the sweep needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    needs("report", "scipy")
    base = Variant(arguments.rules, read_rules(arguments.rules))
    named = _steps(arguments, base) if arguments.all else _ranges(arguments, base)
    num_players = GAME.read_num_players(arguments.num_players)
    players = read_players(arguments)
    variants = (base, *(variant for tried in named.values() for variant in tried))
    plan = Plan(GAME, num_players, tuple(players.agents), variants, -(-arguments.games // num_players), arguments.seed)
    settings = settings_of("sweep", plan)
    folder = read_folder(arguments, settings)
    return {"plan": plan, "players": players, "named": named, "settings": settings, "folder": folder}


def _steps(arguments: argparse.Namespace, base: Variant) -> dict[str, list[Variant]]:
    if arguments.ranges:
        raise ValueError(f"{arguments.ranges[0]} and --all exclude each other; name ranges, or --all")
    return steps(GAME, base)


def _ranges(arguments: argparse.Namespace, base: Variant) -> dict[str, list[Variant]]:
    """All values of the ranges under one name, as they are told in one table."""
    if len(arguments.ranges) not in (1, 2):
        raise ValueError(f"{len(arguments.ranges)} ranges are named, but there must be one or two, or --all")
    ranges = [read_range(GAME, text) for text in arguments.ranges]
    if len({each.name for each in ranges}) < len(ranges):
        raise ValueError(f"rule {ranges[0].name} is named in both ranges; name two rules, or one range")
    return {"": grid(ranges, base)}


def run(inputs: dict) -> int:
    """Sweep; returns the exit code."""
    plan, folder = inputs["plan"], inputs["folder"]
    try:
        found = play_plan(plan, inputs["players"], folder, lambda found: False)
    except KeyboardInterrupt:
        return say_stopped(folder)
    told, chapter = _tell(plan, inputs["named"], found)
    others, chance = moved(plan, found), null(plan, found)
    report = one_page("What the numbers of the rules do", [chapter], facts_of(plan, plan.deals))
    values = [document(plan, each, chance) for each in others]
    write_results(
        folder,
        "sweep",
        {"settings": inputs["settings"], "ranking": told, "variants": values},
        csv_text(plan, others, chance),
        report,
    )
    return 0


def _tell(plan: Plan, named: dict[str, list[Variant]], found: list[Evidence]):
    """Print what moves; returns the ranking of the rules, if there is one, and the chapter."""
    others = moved(plan, found)
    if "" in named:
        print(f"{aligned(*sweep_table(plan, others))}\n{DEFINITION}")
        return [], sweep_chapter(plan, others)
    of_rule = iter(others)
    effects = [Effect(name, tuple(next(of_rule) for _ in tried)) for name, tried in named.items()]
    print(f"{effects_table(plan, effects)}\n{DEFINITION}")
    return effect_rows(plan, effects), sensitivity_chapter(plan, effects)
