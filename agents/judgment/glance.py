"""What a seat sees at a glance: what everybody holds and can reach, and rivals' cards as they are to be expected."""

import numpy as np

from gangzzz_env.games.gangzzz.score import building_subtype, holder, matches
from gangzzz_env.games.gangzzz.state import IN_DECK
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    BUILDING_SIZE,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CREW,
    CROSSINGS,
    EMBLEMS,
    GANGS,
    KINDS,
    NEIGHBORS,
    PRODUCTS,
    SEATS,
    SPECIALTY,
    Kind,
    Subtype,
)
from gangzzz_env.jit import rule

WHERES = NEIGHBORS.shape[1]
CITY_SUBTYPES = 3
MEAN_POINTS = 2.0
NEVER = -1e9
HIGHEST = 5  # attribute of a card

# What all seats have and can reach; row: seat.
GLANCE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("reach", np.int16, (SEATS, CROSSINGS)),  # managers who can still come to a crossing
            ("specialties", np.int32, (SEATS, CROSSINGS)),  # bit mask of their specialties
            ("unplaced", np.int16, (SEATS,)),
            ("influence", np.int16, (SEATS, EMBLEMS)),  # before the cap
            ("count", np.float64, (SEATS, EMBLEMS)),  # cards of an emblem, those of rivals as expected
            ("points", np.float64, (SEATS, EMBLEMS)),
            ("sized", np.int16, (SEATS, CITY_SUBTYPES, 2)),  # small, large city buildings held
            ("sized_free", np.int16, (SEATS, CITY_SUBTYPES, 2)),  # and within reach
            ("goods", np.int16, (SEATS, 2, PRODUCTS)),  # pieces supplied, demanded
            ("goods_free", np.int16, (SEATS, 2, PRODUCTS)),  # and within reach
            ("hoped_set", np.float64, (SEATS, EMBLEMS)),  # points hoped for in sets
            ("held", np.int64, (SEATS,)),  # scratch: buildings of an area, and the coins on them
            ("coins", np.int64, (SEATS,)),
            ("price", np.float64, (2, CROSSINGS, KINDS)),  # worth of a building to the seat's Assistants, Managers
            ("rival", np.float64, (CROSSINGS, KINDS)),  # the most that it is worth to a rival in reach
            ("site", np.float64, (GANGS, CROSSINGS)),  # worth of a site to a gangster
            ("top", np.float64, (CREW + 1,)),  # scratch: the best few buildings
            ("extra", np.float64, (CREW,)),  # what a specialty adds to the best building for it
            ("strongest", np.int64, (SEATS * GANGS, ATTRIBUTES)),  # the highest seen attribute of a gang's cards
            ("gain", np.float64, (GANGS, (SEATS - 1) * GANGS)),  # of an attack of a gang, by opponent and his gang
            ("chance", np.float64, (GANGS, (SEATS - 1) * GANGS)),  # that it wins
            ("hidden", np.int64, (SEATS * GANGS,)),  # its cards of which nothing is seen
            ("below", np.float64, (ATTRIBUTES, HIGHEST + 1)),  # share of the unseen faces with at most so much of it
            (
                "at_most",
                np.float64,
                (SEATS * GANGS, ATTRIBUTES, HIGHEST + 1),
            ),  # chance that no card of the gang has more
        ],
    )
)


@rule
def glance(view, weights, look):
    """Write into `look` what everybody holds and reaches, as its observer knows it."""
    for rival in range(int(view.num_seats)):
        see_crew(view, rival, look)
        see_cards(view, rival, look)
        for subtype in range(CITY_SUBTYPES):
            for i in range(2):
                look.sized[rival, subtype, i] = 0
                look.sized_free[rival, subtype, i] = 0
        for product in range(PRODUCTS):
            for side in range(2):
                look.goods[rival, side, product] = 0
                look.goods_free[rival, side, product] = 0
        for emblem in range(EMBLEMS):
            look.hoped_set[rival, emblem] = hoped_set(view, weights, look, rival, emblem)
    for crossing in range(CROSSINGS):
        see_crossing(view, crossing, look)


