"""Minigame 5, first half (clause 10.1): regroup cards between one's own gangs before the count."""

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.actions import other
from gangzzz_env.games.gangzzz.score import join_gang, leave_gang
from gangzzz_env.games.gangzzz.tables import CARD_EMBLEM, CARD_POINTS, CARDS, GANG_LIMIT, GANGS
from gangzzz_env.jit import rule

OTHERS = GANGS - 1


@rule
def card_to_move(state, seat, emblem, gang):
    """10.1 The card of an emblem with the most points in a gang, the lowest card number on ties; or -1."""
    best = -1
    for card in range(CARDS):
        if CARD_EMBLEM[card] == emblem and state.place[card] == GANGS * seat + gang:
            if best < 0 or CARD_POINTS[card] > CARD_POINTS[best]:
                best = card
    return best


@rule
def has_room(state, seat, gang):
    """10.1 Whether a gang has room for a card (4.2)."""
    return state.gang_count[seat, gang] < GANG_LIMIT


@rule
def legal_regroup(state, seat, mask):
    """10.1 Stop, or move a card of an emblem from a gang to another that has room."""
    mask[actions.PASS] = 1
    for card in range(CARDS):
        place = int(state.place[card])
        if place < 0 or place // GANGS != seat:
            continue
        gang = place % GANGS
        for to in range(OTHERS):
            if has_room(state, seat, other(to, gang)):
                mask[actions.REGROUP + (int(CARD_EMBLEM[card]) * GANGS + gang) * OTHERS + to] = 1


@rule
def can_regroup(state, seat):
    """10.1 The player has moves left and a legal one: a card in some gang and room in another."""
    if state.regroup_moves[seat] >= state.rules.regroup_moves:
        return False
    for gang in range(GANGS):
        if state.gang_count[seat, gang] == 0:
            continue
        for to in range(GANGS):
            if to != gang and has_room(state, seat, to):
                return True
    return False


@rule
def apply_regroup(state, seat, action):
    """10.1 Stop, or make the move."""
    if action == actions.PASS:
        state.is_out[seat] = 1
        return
    index = action - actions.REGROUP
    gang = index // OTHERS % GANGS
    card = card_to_move(state, seat, index // (OTHERS * GANGS), gang)
    leave_gang(state, card)
    join_gang(state, card, seat, other(index % OTHERS, gang))
    state.regroup_moves[seat] += 1
