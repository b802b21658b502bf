"""Section 3: the city, the values, the clue deck, the fight dice, and who begins."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import ACCEPT, PASS, encode
from gangzzz_env.games.gangzzz.state import IN_DECK, REMOVED, SET_ASIDE, Decision, Source
from gangzzz_env.games.gangzzz.tables import CROSSINGS
from tests.gangzzz.scene import (
    ALCOHOL,
    CIGARS,
    COMMERCIAL,
    FISH,
    HERE,
    MEAT,
    RESIDENTIAL,
    A,
    B,
    Scene,
    at,
)
from tests.gangzzz.table import NUMBERS_OF_PLAYERS, Table

PLAYERS = pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)


def test_3_1_tiles_and_each_kind_of_building_are_shuffled_on_their_own():
    building = Table(2, 1).state.building
    assert set(Table(2, 1).state.turn.tolist()) == {0, 1, 2, 3}
    orders = {(building[:, kind] - CROSSINGS * kind).tobytes() for kind in range(4)}
    assert len(orders) == 4
    assert building.tobytes() != Table(2, 2).state.building.tobytes()


def test_3_2_every_avenue_and_street_has_a_die():
    games = [Table(2, seed).state for seed in range(10)]
    for values in ([game.avenue_value for game in games], [game.street_value for game in games]):
        assert set(np.concatenate(values).tolist()) == {1, 2, 3, 4, 5, 6}


def test_3_2_the_value_of_a_crossing_is_avenue_plus_street():
    scene = Scene()
    scene.value("PARK/48TH", avenue=6, street=5)
    scene.stand(0, A, "PARK/48TH")
    scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", A, 1, HERE, RESIDENTIAL))
    assert scene.state.money[0] == 11


@PLAYERS
def test_3_3_a_pile_of_seven_six_or_five_of_each_clue_and_thirteen_piles_in_the_deck(num_players):
    state = Table(num_players, 3).state
    pile = {2: 5, 3: 6, 4: 7}[num_players]
    assert state.deck_count == {2: 65, 3: 78, 4: 91}[num_players]
    assert sorted(state.deck[: state.deck_count].tolist()) == np.flatnonzero(state.place == IN_DECK).tolist()
    assert (state.deck[state.deck_count :] == -1).all()
    for clue in range(16):
        assert (state.place[state.clue == clue] == REMOVED).sum() == 7 - pile


@PLAYERS
def test_3_3_the_hideout_is_a_pile_of_each_sort_and_no_card_in_play_names_it(num_players):
    found = set()
    for seed in range(20):
        state = Table(num_players, seed).state
        avenue, street, kind = state.hideout.tolist()
        hideout = {avenue, 6 + street, 12 + kind}
        assert set(state.clue[state.place == SET_ASIDE].tolist()) == hideout
        assert not hideout & set(state.clue[state.place == IN_DECK].tolist())
        assert not state.held.any() and not state.shown.any() and not state.notebook.any()
        found |= hideout
    assert found == set(range(16))


@PLAYERS
def test_3_4_every_gang_has_a_fight_die_of_its_own(num_players):
    dice = Table(num_players, 4).state.fight_die
    dealt = dice[:num_players].ravel().tolist()
    assert len(set(dealt)) == 4 * num_players and min(dealt) >= 0 and max(dealt) < 90
    assert (dice[num_players:] == -1).all()
    assert dealt != Table(num_players, 5).state.fight_die[:num_players].ravel().tolist()


@PLAYERS
def test_3_5_money_starts_at_nothing_and_seat_0_begins(num_players):
    table = Table(num_players, 1)
    assert not table.state.money.any() and not table.state.ledger.any()
    assert table.mover() == 0


@PLAYERS
def test_3_5_minigame_m_starts_with_seat_m_minus_1(num_players):
    scene = Scene(num_players).ask(Decision.PLACE_GANGSTER)
    for turn in range(4 * num_players):
        gang, seat = divmod(turn, num_players)
        seat = seat if gang % 2 == 0 else num_players - 1 - seat
        assert scene.mover() == seat
        scene.play(encode("place gangster", gang, 6 * seat + gang))
    assert (scene.decision, scene.mover()) == (Decision.PLACE_MANAGER, 1 % num_players)
    scene.play(*[PASS] * num_players)
    assert (scene.decision, scene.mover()) == (Decision.ATTACK, 3 % num_players)
    scene.play(*[PASS] * num_players)
    assert (scene.decision, scene.mover()) == (Decision.REGROUP, 4 % num_players)


def test_3_5_play_goes_round_in_seat_order_past_those_who_are_out():
    scene = Scene(4).ask(Decision.PLACE_MANAGER, seat=1)
    assert scene.mover() == 1
    scene.play(PASS)
    seats = []
    for _ in range(6):
        seats.append(scene.mover())
        scene.play(scene.legal()[1])
    assert seats == [2, 3, 0, 2, 3, 0]


def test_3_5_being_out_is_tested_when_the_turn_comes_and_is_final():
    scene = Scene()
    scene.build("regional warehouse", "1ST/47TH", FISH, FISH)
    scene.build("day bar", "2ND/48TH", MEAT, CIGARS)
    scene.assistant(0, "1ST/47TH", COMMERCIAL)
    scene.assistant(1, "2ND/48TH", COMMERCIAL)
    scene.state.licenses[0] = 2
    scene.ask(Decision.TRADE)
    scene.play(encode("forge", FISH, 2))
    assert scene.state.is_out.tolist()[:2] == [0, 1] and scene.mover() == 0
    scene.play(encode("forge", ALCOHOL, 1))
    assert scene.state.pieces[at("1ST/47TH")].tolist() == [1, 1, 0, 0]
    assert scene.mover() == 0 and scene.state.is_out[1] == 1
    scene.play(encode("offer", 0, MEAT, 0, 1))
    assert scene.mover() == 1
    scene.play(ACCEPT)
    assert scene.earned(1, Source.TRADE) > 0


def test_3_5_a_player_who_is_out_can_be_attacked():
    scene = Scene()
    scene.give_any(0, A, 1)
    scene.give_any(1, B, 1)
    scene.ask(Decision.ATTACK, seat=1).play(PASS)
    scene.play(encode("attack", A, 0, B))
    assert scene.decision == Decision.ATTACKER_COMMITS
