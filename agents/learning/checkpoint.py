"""Checkpoints: a folder with the weights, how they came about, and what is needed to go on training.

`config.json` and `weights.npz` are the agent; `training.pt` is for `--resume`. A folder is written beside its place and
moved there, so that there are only whole ones, and nothing in it is unpickled. `best.json` in the folder of a run names
the checkpoint that did best in the evaluations: that is the one that the run is an agent by. To play needs no torch;
what trains imports it on demand.
"""

import ast
import dataclasses
import hashlib
import inspect
import json
import os
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from agents.learning.presets import PRESETS, STARTS, Settings
from agents.learning.scoring import FACTS
from agents.learning.seen import SEEN
from agents.learning.trained import Trained
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.observation_sections import SECTIONS
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.jit import ROOT, sources
from gangzzz_env.program import write_whole

CONFIG, WEIGHTS, TRAINING, BEST = "config.json", "weights.npz", "training.pt", "best.json"
PREFIX = "decisions-"
AGENTS = ROOT / "agents"


class Unresumable(ValueError):
    """What is saved of a training does not fit it."""


def _hash(thing: object) -> str:
    return hashlib.sha256(json.dumps(thing, sort_keys=True).encode()).hexdigest()[:16]


def rules_hash(rules: Rules) -> str:
    """16 hexadecimal digits that two sets of rules share only if all their numbers are equal."""
    return _hash(dataclasses.asdict(rules))


def layout_hash() -> str:
    """16 hexadecimal digits of what a network sees: the sections of an observation, and what is read besides."""
    sections = [(section.name, section.first, section.axes, section.coding) for section in SECTIONS]
    return _hash([sections, FACTS, SEEN])


def adviser_hash() -> str:
    """16 hexadecimal digits of the sources of boss, whom a network may have for its adviser."""
    return _hash_of_sources(AGENTS / "boss.py")


def agent_hash(agent: object) -> str:
    """16 hexadecimal digits of the sources of an agent."""
    return _hash_of_sources(Path(inspect.getfile(type(agent))))


def _hash_of_sources(path: Path) -> str:
    files = [file for file in sources(path) if file.is_relative_to(AGENTS)]
    return _hash([(file.relative_to(AGENTS).as_posix(), _code(file.read_text(encoding="utf-8"))) for file in files])


def _code(text: str) -> str:
    """What a file of Python does: the text without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def facts(players: Sequence[int], rules: Rules) -> dict:
    """What a configuration says of the game: its name, player count (a list if several), rules, observation."""
    return {
        "game": GAME.name,
        "observation": layout_hash(),
        "num_players": players[0] if len(players) == 1 else list(players),
        "rules": dataclasses.asdict(rules),
        "rules_hash": rules_hash(rules),
    }


def save(run: Path, decisions: int, config: dict, network, training: dict) -> Path:
    """Write the checkpoint of a run after so many decisions; returns its folder. Only the latest can be resumed.

    Args:
        run: the folder of the run.
        decisions: of self-play, so far.
        config: as `facts`, and the settings of the run.
        network: `network.ActorCritic`, whose weights they are.
        training: tensors, numbers, lists and dictionaries of them: what `resume` needs.
    """
    import torch

    place = at(run, decisions)
    beside = run / f".{place.name}.{os.getpid()}"
    beside.mkdir(exist_ok=True)
    try:
        (beside / CONFIG).write_text(json.dumps(config | {"decisions": decisions}, indent=2) + "\n", encoding="utf-8")
        np.savez(beside / WEIGHTS, **{name: tensor.numpy() for name, tensor in network.state_dict().items()})
        torch.save(training, beside / TRAINING)
        if place.exists():
            _aside(place)
        os.replace(beside, place)
    finally:
        for left in run.glob(f".{PREFIX}*"):  # also by a run that was killed
            shutil.rmtree(left, ignore_errors=True)
    for old in set(all_of(run)) - {place}:
        (old / TRAINING).unlink(missing_ok=True)
    return place


def at(run: Path, decisions: int) -> Path:
    """The folder of a run's checkpoint after so many decisions."""
    return run / f"{PREFIX}{decisions:09d}"


