"""Minigame 5, second half (clause 10.2): sets of emblems earn where the player has influence. Scored, no choices."""

from gangzzz_env.games.gangzzz.score import building_influence, pay
from gangzzz_env.games.gangzzz.state import Source
from gangzzz_env.games.gangzzz.tables import CARD_EMBLEM, CARD_POINTS, CARDS, EMBLEMS, GANGS
from gangzzz_env.jit import rule


@rule
def influence(state, seat, subtype):
    """10.2 1 for each building of the subtype, 2 where a Manager runs it, at most 3."""
    return min(building_influence(state, seat, subtype), int(state.rules.influence_cap))


@rule
def set_of(state, seat, gang, emblem):
    """10.2 How many cards of an emblem a gang has, and the sum of their points."""
    count = 0
    points = 0
    for card in range(CARDS):
        if CARD_EMBLEM[card] == emblem and state.place[card] == GANGS * seat + gang:
            count += 1
            points += int(CARD_POINTS[card])
    return count, points


@rule
def set_pays(state, seat, gang, emblem):
    """10.2 Three or more cards of one emblem earn their points times the influence there."""
    count, points = set_of(state, seat, gang, emblem)
    return points * influence(state, seat, emblem) if count >= state.rules.set_size else 0


@rule
def score_inventory(state):
    """10.2 Pay every set that earns, and show its cards (4.4)."""
    for seat in range(int(state.num_seats)):
        for gang in range(GANGS):
            for emblem in range(EMBLEMS):
                dollars = set_pays(state, seat, gang, emblem)
                if dollars > 0:
                    pay(state, seat, Source.INVENTORY, dollars)
                    show_set(state, seat, gang, emblem)


@rule
def show_set(state, seat, gang, emblem):
    """10.2 The cards of a paying set are shown."""
    for card in range(CARDS):
        if CARD_EMBLEM[card] == emblem and state.place[card] == GANGS * seat + gang:
            state.shown[card] = 1
