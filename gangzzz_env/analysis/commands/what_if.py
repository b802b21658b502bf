"""What `eval.py compare`, `sweep` and `tune` share: options, checks, and games that are kept when they are stopped."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from agents import SCRIPTED, make_given
from gangzzz_env.analysis import saved
from gangzzz_env.analysis.play import all_cores
from gangzzz_env.analysis.report.page import Report, page
from gangzzz_env.analysis.report.parts import Chapter
from gangzzz_env.analysis.variants import Evidence, Plan, Players, Variant, counts, evidence, play
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, progress, seed, writable_folder, write_whole

# Who plays: the scripted agents but the weakest and the strongest.
STYLES = ",".join(SCRIPTED[1:-1])
RULEBOOK = "rulebook"
SETTINGS, GAMES = "settings.json", "games"


def add_options(parser: argparse.ArgumentParser, out: str) -> None:
    """Add the options that all three commands have."""
    parser.add_argument("--agents", default=STYLES, metavar="A,B,...", help=f"who plays (default {STYLES})")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and agents (default 0)")
    parser.add_argument("--out", default=out, metavar="DIR", help=f"new folder for the results (default {out})")
    parser.add_argument("--threads", type=count, default=all_cores(), metavar="N", help="games played side by side")
    parser.add_argument("--resume", action="store_true", help="go on with the games that are in the folder")


def read_players(arguments: argparse.Namespace) -> Players:
    """The agents, and how many threads.

    Raises:
        ValueError: there is no such agent.
    """
    names = list(dict.fromkeys(arguments.agents.split(",")))
    agents = {name: make_given(name, arguments.seed + place) for place, name in enumerate(names)}
    return Players(agents, arguments.threads)


def read_rules(word: str):
    """The rules of a file, or the printed ones for the word `rulebook`.

    Raises:
        TypeError, ValueError: as `game.read_rules` says.
    """
    try:
        return GAME.read_rules(None if word == RULEBOOK else word)
    except (TypeError, ValueError) as error:
        said = str(error)
        raise type(error)(said if word in said else f"{word}: {said}") from None


def labels(words: Sequence[str]) -> list[str]:
    """A name for each of some files, which may be the same twice."""
    return [word if word not in words[:place] else f"{word} ({place + 1})" for place, word in enumerate(words)]


def read_folder(arguments: argparse.Namespace, settings: dict) -> Path:
    """The folder of the results, with the settings in it.

    Raises:
        ValueError: it is there and not to be gone on with, was made by other settings, or its games are damaged.
    """
    folder = Path(arguments.out)
    is_used = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if arguments.resume:
        _check_settings(folder, settings)
        kept(folder)
    elif is_used:
        raise ValueError(f"output folder {folder} exists; name another one, or go on with what is in it by --resume")
    writable_folder(folder)
    write_whole(folder / SETTINGS, json.dumps(settings, indent=2) + "\n")
    return folder


def kept(folder: Path) -> list[saved.Meeting]:
    """The games that were finished before.

    Raises:
        ValueError: they are damaged.
    """
    return saved.read(GAME, folder / GAMES) if saved.is_saved(folder / GAMES) else []


def _check_settings(folder: Path, settings: dict) -> None:
    try:
        before = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise ValueError(f"output folder {folder} holds nothing to go on with: {SETTINGS} cannot be read") from None
    for name, value in json.loads(json.dumps(settings)).items():
        if not isinstance(before, dict) or before.get(name) != value:
            what = "other rules" if name == "variants" else f"another {name.replace('_', ' ')}"
            raise ValueError(f"output folder {folder} was made with {what}; name a new one")


def settings_of(command: str, plan: Plan) -> dict:
    """What the games of a plan follow from."""
    return {
        "command": command,
        "game": plan.game.name,
        "num_players": plan.num_players,
        "agents": list(plan.agents),
        "seed": plan.seed,
        "deals": plan.deals,
        "variants": [{"name": each.name, "rules": dataclasses.asdict(each.rules)} for each in plan.variants],
    }


def play_plan(
    plan: Plan, players: Players, folder: Path, is_enough: Callable[[list[Evidence]], bool]
) -> list[Evidence]:
    """Play a plan, or what is missing of it in the folder, until its end or until it is enough, and save the games.

    Args:
        plan: what is played.
        players: who plays it.
        folder: where the games are saved.
        is_enough: asked after each chunk of deals.

    Raises:
        KeyboardInterrupt: the user stopped it; what was finished is saved.
    """
    meetings = kept(folder)
    counted = [counts(plan, meetings[low : low + plan.played]) for low in range(0, len(meetings), plan.played)]
    looks, found = plan.looks(), None
    try:
        with progress(plan.games, "game") as bar:
            bar.update(sum(len(meeting.games.digest) for meeting in meetings))
            found = _enough(plan, counted, looks, is_enough)
            for part in () if found else play(plan, players, len(counted), bar.update):
                meetings += part
                counted.append(counts(plan, part))
                found = _enough(plan, counted, looks, is_enough)
                if found:
                    break
    finally:
        saved.write(plan.game, folder / GAMES, meetings)
    return found


def _enough(plan: Plan, counted: list, looks: set[int], is_enough: Callable) -> list[Evidence] | None:
    """What was counted, if that is all or enough."""
    if len(counted) not in looks:
        return None
    found = evidence(plan, counted)
    return found if len(counted) == len(plan.parts()) or is_enough(found) else None


def say_stopped(folder: Path) -> int:
    """Say how to go on; returns the exit code."""
    print(f"\nstopped; the finished games are in {folder}, and the same command with --resume goes on", file=sys.stderr)
    return 130


def write_results(folder: Path, name: str, document: dict, csv_text: str, report: Report) -> None:
    """Write the JSON, the CSV and the page, and say where they are."""
    contents = {
        f"{name}.json": json.dumps(document, indent=2) + "\n",
        f"{name}.csv": csv_text,
        "index.html": page(report),
    }
    for file, text in contents.items():
        write_whole(folder / file, text)
        print(f"wrote {folder / file}")


def one_page(title: str, chapters: Sequence[Chapter], facts: Sequence[tuple[str, str]]) -> Report:
    """A page of some chapters that opens with all that is clear."""
    from gangzzz_env.analysis.report.findings import told

    words = ("A pre-flight check: programs played these games, not people.",)
    return Report(title, words, told(chapters, ()), (), tuple(chapters), (), tuple(facts))


def facts_of(plan: Plan, deals: int) -> tuple[tuple[str, str], ...]:
    """How the games of a plan were made, in words."""
    return (
        ("players of a game", str(plan.num_players)),
        ("agents", ", ".join(plan.agents)),
        ("rules", ", ".join(f"{each.name}: {changed(each)}" for each in plan.variants)),
        ("games", f"{deals * plan.num_players:,} by each of the rules, on the same {deals:,} deals"),
        ("seed", str(plan.seed)),
    )


def changed(variant: Variant) -> str:
    """What rules have other than printed, in words."""
    printed = dataclasses.asdict(GAME.read_rules(None))
    others = [
        f"{name} = {value}" for name, value in dataclasses.asdict(variant.rules).items() if value != printed[name]
    ]
    return ", ".join(others) if others else "as printed"
