"""Sections 1 and 2: names, geometry and components."""

from collections import Counter

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import encode
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import Decision, Source
from gangzzz_env.games.gangzzz.tables import (
    AVENUE_NAMES,
    BUILDING_COINS,
    BUILDING_NAMES,
    BUILDING_PRODUCTS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CLUE_NAMES,
    CROSSING_NAMES,
    CROSSINGS,
    FIGHT_DICE,
    KINDS,
    NEIGHBORS,
    SPECIALTY,
    STREET_NAMES,
    SUBTYPE_NAMES,
    Subtype,
)
from tests.gangzzz.scene import (
    CITY,
    COMMERCIAL,
    EAST,
    NORTH,
    RESIDENTIAL,
    SOUTH,
    UNDERWORLD,
    WEST,
    WORTH,
    Scene,
    at,
)
from tests.gangzzz.table import Table

CREWS = {
    "A": ("residential", "bar", "hospital", "gym"),
    "B": ("residential", "warehouse", "police", "arsenal"),
    "C": ("residential", "bar", "office", "library"),
    "D": ("residential", "warehouse", "forgery", "casino"),
}


def neighbor(crossing: str, where: int) -> str:
    """The name of the crossing in a direction, nothing beyond the city."""
    index = int(NEIGHBORS[at(crossing), where])
    return CROSSING_NAMES[index] if index >= 0 else ""


def names_of(kind: int) -> Counter:
    """How many buildings of each name a kind has."""
    return Counter(BUILDING_NAMES[CROSSINGS * kind : CROSSINGS * (kind + 1)])


def pieces_of(subtype: Subtype) -> list[int]:
    """How many pieces of each product all buildings of a subtype have."""
    return np.bincount(BUILDING_PRODUCTS[BUILDING_SUBTYPE == subtype].ravel()).tolist()


def test_1_1_avenues_run_from_east_to_west_and_streets_from_south_to_north():
    assert AVENUE_NAMES == ("1ST", "2ND", "3RD", "LEX", "PARK", "MADI")
    assert STREET_NAMES == ("47TH", "48TH", "49TH", "50TH", "51ST", "52ND")
    assert neighbor("2ND/49TH", EAST) == "1ST/49TH"
    assert neighbor("2ND/49TH", NORTH) == "2ND/50TH"


def test_1_2_a_crossing_is_avenue_and_street_and_counts_along_the_street():
    assert CROSSING_NAMES[6 * 3 + 3] == "LEX/50TH"
    assert CROSSING_NAMES[6 * 0 + 5] == "MADI/47TH"
    assert len(set(CROSSING_NAMES)) == 36


def test_1_3_neighbors_are_one_step_away_and_none_lies_beyond_the_city():
    assert [neighbor("3RD/49TH", where) for where in (NORTH, EAST, SOUTH, WEST)] == [
        *("3RD/50TH", "2ND/49TH", "3RD/48TH", "LEX/49TH")
    ]
    assert [neighbor("1ST/47TH", where) for where in (NORTH, EAST, SOUTH, WEST)] == ["1ST/48TH", "", "", "2ND/47TH"]
    assert [neighbor("1ST/48TH", EAST), neighbor("MADI/51ST", WEST)] == ["", ""]
    assert [neighbor("MADI/52ND", where) for where in (NORTH, WEST)] == ["", ""]


def test_1_3_distance_is_counted_along_the_streets():
    scene = Scene()
    scene.stand(0, 0, "2ND/48TH")
    scene.ask(Decision.CHASE)
    assert scene.allows(encode("drive", at("2ND/51ST")))
    assert scene.allows(encode("drive", at("LEX/49TH")))
    assert not scene.allows(encode("drive", at("LEX/50TH")))


