"""Chapter of what rules move: compared deal by deal with the printed ones."""

import numpy as np

from gangzzz_env.analysis.report.moved import chapter
from gangzzz_env.games.gangzzz import GAME
from tests.analysis.made_games import meeting, with_ledger

RULES = {"bounty": 60}
PAIRS = (("greedy", "don"), ("boss", "don"))


def both(chances, change=lambda ledger: ledger):
    printed = [meeting(pair, 800, seed=k) for k, pair in enumerate(PAIRS)]
    asked = [with_ledger(meeting(pair, 800, chances, RULES, seed=k), change) for k, pair in enumerate(PAIRS)]
    return asked, printed


def found(chances, change=lambda ledger: ledger):
    return chapter(GAME, *both(chances, change), "random").findings


def even(seat, agent):
    return 1.0


def test_where_nothing_moves_every_difference_is_exactly_nothing():
    assert all((one.effect, one.low, one.high, one.weight) == (0, 0, 0, 0) for one in found(even))


def test_a_strategy_that_gains_is_told_with_its_size():
    told = found(lambda seat, agent: 3.0 if agent == "don" else 1.0)
    gains = next(one for one in told if "the strategy don wins 7" in one.sentence)
    assert gains.weight > 1 and gains.low < 25 < gains.high


def test_a_source_that_grows_is_told_with_its_size():
    place = GAME.sources[-1]

    def more(ledger):
        grown = ledger.copy()
        grown[:, :, -1] += grown.sum(axis=2)
        return grown

    grows = next(one for one in found(even, more) if f"{place.replace('_', ' ')} brings $50 of every" in one.sentence)
    assert grows.low <= 50 <= grows.high


def test_meetings_on_other_deals_are_not_compared():
    asked, printed = both(even)
    apart = [meeting(pair, 800, seed=k + 10) for k, pair in enumerate(PAIRS)]
    rows = chapter(GAME, asked, [*apart, printed[0]], "random").tables[0].rows
    assert {row[0] for row in rows if row[1] == "style"} == {"greedy", "don"}


def test_the_words_name_the_changed_rules():
    assert "bounty is 60 instead of 30" in chapter(GAME, *both(even), "random").words[0]
    assert np.all([row[2] == 2 for row in chapter(GAME, *both(even), "random").tables[0].rows])