def decisions_of(place: Path) -> int:
    """After how many decisions a checkpoint was written."""
    return int(place.name.removeprefix(PREFIX))


def remove(place: Path) -> None:
    """Throw a checkpoint away; it is gone at once, if the program is killed meanwhile."""
    shutil.rmtree(_aside(place))


def _aside(place: Path) -> Path:
    return place.replace(place.with_name(f".{place.name}.{os.getpid()}.old"))


def all_of(run: Path) -> list[Path]:
    """The checkpoints of a run, the latest last."""
    return sorted(run.glob(PREFIX + 9 * "[0-9]"))


def find(folder: str | Path) -> Path:
    """The checkpoint that a path names: itself, or of a run the best one, the latest if none has been evaluated.

    Raises:
        ValueError: there is none.
    """
    folder = Path(folder)
    if not os.path.isfile(folder / BEST):
        return latest(folder)
    try:
        place = folder / json.loads((folder / BEST).read_text(encoding="utf-8"))["checkpoint"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{folder} is damaged: {BEST} cannot be read") from None
    if place not in all_of(folder):
        raise ValueError(f"{folder} is damaged: {BEST} names {place.name}, which is none of its checkpoints")
    return place


def latest(folder: str | Path) -> Path:
    """The checkpoint that a path names: itself, or the latest of a run.

    Raises:
        ValueError: there is none.
    """
    folder = Path(folder)
    if not os.path.isdir(folder):
        raise ValueError(f"checkpoint {folder} is missing: there is no such folder")
    found = [folder] if (folder / CONFIG).is_file() else all_of(folder)
    if not found:
        raise ValueError(f"{folder} is no checkpoint: it holds neither {CONFIG} nor a folder {PREFIX}...")
    return found[-1]


def point_to_best(run: Path, decisions: int, score: float) -> None:
    """Write down which checkpoint of a run did best, and its score."""
    best = {"checkpoint": at(run, decisions).name, "score": score}
    write_whole(run / BEST, json.dumps(best, indent=2) + "\n")


def read_config(checkpoint: Path) -> dict:
    """How a checkpoint came about.

    Raises:
        ValueError: it is damaged, or of another game or observation layout.
    """
    try:
        config = json.loads((checkpoint / CONFIG).read_text(encoding="utf-8"))
        game, layout = config["game"], config["observation"]
        for name in ("options", "num_players", "rules", "rules_hash"):
            config[name]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"checkpoint {checkpoint} is damaged: {CONFIG} cannot be read") from None
    if game != GAME.name:
        raise ValueError(f"checkpoint {checkpoint} is of the game {game}, but this is {GAME.name}")
    if layout != layout_hash():
        raise ValueError(
            f"checkpoint {checkpoint} reads observations of layout {layout}, but this version's are {layout_hash()}"
        )
    return config


def read_options(checkpoint: Path, config: dict) -> tuple[dict, Rules, tuple[int, ...]]:
    """The options, rules and player counts that a checkpoint was trained with, of its configuration.

    Raises:
        ValueError: they are not as they were written.
    """
    try:
        options, rules = config["options"], GAME.read_rules(dict(config["rules"]))
        is_whole = (
            dataclasses.asdict(rules) == config["rules"]
            and rules_hash(rules) == config["rules_hash"]
            and options["start"] in STARTS
            and type(options["seed"]) is type(options["games"]) is int
            and options["seed"] >= 0 < options["games"]
        )
        counts = players(config)
        is_whole = is_whole and 0 < len(counts) == len({GAME.read_num_players(n) for n in counts})
    except (TypeError, ValueError, KeyError):
        is_whole = False
    if not is_whole:
        raise ValueError(f"checkpoint {checkpoint} is damaged: {CONFIG} does not say how to go on")
    return options, rules, counts


def players(config: dict) -> tuple[int, ...]:
    """The numbers of players that a network was trained with, of its configuration: one number, or a list."""
    told = config["num_players"]
    return tuple(told) if isinstance(told, list) else (told,)


