"""`eval.py counter`: is there an answer to an agent?"""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

import gangzzz_env
from agents import make_given
from agents.family import GREEDY_FAMILY
from gangzzz_env.analysis import best_response
from gangzzz_env.analysis.best_response import OUTSIDER_PART, Answer, Task, differences, sentence
from gangzzz_env.analysis.play import all_cores
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, needs, positive, progress, seed, writable_folder, write_whole

HELP = "search for a counter to an agent within a budget, and confirm it on fresh deals"
MINUTES = 5.0
FILE = "counter.json"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--against", required=True, metavar="AGENT", help="who is to be beaten, copies in all other seats"
    )
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument(
        "--budget", type=positive, default=MINUTES, metavar="MINUTES", help=f"for everything (default {MINUTES:g})"
    )
    parser.add_argument("--games", type=count, metavar="N", help="a budget of about so many games, instead of minutes")
    parser.add_argument("--also", default="", metavar="A,B,...", help="agents to try as they are, as search:200")
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and of the search (default 0)")
    parser.add_argument("--threads", type=count, default=all_cores(), metavar="N", help="games played side by side")
    parser.add_argument(
        "--out", default="counter", metavar="DIR", help="folder of counter.json, where the same search goes on"
    )


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the search needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    needs("report", "cmaes", "scipy")
    also = [name for name in dict.fromkeys(arguments.also.split(",")) if name]
    if len(also) * OUTSIDER_PART >= 1:
        raise ValueError(f"--also names {len(also)} agents, but at most {int(1 / OUTSIDER_PART) - 1} are allowed")
    rules = GAME.read_rules(arguments.rules)
    players = GAME.read_num_players(arguments.num_players)
    opponent = make_given(arguments.against, arguments.seed)
    asked = settings(arguments.against, players, rules, arguments.seed)
    amount, unit = (arguments.games, "game") if arguments.games else (60 * arguments.budget, "s")
    return {
        "task": Task(
            GAME, players, arguments.against, opponent, GREEDY_FAMILY, rules, arguments.seed, arguments.threads
        ),
        "also": {name: make_given(name, arguments.seed + 1) for name in also},
        "budget": (float(amount), unit),
        "path": writable_folder(arguments.out) / FILE,
        "kept": kept(Path(arguments.out) / FILE, asked),
    }


def settings(against: str, num_players: int, rules, seed: int) -> dict:
    """What makes two searches the same one."""
    return {
        "against": against,
        "num_players": num_players,
        "rules": dataclasses.asdict(rules),
        "seed": seed,
        "version": gangzzz_env.__version__,
    }


def kept(path: Path, asked: dict) -> dict:
    """What an earlier search of the same settings has left: its generations, games and seconds.

    Raises:
        ValueError: the file is of something else.
    """
    nothing = {"settings": asked, "generations": [], "games": 0, "seconds": 0.0}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        different = [name for name in asked if found["settings"][name] != asked[name]]
        state = nothing if different else {name: found[name] for name in nothing}
    except FileNotFoundError:
        return nothing
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is no search for a counter; name another --out") from None
    if different:
        raise ValueError(f"{path} is of another search ({', '.join(different)} differ); name another --out")
    return state


def run(inputs: dict) -> int:
    """Search; returns the exit code."""
    amount, unit = inputs["budget"]
    try:
        with progress(round(amount), unit) as bar:
            answers = _answers(inputs, bar.update)
    except KeyboardInterrupt:
        folder = inputs["path"].parent
        print(f"\nstopped; the same command goes on with what {folder} has kept", file=sys.stderr)
        return 130
    _tell(answers, inputs["task"])
    print(f"wrote {inputs['path']}")
    return 0


def _answers(inputs: dict, on_spent) -> list[Answer]:
    path, state, (amount, unit) = inputs["path"], inputs["kept"], inputs["budget"]

    def keep() -> None:
        write_whole(path, json.dumps(state) + "\n")

    answers = best_response.answers(inputs["task"], inputs["also"], amount, unit, state, keep, on_spent)
    found = [dataclasses.asdict(answer) | {"sentence": sentence(answer)} for answer in answers]
    write_whole(path, json.dumps(state | {"answers": found}, indent=1) + "\n")
    return answers


def _tell(answers: list[Answer], task: Task) -> None:
    for answer in answers:
        print(sentence(answer))
        if answer.name in (best_response.CANDIDATE, *task.family.known):
            print(f"  It is {task.family.name}, but:")
            print("\n".join(f"  - {words}" for words in differences(task.family, answer.settings)))
