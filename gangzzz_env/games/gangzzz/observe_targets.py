"""The targets of an observation, minigames 1-2 and trade: what each action of a decision is about and pays at once.

Rows lie in the order of the actions (section 13), so that a network looks nothing up on the board. The targets of the
later minigames are in `observe_chase_targets.py` and `observe_fight_targets.py`.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import PAYMENTS, opponent_seat, other
from gangzzz_env.games.gangzzz.dominance import AREAS, area_value, block_of
from gangzzz_env.games.gangzzz.influential_gentlemen import (
    count_links,
    link_cards,
    protection_money,
)
from gangzzz_env.games.gangzzz.observation_sections import (
    FIRST,
    NUM_GANGSTER_FEATURES,
    NUM_MANAGER_FEATURES,
    NUM_OFFER_FEATURES,
)
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CREW,
    CROSSINGS,
    GANGS,
    KINDS,
    NEIGHBORS,
    PRODUCTS,
    SEATS,
    SPECIALTY,
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
WHERES, SUBTYPES = NEIGHBORS.shape[1], len(Subtype)
# What is counted of each area (own buildings, the best rival's, own coins, buildings by seat) and of each subtype.
AREA_NUMBERS, SUBTYPE_NUMBERS = 3 + SEATS, 3


def _matching_slots() -> np.ndarray:
    """4.1 The crew slot + 1 whose specialty a subtype is, 0 if none: by (gang, subtype)."""
    slots = np.zeros((GANGS, SUBTYPES), np.int8)
    for gang, slot in np.ndindex(GANGS, CREW):
        slots[gang, SPECIALTY[gang, slot]] = slot + 1
    return slots


MATCHING_SLOT = _matching_slots()


@rule
def write_gangster_targets(view, seat, out):
    """5.1 What a gangster would find at each crossing."""
    subtypes = np.zeros(CROSSINGS, np.int64)
    for crossing in range(CROSSINGS):
        out[GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * crossing] = 1
        add_perimeter(view, crossing, subtypes, out)
    for other_seat in range(np.int64(view.num_seats)):
        for gang in range(GANGS):
            at = np.int64(view.gangster[other_seat, gang])
            if at >= 0:
                out[GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * at] = 0
                add_neighbor(view, at, np.int64(other_seat != seat), out)
    for crossing in range(CROSSINGS):
        row = GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * crossing
        out[row + 1] = crossing_value(view, crossing)
        for gang in range(GANGS):
            out[row + 13 + gang] = crew_matches(gang, subtypes[crossing])


@rule
def add_neighbor(view, at, is_rival, out):
    """5.2, 9.1 Count a gangster at the crossings whose perimeter overlaps with his, and a rival in fight range."""
    for crossing in range(CROSSINGS):
        row = GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * crossing
        apart = distance(at, crossing)
        out[row + 2 + is_rival] += apart <= 2
        out[row + 4] += is_rival * (apart <= view.rules.fight_range)


@rule
def add_perimeter(view, crossing, subtypes, out):
    """5.2 Add what a crossing has to offer, and a bit for each subtype, to all in whose perimeter it lies."""
    building = view.building[crossing]
    underworld = building_subtype(view, crossing, Kind.UNDERWORLD)
    feature = 11 if underworld == Subtype.CASINO else 12 if underworld == Subtype.FORGERY else 10
    amount = 1 if underworld == Subtype.FORGERY else np.int64(BUILDING_SIZE[building[Kind.UNDERWORLD]])
    found = 0
    for kind in range(KINDS):
        found |= 1 << building_subtype(view, crossing, kind)
    for where in range(WHERES):
        at = np.int64(NEIGHBORS[crossing, where])
        if at < 0:
            continue
        row = GANGSTER_TARGETS + NUM_GANGSTER_FEATURES * at
        out[row + 5] += crossing_value(view, crossing)
        out[row + 6] += np.int64(BUILDING_COINS[building[Kind.RESIDENTIAL]])
        out[row + 7] += np.int64(BUILDING_COINS[building[Kind.COMMERCIAL]])
        out[row + 8 + np.int64(BUILDING_SIZE[building[Kind.CITY]])] += 1
        out[row + feature] += amount
        subtypes[at] |= found


@rule
def crew_matches(gang, subtypes):
    """4.1 How many of a gangster's crew could be Managers among these subtypes."""
    found = 0
    for slot in range(CREW):
        found += (subtypes >> np.int64(SPECIALTY[gang, slot])) & 1
    return found


