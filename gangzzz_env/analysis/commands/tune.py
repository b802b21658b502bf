"""`eval.py tune`: which small change of the rules makes them as wanted?"""

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path

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
from gangzzz_env.analysis.differences import chapter, csv_text, document, table, verdict
from gangzzz_env.analysis.targets import Term, read_target
from gangzzz_env.analysis.tuning import (
    Task,
    as_toml,
    best_of,
    candidates,
    finished,
    open_study,
    read_changes,
    search,
)
from gangzzz_env.analysis.variants import Evidence, Plan, Players, Variant, moved, null
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, needs, progress, write_whole

HELP = "search for rules that meet a target and change little, and say what that costs"
GAMES, TRIALS = 60_000, 40
TUNED = "tuned.toml"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--target", required=True, metavar="WISHES", help="as seats<=2,styles<=5,length=80")
    parser.add_argument(
        "--change",
        required=True,
        metavar="A,B=LOW:HIGH,...",
        help="rules that may be changed, as bounty,casino_dice=0:3",
    )
    parser.add_argument("--rules", default=RULEBOOK, metavar="FILE", help="rules to start from (default: as printed)")
    parser.add_argument(
        "--games",
        type=count,
        default=GAMES,
        metavar="N",
        help="about so many games altogether: half to search, a quarter to choose among the best on other deals, "
        f"a quarter to confirm the choice on fresh ones (default {GAMES})",
    )
    parser.add_argument(
        "--trials", type=count, default=TRIALS, metavar="N", help=f"rules that the search tries (default {TRIALS})"
    )
    add_options(parser, "tune")


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the search needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    needs("report", "scipy", "optuna")
    base = Variant(arguments.rules, read_rules(arguments.rules))
    num_players = GAME.read_num_players(arguments.num_players)
    players = read_players(arguments)
    deals = arguments.games // (2 * arguments.trials * num_players)
    if deals < 2:
        raise ValueError(f"{arguments.games} games are too few for {arguments.trials} trials; allow more, or try fewer")
    plan = Plan(GAME, num_players, tuple(players.agents), (base,), deals, arguments.seed, nulls=0)
    ranges = read_changes(GAME, arguments.change, base)
    task = Task(read_target(arguments.target, plan.figures, num_players), ranges, base, arguments.trials)
    settings = settings_of("tune", plan) | {
        "target": [str(term) for term in task.target],
        "change": {each.name: list(each.values) for each in ranges},
        "trials": task.trials,
        "games": arguments.games,
    }
    folder = read_folder(arguments, settings)
    return {"task": task, "plan": plan, "players": players, "settings": settings, "folder": folder}


def run(inputs: dict) -> int:
    """Search, choose, confirm, tell; returns the exit code."""
    task, plan, players, folder = inputs["task"], inputs["plan"], inputs["players"], inputs["folder"]
    games = inputs["settings"]["games"]
    try:
        tuned = _find(task, plan, players, folder, games)
        write_whole(folder / TUNED, as_toml(GAME, tuned.rules))
        print(f"wrote {folder / TUNED}")
        last = dataclasses.replace(plan, variants=(task.base, tuned), seed=plan.seed + 2, nulls=1)
        last = dataclasses.replace(last, deals=max(2, games // 4 // (3 * plan.num_players)))
        found = play_plan(last, players, folder, lambda found: False)
    except KeyboardInterrupt:
        return say_stopped(folder)
    _tell(task, last, found, inputs["settings"], folder)
    return 0


def _find(task: Task, plan: Plan, players: Players, folder: Path, games: int) -> Variant:
    """The best rules by the search and, on other deals, the choice among the best."""
    study = open_study(GAME, task, folder, plan.seed)
    with progress(2 * task.trials * plan.deals * plan.num_players, "game") as bar:
        bar.update(len(finished(study)) * plan.deals * plan.num_players)
        search(task, plan, players, study, bar.update)
        tried = candidates(task, study)
        deals = max(2, games // 4 // (len(tried) * plan.num_players))
        choice = dataclasses.replace(plan, variants=tuple(tried), deals=deals, seed=plan.seed + 1)
        best = best_of(task, choice, players, bar.update)
    return Variant("tuned", best.rules)


def _tell(task: Task, plan: Plan, found: list[Evidence], settings: dict, folder: Path) -> None:
    (other,), chance = moved(plan, found), null(plan, found)
    met = [_met(term, found) for term in task.target]
    words = [_changed(task, plan.variants[1]), *(_sentence(row) for row in met)]
    print("\n".join([*words, "", verdict(plan, other), "", table(plan, other, chance), ""]))
    told = chapter(plan, other, chance, "tuned")
    report = one_page(
        "Tuned rules",
        [dataclasses.replace(told, title="What was changed, and what it costs", words=(*words, *told.words))],
        facts_of(plan, chance.deals),
    )
    changes = {name: getattr(plan.variants[1].rules, name) for name in task.changes(plan.variants[1].rules)}
    result = {"settings": settings, "changes": changes, "target": met, "confirmed": document(plan, other, chance)}
    write_results(folder, "tune", result, csv_text(plan, [other], chance), report)


def _met(term: Term, found: Sequence[Evidence]) -> dict:
    """Whether a wish is met by the tuned rules on fresh deals."""
    before, after = found[0].estimate(), found[1].estimate()
    low, high = term.bounds(after)
    value = term.value(after.value)
    return {
        "wish": str(term),
        "before": term.value(before.value),
        "after": value,
        "after_low": low,
        "after_high": high,
        "is_met": term.miss(after.value) == 0,
    }


def _sentence(row: dict) -> str:
    verb = "met" if row["is_met"] else "missed"
    return (
        f"{row['wish']}: {verb} on fresh deals, {row['after']:.2f} [{row['after_low']:.2f}, {row['after_high']:.2f}]; "
        f"it was {row['before']:.2f}."
    )


def _changed(task: Task, tuned: Variant) -> str:
    """What was changed, in words."""
    parts = [
        f"{name} {getattr(task.base.rules, name)} -> {getattr(tuned.rules, name)}" for name in task.changes(tuned.rules)
    ]
    return (
        f"Changed: {', '.join(parts)}."
        if parts
        else "Nothing was changed: no rules that were tried are clearly better."
    )
