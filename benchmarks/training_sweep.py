"""What the settings of a training are worth: short trainings with one setting changed at a time, as a Markdown table.

All begin with the same network (for another width, one that had the same lessons), and have the same seeds, decisions
and deals in the evaluation, which is of the last network, in games of its own. What is done is kept: the same command
goes on where it was stopped.
"""

import dataclasses
import json
import sys
from pathlib import Path

import torch
from aec_speed import machine

from agents.learning import checkpoint
from agents.learning.evaluation import Trial
from agents.learning.presets import PRESETS, Settings
from agents.learning.run import Run
from gangzzz_env.analysis.statistics import wilson
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, writable_folder, write_whole

# What is changed, by its name in the table; the first row is the preset as it is.
CHANGES = {
    "as it is": {},
    "learning rate 0.0003": {"learning_rate": 0.0003},
    "learning rate 0.003": {"learning_rate": 0.003},
    "entropy 0": {"entropy": 0.0},
    "entropy 0.005": {"entropy": 0.005},
    "gae_lambda 0.7": {"gae_lambda": 0.7},
    "gae_lambda 0.95": {"gae_lambda": 0.95},
    "width 64": {"width": 64},
    "width 256": {"width": 256},
    "against the panel only": {"itself": 0.0, "snapshots": 0.0, "scripted": 1.0},
    "against itself only": {"itself": 1.0, "snapshots": 0.0, "scripted": 0.0},
    "against snapshots and the panel": {"itself": 0.0, "snapshots": 0.5, "scripted": 0.5},
    "pfsp_power 0": {"pfsp_power": 0.0},
    "pfsp_power 4": {"pfsp_power": 4.0},
}
RESULT, TABLE = "result.json", "sweep.md"
SNAPSHOTS = 4  # of each training, so that there is a league


class Sweep:
    """The trainings of a sweep, in a folder.

    Args:
        folder: of all runs and the table.
        base: the settings of which one is changed at a time.
        players: the player counts.
        games: of the evaluation of each run, against each of the panel and for each count.
    """

    def __init__(self, folder: Path, base: Settings, players: tuple[int, ...], games: int):
        self.folder, self.base, self.players, self.games = folder, base, players, games
        self.rules = GAME.read_rules(None)

    def start(self, width: int, seed: int) -> Path:
        """The checkpoint of a network of this width that has had its lessons."""
        one_rollout = self.base.num_envs * self.base.rollout
        settings = dataclasses.replace(self.base, width=width, decisions=one_rollout)
        return checkpoint.at(self.train(f"start-{width}-{seed}", settings, seed, None), 0)

    def train(self, name: str, settings: Settings, seed: int, start: Path | None) -> Path:
        """Train, or go on with what was stopped; returns the folder of the run."""
        folder = writable_folder(self.folder / name)
        kept = checkpoint.all_of(folder)
        options = {"preset": "sweep", "rules": None, "seed": seed, "start": "lookahead", "games": self.games}
        begun_from = None if start is None else checkpoint.origin(start, checkpoint.read_config(start))
        resume_at = kept[-1] if kept else None
        Run(options, settings, self.rules, self.players, folder, resume_at, begun_from, plot=None).learn()
        return folder

    def rates(self, changed: str, seed: int) -> list[dict]:
        """What the run with this change and seed shows against each of the panel."""
        settings = dataclasses.replace(self.base, **CHANGES[changed])
        name = f"{changed.replace(' ', '-')}-{seed}"
        result = self.folder / name / RESULT
        if not result.exists():
            folder = self.train(name, settings, seed, self.start(settings.width, seed))
            trial = Trial(settings.panel, self.players, self.games, seed, self.rules)
            rates = trial.rates(trial.play(checkpoint.latest(folder)))
            write_whole(result, json.dumps(rates, indent=2) + "\n")
        return json.loads(result.read_text(encoding="utf-8"))


def table(results: dict[str, list[list[dict]]]) -> str:
    """Markdown: a row for each change, with win rates over all its runs."""
    first = next(iter(results.values()))[0]
    cells = [f"{row['opponent']} of {row['num_players']}" for row in first]
    lines = ["| changed | runs | " + " | ".join(cells) + " |", "|---" * (2 + len(cells)) + "|"]
    for changed, runs in results.items():
        rates = [_rate([run[k] for run in runs]) for k in range(len(cells))]
        lines.append(f"| {changed} | {len(runs)} | " + " | ".join(rates) + " |")
    return "\n".join(lines) + "\n"


def _rate(rows: list[dict]) -> str:
    """The win rate of several runs together, with its interval."""
    wins, games = sum(row["n"] * row["win_rate"] for row in rows), sum(row["n"] for row in rows)
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main() -> None:
    """Train, evaluate and write the table after each run."""
    parser = Parser(prog="training_sweep.py", description=__doc__)
    parser.add_argument("--decisions", type=count, default=65_536, metavar="N", help="of each run (default 65536)")
    parser.add_argument("--runs", type=count, default=1, metavar="N", help="seeds of each change (default 1)")
    parser.add_argument("--games", type=count, default=2000, metavar="N", help="of each evaluation (default 2000)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="of a game (default 2)")
    parser.add_argument(
        "--changes", nargs="+", choices=CHANGES, default=list(CHANGES), metavar="NAME", help="only these"
    )
    parser.add_argument("--out", default="runs/sweep", metavar="DIR", help="folder of runs and table")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    try:
        folder, num_players = writable_folder(arguments.out), GAME.read_num_players(arguments.num_players)
    except ValueError as error:
        parser.error(str(error))
    quick = PRESETS["quick"]
    every = max(1, arguments.decisions // (quick.num_envs * quick.rollout * SNAPSHOTS))
    base = dataclasses.replace(quick, decisions=arguments.decisions, snapshot_every=every, evaluation_games=1)
    sweep, results = Sweep(folder, base, (num_players,), arguments.games), {}
    for seed in range(arguments.runs):
        for changed in arguments.changes:
            results.setdefault(changed, []).append(sweep.rates(changed, seed))
            write_whole(folder / TABLE, table(results))
    print(f"{machine()}; {arguments.decisions} decisions of self-play, {arguments.games} games of each evaluation")
    print(table(results))


if __name__ == "__main__":
    sys.exit(main())
