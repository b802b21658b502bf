"""`eval.py tune`: targets, the search, the choice of little changes, and the confirmation on fresh deals."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("optuna")
import eval as program
from agents import make_agent
from gangzzz_env.analysis import tuning
from gangzzz_env.analysis.commands import what_if
from gangzzz_env.analysis.figures import figures
from gangzzz_env.analysis.ranges import Range
from gangzzz_env.analysis.statistics import clustered_mean
from gangzzz_env.analysis.targets import read_target
from gangzzz_env.analysis.variants import Plan, Players, Variant
from gangzzz_env.games.gangzzz import GAME

FAST = ["--agents", "greedy,don", "--games", "1200", "--trials", "12"]
FIGURES = figures(GAME, 2, ("greedy", "don"))
NAMES = [figure.name for figure in FIGURES]
PRINTED = Variant("printed", GAME.read_rules(None))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tune(target, change, *arguments):
    return program.main(["tune", *FAST, "--target", target, "--change", change, *arguments])


def tuned():
    return json.loads(Path("tune/tune.json").read_text())


def values(**known):
    return np.array([float(known.get(name, 0)) for name in NAMES])


def wish(text):
    (term,) = read_target(text, FIGURES, 2)
    return term


@pytest.mark.parametrize(
    ("text", "known", "miss"),
    [
        ("seats<=2", {"seat_0": 53, "seat_1": 47}, 1),
        ("seats<=2", {"seat_0": 52, "seat_1": 48}, 0),
        ("styles<=5", {"style_greedy": 50, "style_don": 38}, 7),
        ("length=80", {"length": 81.5}, 0),
        ("length=80", {"length": 88}, 8),
        ("length = 80", {"length": 72}, 8),
        ("length<=80", {"length": 70}, 0),
        ("length>=80", {"length": 60}, 25),
        ("decided_bounty<=30", {"decided_bounty": 40}, 10),
        ("income_bounty>=20", {"income_bounty": 15}, 25),
        ("income_trade<=0", {"income_trade": 2}, 2),
    ],
)
def test_a_wish_is_missed_by_points_or_percent(text, known, miss):
    assert wish(text).miss(values(**known)) == pytest.approx(miss)


def test_the_bounds_of_a_group_hold_for_all_of_it():
    rng = np.random.default_rng(1)
    found = clustered_mean(rng.normal(values(seat_0=54, seat_1=46), 3, (50, len(NAMES))), np.arange(50))
    low, high = wish("seats<=2").bounds(found)
    assert 0 < low < 4 < high
    assert wish("seat_0<=60").bounds(found)[0] < 54 < wish("seat_0<=60").bounds(found)[1]


@pytest.mark.parametrize("seed", [0, 1])
def test_a_target_is_met_on_fresh_deals_by_changing_what_is_needed(seed, capsys):
    assert tune("income_bounty=50", "bounty=35:95:30,max_refusals=2:4", "--seed", str(seed)) == 0
    (met,) = tuned()["target"]
    assert met["is_met"] and 49 <= met["after"] <= 51 and met["after_low"] < met["after"] < met["after_high"]
    rules = tomllib.loads(Path("tune/tuned.toml").read_text())
    assert rules == tuned()["changes"]
    assert rules == {"bounty": 65}
    printed = capsys.readouterr().out
    assert "Changed: bounty 30 -> 65." in printed
    assert "income_bounty=50: met on fresh deals" in printed
    assert "tuned differs from rulebook in" in printed
    assert "What was changed, and what it costs" in Path("tune/index.html").read_text()


def test_what_is_met_already_is_left_as_it_is(capsys):
    assert tune("income_bounty<=50", "bounty,recruits") == 0
    assert tuned()["changes"] == {}
    assert "Nothing was changed" in capsys.readouterr().out
    assert tomllib.loads(Path("tune/tuned.toml").read_text()) == {}


def test_ctrl_c_keeps_the_trials_and_the_command_goes_on(monkeypatch, capsys):
    play, played = tuning.play, []

    def stops(*given):
        played.append(given[0])
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(tuning, "play", stops)
    assert tune("income_bounty=50", "bounty=20:90:5") == 130
    assert "--resume goes on" in capsys.readouterr().err
    assert not Path("tune/tuned.toml").exists()
    assert tune("income_bounty=50", "bounty=20:90:5", "--resume") == 0
    assert [len(plan.variants) for plan in played[:4]] == [5, 5, 5, 2]
    assert tuned()["target"][0]["is_met"]


def test_the_choice_is_what_changes_least_among_what_chance_may_keep_from_the_best():
    agents = {name: make_agent(name) for name in ("greedy", "don")}
    variants = [Variant(str(bounty), GAME.read_rules({"bounty": bounty})) for bounty in (30, 60, 66, 300)]
    plan = Plan(GAME, 2, ("greedy", "don"), tuple(variants), 40, 3, nulls=0)

    def chosen(target):
        task = tuning.Task(read_target(target, FIGURES, 2), (Range("bounty", (0, 500)),), PRINTED, 1)
        return tuning.best_of(task, plan, Players(agents), lambda count: None).name

    assert chosen("income_bounty=48") == "60"
    assert chosen("income_bounty>=40") == "60"
    assert chosen("income_bounty<=500") == "30"
    assert chosen("income_bounty=166") == "300"


def test_the_base_and_single_steps_are_tried_first():
    ranges = (Range("bounty", tuple(range(20, 61))), Range("fine", (9, 10, 11)))
    found = tuning.first_trials(GAME, tuning.Task((), ranges, PRINTED, 20))
    pairs = [(values["bounty"], values["fine"]) for values in found]
    assert pairs == [(30, 10), (24, 10), (30, 9), (36, 10), (30, 11)]
    assert len(tuning.first_trials(GAME, tuning.Task((), ranges, PRINTED, 4))) == 2


def test_candidates_are_the_base_the_best_and_the_very_best_with_each_change_taken_back():
    class Trial:
        def __init__(self, value, **params):
            self.value, self.params = value, params

    class Study:
        trials = (
            Trial(3, bounty=30, fine=11),
            Trial(1, bounty=40, fine=12),
            Trial(1, bounty=40, fine=12),
            Trial(2, bounty=50, fine=10),
            Trial(None, bounty=99, fine=9),
        )

    ranges = (Range("bounty", (20, 99)), Range("fine", (5, 15)))
    found = tuning.candidates(tuning.Task((), ranges, PRINTED, 5), Study)
    pairs = [(each.rules.bounty, each.rules.fine) for each in found]
    assert pairs == [(30, 10), (40, 12), (50, 10), (30, 11), (30, 12), (40, 10)]


@pytest.mark.parametrize(
    ("target", "change", "arguments", "named"),
    [
        ("seats", "bounty", [], "target 'seats' cannot be read at 'seats'"),
        ("seats<=2,", "bounty", [], "cannot be read at ''"),
        ("seats<=two", "bounty", [], "cannot be read at 'seats<=two'"),
        ("seats<2", "bounty", [], "cannot be read at 'seats<2'"),
        ("seats=2", "bounty", [], "target 'seats=2' must be seats<=NUMBER"),
        ("lenght=80", "bounty", [], "target names 'lenght', but it is no figure; did you mean length?"),
        ("seats<=2", "salary", [], "unknown rule 'salary'"),
        ("seats<=2", "", [], "unknown rule ''"),
        ("seats<=2", "bounty,bounty", [], "rule bounty is named twice"),
        ("seats<=2", "bounty=60:10", [], "is empty"),
        ("seats<=2", "bounty=0:501", [], "rule bounty is 501"),
        ("seats<=2", "bounty", ["--games", "40"], "40 games are too few for 12 trials"),
        ("seats<=2", "bounty", ["--rules", "missing.toml"], "missing.toml cannot be read"),
        ("seats<=2", "bounty", ["--out", "used"], "output folder used exists"),
        ("seats<=2", "bounty", ["--resume"], "output folder tune holds nothing to go on with"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2_before_any_work(
    target, change, arguments, named, monkeypatch, capsys
):
    monkeypatch.setattr(tuning, "play", None)
    monkeypatch.setattr(what_if, "play", None)
    Path("used").write_text("mine")
    with pytest.raises(SystemExit) as stop:
        tune(target, change, *arguments)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1 and said.out == ""
    assert named in said.err
    assert not Path("tune").exists()
