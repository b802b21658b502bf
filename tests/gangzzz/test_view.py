"""4.6 as it stands: what a seat knows of a state, and how the rest is filled in again."""

import random

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
from tests.gangzzz.table import NUMBERS_OF_PLAYERS, PLAYERS, Table, fill, look, observers
from tests.many_games import at_random, play_all, set_up

GAME = GAMES["gangzzz_v0"]
FILLS = 20_000
SECRET = {"observer", "random", "deck", "hideout", "notebook", "fight_card", "clue", "place", "held"}
THOUSANDS = pytest.mark.skipif(not COMPILED, reason="takes thousands of fillings")
LINE_UPS = pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)


def table_when(is_reached, num_players: int = 3, way: str = "busy", seeds: range = range(100)) -> Table:
    """A game that has come to where `is_reached(record)` is true."""
    for seed in seeds:
        chance, table = random.Random(seed), Table(num_players, seed)
        while not table.is_over:
            if is_reached(table.state):
                return table
            table.apply(PLAYERS[way](table, table.legal(), chance))
        if is_reached(table.state):
            return table
    raise LookupError("no such game")


def in_mid_fight(state) -> bool:
    """The attacker has committed; there have been fights before."""
    return state.decision == Decision.DEFENDER_COMMITS and state.shown.sum() >= 4 and state.tally[:, Tally.LOOKS].any()


def flags(mask: int) -> set[int]:
    return {clue for clue in range(CLUES) if int(mask) >> clue & 1}


def owner(state, card: int) -> int | None:
    place = int(state.place[card])
    return place // 4 if 0 <= place < IN_DECK else None


# ---------------------------------------------------------------- view


@LINE_UPS
def test_4_6_a_seat_sees_the_place_of_its_own_of_shown_and_of_lost_cards(num_players):
    table = table_when(in_mid_fight, num_players)
    for seat in observers(num_players):
        seen = look(table.states, seat)[0]
        for card in range(CARDS):
            is_known = owner(table.state, card) == seat or table.state.shown[card]
            assert seen.place[card] == (table.state.place[card] if is_known else UNKNOWN)


def test_4_6_the_place_of_a_card_out_of_the_game_is_public():
    table = Table(2, 1)
    table.states["place"][0, 5], table.states["held"][0, 5] = OUT_OF_GAME, 0b01
    assert [look(table.states, seat)["place"][0, 5] for seat in observers(2)] == [OUT_OF_GAME] * 3
    assert [look(table.states, seat)["clue"][0, 5] >= 0 for seat in observers(2)] == [True, False, False]


@LINE_UPS
def test_4_6_a_seat_sees_the_clue_of_the_cards_it_has_ever_held(num_players):
    table = table_when(in_mid_fight, num_players)
    for seat in range(num_players):
        held = table.state.held >> seat & 1 == 1
        assert np.array_equal(look(table.states, seat)[0].clue, np.where(held, table.state.clue, -1))
    assert (look(table.states, SPECTATOR)[0].clue == -1).all()


def test_4_4_the_clue_of_a_card_once_held_is_known_for_good():
    """A card that was lost in a fight keeps its clue for who lost it, and shows it to its new owner only."""
    table = table_when(lambda state: (np.bitwise_count(state.held.astype(np.uint8)) > 1).any())
    card = int(np.flatnonzero(np.bitwise_count(table.state.held.astype(np.uint8)) > 1)[0])
    clues = [look(table.states, seat)["clue"][0, card] >= 0 for seat in observers(3)]
    assert clues == [bool(table.state.held[card] >> seat & 1) for seat in range(3)] + [False]


@LINE_UPS
def test_4_6_who_has_held_a_shown_card_is_public_and_of_other_cards_only_ones_own(num_players):
    table = table_when(in_mid_fight, num_players)
    for seat in observers(num_players):
        seen = look(table.states, seat)[0]
        for card in range(CARDS):
            is_known = table.state.shown[card] or owner(table.state, card) == seat
            assert seen.held[card] == (table.state.held[card] if is_known else 0)


