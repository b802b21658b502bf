"""A tiny training, and what tests ask of it."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import train
from agents.learning import checkpoint, presets
from agents.learning.lookahead import GAMES
from agents.learning.presets import Settings

TINY = Settings(
    positions=4096,
    lessons=2 * GAMES,
    decisions=4 * 256,
    num_envs=8,
    rollout=32,
    batch=64,
    epochs=2,
    snapshot_every=2,
    evaluation_games=4,
)


def run(folder: Path, *options: str, settings: Settings = TINY) -> Path:
    """Train with these settings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(presets.PRESETS, "quick", settings)
        assert train.main(["--out", str(folder), "--games", "4", *options]) == 0
    return folder


def weights(folder: Path) -> dict[str, np.ndarray]:
    """The weights of a checkpoint."""
    with np.load(folder / "weights.npz") as arrays:
        return dict(arrays)


def are_equal(first: Path, second: Path) -> bool:
    """Whether two checkpoints hold the same weights, bit for bit."""
    ours, theirs = weights(first), weights(second)
    return ours.keys() == theirs.keys() and all((ours[name] == theirs[name]).all() for name in ours)


def last(folder: Path) -> Path:
    """The latest checkpoint of a run."""
    return checkpoint.latest(folder)


def damaged(trained: Path, folder: Path, **changes) -> Path:
    """A copy of a checkpoint whose configuration is another."""
    shutil.copytree(last(trained), folder)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | changes))
    return folder


def refused(options: list[str], capsys) -> str:
    """The one sentence with which a program leaves with exit code 2."""
    with pytest.raises(SystemExit) as exit_:
        train.main(options)
    error = capsys.readouterr().err
    assert exit_.value.code == 2
    assert error.strip().count("\n") == 0
    return error