def test_1_4_every_crossing_has_one_building_of_each_kind():
    building = Table(2, 5).state.building
    assert sorted(building.ravel().tolist()) == list(range(144))
    assert (building // CROSSINGS == np.arange(KINDS)).all()


@pytest.mark.parametrize("turn", range(4))
def test_1_5_a_turned_tile_has_kind_k_on_corner_turn_plus_k(turn):
    north_west = 3
    for kind in range(KINDS):
        scene = block_but_its_first_corner()
        scene.state.turn[0] = turn
        scene.assistant(0, "1ST/47TH", kind)
        scene.close(Decision.TRADE)
        assert (scene.earned(0, Source.DOMINANCE) > 0) == ((turn + kind) % 4 == north_west)


def block_but_its_first_corner() -> Scene:
    """Player 0 holds the three buildings on the corners of the block at 1ST/47TH that its other crossings have."""
    scene = Scene()
    scene.build("day bar", "1ST/47TH")
    scene.assistant(0, "2ND/47TH", RESIDENTIAL)
    scene.assistant(0, "1ST/48TH", CITY)
    scene.assistant(0, "2ND/48TH", COMMERCIAL)
    scene.state.rules.min_majority = 4
    return scene


@pytest.mark.parametrize("south_east", ["1ST/47TH", "LEX/50TH", "PARK/51ST"])
def test_1_6_a_block_is_bounded_by_the_inner_corners_of_four_crossings(south_east):
    street, avenue = divmod(at(south_east), 6)
    scene = Scene(min_majority=4)
    coins = 0
    for step, kind in ((0, UNDERWORLD), (1, RESIDENTIAL), (6, CITY), (7, COMMERCIAL)):
        name = CROSSING_NAMES[6 * street + avenue + step]
        scene.assistant(0, name, kind)
        coins += int(BUILDING_COINS[scene.state.building[at(name), kind]])
    scene.close(Decision.TRADE)
    assert scene.earned(0, Source.DOMINANCE) == WORTH + coins


def test_1_6_outer_corners_bound_no_block_and_the_last_crossings_begin_none():
    scene = Scene(min_majority=4)
    for name, kind in (("1ST/47TH", COMMERCIAL), ("2ND/47TH", CITY), ("1ST/48TH", RESIDENTIAL)):
        scene.assistant(0, name, kind)
    scene.assistant(0, "2ND/48TH", UNDERWORLD)
    scene.assistant(0, "MADI/49TH", UNDERWORLD)
    scene.close(Decision.TRADE)
    assert scene.earned(0, Source.DOMINANCE) == 0


def test_2_1_twelve_tenements_of_each_size_with_their_coins():
    assert names_of(RESIDENTIAL) == {"small tenement": 12, "medium tenement": 12, "luxury tenement": 12}
    coins = {"small tenement": 2, "medium tenement": 3, "luxury tenement": 5}
    for row in range(36):
        assert BUILDING_COINS[row] == coins[BUILDING_NAMES[row]]


def test_2_2_bars_and_warehouses_with_their_coins():
    assert names_of(COMMERCIAL) == {
        **{"day bar": 6, "night bar": 6, "private bar": 8},
        **{"local warehouse": 4, "regional warehouse": 6, "wholesale warehouse": 6},
    }
    coins = {"day": 2, "night": 4, "private": 5, "local": 1, "regional": 2, "wholesale": 3}
    for row in range(36, 72):
        assert BUILDING_COINS[row] == coins[BUILDING_NAMES[row].split()[0]]


def test_2_2_a_bar_wants_two_products_and_a_warehouse_has_two_pieces_of_one():
    for row in range(36, 72):
        first, second = BUILDING_PRODUCTS[row].tolist()
        assert (first == second) == (BUILDING_SUBTYPE[row] == Subtype.WAREHOUSE)
    assert pieces_of(Subtype.WAREHOUSE) == [8, 8, 8, 8]
    assert pieces_of(Subtype.BAR) == [10, 10, 10, 10]


@pytest.mark.parametrize("mixed", [0, 1])
def test_2_2_pieces_on_the_board_and_mixed_warehouses_of_the_older_text(mixed):
    state = Table(3, 2, Rules(mixed_warehouses=mixed)).state
    for crossing in range(CROSSINGS):
        row = int(state.building[crossing, COMMERCIAL])
        first, second = BUILDING_PRODUCTS[row].tolist()
        if mixed and BUILDING_SUBTYPE[row] == Subtype.WAREHOUSE:
            second = (first + 1) % 4
        assert sorted(np.repeat(range(4), state.pieces[crossing]).tolist()) == sorted((first, second))


def test_2_3_three_large_and_nine_small_of_each_city_building():
    sizes = {"large": 3, "small": 9}
    expected = {f"{size} {name}": n for name in ("hospital", "office", "police") for size, n in sizes.items()}
    assert names_of(CITY) == expected
    assert (BUILDING_COINS[72:108] == 0).all()
    assert BUILDING_SIZE[72:108].tolist() == ([1] * 3 + [0] * 9) * 3


def test_2_4_four_of_each_of_the_nine_underworld_buildings():
    trainers = [f"{size} {name}" for name in ("arsenal", "gym", "library", "casino") for size in ("small", "medium")]
    assert names_of(UNDERWORLD) == dict.fromkeys(["forgery", *trainers], 4)
    for row in range(108, 144):
        assert BUILDING_SIZE[row] == (2 if "medium" in BUILDING_NAMES[row] else 1)
        assert BUILDING_COINS[row] == 0


def test_2_5_no_two_cards_have_the_same_three_values():
    assert len(CLUE_NAMES) == 16 and len(CARD_ATTRIBUTES) == 112
    assert len({tuple(card) for card in CARD_ATTRIBUTES.tolist()}) == 112
    assert CARD_ATTRIBUTES.min() == 1 and CARD_ATTRIBUTES.max() == 5
    assert set(CARD_POINTS.tolist()) == {1, 2, 3}
    assert [SUBTYPE_NAMES[emblem] for emblem in sorted(set(CARD_EMBLEM.tolist()))] == [
        *("hospital", "office", "police", "gym", "arsenal", "library", "casino", "forgery")
    ]


def test_2_5_every_clue_is_on_seven_cards_dealt_anew_in_every_game():
    games = [Table(2, seed).state.clue for seed in range(3)]
    for clue in games:
        assert np.bincount(clue).tolist() == [7] * 16
    assert len({clue.tobytes() for clue in games}) == 3


def test_2_6_each_gangster_has_a_crew_of_four_the_same_for_every_player():
    names = [[SUBTYPE_NAMES[specialty].replace("tenement", "residential") for specialty in crew] for crew in SPECIALTY]
    assert [tuple(crew) for crew in names] == list(CREWS.values())


def test_2_7_ninety_fight_dice_are_all_the_ways_to_mark_two_faces_each():
    assert len(FIGHT_DICE) == 90
    assert len({tuple(die) for die in FIGHT_DICE.tolist()}) == 90
    for die in FIGHT_DICE:
        assert np.bincount(die).tolist() == [2, 2, 2]
