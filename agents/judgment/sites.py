"""Divide and Rule: where to place which gangster."""

import numpy as np

from agents.judgment.buildings import building_worth
from agents.judgment.glance import CITY_SUBTYPES, NEVER, WHERES, glance
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.influential_gentlemen import count_links, link_cards
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance, matches
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    CREW,
    CROSSINGS,
    GANGS,
    KINDS,
    NEIGHBORS,
    SPECIALTY,
    Kind,
    Subtype,
)
from gangzzz_env.jit import rule


def _kind_of(subtype: int) -> int:
    """1.4 The kind of building that a subtype is of."""
    kinds = {Subtype.TENEMENT: Kind.RESIDENTIAL, Subtype.BAR: Kind.COMMERCIAL, Subtype.WAREHOUSE: Kind.COMMERCIAL}
    return int(kinds.get(Subtype(subtype), Kind.CITY if subtype <= Subtype.POLICE else Kind.UNDERWORLD))


SPECIALTY_KIND = np.array([[_kind_of(subtype) for subtype in crew] for crew in SPECIALTY], np.int8)


@rule
def choose_site(view, mask, weights, look, seat):
    """5 The site whose perimeter is worth most to one of the gangsters, compared with his average site."""
    glance(view, weights, look)
    price_city(view, weights, look, seat)
    best_score = NEVER
    best = act.PLACE_GANGSTER
    worth = np.zeros((GANGS, CROSSINGS))
    top = np.empty(CREW)
    assistants = np.empty(CREW)
    for crossing in range(CROSSINGS):
        best_assistants(look, crossing, assistants)
        merit = site_merit(view, weights, look, seat, crossing)
        for gang in range(GANGS):
            if view.gangster[seat, gang] < 0:
                for i in range(CREW):
                    top[i] = assistants[i]
                worth[gang, crossing] = merit + crew_worth(view, look, gang, crossing, top)
    for gang in range(GANGS):
        mean = 0.0
        for crossing in range(CROSSINGS):
            mean += worth[gang, crossing] / CROSSINGS
        for crossing in range(CROSSINGS):
            action = act.PLACE_GANGSTER + CROSSINGS * gang + crossing
            score = worth[gang, crossing] - weights.special_site * mean
            if mask[action] and score > best_score:
                best_score = score
                best = action
    return best


@rule
def price_city(view, weights, look, seat):
    """What every building may be worth to a gangster still to come, but for dominance, into `look`."""
    for crossing in range(CROSSINGS):
        share = share_of_crossing(view, weights, crossing)
        for kind in range(KINDS):
            look.assistant[crossing, kind] = share * building_worth(view, weights, look, seat, crossing, kind, False)
            look.manager[crossing, kind] = share * building_worth(view, weights, look, seat, crossing, kind, True)


@rule
def share_of_crossing(view, weights, crossing):
    """How much of a crossing is left for one more gangster, when others reach it too."""
    share = 1.0
    for rival in range(int(view.num_seats)):
        for gang in range(GANGS):
            home = int(view.gangster[rival, gang])
            if home >= 0 and distance(home, crossing) <= 1:
                share -= weights.crowd
    return max(share, 0.0)


@rule
def best_assistants(look, site, top):
    """The most that Assistants from a site could be worth, the best few into `top`."""
    for i in range(len(top)):
        top[i] = 0.0
    for where in range(WHERES):
        crossing = NEIGHBORS[site, where]
        if crossing >= 0:
            for kind in range(KINDS):
                keep_top(top, look.assistant[crossing, kind])


@rule
def crew_worth(view, look, gang, site, top):
    """The best buildings for a crew around a site, `top` of which it could have by Assistants."""
    for slot in range(CREW):
        run = 0.0
        kind = SPECIALTY_KIND[gang, slot]
        for where in range(WHERES):
            crossing = NEIGHBORS[site, where]
            if crossing >= 0 and look.manager[crossing, kind] > run:
                if matches(gang, slot, building_subtype(view, crossing, kind)):
                    run = look.manager[crossing, kind]
        keep_top(top, run)
    worth = 0.0
    for i in range(CREW):
        worth += top[i]
    return worth


@rule
def site_merit(view, weights, look, seat, site):
    """What a site offers to any gangster: its own crossing to dominate, city buildings to link, friends near."""
    coins = 0
    for kind in range(KINDS):
        coins += int(BUILDING_COINS[view.building[site, kind]])
    worth = weights.center_site * (crossing_value(view, site) + coins)
    for subtype in range(CITY_SUBTYPES):
        small = int(look.sized_free[seat, subtype, 0])
        large = int(look.sized_free[seat, subtype, 1])
        before = count_links(large, small)
        for where in range(WHERES):
            crossing = NEIGHBORS[site, where]
            if crossing >= 0 and look.reach[seat, crossing] == 0:
                if building_subtype(view, crossing, Kind.CITY) == subtype:
                    size = int(BUILDING_SIZE[view.building[crossing, Kind.CITY]])
                    large += size
                    small += 1 - size
        worth += weights.cluster * link_cards(view, before, count_links(large, small))
    for friend in range(GANGS):
        if view.gangster[seat, friend] >= 0 and distance(int(view.gangster[seat, friend]), site) <= 2:
            worth += weights.flock
    return worth


@rule
def keep_top(top, worth):
    """Keep the best few: put a worth in the place of the least of `top` if it is more."""
    least = 0
    for i in range(1, len(top)):
        if top[i] < top[least]:
            least = i
    if worth > top[least]:
        top[least] = worth
