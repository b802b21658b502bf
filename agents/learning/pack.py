"""Put a trained agent into the box: `python -m agents.learning.pack RUN --name NAME`.

A network takes the place of those of the agent that are for the same numbers of players, or for some of them. What its
configuration says of how it was made is kept, and the command, hours, date and figures of the evaluation are added.
"""

import argparse
import csv
import json
import math
import re
import shlex
import shutil
import sys
import tempfile
from datetime import date
from pathlib import Path

from agents.box import BOX
from agents.learning import checkpoint, evaluation
from gangzzz_env.program import Parser, writable_folder

PREFIX = "players"


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="agents.learning.pack", description=__doc__)
    parser.add_argument("run", metavar="RUN", help="folder of a run of train.py, or of one of its checkpoints")
    parser.add_argument("--name", required=True, help="of the agent in the box")
    parser.add_argument("--box", default=BOX, metavar="DIR", help="where agents are (default: in the package)")
    parser.add_argument("--hours", type=hours, metavar="H", help="of training (default: by the times of its files)")
    return parser


def hours(text: str) -> float:
    """A number of hours, as an argument's type."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number from 0 on")
    return found


def main(argv: list[str] | None = None) -> int:
    """Pack a checkpoint; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        if not re.fullmatch("[a-z][a-z0-9_]*", arguments.name):
            raise ValueError(f"--name is {arguments.name!r}, but must be a-z, 0-9 and _, and begin with a letter")
        found = checkpoint.find(arguments.run)
        config = checkpoint.read_config(found)
        checkpoint.read_options(found, config)
        checkpoint.read_trained(found)
        folder = writable_folder(Path(arguments.box) / arguments.name)
    except ValueError as error:
        program.error(str(error))
    print(f"wrote {pack(found, config | {'made': made(found, config, arguments.hours)}, folder)}")
    return 0


def made(found: Path, config: dict, hours: float | None) -> dict:
    """How a checkpoint was made: command, decisions of self-play, hours, date, and its evaluation, if there is one.

    Hours are from the first of the run's files to the checkpoint, unless they are given; the run may have been stopped
    meanwhile.
    """
    run = found.parent
    ended = (found / checkpoint.CONFIG).stat().st_mtime
    begun = min(path.stat().st_mtime for path in [found / checkpoint.CONFIG, *run.glob("*/config.json")])
    begun = min([begun, *(_begun(path) for path in run.glob("curves-0/events*"))])
    return {
        "command": shlex.join(["python", "train.py", *_options(config)]),
        "decisions": config["decisions"],
        "hours": round((ended - begun) / 3600 if hours is None else hours, 2),
        "date": date.fromtimestamp(ended).isoformat(),
        "evaluation": _evaluation(run, config["decisions"]),
    }


def _options(config: dict) -> list[str]:
    """The options of a run as words of its command."""
    options = {**config["options"], "num_players": checkpoint.players(config), "panel": config["settings"]["panel"]}
    if config.get("begun_from"):
        options["start"] = config["begun_from"]["checkpoint"]
    words = [(f"--{name.replace('_', '-')}", value) for name, value in options.items() if value is not None]
    return [word for name, value in words for word in (name, _word(value))]


def _word(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _begun(events: Path) -> float:
    """When TensorBoard's file was begun, in seconds, which its name says."""
    return float(events.name.split(".")[3])


def _evaluation(run: Path, decisions: int) -> list[dict]:
    """What the evaluations of the run say of the checkpoint, for each player count and opponent."""
    try:
        with open(run / evaluation.CURVE, encoding="utf-8", newline="") as file:
            return [row for row in csv.DictReader(file) if row["decisions"] == str(decisions)]
    except (OSError, ValueError, KeyError):
        return []


def pack(found: Path, config: dict, folder: Path) -> Path:
    """Write a network into the folder of an agent, in place of those of its numbers of players; returns its folder."""
    players = [str(number) for number in checkpoint.players(config)]
    place = folder / "_".join([PREFIX, *players])
    with tempfile.TemporaryDirectory(prefix=".", dir=folder) as beside:
        packed = Path(beside) / place.name
        packed.mkdir()
        (packed / checkpoint.CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
        shutil.copyfile(found / checkpoint.WEIGHTS, packed / checkpoint.WEIGHTS)
        for other in folder.glob(f"{PREFIX}_*"):
            if set(other.name.split("_")[1:]) <= set(players):
                other.replace(Path(beside) / f"old_{other.name}")
        packed.replace(place)
    return place


if __name__ == "__main__":
    sys.exit(main())
