"""Training: what it writes, what it refuses, what its agents say, and that nothing illegal is played."""

import csv
import dataclasses
import importlib.util
import json
import shutil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

import eval as tournament
import train
from agents import make_agent
from agents.learned import Learned
from agents.learning import checkpoint
from agents.learning.presets import Settings
from gangzzz_env import jit
from gangzzz_env.games.gangzzz import GAME
from tests.agents.training import TINY, are_equal, damaged, last, refused, run, weights
from tests.audit import audited

ROOT = Path(__file__).resolve().parents[2]


def test_a_run_leaves_an_agent_its_configuration_curves_and_an_evaluation(trained):
    config = json.loads((last(trained) / "config.json").read_text())
    assert config["decisions"] == TINY.decisions
    assert config["rules_hash"] == checkpoint.rules_hash(GAME.read_rules(None))
    assert config["settings"] == json.loads(json.dumps(dataclasses.asdict(TINY)))
    assert (trained / "curves-0" / "progress.csv").stat().st_size > 0
    assert list((trained / "curves-0").glob("events.out.tfevents.*"))
    shown = json.loads((trained / "eval.json").read_text())
    assert shown["games"][0]["games"] == 4
    assert not list(trained.glob(".*"))
    assert config["begun_from"] is None
    assert not are_equal(checkpoint.at(trained, 0), last(trained))


@pytest.mark.slow
def test_the_same_seed_trains_the_same_agent_and_another_one_another(tmp_path, trained):
    assert are_equal(last(run(tmp_path / "again")), last(trained))
    assert not are_equal(last(run(tmp_path / "other", "--seed", "1")), last(trained))


def test_every_snapshot_and_the_end_are_evaluated_in_words_numbers_curves_and_a_picture(trained):
    with open(trained / "evaluations.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["decisions"], row["num_players"], row["opponent"]) for row in rows] == [
        (str(decisions), "2", "boss") for decisions in (0, 512, 1024)
    ]
    assert all(0 <= float(row["low"]) <= float(row["win_rate"]) <= float(row["high"]) <= 1 for row in rows)
    with open(trained / "curves-0" / "progress.csv", newline="") as file:
        shown = [row["evaluation/boss of 2"] for row in csv.DictReader(file) if row["evaluation/boss of 2"]]
    assert shown == [row["win_rate"] for row in rows]
    if importlib.util.find_spec("matplotlib"):
        assert (trained / "evaluations.png").read_bytes().startswith(b"\x89PNG")


def test_the_run_is_the_agent_that_did_best_in_its_evaluations(trained, tmp_path):
    with open(trained / "evaluations.csv", newline="") as file:
        rates = {int(row["decisions"]): float(row["win_rate"]) for row in csv.DictReader(file)}
    highest = max(rates.values())
    last_of_the_best = max(decisions for decisions, rate in rates.items() if rate == highest)
    assert checkpoint.find(trained) == checkpoint.at(trained, last_of_the_best)
    assert json.loads((trained / "eval.json").read_text())["settings"]["checkpoint"] == checkpoint.find(trained).name
    copy = shutil.copytree(trained, tmp_path / "copy")
    checkpoint.point_to_best(copy, 0, 0.5)
    assert Learned(copy).config["decisions"] == 0
    checkpoint.point_to_best(copy, 77, 0.5)
    with pytest.raises(ValueError, match="names decisions-000000077, which is none of its checkpoints"):
        make_agent(str(copy))
    (copy / "best.json").write_text("{}")
    with pytest.raises(ValueError, match=r"best.json cannot be read"):
        make_agent(str(copy))
    (copy / "best.json").unlink()
    assert checkpoint.find(copy) == last(copy)


