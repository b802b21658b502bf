"""An Offer You Can't Refuse (section 7): trade, which closes minigame 2."""

import numpy as np

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.actions import PAYMENTS, SIDES, opponent_seat, other
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value, holder, is_run_by_manager, pay
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally, set_all
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, CROSSINGS, PRODUCTS, SEATS, Kind, Subtype
from gangzzz_env.jit import rule

SELL, BUY = 0, 1
FROM, TO, PRODUCT, SIDE, PAYMENT = range(5)


@rule
def next_piece_pays(state, crossing):
    """7.1 What the next piece of a commercial building pays: the larger half of its reward, then the rest."""
    reward = crossing_value(state, crossing)
    if is_run_by_manager(state, crossing, Kind.COMMERCIAL):
        reward += int(BUILDING_COINS[state.building[crossing, Kind.COMMERCIAL]])
    return (reward + 1) // 2 if state.dealt[crossing] == 0 else reward // 2


@rule
def best_building(state, seat, subtype, product):
    """7.3 The owner's warehouse (or bar) that can deal this piece and pays most, lowest crossing on ties; or -1."""
    best = -1
    for crossing in range(CROSSINGS):
        if state.pieces[crossing, product] == 0 or holder(state, crossing, Kind.COMMERCIAL) != seat:
            continue
        if building_subtype(state, crossing, Kind.COMMERCIAL) != subtype:
            continue
        if best < 0 or next_piece_pays(state, crossing) > next_piece_pays(state, best):
            best = crossing
    return best


