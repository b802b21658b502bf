"""Going on with a training that was stopped: exactly as if it had not been, or a sentence why not."""

import dataclasses
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

import train
from agents.learned import Learned
from agents.learning import checkpoint, presets
from agents.learning import run as run_of_training
from agents.learning.evaluation import Trial
from tests.agents.training import TINY, are_equal, damaged, last, refused, run

ROOT = Path(__file__).resolve().parents[2]


STOPS = [pytest.param(0, marks=pytest.mark.slow), 256, pytest.param(512, marks=pytest.mark.slow)]


@pytest.mark.parametrize("stop", STOPS)
def test_a_resumed_run_ends_as_if_it_had_not_been_stopped(tmp_path, trained, monkeypatch, stop):
    """Stopped amid look-ahead, at a checkpoint that is there only to go on from, and at one that is kept."""
    monkeypatch.setattr(run_of_training, "SPACING", 0.0)
    monkeypatch.setattr(run_of_training, "LESSONS_SPACING", 0.0)
    stopped, save = tmp_path / "stopped", checkpoint.save

    def save_and_stop(run, decisions, *rest):
        place = save(run, decisions, *rest)
        if decisions == stop:
            raise Stop
        return place

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "save", save_and_stop)
        with pytest.raises(Stop):
            run(stopped)
    assert json.loads((last(stopped) / "config.json").read_text())["decisions"] == stop
    assert ("kept" in checkpoint.read_training(last(stopped))) == (stop == 0)
    assert presets.PRESETS["quick"] != TINY  # the preset of today is not that of the run
    assert train.main(["--resume", str(stopped)]) == 0
    assert_are_the_same(stopped, trained)
    assert [checkpoint.decisions_of(place) for place in checkpoint.all_of(stopped)] == [0, 512, 1024]


def assert_are_the_same(resumed: Path, whole: Path) -> None:
    """Two runs end with the same network, optimizer, games and league, and have the same evaluations and best."""
    assert are_equal(last(resumed), last(whole))
    for name in ("evaluations.csv", "best.json", "eval.csv"):
        assert (resumed / name).read_bytes() == (whole / name).read_bytes()
    ours, theirs = checkpoint.read_training(last(resumed)), checkpoint.read_training(last(whole))
    assert ours["league"]["games"] != [0.0] * len(ours["league"]["games"])
    assert flat(ours) == flat(theirs)


def flat(state: object) -> object:
    """The state of a training as what can be compared."""
    if isinstance(state, dict):
        return {key: flat(value) for key, value in state.items()}
    if isinstance(state, (list, tuple)):
        return [flat(value) for value in state]
    return state.numpy().tobytes() if isinstance(state, torch.Tensor) else state


