"""What a building is worth for dominance (section 8): hopes of its two areas, and those it takes from rivals."""

from gangzzz_env.games.gangzzz.dominance import area_building, area_value, block_of
from gangzzz_env.games.gangzzz.score import holder
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, KINDS, SEATS
from gangzzz_env.jit import rule


@rule
def dominance_worth(view, weights, look, seat, crossing, kind):
    """8 What taking a building adds to a seat's hopes of dominance, and takes from its strongest rival's."""
    worth = 0.0
    for area in (crossing, block_of(view, crossing, kind)):
        if area >= 0:
            worth += area_gain(view, weights, look, seat, area, crossing, kind)
    return worth


@rule
def area_gain(view, weights, look, seat, area, crossing, kind):
    """What taking a building changes in one area (a crossing or a block)."""
    held = look.held
    coins = look.coins
    for rival in range(SEATS):
        held[rival] = 0
        coins[rival] = 0
    all_coins = 0
    free = 0
    reached = 0
    entered = 0
    for index in range(KINDS):
        at, which = area_building(area, index, view)
        dollars = int(BUILDING_COINS[view.building[at, which]])
        all_coins += dollars
        owner = holder(view, at, which)
        if owner >= 0:
            held[owner] += 1
            coins[owner] += dollars
            continue
        free += 1
        if at == crossing and which == kind:
            continue
        reached += look.reach[seat, at] > 0
        for rival in range(int(view.num_seats)):
            entered += rival != seat and look.reach[rival, at] > 0
    strongest = -1
    for rival in range(int(view.num_seats)):
        if rival != seat and (strongest < 0 or held[rival] > held[strongest]):
            strongest = rival
    with_coins = coins[seat] + int(BUILDING_COINS[view.building[crossing, kind]])
    pays = (area_value(view, area) + all_coins) * int(view.rules.domination_percent) / 100.0
    mine, theirs = held[seat], held[strongest]
    least = int(view.rules.min_majority)
    open_after = mine + 1 + reached == KINDS
    before = area_hope(weights, least, pays, mine, coins[seat], theirs, free, open_after, entered > 0)
    after = area_hope(weights, least, pays, mine + 1, with_coins, theirs, free - 1, open_after, entered > 0)
    rival_before = area_hope(weights, least, pays, theirs, coins[strongest], mine, free, theirs + free == KINDS, True)
    rival_after = area_hope(weights, least, pays, theirs, coins[strongest], mine + 1, free - 1, False, True)
    return after - before + weights.break_rival * (rival_before - rival_after)


@rule
def area_hope(weights, least, pays, held, coins, rival_held, free, can_fill, contested):
    """8.1, 8.2 Expected pay of an area to who holds so many of its buildings, with these coins on them."""
    if held == 0:
        return 0.0
    chance = 0.0
    if rival_held == 0 and can_fill:
        if held == 4:
            return pays
        chance = weights.dominate_1 if held == 1 else weights.dominate_2 if held == 2 else weights.dominate_3
        if contested:
            chance *= weights.contested_area
    majority = 0.0
    if held >= least and held > rival_held:
        majority = 1.0 if held > rival_held + free else weights.majority
    elif free > 0 and held >= rival_held:
        majority = weights.majority / 3.0
    return chance * pays + (1.0 - chance) * majority * coins
