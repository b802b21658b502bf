"""`eval.py sweep`: ranges, grids, every rule by a step, and bad input."""

import csv
import json
from pathlib import Path

import pytest

pytest.importorskip("scipy")
import eval as program
from gangzzz_env.analysis import sensitivity
from gangzzz_env.analysis.commands import what_if
from gangzzz_env.analysis.ranges import read_range, steps
from gangzzz_env.analysis.variants import Variant
from gangzzz_env.games.gangzzz import GAME

FAST = ["--agents", "greedy,don", "--games", "60"]
PRINTED = Variant("printed", GAME.read_rules(None))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sweep(*arguments):
    return program.main(["sweep", *FAST, *arguments])


def swept():
    return json.loads(Path("sweep/sweep.json").read_text())


def income(variant):
    return next(row for row in variant["figures"] if row["figure"] == "income_bounty")


def test_a_range_is_played_on_the_same_deals_and_shows_what_moves(capsys):
    assert sweep("bounty=10:90:40") == 0
    told = swept()["variants"]
    assert [variant["name"] for variant in told] == ["bounty=10", "bounty=50", "bounty=90"]
    assert [income(variant)["is_clear"] for variant in told] == [True] * 3
    after = [income(variant)["after"] for variant in told]
    assert after == sorted(after) and after[2] - after[0] == pytest.approx(40, abs=4)  # half of 80: of two players
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("bounty=90"))
    assert f"{after[2]:.2f}*" in line
    rows = list(csv.DictReader(Path("sweep/sweep.csv").read_text().splitlines()))
    assert {row["rules"] for row in rows} == {"bounty=10", "bounty=50", "bounty=90"}
    page = Path("sweep/index.html").read_text()
    assert "money from bounty: how far each value moves it" in page and page.count("<svg") >= 2


def test_the_value_that_the_base_has_differs_by_exactly_zero():
    Path("base.toml").write_text("bounty = 50\nrecruits = 1\n")
    assert sweep("bounty=49:50", "--rules", "base.toml") == 0
    other, same = swept()["variants"]
    assert income(other)["difference"] < 0
    assert {row["difference"] for row in same["figures"]} == {0.0}
    assert [each["rules"]["recruits"] for each in swept()["settings"]["variants"]] == [1, 1, 1]


def test_two_ranges_make_a_grid():
    assert sweep("bounty=20:30:10", "recruits=1:3:2") == 0
    names = [variant["name"] for variant in swept()["variants"]]
    assert names == [f"bounty={bounty}, recruits={recruits}" for bounty in (20, 30) for recruits in (1, 3)]


def test_a_range_has_both_ends_and_a_step_of_one():
    assert read_range(GAME, "bounty=10:60:10").values == (10, 20, 30, 40, 50, 60)
    assert read_range(GAME, "bounty=10:19:5").values == (10, 15)
    assert read_range(GAME, "recruits=1:3").values == (1, 2, 3)
    assert read_range(GAME, "recruits=2:2").values == (2,)


def test_every_rule_is_changed_by_a_fifth_down_and_up_where_it_may_be():
    found = {name: [getattr(each.rules, name) for each in tried] for name, tried in steps(GAME, PRINTED).items()}
    assert list(found) == list(PRINTED.rules.__dataclass_fields__)
    assert found["bounty"] == [24, 36]
    assert found["domination_percent"] == [80, 120]
    assert found["recruits"] == [1, 3]
    assert found["old_rent"] == [1]
    assert found["side_payment"] == [2, 4]
    for name, tried in steps(GAME, PRINTED).items():
        for each in tried:
            assert {**vars(each.rules), name: None} == {**vars(PRINTED.rules), name: None}


def test_of_all_rules_those_that_matter_lead_and_those_that_do_not_are_named(monkeypatch, capsys):
    from gangzzz_env.analysis.commands import sweep as command

    few = {name: steps(GAME, PRINTED)[name] for name in ("bounty", "max_refusals", "chase_rounds")}
    monkeypatch.setattr(command, "steps", lambda game, base: few)
    assert sweep("--all") == 0
    ranking = swept()["ranking"]
    assert {row["rule"] for row in ranking} == set(few)
    assert ranking[-1]["rule"] == "max_refusals" and ranking[-1]["deals_changed_percent"] == 0
    printed = capsys.readouterr().out
    assert "Without effect, a step of it changed none of 60 games: max_refusals." in printed
    bounty = next(row for row in ranking if row["rule"] == "bounty")
    assert bounty["is_clear"] and bounty["most_figure"] == "money from bounty"
    assert "max_refusals" in Path("sweep/index.html").read_text()


def test_what_moves_a_win_rate_for_certain_leads_what_only_moves_money():
    import numpy as np

    from gangzzz_env.analysis.statistics import Estimate
    from gangzzz_env.analysis.variants import Moved, Plan

    plan = Plan(GAME, 2, ("greedy", "don"), (PRINTED,), 10, 0)
    count = len(plan.figures)

    def effect(name, column, low, high):
        ends = np.zeros((2, count))
        ends[:, column] = low, high
        middle = Estimate(ends.mean(axis=0), np.ones(count), 9)
        move = Moved(Variant(name, None), np.zeros(count), ends.mean(axis=0), middle, *ends, 5, 10)
        return sensitivity.Effect(name, (move,))

    effects = [
        effect("money", 8, 50, 52),
        effect("small", 0, 1, 3),
        effect("unsure", 1, -9, 19),
        effect("great", 1, -6, -4),
    ]
    assert [each.name for each in sensitivity.ranked(plan, effects)] == ["great", "small", "money", "unsure"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "0 ranges are named, but there must be one or two, or --all"),
        (["bounty=1:2", "recruits=1:2", "fine=1:2"], "3 ranges are named"),
        (["bounty=1:2", "bounty=3:4"], "rule bounty is named in both ranges"),
        (["salary=1:2"], "unknown rule 'salary'"),
        (["bounty=10:501"], "rule bounty is 501, but must be an integer in 0-500"),
        (["bounty=-1:5"], "rule bounty is -1"),
        (["bounty=60:10:10"], "range 'bounty=60:10:10' is empty: 60 is greater than 10"),
        (["bounty=10:60:0"], "has a step of 0, but it must be at least 1"),
        (["bounty=10:60:-5"], "has a step of -5"),
        (["bounty"], "range 'bounty' cannot be read"),
        (["bounty=10"], "range 'bounty=10' cannot be read"),
        (["bounty=a:b"], "range 'bounty=a:b' cannot be read"),
        (["bounty=1.5:2"], "range 'bounty=1.5:2' cannot be read"),
        (["=1:2"], "range '=1:2' cannot be read"),
        (["bounty=1:2", "--all"], "bounty=1:2 and --all exclude each other"),
        (["bounty=1:2", "--rules", "missing.toml"], "missing.toml cannot be read"),
        (["bounty=1:2", "--out", "used"], "output folder used exists"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2_before_any_work(arguments, named, monkeypatch, capsys):
    monkeypatch.setattr(what_if, "play", None)
    Path("used").write_text("mine")
    with pytest.raises(SystemExit) as stop:
        sweep(*arguments)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1 and said.out == ""
    assert named in said.err
    assert not Path("sweep").exists()
