"""4.6 as it stands: how what a seat does not know is filled in again."""

import numpy as np
import pytest

from gangzzz_env.games import GAMES
from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.state import (
    EVERYBODY,
    IN_DECK,
    OUT_OF_GAME,
    REMOVED,
    SET_ASIDE,
    SPECTATOR,
    STATE_DTYPE,
    UNKNOWN,
    Decision,
    Tally,
)
from gangzzz_env.games.gangzzz.tables import CARDS, CLUES, CROSSINGS, KINDS
from gangzzz_env.jit import COMPILED
from tests.gangzzz.table import LINE_UPS, Table, fill, in_mid_fight, look, observers, owner, table_when
from tests.many_games import at_random, play_all, set_up

GAME = GAMES["gangzzz_v0"]
FILLS = 20_000
THOUSANDS = pytest.mark.skipif(not COMPILED, reason="takes thousands of fillings")


def flags(mask: int) -> set[int]:
    return {clue for clue in range(CLUES) if int(mask) >> clue & 1}


def look_all(states: np.ndarray, seat: int) -> np.ndarray:
    views = np.zeros(len(states), STATE_DTYPE)
    loops.look(states, np.arange(len(states)), 0, len(states), np.full(len(states), seat), views)
    return views


def fill_all(views: np.ndarray, seed: int) -> np.ndarray:
    states = np.zeros(len(views), STATE_DTYPE)
    words = np.random.SeedSequence(seed).generate_state(4 * len(views)).reshape(-1, 4)
    loops.fill(views, 0, len(views), words, states)
    return states


def filled_many_times(states: np.ndarray, seat: int, count: int = FILLS) -> np.ndarray:
    """So many possible states of one view."""
    return fill_all(np.repeat(look(states, seat), count), 1)


def check_round_trips(num_players: int, seeds: range, choose) -> set[int]:
    """In all positions of some games, for all observers; the decisions met."""
    met = set()

    def watch(before, after):
        met.update(after["decision"].tolist())
        for seat in observers(num_players):
            views = look_all(after, seat)
            states = fill_all(views, int(after["decisions"][0]))
            assert look_all(views, seat).tobytes() == views.tobytes()
            assert look_all(states, seat).tobytes() == views.tobytes()
            assert (states["observer"] == EVERYBODY).all()

    play_all(GAME, set_up(GAME, num_players, seeds), choose, watch)
    return met


@LINE_UPS
def test_4_6_blanking_a_filled_state_gives_the_same_view_byte_for_byte(num_players):
    assert check_round_trips(num_players, range(12 if COMPILED else 1), at_random(5)) == set(range(1, 11)) | {0}


@pytest.mark.slow
@LINE_UPS
def test_4_6_blanking_a_filled_state_gives_the_same_view_in_thousands_of_games(num_players):
    for start in range(0, 2000, 250):
        check_round_trips(num_players, range(start, start + 250), at_random(start))


def chi_square_fits(counts: np.ndarray, expected: np.ndarray) -> bool:
    """Whether the counts are within five standard deviations of the mean of chi-square."""
    assert counts[expected == 0].sum() == 0
    counts, expected = counts[expected > 0], expected[expected > 0]
    freedom = len(counts) - 1
    return ((counts - expected) ** 2 / expected).sum() < freedom + 5 * np.sqrt(2 * freedom) + 5


def possible_triples(state, seat: int) -> list[tuple[int, int, int]]:
    """4.6 The triples with no flag in the seat's notebook and no failed raid."""
    seen = flags(state.notebook[seat]) if seat < SPECTATOR else set()
    return [
        (avenue, street, kind)
        for avenue in range(6)
        for street in range(6)
        for kind in range(KINDS)
        if not {avenue, 6 + street, 12 + kind} & seen and not state.ruled_out[6 * street + avenue, kind]
    ]


@THOUSANDS
@pytest.mark.parametrize("seat", observers(3))
@pytest.mark.parametrize("raids", [0, 3])
def test_4_6_the_hideout_is_uniform_among_the_possible_triples(raids, seat):
    table = table_when(lambda state: state.ruled_out.sum() == raids and state.decisions >= 14)
    triples = possible_triples(table.state, seat)
    hideouts = filled_many_times(table.states, seat)["hideout"].astype(int)
    index = (hideouts[:, 0] + 6 * hideouts[:, 1]) * KINDS + hideouts[:, 2]
    expected = np.zeros(CROSSINGS * KINDS)
    expected[[(avenue + 6 * street) * KINDS + kind for avenue, street, kind in triples]] = FILLS / len(triples)
    if len(triples) == 1:
        assert (index == index[0]).all()
    else:
        assert chi_square_fits(np.bincount(index, minlength=CROSSINGS * KINDS), expected)


