"""4.6 as it stands: what a seat knows of a state."""

import numpy as np

from gangzzz_env.games.gangzzz.state import (
    OUT_OF_GAME,
    REMOVED,
    SET_ASIDE,
    SPECTATOR,
    STATE_DTYPE,
    UNKNOWN,
    Decision,
    Tally,
)
from gangzzz_env.games.gangzzz.tables import CARDS
from tests.gangzzz.table import LINE_UPS, Table, in_mid_fight, look, observers, owner, table_when

SECRET = {"observer", "random", "deck", "hideout", "notebook", "fight_card", "clue", "place", "held"}


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