def origin(checkpoint: Path, config: dict) -> dict:
    """What a run says of the checkpoint whose network it begins with, of that one's configuration."""
    digest = hashlib.sha256((checkpoint / WEIGHTS).read_bytes()).hexdigest()[:16]
    known = {key: config.get(key) for key in ("decisions", "num_players", "rules_hash", "begun_from")}
    return {"checkpoint": str(checkpoint), "weights": digest} | known


def read_settings(checkpoint: Path, config: dict) -> Settings:
    """The settings that a checkpoint was trained with, of its configuration.

    Raises:
        ValueError: it has settings that this version does not know, or lacks some, or one is of another type.
    """
    saved, known = config.get("settings"), {field.name for field in dataclasses.fields(Settings)}
    if not isinstance(saved, dict) or not isinstance(config.get("learns_of"), dict):
        raise ValueError(f"checkpoint {checkpoint} is damaged: {CONFIG} has no settings, or not of whom it learns")
    if others := sorted(saved.keys() ^ known):
        raise ValueError(
            f"checkpoint {checkpoint} cannot be resumed: it and this version do not both have the settings "
            f"{', '.join(others)}"
        )
    usual = dataclasses.asdict(PRESETS["quick"])
    for name, value in saved.items():
        if not _is_like(value, usual[name]):
            raise ValueError(f"checkpoint {checkpoint} is damaged: its setting {name} is {value!r}")
    return Settings(**{name: tuple(value) if isinstance(value, list) else value for name, value in saved.items()})


def _is_like(value: object, usual: object) -> bool:
    """Whether a saved setting can be one: a count from 1 on, a number, as many numbers, or names."""
    if isinstance(usual, tuple) and isinstance(usual[0], str):
        return isinstance(value, list) and len(value) > 0 and all(isinstance(name, str) for name in value)
    if isinstance(usual, tuple):
        return isinstance(value, list) and len(value) == len(usual) and all(map(_is_like, value, usual))
    if isinstance(usual, int):
        return type(value) is int and value >= 1
    return type(value) in (int, float) and 0 <= value < float("inf")


def read_weights(checkpoint: Path) -> dict[str, np.ndarray]:
    """The weights of a checkpoint, by name.

    Raises:
        ValueError: they cannot be read.
    """
    try:
        with open(checkpoint / WEIGHTS, "rb") as file, np.load(file, allow_pickle=False) as weights:
            return {name: weights[name] for name in weights.files}
    except (OSError, ValueError, KeyError, EOFError, AttributeError, zipfile.BadZipFile):
        raise _damaged(checkpoint) from None


def read_trained(checkpoint: Path) -> Trained:
    """The network of a checkpoint, to play with.

    Raises:
        ValueError: its weights are damaged.
    """
    try:
        return Trained(read_weights(checkpoint))
    except (ValueError, KeyError, IndexError, TypeError):
        raise _damaged(checkpoint) from None


def read_network(checkpoint: Path):
    """The network of a checkpoint, to train it on: `network.ActorCritic`.

    Raises:
        ValueError: its weights are damaged.
    """
    import torch

    from agents.learning.network import ActorCritic

    weights = read_weights(checkpoint)
    try:
        network = ActorCritic(len(weights["trunk.0.bias"]))
        network.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    except (KeyError, TypeError, RuntimeError):
        raise _damaged(checkpoint) from None
    return network


def _damaged(checkpoint: Path) -> ValueError:
    return ValueError(f"checkpoint {checkpoint} is damaged: {WEIGHTS} cannot be read")


def read_training(checkpoint: Path) -> dict:
    """What `save` was given to go on with.

    Raises:
        ValueError: it is damaged or missing.
    """
    import torch

    try:
        training = torch.load(checkpoint / TRAINING, weights_only=True)
    except Exception as error:
        raise ValueError(f"checkpoint {checkpoint} cannot be resumed: {TRAINING} cannot be read") from error
    if not isinstance(training, dict) or not {"policy", "kept"} & training.keys():
        raise ValueError(f"checkpoint {checkpoint} cannot be resumed: {TRAINING} is of something else")
    return training
