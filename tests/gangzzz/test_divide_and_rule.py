"""Section 5: place gangsters."""

import pytest

from gangzzz_env.games.gangzzz.actions import encode
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS
from tests.gangzzz.scene import CITY, EAST, HERE, NORTH, RESIDENTIAL, SOUTH, WEST, A, B, C, Scene, at
from tests.gangzzz.table import NUMBERS_OF_PLAYERS


def place(gang: int, crossing: str) -> int:
    return encode("place gangster", gang, at(crossing))


@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_5_1_gangsters_are_placed_in_snake_order(num_players):
    scene = Scene(num_players)
    seats = []
    while scene.decision == Decision.PLACE_GANGSTER:
        seats.append(scene.mover())
        scene.play(scene.legal()[0])
    there, back = list(range(num_players)), list(reversed(range(num_players)))
    assert seats == there + back + there + back


def test_5_1_a_crossing_takes_one_gangster():
    scene = Scene()
    assert len(scene.legal()) == GANGS * CROSSINGS
    scene.play(place(B, "LEX/50TH"))
    assert not scene.allows(place(B, "LEX/50TH"))
    assert not scene.allows(place(A, "LEX/50TH"))
    assert len(scene.legal()) == GANGS * (CROSSINGS - 1)


def test_5_1_a_gangster_is_placed_once():
    scene = Scene()
    scene.play(place(B, "LEX/50TH"), place(A, "1ST/47TH"), place(C, "1ST/48TH"))
    assert scene.state.gangster[0, B] == at("LEX/50TH")
    assert not scene.allows(place(B, "3RD/49TH"))
    assert scene.allows(place(A, "3RD/49TH"))


def test_5_1_two_cards_are_drawn_for_the_gangster():
    scene = Scene()
    top = scene.deck()[-2:]
    scene.play(place(C, "LEX/50TH"))
    assert scene.gang(0, C) == sorted(top)
    assert scene.state.gang_count[0].tolist() == [0, 0, 2, 0]
    assert not scene.state.gang_count[1].any()


def test_5_2_managers_work_within_distance_1_of_their_gangster():
    scene = Scene()
    scene.stand(0, B, "3RD/49TH")
    scene.ask(Decision.PLACE_MANAGER)
    reached = {HERE: "3RD/49TH", NORTH: "3RD/50TH", EAST: "2ND/49TH", SOUTH: "3RD/48TH", WEST: "LEX/49TH"}
    for where, crossing in reached.items():
        after = Scene()
        after.states = scene.states.copy()
        after.play(encode("place manager", B, 1, where, CITY))
        assert after.state.manager_at[at(crossing), CITY] == 5
        assert after.state.manager[0, B, 1] == 4 * at(crossing) + CITY


def test_5_2_beyond_the_city_nobody_works():
    scene = Scene()
    scene.stand(0, A, "1ST/47TH")
    scene.ask(Decision.PLACE_MANAGER)
    for where, inside in ((HERE, True), (NORTH, True), (WEST, True), (EAST, False), (SOUTH, False)):
        assert scene.allows(encode("place manager", A, 0, where, RESIDENTIAL)) == inside
