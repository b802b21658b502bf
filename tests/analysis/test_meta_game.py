"""The game of choosing a strategy, on games whose chances are known."""

import dataclasses
import random

import numpy as np
import pytest

from gangzzz_env.analysis.equilibrium import ALPHA_RANK, NASH, alpha_rank, equilibrium, nash
from gangzzz_env.analysis.meta_game import beats, complete, cycles, dominated, payoff_table
from gangzzz_env.analysis.ratings import POINTS, ratings
from tests.analysis.simulated import meeting, of_prey, of_worths, round_robin

PREY = {"rock": ("scissors",), "scissors": ("paper",), "paper": ("rock",)}
WORTHS = {"strong": 4.0, "middle": 2.0, "weak": 1.0}


def table(names, worth, players, deals=200, seed=0):
    return payoff_table(round_robin(names, worth, players, deals, seed), names)


def test_a_cell_counts_victories_a_seat_of_a_strategy_in_its_company():
    made = meeting(("a", "a", "b"), of_worths({"a": 1, "b": 2}), deals=50)
    cell = payoff_table([made], "ab").among("a", "b", 2)
    seats = [[made.games.agent_at(game, seat) == "a" for seat in range(3)] for game in range(150)]
    assert cell.others == ("a", "b")
    assert cell.estimate.value == pytest.approx((made.games.share * seats).sum() / 300)
    assert np.all(cell.seats == 2)


def test_copies_of_a_game_count_once():
    made = meeting(("a", "b"), of_worths({"a": 1, "b": 1}), deals=50)
    again = dataclasses.replace(made.games, digest=(made.games.digest[:2] * 50))
    found = payoff_table([dataclasses.replace(made, games=again)], "ab")
    assert found.games == 2


@pytest.mark.parametrize(("players", "method"), [(2, NASH), (3, ALPHA_RANK), (4, ALPHA_RANK)])
def test_rock_paper_and_scissors_share_the_equilibrium_and_their_cycle_is_named(players, method):
    found = table(PREY, of_prey(PREY), players)
    even = equilibrium(found)
    assert even.method == method
    assert np.all(even.low <= 1 / 3 + 1e-9) and np.all(even.high >= 1 / 3 - 1e-9)
    assert even.presence.min() > 0.9 and even.alone.max() == 0
    (cycle,) = cycles(beats(found))
    assert {(edge.winner, edge.loser) for edge in cycle} == {(a, prey) for a, (prey,) in PREY.items()}
    assert dominated(found) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_dominant_strategy_is_alone_in_the_equilibrium_and_there_is_no_cycle(players):
    found = table(WORTHS, of_worths(WORTHS), players)
    alone = equilibrium(found)
    assert alone.favorite == "strong"
    assert alone.share.max() > 0.99 and alone.alone.max() > 0.95
    edges = beats(found)
    assert {("strong", "middle"), ("strong", "weak"), ("middle", "weak")} == {(e.winner, e.loser) for e in edges}
    assert all(0 < edge.low < edge.margin < edge.high for edge in edges)
    assert cycles(edges) == []
    assert {(row.strategy, row.by) for row in dominated(found)} >= {("weak", "strong"), ("middle", "strong")}


def test_equal_strategies_are_said_to_beat_nobody():
    wrong = 0
    for seed in range(40):
        found = table("abcd", of_worths(dict.fromkeys("abcd", 1)), 2, deals=60, seed=seed)
        wrong += bool(beats(found)) or bool(dominated(found))
    assert wrong <= 6  # 5 % of 40, and three standard deviations


def test_who_has_not_met_all_others_is_left_out():
    meetings = [*round_robin(WORTHS, of_worths(WORTHS), 3), meeting(("new", "weak", "weak"), lambda _: [1, 1, 1])]
    found = payoff_table(meetings, [*WORTHS, "new"])
    assert set(found.strategies) == {*WORTHS, "new"}
    assert set(complete(found)) == set(WORTHS)
    assert "new" not in equilibrium(found).strategies


def test_nash_and_alpha_rank_of_known_games():
    # rock-paper-scissors where scissors win double: 1/4, 1/2, 1/4 (rock, paper, scissors)
    payoff = np.array([[0, -1, 1], [1, 0, -2], [-1, 2, 0]], float)
    assert nash(payoff[:, :, None]) == pytest.approx([0.5, 0.25, 0.25])
    # as open_spiel 2.0.2 has it, alpharank.compute(m=2, alpha=100, use_local_selection_model=False)
    rates = np.array([[0.5, 0.52, 0.47], [0.48, 0.5, 0.51], [0.53, 0.49, 0.5]])
    assert alpha_rank((rates - rates.T)[:, :, None]) == pytest.approx(OPEN_SPIEL, abs=1e-6)


OPEN_SPIEL = [0.30308483, 0.31245604, 0.38445912]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_do_not_depend_on_the_order_of_games_and_find_the_worths(players):
    meetings = round_robin(WORTHS, of_worths(WORTHS), players, deals=2000)
    first = ratings(payoff_table(meetings, WORTHS))
    random.Random(1).shuffle(meetings)
    second = ratings(payoff_table(meetings, WORTHS))
    points = dict(zip(first.strategies, first.points.value))
    assert dict(zip(second.strategies, second.points.value)) == pytest.approx(points, abs=1e-3)
    assert points["strong"] - points["middle"] == pytest.approx(POINTS * np.log(2), abs=25)
    assert first.points.value.sum() == pytest.approx(0, abs=1e-6)
    assert first.explained > 0.95 and first.misfits == ()


def test_strategies_that_tie_in_everything_are_rated_equal():
    made = meeting(("a", "b"), of_worths({"a": 1, "b": 1}), deals=20)
    tied = dataclasses.replace(made, games=dataclasses.replace(made.games, share=np.full((40, 2), 0.5)))
    assert ratings(payoff_table([tied], "ab")).points.value == pytest.approx([0, 0], abs=1e-9)


def test_ratings_do_not_explain_a_cycle_and_say_so():
    found = ratings(table(PREY, of_prey(PREY), 2))
    assert found.explained < 0.3
    assert len(found.misfits) == 6


def test_intervals_of_ratings_and_of_shares_cover():
    true = POINTS * np.log(2)
    hits = []
    for seed in range(60):
        found = ratings(table(["strong", "middle", "weak"], of_worths(WORTHS), 2, deals=80, seed=seed))
        low, high = found.points.interval()
        place = found.strategies.index("strong")
        hits.append(low[place] <= true <= high[place])
    assert np.mean(hits) > 0.85


def test_intervals_of_the_equilibrium_cover():
    """Of rock that wins double, 1/4 of the time; margins of two players are the chances less a half."""
    chances = {("rock", "scissors"): 0.75, ("paper", "rock"): 0.625, ("scissors", "paper"): 0.625}

    def worth(lineup):
        first = chances.get(tuple(lineup), 1 - chances.get(tuple(reversed(lineup)), 0))
        return [first, 1 - first]

    hits = []
    for seed in range(25):
        found = equilibrium(payoff_table(round_robin(PREY, worth, 2, 150, seed), PREY), resamples=60)
        place = found.strategies.index("paper")
        hits.append(found.low[place] <= 0.5 <= found.high[place])
    assert np.mean(hits) > 0.8
