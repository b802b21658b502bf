"""Section 6: place managers, and what each building does at once."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import IN_DECK, Decision, Source, Tally
from tests.gangzzz.scene import (
    CITY,
    COMMERCIAL,
    EAST,
    HERE,
    NORTH,
    RESIDENTIAL,
    UNDERWORLD,
    WORTH,
    A,
    B,
    C,
    D,
    Scene,
    at,
)

SPOT = "LEX/50TH"
PROTECTION = WORTH // 2


def work(gang: int, slot: int, kind: int, where: int = HERE) -> int:
    return encode("place manager", gang, slot, where, kind)


def spot(name: str, gang: int = A, **rules: int) -> Scene:
    """Player 0 is to place a manager; this gangster stands where the building of this name is."""
    scene = Scene(2, **rules)
    scene.build(name, SPOT)
    scene.stand(0, gang, SPOT)
    return scene.ask(Decision.PLACE_MANAGER)


def test_6_1_a_building_takes_one_manager():
    scene = spot("day bar")
    scene.assistant(1, SPOT, COMMERCIAL)
    assert not scene.allows(work(A, 0, COMMERCIAL))
    assert scene.allows(work(A, 0, RESIDENTIAL))


def test_6_1_a_manager_is_placed_once_and_by_his_own_gangster():
    scene = spot("day bar")
    scene.stand(0, B, "1ST/47TH")
    scene.play(work(A, 2, COMMERCIAL))
    assert scene.state.manager[0, A, 2] == 4 * at(SPOT) + COMMERCIAL
    assert scene.state.manager_at[at(SPOT), COMMERCIAL] == 2
    scene.play(PASS)
    assert not scene.allows(work(A, 2, RESIDENTIAL))
    assert scene.allows(work(A, 3, RESIDENTIAL))
    assert not scene.allows(work(B, 0, RESIDENTIAL, EAST))


def test_6_1_who_passes_is_out_and_it_ends_when_all_are():
    scene = spot("day bar")
    scene.play(PASS)
    assert (scene.decision, scene.mover()) == (Decision.PLACE_MANAGER, 1)
    scene.play(work(A, 0, CITY))
    assert (scene.decision, scene.mover()) == (Decision.PLACE_MANAGER, 1)
    scene.play(PASS)
    assert scene.decision != Decision.PLACE_MANAGER


def test_6_1_who_has_no_legal_placement_is_out():
    scene = spot("day bar")
    for gang in range(4):
        scene.state.manager[1, gang] = 4 * (30 + gang) + np.arange(4)
        scene.state.manager_at[30 + gang] = 16 + 4 * gang + np.arange(4)
    scene.play(work(A, 0, CITY))
    assert scene.mover() == 0
    assert scene.state.is_out[1] == 1


def test_6_1_a_full_perimeter_is_no_legal_placement():
    scene = spot("day bar")
    scene.state.manager_at[:] = 0
    scene.state.manager_at[at("1ST/52ND"), CITY] = -1
    scene.stand(0, A, "1ST/52ND")
    assert scene.legal() == [PASS] + [work(A, slot, CITY) for slot in range(4)]


@pytest.mark.parametrize(("name", "coins"), [("small tenement", 2), ("medium tenement", 3), ("luxury tenement", 5)])
def test_6_2_a_tenement_pays_the_value_and_a_manager_its_coins_too(name, coins):
    scene = spot(name)
    scene.play(work(A, 0, RESIDENTIAL))
    assert scene.state.money[0] == scene.earned(0, Source.RENT) == WORTH + coins
    scene = spot(name)
    scene.play(work(A, 1, RESIDENTIAL))
    assert scene.state.money[0] == scene.earned(0, Source.RENT) == WORTH


def test_6_2_by_the_older_text_an_assistant_also_gets_the_coins():
    scene = spot("luxury tenement", old_rent=1)
    scene.play(work(A, 1, RESIDENTIAL))
    assert scene.earned(0, Source.RENT) == WORTH + 5


@pytest.mark.parametrize("slot", [0, 1])
def test_6_3_a_commercial_building_does_nothing_now(slot):
    scene = spot("private bar")
    scene.play(work(A, slot, COMMERCIAL))
    assert not scene.state.money.any()
    assert not scene.state.gang_count.any()
    assert not scene.state.bonus.any() and not scene.state.licenses.any()


@pytest.mark.parametrize(("slot", "cards"), [(1, 1), (2, 2)])
def test_6_4_an_assistant_draws_one_card_a_manager_two(slot, cards):
    scene = spot("small hospital")
    scene.play(work(A, slot, CITY))
    assert scene.state.gang_count[0].tolist() == [cards, 0, 0, 0]
    assert scene.state.tally[0, Tally.CARDS_DRAWN] == cards
    assert not scene.state.money.any()


FAR = ("1ST/52ND", "2ND/52ND", "3RD/52ND", "LEX/52ND", "PARK/52ND", "MADI/52ND", "MADI/51ST")


def cards_for_links(held: list[str], placed: str, owners: list[int] | None = None) -> int:
    """Cards that an Assistant draws for the links he adds to the buildings that player 0 (or the owners) holds."""
    scene = spot(placed, gang=B)
    for name, crossing, owner in zip(held, FAR, owners or [0] * len(held)):
        scene.build(name, crossing)
        scene.assistant(owner, crossing, CITY, gang=D)
    scene.play(work(B, 0, CITY))
    return int(scene.state.gang_count[0, B]) - 1


SMALL, LARGE = "small office", "large office"


@pytest.mark.parametrize(
    ("held", "placed", "cards"),
    [
        ([], LARGE, 0),
        ([SMALL], SMALL, 0),
        ([SMALL], LARGE, 1),
        ([LARGE], SMALL, 1),
        ([LARGE, SMALL], SMALL, 2),
        ([LARGE, SMALL, SMALL], SMALL, 3),
        ([SMALL, SMALL], LARGE, 3),
        ([SMALL, SMALL, SMALL], LARGE, 6),
        ([LARGE, SMALL, SMALL, SMALL], SMALL, 0),
        ([LARGE, SMALL, SMALL, SMALL], LARGE, 0),
    ],
)
def test_6_4_the_first_second_and_third_link_draw_one_two_and_three_cards(held, placed, cards):
    assert cards_for_links(held, placed) == cards


def test_6_4_the_fourth_link_is_the_first_of_a_second_large_building():
    scene = spot(SMALL, gang=B)
    for name, crossing in zip((LARGE, SMALL, SMALL, SMALL, LARGE), FAR):
        scene.build(name, crossing)
        scene.assistant(0, crossing, CITY)
    scene.play(work(B, 3, CITY))
    assert scene.state.gang_count[0, B] == 1 + 1


def test_6_4_only_ones_own_buildings_of_the_same_subtype_link():
    assert cards_for_links(["large police"], SMALL) == 0
    assert cards_for_links([LARGE], SMALL, owners=[1]) == 0


@pytest.mark.parametrize("slot", [0, 2])
def test_6_5_everyone_in_the_underworld_gets_half_the_value_rounded_down(slot):
    scene = spot("forgery", gang=D)
    scene.play(work(D, slot, UNDERWORLD))
    assert scene.state.money[0] == scene.earned(0, Source.UNDERWORLD) == 3


@pytest.mark.parametrize(("slot", "licenses"), [(0, 1), (2, 2)])
def test_6_5_forgery_gives_licenses(slot, licenses):
    scene = spot("forgery", gang=D)
    scene.play(work(D, slot, UNDERWORLD))
    assert scene.state.licenses.tolist() == [licenses, 0, 0, 0]
    assert not scene.state.bonus.any()


@pytest.mark.parametrize(
    ("size", "slot", "bonus"), [("small", 0, 1), ("medium", 0, 2), ("small", 3, 2), ("medium", 3, 3)]
)
@pytest.mark.parametrize(("name", "gang", "attribute"), [("arsenal", B, 2), ("gym", A, 0), ("library", C, 1)])
def test_6_5_a_trainer_raises_the_bonus_of_the_gang_by_size_and_one_for_a_manager(
    size, slot, bonus, name, gang, attribute
):
    scene = spot(f"{size} {name}", gang=gang)
    scene.play(work(gang, slot, UNDERWORLD))
    assert scene.state.bonus[0, gang, attribute] == bonus
    assert scene.state.bonus.sum() == bonus
    assert scene.state.licenses[0] == 0


@pytest.mark.parametrize(
    ("name", "gang", "cards"), [("small gym", A, 1), ("medium gym", A, 1), ("small arsenal", B, 0)]
)
@pytest.mark.parametrize("slot", [0, 3])
def test_6_5_a_gym_draws_one_card(name, gang, cards, slot):
    scene = spot(name, gang=gang)
    scene.play(work(gang, slot, UNDERWORLD))
    assert scene.state.gang_count.sum() == scene.state.gang_count[0, gang] == cards


def notebook_after(scene: Scene, slot: int) -> int:
    scene.play(work(C, slot, UNDERWORLD))
    return int(scene.state.notebook[0])


@pytest.mark.parametrize(
    ("size", "slot", "looks"), [("small", 0, 1), ("medium", 0, 2), ("small", 3, 2), ("medium", 3, 3)]
)
def test_6_5_a_library_shows_clues_of_the_deck(size, slot, looks):
    scene = spot(f"{size} library", gang=C)
    deck = scene.deck()
    scene.state.clue[deck] = np.arange(len(deck)) % 13
    flags = notebook_after(scene, slot)
    assert 1 <= flags.bit_count() <= looks
    assert scene.state.tally[0, Tally.LOOKS] == looks
    assert sorted(scene.deck()) == sorted(deck) and scene.deck() != deck
    assert not scene.state.held.any() and (scene.state.place[deck] == IN_DECK).all()
    assert not scene.state.notebook[1:].any()


def test_6_5_a_library_looks_at_random_cards():
    seen = set()
    for look in range(12):
        scene = spot("small library", gang=C)
        scene.state.random[:, 0] += np.uint32(look << 28)
        scene.state.clue[scene.deck()] = np.arange(scene.state.deck_count) % 13
        seen.add(notebook_after(scene, 0))
    assert len(seen) > 3


@pytest.mark.parametrize("left", [0, 1, 2])
def test_6_5_a_library_shows_as_many_as_there_are(left):
    scene = spot("medium library", gang=C)
    scene.give_any(1, A, 12)
    cards = scene.deck()[:left]
    scene.empty_deck()
    scene.state.place[cards] = IN_DECK
    scene.state.deck[:left], scene.state.deck_count = cards, left
    clues = {int(scene.state.clue[card]) for card in cards}
    assert notebook_after(scene, 3) == sum(1 << clue for clue in clues)
    assert scene.state.tally[0, Tally.LOOKS] == left


@pytest.mark.parametrize(
    ("size", "slot", "dice"), [("small", 0, 1), ("medium", 0, 2), ("small", 3, 2), ("medium", 3, 3)]
)
def test_6_5_a_casino_wins_the_sum_of_its_dice(size, slot, dice):
    scene = spot(f"{size} casino", gang=D)
    scene.load_dice(6, 5, 3, 6)
    scene.play(work(D, slot, UNDERWORLD))
    won = sum((6, 5, 3)[:dice])
    assert scene.state.last_roll == won
    assert scene.earned(0, Source.UNDERWORLD) == PROTECTION + won


def test_6_5_protection_is_of_the_crossing_where_the_manager_works():
    scene = spot("forgery", gang=D)
    scene.value("LEX/51ST", avenue=6, street=6)
    scene.play(work(D, 0, UNDERWORLD, NORTH))
    assert scene.earned(0, Source.UNDERWORLD) >= 6
    assert scene.state.manager_at[at("LEX/51ST"), UNDERWORLD] == 12
