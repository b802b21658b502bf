"""The targets of an observation, minigame 1 and trade: what each action of a decision is about and pays at once.

Rows lie in the order of the actions (section 13), so that a network looks nothing up on the board. The targets of the
other minigames are in `observe_manager_targets.py`, `observe_fight_targets.py` and `observe_chase_targets.py`.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import PAYMENTS, opponent_seat, other
from gangzzz_env.games.gangzzz.observation_sections import (
    FIRST,
    NUM_GANGSTER_FEATURES,
    NUM_OFFER_FEATURES,
)
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, distance
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    CREW,
    CROSSINGS,
    GANGS,
    KINDS,
    NEIGHBORS,
    PRODUCTS,
    SPECIALTY,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import FROM, PAYMENT, PRODUCT, SIDE, TO, can_pay, may_offer
from gangzzz_env.jit import rule

GANGSTER_TARGETS = FIRST["gangster targets"]
SELL_TARGETS, FORGE_TARGETS, OFFER_TARGETS, ANSWER_TARGETS = (
    FIRST[name] for name in ("sell targets", "forge targets", "offer targets", "answer targets")
)
MOST = 127
WHERES = NEIGHBORS.shape[1]


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
def write_trade_targets(view, seat, market, out):
    """7.2 Selling to oneself, forging and offering: dollars for both sides; 0 where it cannot be done."""
    for product in range(PRODUCTS):
        supply = np.int64(out[market + product])
        demand = np.int64(out[market + PRODUCTS + product])
        if supply > 0 and demand > 0:
            out[SELL_TARGETS + product] = supply + demand
        if supply > 0 and view.licenses[seat] > 0:
            write_forging(view, product, market, out)
        if not may_offer(view, seat):
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
