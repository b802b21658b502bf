"""Fair Fight as greedy plays it: whom to attack, when to leave it, and which card to commit."""

import pytest

from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import CARD_ATTRIBUTES, CARD_EMBLEM
from tests.agents.asked import asked
from tests.gangzzz.scene import CITY, HOSPITAL, STRENGTH, A, B, C, Scene, card_of, cards_with

WEAK, STRONG = ([card for card in range(112) if CARD_ATTRIBUTES[card].sum() == total] for total in (6, 12))

LOOSE = max(card for card in range(112) if CARD_ATTRIBUTES[card, 0] == 1 and CARD_EMBLEM[card] != HOSPITAL)


def show(scene: Scene, *cards: int) -> None:
    """The faces of these cards have been shown."""
    scene.state.shown[list(cards)] = 1


def fight(own: list[int], theirs: list[int], roll: int) -> Scene:
    """Player 0 has attacked with gang A, rolled strength, and is to commit; the rival's cards are shown."""
    scene = Scene()
    state = scene.state
    scene.give(0, A, *own)
    scene.give(1, A, *theirs)
    show(scene, *theirs)
    scene.give_die(0, A, roll, STRENGTH)
    state.fight_seat[:], state.fight_gang[:], state.fight_roll[:] = (0, 1), (A, A), (roll, 1)
    state.attacked[0, A] = 1
    return scene.ask(Decision.ATTACKER_COMMITS)


def commit(own: list[int], card: int) -> int:
    return encode("commit", sorted(own).index(card))


def test_9_attacks_the_weaker_gang_with_the_stronger_one():
    scene = Scene()
    scene.give(0, A, *WEAK[:1])
    scene.give(0, B, *STRONG[:2])
    scene.give(1, A, *STRONG[2:4])
    scene.give(1, B, *WEAK[1:2])
    show(scene, *WEAK[:2], *STRONG[:4])
    assert asked(scene.ask(Decision.ATTACK)) == encode("attack", B, 0, B)


@pytest.mark.parametrize(("leader", "attacks"), [(1, True), (0, False)])
def test_9_who_is_behind_in_cards_attacks_and_who_leads_does_not(leader, attacks):
    scene = Scene()
    scene.give(0, A, *WEAK[:1])
    scene.give(1, A, *WEAK[1:2])
    scene.give_any(leader, C, 2)
    show(scene, *WEAK[1:2])
    scene.state.attacked[0, B:] = scene.state.attacked[1] = scene.state.hides[1, B:] = 1
    assert (asked(scene.ask(Decision.ATTACK)) != PASS) == attacks


def test_9_leaves_the_weak_gang_to_a_gang_that_can_beat_no_other():
    scene = Scene()
    for gang, own, theirs in ((A, STRONG[0], WEAK[0]), (B, WEAK[1], STRONG[1])):
        scene.give(0, gang, own)
        scene.give(1, gang, theirs)
        show(scene, theirs)
    scene.state.bonus[0] = ((4,) * 3, (2,) * 3, (0,) * 3, (0,) * 3)
    assert asked(scene.ask(Decision.ATTACK)) != encode("attack", A, 0, A)


def test_9_3_commits_no_card_of_a_set_to_a_fight_that_is_lost():
    own = [*cards_with(HOSPITAL, 3, 3, 3), LOOSE]
    scene = fight(own, [card_of(STRENGTH, 5, 1)], 1)
    scene.build("small hospital", "1ST/47TH")
    scene.manager(0, "1ST/47TH", CITY)
    assert asked(scene) == commit(own, own[-1])


def test_9_3_commits_the_card_that_wins():
    own = [card_of(STRENGTH, 5), card_of(STRENGTH, 2)]
    assert asked(fight(own, [card_of(STRENGTH, 4)], 1)) == commit(own, own[0])
