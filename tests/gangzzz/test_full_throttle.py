"""Section 11: the chase, and the end of the game."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally
from tests.gangzzz.scene import CITY, RESIDENTIAL, UNDERWORLD, A, B, C, D, Scene, at
from tests.gangzzz.table import look

START = "3RD/49TH"


def drive(crossing: str) -> int:
    return encode("drive", at(crossing))


def raid(kind: int) -> int:
    return encode("raid", kind)


def chase(num_players: int = 2, **rules: int) -> Scene:
    """Player 0 is to drive; the car is in the middle of the city."""
    scene = Scene(num_players, **rules)
    scene.state.hideout[:] = (5, 5, UNDERWORLD)
    scene.ask(Decision.CHASE)
    scene.state.car[0] = at(START)
    return scene


@pytest.mark.parametrize(
    ("cards", "order"),
    [((0, 0, 0), [0, 1, 2]), ((1, 2, 3), [2, 1, 0]), ((2, 3, 2), [1, 0, 2]), ((1, 2, 2), [1, 2, 0])],
)
def test_11_1_who_has_more_cards_is_first_the_lower_seat_on_ties(cards, order):
    scene = Scene(3)
    for seat, count in enumerate(cards):
        scene.give_any(seat, seat, count)
    scene.close(Decision.REGROUP)
    assert scene.state.chase_order[:3].tolist() == order
    seats = []
    for decision in (Decision.PARK, Decision.CHASE):
        for _ in range(3):
            assert scene.decision == decision
            seats.append(scene.mover())
            scene.play(scene.legal()[0])
    assert seats == order * 2


def test_11_1_the_car_is_parked_at_an_own_gangster():
    scene = Scene()
    scene.stand(0, C, "PARK/51ST")
    scene.close(Decision.REGROUP)
    assert scene.legal() == [encode("park", gang) for gang in (A, B, C, D)]
    scene.play(encode("park", C))
    assert scene.state.car[0] == at("PARK/51ST")


def test_11_1_one_drives_at_most_3_to_another_crossing():
    scene = chase()
    for crossing, allowed in (("2ND/49TH", True), ("3RD/52ND", True), ("LEX/51ST", True), ("PARK/51ST", False)):
        assert scene.allows(drive(crossing)) == allowed
    assert not scene.allows(drive(START))


def test_11_1_a_drive_of_2_is_safe():
    scene = chase()
    scene.load_dice(1)
    scene.play(drive("PARK/49TH"))
    assert scene.state.car[0] == at("PARK/49TH")
    assert scene.state.last_roll == -1 and not scene.state.misses_turn.any()


@pytest.mark.parametrize(("roll", "crossing"), [(1, START), (2, "3RD/52ND"), (6, "3RD/52ND")])
def test_11_1_a_drive_of_3_crashes_on_1(roll, crossing):
    scene = chase()
    scene.load_dice(roll)
    scene.play(drive("3RD/52ND"))
    assert scene.state.last_roll == roll
    assert scene.state.car[0] == at(crossing)
    scene.play(PASS)
    assert scene.mover() == (1 if roll == 1 else 0)


def test_11_1_a_crash_costs_one_turn_only():
    scene = chase()
    scene.load_dice(1)
    scene.play(drive("3RD/52ND"), PASS, PASS)
    assert scene.mover() == 0
    assert scene.state.chase_round == 3
    assert not scene.state.misses_turn.any()


@pytest.mark.parametrize(("money", "fine"), [(25, 10), (10, 10), (4, 4), (0, 0)])
def test_11_1_a_raid_in_vain_is_fined_at_most_what_one_has(money, fine):
    scene = chase()
    scene.state.money[0] = money
    scene.play(raid(CITY))
    assert scene.state.money[0] == money - fine
    assert scene.earned(0, Source.FINES) == -fine
    assert scene.state.tally[0, Tally.RAIDS] == 1
    assert scene.decision == Decision.CHASE


def test_11_1_all_know_of_a_raid_in_vain_and_nobody_raids_there_again():
    scene = chase()
    scene.state.car[1] = at(START)
    scene.play(raid(CITY))
    assert look(scene.states, 1)["ruled_out"][0, at(START)].tolist() == [0, 0, 1, 0]
    assert scene.mover() == 1
    assert not scene.allows(raid(CITY))
    assert scene.allows(raid(RESIDENTIAL))
    scene.state.car[1] = at("2ND/49TH")
    assert scene.allows(raid(CITY))


def test_11_1_cars_and_managers_hinder_nobody():
    scene = chase()
    scene.state.car[1] = at("2ND/49TH")
    scene.assistant(1, START, CITY)
    assert scene.allows(drive("2ND/49TH"))
    assert scene.allows(raid(CITY))


def test_11_1_waiting_is_always_asked_and_the_chase_has_six_rounds():
    scene = chase()
    scene.state.car[:2] = at(START)
    for number in range(6):
        assert scene.state.chase_round == 1 + number
        for seat in range(2):
            assert (scene.decision, scene.mover()) == (Decision.CHASE, seat)
            scene.play(PASS)
    assert scene.decision == Decision.OVER


def test_11_1_raiding_takes_the_exact_hideout():
    for hideout in ((3, 2, CITY), (2, 3, CITY), (2, 2, UNDERWORLD)):
        scene = chase()
        scene.state.hideout[:] = hideout
        scene.play(raid(CITY))
        assert scene.decision == Decision.CHASE and scene.state.finder == -1


@pytest.mark.parametrize("cards", [0, 1, 14])
def test_11_2_the_bounty_is_30_and_1_for_each_card(cards):
    scene = chase()
    scene.give_any(0, A, min(cards, 12))
    scene.give_any(0, D, max(cards - 12, 0))
    scene.give_any(1, A, 3)
    scene.state.hideout[:] = (2, 2, CITY)
    scene.play(raid(CITY))
    assert scene.state.money[:2].tolist() == [30 + cards, 0]
    assert scene.earned(0, Source.BOUNTY) == 30 + cards
    assert scene.state.finder == 0
    assert scene.state.tally[0, Tally.RAIDS] == 1


def test_11_2_finding_the_hideout_ends_the_game_at_once():
    scene = chase(3)
    scene.state.hideout[:] = (2, 2, CITY)
    scene.play(raid(CITY))
    assert scene.decision == Decision.OVER
    assert scene.mover() == -1
    assert scene.legal() == []


def standings(money: list[int], cards: list[int]) -> list[list[int]]:
    """Than how many players each player stands better and worse."""
    scene = Scene(len(money))
    scene.state.money[: len(money)] = money
    for seat, count in enumerate(cards):
        scene.give_any(seat, A, count)
    scene.state.decision = Decision.OVER
    out = np.zeros((1, 4, 2), np.int64)
    loops.standings(scene.states, 0, 1, out)
    return out[0, : len(money)].tolist()


def test_11_3_most_money_wins():
    assert standings([5, 9, 7], [9, 0, 0]) == [[0, 2], [2, 0], [1, 1]]


def test_11_3_on_ties_more_cards_win():
    assert standings([5, 5, 4], [2, 3, 9]) == [[1, 1], [2, 0], [0, 2]]


def test_11_3_else_the_victory_is_shared():
    assert standings([5, 5, 4], [3, 3, 9]) == [[1, 0], [1, 0], [0, 2]]
    assert standings([0, 0], [0, 0]) == [[0, 0], [0, 0]]