@LINE_UPS
def test_4_6_looks_are_public_and_notebooks_are_not(num_players):
    table = table_when(in_mid_fight, num_players)
    assert table.state.tally[:, Tally.LOOKS].any()
    for seat in observers(num_players):
        seen = look(table.states, seat)[0]
        assert np.array_equal(seen.tally, table.state.tally)
        for other in range(num_players):
            assert seen.notebook[other] == (table.state.notebook[other] if other == seat else 0)


@LINE_UPS
def test_4_6_removed_cards_and_those_set_aside_are_never_seen(num_players):
    table = table_when(lambda state: state.decision == Decision.OVER, num_players)
    unseen = np.isin(table.state.place, (REMOVED, SET_ASIDE))
    for seat in observers(num_players):
        seen = look(table.states, seat)[0]
        assert (seen.place[unseen] == UNKNOWN).all()
        assert (seen.clue[unseen] == -1).all()


def test_4_6_the_order_of_the_deck_and_the_random_state_are_never_seen():
    table = table_when(lambda state: state.decision == Decision.TRADE)
    for seat in observers(3):
        seen = look(table.states, seat)[0]
        assert (seen.deck == -1).all()
        assert seen.deck_count == table.state.deck_count > 0
        assert not seen.random.any()


def test_4_6_a_committed_card_is_seen_by_the_attacker_alone_until_the_defender_has_committed():
    table = table_when(in_mid_fight)
    card, attacker = int(table.state.fight_card[0]), int(table.state.fight_seat[0])
    for seat in observers(3):
        assert look(table.states, seat)["fight_card"][0, 0] == (card if seat == attacker else -1)
    table.apply(table.legal()[0])
    for seat in observers(3):
        assert look(table.states, seat)["fight_card"][0].tolist() == table.state.fight_card.tolist()
        assert look(table.states, seat)["shown"][0, card] == 1


def test_4_6_the_hideout_is_hidden_from_all_until_it_is_found():
    table = table_when(lambda state: state.decision == Decision.CHASE)
    for seat in observers(3):
        assert look(table.states, seat)["hideout"].tolist() == [[-1, -1, -1]]
    found = table_when(lambda state: state.finder >= 0, way="chaser")
    for seat in observers(3):
        assert look(found.states, seat)["hideout"].tolist() == found.states["hideout"].tolist()
    given_up = table_when(lambda state: state.decision == Decision.OVER and state.finder < 0)
    assert look(given_up.states, 0)["hideout"].tolist() == [[-1, -1, -1]]


def test_10_1_which_unseen_card_a_regrouping_moves_is_hidden():
    """Two regroupings from the same gang to the same gang, of cards nobody has seen, look the same from outside."""
    table = table_when(lambda state: state.decision == Decision.REGROUP)
    mover, other = table.mover(), (table.mover() + 1) % 3
    table.states["shown"] = 0
    moves = [action for action in table.legal() if action > 0]
    first, second = next((a, b) for a in moves for b in moves if a < b and (a - 615) % 12 == (b - 615) % 12)
    views = []
    for action in (first, second):
        again = Table(3, 0)
        again.states = table.states.copy()
        again.apply(action)
        views.append((look(again.states, mover).tobytes(), look(again.states, other).tobytes()))
    assert views[0][0] != views[1][0]
    assert views[0][1] == views[1][1]


@LINE_UPS
def test_4_3_everything_else_is_public(num_players):
    table = table_when(in_mid_fight, num_players)
    for seat in observers(num_players):
        seen = look(table.states, seat)
        assert seen["observer"][0] == seat
        for name in set(STATE_DTYPE.names) - SECRET:
            assert seen[name].tobytes() == table.states[name].tobytes(), name


def test_4_6_a_spectator_sees_what_every_seat_sees():
    table = table_when(in_mid_fight)
    spectator = look(table.states, SPECTATOR)
    views = [look(table.states, seat) for seat in range(3)]
    for name, blank in (("place", UNKNOWN), ("held", 0), ("fight_card", -1)):
        for index in np.ndindex(spectator[name].shape):
            values = {int(view[name][index]) for view in views}
            assert spectator[name][index] in (blank, *values)
            assert spectator[name][index] == blank or len(values) == 1
    assert not spectator["notebook"].any()


# ---------------------------------------------------------------- fill


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
