"""What a building is worth for dominance (section 8): hopes of its two areas, and those it takes from rivals."""

from gangzzz_env.games.gangzzz.dominance import AREAS, area_building, area_value
from gangzzz_env.games.gangzzz.score import holder
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, CROSSINGS, KINDS
from gangzzz_env.jit import rule


@rule
def price_dominance(view, weights, look, seat):
    """8 What taking a free building in reach adds to a seat's hopes of dominance, and takes from its strongest rival's.

    Written into `look.dominance`, summed over the two areas of the building: its crossing and its block.
    """
    for crossing in range(CROSSINGS):
        set_all(look.dominance[crossing], 0.0)
        look.entrants[crossing] = 0
        for rival in range(int(view.num_seats)):
            look.entrants[crossing] += rival != seat and look.reach[rival, crossing] > 0
    for area in range(AREAS):
        if not in_reach(view, look, seat, area):
            continue
        reached, entered, free, all_coins = see_area(view, look, seat, area)
        if reached > 0:
            pays = (area_value(view, area) + all_coins) * int(view.rules.domination_percent) / 100.0
            price_area(view, weights, look, seat, area, reached, entered, free, pays)


@rule
def in_reach(view, look, seat, area):
    """Whether a seat's managers can still come to a crossing of an area."""
    for index in range(KINDS):
        at, _ = area_building(area, index, view)
        if look.reach[seat, at] > 0:
            return True
    return False


@rule
def see_area(view, look, seat, area):
    """Count an area (a crossing or a block).

    Writes what each seat holds there into `look`. Returns how many of its free buildings the seat can reach, how often
    rivals can reach one, how many are free, and the coins on all four.
    """
    held, coins = look.held, look.coins
    set_all(held, 0)
    set_all(coins, 0)
    reached, entered, free, all_coins = 0, 0, 0, 0
    for index in range(KINDS):
        at, which = area_building(area, index, view)
        dollars = int(BUILDING_COINS[view.building[at, which]])
        all_coins += dollars
        owner = holder(view, at, which)
        if owner >= 0:
            held[owner] += 1
            coins[owner] += dollars
        else:
            free += 1
            reached += look.reach[seat, at] > 0
            entered += look.entrants[at]
    return reached, entered, free, all_coins


@rule
def price_area(view, weights, look, seat, area, reached, entered, free, pays):
    """Add to `look.dominance` what taking each building of an area changes there."""
    held, coins = look.held, look.coins
    strongest = strongest_rival(view, held, seat)
    mine, theirs = held[seat], held[strongest]
    least = int(view.rules.min_majority)
    open_after = mine + reached == KINDS
    rival_before = area_hope(weights, least, pays, theirs, coins[strongest], mine, free, theirs + free == KINDS, True)
    rival_after = area_hope(weights, least, pays, theirs, coins[strongest], mine + 1, free - 1, False, True)
    broken = weights.break_rival * (rival_before - rival_after)
    for index in range(KINDS):
        at, which = area_building(area, index, view)
        if view.manager_at[at, which] >= 0 or look.reach[seat, at] == 0:
            continue
        with_coins = coins[seat] + int(BUILDING_COINS[view.building[at, which]])
        contested = entered > look.entrants[at]
        before = area_hope(weights, least, pays, mine, coins[seat], theirs, free, open_after, contested)
        after = area_hope(weights, least, pays, mine + 1, with_coins, theirs, free - 1, open_after, contested)
        look.dominance[at, which] += after - before + broken


@rule
def strongest_rival(view, held, seat):
    """The first of the rivals who hold most buildings of an area."""
    strongest = -1
    for rival in range(int(view.num_seats)):
        if rival != seat and (strongest < 0 or held[rival] > held[strongest]):
            strongest = rival
    return strongest


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
