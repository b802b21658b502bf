"""Train an agent: look-ahead with boss, then self-play in a league, with evaluations against a panel of agents."""

import dataclasses
import os
import sys
from pathlib import Path

from agents import make_agent
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, plotting, seed, writable_folder

DEFAULTS = {"preset": "quick", "num_players": (2,), "rules": None, "seed": 0, "start": "lookahead", "games": 1000}
LOCK = "training.lock"
THREADS = 1  # of the network's arithmetic: several add the gradients of looked-up rows in any order


def parser() -> Parser:
    """The command line; options without a value given are None, see `DEFAULTS`."""
    parser = Parser(prog="train.py", description=__doc__)
    parser.add_argument(
        "--preset",
        choices=("quick", "standard", "long"),
        help="how long: 5 minutes, an hour or ten hours on 2 cores (default quick)",
    )
    parser.add_argument(
        "--num-players", type=counts, metavar="N,...", help="players of a game, or several counts at once (default 2)"
    )
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed trains the same agent (default 0)")
    parser.add_argument(
        "--start",
        metavar="HOW",
        help="`lookahead`: begin with what moves lead to if boss plays on (default); `scratch`: knowing nothing; "
        "the folder of a run or checkpoint: with its network",
    )
    parser.add_argument("--panel", type=names, metavar="A,B,...", help="whom to train against (default: boss)")
    parser.add_argument("--games", type=count, metavar="N", help="games against each in the end (default 1000)")
    parser.add_argument("--out", metavar="DIR", help="folder of the run (default runs/PRESET)")
    parser.add_argument("--resume", metavar="DIR", help="go on with the run in this folder, as it was begun")
    return parser


def counts(text: str) -> tuple[int, ...]:
    """Whole numbers from 1 on with commas between them, as an argument's type."""
    return tuple(count(part) for part in text.split(","))


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them, as an argument's type."""
    return tuple(text.split(","))


def read(arguments) -> dict:
    """The run that is asked for, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    given = {name: value for name, value in vars(arguments).items() if value is not None and name != "resume"}
    if arguments.resume is not None:
        return _resumed(arguments.resume, given)
    from agents.learning import checkpoint, league, presets

    options = DEFAULTS | given
    settings = presets.PRESETS[options["preset"]]
    settings = dataclasses.replace(settings, panel=league.read_panel(options.pop("panel", settings.panel)))
    rules = GAME.read_rules(options["rules"])
    players = tuple(GAME.read_num_players(number) for number in options["num_players"])
    if len(set(players)) != len(players):
        raise ValueError(f"num_players is {','.join(map(str, players))}, but must name each count once")
    options["start"], settings, begun_from = _start(options["start"], settings)
    folder = writable_folder(options.pop("out", f"runs/{options['preset']}"))
    if checkpoint.all_of(folder):
        raise ValueError(f"output folder {folder} holds a run; name another one, or go on with --resume {folder}")
    return {
        "options": options,
        "settings": settings,
        "rules": rules,
        "players": players,
        "folder": folder,
        "resume_at": None,
        "begun_from": begun_from,
    }


def _start(start: str, settings) -> tuple:
    """How a run starts, the settings, and the checkpoint that it begins from if `start` is the folder of one."""
    from agents.learning import checkpoint, presets

    if start in presets.STARTS:
        return start, settings, None
    if not os.path.isdir(start):
        ways = ", ".join(presets.STARTS)
        raise ValueError(f"start is {start!r}, but must be {ways}, or the folder of a checkpoint, and there is none")
    found = checkpoint.find(start)
    config = checkpoint.read_config(found)
    options, _, _ = checkpoint.read_options(found, config)
    settings = dataclasses.replace(settings, width=checkpoint.read_network(found).width)
    return options["start"], settings, checkpoint.origin(found, config)


def _resumed(folder: str, given: dict) -> dict:
    from agents.learning import checkpoint, league

    if given:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise ValueError(f"{names} cannot be given with --resume, which goes on with the run as it was begun")
    found = checkpoint.latest(folder)
    if found == Path(folder):
        raise ValueError(f"--resume needs the folder of a run, but {folder} is one of its checkpoints")
    config = checkpoint.read_config(found)
    checkpoint.read_training(found)
    options, rules, players = checkpoint.read_options(found, config)
    settings = checkpoint.read_settings(found, config)
    league.read_panel(settings.panel)
    for name, before in config["learns_of"].items():
        if before != checkpoint.agent_hash(make_agent(name)):
            print(f"{folder}: {name}, of whom it learns, is not as it was before", file=sys.stderr)
    return {
        "options": options,
        "settings": settings,
        "rules": rules,
        "players": players,
        "folder": writable_folder(folder),
        "resume_at": found,
        "begun_from": config.get("begun_from"),
    }


def main(argv: list[str] | None = None) -> int:
    """Train, evaluate and say what came of it; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        return train(program, arguments)
    except KeyboardInterrupt:
        print("\nstopped before the training began", file=sys.stderr)
        return 130


def train(program: Parser, arguments) -> int:
    """What `main` does with arguments that can be read."""
    try:
        import filelock
        import torch

        from agents.learning import checkpoint, run
    except ImportError as error:
        program.error(f'training needs the package {error.name}: pip install -e ".[train]"')
    try:
        inputs = read(arguments)
        folder = inputs["folder"]
        lock = filelock.FileLock(folder / LOCK, timeout=0)
        lock.acquire()
    except (TypeError, ValueError) as error:
        program.error(str(error))
    except filelock.Timeout:
        program.error(f"another program is training in {folder}; name another folder, or wait for its end")
    torch.set_num_threads(THREADS)
    try:
        run.Run(**inputs, plot=plotting("agents.learning.plot")).train()
    except KeyboardInterrupt:
        words = f"--resume {folder} goes on" if checkpoint.all_of(folder) else "nothing is saved yet"
        print(f"\nstopped; {words}", file=sys.stderr)
        return 130
    except checkpoint.Unresumable as error:
        program.error(str(error))
    except OSError as error:
        program.exit(1, f"\n{program.prog}: {error.filename or folder} cannot be written: {error.strerror}\n")
    finally:
        lock.release()
        (folder / LOCK).unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
