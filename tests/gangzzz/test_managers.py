"""Clauses 4.1 and 4.2: Managers and Assistants; which gang a card joins."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import encode
from gangzzz_env.games.gangzzz.state import IN_DECK, OUT_OF_GAME, Decision
from gangzzz_env.games.gangzzz.tables import BUILDING_NAMES, BUILDING_SUBTYPE, CROSSINGS, GANGS, SPECIALTY
from tests.gangzzz.scene import CITY, HERE, RESIDENTIAL, STRENGTH, UNDERWORLD, A, B, C, D, Scene, at, card_of

COMMIT = encode("commit", 0)


def effect(name: str, gang: int, slot: int) -> list[int]:
    """What a manager gets at once in a building of this name: dollars, cards, licenses, all bonuses."""
    scene = Scene()
    scene.build(name, "LEX/50TH")
    scene.stand(0, gang, "LEX/50TH")
    kind = BUILDING_NAMES.index(name) // CROSSINGS
    scene.ask(Decision.PLACE_MANAGER).load_dice(2, 2, 2)
    scene.play(encode("place manager", gang, slot, HERE, kind))
    state = scene.state
    return [int(state.money[0]), int(state.gang_count[0].sum()), int(state.licenses[0]), int(state.bonus[0].sum())]


@pytest.mark.parametrize(
    "name", [name for name in dict.fromkeys(BUILDING_NAMES) if name.split()[-1] not in ("bar", "warehouse")]
)
def test_4_1_whose_specialty_it_is_gets_more_in_every_size(name):
    subtype = BUILDING_SUBTYPE[BUILDING_NAMES.index(name)]
    effects = {(gang, slot): effect(name, gang, slot) for gang in range(GANGS) for slot in range(4)}
    managers = [effects[key] for key in effects if SPECIALTY[key] == subtype]
    assistants = [effects[key] for key in effects if SPECIALTY[key] != subtype]
    assert all(manager == managers[0] for manager in managers)
    assert all(assistant == assistants[0] for assistant in assistants)
    assert sum(managers[0]) > sum(assistants[0])


def test_4_2_a_drawn_card_joins_the_gang_of_its_gangster():
    scene = city_visit()
    top = scene.deck()[-1]
    scene.play(work_in_the_city(D))
    assert scene.gang(0, D) == [top]


def city_visit(*counts: int) -> Scene:
    """Player 0 may send an Assistant to a hospital for one card; the gangs hold so many cards."""
    scene = Scene()
    for gang, count in enumerate(counts):
        scene.give_any(0, gang, count)
    return scene.ask(Decision.PLACE_MANAGER)


def work_in_the_city(gang: int) -> int:
    return encode("place manager", gang, 1, HERE, CITY)


@pytest.mark.parametrize(
    ("counts", "joined"), [((11, 0, 0, 0), A), ((12, 5, 3, 4), C), ((12, 3, 3, 3), B), ((12, 12, 12, 11), D)]
)
def test_4_2_past_twelve_the_card_joins_the_smallest_gang_the_first_letter_on_ties(counts, joined):
    scene = city_visit(*counts)
    top = scene.deck()[-1]
    scene.play(work_in_the_city(A))
    assert top in scene.gang(0, joined)
    assert scene.state.gang_count[0].tolist() == [n + (gang == joined) for gang, n in enumerate(counts)]


def test_4_2_with_all_four_gangs_full_a_drawn_card_stays_in_the_deck():
    scene = city_visit(12, 12, 12, 12)
    deck = scene.deck()
    scene.play(work_in_the_city(A))
    assert scene.deck() == deck
    assert (scene.state.place == IN_DECK).sum() == len(deck)


def test_4_2_with_the_deck_empty_a_draw_does_nothing():
    scene = city_visit(1)
    scene.empty_deck()
    scene.play(work_in_the_city(A))
    assert scene.state.gang_count[0].tolist() == [1, 0, 0, 0]
    assert scene.state.deck_count == 0


def won_card(*counts: int) -> tuple[Scene, int]:
    """Player 0 wins a card with gang A, after which the gangs held so many; the scene and the card."""
    scene = Scene()
    strong, weak = card_of(STRENGTH, 5), card_of(STRENGTH, 1)
    scene.give(1, A, weak)
    scene.give(0, A, strong)
    for gang, count in enumerate(counts):
        scene.give_any(0, gang, count - (gang == A))
    for seat in range(2):
        scene.give_die(seat, A, 3, STRENGTH)
    scene.load_dice(3, 3)
    scene.ask(Decision.ATTACK).play(encode("attack", A, 0, A))
    scene.play(COMMIT + scene.gang(0, A).index(strong), COMMIT)
    return scene, weak


def test_4_2_a_won_card_joins_the_winning_gang_else_the_smallest():
    scene, card = won_card(3, 1, 1, 1)
    assert card in scene.gang(0, A)
    scene, card = won_card(12, 4, 2, 2)
    assert card in scene.gang(0, C)


def test_4_2_with_all_four_gangs_full_a_won_card_leaves_the_game():
    scene, card = won_card(12, 12, 12, 12)
    assert scene.state.place[card] == OUT_OF_GAME
    assert scene.state.gang_count[0].tolist() == [12] * 4
    assert scene.state.gang_count[1].tolist() == [0] * 4
    assert card not in scene.deck()


def test_4_1_a_manager_elsewhere_is_an_assistant():
    scene = Scene()
    scene.stand(0, A, "LEX/50TH")
    scene.build("luxury tenement", "LEX/50TH")
    scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", A, 2, HERE, RESIDENTIAL))
    assert scene.state.money[0] == 7
    assert np.flatnonzero(scene.state.manager_at[at("LEX/50TH")] >= 0).tolist() == [RESIDENTIAL]
    assert scene.state.manager_at[at("LEX/50TH"), UNDERWORLD] == -1
