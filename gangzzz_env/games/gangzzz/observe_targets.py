"""The targets of an observation, minigames 1-2 and trade: what each action of a decision is about and pays at once.

Rows lie in the order of the actions (section 13), so that a network looks nothing up on the board. The targets of the
later minigames are in `observe_chase_targets.py` and `observe_fight_targets.py`.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import PAYMENTS, opponent_seat, other
from gangzzz_env.games.gangzzz.divide_and_rule import is_occupied
from gangzzz_env.games.gangzzz.dominance import AREAS, BLOCKS_A_SIDE, area_value
from gangzzz_env.games.gangzzz.influential_gentlemen import (
    city_cards,
    count_links,
    link_cards,
    protection_money,
    rent,
)
from gangzzz_env.games.gangzzz.observation_sections import (
    FIRST,
    NUM_GANGSTER_FEATURES,
    NUM_MANAGER_FEATURES,
    NUM_OFFER_FEATURES,
)
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance, holder, matches
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
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
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import BUY, FROM, PAYMENT, PRODUCT, SELL, SIDE, TO, can_pay, refusals
from gangzzz_env.jit import rule

GANGSTER_TARGETS, MANAGER_TARGETS = FIRST["gangster targets"], FIRST["manager targets"]
SELL_TARGETS, FORGE_TARGETS, OFFER_TARGETS, ANSWER_TARGETS = (
    FIRST[name] for name in ("sell targets", "forge targets", "offer targets", "answer targets")
)
MOST = 127
WHERES = NEIGHBORS.shape[1]


@rule
def write_gangster_targets(view, seat, out):
    """5.1 What a gangster would find at each crossing."""
    for crossing in range(CROSSINGS):
        row = GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * crossing
        out[row] = not is_occupied(view, crossing)
        out[row + 1] = crossing_value(view, crossing)
        write_neighbors(view, seat, crossing, row, out)
        for where in range(WHERES):
            if NEIGHBORS[crossing, where] >= 0:
                add_perimeter(view, int(NEIGHBORS[crossing, where]), row, out)
        for gang in range(GANGS):
            out[row + 13 + gang] = crew_matches(view, gang, crossing)


@rule
def write_neighbors(view, seat, crossing, row, out):
    """5.2, 9.1 Gangsters whose perimeter overlaps with that of this crossing, and others' in fight range."""
    for other_seat in range(int(view.num_seats)):
        for gang in range(GANGS):
            at = int(view.gangster[other_seat, gang])
            if at < 0:
                continue
            apart = distance(at, crossing)
            if apart <= 2:
                out[row + 2 + (other_seat != seat)] += 1
            if other_seat != seat and apart <= view.rules.fight_range:
                out[row + 4] += 1


@rule
def add_perimeter(view, crossing, row, out):
    """5.2 Add what a crossing of the perimeter has to offer."""
    building = view.building[crossing]
    out[row + 5] += crossing_value(view, crossing)
    out[row + 6] += int(BUILDING_COINS[building[Kind.RESIDENTIAL]])
    out[row + 7] += int(BUILDING_COINS[building[Kind.COMMERCIAL]])
    out[row + 8 + int(BUILDING_SIZE[building[Kind.CITY]])] += 1
    subtype = building_subtype(view, crossing, Kind.UNDERWORLD)
    if subtype == Subtype.CASINO:
        out[row + 11] += int(BUILDING_SIZE[building[Kind.UNDERWORLD]])
    elif subtype == Subtype.FORGERY:
        out[row + 12] += 1
    else:
        out[row + 10] += int(BUILDING_SIZE[building[Kind.UNDERWORLD]])


