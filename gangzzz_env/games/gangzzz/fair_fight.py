"""Minigame 4, Fair Fight (section 9): attack an opponent's gang, commit cards, take the loser's."""

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.actions import OPPONENTS, opponent_seat
from gangzzz_env.games.gangzzz.score import card_in_slot, distance, win_card
from gangzzz_env.games.gangzzz.state import Decision, Stream, Tally, set_all
from gangzzz_env.games.gangzzz.tables import CARD_ATTRIBUTES, FIGHT_DICE, GANGS
from gangzzz_env.jit import rule
from gangzzz_env.rng import below

ATTACKER, DEFENDER = 0, 1


@rule
def can_attack(state, seat, gang, target_seat, target_gang):
    """9.1 The gang is fresh, both hold a card, the target is not hiding and is in range."""
    if state.attacked[seat, gang] or state.gang_count[seat, gang] == 0:
        return False
    if state.hides[target_seat, target_gang] or state.gang_count[target_seat, target_gang] == 0:
        return False
    apart = distance(int(state.gangster[seat, gang]), int(state.gangster[target_seat, target_gang]))
    return apart <= state.rules.fight_range


@rule
def legal_attack(state, seat, mask):
    """9.1 Pass, or attack with a fresh gang."""
    mask[actions.PASS] = 1
    num_seats = int(state.num_seats)
    for gang in range(GANGS):
        for opponent in range(num_seats - 1):
            target_seat = opponent_seat(seat, opponent, num_seats)
            for target_gang in range(GANGS):
                if can_attack(state, seat, gang, target_seat, target_gang):
                    mask[actions.ATTACK + (gang * OPPONENTS + opponent) * GANGS + target_gang] = 1


@rule
def has_attack(state, seat):
    """9.1 Whether a player can attack at all."""
    for gang in range(GANGS):
        for target_seat in range(int(state.num_seats)):
            if target_seat == seat:
                continue
            for target_gang in range(GANGS):
                if can_attack(state, seat, gang, target_seat, target_gang):
                    return True
    return False


@rule
def apply_attack(state, seat, action):
    """9.1, 9.2 Pass, or attack: both gangs roll their dice, and the attacker commits first."""
    if action == actions.PASS:
        state.is_out[seat] = 1
        return
    index = action - actions.ATTACK
    gang = index // (OPPONENTS * GANGS)
    target_seat = opponent_seat(seat, index // GANGS % OPPONENTS, int(state.num_seats))
    state.attacked[seat, gang] = 1
    state.fight_seat[ATTACKER] = seat
    state.fight_seat[DEFENDER] = target_seat
    state.fight_gang[ATTACKER] = gang
    state.fight_gang[DEFENDER] = index % GANGS
    set_all(state.fight_card, -1)
    state.fight_winner = -1
    for side in range(2):
        state.fight_roll[side] = 1 + below(state.random[Stream.DICE], 6)
        state.tally[state.fight_seat[side], Tally.FIGHTS] += 1
    state.decision = Decision.ATTACKER_COMMITS


@rule
def rolled_attribute(state, side):
    """9.2 The attribute beside the value that a side of the fight rolled on its gang's die."""
    die = int(state.fight_die[state.fight_seat[side], state.fight_gang[side]])
    return int(FIGHT_DICE[die, state.fight_roll[side] - 1])


@rule
def die_counts(state, side):
    """9.3 The attacker's die in full; the defender's too if it shows the same attribute, else half, rounded down."""
    roll = int(state.fight_roll[side])
    if side == ATTACKER or rolled_attribute(state, DEFENDER) == rolled_attribute(state, ATTACKER):
        return roll
    return roll // int(state.rules.mismatch_divisor)


@rule
def fight_score(state, side, card):
    """9.3 The card's attribute + the gang's bonus for it + the die."""
    attribute = rolled_attribute(state, ATTACKER)
    bonus = int(state.bonus[state.fight_seat[side], state.fight_gang[side], attribute])
    return int(CARD_ATTRIBUTES[card, attribute]) + bonus + die_counts(state, side)


@rule
def legal_commit(state, side, mask):
    """9.3 Any card of the fighting gang, by slot."""
    for slot in range(int(state.gang_count[state.fight_seat[side], state.fight_gang[side]])):
        mask[actions.COMMIT + slot] = 1


@rule
def apply_commit(state, side, action):
    """9.3 The attacker commits unseen, then the defender; with both the fight is decided."""
    seat = int(state.fight_seat[side])
    gang = int(state.fight_gang[side])
    state.fight_card[side] = card_in_slot(state, seat, gang, action - actions.COMMIT)
    if side == ATTACKER:
        state.decision = Decision.DEFENDER_COMMITS
    else:
        decide_fight(state)
        state.decision = Decision.ATTACK


@rule
def decide_fight(state):
    """9.3, 9.4 Both cards are shown; higher wins, a tie is the defender's; the winner takes the loser's card."""
    for side in range(2):
        state.shown[state.fight_card[side]] = 1
    attack = fight_score(state, ATTACKER, int(state.fight_card[ATTACKER]))
    defense = fight_score(state, DEFENDER, int(state.fight_card[DEFENDER]))
    winner = ATTACKER if attack > defense else DEFENDER
    loser = 1 - winner
    if winner == ATTACKER:
        state.hides[state.fight_seat[DEFENDER], state.fight_gang[DEFENDER]] = 1
    seat = int(state.fight_seat[winner])
    win_card(state, int(state.fight_card[loser]), seat, int(state.fight_gang[winner]))
    state.fight_winner = seat
    state.tally[seat, Tally.CARDS_WON] += 1
    state.tally[state.fight_seat[loser], Tally.CARDS_LOST] += 1
