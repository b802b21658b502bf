"""Divide and Rule: where to place which gangster."""

import numpy as np

from agents.judgment.buildings import building_worth, price_sorts, taste
from agents.judgment.glance import CITY_SUBTYPES, NEVER, WHERES, see_cards, see_seat
from agents.judgment.hideout import nearest_gangster
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.influential_gentlemen import count_links, link_cards
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CREW,
    CROSSINGS,
    DISTANCES,
    GANGS,
    KINDS,
    NEIGHBORS,
    SPECIALTY,
    Kind,
)
from gangzzz_env.jit import rule

EXPECTED_CARDS = 20
FAR = 1.25
# Bit masks of the specialties of each crew.
SPECIALTIES = np.array([np.bitwise_or.reduce(1 << crew.astype(np.int64)) for crew in SPECIALTY])


@rule
def choose_site(view, mask, weights, look, seat):
    """5 The site whose perimeter is worth most to one of the gangsters, compared with his average site."""
    see_cards(view, look)
    see_seat(view, weights, look, seat)
    price_city(view, weights, look, seat)
    price_sites(view, weights, look, seat)
    best_score = NEVER
    best = act.PLACE_GANGSTER
    for gang in range(GANGS):
        if view.gangster[seat, gang] >= 0:
            continue
        mean = 0.0
        for crossing in range(CROSSINGS):
            mean += look.site[gang, crossing] / CROSSINGS
        for crossing in range(CROSSINGS):
            action = act.PLACE_GANGSTER + CROSSINGS * gang + crossing
            score = look.site[gang, crossing] - weights.special_site * mean
            if mask[action] and score > best_score:
                best_score = score
                best = action
    return best


@rule
def price_city(view, weights, look, seat):
    """What every building may be worth to the crew of a gangster still to come, but for dominance, into `look`."""
    price_sorts(view, weights, look, seat)
    see_crowds(view, weights, look)
    for crossing in range(CROSSINGS):
        share = max(look.share[crossing], 0.0)
        for kind in range(KINDS):
            by_assistant, by_manager = building_worth(view, weights, look, seat, crossing, kind)
            subtype = building_subtype(view, crossing, kind)
            liking = share * taste(weights, kind)
            for gang in range(GANGS):
                runs = (SPECIALTIES[gang] >> subtype) & 1
                look.crew_price[crossing, kind, gang] = liking * (by_manager if runs else by_assistant)


@rule
def see_crowds(view, weights, look):
    """How much of a crossing is left for one more gangster, when others reach it too; under 0 when it is crowded."""
    set_all(look.share, 1.0)
    for rival in range(int(view.num_seats)):
        for gang in range(GANGS):
            home = int(view.gangster[rival, gang])
            for where in range(WHERES):
                if home >= 0 and NEIGHBORS[home, where] >= 0:
                    look.share[NEIGHBORS[home, where]] -= weights.crowd


@rule
def price_sites(view, weights, look, seat):
    """What every site is worth to the gangsters that are not placed, into `look`."""
    see_cover(view, look, seat)
    for crossing in range(CROSSINGS):
        merit = site_merit(view, weights, look, seat, crossing)
        for gang in range(GANGS):
            if view.gangster[seat, gang] < 0:
                look.site[gang, crossing] = merit + crew_worth(look, gang, crossing)


@rule
def crew_worth(look, gang, site):
    """The best four of the buildings around a site, each with a Manager if the crew has one for it."""
    best = look.best
    set_all(best, 0.0)
    least = 0
    for where in range(WHERES):
        crossing = int(NEIGHBORS[site, where])
        if crossing < 0:
            continue
        for kind in range(KINDS):
            if look.crew_price[crossing, kind, gang] > best[least]:
                best[least] = look.crew_price[crossing, kind, gang]
                least = least_of(best)
    best[least] = 0.0
    worth = 0.0
    for i in range(CREW + 1):
        worth += best[i]
    return worth


