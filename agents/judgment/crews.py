"""Influential Gentlemen: which manager to place where."""

from agents.judgment.buildings import building_worth, taste
from agents.judgment.dominance import dominance_worth
from agents.judgment.glance import NEVER, WHERES, glance
from agents.judgment.sites import clear_top, drop_least, keep_top
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
    extra = look.extra
    for gang in range(GANGS):
        later = worth_left(view, look, seat, gang)
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
                    worth = look.price[0, crossing, kind] - weights.slot * extra[slot]
                    if matches(gang, slot, subtype):
                        worth = look.price[1, crossing, kind]
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
            look.rival[crossing, kind] = 0.0
            subtype = building_subtype(view, crossing, kind)
            for rival in range(int(view.num_seats)):
                if look.reach[rival, crossing] == 0 or view.is_out[rival] == 1:
                    continue
                runs = (int(look.specialties[rival, crossing]) >> subtype) & 1
                for is_manager in range(0 if rival == seat else runs, 2 if rival == seat else runs + 1):
                    worth = building_worth(view, weights, look, rival, crossing, kind, is_manager == 1)
                    if rival == seat:
                        look.price[is_manager, crossing, kind] = taste(weights, kind) * worth
                    else:
                        look.rival[crossing, kind] = max(look.rival[crossing, kind], worth)
            share = weights.dominance * dominance_worth(view, weights, look, seat, crossing, kind)
            for is_manager in range(2):
                look.price[is_manager, crossing, kind] += share


@rule
def worth_left(view, look, seat, gang):
    """The worth of the best building a gangster's crew will not get; and what each free specialty adds at its best."""
    top = look.top
    clear_top(top)
    extra = look.extra
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
            worth = look.price[0, crossing, kind]
            for slot in range(CREW):
                if view.manager[seat, gang, slot] < 0 and matches(gang, slot, subtype):
                    worth = look.price[1, crossing, kind]
                    extra[slot] = max(extra[slot], worth - look.price[0, crossing, kind])
            keep_top(top, worth)
    for _ in range(CREW - unplaced):
        drop_least(top)
    least = 1e9
    for i in range(CREW + 1):
        if top[i] >= 0.0:
            least = min(least, top[i])
    return least
