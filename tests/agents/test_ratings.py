"""Ratings in a league: what they come to, that the order of games does not matter, and how sure they are."""

import math

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("choix", reason="the extra `plot` is not installed")

from agents.learning.league import Result
from agents.learning.ratings import DRAWN, ratings
from tests.agents.test_league import league, play

STRENGTHS = {0: -80.0, 100: 0.0, 200: 40.0, "boss": 0.0, "greedy": -30.0}


def expected(learner, opponent) -> float:
    """How many of its games an opponent wins."""
    return 1 / (1 + 10 ** ((STRENGTHS[learner] - STRENGTHS[opponent]) / 400))


def by_player(results) -> dict:
    return {row["player"]: row for row in ratings(results, "boss")}


def meetings(games: int, draw) -> list[Result]:
    """Everybody against all who were there before."""
    pairs = [(k, o) for k in (0, 100, 200) for o in STRENGTHS if isinstance(o, str) or o <= k]
    return [Result(k, o, games, draw(games, expected(k, o))) for k, o in pairs]


def test_scores_as_expected_of_strengths_are_rated_as_these_strengths():
    found = by_player(meetings(100_000, lambda games, rate: games * rate))
    assert list(found) == [0, 100, 200, "boss", "greedy"]
    assert {player: row["rating"] for player, row in found.items()} == pytest.approx(STRENGTHS, abs=0.1)
    assert found[0]["n"] == 4 * 100_000  # two of the panel, and two later ones; none against itself


def test_the_order_of_results_does_not_matter():
    results = meetings(37, np.random.default_rng(1).binomial)
    for row, other in zip(ratings(results, "boss"), ratings(results[::-1], "boss")):
        assert row == pytest.approx(other)


def test_the_interval_holds_the_strength_19_times_of_20():
    rng, hits = np.random.default_rng(2), []
    for _ in range(200):
        found = by_player(meetings(200, rng.binomial))
        hits += [found[k]["low"] <= STRENGTHS[k] <= found[k]["high"] for k in (0, 100, 200, "greedy")]
    assert np.mean(hits) == pytest.approx(0.95, abs=0.02)


def test_who_has_lost_all_games_is_rated_by_them_and_one_draw_of_each_with_an_average_player():
    found = by_player([Result(0, "boss", 5, 5.0)])
    # By symmetry the average is in the middle: the likeliest difference d has 5 (1 - p(d)) = p(d / 2) - DRAWN.
    differences = np.linspace(0, 10, 1_000_001)
    lacking = 5 / (1 + np.exp(differences)) - (1 / (1 + np.exp(-differences / 2)) - DRAWN)
    likeliest = differences[np.argmin(np.abs(lacking))]
    assert found[0]["rating"] == pytest.approx(-likeliest * 400 / math.log(10), abs=0.1)
    assert found[0]["low"] < found[0]["rating"] < found[0]["high"]
    assert found["boss"] == {"player": "boss", "n": 5, "rating": 0.0, "low": 0.0, "high": 0.0}


def test_a_league_keeps_all_results_by_the_learners_last_snapshot_and_forgets_none():
    made = league()
    play(made, {"greedy": [1.0, -1.0, -1.0], "snapshot 1": [1.0], "itself": [1.0]})
    made.forget()
    made.keep(made.snapshots[0].network, 77, ())
    play(made, {"greedy": [0.0]})
    assert made.results() == [Result(2, "greedy", 3, 2.0), Result(2, 1, 1, 0.0), Result(77, "greedy", 1, 0.5)]
    other = league()
    other.set_state(made.state())
    assert other.results() == made.results()
