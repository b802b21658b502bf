"""The deducer is exact by 4.6: the frequencies of filling in, hand-counted cases, and what is true in games played."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from agents.greedy import Greedy
from agents.random import Random
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.deduction import deduce
from gangzzz_env.games.gangzzz.state import IN_DECK, OUT_OF_GAME, SPECTATOR, Tally
from gangzzz_env.games.gangzzz.tables import CLUES, CROSSINGS, KINDS
from gangzzz_env.jit import COMPILED
from tests.gangzzz.scene import A, B, C, D, Scene
from tests.gangzzz.table import LINE_UPS, Table, in_mid_fight, look, observers, table_when
from tests.gangzzz.test_fill import filled_many_times, look_all
from tests.many_games import set_up, take

FILLS = 20_000
THOUSANDS = pytest.mark.skipif(not COMPILED, reason="takes thousands of decisions or fillings")
HIDEOUTS = np.arange(CROSSINGS * KINDS)
NAMED = np.stack([HIDEOUTS // KINDS % 6, 6 + HIDEOUTS // KINDS // 6, 12 + HIDEOUTS % KINDS], axis=1)
MOMENTS = {
    "the first looks": lambda state: state.tally[:, Tally.LOOKS].sum() >= 3,
    "in mid-fight": in_mid_fight,
    "three raids": lambda state: state.ruled_out.sum() == 3,
    "the end": lambda state: state.finder >= 0,
}


def flags(notebooks: np.ndarray) -> np.ndarray:
    """Notebooks as flags, bool[..., 16]."""
    return (notebooks[..., np.newaxis].astype(int) >> np.arange(CLUES) & 1).astype(bool)


def building(hideouts: np.ndarray) -> np.ndarray:
    """The number of each hideout among the 144 buildings."""
    avenue, street, kind = hideouts.astype(int).T
    return (6 * street + avenue) * KINDS + kind


def agree(chances: np.ndarray, counts: np.ndarray) -> bool:
    """Whether `FILLS` fillings come out so often: exactly where the chance is 0 or 1, else within 5 deviations."""
    deviation = np.sqrt(FILLS * chances * (1 - chances))
    return (abs(counts - FILLS * chances) <= 5 * deviation + 1e-6).all()


@THOUSANDS
@LINE_UPS
@pytest.mark.parametrize("moment", MOMENTS)
def test_4_6_the_probabilities_are_the_frequencies_of_filling_in(moment, num_players):
    table = table_when(MOMENTS[moment], num_players, way="chaser" if moment == "the end" else "busy")
    for seat in observers(num_players):
        (hideouts,), (notebooks,) = deduce(look(table.states, seat))
        filled = filled_many_times(table.states, seat, FILLS)
        assert agree(hideouts, np.bincount(building(filled["hideout"]), minlength=len(HIDEOUTS)))
        assert agree(notebooks, flags(filled["notebook"]).sum(axis=0))


def test_4_6_one_card_or_one_look_shows_any_clue_that_does_not_name_the_hideout():
    """Five of 65 cards are of such a clue; an avenue names the hideout once in six, a kind once in four."""
    scene = Scene()
    scene.give_any(1, A, 1)
    _, (notebooks,) = deduce(look(scene.states, SPECTATOR))
    assert notebooks[1, 0] == pytest.approx(5 / 6 * 5 / 65) and notebooks[1, 15] == pytest.approx(3 / 4 * 5 / 65)
    scene = Scene()
    scene.state.tally[1, Tally.LOOKS] = 1
    _, (notebooks,) = deduce(look(scene.states, 0))
    assert notebooks[1, 0] == pytest.approx(5 / 6 * 5 / 65) and notebooks[1, 15] == pytest.approx(3 / 4 * 5 / 65)
    assert not notebooks[0].any() and not notebooks[2:].any()


def test_4_6_a_look_shows_no_card_that_the_seat_has_in_its_own_gangs():
    """Two cards and a look at the other 63: what is not among the two may still be seen in the look."""
    scene = Scene()
    scene.give_any(1, A, 2)
    scene.state.tally[1, Tally.LOOKS] = 1
    _, (notebooks,) = deduce(look(scene.states, 0))
    unseen = Fraction(comb(60, 2), comb(65, 2)) * (1 - Fraction(5, 63))
    assert notebooks[1, 0] == pytest.approx(float(Fraction(5, 6) * (1 - unseen)))


def test_4_5_what_is_certain_is_0_or_1():
    """The own notebook; what a card names that both have held; a clue that must name the hideout."""
    scene = Scene(3)
    scene.give_any(0, A, 6)
    card = scene.gang(0, A)[0]
    for gang in (A, B):
        scene.give_any(1, gang, 2)
    show(scene, card, 1, A)
    scene.state.notebook[0] |= 0b111110
    (hideouts,), (notebooks,) = deduce(look(scene.states, 0))
    assert np.array_equal(notebooks[0], flags(scene.state.notebook[0]))
    assert notebooks[1, scene.state.clue[card]] == 1
    assert not notebooks[1:3, 0].any() and not notebooks[3].any()
    assert set(HIDEOUTS[hideouts > 0] // KINDS % 6) == {0}


def show(scene: Scene, card: int, seat: int, gang: int) -> None:
    """A card of another seat is shown and won by this one."""
    owner, lost = divmod(int(scene.state.place[card]), 4)
    scene.state.shown[card] = 1
    scene.state.gang_count[owner, lost] -= 1
    scene.give_any(seat, gang, 1)
    won = scene.gang(seat, gang)[-1]
    scene.state.place[card] = scene.state.place[won]
    scene.state.held[card] |= 1 << seat
    scene.state.place[won], scene.state.held[won] = OUT_OF_GAME, 0


def well_known() -> Scene:
    """Player 0 has 46 of 78 cards; player 1 has won one of them and one of player 2, and both have looked."""
    scene = Scene(3)
    for gang, count in ((A, 12), (B, 12), (C, 12), (D, 11)):
        scene.give_any(0, gang, count)
    scene.give_any(1, A, 3)
    scene.give_any(2, B, 4)
    show(scene, scene.gang(0, B)[3], 1, A)
    show(scene, scene.gang(2, B)[0], 1, B)
    scene.state.tally[1, Tally.LOOKS], scene.state.tally[2, Tally.LOOKS] = 2, 5
    return scene


def counted(state, seat: int, clue: int) -> Fraction:
    """The chance that a seat has noted a clue, as player 0 sees it, by counting where its unknown cards may lie."""
    lying = np.flatnonzero((state.place >= 0) & (state.place <= IN_DECK) | (state.place == OUT_OF_GAME)).tolist()
    known = {card for card in lying if state.held[card] & 1}
    unknown = [card for card in lying if card not in known]
    mine = {card for card in known if state.clue[card] == clue}
    if any(state.held[card] >> seat & 1 for card in mine):
        return Fraction(1)
    outside = [card for card in lying if state.place[card] <= IN_DECK and state.place[card] // 4 != seat]
    looks, all_ways, unseen = int(state.tally[seat, Tally.LOOKS]), 0, Fraction(0)
    for cards in combinations(unknown, 3 + int(state.num_seats) - len(mine)):
        all_ways += 1
        if not any(state.held[card] >> seat & 1 for card in cards):
            of_clue = mine.union(cards)
            unseen += Fraction(sum(card not in of_clue for card in outside), len(outside)) ** looks
    names = sum(clue in triple for triple in possible(state))
    return (1 - Fraction(names, len(possible(state)))) * (1 - unseen / all_ways)


def possible(state) -> list[set[int]]:
    """The triples of clues that player 0 has not noted."""
    return [set(triple) for triple in NAMED.tolist() if not any(state.notebook[0] >> clue & 1 for clue in triple)]


def test_4_6_the_probabilities_are_those_of_all_cases_counted_one_by_one():
    scene = well_known()
    state, (_, (notebooks,)) = scene.state, deduce(look(scene.states, 0))
    few = [clue for clue in range(CLUES) if ((state.clue == clue) & (state.held & 1 == 1)).sum() >= 4]
    assert len(few) >= 5
    for seat in (1, 2):
        for clue in few:
            assert notebooks[seat, clue] == pytest.approx(float(counted(state, seat, clue)), abs=1e-12)


def test_what_is_no_view_is_refused():
    states = Table(2, 1).states
    with pytest.raises(ValueError, match="not a true state"):
        deduce(states)
    with pytest.raises(TypeError, match="not tuple"):
        deduce((1, 2))


def played(agent, num_players: int, games: int = 150, apart: int = 7):
    """True states on the way through games of an agent: every so many decisions, by the printed rules."""
    states = set_up(GAME, num_players, range(0, 2 * games, 2))
    running, views = np.arange(games), np.zeros_like(states)
    masks, movers = np.zeros((games, GAME.num_actions), np.int8), np.zeros(games, np.int64)
    kept, step = [], 0
    while len(running):
        n, step = len(running), step + 1
        GAME.see(states, running, 0, n, views, masks, movers)
        actions, over = agent.act(views[:n], masks[:n]), np.zeros(n, bool)
        if step % apart == 0:
            kept.append(take(states, running))
        GAME.apply(states, running, 0, n, actions, 0, np.zeros((n, 4)), over)
        running = running[~over]
    return np.concatenate(kept)


def log_loss(chances: np.ndarray, true: np.ndarray) -> float:
    """The mean of minus the logarithm of the probability of what is true."""
    return float(-np.log(np.where(true, chances, 1 - chances)).mean())


def by_cards_alone(states: np.ndarray, rival: int, named: np.ndarray) -> np.ndarray:
    """What the judgment of greedy, `knows_hideout`, takes for the chance of each flag, by the number of cards."""
    copies = 3 + states["num_seats"]
    seen = (states["gang_count"][:, rival].sum(axis=1) + states["tally"][:, rival, Tally.LOOKS]) / (13 * copies)
    return (1 - named) * (1 - (1 - np.minimum(seen, 1)) ** copies)[:, np.newaxis]


def guesses_and_truth(states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each flag of each rival of each seat the deduced chance, the chance by cards alone, and the truth."""
    found = []
    for seat in range(int(states["num_seats"][0])):
        hideouts, notebooks = deduce(look_all(states, seat))
        named = np.stack([hideouts @ (NAMED == clue).any(axis=1) for clue in range(CLUES)], axis=1)
        for rival in set(range(int(states["num_seats"][0]))) - {seat}:
            by_cards = np.clip(by_cards_alone(states, rival, named), 1e-9, 1 - 1e-9)
            found.append((notebooks[:, rival], by_cards, flags(states["notebook"][:, rival])))
    return tuple(np.concatenate(parts) for parts in zip(*found))


