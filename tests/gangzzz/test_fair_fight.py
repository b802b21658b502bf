"""Section 9: fights."""

import pytest

from gangzzz_env.games.gangzzz.actions import PASS, encode
from gangzzz_env.games.gangzzz.state import Decision, Tally
from gangzzz_env.games.gangzzz.tables import FIGHT_DICE
from tests.gangzzz.scene import ARMAMENT, SMARTS, STRENGTH, A, B, C, D, Scene, card_of
from tests.gangzzz.table import look

COMMIT = encode("commit", 0)


def attack(gang: int, target: int, opponent: int = 0) -> int:
    return encode("attack", gang, opponent, target)


def street(num_players: int = 2, **rules: int) -> Scene:
    """Gangs A and B of every player hold a card each."""
    scene = Scene(num_players, **rules)
    for seat in range(num_players):
        for gang in (A, B):
            scene.give_any(seat, gang, 1)
    return scene.ask(Decision.ATTACK)


@pytest.mark.parametrize(("crossing", "in_range"), [("1ST/50TH", True), ("2ND/49TH", True), ("2ND/50TH", False)])
def test_9_1_gangsters_at_most_3_apart_may_fight(crossing, in_range):
    scene = street()
    scene.stand(0, A, "1ST/47TH")
    scene.stand(0, B, "MADI/47TH")
    scene.stand(1, A, crossing)
    scene.stand(1, B, "MADI/52ND")
    assert scene.allows(attack(A, A)) == in_range
    assert scene.allows(PASS)


def test_9_1_both_gangs_hold_a_card():
    scene = street()
    assert scene.allows(attack(A, A)) and scene.allows(attack(B, A))
    assert not scene.allows(attack(A, C))
    assert not scene.allows(attack(C, A))


def test_9_1_one_attacks_opponents_only_named_by_seats_after_ones_own():
    scene = street(4).ask(Decision.ATTACK, seat=2)
    scene.stand(2, A, "2ND/48TH")
    scene.play(attack(A, B, opponent=1))
    assert scene.state.fight_seat.tolist() == [2, 0]
    assert scene.state.fight_gang.tolist() == [A, B]
    assert not any(street(2).allows(attack(A, A, opponent)) for opponent in (1, 2))


def test_9_1_a_gang_attacks_at_most_once():
    scene = street()
    scene.give_any(0, A, 3)
    scene.play(attack(A, A), COMMIT, COMMIT)
    scene.ask(Decision.ATTACK)
    assert not scene.allows(attack(A, B))
    assert scene.allows(attack(B, B))


def test_9_1_a_hiding_gang_cannot_be_attacked_but_may_attack():
    scene = street()
    scene.state.hides[1, A] = 1
    assert not scene.allows(attack(A, A))
    assert scene.allows(attack(A, B))
    scene.ask(Decision.ATTACK, seat=1)
    assert scene.allows(attack(A, A))


def test_9_1_a_gang_that_has_attacked_can_be_attacked():
    scene = street()
    scene.state.attacked[1, A] = 1
    assert scene.allows(attack(A, A))


def test_9_1_who_passes_is_out_and_it_ends_when_all_are():
    scene = street()
    scene.play(PASS)
    assert (scene.decision, scene.mover()) == (Decision.ATTACK, 1)
    scene.play(PASS)
    assert scene.decision == Decision.REGROUP


def test_9_1_who_cannot_attack_is_out():
    scene = street(3)
    scene.state.attacked[1] = 1
    scene.play(attack(A, A), COMMIT, COMMIT)
    assert scene.mover() == 2
    assert scene.state.is_out[1] == 1


@pytest.mark.parametrize("rolls", [(6, 1), (2, 5)])
def test_9_2_both_gangs_roll_their_own_die_and_all_see_it(rolls):
    scene = street(3)
    scene.load_dice(*rolls)
    scene.play(attack(A, B))
    assert scene.state.fight_roll.tolist() == list(rolls)
    for seat in range(3):
        assert look(scene.states, seat)["fight_roll"][0].tolist() == list(rolls)
    assert scene.state.tally[:3, Tally.FIGHTS].tolist() == [1, 1, 0]


def duel(mine: int, theirs: int, dice: tuple[str, str], rolls: tuple[int, int], **rules: int) -> Scene:
    """Gang A of player 0 attacks gang B of player 1: a card each, what the dice show, what is rolled."""
    scene = Scene(2, **rules)
    scene.give(0, A, mine)
    scene.give(1, B, theirs)
    scene.give_die(0, A, rolls[0], dice[0])
    scene.give_die(1, B, rolls[1], dice[1])
    scene.load_dice(*rolls)
    scene.ask(Decision.ATTACK).play(attack(A, B))
    return scene


def winner(scene: Scene) -> int:
    scene.play(COMMIT, COMMIT)
    return int(scene.state.fight_winner)


@pytest.mark.parametrize("attribute", [STRENGTH, SMARTS, ARMAMENT])
def test_9_2_the_attackers_die_says_what_the_fight_is_about(attribute):
    others = [other for other in (STRENGTH, SMARTS, ARMAMENT) if other != attribute]
    strong, weak = card_of(attribute, 5), card_of(attribute, 1)
    for other in others:
        assert winner(duel(strong, weak, (attribute, other), (3, 6))) == 0
        assert winner(duel(weak, strong, (attribute, other), (3, 6))) == 1


