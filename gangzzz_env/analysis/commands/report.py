"""`eval.py report`: the designer's report, one page with its tables, from games that it plays or that were saved."""

import argparse
import dataclasses
import json
import os
import shlex
import sys
from pathlib import Path

import gangzzz_env
from agents import SCRIPTED, make_agent
from agents.family import GREEDY_FAMILY
from gangzzz_env.analysis import best_response, saved
from gangzzz_env.analysis.best_response import Answer, Task
from gangzzz_env.analysis.commands import counter
from gangzzz_env.analysis.measure import measure
from gangzzz_env.analysis.play import all_cores
from gangzzz_env.analysis.report import dominance, making, tables, worth
from gangzzz_env.analysis.report.page import Report, page
from gangzzz_env.analysis.report.plan import plan
from gangzzz_env.analysis.report.playing import Playing, left_to_play
from gangzzz_env.analysis.report.shown import write_pages
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, needs, positive, progress, seed, write_whole

HELP = "write the designer's report: what many games say about the rules, as one page with its tables"
GAMES = 84_000
# Parts of them: all against all, the same by distracted agents, and without one thing each.
PLAIN, WEAKER, RESTRICTED = 0.66, 0.12, 0.22
# Agents that also play in all seats: the plainest that plays to win, and the strongest.
ALONE = (SCRIPTED[1], SCRIPTED[-1])
# A learned agent and a search, which are tried as answers to the favorite within a budget.
ALSO = ("don_corleone", "search:200")
# Who is forbidden one thing after the other.
PAIR = (SCRIPTED[-1], SCRIPTED[1])
PAGE, SETTINGS, SAVED, TABLES, ANSWERS = "report.html", "settings.json", "saved", "tables", "answers.json"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    fewest, most = GAME.seats
    every = ",".join(str(number) for number in range(fewest, most + 1))
    parser.add_argument(
        "--out", default="report", metavar="DIR", help="folder to make, with report.html (default report)"
    )
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--num-players", default=every, metavar="N,...", help=f"players of a game (default {every})")
    parser.add_argument(
        "--games", type=count, default=GAMES, metavar="N", help=f"about how many games (default {GAMES})"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and agents (default 0)")
    parser.add_argument(
        "--budget",
        type=positive,
        metavar="MINUTES",
        help=f"more time, for answers to the favorite: other ways to play, and {' and '.join(ALSO)} (default: none)",
    )
    parser.add_argument("--from", dest="source", metavar="DIR", help="a report whose saved games are looked at anew")
    parser.add_argument("--threads", type=count, default=all_cores(), metavar="N", help="games played side by side")


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the report needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    needs("report", "cmaes", "pyarrow", "scipy")
    players = _read_players(arguments.num_players)
    rules = GAME.read_rules(arguments.rules)
    settings = {
        "rules": dataclasses.asdict(rules),
        "num_players": players,
        "games": arguments.games,
        "seed": arguments.seed,
        "from": arguments.source,
        "budget": arguments.budget,
        "version": gangzzz_env.__version__,
    }
    return {
        "planned": [] if arguments.source else _planned(arguments, rules, players),
        "meetings": _saved_games(arguments.source) if arguments.source else [],
        "answers": _saved_answers(arguments.source) if arguments.source else [],
        "budget": arguments.budget,
        "threads": arguments.threads,
        "seed": arguments.seed,
        "folder": _free(Path(arguments.out)),
        "beside": _beside(Path(arguments.out), settings),
    }


def _read_players(text: str) -> list[int]:
    """The numbers of players, each once, in order."""
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"--num-players is {text!r}, but must be numbers with commas between them, as 2,3,4")
    return sorted({GAME.read_num_players(int(number)) for number in numbers})


def _planned(arguments: argparse.Namespace, rules, players: list[int]) -> list:
    """The meetings to be played: by these rules, and by the printed ones if they are others."""
    games, number, planned = arguments.games, arguments.seed, []
    for each in dict.fromkeys((rules, GAME.read_rules(None))):
        planned += plan(SCRIPTED, ALONE, players, round(PLAIN * games), number, each)
        planned += worth.planned(GAME, PAIR, round(RESTRICTED * games), number, each)
    weaker = [making.distracted(name) for name in SCRIPTED[1:]]
    return planned + plan(weaker, (), players, round(WEAKER * games), number, rules)


def _free(folder: Path) -> Path:
    """The folder, which must not be there yet.

    Raises:
        ValueError: it is.
    """
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise ValueError(f"output folder {folder} exists already: give another one with --out, or remove it")
    return folder


def _beside(folder: Path, settings: dict) -> Path:
    """Where the report is made before it is moved to its place; an interrupted one of the same settings goes on there.

    Raises:
        ValueError: there is something else, or the folder cannot be made.
    """
    beside = folder.with_name(f"{folder.name}.unfinished")
    try:
        if beside.is_dir() and any(beside.iterdir()):
            _check_same(beside, settings)
        beside.mkdir(parents=True, exist_ok=True)
        write_whole(beside / SETTINGS, json.dumps(settings, indent=2) + "\n")
    except OSError as error:
        raise ValueError(f"output folder {folder} cannot be made: {error.strerror}") from None
    return beside


