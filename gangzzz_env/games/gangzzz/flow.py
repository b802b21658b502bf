"""Whose turn it is (3.5), and which minigame answers `legal` and `apply`."""

from gangzzz_env.games.gangzzz.divide_and_rule import (
    apply_place_gangster,
    gangsters_placed,
    legal_place_gangster,
    snake_seat,
)
from gangzzz_env.games.gangzzz.dominance import score_dominance
from gangzzz_env.games.gangzzz.fair_fight import (
    ATTACKER,
    DEFENDER,
    apply_attack,
    apply_commit,
    has_attack,
    legal_attack,
    legal_commit,
)
from gangzzz_env.games.gangzzz.full_throttle import (
    apply_chase,
    apply_park,
    legal_chase,
    legal_park,
    next_chase_turn,
    next_in_chase,
    set_chase_order,
)
from gangzzz_env.games.gangzzz.influential_gentlemen import (
    apply_place_manager,
    has_placement,
    legal_place_manager,
)
from gangzzz_env.games.gangzzz.inventory import score_inventory
from gangzzz_env.games.gangzzz.regroup import apply_regroup, can_regroup, legal_regroup
from gangzzz_env.games.gangzzz.score import may_see
from gangzzz_env.games.gangzzz.state import Decision, set_all
from gangzzz_env.games.gangzzz.tables import GANGS
from gangzzz_env.games.gangzzz.trade import TO, apply_answer, apply_trade, can_trade, legal_answer, legal_trade
from gangzzz_env.jit import rule


@rule
def to_move(state):
    """The seat that decides now: who is asked to answer or defend, else whose turn it is; -1 when the game is over."""
    if state.decision == Decision.OVER:
        return -1
    if state.decision == Decision.ANSWER:
        return int(state.offer[TO])
    if state.decision == Decision.DEFENDER_COMMITS:
        return int(state.fight_seat[DEFENDER])
    return int(state.turn_seat)


@rule
def legal(view, mask):
    """13 Write the legal actions of the seat to move, all zero in the view of anybody else.

    Args:
        view: a record as the seat to move sees it (or the true state).
        mask: int8[755].
    """
    set_all(mask, 0)
    seat = to_move(view)
    decision = view.decision
    if seat < 0 or not may_see(view, seat):
        return
    if decision == Decision.PLACE_GANGSTER:
        legal_place_gangster(view, seat, mask)
    elif decision == Decision.PLACE_MANAGER:
        legal_place_manager(view, seat, mask)
    elif decision == Decision.TRADE:
        legal_trade(view, seat, mask)
    elif decision == Decision.ANSWER:
        legal_answer(mask)
    elif decision == Decision.ATTACK:
        legal_attack(view, seat, mask)
    elif decision == Decision.ATTACKER_COMMITS:
        legal_commit(view, ATTACKER, mask)
    elif decision == Decision.DEFENDER_COMMITS:
        legal_commit(view, DEFENDER, mask)
    elif decision == Decision.REGROUP:
        legal_regroup(view, seat, mask)
    elif decision == Decision.PARK:
        legal_park(view, mask)
    else:
        legal_chase(view, seat, mask)


@rule
def apply(state, action):
    """Play an action that the mask allows, and go on to the next decision."""
    seat = to_move(state)
    decision = state.decision
    state.decisions += 1
    if decision == Decision.PLACE_GANGSTER:
        apply_place_gangster(state, seat, action)
    elif decision == Decision.PLACE_MANAGER:
        apply_place_manager(state, seat, action)
    elif decision == Decision.TRADE:
        apply_trade(state, seat, action)
    elif decision == Decision.ANSWER:
        apply_answer(state, action)
    elif decision == Decision.ATTACK:
        apply_attack(state, seat, action)
    elif decision == Decision.ATTACKER_COMMITS:
        apply_commit(state, ATTACKER, action)
    elif decision == Decision.DEFENDER_COMMITS:
        apply_commit(state, DEFENDER, action)
    elif decision == Decision.REGROUP:
        apply_regroup(state, seat, action)
    elif decision == Decision.PARK:
        apply_park(state, seat, action)
    else:
        apply_chase(state, seat, action)
    end_turn(state)