@rule
def crew_matches(view, gang, crossing):
    """4.1 How many of a gangster's crew could be Managers in the perimeter of a crossing."""
    found = 0
    for slot in range(CREW):
        for place in range(WHERES * KINDS):
            at = int(NEIGHBORS[crossing, place // KINDS])
            if at >= 0 and matches(gang, slot, building_subtype(view, at, place % KINDS)):
                found += 1
                break
    return found


@rule
def write_manager_targets(view, seat, market, out):
    """6.1 What each free building in each gangster's perimeter would bring."""
    held = np.zeros(AREAS * SEATS, np.int64)
    coins = np.zeros(AREAS, np.int64)
    points = np.zeros(EMBLEMS, np.int64)
    count_areas(view, seat, held, coins)
    count_points(view, seat, points)
    for gang in range(GANGS):
        if not has_unplaced(view, seat, gang):
            continue
        for place in range(WHERES * KINDS):
            crossing = int(NEIGHBORS[view.gangster[seat, gang], place // KINDS])
            kind = place % KINDS
            if crossing < 0 or view.manager_at[crossing, kind] >= 0:
                continue
            row = MANAGER_TARGETS + NUM_MANAGER_FEATURES * (WHERES * KINDS * gang + place)
            write_building(view, seat, gang, crossing, kind, row, out)
            if kind == Kind.COMMERCIAL:
                write_commercial(view, crossing, market, row, out)
            elif kind != Kind.RESIDENTIAL:
                out[row + 6] = min(MOST, points[building_subtype(view, crossing, kind)])
            add_dominance(view, seat, crossing, crossing, kind, held, coins, row, out)
            add_dominance(view, seat, block_of(view, crossing, kind), crossing, kind, held, coins, row, out)


@rule
def has_unplaced(view, seat, gang):
    """6.1 Whether a gangster has a manager left to place."""
    for slot in range(CREW):
        if view.manager[seat, gang, slot] < 0:
            return True
    return False


@rule
def count_points(view, seat, points):
    """10.2 Add up a player's points by emblem."""
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place // GANGS == seat:
            points[CARD_EMBLEM[card]] += int(CARD_POINTS[card])


@rule
def write_building(view, seat, gang, crossing, kind, row, out):
    """6.2-6.5 What a building brings at once, as Assistant and how much more as Manager, and which slot matches."""
    subtype = building_subtype(view, crossing, kind)
    out[row] = 1
    for slot in range(CREW):
        if matches(gang, slot, subtype):
            out[row + 5] = slot + 1
    if kind == Kind.RESIDENTIAL:
        out[row + 1] = rent(view, crossing, False)
        out[row + 2] = rent(view, crossing, True) - rent(view, crossing, False)
    elif kind == Kind.CITY:
        out[row + 3] = city_cards(view, False) + new_link_cards(view, seat, crossing, subtype)
        out[row + 4] = city_cards(view, True) - city_cards(view, False)
    elif kind == Kind.UNDERWORLD:
        write_underworld(view, crossing, subtype, row, out)


@rule
def write_underworld(view, crossing, subtype, row, out):
    """6.5 Protection money and a casino's mean winnings; a gym's cards; bonus or licenses for an Assistant."""
    rules = view.rules
    size = int(BUILDING_SIZE[view.building[crossing, Kind.UNDERWORLD]])
    out[row + 1] = min(MOST, protection_money(view, crossing))
    if subtype == Subtype.CASINO:
        out[row + 1] = min(MOST, protection_money(view, crossing) + int(rules.casino_dice) * size * 7 // 2)
        out[row + 2] = int(rules.manager_extra) * 7 // 2
    elif subtype == Subtype.FORGERY:
        out[row + 7] = int(rules.licenses)
    else:
        out[row + 7] = int(rules.trainer_bonus) * size
        if subtype == Subtype.GYM:
            out[row + 3] = int(rules.gym_cards)


@rule
def new_link_cards(view, seat, crossing, subtype):
    """6.4 Cards for the links that one more building of a city subtype would make."""
    large = 0
    small = 0
    for place in range(GANGS * CREW):
        working = int(view.manager[seat, place // CREW, place % CREW])
        if working >= 0 and building_subtype(view, working // KINDS, working % KINDS) == subtype:
            is_large = int(BUILDING_SIZE[view.building[working // KINDS, working % KINDS]])
            large += is_large
            small += 1 - is_large
    new_large = int(BUILDING_SIZE[view.building[crossing, Kind.CITY]])
    return link_cards(view, count_links(large, small), count_links(large + new_large, small + 1 - new_large))


@rule
def write_commercial(view, crossing, market, row, out):
    """7.1 What a free commercial building's pieces pay that find a counterpart: an own one, and one of others."""
    value = crossing_value(view, crossing)
    is_warehouse = building_subtype(view, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE
    counterpart = market + PRODUCTS * (BUY if is_warehouse else SELL)
    own = 0
    others = 0
    for product in range(PRODUCTS):
        pieces = int(view.pieces[crossing, product])
        if out[counterpart + product] > 0:
            own += pieces
        for opponent in range(1, int(view.num_seats)):
            if out[counterpart + 2 * PRODUCTS * opponent + product] > 0:
                others += pieces
                break
    out[row + 6] = (value * min(own, 2) + 1) // 2
    out[row + 7] = (value * min(others, 2) + 1) // 2


@rule
def block_of(view, crossing, kind):
    """1.5, 1.6 The area of the block that a building looks into, or -1 at the city's edge."""
    corner = (int(view.turn[crossing]) + kind) % 4
    street = crossing // 6 - (corner == 1 or corner == 2)
    avenue = crossing % 6 - (corner == 0 or corner == 1)
    if street < 0 or avenue < 0 or street >= BLOCKS_A_SIDE or avenue >= BLOCKS_A_SIDE:
        return -1
    return CROSSINGS + BLOCKS_A_SIDE * street + avenue


@rule
def count_areas(view, seat, held, coins):
    """8 How many buildings of each area every seat holds, and the coins on this seat's."""
    for crossing in range(CROSSINGS):
        for kind in range(KINDS):
            owner = holder(view, crossing, kind)
            if owner < 0:
                continue
            for area in (crossing, block_of(view, crossing, kind)):
                if area >= 0:
                    held[SEATS * area + owner] += 1
                    if owner == seat:
                        coins[area] += int(BUILDING_COINS[view.building[crossing, kind]])


@rule
def area_dollars(view, area, held, rival, coins):
    """8.1, 8.2 What an area would pay who holds so many buildings with these coins, against the best rival's number."""
    if held == KINDS:
        return (area_value(view, area) + coins) * int(view.rules.domination_percent) // 100
    return coins if held >= view.rules.min_majority and held > rival else 0


@rule
def add_dominance(view, seat, area, crossing, kind, held, coins, row, out):
    """8 Add what one more building of an area changes in its pay, and the lead over the best rival there so far."""
    if area < 0:
        return
    rival = 0
    for other_seat in range(int(view.num_seats)):
        if other_seat != seat:
            rival = max(rival, held[SEATS * area + other_seat])
    mine = held[SEATS * area + seat]
    coins_then = coins[area] + int(BUILDING_COINS[view.building[crossing, kind]])
    gain = area_dollars(view, area, mine + 1, rival, coins_then) - area_dollars(view, area, mine, rival, coins[area])
    out[row + 8] = min(MOST, int(out[row + 8]) + gain)
    out[row + 9] += mine - rival


@rule
def write_trade_targets(view, seat, market, out):
    """7.2 Selling to oneself, forging and offering: dollars for both sides; 0 where it cannot be done."""
    may_offer = refusals(view, seat) < view.rules.max_refusals
    for product in range(PRODUCTS):
        supply = int(out[market + product])
        demand = int(out[market + PRODUCTS + product])
        if supply > 0 and demand > 0:
            out[SELL_TARGETS + product] = supply + demand
        if supply > 0 and view.licenses[seat] > 0:
            write_forging(view, product, market, out)
        if not may_offer:
            continue
        for opponent in range(int(view.num_seats) - 1):
            theirs = market + 2 * PRODUCTS * (opponent + 1) + product
            row = OFFER_TARGETS + (PRODUCTS * opponent + product) * 2 * PAYMENTS * NUM_OFFER_FEATURES
            write_offers(view, seat, opponent, product, SELL, supply, int(out[theirs + PRODUCTS]), row, out)
            row += PAYMENTS * NUM_OFFER_FEATURES
            write_offers(view, seat, opponent, product, BUY, demand, int(out[theirs]), row, out)


@rule
def write_forging(view, product, market, out):
    """7.2 What the bars pay that want the forged piece: the own one, and the best of the others'."""
    for index in range(PRODUCTS - 1):
        row = FORGE_TARGETS + 3 * ((PRODUCTS - 1) * product + index)
        wanted = market + PRODUCTS + other(index, product)
        out[row] = 1
        out[row + 1] = out[wanted]
        for opponent in range(1, int(view.num_seats)):
            out[row + 2] = max(int(out[row + 2]), int(out[wanted + 2 * PRODUCTS * opponent]))


@rule
def write_offers(view, seat, opponent, product, side, mine, theirs, row, out):
    """7.2 The offers of a product to an opponent, one for each side payment that can be made."""
    if mine == 0 or theirs == 0:
        return
    other_seat = opponent_seat(seat, opponent, int(view.num_seats))
    for payment in range(PAYMENTS):
        if can_pay(view, seat, other_seat, payment - 1):
            dollars = (payment - 1) * int(view.rules.side_payment)
            at = row + NUM_OFFER_FEATURES * payment
            out[at] = 1
            out[at + 1] = mine - dollars
            out[at + 2] = theirs + dollars
            out[at + 3] = int(view.declined[seat, other_seat, product, side])


@rule
def write_answer_targets(view, market, out):
    """7.2 What accepting the offer brings the one who answers, and the one who made it."""
    maker = (int(view.offer[FROM]) - int(view.offer[TO])) % int(view.num_seats)
    product = int(view.offer[PRODUCT])
    side = int(view.offer[SIDE])
    dollars = int(view.offer[PAYMENT]) * int(view.rules.side_payment)
    out[ANSWER_TARGETS] = int(out[market + PRODUCTS * (1 - side) + product]) + dollars
    out[ANSWER_TARGETS + 1] = int(out[market + PRODUCTS * (2 * maker + side) + product]) - dollars