@rule
def count_market(state, market):
    """7.1 Count what each player sells and wants: market int64[2 * seats, products], rows by `market_row`."""
    for crossing in range(CROSSINGS):
        owner = holder(state, crossing, Kind.COMMERCIAL)
        if owner >= 0:
            is_warehouse = building_subtype(state, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE
            row = market_row(owner, SELL if is_warehouse else BUY)
            for product in range(PRODUCTS):
                market[row, product] += int(state.pieces[crossing, product])


@rule
def market_row(seat, side):
    """The row of a market with what a player sells or buys."""
    return 2 * seat + side


@rule
def supplies(market, seat, product):
    """7.1 Whether a player has an unsold piece of a product in a warehouse."""
    return market[market_row(seat, SELL), product] > 0


@rule
def demands(market, seat, product):
    """7.1 Whether a bar of a player wants a piece of a product."""
    return market[market_row(seat, BUY), product] > 0


@rule
def refusals(state, seat):
    """7.2 How many of a player's offers have been declined."""
    total = 0
    for opponent in range(SEATS):
        for product in range(PRODUCTS):
            total += int(state.declined[seat, opponent, product, SELL])
            total += int(state.declined[seat, opponent, product, BUY])
    return total


@rule
def may_offer(state, seat):
    """7.2 Whether few enough of a player's offers have been declined that he may make another."""
    return refusals(state, seat) < state.rules.max_refusals


@rule
def can_pay(state, seat, opponent, payment):
    """7.2 Who would make the side payment (-1: the opponent, +1: this seat) has the money."""
    side_payment = int(state.rules.side_payment)
    if payment < 0:
        return state.money[opponent] >= side_payment
    return payment == 0 or state.money[seat] >= side_payment


@rule
def legal_trade(state, seat, mask):
    """7.2 Finish, sell to yourself, forge, or offer."""
    mask[actions.PASS] = 1
    num_seats = int(state.num_seats)
    market = np.zeros((2 * SEATS, PRODUCTS), np.int64)
    count_market(state, market)
    for product in range(PRODUCTS):
        supply = supplies(market, seat, product)
        demand = demands(market, seat, product)
        if supply and demand:
            mask[actions.SELL + product] = 1
        if supply and state.licenses[seat] > 0:
            for to in range(PRODUCTS - 1):
                mask[actions.FORGE + (PRODUCTS - 1) * product + to] = 1
        if not may_offer(state, seat):
            continue
        for opponent in range(num_seats - 1):
            other_seat = opponent_seat(seat, opponent, num_seats)
            index = (opponent * PRODUCTS + product) * SIDES
            if supply and demands(market, other_seat, product):
                legal_payments(state, seat, other_seat, mask, index + SELL)
            if demand and supplies(market, other_seat, product):
                legal_payments(state, seat, other_seat, mask, index + BUY)


@rule
def legal_payments(state, seat, opponent, mask, index):
    """7.2 The side payments -3, 0, +3 that whoever would pay can afford."""
    for payment in range(PAYMENTS):
        if can_pay(state, seat, opponent, payment - 1):
            mask[actions.OFFER + PAYMENTS * index + payment] = 1


@rule
def can_trade(state, seat):
    """7.2 Whether a player could do anything but finish."""
    market = np.zeros((2 * SEATS, PRODUCTS), np.int64)
    count_market(state, market)
    for product in range(PRODUCTS):
        supply = supplies(market, seat, product)
        demand = demands(market, seat, product)
        if supply and (demand or state.licenses[seat] > 0):
            return True
        if not may_offer(state, seat):
            continue
        for opponent in range(int(state.num_seats)):
            if opponent == seat:
                continue
            if (supply and demands(market, opponent, product)) or (demand and supplies(market, opponent, product)):
                return True
    return False


@rule
def apply_trade(state, seat, action):
    """7.2 Finish, sell to yourself, forge; an offer waits for its answer."""
    if action == actions.PASS:
        state.is_out[seat] = 1
    elif action < actions.FORGE:
        deal(state, seat, seat, action - actions.SELL)
        state.tally[seat, Tally.DEALS] += 1
    elif action < actions.OFFER:
        index = action - actions.FORGE
        product = index // (PRODUCTS - 1)
        forge(state, seat, product, other(index % (PRODUCTS - 1), product))
    else:
        offer(state, seat, action - actions.OFFER)


@rule
def deal(state, seller, buyer, product):
    """7.1 and 7.3 One piece moves from a warehouse to a bar; both sides are paid."""
    warehouse = best_building(state, seller, Subtype.WAREHOUSE, product)
    bar = best_building(state, buyer, Subtype.BAR, product)
    deliver(state, seller, warehouse, product)
    deliver(state, buyer, bar, product)


@rule
def deliver(state, seat, crossing, product):
    """7.1 A piece of this building is dealt and pays its owner."""
    pay(state, seat, Source.TRADE, next_piece_pays(state, crossing))
    state.pieces[crossing, product] -= 1
    state.dealt[crossing] += 1


@rule
def forge(state, seat, product, to):
    """7.2 and 7.3 A license turns an unsold piece of the best-paying warehouse into another product."""
    warehouse = best_building(state, seat, Subtype.WAREHOUSE, product)
    state.licenses[seat] -= 1
    state.pieces[warehouse, product] -= 1
    state.pieces[warehouse, to] += 1


@rule
def offer(state, seat, index):
    """7.2 Put an offer to an opponent, who answers at once."""
    opponent = index // (PAYMENTS * SIDES * PRODUCTS)
    state.offer[FROM] = seat
    state.offer[TO] = opponent_seat(seat, opponent, int(state.num_seats))
    state.offer[PRODUCT] = index // (PAYMENTS * SIDES) % PRODUCTS
    state.offer[SIDE] = index // PAYMENTS % SIDES
    state.offer[PAYMENT] = index % PAYMENTS - 1
    state.tally[seat, Tally.OFFERS] += 1
    state.decision = Decision.ANSWER


@rule
def legal_answer(mask):
    """7.2 Accept or decline."""
    mask[actions.ACCEPT] = 1
    mask[actions.DECLINE] = 1


@rule
def apply_answer(state, action):
    """7.2 An accepted offer is dealt and its side payment made; a declined one is counted."""
    seat = int(state.offer[FROM])
    opponent = int(state.offer[TO])
    product = int(state.offer[PRODUCT])
    side = int(state.offer[SIDE])
    if action == actions.DECLINE:
        state.declined[seat, opponent, product, side] += 1
    else:
        dollars = int(state.offer[PAYMENT]) * int(state.rules.side_payment)
        pay(state, seat, Source.SIDE_PAYMENTS, -dollars)
        pay(state, opponent, Source.SIDE_PAYMENTS, dollars)
        if side == SELL:
            deal(state, seat, opponent, product)
        else:
            deal(state, opponent, seat, product)
        state.tally[seat, Tally.DEALS] += 1
        state.tally[opponent, Tally.DEALS] += 1
    set_all(state.offer, -1)
    state.decision = Decision.TRADE