@rule
def end_turn(state):
    """Go on to the next decision, unless the turn waits for an answer or a card, or the game is over."""
    decision = state.decision
    if decision == Decision.PLACE_GANGSTER:
        next_placement(state)
    elif decision == Decision.PARK:
        next_parking(state)
    elif decision == Decision.CHASE:
        next_chase_turn(state)
    elif is_turn_by_turn(decision):
        next_seat(state)


@rule
def is_turn_by_turn(decision):
    """3.5 Whether this decision is one of the minigames that go round until all are out."""
    return (
        decision == Decision.PLACE_MANAGER
        or decision == Decision.TRADE
        or decision == Decision.ATTACK
        or decision == Decision.REGROUP
    )


@rule
def next_placement(state):
    """5.1 The next seat in snake order, until all gangsters are placed."""
    placed = gangsters_placed(state)
    num_seats = int(state.num_seats)
    if placed < GANGS * num_seats:
        state.turn_seat = snake_seat(placed, num_seats)
    else:
        begin(state, Decision.PLACE_MANAGER, 2)
        next_seat(state)


@rule
def begin(state, decision, minigame):
    """3.5 Minigame m starts with seat (m - 1) mod players, nobody is out; `next_seat` then finds who is first."""
    state.decision = decision
    set_all(state.is_out, 0)
    state.turn_seat = (minigame - 2 + int(state.num_seats)) % int(state.num_seats)


@rule
def has_choice(state, seat):
    """3.5 Whether a player has anything left to do in this minigame; a lone pass is never asked (13)."""
    if state.decision == Decision.PLACE_MANAGER:
        return has_placement(state, seat)
    if state.decision == Decision.TRADE:
        return can_trade(state, seat)
    if state.decision == Decision.ATTACK:
        return has_attack(state, seat)
    return can_regroup(state, seat)


@rule
def next_seat(state):
    """3.5 The next player who is not out and has something left to do, in this minigame or the next one."""
    while is_turn_by_turn(state.decision):
        for _ in range(int(state.num_seats)):
            seat = (int(state.turn_seat) + 1) % int(state.num_seats)
            state.turn_seat = seat
            if state.is_out[seat] == 0:
                if has_choice(state, seat):
                    return
                state.is_out[seat] = 1
        next_minigame(state)


@rule
def next_minigame(state):
    """All are out: trade closes minigame 2; dominance is scored before the fights, the inventory before the chase."""
    if state.decision == Decision.PLACE_MANAGER:
        begin(state, Decision.TRADE, 2)
    elif state.decision == Decision.TRADE:
        score_dominance(state)
        begin(state, Decision.ATTACK, 4)
    elif state.decision == Decision.ATTACK:
        begin(state, Decision.REGROUP, 5)
    else:
        score_inventory(state)
        begin_chase(state)


@rule
def begin_chase(state):
    """11.1 Set the order of play; cars are parked in it."""
    state.decision = Decision.PARK
    set_all(state.is_out, 0)
    set_chase_order(state)
    state.turn_seat = state.chase_order[0]


@rule
def next_parking(state):
    """11.1 The next player parks, until all have; then the first round begins."""
    seat = next_in_chase(state, int(state.turn_seat))
    state.turn_seat = seat
    if seat == state.chase_order[0]:
        state.decision = Decision.CHASE
        state.chase_round = 1


# The bound on the decisions of a game under any rules: gangsters; managers and a last pass each; trade; fights of
# three decisions and a last pass each; regrouping and a last pass each; parking; the chase. In trade: at most 32 pieces
# are sold, each by an offer and its answer; 40 offers are declined; the 4 workshops give at most 10 licenses each; and
# a last pass each.
MAX_DECISIONS = 16 + (64 + 4) + (2 * 32 + 2 * 40 + 40 + 4) + (3 * 16 + 4) + (20 * 4 + 4) + 4 + 20 * 4
