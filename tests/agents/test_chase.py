"""Full Throttle as greedy plays it: where to park, when to risk a crash, when to raid and when to leave it."""

import pytest

from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import Decision
from tests.agents.asked import asked
from tests.gangzzz.scene import CITY, UNDERWORLD, A, B, C, D, Scene, at

CORNER = "1ST/47TH"


def chase(decision: Decision, *possible: tuple[int, int, int]) -> Scene:
    """Player 0, the first in order, has noted all clues but those of these hideouts; player 1 has most of the cards."""
    scene = Scene()
    state = scene.state
    for gang in (A, B, C, D):
        scene.give_any(1, gang, 12)
        scene.stand(0, gang, "MADI/52ND")
        scene.stand(1, gang, "MADI/52ND")
    state.chase_order[:2] = 0, 1
    if decision == Decision.CHASE:
        state.chase_round = 1
        state.car[:2] = at("MADI/52ND")
    flags = {clue for avenue, street, kind in possible for clue in (avenue, 6 + street, 12 + kind)}
    state.notebook[0] = sum(1 << clue for clue in range(16) if clue not in flags)
    return scene.ask(decision)


def drive(crossing: str) -> int:
    return encode("drive", at(crossing))


def test_11_1_parks_where_a_drive_at_full_throttle_comes_in_time():
    scene = chase(Decision.PARK, (0, 0, CITY))
    scene.stand(0, A, "PARK/47TH")
    scene.stand(0, B, "LEX/47TH")
    scene.stand(1, A, "1ST/49TH")
    assert asked(scene) == encode("park", B)


def test_11_1_parks_at_the_gangster_nearest_to_the_hideout():
    scene = chase(Decision.PARK, (0, 0, CITY))
    scene.stand(0, C, "2ND/47TH")
    assert asked(scene) == encode("park", C)


@pytest.mark.parametrize(("rival", "risks"), [("2ND/47TH", True), ("LEX/48TH", False)])
def test_11_1_risks_a_crash_only_where_a_rival_would_be_there_first(rival, risks):
    scene = chase(Decision.CHASE, (0, 0, CITY))
    scene.state.car[:2] = at("LEX/47TH"), at(rival)
    scene.stand(1, A, rival)
    assert (asked(scene) == drive(CORNER)) == risks


def test_11_1_raids_the_only_building_where_the_hideout_may_be():
    scene = chase(Decision.CHASE, (0, 0, UNDERWORLD))
    scene.state.car[0] = at(CORNER)
    assert asked(scene) == encode("raid", UNDERWORLD)


@pytest.mark.parametrize(("lead", "raids"), [(5, False), (-5, True)])
def test_11_1_who_leads_in_the_last_round_risks_no_fine(lead, raids):
    scene = chase(Decision.CHASE, (0, 0, CITY), (1, 1, UNDERWORLD))
    scene.state.car[0] = at(CORNER)
    scene.state.chase_round = 6
    scene.state.money[:2] = 50 + lead, 50
    assert (asked(scene) != PASS) == raids


@pytest.mark.parametrize(("way", "goal"), [("3RD/51ST", "1ST/51ST"), ("LEX/48TH", CORNER)])
def test_11_a_rival_who_drives_elsewhere_speaks_against_a_hideout(way, goal):
    scene = chase(Decision.CHASE, (0, 0, CITY), (0, 4, CITY))
    scene.state.chase_round = 2
    scene.stand(0, A, "1ST/49TH")
    scene.stand(1, A, "LEX/50TH")
    scene.state.car[:2] = at("1ST/49TH"), at(way)
    assert asked(scene) == drive(goal)
