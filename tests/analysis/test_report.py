"""`eval.py report`: from the options to the folder."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import eval as program
from gangzzz_env.analysis import saved
from gangzzz_env.games.gangzzz import GAME

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("--num-players", "2", "--games", "300", "--threads", "2")


def run(*words: str) -> int:
    return program.main(["report", *words])


def refusal(capsys, *words: str) -> str:
    """What bad input is answered with, one sentence."""
    with pytest.raises(SystemExit) as left:
        run(*words)
    answer = capsys.readouterr().err
    assert left.value.code == 2 and answer.count("\n") == 1
    return answer


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """The folder of a small report."""
    folder = tmp_path_factory.mktemp("made") / "report"
    assert run("--out", str(folder), *SMALL) == 0
    return folder


def test_a_report_is_a_page_with_its_tables_games_and_saved_games(made):
    assert {path.name for path in made.iterdir()} == {"report.html", "settings.json", "tables", "games", "saved"}
    assert not list(made.parent.glob("*.unfinished"))
    document = (made / "report.html").read_text(encoding="utf-8")
    assert "not table play" in document
    for path in (made / "games").iterdir():
        assert f'href="games/{path.name}"' in document


def test_each_table_is_there_as_csv_and_as_parquet(made):
    parquet = pytest.importorskip("pyarrow.parquet")
    names = {path.stem for path in (made / "tables").glob("*.csv")}
    assert {"seats_win_rate_by_seat", "strategies_pairs", "skill_variance"} <= names
    for name in names:
        with (made / "tables" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        columns = parquet.read_table(made / "tables" / f"{name}.parquet").to_pydict()
        assert rows[0] == list(columns) and len(rows) == 1 + len(columns[rows[0][0]])


def test_the_same_figures_come_from_the_saved_games(made, tmp_path):
    assert run("--from", str(made), "--out", str(tmp_path / "again")) == 0
    for path in (made / "tables").glob("*.csv"):
        assert (tmp_path / "again" / "tables" / path.name).read_bytes() == path.read_bytes()


def test_the_threads_change_nothing(made, tmp_path):
    assert run("--out", str(tmp_path / "one"), *SMALL[:-1], "1") == 0
    for path in (made / "tables").glob("*.csv"):
        assert (tmp_path / "one" / "tables" / path.name).read_bytes() == path.read_bytes()


def test_other_rules_are_compared_with_the_printed_ones(tmp_path):
    (tmp_path / "rich.toml").write_text("bounty = 300\n")
    assert run("--rules", str(tmp_path / "rich.toml"), "--out", str(tmp_path / "rich"), *SMALL) == 0
    assert "bounty is 300 instead of 30" in (tmp_path / "rich" / "report.html").read_text(encoding="utf-8")
    assert {meeting.rules.bounty for meeting in saved.read(GAME, tmp_path / "rich" / "saved")} == {30, 300}


def test_an_interrupted_report_goes_on(made, tmp_path):
    """Finished meetings are kept: they are not played again, and the report is the same."""
    meetings = saved.read(GAME, made / "saved")
    beside = tmp_path / "report.unfinished"
    saved.write(GAME, beside / "saved", meetings[:7])
    (beside / "settings.json").write_bytes((made / "settings.json").read_bytes())
    files = {path.name: path.stat().st_mtime_ns for path in (beside / "saved").glob("*.npz")}
    assert run("--out", str(tmp_path / "report"), *SMALL) == 0
    again = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "report" / "saved").glob("*.npz")}
    assert files.items() <= again.items()
    for path in (made / "tables").glob("*.csv"):
        assert (tmp_path / "report" / "tables" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--num-players", "5"), "num_players is 5, but Gangzzz is for 2 to 4"),
        (("--num-players", "2;3"), "must be numbers with commas between them"),
        (("--games", "0"), "'0' must be a whole number from 1 on"),
        (("--rules", "nowhere.toml"), "rules file nowhere.toml cannot be read"),
        (("--from", "nowhere"), "folder nowhere holds no saved games"),
    ],
)
def test_bad_input_is_refused_in_one_sentence_and_leaves_nothing(capsys, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    assert told in refusal(capsys, *words)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_rule_is_refused(capsys, tmp_path):
    (tmp_path / "bad.toml").write_text("bouny = 1\n")
    assert "did you mean bounty?" in refusal(
        capsys, "--rules", str(tmp_path / "bad.toml"), "--out", str(tmp_path / "report")
    )
    assert not list(tmp_path.glob("report*"))


def test_a_folder_that_is_there_is_refused_and_stays_as_it_is(capsys, tmp_path):
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "mine.txt").write_text("mine")
    assert "exists already" in refusal(capsys, "--out", str(tmp_path / "report"), *SMALL)
    assert [path.name for path in tmp_path.rglob("*")] == ["report", "mine.txt"]


def test_an_interrupted_report_of_other_settings_is_refused(capsys, made, tmp_path):
    beside = tmp_path / "report.unfinished"
    beside.mkdir()
    settings = json.loads((made / "settings.json").read_text()) | {"games": 7, "seed": 3}
    (beside / "settings.json").write_text(json.dumps(settings))
    assert "with other settings (games, seed)" in refusal(capsys, "--out", str(tmp_path / "report"), *SMALL)
    assert json.loads((beside / "settings.json").read_text()) == settings


@pytest.mark.slow
def test_ctrl_c_keeps_finished_games_and_says_how_to_go_on(tmp_path):
    command = [sys.executable, "eval.py", "report", "--out", str(tmp_path / "report"), "--games", "20000"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as running:
        while not (tmp_path / "report.unfinished" / "saved" / "meetings.json").is_file():
            time.sleep(1)
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=120)
    assert running.returncode == 130
    assert f"kept in {tmp_path / 'report.unfinished'}: the same command goes on" in told
    assert saved.read(GAME, tmp_path / "report.unfinished" / "saved")
    assert not (tmp_path / "report").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "words"), [("casino_dice = 5", "underworld"), ("bounty = 300", "bounty")])
def test_what_was_made_too_strong_is_among_the_first_three_findings(tmp_path, capsys, rule, words):
    (tmp_path / "rules.toml").write_text(f"{rule}\n")
    assert run("--rules", str(tmp_path / "rules.toml"), "--out", str(tmp_path / "report"), "--games", "12000") == 0
    first = capsys.readouterr().out.splitlines()[:3]
    assert any(words in line or rule.split("_")[0] in line for line in first), first
    assert np.all([meeting.games.is_finished.all() for meeting in saved.read(GAME, tmp_path / "report" / "saved")])
