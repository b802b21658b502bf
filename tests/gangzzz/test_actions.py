"""Section 13: one list of actions, whose numbers mean the same in every state."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.actions import ACTIONS, NUM_ACTIONS, PASS, action_name, decode, encode
from gangzzz_env.games.gangzzz.state import Decision
from tests.gangzzz.scene import (
    CITY,
    COMMERCIAL,
    EAST,
    FISH,
    GYM,
    HOSPITAL,
    MEAT,
    RESIDENTIAL,
    UNDERWORLD,
    A,
    B,
    C,
    D,
    Scene,
    at,
    cards_with,
)

# The table of section 13: first number, count, and the lengths of what it is made of.
PRINTED = {
    "pass": (0, 1, (1,)),
    "place gangster": (1, 144, (4, 36)),
    "place manager": (145, 320, (4, 4, 5, 4)),
    "sell to yourself": (465, 4, (4,)),
    "forge": (469, 12, (4, 3)),
    "offer": (481, 72, (3, 4, 2, 3)),
    "answer": (553, 2, (2,)),
    "attack": (555, 48, (4, 3, 4)),
    "commit": (603, 12, (12,)),
    "regroup": (615, 96, (8, 4, 3)),
    "park": (711, 4, (4,)),
    "drive": (715, 36, (36,)),
    "raid": (751, 4, (4,)),
}


def test_13_the_sections_are_those_of_the_rulebook():
    assert {section.name: (section.first, section.count, section.shape) for section in ACTIONS} == PRINTED
    assert NUM_ACTIONS == 755


@pytest.mark.parametrize("section", ACTIONS, ids=lambda section: section.name)
def test_13_numbers_are_counted_row_by_row(section):
    for number, index in enumerate(np.ndindex(*section.shape)):
        assert encode(section.name, *index) == section.first + number
        assert decode(section.first + number) == (section, index)


def test_13_an_index_out_of_its_range_has_no_number():
    with pytest.raises(ValueError, match="gang of 'attack' is 4"):
        encode("attack", 4, 0, 0)


def test_13_all_actions_have_a_name_of_their_own():
    assert len({action_name(4, 0, action) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS


def test_13_place_gangster_is_gangster_by_crossing():
    scene = Scene()
    scene.play(1 + 36 * C + at("LEX/50TH"))
    assert scene.state.gangster[0].tolist() == [-1, -1, at("LEX/50TH"), -1]


def test_13_place_manager_is_gangster_slot_where_kind():
    scene = Scene()
    scene.stand(0, B, "3RD/49TH")
    scene.ask(Decision.PLACE_MANAGER).play(145 + 80 * B + 20 * 3 + 4 * EAST + CITY)
    assert scene.state.manager[0, B].tolist() == [-1, -1, -1, 4 * at("2ND/49TH") + CITY]


def test_13_other_products_are_counted_in_order():
    for product, number, to in ((FISH, 0, MEAT), (MEAT, 0, FISH), (MEAT, 2, 3), (3, 2, 2)):
        scene = Scene()
        scene.build("regional warehouse", "1ST/50TH", product, product)
        scene.assistant(0, "1ST/50TH", COMMERCIAL)
        scene.state.licenses[0] = 1
        scene.ask(Decision.TRADE).play(469 + 3 * product + number)
        expected = np.bincount([product, to], minlength=4).tolist()
        assert scene.state.pieces[at("1ST/50TH")].tolist() == expected


def test_13_offer_is_opponent_product_side_payment():
    scene = Scene(3)
    scene.build("regional warehouse", "1ST/50TH", MEAT, MEAT)
    scene.build("day bar", "2ND/50TH", FISH, MEAT)
    scene.assistant(0, "1ST/50TH", COMMERCIAL)
    scene.assistant(1, "2ND/50TH", COMMERCIAL)
    scene.state.money[:3] = 9
    scene.ask(Decision.TRADE, seat=1).play(481 + 24 * 1 + 6 * MEAT + 3 * 1 + 2)
    assert scene.state.offer.tolist() == [1, 0, MEAT, 1, 1]


def test_13_attack_is_own_gang_opponent_target_gang():
    scene = Scene(4)
    for seat in range(4):
        scene.give_any(seat, D, 1)
    scene.ask(Decision.ATTACK, seat=3).play(555 + 12 * D + 4 * 2 + D)
    assert scene.state.fight_seat.tolist() == [3, 2]
    assert scene.state.fight_gang.tolist() == [D, D]


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_13_commit_is_a_slot_in_the_order_of_card_numbers(slot):
    scene = Scene()
    scene.give(0, A, 70, 3, 41)
    scene.give_any(1, A, 1)
    scene.ask(Decision.ATTACK).play(encode("attack", A, 0, A), 603 + slot)
    assert scene.state.fight_card[0] == (3, 41, 70)[slot]


@pytest.mark.parametrize(("emblem", "gang", "number", "to"), [(HOSPITAL, A, 0, B), (GYM, C, 1, B), (GYM, C, 2, D)])
def test_13_regroup_is_emblem_from_and_one_of_the_other_gangs(emblem, gang, number, to):
    scene = Scene()
    scene.give(0, gang, *cards_with(emblem, 1))
    scene.ask(Decision.REGROUP).play(615 + 12 * emblem + 3 * gang + number)
    assert scene.gang(0, to) == cards_with(emblem, 1)


def test_13_the_chase_has_park_drive_and_raid():
    scene = Scene()
    scene.close(Decision.REGROUP)
    scene.play(711 + D, 711 + A)
    assert scene.state.car[0] == scene.state.gangster[0, D]
    scene.play(715 + at("LEX/48TH"), PASS)
    assert scene.state.car[0] == at("LEX/48TH")
    scene.state.hideout[:] = (0, 0, 0)
    scene.play(751 + UNDERWORLD)
    assert scene.state.ruled_out[at("LEX/48TH"), UNDERWORLD] == 1


def test_13_a_lone_pass_is_never_asked_but_waiting_in_the_chase_is():
    scene = Scene()
    scene.ask(Decision.PLACE_MANAGER).play(PASS, PASS)
    assert scene.decision == Decision.PARK
    scene.play(actions.PARK, actions.PARK)
    scene.state.rules.longest_drive = 0
    scene.state.ruled_out[:] = 1
    assert scene.legal() == [PASS]


def test_13_a_decision_with_one_legal_action_is_asked():
    scene = Scene()
    for seat in range(2):
        scene.give_any(seat, A, 1)
    scene.ask(Decision.ATTACK).play(encode("attack", A, 0, A))
    assert scene.legal() == [encode("commit", 0)]


@pytest.mark.parametrize("num_players", [2, 3])
def test_13_an_opponent_who_does_not_exist_is_never_named(num_players):
    scene = Scene(num_players)
    for seat in range(num_players):
        scene.give_any(seat, A, 1)
    scene.build("regional warehouse", "1ST/50TH", FISH, FISH)
    scene.build("day bar", "2ND/50TH", FISH, MEAT)
    scene.assistant(0, "1ST/50TH", COMMERCIAL)
    scene.assistant(1, "2ND/50TH", COMMERCIAL)
    for decision, name in ((Decision.ATTACK, "attack"), (Decision.TRADE, "offer")):
        legal = [decode(action) for action in scene.ask(decision).legal()]
        opponents = {index[1 if name == "attack" else 0] for section, index in legal if section.name == name}
        assert opponents and max(opponents) < num_players - 1


def test_13_only_the_actions_of_the_decision_are_legal():
    scene = Scene(2)
    assert {decode(action)[0].name for action in scene.legal()} == {"place gangster"}
    scene.ask(Decision.PLACE_MANAGER)
    assert {decode(action)[0].name for action in scene.legal()} == {"pass", "place manager"}
    assert scene.allows(encode("place manager", A, 0, 0, RESIDENTIAL))
    scene.ask(Decision.CHASE)
    assert {decode(action)[0].name for action in scene.legal()} == {"pass", "drive", "raid"}


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: decode(NUM_ACTIONS), ValueError, "action 755 must be from 0 to 754"),
        (lambda: decode(-1), ValueError, "action -1 must be from 0 to 754"),
        (lambda: decode("x"), TypeError, "action must be an integer, not 'x'"),
        (lambda: decode(1.5), TypeError, "action must be an integer, not 1.5"),
        (lambda: action_name(2, 0, 800), ValueError, "action 800 must be from 0 to 754"),
        (lambda: action_name(2, 2, 0), ValueError, "seat 2 must be from 0 to 1 in a game of 2 players"),
        (lambda: action_name(3, -1, 0), ValueError, "seat -1 must be from 0 to 2 in a game of 3 players"),
        (lambda: encode("gangstr", 1), ValueError, "'gangstr' of actions; did you mean .*the sections are pass, place"),
        (lambda: encode("zzz"), ValueError, "'zzz' of actions; the sections are pass, place gangster"),
        (lambda: encode("place gangster", 1), ValueError, "takes gangster 0-3, crossing 0-35, not .1,."),
        (lambda: encode("place gangster", 1, 2, 3), ValueError, "takes gangster 0-3, crossing 0-35, not .1, 2, 3."),
        (lambda: encode("raid"), ValueError, "'raid' takes kind 0-3, not .."),
        (lambda: encode("pass", 0, 0), ValueError, "'pass' takes no index"),
        (
            lambda: encode("place gangster", 1, "x"),
            TypeError,
            "crossing of 'place gangster' must be an integer, not 'x'",
        ),
        (
            lambda: encode("place gangster", 1, 36),
            ValueError,
            "crossing of 'place gangster' is 36, but must be from 0 to 35",
        ),
    ],
)
def test_a_wrong_number_or_name_is_told_with_what_is_allowed(call, error, told):
    with pytest.raises(error, match=told):
        call()


def test_integers_of_numpy_are_integers():
    section, index = decode(np.int16(146))
    assert (section.name, index) == ("place manager", (0, 0, 0, 1))
    assert encode("place manager", *np.array(index)) == 146
    assert action_name(np.int8(2), np.int64(1), np.int64(0)) == "pass"
