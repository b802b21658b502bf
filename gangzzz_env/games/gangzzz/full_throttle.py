"""Minigame 6, Full Throttle (section 11): the chase for the hideout."""

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.score import cards_of, distance, pay
from gangzzz_env.games.gangzzz.state import Decision, Source, Stream, Tally
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS, KINDS
from gangzzz_env.jit import rule
from gangzzz_env.rng import below


@rule
def set_chase_order(state):
    """11.1 Order of play: by number of cards, most first; ties: lower seat first."""
    for seat in range(int(state.num_seats)):
        position = 0
        for rival in range(int(state.num_seats)):
            lead = cards_of(state, rival) - cards_of(state, seat)
            position += lead > 0 or (lead == 0 and rival < seat)
        state.chase_order[position] = seat


@rule
def next_in_chase(state, seat):
    """11.1 The seat after this one in the order of play, the first one after the last."""
    for position in range(int(state.num_seats) - 1):
        if state.chase_order[position] == seat:
            return int(state.chase_order[position + 1])
    return int(state.chase_order[0])


@rule
def legal_park(state, mask):
    """11.1 At the crossing of any of one's own gangsters."""
    for gang in range(GANGS):
        mask[actions.PARK + gang] = 1


@rule
def apply_park(state, seat, action):
    """11.1 The car is parked at a gangster's crossing."""
    state.car[seat] = state.gangster[seat, action - actions.PARK]


@rule
def can_drive(state, seat, crossing):
    """11.1 Another crossing, at most 3 away."""
    apart = distance(int(state.car[seat]), crossing)
    return 0 < apart <= state.rules.longest_drive


@rule
def can_raid(state, seat, kind):
    """11.1 The building of this kind at the car's crossing has not been raided in vain."""
    return state.ruled_out[state.car[seat], kind] == 0


@rule
def legal_chase(state, seat, mask):
    """11.1 Wait, drive or raid."""
    mask[actions.PASS] = 1
    for crossing in range(CROSSINGS):
        if can_drive(state, seat, crossing):
            mask[actions.DRIVE + crossing] = 1
    for kind in range(KINDS):
        if can_raid(state, seat, kind):
            mask[actions.RAID + kind] = 1


@rule
def apply_chase(state, seat, action):
    """11.1 Wait, drive or raid."""
    if action >= actions.RAID:
        raid(state, seat, action - actions.RAID)
    elif action >= actions.DRIVE:
        drive(state, seat, action - actions.DRIVE)


@rule
def drive(state, seat, crossing):
    """11.1 Beyond the safe distance the car goes full throttle: on a 1 it crashes, stays, and misses the next turn."""
    if distance(int(state.car[seat]), crossing) > state.rules.safe_drive:
        state.last_roll = 1 + below(state.random[Stream.DICE], 6)
        if state.last_roll <= state.rules.crash_at_most:
            state.misses_turn[seat] = 1
            return
    state.car[seat] = crossing


@rule
def is_hideout(state, crossing, kind):
    """3.3 Whether Vittorio hides in this building."""
    return state.hideout[0] == crossing % 6 and state.hideout[1] == crossing // 6 and state.hideout[2] == kind


@rule
def bounty(state, seat):
    """11.2 30 + 1 for each card held."""
    return int(state.rules.bounty) + int(state.rules.bounty_per_card) * cards_of(state, seat)


@rule
def fine(state, seat):
    """11.1 10, at most what one has."""
    return min(int(state.rules.fine), int(state.money[seat]))


@rule
def raid(state, seat, kind):
    """11.1, 11.2 The hideout: the bounty, and the game ends. Else a fine, and all know it is not there."""
    crossing = int(state.car[seat])
    state.tally[seat, Tally.RAIDS] += 1
    if is_hideout(state, crossing, kind):
        pay(state, seat, Source.BOUNTY, bounty(state, seat))
        state.finder = seat
        state.decision = Decision.OVER
    else:
        pay(state, seat, Source.FINES, -fine(state, seat))
        state.ruled_out[crossing, kind] = 1


@rule
def next_chase_turn(state):
    """11.1 The next player who does not miss this turn; after the last round the game is over."""
    while True:
        seat = next_in_chase(state, int(state.turn_seat))
        if seat == state.chase_order[0]:
            if state.chase_round == state.rules.chase_rounds:
                state.decision = Decision.OVER
                return
            state.chase_round += 1
        state.turn_seat = seat
        if state.misses_turn[seat] == 0:
            return
        state.misses_turn[seat] = 0
