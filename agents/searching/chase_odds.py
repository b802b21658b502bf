"""The end of a playout before the chase: the odds of each seat to find the hideout, and what the game is then worth.

Most of what differs between the outcomes of greedy games of two comes from the chase: before it the margin has a
standard deviation of 30 dollars, after it one of 73. The odds take its luck away, and are averaged over the hideouts
that were possible when the gangsters had been placed, as little that follows depends on where it is.

`FITTED` is a conditional logit of who finds it, fitted by `benchmarks/chase_odds.py` to 4,500 games of greedy for each
number of players. In 1,500 others it explains 84, 72 and 68 % of the variance of whether seat 0 finds it.
"""

import numpy as np

from gangzzz_env.games.gangzzz.full_throttle import bounty
from gangzzz_env.games.gangzzz.score import cards_of, distance
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS, KINDS, SEATS
from gangzzz_env.jit import rule

# Rows: 2, 3, 4 players. For each place in the order of play; for the logarithm of the hideouts possible by the
# notebook; and with the nearest gangster at the hideout, a safe drive away, and the longest drive away.
FITTED = np.array(
    [
        [-3.352, -4.223, 14.144, 5.836, 4.303],
        [-1.618, -2.293, 11.128, 5.044, 4.223],
        [-1.007, -1.603, 9.954, 4.715, 4.106],
    ]
)
PLACE, DOUBT, HERE, SAFE, LONG = range(5)


@rule
def weigh_hideouts(state, shares):
    """Write the chance of each crossing to have the hideout, float64[36], by all notebooks of a record."""
    flags = 0
    for seat in range(int(state.num_seats)):
        flags |= int(state.notebook[seat])
    total = 0.0
    for crossing in range(CROSSINGS):
        shares[crossing] = 0.0
        for kind in range(KINDS):
            if flags & (1 << crossing % 6 | 1 << 6 + crossing // 6 | 1 << 12 + kind) == 0:
                shares[crossing] += 1.0
        total += shares[crossing]
    for crossing in range(CROSSINGS):
        shares[crossing] /= total


@rule
def finder_odds(state, shares, softness, scores, odds):
    """Write each seat's chance to find the hideout as the first car is parked.

    Args:
        state: the record.
        shares: float64[36], the chance of each crossing.
        softness: cards more that make it likely to be first in the order of play; near 0, one card makes it sure.
        scores: float64[2, 4] to write on.
        odds: float64[4] to write.
    """
    num_seats = int(state.num_seats)
    row = num_seats - 2
    for seat in range(num_seats):
        odds[seat] = 0.0
        scores[0, seat] = FITTED[row, PLACE] * soft_place(state, seat, softness)
        scores[0, seat] += FITTED[row, DOUBT] * np.log(possible_hideouts(state, seat))
    for crossing in range(CROSSINGS):
        if shares[crossing] == 0.0:
            continue
        total = 0.0
        for seat in range(num_seats):
            scores[1, seat] = np.exp(scores[0, seat] + nearness(state, seat, crossing))
            total += scores[1, seat]
        for seat in range(num_seats):
            odds[seat] += shares[crossing] * scores[1, seat] / total


@rule
def soft_place(state, seat, softness):
    """11.1 A seat's place in the order of play, 0 the first; a lead of few cards counts for a part of a place."""
    place = 0.0
    for rival in range(int(state.num_seats)):
        if rival != seat:
            lead = cards_of(state, seat) - cards_of(state, rival) + (0.5 if seat < rival else -0.5)
            place += 1.0 / (1.0 + np.exp(min(lead / softness, 50.0)))
    return place


@rule
def possible_hideouts(state, seat):
    """How many hideouts are possible by a seat's notebook."""
    parts = np.int64(1)
    notebook = int(state.notebook[seat])
    for first, count in ((0, 6), (6, 6), (12, 4)):
        left = 0
        for flag in range(first, first + count):
            left += 1 - (notebook >> flag & 1)
        parts *= left
    return float(parts)


@rule
def nearness(state, seat, crossing):
    """What the nearest gangster of a seat adds to its score at a hideout."""
    apart = 99
    for gang in range(GANGS):
        apart = min(apart, distance(int(state.gangster[seat, gang]), crossing))
    row = int(state.num_seats) - 2
    if apart == 0:
        return FITTED[row, HERE]
    if apart <= state.rules.safe_drive:
        return FITTED[row, SAFE]
    return FITTED[row, LONG] if apart <= state.rules.longest_drive else 0.0


@rule
def expect(state, odds, scale, worth):
    """Write what the game is worth to each seat, float64[4]: the chance to win if each may find it with these odds."""
    for seat in range(SEATS):
        worth[seat] = 0.0
    for finder in range(int(state.num_seats)):
        add_worth(state, finder, bounty(state, finder), odds[finder], scale, worth)


@rule
def add_worth(state, finder, prize, share, scale, worth):
    """Add a share of each seat's chance to win, by the money that it has when a finder has got a prize."""
    num_seats = int(state.num_seats)
    highest = -1e9
    for seat in range(num_seats):
        highest = max(highest, dollars(state, seat, finder, prize))
    total = 0.0
    for seat in range(num_seats):
        total += np.exp((dollars(state, seat, finder, prize) - highest) / scale)
    for seat in range(num_seats):
        worth[seat] += share * np.exp((dollars(state, seat, finder, prize) - highest) / scale) / total


@rule
def dollars(state, seat, finder, prize):
    """A seat's money when a finder has got a prize."""
    return float(int(state.money[seat]) + (prize if seat == finder else 0))