def _check_same(beside: Path, settings: dict) -> None:
    try:
        other = json.loads((beside / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise ValueError(
            f"{beside} is in the way, and no interrupted report: remove it, or give another --out"
        ) from None
    different = [name for name, value in settings.items() if not isinstance(other, dict) or other.get(name) != value]
    if different:
        raise ValueError(
            f"{beside} holds an interrupted report with other settings ({', '.join(different)}): "
            "give the same ones to go on with it, remove it, or give another --out"
        )


def _saved_games(source: str) -> list[Meeting]:
    """The meetings of a report's folder, or of any folder of saved games."""
    folder = Path(source)
    meetings = saved.read(GAME, folder / SAVED if saved.is_saved(folder / SAVED) else folder)
    if not meetings:
        raise ValueError(f"folder {source} holds no finished games")
    return meetings


def _saved_answers(source: str) -> list[Answer]:
    """The answers that a report has found, if it had a budget."""
    path = Path(source) / ANSWERS
    try:
        return [Answer(**answer) for answer in json.loads(path.read_text(encoding="utf-8"))["answers"]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is damaged: remove it, or make the report anew") from None


def run(inputs: dict) -> int:
    """Play, look, and write the page; returns the exit code."""
    beside = inputs["beside"]
    try:
        meetings = inputs["meetings"] or _play(inputs)
        material = making.sorted_out(GAME, meetings, SCRIPTED)
        material = _answered(_measured(material, inputs["threads"]), inputs)
        with progress(len(making.CHAPTERS), "chapter") as bar:
            report = making.make(material, _facts(inputs, material), bar.update)
        _write(beside, material, report)
    except KeyboardInterrupt:
        print(
            f"\nstopped; the finished games are kept in {beside}: the same command goes on with them", file=sys.stderr
        )
        return 130
    os.replace(beside, inputs["folder"])
    _tell(inputs["folder"], report)
    return 0


def _play(inputs: dict) -> list[Meeting]:
    folder = inputs["beside"] / SAVED
    finished = saved.read(GAME, folder) if saved.is_saved(folder) else []
    left = sum(part.games for part in left_to_play(inputs["planned"], finished))
    with progress(left, "game") as bar:
        playing = Playing(GAME, lambda name: make_agent(name, inputs["seed"]), folder, bar.update)
        return playing.run(inputs["planned"], inputs["threads"])


def _measured(material: making.Material, threads: int) -> making.Material:
    """The same with the measures of all games without restriction."""
    with progress(sum(len(meeting.games.seed) for meeting in material.meetings), "game measured") as bar:
        measures = tuple(measure(GAME, meeting, threads, bar.update) for meeting in material.meetings)
    return dataclasses.replace(material, measures=measures)


def _answered(material: making.Material, inputs: dict) -> making.Material:
    """The same with answers to the favorite: those that were saved, or what is found within the budget."""
    answers = inputs["answers"]
    if inputs["budget"]:
        names = {name: name for name in SCRIPTED[1:]}
        players = min(meeting.num_players for meeting in material.meetings)
        opponent = dominance.favorite(material.meetings, players, names)
        answers = _search(material, players, opponent, inputs) if opponent else []
    return dataclasses.replace(material, answers=tuple(answers), family=GREEDY_FAMILY)


def _search(material: making.Material, num_players: int, opponent: str, inputs: dict) -> list[Answer]:
    """Answers to an agent, searched for within the budget; an interrupted search goes on."""
    rules, number, path = material.meetings[0].rules, inputs["seed"], inputs["beside"] / ANSWERS
    agent = make_agent(opponent, number)
    task = Task(GAME, num_players, opponent, agent, GREEDY_FAMILY, rules, number, inputs["threads"])
    also = {name: make_agent(name, number + 1) for name in ALSO}
    state = counter.kept(path, counter.settings(opponent, num_players, rules, number))

    def keep() -> None:
        write_whole(path, json.dumps(state) + "\n")

    seconds = 60 * inputs["budget"]
    with progress(round(seconds), "s") as bar:
        found = best_response.answers(task, also, seconds, "s", state, keep, bar.update)
    return found


def _write(folder: Path, material: making.Material, report: Report) -> None:
    """Write all files of the report."""
    saved.write(GAME, folder / SAVED, [*material.all, *material.printed])
    if material.answers:
        answers = [dataclasses.asdict(answer) for answer in material.answers]
        write_whole(folder / ANSWERS, json.dumps({"answers": answers}, indent=1) + "\n")
    tables.write(folder / TABLES, report.chapters)
    with progress(len(report.games), "game page") as bar:
        write_pages(GAME, material.all, report.games, folder, bar.update)
    write_whole(folder / PAGE, page(report))


def _facts(inputs: dict, material: making.Material) -> list[tuple[str, str]]:
    """How the report was made."""
    agents = sorted({name for meeting in material.all for name in meeting.lineup}, key=_place_on_ladder)
    rules = dataclasses.asdict(material.meetings[0].rules)
    return [
        ("engine", f"gangzzz_env {gangzzz_env.__version__}, {GAME.name}"),
        ("agents, from the weakest on", ", ".join(agents)),
        ("rules", ", ".join(f"{name} {value}" for name, value in rules.items())),
        ("the same figures again", f"python eval.py report --from {shlex.quote(str(inputs['folder']))} --out again"),
        (
            "beside this page",
            "tables/: each table as CSV and Parquet; games/: pages that step through games; saved/: all games",
        ),
    ]


def _place_on_ladder(name: str) -> int:
    return SCRIPTED.index(name) if name in SCRIPTED else len(SCRIPTED)


def _tell(folder: Path, report: Report) -> None:
    """Say on the terminal what the page opens with."""
    for number, one in enumerate(report.told, 1):
        print(f"{number}. {one.finding.sentence}")
    print(f"{'' if report.told else 'nothing stands out; '}wrote {folder / PAGE}")