def test_a_run_shows_its_ratings_and_has_a_page_of_all(trained):
    with open(trained / "league.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["learner"] for row in rows} == {"0", "512"}
    assert {row["opponent"] for row in rows} <= {"boss", "0", "512"}
    assert all(0 <= float(row["score"]) <= int(row["games"]) > 0 for row in rows)
    page = (trained / "progress.html").read_text()
    typed = "python train.py --preset quick --num-players 2 --seed 0 --start lookahead --games 4 --panel boss"
    assert f"{typed} --out {trained}\npython train.py --resume {trained}" in page
    best = checkpoint.decisions_of(checkpoint.find(trained))
    assert f'<tr class="marked"><th scope="row">{best:,}</th>' in page
    if importlib.util.find_spec("choix"):
        assert (trained / "ratings.png").read_bytes().startswith(b"\x89PNG")
        assert page.count("<figure>") == 2


@pytest.mark.slow
def test_a_run_can_begin_with_the_network_of_a_checkpoint(trained, tmp_path):
    folder = run(tmp_path / "next", "--start", str(trained), "--num-players", "2,3", "--panel", "greedy,random")
    begun, config = checkpoint.at(folder, 0), json.loads((last(folder) / "config.json").read_text())
    ours, theirs = weights(begun), weights(checkpoint.find(trained))
    assert all((ours[name] == theirs[name]).all() for name in ours if not name.startswith("critic"))
    assert not are_equal(last(folder), begun)
    assert config["begun_from"]["checkpoint"] == str(checkpoint.find(trained))
    assert config["begun_from"]["num_players"] == 2
    assert config["num_players"] == [2, 3]
    assert config["options"]["start"] == "lookahead"  # it sees the moves of boss, as what it began from
    with open(folder / "evaluations.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    cells = [(row["num_players"], row["opponent"]) for row in rows if row["decisions"] == "1024"]
    assert cells == [("2", "greedy"), ("2", "random"), ("3", "greedy"), ("3", "random")]
    assert len(json.loads((folder / "eval.json").read_text())["games"]) == 4


@pytest.mark.parametrize(
    ("changes", "octets", "words"),
    [
        ({"observation": "0123"}, None, "layout 0123"),
        ({"rules_hash": "0123"}, None, "is damaged"),
        ({}, b"PK", "weights.npz cannot be read"),
    ],
)
def test_a_run_does_not_begin_with_a_foreign_or_damaged_checkpoint(trained, tmp_path, capsys, changes, octets, words):
    start = damaged(trained, tmp_path / "start", **changes)
    if octets is not None:
        (start / "weights.npz").write_bytes(octets)
    assert words in refused(["--start", str(start), "--out", str(tmp_path / "out")], capsys)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_network_of_another_width_is_read_as_it_is(trained, tmp_path):
    narrow = run(tmp_path / "narrow", "--start", "scratch", settings=dataclasses.replace(TINY, width=32, decisions=256))
    assert checkpoint.read_network(last(narrow)).width == 32
    assert checkpoint.read_network(last(trained)).width == 128


@pytest.mark.slow
def test_scratch_learns_without_look_ahead(tmp_path):
    folder = run(tmp_path / "scratch", "--start", "scratch", "--num-players", "3")
    assert json.loads((last(folder) / "config.json").read_text())["num_players"] == 3


def test_a_tournament_takes_a_checkpoint_and_says_what_is_other_than_in_training(trained, tmp_path, capsys):
    agents = f"{trained},random"
    assert tournament.main(["--agents", agents, "--num-players", "3", "--games", "3", "--out", str(tmp_path)]) == 0
    assert "trained with 2 players, not 3" in capsys.readouterr().err


def test_a_checkpoint_says_if_boss_whose_moves_it_sees_has_changed(trained, tmp_path, monkeypatch):
    rules = GAME.read_rules(None)
    assert Learned(trained).differences(2, rules) == []
    options = json.loads((last(trained) / "config.json").read_text())["options"]
    alone = damaged(trained, tmp_path / "alone", options=options | {"start": "scratch"})
    monkeypatch.setattr(checkpoint, "adviser_hash", lambda: "0123")
    assert Learned(trained).differences(2, rules) == ["it sees the moves of boss, which is not as it was in training"]
    assert Learned(alone).differences(2, rules) == []


def test_boss_is_other_if_one_of_its_judgments_is_and_not_if_another_agent_or_the_engine_is(tmp_path, monkeypatch):
    before, agents = checkpoint.adviser_hash(), tmp_path / "agents"
    shutil.copytree(ROOT / "agents", agents)  # and no engine
    monkeypatch.setattr(jit, "ROOT", tmp_path)
    monkeypatch.setattr(checkpoint, "AGENTS", agents)
    (agents / "random.py").write_text("")
    with open(agents / "boss.py", "a") as file:
        file.write("# nothing else\n")
    assert checkpoint.adviser_hash() == before
    (agents / "judgment" / "weights.py").write_text("")
    assert checkpoint.adviser_hash() != before


def test_foreign_and_damaged_checkpoints_are_refused(trained, tmp_path):
    with pytest.raises(ValueError, match="of the game chess_v6"):
        make_agent(str(damaged(trained, tmp_path / "a", game="chess_v6")))
    with pytest.raises(ValueError, match="layout 0123"):
        make_agent(str(damaged(trained, tmp_path / "b", observation="0123")))
    cut = damaged(trained, tmp_path / "c")
    (cut / "weights.npz").write_bytes((cut / "weights.npz").read_bytes()[:1000])
    with pytest.raises(ValueError, match="damaged"):
        make_agent(str(cut))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no checkpoint"):
        make_agent(str(tmp_path / "empty"))
    with pytest.raises(ValueError, match="missing"):
        make_agent(str(tmp_path / "nowhere"))


@pytest.mark.slow
def test_a_seed_may_be_of_any_size(tmp_path):
    few = dataclasses.replace(TINY, decisions=256)
    assert not are_equal(
        last(run(tmp_path / "a", "--seed", str(2**70), settings=few)),
        last(run(tmp_path / "b", "--seed", "0", settings=few)),
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--num-players", "5"], "num_players is 5"),
        (["--num-players", "2,5"], "num_players is 5"),
        (["--num-players", "2,2"], "num_players is 2,2, but must name each count once"),
        (["--num-players", "2,"], "'' must be a whole number"),
        (["--panel", "greedy,nobody"], "unknown agent 'nobody' in the panel; the agents are random, greedy"),
        (["--panel", "greedy,greedy"], "the panel is greedy,greedy"),
        (["--start", "nowhere"], "start is 'nowhere', but must be lookahead, scratch, or the folder"),
        (["--start", str(ROOT)], "is no checkpoint"),
        (["--num-players", "two"], "'two' must be a whole number"),
        (["--preset", "fast"], "invalid choice: 'fast'"),
        (["--seed", "-1"], "'-1' must be a whole number"),
        (["--games", "0"], "'0' must be a whole number"),
        (["--rules", "nowhere.toml"], "nowhere.toml"),
        (["--out", "/proc/nowhere"], "/proc/nowhere cannot be written"),
        (["--resume", "nowhere"], "nowhere is missing"),
        (["--resume", "nowhere", "--seed", "3"], "--seed cannot be given with --resume"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(options, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_:
        train.main(options)
    error = capsys.readouterr().err
    assert exit_.value.code == 2
    assert words in error
    assert error.strip().count("\n") == 0


def test_a_folder_with_a_run_in_it_is_not_written_to(trained, capsys):
    with pytest.raises(SystemExit) as exit_:
        train.main(["--out", str(trained)])
    assert exit_.value.code == 2
    assert "holds a run" in capsys.readouterr().err


@pytest.mark.slow
def test_case_1_no_illegal_action_reaches_the_engine_in_training_and_tournaments(tmp_path):
    """20,000 decisions of self-play with an evaluation, then a tournament: each action is looked up in its mask."""
    with audited(GAME) as played:
        settings = Settings(positions=8192, lessons=4096, decisions=20 * 1024, num_envs=32, rollout=32)
        folder = run(tmp_path / "run", settings=settings)
        names = f"{folder},greedy,random"
        assert tournament.main(["--agents", names, "--games", "60", "--out", str(tmp_path / "eval")]) == 0
    assert played["actions"] > 50_000
    assert played["illegal"] == 0
