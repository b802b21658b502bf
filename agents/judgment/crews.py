"""Influential Gentlemen: which manager to place where."""

import numpy as np

from agents.judgment.buildings import building_worth
from agents.judgment.dominance import dominance_worth
from agents.judgment.glance import NEVER, WHERES, glance
from agents.judgment.sites import keep_top
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.score import building_subtype, matches
from gangzzz_env.games.gangzzz.tables import CREW, CROSSINGS, GANGS, KINDS, NEIGHBORS, Kind, Subtype
from gangzzz_env.jit import rule


@rule
def choose_building(view, weights, look, seat):
    """6 The placement that gains most over what the gangster could have later, the contested buildings first."""
    glance(view, weights, look)
    price_reach(view, weights, look, seat)
    best_score = NEVER
    best = act.PASS
    extra = np.empty(CREW)
    for gang in range(GANGS):
        later = worth_left(view, look, seat, gang, extra)
        for where in range(WHERES):
            crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
            if crossing < 0:
                continue
            for kind in range(KINDS):
                if view.manager_at[crossing, kind] >= 0:
                    continue
                subtype = building_subtype(view, crossing, kind)
                draws = kind == Kind.CITY or subtype == Subtype.GYM
                contested = look.rival[crossing, kind] > 0.0
                for slot in range(CREW):
                    if view.manager[seat, gang, slot] >= 0:
                        continue
                    worth = look.assistant[crossing, kind] - weights.slot * extra[slot]
                    if matches(gang, slot, subtype):
                        worth = look.manager[crossing, kind]
                    score = (weights.hurry if draws else weights.patience) * (worth - later)
                    if contested:
                        score += weights.contested * (worth - later) + weights.deny * look.rival[crossing, kind]
                    if score > best_score:
                        best_score = score
                        index = ((CREW * gang + slot) * WHERES + where) * KINDS + kind
                        best = act.PLACE_MANAGER + index
    return best


@rule
def price_reach(view, weights, look, seat):
    """What the free buildings in reach are worth to the seat, and at most to a rival, into `look`."""
    for crossing in range(CROSSINGS):
        if look.reach[seat, crossing] == 0:
            continue
        for kind in range(KINDS):
            if view.manager_at[crossing, kind] >= 0:
                continue
            share = dominance_worth(view, weights, look, seat, crossing, kind)
            look.assistant[crossing, kind] = share + building_worth(view, weights, look, seat, crossing, kind, False)
            look.manager[crossing, kind] = share + building_worth(view, weights, look, seat, crossing, kind, True)
            look.rival[crossing, kind] = 0.0
            subtype = building_subtype(view, crossing, kind)
            for rival in range(int(view.num_seats)):
                if rival == seat or look.reach[rival, crossing] == 0 or view.is_out[rival] == 1:
                    continue
                runs = (int(look.specialties[rival, crossing]) >> subtype) & 1 == 1
                worth = building_worth(view, weights, look, rival, crossing, kind, runs)
                look.rival[crossing, kind] = max(look.rival[crossing, kind], worth)


@rule
def worth_left(view, look, seat, gang, extra):
    """The worth of the best building a gangster's crew will not get; and what each free specialty adds at its best."""
    top = np.zeros(CREW + 1)
    unplaced = 0
    for slot in range(CREW):
        extra[slot] = 0.0
        unplaced += view.manager[seat, gang, slot] < 0
    for where in range(WHERES):
        crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
        if crossing < 0:
            continue
        for kind in range(KINDS):
            if view.manager_at[crossing, kind] >= 0:
                continue
            subtype = building_subtype(view, crossing, kind)
            worth = look.assistant[crossing, kind]
            for slot in range(CREW):
                if view.manager[seat, gang, slot] < 0 and matches(gang, slot, subtype):
                    worth = look.manager[crossing, kind]
                    extra[slot] = max(extra[slot], worth - look.assistant[crossing, kind])
            keep_top(top, worth)
    for _ in range(CREW - unplaced):
        drop_least(top)
    least = 1e9
    for i in range(CREW + 1):
        if top[i] >= 0.0:
            least = min(least, top[i])
    return least


@rule
def drop_least(top):
    """Take the least of the best few out, leaving -1 in its place."""
    least = -1
    for i in range(len(top)):
        if top[i] >= 0.0 and (least < 0 or top[i] < top[least]):
            least = i
    if least >= 0:
        top[least] = -1.0