@rule
def least_of(best):
    """The place of the least of the best few."""
    least = 0
    lowest = best[0]
    for i in range(1, CREW + 1):
        if best[i] < lowest:
            lowest = best[i]
            least = i
    return least


@rule
def site_merit(view, weights, look, seat, site):
    """What a site offers to any gangster: its own crossing to dominate, city buildings to link, friends near."""
    coins = 0
    for kind in range(KINDS):
        coins += int(BUILDING_COINS[view.building[site, kind]])
    worth = weights.center_site * (crossing_value(view, site) + coins)
    before, after = look.sized_free[seat], look.sized_near
    for subtype in range(CITY_SUBTYPES):
        for size in range(2):
            after[subtype, size] = before[subtype, size]
    for where in range(WHERES):
        crossing = int(NEIGHBORS[site, where])
        if crossing >= 0 and look.reach[seat, crossing] == 0:
            building = int(view.building[crossing, Kind.CITY])
            after[BUILDING_SUBTYPE[building], BUILDING_SIZE[building]] += 1
    for subtype in range(CITY_SUBTYPES):
        links_before = count_links(before[subtype, 1], before[subtype, 0])
        links_after = count_links(after[subtype, 1], after[subtype, 0])
        worth += weights.cluster * link_cards(view, links_before, links_after)
    worth += weights.cover * look.cover[site]
    if weights.rivals_near > 0.0:
        worth += weights.rivals_near * rivals_near(view, seat, site)
    return worth


@rule
def rivals_near(view, seat, site):
    """9.1 How many gangsters of rivals a gangster here could attack."""
    near = 0
    for rival in range(int(view.num_seats)):
        for gang in range(GANGS):
            home = int(view.gangster[rival, gang])
            near += rival != seat and home >= 0 and distance(home, site) <= view.rules.fight_range
    return near


@rule
def see_cover(view, look, seat):
    """How much a gangster at each site would improve his seat's chances to be first at the hideout.

    Written into `look.cover`, in shares of the bounty.
    """
    set_all(look.cover, 0.0)
    possible = 0
    notebook = int(view.notebook[seat])
    for crossing in range(CROSSINGS):
        if notebook & (1 << crossing % 6 | 1 << 6 + crossing // 6) == 0:
            possible += 1
            cover_crossing(view, look, seat, crossing)
    shares = int(view.rules.bounty) + EXPECTED_CARDS * int(view.rules.bounty_per_card)
    for site in range(CROSSINGS):
        look.cover[site] = look.cover[site] / possible * shares


@rule
def cover_crossing(view, look, seat, crossing):
    """Add to `look.cover` what a gangster at each site does for being first at a crossing."""
    for rival in range(int(view.num_seats)):
        look.turns[rival] = turns_away(view, nearest_gangster(view, rival, crossing))
    before = look.turns[seat]
    chance = chance_first(view, look, seat, before)
    with_site = look.cover[crossing]
    if before > 0.0:
        with_site += chance_first(view, look, seat, 0.0) - chance
    if before > 1.0:
        gain = chance_first(view, look, seat, 1.0) - chance
        reach = int(view.rules.safe_drive)
        for site in range(CROSSINGS):
            look.cover[site] += gain if DISTANCES[crossing, site] <= reach else 0.0
    look.cover[crossing] = with_site


@rule
def turns_away(view, apart):
    """11.1 The drives to a crossing so far away; somebody will come nearer to those that are out of reach."""
    if apart == 0:
        return 0.0
    return 1.0 if apart <= view.rules.safe_drive else FAR


@rule
def chance_first(view, look, seat, turns):
    """11 The chance to be first at a hideout that is so many turns away, by how far it is for the rivals."""
    chance = 1.0
    for rival in range(int(view.num_seats)):
        if rival != seat:
            chance *= 0.5 + 0.4 * (look.turns[rival] - turns)
    return chance
