"""Chapter of skill: the parts of the variance are what they were made of."""

import numpy as np
import pytest

from gangzzz_env.analysis.report.outcomes import outcomes
from gangzzz_env.analysis.report.skill import _parts, chapter
from gangzzz_env.games.gangzzz import GAME
from tests.analysis.made_games import meeting

LADDER = ("random", "boss")


def test_where_one_agent_always_wins_all_is_skill():
    part = outcomes([meeting(("random", "boss"), 300, lambda seat, agent: float(agent == "boss"))])
    assert _parts(part) == pytest.approx([100, 0, 0, 0], abs=1e-9)


def test_where_one_seat_always_wins_all_is_seat():
    part = outcomes([meeting(("random", "boss"), 300, lambda seat, agent: float(seat == 0))])
    assert _parts(part) == pytest.approx([0, 100, 0, 0], abs=1e-9)


def test_where_the_deal_says_which_seat_wins_all_is_deal():
    part = outcomes([meeting(("random", "boss"), 4000)])
    lucky = np.random.default_rng(1).integers(2, size=4000)[part.deal.astype(int)]
    vars(part)["share"][:] = part.seat == lucky
    skill, seat, deal, rest = _parts(part)
    assert deal == pytest.approx(100, abs=1) and abs(rest) < 1


def test_where_nothing_decides_all_is_the_rest():
    part = outcomes([meeting(("random", "boss"), 4000)])
    assert _parts(part) == pytest.approx([0, 0, 0, 100], abs=4)


def test_a_game_without_skill_is_told():
    (found,) = chapter(GAME, [meeting(("boss", "random"), 3000)], LADDER).findings
    assert "skill hardly matters" in found.sentence and found.weight > 1


def test_a_game_with_skill_is_not():
    apart = meeting(("boss", "random"), 1000, lambda seat, agent: 5.0 if agent == "boss" else 1.0)
    (found,) = chapter(GAME, [apart], LADDER).findings
    assert found.weight < 1 and found.low < 100 * 5 / 6 - 50 < found.high
