"""What a seat sees at a glance: what everybody holds and can reach, and rivals' cards as they are to be expected."""

import numpy as np

from gangzzz_env.games.gangzzz.score import building_subtype, cards_of, matches
from gangzzz_env.games.gangzzz.state import IN_DECK, set_all
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CREW,
    CROSSINGS,
    EMBLEMS,
    GANG_LIMIT,
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
# Buildings of one subtype and size are of one sort; those with emblems come first.
SORTS, _SORT_OF = np.unique(np.stack([BUILDING_SUBTYPE, BUILDING_SIZE], axis=1), axis=0, return_inverse=True)
SORT_OF = _SORT_OF.ravel()
EMBLEM_SORTS = int(np.sum(SORTS[:, 0] < EMBLEMS))

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
            ("sort_worth", np.float64, (SEATS, EMBLEM_SORTS, 2)),  # of a building of a sort to Assistants, Managers
            ("best", np.float64, (CREW + 1,)),  # scratch: the best few buildings
            # where to place managers
            ("held", np.int64, (SEATS,)),  # scratch: buildings of an area, and the coins on them
            ("coins", np.int64, (SEATS,)),
            ("entrants", np.int64, (CROSSINGS,)),  # rivals who can still come to a crossing
            ("dominance", np.float64, (CROSSINGS, KINDS)),  # worth of a building for dominance
            ("price", np.float64, (2, CROSSINGS, KINDS)),  # worth of a building to the seat's Assistants, Managers
            ("rival", np.float64, (CROSSINGS, KINDS)),  # the most that it is worth to a rival in reach
            ("extra", np.float64, (CREW,)),  # what a specialty adds to the best building for it
            # where to place a gangster
            ("share", np.float64, (CROSSINGS,)),  # how much of a crossing is left for one more gangster
            ("crew_price", np.float64, (CROSSINGS, KINDS, GANGS)),  # worth of a building to a gangster's crew
            ("sized_near", np.int64, (CITY_SUBTYPES, 2)),  # scratch: city buildings within reach from a site too
            ("turns", np.float64, (SEATS,)),  # scratch: from a crossing, for each seat
            ("cover", np.float64, (CROSSINGS,)),  # how much a gangster at a site adds to the chance to be first
            ("site", np.float64, (GANGS, CROSSINGS)),  # worth of a site to a gangster
            # fights
            ("strongest", np.int64, (SEATS * GANGS, ATTRIBUTES)),  # the highest seen attribute of a gang's cards
            ("hidden", np.int64, (SEATS * GANGS,)),  # its cards of which nothing is seen
            ("unseen", np.int64, (ATTRIBUTES, HIGHEST + 1)),  # cards of unknown place with so much of an attribute
            # chance that so many of those have at most so much of it
            ("at_most", np.float64, (ATTRIBUTES, HIGHEST + 1, GANG_LIMIT + 1)),
            ("stake", np.float64, (GANGS,)),  # of the card of a gang that is missed least
            ("prize", np.float64, (SEATS,)),  # what a card won from a rival and one lost to him are worth
            ("loss", np.float64, (SEATS,)),
            ("gain", np.float64, (GANGS, (SEATS - 1) * GANGS)),  # of an attack of a gang, by opponent and his gang
            ("chance", np.float64, (GANGS, (SEATS - 1) * GANGS)),  # that it wins
        ],
    )
)


@rule
def glance(view, weights, look):
    """Write into `look` what everybody holds and reaches, as its observer knows it."""
    see_cards(view, look)
    for seat in range(int(view.num_seats)):
        see_seat(view, weights, look, seat)


@rule
def see_seat(view, weights, look, seat):
    """What a seat holds, reaches and hopes for, once `see_cards` has counted the cards."""
    see_holdings(view, look, seat)
    see_reach(view, look, seat)
    hope_for_sets(view, weights, look, seat)


@rule
def see_holdings(view, look, seat):
    """The influence, city buildings and goods that a seat's managers hold, and how many are not placed."""
    look.unplaced[seat] = 0
    set_all(look.influence[seat], 0)
    for subtype in range(CITY_SUBTYPES):
        set_all(look.sized[seat, subtype], 0)
    for side in range(2):
        set_all(look.goods[seat, side], 0)
    for gang in range(GANGS):
        for slot in range(CREW):
            work = int(view.manager[seat, gang, slot])
            if work < 0:
                look.unplaced[seat] += 1
                continue
            crossing, kind = work // KINDS, work % KINDS
            subtype = building_subtype(view, crossing, kind)
            if subtype < EMBLEMS:
                look.influence[seat, subtype] += 2 if matches(gang, slot, subtype) else 1
            if kind == Kind.CITY:
                look.sized[seat, subtype, BUILDING_SIZE[view.building[crossing, kind]]] += 1
            elif kind == Kind.COMMERCIAL:
                add_goods(view, crossing, look.goods[seat, side_of(subtype)])