@pytest.fixture(scope="module", params=[(Random, 2), (Random, 3), (Random, 4), (Greedy, 2), (Greedy, 3), (Greedy, 4)])
def states(request):
    """Over a thousand true states of games of an agent."""
    if not COMPILED:
        pytest.skip("takes thousands of decisions")
    agent, num_players = request.param
    return played(agent(), num_players)


def test_4_6_in_games_the_true_hideout_is_possible_and_likelier_than_by_a_flat_guess(states):
    for seat in range(int(states["num_seats"][0])):
        hideouts, _ = deduce(look_all(states, seat))
        truth = hideouts[np.arange(len(states)), building(states["hideout"])]
        assert np.allclose(hideouts.sum(axis=1), 1) and (truth > 0).all()
        assert -np.log(truth).mean() < 0.9 * np.log(len(HIDEOUTS))


def test_4_6_in_games_no_true_flag_is_excluded_and_no_false_one_is_sure(states):
    chances, _, true = guesses_and_truth(states)
    assert len(true) > 1000 and (chances[true] > 0).all() and (chances[~true] < 1).all()


def test_4_6_in_games_flags_are_told_better_than_by_their_mean_and_by_counting_cards(states):
    chances, by_cards, true = guesses_and_truth(states)
    assert log_loss(chances, true) < 0.9 * log_loss(np.full_like(chances, true.mean()), true)
    assert log_loss(chances, true) < 0.97 * log_loss(by_cards, true)


def test_4_6_in_games_what_is_said_to_be_so_likely_is_so_often_true(states):
    chances, _, true = guesses_and_truth(states)
    for low in np.arange(0, 1, 0.1):
        alike = (chances > low) & (chances <= low + 0.1) & (chances < 1)
        if alike.sum() >= 2000:
            assert true[alike].mean() == pytest.approx(chances[alike].mean(), abs=0.04)  # flags of a game go together
