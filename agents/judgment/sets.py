"""How to regroup: the moves that bring the most pay out of the sets of 10.2 with the moves that are left."""

import numpy as np

from gangzzz_env.games.gangzzz.actions import PASS, REGROUP
from gangzzz_env.games.gangzzz.inventory import influence
from gangzzz_env.games.gangzzz.regroup import OTHERS, has_room
from gangzzz_env.games.gangzzz.tables import CARD_EMBLEM, CARD_POINTS, CARDS, EMBLEMS, GANGS
from gangzzz_env.jit import rule

MOST_MOVES = 20
POINTS = 4  # cards have 0-3 points


@rule
def choose_regrouping(view, seat):
    """The first move of the best way to spend the moves that are left, or to stop.

    For each emblem the best pay by moves spent on it, then the best division of the moves over the emblems.
    """
    moves = min(int(view.rules.regroup_moves) - int(view.regroup_moves[seat]), MOST_MOVES)
    cards = np.zeros((EMBLEMS, GANGS, POINTS), np.int64)
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place // GANGS == seat:
            cards[CARD_EMBLEM[card], place % GANGS, CARD_POINTS[card]] += 1
    best = np.zeros(MOST_MOVES + 1)
    first = np.full(MOST_MOVES + 1, PASS)
    pays = np.zeros(MOST_MOVES + 1)
    action = np.zeros(MOST_MOVES + 1, np.int64)
    for emblem in range(EMBLEMS):
        weight = influence(view, seat, emblem)
        if weight == 0:
            continue
        gather(view, seat, emblem, cards[emblem], moves, pays, action)
        for total in range(moves, 0, -1):
            for spent in range(1, total + 1):
                gain = weight * (pays[spent] - pays[0])
                if gain > 0 and best[total - spent] + gain > best[total] + 1e-9:
                    best[total] = best[total - spent] + gain
                    first[total] = action[spent]
    return first[moves]


@rule
def gather(view, seat, emblem, cards, moves, pays, action):
    """Write the most points in sets of one emblem after each number of moves, and the first of those moves."""
    size = int(view.rules.set_size)
    counts = np.zeros(GANGS, np.int64)
    standing = 0
    for gang in range(GANGS):
        points = 0
        for value in range(POINTS):
            counts[gang] += cards[gang, value]
            points += value * cards[gang, value]
        if counts[gang] >= size:
            standing += points
    for spent in range(moves + 1):
        pays[spent] = standing
    for target in range(GANGS):
        if not has_room(view, seat, target):
            continue
        gather_in(target, size, cards, counts, moves, standing, emblem, pays, action)


@rule
def gather_in(target, size, cards, counts, moves, standing, emblem, pays, action):
    """Bring the loose cards of an emblem to one gang, those with most points first."""
    points = 0
    for value in range(POINTS):
        points += value * cards[target, value]
    if counts[target] >= size:
        standing -= points
    count = counts[target]
    spent = 0
    first = -1
    for value in range(POINTS - 1, -1, -1):
        for gang in range(GANGS):
            if gang == target or counts[gang] >= size:
                continue
            for _ in range(cards[gang, value]):
                if spent == moves:
                    return
                spent += 1
                count += 1
                points += value
                if first < 0:
                    to = target if target < gang else target - 1
                    first = REGROUP + (emblem * GANGS + gang) * OTHERS + to
                if count >= size and standing + points > pays[spent]:
                    pays[spent] = standing + points
                    action[spent] = first
