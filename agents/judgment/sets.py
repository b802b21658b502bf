"""How to regroup: the moves that bring the most pay out of the sets of 10.2 with the moves that are left."""

import numpy as np

from agents.judgment.glance import see_holdings
from gangzzz_env.games.gangzzz.actions import PASS, REGROUP
from gangzzz_env.games.gangzzz.regroup import OTHERS, has_room
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import CARD_EMBLEM, CARD_POINTS, CARDS, EMBLEMS, GANGS
from gangzzz_env.jit import rule

MOST_MOVES = 20
POINTS = 4  # cards have 0-3 points
SETS_DTYPE = np.dtype(
    (
        np.record,
        [
            ("held", np.int64, (EMBLEMS,)),  # cards of an emblem
            ("cards", np.int64, (EMBLEMS, GANGS, POINTS)),  # cards of an emblem in a gang with so many points
            ("counts", np.int64, (GANGS,)),  # of one emblem: its cards in each gang
            ("pays", np.int64, (MOST_MOVES + 1,)),  # the most points in sets after so many moves
            ("move", np.int64, (MOST_MOVES + 1,)),  # the first of those moves
            # of all emblems
            ("best", np.float64, (MOST_MOVES + 1,)),  # the most pay that so many moves add
            ("first", np.int64, (MOST_MOVES + 1,)),
        ],
    )
)


@rule
def choose_regrouping(view, mask, look, sets, seat):
    """The first move of the best way to spend the moves that are left, or to stop.

    For each emblem the best pay by moves spent on it, then the best division of the moves over the emblems.
    """
    moves = min(int(view.rules.regroup_moves) - int(view.regroup_moves[seat]), MOST_MOVES)
    best, first = sets.best, sets.first
    set_all(best, 0.0)
    set_all(first, PASS)
    see_holdings(view, look, seat)
    see_hand(view, sets, seat)
    for emblem in range(EMBLEMS):
        weight = min(int(look.influence[seat, emblem]), int(view.rules.influence_cap))
        if weight == 0 or sets.held[emblem] < view.rules.set_size:
            continue
        gather(view, sets, seat, emblem, moves)
        for total in range(moves, 0, -1):
            for spent in range(1, total + 1):
                gain = weight * (sets.pays[spent] - sets.pays[0])
                if gain > 0 and mask[sets.move[spent]] == 1 and best[total - spent] + gain > best[total] + 1e-9:
                    best[total] = best[total - spent] + gain
                    first[total] = sets.move[spent]
    return int(first[moves])


@rule
def see_hand(view, sets, seat):
    """Count a seat's cards by emblem, gang and points."""
    set_all(sets.held, 0)
    for emblem in range(EMBLEMS):
        for gang in range(GANGS):
            set_all(sets.cards[emblem, gang], 0)
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place // GANGS == seat:
            sets.held[CARD_EMBLEM[card]] += 1
            sets.cards[CARD_EMBLEM[card], place % GANGS, CARD_POINTS[card]] += 1


@rule
def gather(view, sets, seat, emblem, moves):
    """Write the most points in sets of one emblem after each number of moves, and the first of those moves."""
    size = int(view.rules.set_size)
    standing = 0
    for gang in range(GANGS):
        count = 0
        points = 0
        for value in range(POINTS):
            count += sets.cards[emblem, gang, value]
            points += value * sets.cards[emblem, gang, value]
        sets.counts[gang] = count
        if count >= size:
            standing += points
    for spent in range(moves + 1):
        sets.pays[spent] = standing
    for target in range(GANGS):
        if has_room(view, seat, target):
            gather_in(sets, emblem, target, size, moves, standing)


@rule
def gather_in(sets, emblem, target, size, moves, standing):
    """Bring the loose cards of an emblem to one gang, those with most points first."""
    cards, counts = sets.cards[emblem], sets.counts
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
                if count >= size and standing + points > sets.pays[spent]:
                    sets.pays[spent] = standing + points
                    sets.move[spent] = first