@pytest.mark.slow
def test_a_run_of_several_player_counts_that_evicts_snapshots_is_resumed_alike(tmp_path, monkeypatch):
    """Stopped in the midst of the evaluation after 768 decisions, which is made again."""
    settings = dataclasses.replace(
        TINY, decisions=6 * 256, snapshot_every=1, max_snapshots=2, panel=("greedy", "random")
    )
    options = ("--start", "scratch", "--num-players", "2,4")
    whole, stopped, play = run(tmp_path / "whole", *options, settings=settings), tmp_path / "stopped", Trial.play

    def play_and_stop(self, place, *rest):
        if checkpoint.decisions_of(place) == 768:
            raise Stop
        return play(self, place, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(Trial, "play", play_and_stop)
        with pytest.raises(Stop):
            run(stopped, *options, settings=settings)
    assert json.loads((last(stopped) / "config.json").read_text())["decisions"] == 768
    assert train.main(["--resume", str(stopped)]) == 0
    assert_are_the_same(stopped, whole)


class Stop(Exception):
    """A training was killed here."""


@pytest.mark.parametrize(("missing", "more"), [("trust", {}), ("entropy", {"warm_up": 3})])
def test_a_run_with_settings_that_this_version_does_not_share_is_not_resumed(trained, tmp_path, capsys, missing, more):
    settings = {name: value for name, value in dataclasses.asdict(TINY).items() if name != missing}
    damaged(trained, tmp_path / last(trained).name, settings=settings | more)
    with pytest.raises(SystemExit) as exit_:
        train.main(["--resume", str(tmp_path)])
    assert exit_.value.code == 2
    error = capsys.readouterr().err
    assert all(name in error for name in (missing, *more))
    assert "cannot be resumed" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"settings": None}, "has no settings"),
        ({"learns_of": ["greedy"]}, "or not of whom it learns"),
        ({"learns_of": {"nobody": "0123"}}, "unknown agent 'nobody'"),
        ({"settings": dataclasses.asdict(TINY) | {"decisions": "many"}}, "setting decisions is 'many'"),
        ({"settings": dataclasses.asdict(TINY) | {"weights": [1.0]}}, "setting weights is [1.0]"),
        ({"settings": dataclasses.asdict(TINY) | {"itself": -1}}, "setting itself is -1"),
        ({"settings": dataclasses.asdict(TINY) | {"panel": [3]}}, "setting panel is [3]"),
        ({"settings": dataclasses.asdict(TINY) | {"panel": ["nobody"]}}, "unknown agent 'nobody'"),
        ({"num_players": [2, 2]}, "does not say how to go on"),
        ({"num_players": []}, "does not say how to go on"),
        ({"settings": dataclasses.asdict(TINY) | {"num_envs": 16}}, "does not fit its configuration"),
        ({"options": {"preset": "quick"}}, "does not say how to go on"),
        ({"options": {"start": "lookahead", "seed": -1, "games": 4}}, "does not say how to go on"),
        ({"num_players": 5}, "does not say how to go on"),
        ({"rules": {}}, "does not say how to go on"),
        ({"rules_hash": "0123"}, "does not say how to go on"),
    ],
)
def test_a_run_whose_configuration_was_changed_is_not_resumed(trained, tmp_path, capsys, changes, words):
    damaged(trained, tmp_path / last(trained).name, **changes)
    assert refused(["--resume", str(tmp_path)], capsys).count(words) == 1


@pytest.mark.parametrize("other", [{}, {"policy": {}}, [], None])
def test_a_run_whose_training_is_of_something_else_is_not_resumed(trained, tmp_path, capsys, other):
    torch.save(other, damaged(trained, tmp_path / last(trained).name) / "training.pt")
    assert "training.pt" in refused(["--resume", str(tmp_path)], capsys)


def test_two_runs_do_not_train_in_one_folder(trained, tmp_path, capsys, monkeypatch):
    second = []

    def train_another(self):
        second.append(refused(["--out", str(tmp_path)], capsys))

    monkeypatch.setattr(run_of_training.Run, "train", train_another)
    assert train.main(["--out", str(tmp_path)]) == 0
    assert "another program is training in" in second[0]
    assert not list(tmp_path.iterdir())


def test_who_stops_a_run_is_told_whether_it_can_go_on(trained, tmp_path, monkeypatch, capsys):
    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(run_of_training.Run, "train", stop)
    assert train.main(["--out", str(tmp_path)]) == train.main(["--resume", str(trained)]) == 130
    nothing, goes_on = capsys.readouterr().err.split("\n")[1::2]
    assert "nothing is saved" in nothing
    assert f"--resume {trained} goes on" in goes_on


@pytest.mark.slow
def test_a_killed_run_leaves_only_whole_files_and_goes_on(tmp_path):
    folder = tmp_path / "killed"
    code = (
        "import sys; from agents.learning import presets; from agents.learning.presets import Settings; import train\n"
        "presets.PRESETS['quick'] = Settings(4096, 512, 1 << 20, num_envs=8, rollout=32, snapshot_every=1)\n"
        "train.main(['--out', sys.argv[1]])"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(folder)], cwd=ROOT)
    while len(checkpoint.all_of(folder)) < 4:
        assert process.poll() is None
        time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for place in checkpoint.all_of(folder):
        assert Learned(place).config["decisions"] == checkpoint.decisions_of(place)
    assert checkpoint.read_training(last(folder))["decisions"] == Learned(last(folder)).config["decisions"]
