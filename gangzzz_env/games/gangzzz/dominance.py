"""Minigame 3, Dominance (section 8): scored, no choices."""

import numpy as np

from gangzzz_env.games.gangzzz.score import crossing_value, holder, pay
from gangzzz_env.games.gangzzz.state import Source, set_all
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, CROSSINGS, KINDS, SEATS
from gangzzz_env.jit import rule

BLOCKS_A_SIDE = 5
NE, SE, SW, NW = range(4)


@rule
def kind_on_corner(state, crossing, corner):
    """1.5 On a tile turned by r quarter turns, kind k is on corner (r + k) mod 4."""
    return (corner - int(state.turn[crossing])) % 4


@rule
def block_building(block, index, state):
    """1.6 The index-th building of a block as (crossing, kind): the corners that look into it."""
    crossing = 6 * (block // BLOCKS_A_SIDE) + block % BLOCKS_A_SIDE
    if index == 0:
        return crossing, kind_on_corner(state, crossing, NW)
    if index == 1:
        return crossing + 1, kind_on_corner(state, crossing + 1, NE)
    if index == 2:
        return crossing + 6, kind_on_corner(state, crossing + 6, SW)
    return crossing + 7, kind_on_corner(state, crossing + 7, SE)


@rule
def block_value(state, block):
    """8.1 The mean of a block's four crossings, rounded down."""
    crossing = 6 * (block // BLOCKS_A_SIDE) + block % BLOCKS_A_SIDE
    total = crossing_value(state, crossing) + crossing_value(state, crossing + 1)
    return (total + crossing_value(state, crossing + 6) + crossing_value(state, crossing + 7)) // 4


@rule
def area_building(area, index, state):
    """The index-th building of an area, as (crossing, kind): areas 0-35 are the crossings, 36-60 the blocks."""
    if area < CROSSINGS:
        return area, index
    return block_building(area - CROSSINGS, index, state)


@rule
def area_value(state, area):
    """8.1 The value of an area: of the crossing, or of the block."""
    return crossing_value(state, area) if area < CROSSINGS else block_value(state, area - CROSSINGS)


AREAS = CROSSINGS + BLOCKS_A_SIDE * BLOCKS_A_SIDE


def _block_at() -> np.ndarray:
    """1.6 The area of the block at each corner of a crossing, -1 at the city's edge."""
    table = np.full((CROSSINGS, KINDS), -1, np.int8)
    for crossing in range(CROSSINGS):
        for corner in range(KINDS):
            street, avenue = crossing // 6 - (corner in (SE, SW)), crossing % 6 - (corner in (NE, SE))
            if 0 <= street < BLOCKS_A_SIDE and 0 <= avenue < BLOCKS_A_SIDE:
                table[crossing, corner] = CROSSINGS + BLOCKS_A_SIDE * street + avenue
    return table


BLOCK_AT = _block_at()


@rule
def block_of(view, crossing, kind):
    """1.5, 1.6 The area of the block that a building looks into, or -1 at the city's edge."""
    return np.int64(BLOCK_AT[crossing, (np.int64(view.turn[crossing]) + kind) % KINDS])


@rule
def count_held(state, area, held, coins):
    """8.1 How many of the four buildings of an area each player holds, int64[seats], and the coins on those."""
    set_all(held, 0)
    set_all(coins, 0)
    for index in range(KINDS):
        crossing, kind = area_building(area, index, state)
        seat = holder(state, crossing, kind)
        if seat >= 0:
            held[seat] += 1
            coins[seat] += int(BUILDING_COINS[state.building[crossing, kind]])


@rule
def has_majority(state, seat, held):
    """8.2 The player holds at least two of the four and more than any other player."""
    if held[seat] < state.rules.min_majority:
        return False
    for rival in range(int(state.num_seats)):
        if rival != seat and held[rival] >= held[seat]:
            return False
    return True


@rule
def area_pays(state, area, seat, held, coins):
    """8.1, 8.2 What an area pays a player: value plus coins for all four, the own coins for a majority."""
    if held[seat] == KINDS:
        return (area_value(state, area) + coins[seat]) * int(state.rules.domination_percent) // 100
    return coins[seat] if has_majority(state, seat, held) else 0


@rule
def score_dominance(state):
    """8.1, 8.2 Pay every player for every crossing and every block."""
    held = np.empty(SEATS, np.int64)
    coins = np.empty(SEATS, np.int64)
    for area in range(AREAS):
        count_held(state, area, held, coins)
        for seat in range(int(state.num_seats)):
            pay(state, seat, Source.DOMINANCE, area_pays(state, area, seat, held, coins))