@rule
def write_manager_targets(view, seat, market, out):
    """6.1 What each free building in each gangster's perimeter would bring."""
    areas = np.zeros(AREAS * AREA_NUMBERS, np.int64)
    subtypes = np.zeros(SUBTYPES * SUBTYPE_NUMBERS, np.int64)
    count_areas(view, seat, areas)
    count_subtypes(view, seat, subtypes)
    manager_at = view.manager_at
    for gang in range(GANGS):
        if not has_unplaced(view, seat, gang):
            continue
        perimeter = NEIGHBORS[view.gangster[seat, gang]]
        for place in range(WHERES * KINDS):
            crossing = np.int64(perimeter[place // KINDS])
            kind = place % KINDS
            if crossing >= 0 and manager_at[crossing, kind] < 0:
                row = MANAGER_TARGETS + NUM_MANAGER_FEATURES * (WHERES * KINDS * gang + place)
                write_building(view, gang, crossing, kind, subtypes, row, out)
                if kind == Kind.COMMERCIAL:
                    write_commercial(view, crossing, market, row, out)
                coins = np.int64(BUILDING_COINS[view.building[crossing, kind]])
                add_dominance(view, areas, crossing, coins, row, out)
                add_dominance(view, areas, block_of(view, crossing, kind), coins, row, out)


@rule
def has_unplaced(view, seat, gang):
    """6.1 Whether a gangster has a manager left to place."""
    for slot in range(CREW):
        if view.manager[seat, gang, slot] < 0:
            return True
    return False


@rule
def count_subtypes(view, seat, subtypes):
    """6.4, 10.2 For each subtype a player's points of that emblem, and the small and large buildings held."""
    places = view.place
    for card in range(CARDS):
        place = np.int64(places[card])
        if place >= GANGS * seat and place < GANGS * seat + GANGS:
            subtypes[SUBTYPE_NUMBERS * np.int64(CARD_EMBLEM[card])] += np.int64(CARD_POINTS[card])
    for place in range(GANGS * CREW):
        working = np.int64(view.manager[seat, place // CREW, place % CREW])
        if working >= 0 and working % KINDS == Kind.CITY:
            building = view.building[working // KINDS, working % KINDS]
            size = np.int64(BUILDING_SIZE[building])
            subtypes[SUBTYPE_NUMBERS * np.int64(BUILDING_SUBTYPE[building]) + 1 + size] += 1


@rule
def write_building(view, gang, crossing, kind, subtypes, row, out):
    """6.2-6.5 What a building brings at once, as Assistant and how much more as Manager, and which slot matches."""
    subtype = building_subtype(view, crossing, kind)
    out[row] = 1
    out[row + 5] = MATCHING_SLOT[gang, subtype]
    out[row + 6] = min(MOST, subtypes[SUBTYPE_NUMBERS * subtype])
    if kind == Kind.RESIDENTIAL:
        coins = np.int64(BUILDING_COINS[view.building[crossing, kind]])
        out[row + 1] = crossing_value(view, crossing) + coins * np.int64(view.rules.old_rent)
        out[row + 2] = coins * (1 - np.int64(view.rules.old_rent))
    elif kind == Kind.CITY:
        small = subtypes[SUBTYPE_NUMBERS * subtype + 1]
        large = subtypes[SUBTYPE_NUMBERS * subtype + 2]
        size = np.int64(BUILDING_SIZE[view.building[crossing, kind]])
        cards = link_cards(view, count_links(large, small), count_links(large + size, small + 1 - size))
        out[row + 3] = np.int64(view.rules.city_cards_assistant) + cards
        out[row + 4] = np.int64(view.rules.city_cards_manager) - np.int64(view.rules.city_cards_assistant)
    elif kind == Kind.UNDERWORLD:
        write_underworld(view, crossing, subtype, row, out)


@rule
def write_underworld(view, crossing, subtype, row, out):
    """6.5 Protection money and a casino's mean winnings; a gym's cards; bonus or licenses for an Assistant."""
    rules = view.rules
    size = np.int64(BUILDING_SIZE[view.building[crossing, Kind.UNDERWORLD]])
    dollars = protection_money(view, crossing)
    if subtype == Subtype.CASINO:
        dollars += np.int64(rules.casino_dice) * size * 7 // 2
        out[row + 2] = np.int64(rules.manager_extra) * 7 // 2
    elif subtype == Subtype.FORGERY:
        out[row + 7] = np.int64(rules.licenses)
    else:
        out[row + 7] = np.int64(rules.trainer_bonus) * size
        if subtype == Subtype.GYM:
            out[row + 3] = np.int64(rules.gym_cards)
    out[row + 1] = min(MOST, dollars)


@rule
def write_commercial(view, crossing, market, row, out):
    """7.1 What a free commercial building's pieces pay that find a counterpart: an own one, and one of others."""
    value = crossing_value(view, crossing)
    is_warehouse = building_subtype(view, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE
    counterpart = market + PRODUCTS * (BUY if is_warehouse else SELL)
    own = 0
    others = 0
    for product in range(PRODUCTS):
        pieces = np.int64(view.pieces[crossing, product])
        if out[counterpart + product] > 0:
            own += pieces
        for opponent in range(1, np.int64(view.num_seats)):
            if out[counterpart + 2 * PRODUCTS * opponent + product] > 0:
                others += pieces
                break
    out[row + 6] = (value * min(own, 2) + 1) // 2
    out[row + 7] = (value * min(others, 2) + 1) // 2


@rule
def count_areas(view, seat, areas):
    """8 For each area the buildings this seat holds, the most that a rival holds, this seat's coins, and by seat."""
    for owner in range(np.int64(view.num_seats)):
        for place in range(GANGS * CREW):
            working = np.int64(view.manager[owner, place // CREW, place % CREW])
            if working >= 0:
                crossing = working // KINDS
                kind = working % KINDS
                coins = np.int64(BUILDING_COINS[view.building[crossing, kind]]) if owner == seat else 0
                count_building(areas, crossing, owner, seat, coins)
                count_building(areas, block_of(view, crossing, kind), owner, seat, coins)


@rule
def count_building(areas, area, owner, seat, coins):
    """8 Enter one more building of an area."""
    if area < 0:
        return
    at = AREA_NUMBERS * area
    areas[at + 3 + owner] += 1
    areas[at + 2] += coins
    if owner == seat:
        areas[at] += 1
    else:
        areas[at + 1] = max(areas[at + 1], areas[at + 3 + owner])


@rule
def area_dollars(view, area, held, rival, coins):
    """8.1, 8.2 What an area would pay who holds so many buildings with these coins, against the best rival's number."""
    if held == KINDS:
        return (area_value(view, area) + coins) * np.int64(view.rules.domination_percent) // 100
    return coins if held >= view.rules.min_majority and held > rival else 0


@rule
def add_dominance(view, areas, area, coins, row, out):
    """8 Add what one more building of an area changes in its pay, and the lead over the best rival there so far."""
    if area < 0:
        return
    held = areas[AREA_NUMBERS * area]
    rival = areas[AREA_NUMBERS * area + 1]
    out[row + 9] += held - rival
    if held + 1 < view.rules.min_majority:
        return
    coins_now = areas[AREA_NUMBERS * area + 2]
    gain = area_dollars(view, area, held + 1, rival, coins_now + coins)
    gain -= area_dollars(view, area, held, rival, coins_now)
    out[row + 8] = min(MOST, np.int64(out[row + 8]) + gain)


@rule
def write_trade_targets(view, seat, market, out):
    """7.2 Selling to oneself, forging and offering: dollars for both sides; 0 where it cannot be done."""
    may_offer = refusals(view, seat) < view.rules.max_refusals
    for product in range(PRODUCTS):
        supply = np.int64(out[market + product])
        demand = np.int64(out[market + PRODUCTS + product])
        if supply > 0 and demand > 0:
            out[SELL_TARGETS + product] = supply + demand
        if supply > 0 and view.licenses[seat] > 0:
            write_forging(view, product, market, out)
        if not may_offer:
            continue
        for opponent in range(np.int64(view.num_seats) - 1):
            for side in range(2):
                mine = out[market + PRODUCTS * side + product]
                theirs = out[market + PRODUCTS * (2 * opponent + 3 - side) + product]
                if mine > 0 and theirs > 0:
                    write_offers(view, seat, opponent, product, side, np.int64(mine), np.int64(theirs), out)


@rule
def write_forging(view, product, market, out):
    """7.2 What the bars pay that want the forged piece: the own one, and the best of the others'."""
    for index in range(PRODUCTS - 1):
        row = FORGE_TARGETS + 3 * ((PRODUCTS - 1) * product + index)
        wanted = market + PRODUCTS + other(index, product)
        out[row] = 1
        out[row + 1] = out[wanted]
        for opponent in range(1, np.int64(view.num_seats)):
            out[row + 2] = max(np.int64(out[row + 2]), np.int64(out[wanted + 2 * PRODUCTS * opponent]))


@rule
def write_offers(view, seat, opponent, product, side, mine, theirs, out):
    """7.2 The offers of a product to an opponent, one for each side payment that can be made."""
    other_seat = opponent_seat(seat, opponent, np.int64(view.num_seats))
    for payment in range(PAYMENTS):
        if can_pay(view, seat, other_seat, payment - 1):
            dollars = (payment - 1) * np.int64(view.rules.side_payment)
            at = (
                OFFER_TARGETS + (((opponent * PRODUCTS + product) * 2 + side) * PAYMENTS + payment) * NUM_OFFER_FEATURES
            )
            out[at] = 1
            out[at + 1] = mine - dollars
            out[at + 2] = theirs + dollars
            out[at + 3] = np.int64(view.declined[seat, other_seat, product, side])


@rule
def write_answer_targets(view, market, out):
    """7.2 What accepting the offer brings the one who answers, and the one who made it."""
    maker = (np.int64(view.offer[FROM]) - np.int64(view.offer[TO])) % np.int64(view.num_seats)
    product = np.int64(view.offer[PRODUCT])
    side = np.int64(view.offer[SIDE])
    dollars = np.int64(view.offer[PAYMENT]) * np.int64(view.rules.side_payment)
    out[ANSWER_TARGETS] = np.int64(out[market + PRODUCTS * (1 - side) + product]) + dollars
    out[ANSWER_TARGETS + 1] = np.int64(out[market + PRODUCTS * (2 * maker + side) + product]) - dollars
