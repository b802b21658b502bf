"""The targets of an observation, minigame 2: what each free building in a gangster's perimeter would bring (6, 8).

The buildings are taken kind by kind, as those of one kind ask for the same work: a processor that has to guess which
one comes next loses more time than the work takes.
"""

import numpy as np

from gangzzz_env.games.gangzzz.dominance import AREAS, area_value, block_of
from gangzzz_env.games.gangzzz.influential_gentlemen import count_links, link_cards, protection_money
from gangzzz_env.games.gangzzz.observation_sections import FIRST, NUM_MANAGER_FEATURES
from gangzzz_env.games.gangzzz.score import crossing_value
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CREW,
    GANGS,
    KINDS,
    NEIGHBORS,
    PRODUCTS,
    SEATS,
    SPECIALTY,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import BUY, SELL
from gangzzz_env.jit import rule

MANAGER_TARGETS = FIRST["manager targets"]
MOST = 127
WHERES, SUBTYPES = NEIGHBORS.shape[1], len(Subtype)
# What is counted of each area (own buildings, the best rival's, own coins, buildings by seat) and of each subtype.
AREA_NUMBERS, SUBTYPE_NUMBERS = 3 + SEATS, 3
FIRST_SUBTYPE = AREAS * AREA_NUMBERS
FIRST_COUNTERPART = FIRST_SUBTYPE + SUBTYPES * SUBTYPE_NUMBERS
LAST_COUNT = FIRST_COUNTERPART + 4 * PRODUCTS


def _matching_slots() -> np.ndarray:
    """4.1 The crew slot + 1 whose specialty a subtype is, 0 if none: by (gang, subtype)."""
    slots = np.zeros((GANGS, SUBTYPES), np.int8)
    for gang, slot in np.ndindex(GANGS, CREW):
        slots[gang, SPECIALTY[gang, slot]] = slot + 1
    return slots


MATCHING_SLOT = _matching_slots()


@rule
def write_manager_targets(view, seat, market, out):
    """6.1 What each free building in each gangster's perimeter would bring."""
    counts = np.zeros(LAST_COUNT, np.int16)
    places = np.empty(2 * GANGS * WHERES, np.int8)
    write_free_buildings(view, seat, market, counts, places, out)