def test_9_2_the_mark_is_the_one_beside_the_value():
    scene = duel(card_of(STRENGTH, 5), card_of(STRENGTH, 1), (STRENGTH, STRENGTH), (4, 4))
    assert FIGHT_DICE[scene.state.fight_die[0, A], 4 - 1] == 0
    strengths = [value for value in range(1, 7) if FIGHT_DICE[scene.state.fight_die[0, A], value - 1] == 0]
    assert len(strengths) == 2 and 4 in strengths
    assert winner(scene) == 0


def test_9_3_the_attacker_commits_unseen_then_the_defender():
    scene = street()
    scene.give_any(0, A, 2)
    scene.give_any(1, B, 1)
    scene.play(attack(A, B))
    assert (scene.decision, scene.mover()) == (Decision.ATTACKER_COMMITS, 0)
    assert scene.legal() == [COMMIT, COMMIT + 1, COMMIT + 2]
    scene.play(COMMIT + 1)
    card = scene.gang(0, A)[1]
    assert (scene.decision, scene.mover()) == (Decision.DEFENDER_COMMITS, 1)
    assert scene.legal() == [COMMIT, COMMIT + 1]
    assert look(scene.states, 0)["fight_card"][0, 0] == card
    assert look(scene.states, 1)["fight_card"][0, 0] == -1
    defenders = scene.gang(1, B)[1]
    scene.play(COMMIT + 1)
    assert scene.state.fight_card.tolist() == [card, defenders]
    assert scene.decision == Decision.ATTACK


@pytest.mark.parametrize(("rolls", "won_by"), [((4, 3), 0), ((3, 4), 1), ((4, 4), 1)])
def test_9_3_the_higher_score_wins_and_a_tie_is_the_defenders(rolls, won_by):
    cards = card_of(SMARTS, 3), card_of(SMARTS, 3, place=1)
    assert winner(duel(*cards, (SMARTS, SMARTS), rolls)) == won_by


@pytest.mark.parametrize(("mine", "theirs", "won_by"), [(5, 4, 0), (4, 5, 1), (4, 4, 1)])
def test_9_3_the_cards_attribute_counts(mine, theirs, won_by):
    cards = card_of(ARMAMENT, mine), card_of(ARMAMENT, theirs, place=1)
    assert winner(duel(*cards, (ARMAMENT, ARMAMENT), (2, 2))) == won_by


@pytest.mark.parametrize(("roll", "won_by"), [(2, 1), (3, 0)])
def test_9_3_a_defenders_die_that_shows_another_attribute_counts_half_rounded_down(roll, won_by):
    cards = card_of(SMARTS, 3), card_of(SMARTS, 3, place=1)
    assert winner(duel(*cards, (SMARTS, STRENGTH), (roll, 5))) == won_by


@pytest.mark.parametrize(
    ("seat", "gang", "rolls", "won_by"), [(0, A, (3, 3), 0), (0, B, (3, 3), 1), (1, B, (4, 3), 1), (1, A, (4, 3), 0)]
)
def test_9_3_the_bonus_of_the_fighting_gang_counts(seat, gang, rolls, won_by):
    scene = duel(card_of(SMARTS, 3), card_of(SMARTS, 3, place=1), (SMARTS, SMARTS), rolls)
    scene.state.bonus[seat, gang, 1] = 1
    assert winner(scene) == won_by


def test_9_3_only_the_bonus_for_the_attribute_counts():
    scene = duel(card_of(SMARTS, 3), card_of(SMARTS, 3, place=1), (SMARTS, SMARTS), (3, 3))
    scene.state.bonus[0, A] = 9, 0, 9
    assert winner(scene) == 1


@pytest.mark.parametrize(("mine", "theirs", "won_by"), [(5, 1, 0), (1, 5, 1)])
def test_9_4_the_winner_takes_the_losers_card_into_the_winning_gang(mine, theirs, won_by):
    cards = card_of(STRENGTH, mine), card_of(STRENGTH, theirs)
    scene = duel(*cards, (STRENGTH, STRENGTH), (3, 3))
    assert winner(scene) == won_by
    gang = (A, B)[won_by]
    assert scene.gang(won_by, gang) == sorted(cards)
    assert scene.state.gang_count[won_by, gang] == 2 and scene.state.gang_count.sum() == 2
    assert scene.state.tally[won_by, Tally.CARDS_WON] == scene.state.tally[1 - won_by, Tally.CARDS_LOST] == 1


def test_9_4_only_a_lost_defense_makes_a_gang_hide():
    scene = duel(card_of(STRENGTH, 5), card_of(STRENGTH, 1), (STRENGTH, STRENGTH), (3, 3))
    winner(scene)
    assert scene.state.hides[1, B] == scene.state.hides.sum() == 1
    scene = duel(card_of(STRENGTH, 1), card_of(STRENGTH, 5), (STRENGTH, STRENGTH), (3, 3))
    winner(scene)
    assert not scene.state.hides.any()
    assert scene.state.attacked[0, A] == scene.state.attacked.sum() == 1


def test_9_4_cards_that_were_not_committed_stay():
    scene = street()
    scene.give_any(0, D, 2)
    held = scene.gang(0, D), scene.gang(1, A)
    scene.play(attack(B, B), COMMIT, COMMIT)
    assert (scene.gang(0, D), scene.gang(1, A)) == held
