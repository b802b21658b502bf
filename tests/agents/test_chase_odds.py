"""The odds of the chase that playouts of search end with: chances, and those of the games that are played."""

import numpy as np

from agents.searching.chase_odds import expect, finder_odds, weigh_hideouts
from benchmarks.chase_odds import parking
from gangzzz_env.games.gangzzz.full_throttle import set_chase_order
from gangzzz_env.jit import entry
from tests.gangzzz.scene import A, B, C, D, Scene, at


@entry
def odds_of(states, softness, shares, odds, worths):
    """Write shares float64[n, 36], odds and worths float64[n, 4] of games in which the first car is parked."""
    scores = np.zeros((2, 4))
    for k in range(len(states)):
        set_chase_order(states[k])
        weigh_hideouts(states[k], shares[k])
        finder_odds(states[k], shares[k], softness, scores, odds[k])
        expect(states[k], odds[k], 10.0, worths[k])


def judged(states: np.ndarray, softness: float = 0.01) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shares, odds and worths."""
    n = len(states)
    shares, odds, worths = np.zeros((n, 36)), np.zeros((n, 4)), np.zeros((n, 4))
    odds_of(states, softness, shares, odds, worths)
    return shares, odds, worths


def chase(cards: tuple[int, int], places: tuple[str, str], known: bool = True) -> Scene:
    """Two players with so many cards in each gang, all gangsters of each at one crossing, the hideout at 1ST/47TH."""
    scene = Scene()
    for seat in (0, 1):
        for gang in (A, B, C, D):
            scene.give_any(seat, gang, cards[seat])
            scene.stand(seat, gang, places[seat])
    scene.state.hideout[:] = at("1ST/47TH") % 6, at("1ST/47TH") // 6, 2
    flags = {int(scene.state.hideout[0]), 6 + int(scene.state.hideout[1]), 14}
    scene.state.notebook[:2] = sum(1 << clue for clue in range(16) if clue not in flags) if known else 0
    return scene


def test_they_are_chances():
    shares, odds, worths = judged(parking(20, 3, 1)[0], 1.0)
    for chances in (shares, odds, worths):
        assert np.allclose(chances.sum(1), 1.0)
        assert (chances >= 0).all()


def test_who_stands_at_the_hideout_finds_it_and_else_who_is_first():
    near, far = "1ST/47TH", "1ST/48TH"
    assert judged(chase((2, 3), (near, far)).states)[1][0, 0] > 0.9
    assert judged(chase((2, 3), (far, far)).states)[1][0, 0] < 0.1
    assert judged(chase((3, 2), (far, far)).states)[1][0, 0] > 0.9


def test_a_lead_of_a_card_counts_less_where_the_order_is_soft():
    hard, soft = (judged(chase((3, 2), ("1ST/48TH", "1ST/48TH")).states, softness)[1][0, 0] for softness in (0.01, 6.0))
    assert 0.5 < soft < hard


def test_an_unknown_hideout_is_anywhere():
    shares, odds, _ = judged(chase((2, 2), ("1ST/47TH", "1ST/47TH"), known=False).states)
    assert np.allclose(shares, 1 / 36)
    assert (odds[0, :2] > 0.03).all()


def test_they_are_those_of_games_of_greedy():
    for num_players in (2, 3, 4):
        parked, ends = parking(400, num_players, 5)
        odds = judged(parked)[1][:, 0]
        found = ends["finder"] == 0
        assert abs(odds.mean() - found.mean()) < 0.07
        assert found[odds > 0.7].mean() > 0.65
        assert found[odds < 0.3].mean() < 0.35
