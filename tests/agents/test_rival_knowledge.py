"""What rivals are thought to know of the hideout, by the cards they have seen and by what is deduced."""

import numpy as np
import pytest

from agents.greedy import Greedy
from agents.judgment.hideout import CHASE_DTYPE
from agents.judgment.knowledge import see_knowledge
from agents.judgment.weights import weights
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import CROSSINGS
from gangzzz_env.jit import COMPILED, entry
from tests.gangzzz.scene import A, Scene
from tests.gangzzz.table import look
from tests.gangzzz.test_deduction import NAMED, flags, played
from tests.gangzzz.test_fill import look_all

COUNTING, DEDUCING = weights(), weights(deduction=1.0)


@entry
def see_all(views, judged, chases):
    """What the seats of these views think of their rivals, into CHASE_DTYPE[n]."""
    for k in range(len(views)):
        see_knowledge(views[k], judged[0], np.int64(views[k].observer), chases[k].knows)


def known(views: np.ndarray, judged: np.ndarray) -> np.ndarray:
    """The chance that each rival finds the hideout at once, float64[n, seats, crossings], if it is at a crossing."""
    chases = np.zeros(len(views), CHASE_DTYPE)
    see_all(views, judged, chases)
    return chases["knows"]


def picked(states: np.ndarray, rival: int) -> np.ndarray:
    """The chance that a rival picks the true hideout from those that his true notebook does not exclude."""
    excluded = (flags(states["notebook"][:, rival])[:, NAMED]).any(axis=2) | (states["ruled_out"].reshape(-1, 144) > 0)
    return 1 / (~excluded).sum(axis=1)


@pytest.mark.skipif(not COMPILED, reason="takes thousands of decisions")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_4_6_what_is_deduced_of_rivals_is_nearer_to_what_they_know_than_a_count_of_cards(num_players):
    states = played(Greedy(), num_players)
    states = states[states["decision"] >= Decision.ATTACK]
    views, crossings = look_all(states, 0), 6 * states["hideout"][:, 1] + states["hideout"][:, 0]
    for rival in range(1, num_players):
        true, rows = picked(states, rival), np.arange(len(states))
        counted, deduced = (known(views, judged)[rows, rival, crossings] for judged in (COUNTING, DEDUCING))
        assert deduced.mean() == pytest.approx(true.mean(), abs=0.05)
        assert ((deduced - true) ** 2).mean() < ((counted - true) ** 2).mean()


def test_11_1_a_rival_who_has_held_all_other_clues_of_a_kind_is_taken_to_know_it():
    """Player 1 has won, from player 0, a card of each clue but those of the hideout."""
    scene = Scene()
    avenue, street, kind = scene.state.hideout.tolist()
    others = set(range(16)) - {avenue, 6 + street, 12 + kind}
    for clue in others:
        card = int(np.flatnonzero((scene.state.clue == clue) & (scene.state.place == 16))[0])
        scene.give(1, A if scene.state.gang_count[1, A] < 12 else A + 1, card)
        scene.state.shown[card], scene.state.held[card] = 1, 3
        scene.state.notebook[0] |= 1 << clue
    views = look(scene.ask(Decision.CHASE).states, 0)
    there = 6 * street + avenue
    assert known(views, DEDUCING)[0, 1, there] == 1
    assert known(views, COUNTING)[0, 1, there] < 0.3
    assert known(views, weights(deduction=0.5))[0, 1, there] == pytest.approx((1 + known(views, COUNTING)[0, 1, 0]) / 2)


def test_11_1_who_has_seen_nothing_picks_one_of_144():
    views = look(Scene().ask(Decision.PARK).states, 0)
    assert known(views, DEDUCING)[0, 1] == pytest.approx(np.full(CROSSINGS, 1 / 144))