@rule
def see_reach(view, look, seat):
    """Where a seat's managers can still come, and the free city buildings and goods there."""
    set_all(look.reach[seat], 0)
    set_all(look.specialties[seat], 0)
    for subtype in range(CITY_SUBTYPES):
        set_all(look.sized_free[seat, subtype], 0)
    for side in range(2):
        set_all(look.goods_free[seat, side], 0)
    for gang in range(GANGS):
        free = 0
        known = 0
        for slot in range(CREW):
            if view.manager[seat, gang, slot] < 0:
                free += 1
                known |= 1 << int(SPECIALTY[gang, slot])
        home = int(view.gangster[seat, gang])
        if home < 0 or free == 0:
            continue
        for where in range(WHERES):
            crossing = int(NEIGHBORS[home, where])
            if crossing >= 0:
                if look.reach[seat, crossing] == 0:
                    see_crossing(view, look, seat, crossing)
                look.reach[seat, crossing] += free
                look.specialties[seat, crossing] |= known


@rule
def see_crossing(view, look, seat, crossing):
    """Enter the free city building and the free goods of a crossing for a seat that can reach them."""
    if view.manager_at[crossing, Kind.CITY] < 0:
        size = BUILDING_SIZE[view.building[crossing, Kind.CITY]]
        look.sized_free[seat, building_subtype(view, crossing, Kind.CITY), size] += 1
    if view.manager_at[crossing, Kind.COMMERCIAL] < 0:
        side = side_of(building_subtype(view, crossing, Kind.COMMERCIAL))
        add_goods(view, crossing, look.goods_free[seat, side])


@rule
def side_of(subtype):
    """7.1 The side of a deal on which a commercial building stands: a warehouse supplies (0), a bar demands (1)."""
    return 0 if subtype == Subtype.WAREHOUSE else 1


@rule
def add_goods(view, crossing, goods):
    """Add the pieces of a commercial building to those of a side."""
    for product in range(PRODUCTS):
        goods[product] += int(view.pieces[crossing, product])


@rule
def see_cards(view, look):
    """Everybody's cards by emblem: those whose place is seen, and an equal share of the others."""
    for seat in range(int(view.num_seats)):
        set_all(look.count[seat], 0.0)
        set_all(look.points[seat], 0.0)
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place < IN_DECK:
            look.count[place // GANGS, CARD_EMBLEM[card]] += 1.0
            look.points[place // GANGS, CARD_EMBLEM[card]] += int(CARD_POINTS[card])
    for seat in range(int(view.num_seats)):
        total = float(cards_of(view, seat))
        for emblem in range(EMBLEMS):
            total -= look.count[seat, emblem]
        for emblem in range(EMBLEMS):
            look.count[seat, emblem] += total / EMBLEMS
            look.points[seat, emblem] += total / EMBLEMS * MEAN_POINTS


@rule
def hope_for_sets(view, weights, look, seat):
    """The points that a seat's cards of each emblem are expected to have in sets, with the draws still to come."""
    draws = weights.future_cards * int(look.unplaced[seat])
    drawn = min(draws, weights.deck_share * int(view.deck_count) / int(view.num_seats)) / EMBLEMS
    mean = drawn
    none = np.exp(-mean)
    for emblem in range(EMBLEMS):
        count = look.count[seat, emblem]
        missing = int(view.rules.set_size) - count
        if seat != view.observer:
            if drawn + count != mean:
                mean = drawn + count
                none = np.exp(-mean)
            missing = int(view.rules.set_size) + 0.0
            count = 0.0
        if missing <= 0.0:
            look.hoped_set[seat, emblem] = look.points[seat, emblem] + MEAN_POINTS * mean
        else:
            below = chance_below(missing, mean, none)
            look.hoped_set[seat, emblem] = (1.0 - below) * (count + max(mean, missing)) * MEAN_POINTS


@rule
def chance_below(count, mean, none):
    """The chance of fewer cards than a count, where their mean and the chance of none are known (Poisson)."""
    below = 0.0
    term = none
    for k in range(12):
        if k >= count:
            break
        below += term
        term *= mean / (k + 1)
    return below
