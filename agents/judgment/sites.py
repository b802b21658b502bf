"""Divide and Rule: where to place which gangster."""

import numpy as np

from agents.judgment.buildings import building_worth, taste
from agents.judgment.glance import CITY_SUBTYPES, NEVER, WHERES, glance
from agents.judgment.hideout import nearest_gangster
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.influential_gentlemen import count_links, link_cards
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance
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
)
from gangzzz_env.jit import rule

EXPECTED_CARDS = 20
FAR = 1.25
# Bit masks of the specialties of each crew.
SPECIALTIES = np.array([np.bitwise_or.reduce(1 << crew.astype(np.int64)) for crew in SPECIALTY])


@rule
def choose_site(view, mask, weights, look, seat):
    """5 The site whose perimeter is worth most to one of the gangsters, compared with his average site."""
    glance(view, weights, look)
    price_city(view, weights, look, seat)
    best_score = NEVER
    best = act.PLACE_GANGSTER
    for crossing in range(CROSSINGS):
        merit = site_merit(view, weights, look, seat, crossing)
        for gang in range(GANGS):
            if view.gangster[seat, gang] < 0:
                look.site[gang, crossing] = merit + crew_worth(view, look, gang, crossing)
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
    """What every building may be worth to a gangster still to come, but for dominance, into `look`."""
    for crossing in range(CROSSINGS):
        share = share_of_crossing(view, weights, crossing)
        for kind in range(KINDS):
            for is_manager in range(2):
                worth = building_worth(view, weights, look, seat, crossing, kind, is_manager == 1)
                look.price[is_manager, crossing, kind] = share * (taste(weights, kind) * worth)


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
def crew_worth(view, look, gang, site):
    """The best four of the buildings around a site, each with a Manager if the crew has one for it."""
    clear_top(look.top)
    for where in range(WHERES):
        crossing = int(NEIGHBORS[site, where])
        if crossing < 0:
            continue
        for kind in range(KINDS):
            runs = (SPECIALTIES[gang] >> building_subtype(view, crossing, kind)) & 1
            keep_top(look.top, look.price[runs, crossing, kind])
    drop_least(look.top)
    worth = 0.0
    for i in range(CREW + 1):
        worth += max(look.top[i], 0.0)
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
    worth += weights.cover * hideouts_covered(view, seat, site)
    return worth + weights.rivals_near * rivals_near(view, seat, site)


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
def hideouts_covered(view, seat, site):
    """How much a gangster here would improve his seat's chances to be first at the hideout, in shares of the bounty."""
    covered = 0.0
    possible = 0
    notebook = int(view.notebook[seat])
    for crossing in range(CROSSINGS):
        if notebook & (1 << crossing % 6 | 1 << 6 + crossing // 6) != 0:
            continue
        possible += 1
        before = turns_away(view, nearest_gangster(view, seat, crossing))
        after = min(before, turns_away(view, distance(site, crossing)))
        if after < before:
            covered += chance_first(view, seat, crossing, after) - chance_first(view, seat, crossing, before)
    return covered / possible * (int(view.rules.bounty) + EXPECTED_CARDS * int(view.rules.bounty_per_card))


@rule
def turns_away(view, apart):
    """11.1 The drives to a crossing so far away; somebody will come nearer to those that are out of reach."""
    if apart == 0:
        return 0.0
    return 1.0 if apart <= view.rules.safe_drive else FAR


@rule
def chance_first(view, seat, crossing, turns):
    """11 The chance to be first at a hideout that is so many turns away, by the rivals' gangsters."""
    chance = 1.0
    for rival in range(int(view.num_seats)):
        if rival != seat:
            chance *= 0.5 + 0.4 * (turns_away(view, nearest_gangster(view, rival, crossing)) - turns)
    return chance


@rule
def clear_top(top):
    """Forget the best few."""
    for i in range(len(top)):
        top[i] = 0.0


@rule
def keep_top(top, worth):
    """Keep the best few: put a worth in the place of the least of `top` if it is more."""
    least = 0
    for i in range(1, len(top)):
        if top[i] < top[least]:
            least = i
    if worth > top[least]:
        top[least] = worth


@rule
def drop_least(top):
    """Take the least of the best few out, leaving -1 in its place."""
    least = -1
    for i in range(len(top)):
        if top[i] >= 0.0 and (least < 0 or top[i] < top[least]):
            least = i
    if least >= 0:
        top[least] = -1.0
