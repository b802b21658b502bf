"""An exported agent makes the same moves by ONNX Runtime, and a bad call is refused in a sentence."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxscript", reason="the extra `export` is not installed")
onnxruntime = pytest.importorskip("onnxruntime", reason="the extra `dev` is not installed")

from agents import box
from agents.learned import DECIMALS, Learned
from agents.learning import export
from agents.learning.seen import seen
from tests.agents.whole_games import positions

ROOT = Path(__file__).resolve().parents[2]
CHECKPOINT = next((box.BOX / "don_corleone").glob("*/config.json")).parent


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The agent in the box as ONNX."""
    out = tmp_path_factory.mktemp("export") / "agent.onnx"
    command = [sys.executable, "-m", "agents.learning.export", str(CHECKPOINT), "-o", str(out)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800)
    told = ["exporting takes about half a minute ...", f"wrote {out}"]
    assert (run.returncode, run.stdout.splitlines(), run.stderr) == (0, told, "")
    assert [file.name for file in out.parent.iterdir()] == ["agent.onnx"]
    return out


@pytest.fixture(scope="module")
def session(path):
    """ONNX Runtime with that file."""
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [1, 7, 512])
def test_it_makes_the_same_moves_in_whole_games_and_batches_of_any_size(session, players, size):
    agent, (views, masks) = Learned(CHECKPOINT), positions(players, games=12, seed=players)
    assert len(views) > 900
    expected = agent.act(views, masks)
    for low in range(0, len(views), size):
        rows = slice(low, low + size)
        inputs = seen(views[rows], masks[rows], agent.adviser)
        logits, actions = session.run(["logits", "actions"], {"seen": inputs, "mask": masks[rows]})
        assert actions.tolist() == expected[rows].tolist()
        legal = masks[rows] == 1
        assert np.abs(logits[legal] - agent.logits(inputs)[legal]).max() <= 1.5 * 10.0**-DECIMALS
        assert np.isneginf(logits[~legal]).all()


@pytest.mark.slow
def test_it_says_who_advises_and_how_it_was_made(session):
    told = session.get_modelmeta().custom_metadata_map
    config = json.loads((CHECKPOINT / "config.json").read_text())
    assert told.pop("adviser") == "boss"
    assert {name: json.loads(text) for name, text in told.items()} == config


@pytest.mark.slow
def test_the_example_plays_it_without_torch(path):
    program = "import runpy, sys; sys.argv[1:] = [{!r}, '--games', '4']; runpy.run_path({!r}, run_name='__main__')"
    program = program.format(str(path), str(ROOT / "examples" / "play_onnx.py")) + "; assert 'torch' not in sys.modules"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert run.returncode == 0, run.stderr
    assert "onnx vs greedy" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere", "-o", "agent.onnx"], "nowhere is missing"),
        ([str(CHECKPOINT), "-o", "/proc/nowhere/agent.onnx"], "/proc/nowhere cannot be written"),
        ([str(CHECKPOINT), "-o", "."], "output file . cannot be written"),
        ([str(CHECKPOINT)], "-o/--out"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, named, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(export, "exported", None)
    with pytest.raises(SystemExit) as stop:
        export.main(arguments)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1
    assert named in said.err