@rule
def write_free_buildings(view, seat, market, counts, places, out):
    """6.1 The same; `counts` int16[LAST_COUNT], all 0, and `places` int8[2 * GANGS * WHERES] are written on the way."""
    areas, subtypes = counts[:FIRST_SUBTYPE], counts[FIRST_SUBTYPE:FIRST_COUNTERPART]
    counterparts = counts[FIRST_COUNTERPART:]
    crossings, free = places[: GANGS * WHERES], places[GANGS * WHERES :]
    find_counterparts(view, market, counterparts, out)
    count_areas(view, seat, areas)
    count_subtypes(view, seat, subtypes)
    list_crossings(view, seat, crossings)
    for kind in range(KINDS):
        for i in range(list_free(view, crossings, kind, free)):
            place = np.int64(np.uint8(free[i]))
            first = MANAGER_TARGETS + NUM_MANAGER_FEATURES * (KINDS * place + kind)
            row = out[first : first + NUM_MANAGER_FEATURES]
            crossing = np.int64(np.uint8(crossings[place]))
            building = np.int64(view.building[crossing, kind])
            coins = np.int64(BUILDING_COINS[building])
            subtype = np.int64(BUILDING_SUBTYPE[building])
            row[0] = 1
            row[5] = MATCHING_SLOT[place // WHERES, subtype]
            row[6] = min(MOST, np.int64(subtypes[SUBTYPE_NUMBERS * subtype]))
            if kind == Kind.RESIDENTIAL:
                row[1] = crossing_value(view, crossing) + coins * np.int64(view.rules.old_rent)
                row[2] = coins * (1 - np.int64(view.rules.old_rent))
            elif kind == Kind.COMMERCIAL:
                write_commercial(view, crossing, subtype, counterparts, row)
            elif kind == Kind.CITY:
                write_city_building(view, building, subtypes, row)
            else:
                write_underworld(view, crossing, subtype, row)
            write_dominance(view, areas, crossing, block_of(view, crossing, kind), coins, row)


@rule
def list_crossings(view, seat, crossings):
    """5.2, 6.1 The crossings in each gangster's perimeter, -1 beyond the city and where no manager is left to place."""
    for gang in range(GANGS):
        unplaced = 0
        for slot in range(CREW):
            unplaced += view.manager[seat, gang, slot] < 0
        for where in range(WHERES):
            crossing = np.int64(NEIGHBORS[view.gangster[seat, gang], where])
            crossings[WHERES * gang + where] = crossing if unplaced > 0 else -1


@rule
def list_free(view, crossings, kind, free):
    """6.1 List which of the crossings have a building of this kind without a manager; returns how many."""
    manager_at = view.manager_at
    count = 0
    for place in range(len(crossings)):
        free[count] = place
        count += (crossings[place] >= 0) & (manager_at[crossings[place], kind] < 0)
    return count


@rule
def count_subtypes(view, seat, subtypes):
    """6.4, 10.2 For each subtype a player's points of that emblem, and the small and large buildings held."""
    places = view.place
    for card in range(CARDS):
        place = np.int64(places[card])
        if place >= GANGS * seat and place < GANGS * seat + GANGS:
            subtypes[SUBTYPE_NUMBERS * np.int64(CARD_EMBLEM[card])] += np.int64(CARD_POINTS[card])
    for place in range(GANGS * CREW):
        working = np.int64(view.manager[seat, place // CREW, place % CREW])
        if working >= 0 and working % KINDS == Kind.CITY:
            building = view.building[working // KINDS, working % KINDS]
            size = np.int64(BUILDING_SIZE[building])
            subtypes[SUBTYPE_NUMBERS * np.int64(BUILDING_SUBTYPE[building]) + 1 + size] += 1


@rule
def write_city_building(view, building, subtypes, row):
    """6.4 The cards of a city building, with those of the links that it makes."""
    numbers = SUBTYPE_NUMBERS * np.int64(BUILDING_SUBTYPE[building])
    size = np.int64(BUILDING_SIZE[building])
    small = np.int64(subtypes[numbers + 1])
    large = np.int64(subtypes[numbers + 2])
    cards = link_cards(view, count_links(large, small), count_links(large + size, small + 1 - size))
    row[3] = np.int64(view.rules.city_cards_assistant) + cards
    row[4] = np.int64(view.rules.city_cards_manager) - np.int64(view.rules.city_cards_assistant)


@rule
def write_underworld(view, crossing, subtype, row):
    """6.5 Protection money and a casino's mean winnings; a gym's cards; bonus or licenses for an Assistant."""
    rules = view.rules
    size = np.int64(BUILDING_SIZE[view.building[crossing, Kind.UNDERWORLD]])
    dollars = protection_money(view, crossing)
    if subtype == Subtype.CASINO:
        dollars += np.int64(rules.casino_dice) * size * 7 // 2
        row[2] = np.int64(rules.manager_extra) * 7 // 2
    elif subtype == Subtype.FORGERY:
        row[7] = np.int64(rules.licenses)
    else:
        row[7] = np.int64(rules.trainer_bonus) * size
        if subtype == Subtype.GYM:
            row[3] = np.int64(rules.gym_cards)
    row[1] = min(MOST, dollars)


@rule
def find_counterparts(view, market, counterparts, out):
    """7.1 Of each side and product whether there is a piece to deal with, 0 or 1: of one's own, then of others."""
    for at in range(2 * PRODUCTS * np.int64(view.num_seats)):
        counterparts[at if at < 2 * PRODUCTS else 2 * PRODUCTS + at % (2 * PRODUCTS)] |= out[market + at] > 0


@rule
def write_commercial(view, crossing, subtype, counterparts, row):
    """7.1 What a free commercial building's pieces pay that find a counterpart: an own one, and one of others."""
    value = crossing_value(view, crossing)
    counterpart = PRODUCTS * (BUY if subtype == Subtype.WAREHOUSE else SELL)
    own = 0
    others = 0
    for product in range(PRODUCTS):
        pieces = np.int64(view.pieces[crossing, product])
        own += pieces * np.int64(counterparts[counterpart + product])
        others += pieces * np.int64(counterparts[2 * PRODUCTS + counterpart + product])
    row[6] = (value * min(own, 2) + 1) // 2
    row[7] = (value * min(others, 2) + 1) // 2


@rule
def count_areas(view, seat, areas):
    """8 For each area the buildings this seat holds, the most that a rival holds, this seat's coins, and by seat."""
    for owner in range(np.int64(view.num_seats)):
        for place in range(GANGS * CREW):
            working = np.int64(view.manager[owner, place // CREW, place % CREW])
            if working >= 0:
                crossing = working // KINDS
                kind = working % KINDS
                coins = np.int64(BUILDING_COINS[view.building[crossing, kind]]) if owner == seat else 0
                count_building(areas, crossing, owner, seat, coins)
                count_building(areas, block_of(view, crossing, kind), owner, seat, coins)


@rule
def count_building(areas, area, owner, seat, coins):
    """8 Enter one more building of an area."""
    if area < 0:
        return
    at = AREA_NUMBERS * area
    areas[at + 3 + owner] += 1
    areas[at + 2] += coins
    if owner == seat:
        areas[at] += 1
    else:
        areas[at + 1] = max(np.int64(areas[at + 1]), np.int64(areas[at + 3 + owner]))


@rule
def write_dominance(view, areas, crossing, block, coins, row):
    """8.2 What one more building changes in the pay of its crossing and its block, and the lead there so far."""
    gain = min(MOST, dominance_gain(view, areas, crossing, coins))
    lead = lead_in(areas, crossing)
    if block >= 0:
        gain = min(MOST, gain + dominance_gain(view, areas, block, coins))
        lead += lead_in(areas, block)
    row[8] = gain
    row[9] = lead


@rule
def lead_in(areas, area):
    """8.2 By how many buildings of an area this seat is ahead of the best rival."""
    return np.int64(areas[AREA_NUMBERS * area]) - np.int64(areas[AREA_NUMBERS * area + 1])


@rule
def dominance_gain(view, areas, area, coins):
    """8.1, 8.2 What one more building of an area, with so many coins, changes in its pay."""
    held = np.int64(areas[AREA_NUMBERS * area])
    rival = np.int64(areas[AREA_NUMBERS * area + 1])
    coins_now = np.int64(areas[AREA_NUMBERS * area + 2])
    least = np.int64(view.rules.min_majority)
    pays_now = coins_now * ((held >= least) & (held > rival))
    if held + 1 == KINDS:
        return domination_pays(view, area, coins_now + coins) - pays_now
    return (coins_now + coins) * ((held + 1 >= least) & (held + 1 > rival)) - pays_now


@rule
def domination_pays(view, area, coins):
    """8.1 What an area pays who holds all of it, with so many coins on the buildings."""
    return (area_value(view, area) + coins) * np.int64(view.rules.domination_percent) // 100
