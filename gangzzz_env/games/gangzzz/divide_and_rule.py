"""Minigame 1, Divide and Rule (section 5): place gangsters and hire their first men off the street."""

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.score import draw
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS
from gangzzz_env.jit import rule


@rule
def gangsters_placed(state):
    """How many gangsters of all players stand in the city."""
    placed = 0
    for seat in range(int(state.num_seats)):
        for gang in range(GANGS):
            placed += state.gangster[seat, gang] >= 0
    return placed


@rule
def snake_seat(turn, num_seats):
    """5.1 Whose turn it is in snake order: 0..n-1, n-1..0, 0..n-1, n-1..0."""
    place = turn % num_seats
    return place if turn // num_seats % 2 == 0 else num_seats - 1 - place


@rule
def is_occupied(state, crossing):
    """5.1 Whether a gangster of anybody stands at a crossing."""
    for seat in range(int(state.num_seats)):
        for gang in range(GANGS):
            if state.gangster[seat, gang] == crossing:
                return True
    return False


@rule
def legal_place_gangster(state, seat, mask):
    """5.1 Any unplaced gangster on any crossing without a gangster."""
    for crossing in range(CROSSINGS):
        if is_occupied(state, crossing):
            continue
        for gang in range(GANGS):
            if state.gangster[seat, gang] < 0:
                mask[actions.PLACE_GANGSTER + CROSSINGS * gang + crossing] = 1


@rule
def apply_place_gangster(state, seat, action):
    """5.1 Place the gangster and draw his first cards."""
    index = action - actions.PLACE_GANGSTER
    gang = index // CROSSINGS
    state.gangster[seat, gang] = index % CROSSINGS
    draw(state, seat, gang, int(state.rules.recruits))
