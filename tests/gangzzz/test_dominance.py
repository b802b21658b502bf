"""Section 8: dominance."""

import pytest

from gangzzz_env.games.gangzzz.state import Decision, Source
from tests.gangzzz.scene import CITY, COMMERCIAL, RESIDENTIAL, UNDERWORLD, WORTH, Scene

# The corner of the city: this crossing is in one block only.
SPOT, COINS = "1ST/47TH", 5 + 4
ALL = (RESIDENTIAL, COMMERCIAL, CITY, UNDERWORLD)


def crossing(*owners: int | None, **rules: int) -> Scene:
    """A crossing with a luxury tenement (5 coins) and a night bar (4); its owners by kind."""
    scene = Scene(3, **rules)
    scene.build("luxury tenement", SPOT)
    scene.build("night bar", SPOT)
    for kind, owner in zip(ALL, owners):
        if owner is not None:
            scene.assistant(owner, SPOT, kind)
    return scene


def dominance(scene: Scene) -> list[int]:
    """What it pays the three players."""
    scene.close(Decision.TRADE)
    paid = [scene.earned(seat, Source.DOMINANCE) for seat in range(3)]
    assert scene.state.money[:3].tolist() == paid
    return paid


def test_8_1_all_four_buildings_of_a_crossing_pay_its_value_and_their_coins():
    assert dominance(crossing(1, 1, 1, 1)) == [0, WORTH + COINS, 0]


def test_8_1_three_of_four_do_not_dominate():
    assert dominance(crossing(1, 1, 1, None)) == [0, COINS, 0]
    assert dominance(crossing(1, 1, 1, 2)) == [0, COINS, 0]


def test_8_1_the_value_is_that_of_the_crossing():
    scene = crossing(0, 0, 0, 0)
    scene.value(SPOT, avenue=6, street=2)
    assert dominance(scene) == [6 + 2 + COINS, 0, 0]


BLOCK = (("1ST/47TH", UNDERWORLD), ("2ND/47TH", RESIDENTIAL), ("1ST/48TH", CITY), ("2ND/48TH", COMMERCIAL))


def block(*owners: int | None, **rules: int) -> Scene:
    """A block with a luxury tenement and a night bar; its buildings belong to these seats."""
    scene = Scene(3, **rules)
    scene.build("luxury tenement", "2ND/47TH")
    scene.build("night bar", "2ND/48TH")
    for (name, kind), owner in zip(BLOCK, owners):
        if owner is not None:
            scene.assistant(owner, name, kind)
    return scene


def test_8_1_a_block_pays_the_mean_of_its_crossings_rounded_down_and_the_coins():
    scene = block(2, 2, 2, 2)
    scene.state.avenue_value[:2], scene.state.street_value[:2] = (6, 5), (1, 2)
    assert dominance(scene) == [0, 0, 7 + COINS]
    scene = block(2, 2, 2, 2)
    scene.state.avenue_value[:2], scene.state.street_value[:2] = (6, 5), (1, 1)
    assert dominance(scene) == [0, 0, 6 + COINS]


def test_8_1_a_block_of_three_is_not_dominated():
    assert dominance(block(2, 2, 2, 1)) == [0, 0, 5]


def test_8_1_city_and_underworld_buildings_have_no_coins():
    assert dominance(crossing(None, None, 0, 0)) == [0, 0, 0]


def test_8_2_a_majority_pays_the_coins_on_the_players_own_buildings():
    assert dominance(crossing(0, 1, 0, 2)) == [5, 0, 0]
    assert dominance(crossing(0, 1, 1, None)) == [0, 4, 0]
    assert dominance(crossing(0, 0, None, None)) == [9, 0, 0]
    assert dominance(block(0, 1, 0, 1)) == [0, 0, 0]
    assert dominance(block(1, 1, 2, None)) == [0, 5, 0]


@pytest.mark.parametrize("owners", [(0, 0, 1, 1), (0, 1, 0, 1), (0, None, None, None), (0, 1, 2, None)])
def test_8_2_two_against_two_or_a_single_building_is_no_majority(owners):
    assert dominance(crossing(*owners)) == [0, 0, 0]


def test_8_2_a_domination_is_not_paid_again_as_a_majority():
    assert dominance(crossing(0, 0, 0, 0)) == [WORTH + COINS, 0, 0]
