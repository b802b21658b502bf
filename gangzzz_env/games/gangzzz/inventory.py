"""Minigame 5, second half (clause 10.2): sets of emblems earn where the player has influence. Scored, no choices."""

import numpy as np

from gangzzz_env.games.gangzzz.score import building_influence, pay
from gangzzz_env.games.gangzzz.state import IN_DECK, Source
from gangzzz_env.games.gangzzz.tables import CARD_EMBLEM, CARD_POINTS, CARDS, EMBLEMS, GANGS, SEATS
from gangzzz_env.jit import rule


@rule
def influence(state, seat, subtype):
    """10.2 1 for each building of the subtype, 2 where a Manager runs it, at most 3."""
    return min(building_influence(state, seat, subtype), int(state.rules.influence_cap))


@rule
def count_sets(state, count, points):
    """10.2 Count the cards and their points by place, 4 * seat + gang, and emblem: int64[16, 8], which start at 0."""
    for card in range(CARDS):
        place = int(state.place[card])
        if 0 <= place < IN_DECK:
            count[place, CARD_EMBLEM[card]] += 1
            points[place, CARD_EMBLEM[card]] += int(CARD_POINTS[card])


@rule
def set_pays(state, seat, gang, emblem, count, points):
    """10.2 Three or more cards of one emblem earn their points times the influence there."""
    if count[GANGS * seat + gang, emblem] < state.rules.set_size:
        return 0
    return points[GANGS * seat + gang, emblem] * influence(state, seat, emblem)


@rule
def score_inventory(state):
    """10.2 Pay every set that earns, and show its cards (4.4)."""
    count = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
    points = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
    count_sets(state, count, points)
    for seat in range(int(state.num_seats)):
        for gang in range(GANGS):
            for emblem in range(EMBLEMS):
                dollars = set_pays(state, seat, gang, emblem, count, points)
                if dollars > 0:
                    pay(state, seat, Source.INVENTORY, dollars)
                    show_set(state, seat, gang, emblem)


@rule
def show_set(state, seat, gang, emblem):
    """10.2 The cards of a paying set are shown."""
    for card in range(CARDS):
        if CARD_EMBLEM[card] == emblem and state.place[card] == GANGS * seat + gang:
            state.shown[card] = 1
