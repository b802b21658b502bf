"""Influential Gentlemen: which manager to place where."""

import numpy as np

from agents.judgment.buildings import building_worth, price_sorts, taste
from agents.judgment.dominance import price_dominance
from agents.judgment.glance import NEVER, WHERES, glance
from agents.judgment.sites import least_of
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.score import building_subtype
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import CREW, CROSSINGS, GANGS, KINDS, NEIGHBORS, SPECIALTY, Kind, Subtype
from gangzzz_env.jit import rule

# The crew slot of each gangster whose specialty is a subtype, or -1.
SLOT_OF = np.full((GANGS, len(Subtype)), -1)
SLOT_OF[np.arange(GANGS)[:, np.newaxis], SPECIALTY] = np.arange(CREW)


@rule
def choose_building(view, mask, weights, look, seat):
    """6 The placement that gains most over what the gangster could have later, the contested buildings first."""
    glance(view, weights, look)
    price_reach(view, weights, look, seat)
    best_score = NEVER
    best = act.PASS
    for gang in range(GANGS):
        if not has_unplaced(view, seat, gang):
            continue
        later = worth_left(view, look, seat, gang)
        for where in range(WHERES):
            crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
            if crossing < 0:
                continue
            for kind in range(KINDS):
                if view.manager_at[crossing, kind] >= 0:
                    continue
                for slot in range(CREW):
                    action = act.PLACE_MANAGER + ((CREW * gang + slot) * WHERES + where) * KINDS + kind
                    if mask[action] == 0:
                        continue
                    score = score_placement(view, weights, look, gang, slot, crossing, kind, later)
                    if score > best_score:
                        best_score = score
                        best = action
    return best


@rule
def has_unplaced(view, seat, gang):
    """Whether a crew has a manager who is not placed."""
    for slot in range(CREW):
        if view.manager[seat, gang, slot] < 0:
            return True
    return False


@rule
def score_placement(view, weights, look, gang, slot, crossing, kind, later):
    """How much a manager on a building gains over what his gangster could have later."""
    subtype = building_subtype(view, crossing, kind)
    if SLOT_OF[gang, subtype] == slot:
        gain = look.price[1, crossing, kind] - later
    else:
        gain = look.price[0, crossing, kind] - weights.slot * look.extra[slot] - later
    draws = kind == Kind.CITY or subtype == Subtype.GYM
    score = (weights.hurry if draws else weights.patience) * gain
    if look.rival[crossing, kind] > 0.0:
        score += weights.contested * gain + weights.deny * look.rival[crossing, kind]
    return score


@rule
def price_reach(view, weights, look, seat):
    """What the free buildings in reach are worth to the seat, and at most to a rival, into `look`."""
    for rival in range(int(view.num_seats)):
        price_sorts(view, weights, look, rival)
    price_dominance(view, weights, look, seat)
    for crossing in range(CROSSINGS):
        if look.reach[seat, crossing] == 0:
            continue
        for kind in range(KINDS):
            if view.manager_at[crossing, kind] >= 0:
                continue
            share = weights.dominance * look.dominance[crossing, kind]
            by_assistant, by_manager = building_worth(view, weights, look, seat, crossing, kind)
            look.price[0, crossing, kind] = taste(weights, kind) * by_assistant + share
            look.price[1, crossing, kind] = taste(weights, kind) * by_manager + share
            look.rival[crossing, kind] = rival_worth(view, weights, look, seat, crossing, kind)


@rule
def rival_worth(view, weights, look, seat, crossing, kind):
    """The most that a building is worth to a rival who can still come there, or 0."""
    most = 0.0
    subtype = building_subtype(view, crossing, kind)
    for rival in range(int(view.num_seats)):
        if rival != seat and look.reach[rival, crossing] > 0 and view.is_out[rival] == 0:
            by_assistant, by_manager = building_worth(view, weights, look, rival, crossing, kind)
            runs = (int(look.specialties[rival, crossing]) >> subtype) & 1
            most = max(most, by_manager if runs else by_assistant)
    return most


@rule
def worth_left(view, look, seat, gang):
    """The worth of the best building a gangster's crew will not get; and what each free specialty adds at its best."""
    best, extra = look.best, look.extra
    set_all(best, 0.0)
    set_all(extra, 0.0)
    least = 0
    for where in range(WHERES):
        crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
        if crossing < 0:
            continue
        for kind in range(KINDS):
            if view.manager_at[crossing, kind] >= 0:
                continue
            worth = look.price[0, crossing, kind]
            slot = int(SLOT_OF[gang, building_subtype(view, crossing, kind)])
            if slot >= 0 and view.manager[seat, gang, slot] < 0:
                worth = look.price[1, crossing, kind]
                extra[slot] = max(extra[slot], worth - look.price[0, crossing, kind])
            if worth > best[least]:
                best[least] = worth
                least = least_of(best)
    for slot in range(CREW):
        if view.manager[seat, gang, slot] >= 0:
            best[least] = -NEVER
            least = least_of(best)
    return best[least]
