"""Which games a report plays."""

import numpy as np
import pytest

from gangzzz_env.analysis.report.plan import plan
from gangzzz_env.games.gangzzz import GAME

NAMES = tuple("abcdefgh")
RULES = GAME.read_rules(None)


def planned(players=(2, 3, 4), games=12_000, seed=0, rules=RULES):
    return plan(NAMES, ("b", "h"), players, games, seed, rules)


def test_it_is_about_as_many_games_as_asked_for():
    assert sum(part.games for part in planned()) == pytest.approx(12_000, rel=0.05)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_agent_meets_copies_of_every_other(number):
    lineups = {part.lineup for part in planned((number,))}
    for one in NAMES:
        for other in set(NAMES) - {one}:
            assert any(sorted(lineup) == sorted((one, *[other] * (number - 1))) for lineup in lineups)


@pytest.mark.parametrize("number", [3, 4])
def test_every_agent_sits_as_often_at_mixed_tables(number):
    mixed = [part.lineup for part in planned((number,)) if len(set(part.lineup)) == number]
    assert {name: sum(name in lineup for lineup in mixed) for name in NAMES} == dict.fromkeys(NAMES, number)


def test_copies_alone_play_each_deal_once():
    alone = next(part for part in planned() if part.lineup == ("b", "b", "b"))
    assert alone.rotations == 1 and alone.games == len(alone.seeds)


def test_each_lineup_has_deals_of_its_own_and_the_same_by_other_rules():
    first, other = planned(), planned(rules=GAME.read_rules({"bounty": 60}))
    assert all(np.array_equal(one.seeds, same.seeds) for one, same in zip(first, other))
    deals = np.concatenate([part.seeds for part in first])
    assert len(np.unique(deals)) == len(deals)


def test_another_seed_deals_otherwise():
    assert not np.array_equal(planned()[0].seeds, planned(seed=1)[0].seeds)
