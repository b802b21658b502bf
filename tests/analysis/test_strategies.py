"""Chapter of strategies: one that beats all others is found with its size."""

import pytest

from gangzzz_env.analysis.report.strategies import chapter
from gangzzz_env.games.gangzzz import GAME
from tests.analysis.made_games import meeting

LADDER = ("random", "greedy", "don", "boss")


def meetings(chances):
    pairs = [("greedy", "don"), ("greedy", "boss"), ("don", "boss"), ("random", "boss"), ("boss", "boss")]
    return [meeting(pair, 1500, lambda seat, agent: chances.get(agent, 1.0), seed=k) for k, pair in enumerate(pairs)]


def test_a_strategy_that_beats_all_others_is_told_first():
    made = chapter(GAME, meetings({"don": 3.0}), LADDER)
    best = max(made.findings, key=lambda found: found.weight)
    assert best.sentence.startswith("With two players the strategy don beats the field")
    assert best.low < 25 < best.high and best.weight > 1


def test_among_equals_nothing_is_told():
    made = chapter(GAME, meetings({"random": 0.01}), LADDER)
    assert all(found.weight < 1 for found in made.findings)
    assert "random" not in {row[1] for row in made.tables[0].rows}


def test_the_pairs_say_who_beats_whom_from_both_sides():
    rates = {row[:3]: row[6] for row in chapter(GAME, meetings({"don": 3.0}), LADDER).tables[1].rows}
    assert rates[2, "don", "boss"] == pytest.approx(100 - rates[2, "boss", "don"])
    assert rates[2, "don", "boss"] == pytest.approx(75, abs=3)
