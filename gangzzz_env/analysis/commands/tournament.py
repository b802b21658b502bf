"""`eval.py`: a tournament."""

import argparse
import dataclasses
import sys

from agents import make_agent
from gangzzz_env.analysis import eval_page, tables
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import lineups, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import count, progress, seed, writable_folder
from gangzzz_env.result_page import typed

HELP = "play agents against each other, with seats rotated and seeds paired, and say who wins how often"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("--agents", required=True, metavar="A,B,...", help="names of agents, or folders of checkpoints")
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
    parser.add_argument("--out", default="results", metavar="DIR", help="folder of eval.json, .csv, .png and .html")


def read(arguments: argparse.Namespace) -> dict:
    """Everything that the tournament needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    names = list(dict.fromkeys(arguments.agents.split(",")))
    rules = GAME.read_rules(arguments.rules)
    return {
        "num_players": GAME.read_num_players(arguments.num_players),
        "rules": rules,
        "agents": {name: make_agent(name, arguments.seed + place) for place, name in enumerate(names)},
        "seeds": paired_seeds(arguments.seed, arguments.games, arguments.num_players),
        "folder": writable_folder(arguments.out),
        "typed": typed("eval.py", vars(arguments)),
        "settings": vars(arguments) | {"agents": names, "rules": dataclasses.asdict(rules), "game": GAME.name},
    }


def run(inputs: dict) -> int:
    """Play the tournament; returns the exit code."""
    num_players, rules, seeds = inputs["num_players"], inputs["rules"], inputs["seeds"]
    for name, agent in inputs["agents"].items():
        for difference in getattr(agent, "differences", lambda *_: [])(num_players, rules):
            print(f"{name}: {difference}", file=sys.stderr)
    meetings = lineups(list(inputs["agents"]), num_players)
    try:
        with progress(len(meetings) * len(seeds) * num_players, "game") as bar:
            played = [play_lineup(GAME, lineup, inputs["agents"], seeds, rules, bar.update) for lineup in meetings]
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130
    shown = summary(GAME, played)
    print(tables.tables(shown, GAME.sources))
    pages = eval_page.write(inputs["folder"], GAME, inputs["typed"], inputs["settings"], shown)
    for path in [*tables.write(inputs["folder"], inputs["settings"], shown), *pages]:
        print(f"wrote {path}")
    return 0
