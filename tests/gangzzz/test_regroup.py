"""Clause 10.1: regroup before the count."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import UNKNOWN, Decision
from tests.gangzzz.scene import GYM, HOSPITAL, OFFICE, A, B, C, D, Scene, cards_with
from tests.gangzzz.table import look


def move(emblem: int, gang: int, to: int) -> int:
    """The other gangs are counted in order, without the gang itself."""
    return encode("regroup", emblem, gang, to - (to > gang))


def hand(*cards: int, gang: int = B, num_players: int = 2, **rules: int) -> Scene:
    """Player 0 may regroup; a gang holds these cards."""
    scene = Scene(num_players, **rules)
    scene.give(0, gang, *cards)
    return scene.ask(Decision.REGROUP)


def test_10_1_a_move_names_emblem_from_and_to():
    scene = hand(*cards_with(GYM, 2), *cards_with(OFFICE, 1))
    moves = [move(emblem, B, to) for emblem in (OFFICE, GYM) for to in (A, C, D)]
    assert scene.legal() == [PASS, *moves]
    assert not scene.allows(move(HOSPITAL, B, A)) and not scene.allows(move(GYM, A, B))
    card = cards_with(GYM, 2)[0]
    scene.play(move(GYM, B, D))
    assert scene.gang(0, D) == [card] and scene.gang(0, B) == cards_with(OFFICE, 1)
    assert scene.state.gang_count[0].tolist() == [0, 1, 0, 1]


def test_10_1_the_card_with_the_most_points_moves_the_lowest_number_on_ties():
    low, first, second = *cards_with(GYM, 1), *cards_with(GYM, 2, 2)
    scene = hand(second, low, first)
    scene.play(move(GYM, B, A))
    assert first < second and scene.gang(0, A) == [first]
    scene.ask(Decision.REGROUP).play(move(GYM, B, A))
    assert scene.gang(0, A) == [first, second] and scene.gang(0, B) == [low]


def test_10_1_the_target_gang_must_have_room():
    scene = hand(*cards_with(GYM, 2))
    scene.give_any(0, C, 12)
    assert not scene.allows(move(GYM, B, C))
    assert scene.allows(move(GYM, B, A))
    scene = hand(*cards_with(GYM, 2))
    scene.give_any(0, C, 11)
    assert scene.allows(move(GYM, B, C))


def test_10_1_only_ones_own_cards_move():
    scene = hand(*cards_with(GYM, 2))
    scene.give(1, A, *cards_with(HOSPITAL, 3))
    assert not any(scene.allows(move(HOSPITAL, A, to)) for to in (B, C, D))


def test_10_1_who_stops_is_out():
    scene = hand(*cards_with(GYM, 2))
    scene.give_any(1, A, 1)
    scene.play(PASS)
    assert (scene.decision, scene.mover()) == (Decision.REGROUP, 1)
    scene.play(PASS)
    assert scene.decision == Decision.PARK


def test_10_1_after_six_moves_a_player_is_out():
    scene = hand(*cards_with(GYM, 2))
    for number in range(6):
        assert (scene.decision, scene.mover()) == (Decision.REGROUP, 0)
        assert scene.state.regroup_moves[0] == number
        scene.play(move(GYM, *((B, A) if number % 2 == 0 else (A, B))))
    assert scene.decision == Decision.PARK


@pytest.mark.parametrize(("counts", "asked"), [((0, 0, 0, 0), False), ((0, 1, 0, 0), True), ((12, 12, 12, 12), False)])
def test_10_1_who_has_no_legal_move_is_out(counts, asked):
    scene = hand(*cards_with(GYM, 2))
    for gang, count in enumerate(counts):
        scene.give_any(1, gang, count)
    scene.play(move(GYM, B, A))
    assert scene.mover() == (1 if asked else 0)


@pytest.mark.parametrize("shown", [0, 1])
def test_10_1_others_see_the_card_only_where_its_face_is_known(shown):
    scene = hand(*cards_with(GYM, 2))
    card = cards_with(GYM, 2)[0]
    scene.state.shown[card] = shown
    scene.play(move(GYM, B, D))
    views = look(scene.states, 1)
    assert views["place"][0, card] == (D if shown else UNKNOWN)
    assert views["gang_count"][0, 0].tolist() == [0, 0, 0, 1]
    assert np.array_equal(views["regroup_moves"][0], scene.state.regroup_moves)