@rule
def see_crew(view, seat, look):
    """Where a seat's managers can still come, and its influence."""
    look.unplaced[seat] = 0
    for crossing in range(CROSSINGS):
        look.reach[seat, crossing] = 0
        look.specialties[seat, crossing] = 0
    for subtype in range(EMBLEMS):
        look.influence[seat, subtype] = 0
    for gang in range(GANGS):
        free = 0
        known = 0
        for slot in range(CREW):
            work = int(view.manager[seat, gang, slot])
            if work < 0:
                free += 1
                known |= 1 << int(SPECIALTY[gang, slot])
                continue
            subtype = building_subtype(view, work // KINDS, work % KINDS)
            if subtype < EMBLEMS:
                look.influence[seat, subtype] += 2 if matches(gang, slot, subtype) else 1
        look.unplaced[seat] += free
        home = int(view.gangster[seat, gang])
        if home < 0 or free == 0:
            continue
        for where in range(WHERES):
            crossing = int(NEIGHBORS[home, where])
            if crossing >= 0:
                look.reach[seat, crossing] += free
                look.specialties[seat, crossing] |= known


@rule
def see_cards(view, seat, look):
    """A seat's cards by emblem: those whose place is seen, and an equal share of the others."""
    total = 0.0
    for emblem in range(EMBLEMS):
        look.count[seat, emblem] = 0.0
        look.points[seat, emblem] = 0.0
    for gang in range(GANGS):
        total += int(view.gang_count[seat, gang])
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place < IN_DECK and place // GANGS == seat:
            look.count[seat, CARD_EMBLEM[card]] += 1.0
            look.points[seat, CARD_EMBLEM[card]] += int(CARD_POINTS[card])
            total -= 1.0
    for emblem in range(EMBLEMS):
        look.count[seat, emblem] += total / EMBLEMS
        look.points[seat, emblem] += total / EMBLEMS * MEAN_POINTS


@rule
def hoped_set(view, weights, look, seat, emblem):
    """The points that a seat's cards of an emblem are expected to have in sets, with the draws still to come."""
    draws = weights.future_cards * int(look.unplaced[seat])
    mean = min(draws, weights.deck_share * int(view.deck_count) / int(view.num_seats)) / EMBLEMS
    count = look.count[seat, emblem]
    missing = int(view.rules.set_size) - count
    if seat != view.observer:
        mean += count
        missing = int(view.rules.set_size) + 0.0
        count = 0.0
    if missing <= 0.0:
        return look.points[seat, emblem] + MEAN_POINTS * mean
    term = np.exp(-mean)
    below = 0.0
    for k in range(12):
        if k >= missing:
            break
        below += term
        term *= mean / (k + 1)
    return (1.0 - below) * (count + max(mean, missing)) * MEAN_POINTS


@rule
def see_crossing(view, crossing, look):
    """The city buildings and the goods of a crossing, entered for who holds them or can reach them."""
    city = building_subtype(view, crossing, Kind.CITY)
    size = int(BUILDING_SIZE[view.building[crossing, Kind.CITY]])
    side = 0 if building_subtype(view, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE else 1
    city_holder = holder(view, crossing, Kind.CITY)
    goods_holder = holder(view, crossing, Kind.COMMERCIAL)
    if city_holder >= 0:
        look.sized[city_holder, city, size] += 1
    if goods_holder >= 0:
        for product in range(PRODUCTS):
            look.goods[goods_holder, side, product] += int(view.pieces[crossing, product])
    for seat in range(int(view.num_seats)):
        if look.reach[seat, crossing] == 0:
            continue
        if city_holder < 0:
            look.sized_free[seat, city, size] += 1
        if goods_holder < 0:
            for product in range(PRODUCTS):
                look.goods_free[seat, side, product] += int(view.pieces[crossing, product])
