"""Chapter of seats: a favored seat is found with its size, and a fair one is not."""

import pytest

from gangzzz_env.analysis.report.seats import chapter
from gangzzz_env.games.gangzzz import GAME
from tests.analysis.made_games import meeting


def meetings(chances):
    lineups = [("boss", "greedy"), ("boss", "don"), ("boss", "boss"), ("don", "don", "boss")]
    return [meeting(lineup, 1500, chances, seed=k) for k, lineup in enumerate(lineups)]


def test_a_favored_seat_is_told_with_its_size():
    made = chapter(GAME, meetings(lambda seat, agent: 1.5 if seat == 0 else 1.0))
    two, three = made.findings
    assert "the first seat wins" in two.sentence and "more than its fair share, whoever plays" in two.sentence
    assert two.low < 10 < two.high and two.weight > 1
    assert three.low < 100 * 1.5 / 3.5 - 100 / 3 < three.high


def test_who_plays_does_not_favor_a_seat():
    made = chapter(GAME, meetings(lambda seat, agent: 5.0 if agent == "boss" else 1.0))
    assert all(found.low < 0 < found.high and found.weight == 0 for found in made.findings)


def test_each_seat_has_a_row_for_each_way_to_play():
    made = chapter(GAME, meetings(lambda seat, agent: 1.0))
    rows = made.tables[0].rows
    assert [row[:3] for row in rows if row[0] == 2] == [
        (2, who, seat) for who in ("all against all", "boss alone") for seat in range(2)
    ]
    assert sum(row[6] for row in rows if row[:2] == (3, "all against all")) == pytest.approx(100)
