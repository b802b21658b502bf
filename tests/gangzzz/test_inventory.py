"""Clause 10.2: sets of emblems earn where one has influence."""

import pytest

from gangzzz_env.games.gangzzz.state import Decision, Source
from tests.gangzzz.scene import CITY, GYM, HOSPITAL, OFFICE, UNDERWORLD, A, B, Scene, cards_with

SPOTS = ("1ST/47TH", "2ND/47TH", "3RD/47TH", "LEX/47TH")
SET = cards_with(HOSPITAL, 3, 1, 1)


def family(*cards: int, assistants: int = 0, managers: int = 0, **rules: int) -> Scene:
    """Gang A of player 0 holds these cards; so many Assistants and Managers of his work in hospitals."""
    scene = Scene(2, **rules)
    scene.give(0, A, *cards)
    for number, crossing in enumerate(SPOTS[: assistants + managers]):
        scene.build("small hospital", crossing)
        (scene.assistant if number < assistants else scene.manager)(0, crossing, CITY)
    return scene


def inventory(scene: Scene) -> int:
    scene.close(Decision.REGROUP)
    assert scene.state.money[0] == scene.earned(0, Source.INVENTORY)
    assert scene.earned(1, Source.INVENTORY) == 0
    return scene.earned(0, Source.INVENTORY)


@pytest.mark.parametrize(("points", "dollars"), [((3, 1), 0), ((3, 1, 1), 5), ((3, 1, 1, 2), 7), ((3, 3, 2), 8)])
def test_10_2_three_or_more_cards_of_one_emblem_earn_their_points(points, dollars):
    assert inventory(family(*cards_with(HOSPITAL, *points), assistants=1)) == dollars


def test_10_2_cards_of_two_emblems_or_two_gangs_are_no_set():
    assert inventory(family(*cards_with(HOSPITAL, 3, 1), *cards_with(OFFICE, 3), assistants=1)) == 0
    scene = family(*SET[:2], assistants=1)
    scene.give(0, B, SET[2])
    assert inventory(scene) == 0


@pytest.mark.parametrize(
    ("assistants", "managers", "influence"),
    [(0, 0, 0), (1, 0, 1), (2, 0, 2), (0, 1, 2), (1, 1, 3), (4, 0, 3), (3, 1, 3)],
)
def test_10_2_times_the_influence_at_most_3(assistants, managers, influence):
    assert inventory(family(*SET, assistants=assistants, managers=managers)) == 5 * influence


def test_10_2_only_ones_own_buildings_of_that_subtype_give_influence():
    scene = family(*SET)
    scene.build("small hospital", SPOTS[0])
    scene.assistant(1, SPOTS[0], CITY)
    scene.build("small office", SPOTS[1])
    scene.assistant(0, SPOTS[1], CITY)
    assert inventory(scene) == 0


def test_10_2_every_gang_and_every_emblem_earns():
    scene = family(*SET, assistants=1)
    scene.give(0, A, *cards_with(GYM, 2, 2, 2))
    scene.build("medium gym", SPOTS[3])
    scene.assistant(0, SPOTS[3], UNDERWORLD)
    scene.give(0, B, *cards_with(HOSPITAL, 3, 1, 1, 3, 1, 2)[3:])
    assert inventory(scene) == 5 + 6 + 6


def test_10_2_the_cards_of_a_paying_set_are_shown():
    scene = family(*SET, *cards_with(GYM, 2, 2, 2), assistants=1)
    inventory(scene)
    assert scene.state.shown.sum() == 3
    assert all(scene.state.shown[card] for card in SET)


def test_10_2_a_set_that_does_not_pay_stays_unseen():
    scene = family(*SET)
    inventory(scene)
    assert not scene.state.shown.any()
