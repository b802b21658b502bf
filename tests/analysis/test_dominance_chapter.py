"""The chapter about dominance, on games whose chances are known."""

import xml.etree.ElementTree as ElementTree

import pytest

from gangzzz_env.analysis.best_response import CANDIDATE, Answer, Family, Knob
from gangzzz_env.analysis.report.dominance import chapter
from gangzzz_env.games.gangzzz import GAME
from tests.analysis.simulated import of_prey, of_worths, round_robin

EVEN = dict.fromkeys("abcd", 1.0)
STRONG = EVEN | {"b": 2.0}
AS_THEY_ARE = {"as they are": {name: name for name in "abcd"}}


def rows(made, name):
    (table,) = [table for table in made.tables if table.name == name]
    return [dict(zip(table.columns, row)) for row in table.rows]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_strategy_that_dominates_is_the_heaviest_finding_with_its_size(players):
    made = chapter(GAME, round_robin("abcd", of_worths(STRONG), players, deals=250, seed=2), AS_THEY_ARE)
    first = max(made.findings, key=lambda found: found.weight)
    assert "b dominates" in first.sentence and first.weight > 1
    true = 100 * (2 / (players + 1) - 1 / players)
    assert first.low < true < first.high and first.low < first.effect < first.high
    assert rows(made, "equilibrium")[0]["strategy"] == "b"
    assert {row["winner"] for row in rows(made, "beats")} == {"b"}
    assert any("b dominates" in words for words in made.words)


@pytest.mark.parametrize("seed", range(5))
def test_among_equals_none_dominates_and_nothing_is_told(seed):
    made = chapter(GAME, round_robin("abcd", of_worths(EVEN), 2, deals=100, seed=seed), AS_THEY_ARE)
    assert all(found.weight < 1 for found in made.findings)
    assert "no strategy is seen to dominate" in made.words[0]


def test_a_cycle_is_named_and_never_told_first():
    prey = {"a": ("b",), "b": ("c",), "c": ("a",)}
    made = chapter(GAME, round_robin("abc", of_prey(prey), 2), {"one": {name: name for name in "abc"}})
    (cycle,) = [found for found in made.findings if "cycle" in found.sentence]
    names = cycle.sentence.split(": ")[1].rstrip(".").split(" beats ")
    assert all(prey[one] == (other,) for one, other in zip(names, names[1:])) and len(names) == 4
    assert cycle.weight < 1
    assert len({row["cycle"] for row in rows(made, "beats")}) == 1


def test_where_strength_of_play_changes_the_verdict_there_is_a_warning():
    strengths = AS_THEY_ARE | {"played worse": {name: f"distracted:30:{name}" for name in "abcd"}}
    worse = {f"distracted:30:{name}": worth for name, worth in EVEN.items()}
    strong = round_robin("abcd", of_worths(STRONG), 2)
    made = chapter(GAME, [*strong, *round_robin(worse, of_worths(worse), 2)], strengths)
    warning = "Warning: with two players it depends on how well they play which strategy dominates"
    assert any(words.startswith(f"{warning} (as they are: b; played worse: none)") for words in made.words)
    worse["distracted:30:b"] = 2.0
    made = chapter(GAME, [*strong, *round_robin(worse, of_worths(worse), 2)], strengths)
    assert "With two players the verdict is the same for 'as they are' and 'played worse'." in made.words
    assert {row["strategy"] for row in rows(made, "worst")} == set("abcd")
    made = chapter(GAME, strong, strengths)
    assert any(words.startswith("Warning: with two players only one strength") for words in made.words)


def test_that_another_strategy_comes_nearest_is_said_where_the_verdict_is_the_same():
    strengths = {"one": {"a": "a", "b": "b"}, "other": {"a": "c", "b": "d"}}
    slight = {"a": 1.2, "b": 1.0, "c": 1.0, "d": 1.2}
    meetings = [*round_robin("ab", of_worths(slight), 2, 120), *round_robin("cd", of_worths(slight), 2, 120)]
    (words,) = [words for words in chapter(GAME, meetings, strengths).words if "the same" in words]
    assert words.endswith("the same for 'one' and 'other', though another strategy comes nearest: a, b.")


def test_an_example_is_a_game_that_the_favorite_won_against_its_worst_opponent():
    meetings = round_robin("abcd", of_worths(STRONG), 3)
    finding = chapter(GAME, meetings, AS_THEY_ARE).findings[0]
    (example,) = finding.examples
    meeting = meetings[example.meeting]
    (seat,) = [seat for seat in range(3) if meeting.games.agent_at(example.game, seat) == "b"]
    assert meeting.games.share[example.game, seat] == 1
    assert example.why == f"b wins against {meeting.lineup[meeting.lineup.index('b') - 1]}"


def test_answers_are_told_with_what_they_do_differently():
    family = Family("usual", (Knob("card", "a clue card", 27.0, ratio=2.0),), None)
    found = Answer(2, "b", CANDIDATE, {"card": 54.0}, 0.8, 0.75, 0.85, 1000, 9000)
    none = Answer(2, "b", "search:200", {}, 0.5, 0.4, 0.6, 100, 0)
    made = chapter(GAME, round_robin("abcd", of_worths(STRONG), 2), AS_THEY_ARE, (found, none), family)
    assert any(
        "A counter to b" in words and "more for card (a clue card): 54 instead of 27" in words for words in made.words
    )
    assert any("No counter to b was found with 2 players within 100 games" in words for words in made.words)
    assert [row["verdict"] for row in rows(made, "counters")] == ["counter", "none found"]
    weights = [finding.weight for finding in made.findings if "counter" in finding.sentence]
    assert weights == [pytest.approx(2), 0]


def test_of_strategies_that_never_met_there_is_no_chapter():
    meetings = round_robin("ab", of_worths(EVEN), 2)
    assert chapter(GAME, meetings, {"one": {"a": "a", "c": "c"}}) is None


def test_tables_are_as_wide_as_their_columns_and_plots_are_whole():
    meetings = [*round_robin("abcd", of_worths(STRONG), 2), *round_robin("abcd", of_worths(STRONG), 4)]
    made = chapter(GAME, meetings, AS_THEY_ARE)
    for table in made.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}
    assert len(rows(made, "payoffs")) == 6 * 2 + 6 * 3 * 2
    assert [ElementTree.fromstring(plot.svg).tag for plot in made.plots] == ["{http://www.w3.org/2000/svg}svg"] * 2
