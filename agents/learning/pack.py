"""Put a trained agent into the box: `python -m agents.learning.pack RUN --name NAME`.

A network takes the place of those of the agent that are for the same numbers of players, or for some of them. What its
configuration says of how it was made is kept, and the command, hours, date and figures of the evaluation are added.
"""

import json
import shlex
import shutil
import sys
import tempfile
from datetime import date
from pathlib import Path

from agents.box import BOX
from agents.learning import checkpoint
from gangzzz_env.program import Parser, writable_folder

EVALUATION, PREFIX = "eval.json", "players"


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="agents.learning.pack", description=__doc__)
    parser.add_argument("run", metavar="RUN", help="folder of a run of train.py, or of one of its checkpoints")
    parser.add_argument("--name", required=True, help="of the agent in the box")
    parser.add_argument("--box", default=BOX, metavar="DIR", help="where agents are (default: in the package)")
    parser.add_argument("--hours", type=float, metavar="H", help="of training (default: by the times of its files)")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Pack a checkpoint; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        if not arguments.name.isidentifier():
            raise ValueError(f"--name is {arguments.name!r}, but must be letters, digits and _")
        found = checkpoint.find(arguments.run)
        config = checkpoint.read_config(found)
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
        "command": shlex.join(["python", "train.py", *_options(config["options"])]),
        "decisions": config["decisions"],
        "hours": round((ended - begun) / 3600 if hours is None else hours, 2),
        "date": date.fromtimestamp(ended).isoformat(),
        "evaluation": _evaluation(run, found.name),
    }


def _options(options: dict) -> list[str]:
    """The options of a run as words of its command."""
    words = [(f"--{name.replace('_', '-')}", str(value)) for name, value in options.items() if value is not None]
    return [word for pair in words for word in pair]


def _begun(events: Path) -> float:
    """When TensorBoard's file was begun, in seconds, which its name says."""
    return float(events.name.split(".")[3])


def _evaluation(run: Path, name: str) -> list[dict] | None:
    """Of the evaluation that the run ended with: each agent's games, rate of wins and its interval."""
    try:
        shown = json.loads((run / EVALUATION).read_text(encoding="utf-8"))
        rows = shown["agents"] if shown["settings"]["checkpoint"] == name else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return rows and [{key: row[key] for key in ("agent", "n", "win_rate", "low", "high")} for row in rows]


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
                shutil.rmtree(other)
        packed.replace(place)
    return place


if __name__ == "__main__":
    sys.exit(main())