@LINE_UPS
def test_4_6_a_filled_state_is_one_of_the_game(num_players):
    """3.3 The clues in play and removed, the gangs' and the deck's counts, the notebooks, the owners."""
    table = table_when(in_mid_fight, num_players)
    for seat in observers(num_players):
        for state in filled_many_times(table.states, seat, 30):
            check_clue_counts(state, 3 + num_players)
            check_notebooks(state, seat)
            for place in range(IN_DECK):
                assert (state.place == place).sum() == state.gang_count[place // 4, place % 4]
            deck = state.deck[: state.deck_count].tolist()
            assert sorted(deck) == np.flatnonzero(state.place == IN_DECK).tolist()


def check_clue_counts(state, in_play: int) -> None:
    """Each clue has as many cards in play as players need, set aside if it is the hideout's, and the rest removed."""
    hideout = {int(state.hideout[0]), 6 + int(state.hideout[1]), 12 + int(state.hideout[2])}
    for clue in range(CLUES):
        places = state.place[state.clue == clue]
        assert len(places) == CARDS // CLUES
        assert (places == REMOVED).sum() == CARDS // CLUES - in_play
        assert (places == SET_ASIDE).sum() == (in_play if clue in hideout else 0)


def check_notebooks(state, seat: int) -> None:
    """Another seat has the clues it has held, and for each look at most one more, of a card outside its gangs."""
    for other in range(int(state.num_seats)):
        notebook = flags(state.notebook[other])
        held = {int(state.clue[card]) for card in range(CARDS) if state.held[card] >> other & 1}
        outside = {
            int(state.clue[card])
            for card in range(CARDS)
            if 0 <= state.place[card] <= IN_DECK and owner(state, card) != other
        }
        assert held <= notebook
        if other != seat:
            assert notebook - held <= outside
            assert len(notebook - held) <= state.tally[other, Tally.LOOKS]


def test_4_6_the_cards_of_others_have_held_no_other_owner():
    table = table_when(in_mid_fight)
    for state in filled_many_times(table.states, 0, 50):
        for card in np.flatnonzero((look(table.states, 0)[0].place == UNKNOWN) & (state.place < IN_DECK)):
            assert state.held[card] == 1 << owner(state, card)


@THOUSANDS
def test_4_6_an_unknown_face_lies_anywhere_that_is_unknown():
    """Each place gets an unknown face as often as it has unknown cards."""
    table = table_when(in_mid_fight)
    unknown = look(table.states, 0)[0].place == UNKNOWN
    missing = np.bincount(table.state.place[unknown], minlength=OUT_OF_GAME + 1)
    card = np.flatnonzero(unknown)[7]
    places = filled_many_times(table.states, 0)["place"][:, card]
    assert chi_square_fits(np.bincount(places, minlength=OUT_OF_GAME + 1), FILLS * missing / missing.sum())


def expected_clues(state, seat: int) -> np.ndarray:
    """The chance of each clue for a card in play of which nothing is known: even over triples, then what is left."""
    known = np.bincount(state.clue[state.held >> seat & 1 == 1], minlength=CLUES)
    chances = np.zeros(CLUES)
    triples = possible_triples(state, seat)
    for avenue, street, kind in triples:
        left = 3.0 + state.num_seats - known
        left[[avenue, 6 + street, 12 + kind]] = 0
        chances += left / left.sum() / len(triples)
    return chances


@THOUSANDS
@pytest.mark.parametrize("kind_of_card", ["next of the deck", "shown of another"])
def test_4_6_a_clue_in_play_is_as_likely_as_its_cards_that_are_left(kind_of_card):
    table = table_when(in_mid_fight)
    states = filled_many_times(table.states, 0)
    if kind_of_card == "next of the deck":
        cards = states["deck"][:, table.state.deck_count - 1].astype(int)
    else:
        foreign = (table.state.shown == 1) & (table.state.held & 1 == 0)
        cards = np.full(FILLS, np.flatnonzero(foreign)[0])
    clues = states["clue"][np.arange(FILLS), cards]
    assert chi_square_fits(np.bincount(clues, minlength=CLUES), FILLS * expected_clues(table.state, 0))


@THOUSANDS
def test_4_6_the_committed_card_is_a_random_one_of_its_gang():
    """Known and unknown cards of the gang alike: by rank in the gang, uniform."""
    table = table_when(lambda state: in_mid_fight(state) and gang_size(state) >= 3)
    attacker, size = int(table.state.fight_seat[0]), gang_size(table.state)
    place = 4 * attacker + int(table.state.fight_gang[0])
    for seat in set(observers(3)) - {attacker}:
        ranks = [
            np.flatnonzero(state["place"] == place).tolist().index(state["fight_card"][0])
            for state in filled_many_times(table.states, seat, 1500)
        ]
        assert chi_square_fits(np.bincount(ranks, minlength=size), np.full(size, 1500 / size))
    own = filled_many_times(table.states, attacker, 20)["fight_card"][:, 0]
    assert (own == table.state.fight_card[0]).all()


def gang_size(state) -> int:
    return int(state.gang_count[state.fight_seat[0], state.fight_gang[0]])


@THOUSANDS
def test_4_6_a_look_of_another_is_at_a_random_card_outside_its_gangs():
    """Of one seat's one look: each clue in play as likely as its cards outside that seat's gangs."""
    table = table_when(lambda state: state.tally[1, Tally.LOOKS] == 1 and state.decision == Decision.PLACE_MANAGER)
    found, expected = np.zeros(CLUES), np.zeros(CLUES)
    for state in filled_many_times(table.states, 0, 2000):
        held = flags(np.bitwise_or.reduce(1 << state["clue"][state["held"] >> 1 & 1 == 1].astype(int)))
        outside = (state["place"] >= 0) & (state["place"] <= IN_DECK) & (state["place"] // 4 != 1)
        left = np.bincount(state["clue"][outside], minlength=CLUES) / outside.sum()
        for clue in set(range(CLUES)) - held:
            found[clue] += int(state["notebook"][1]) >> clue & 1
            expected[clue] += left[clue]
    assert chi_square_fits(found, expected)


def test_4_6_a_filled_state_has_dice_of_its_own():
    views = look(Table(2, 3).states, 0)
    one, other = fill(views, 1), fill(views, 2)
    assert one["random"].all()
    assert one["random"].tobytes() != other["random"].tobytes()
    assert fill(views, 1).tobytes() == one.tobytes()


def test_4_6_what_is_hidden_differs_between_the_states_of_one_view():
    views = look(Table(2, 3).states, 0)
    filled = [fill(views, seed) for seed in range(50)]
    for name in ("hideout", "deck", "place", "clue", "random"):
        assert len({state[name].tobytes() for state in filled}) > 10
