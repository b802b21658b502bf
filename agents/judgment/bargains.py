"""An Offer You Can't Refuse: what to sell, forge, offer and accept."""

from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.actions import PAYMENTS, SIDES, opponent_seat, other
from gangzzz_env.games.gangzzz.tables import PRODUCTS, Subtype
from gangzzz_env.games.gangzzz.trade import FROM, PAYMENT, PRODUCT, SELL, SIDE, TO, best_building, next_piece_pays
from gangzzz_env.jit import rule


@rule
def choose_trade(view, mask, weights, seat):
    """7 Sell to yourself; else forge for such a deal; else the offer with the best margin; else finish."""
    best = act.PASS
    best_pay = 0
    for product in range(PRODUCTS):
        if mask[act.SELL + product]:
            pay = piece_pays(view, seat, Subtype.WAREHOUSE, product) + piece_pays(view, seat, Subtype.BAR, product)
            if pay > best_pay:
                best_pay = pay
                best = act.SELL + product
    if best != act.PASS:
        return best
    for product in range(PRODUCTS):
        for choice in range(PRODUCTS - 1):
            action = act.FORGE + (PRODUCTS - 1) * product + choice
            if not mask[action]:
                continue
            bar = best_building(view, seat, Subtype.BAR, other(choice, product))
            if bar >= 0:
                pay = piece_pays(view, seat, Subtype.WAREHOUSE, product) + next_piece_pays(view, bar)
                if pay > best_pay:
                    best_pay = pay
                    best = action
    return best_offer(view, mask, weights, seat) if best == act.PASS else best


@rule
def piece_pays(view, seat, subtype, product):
    """7.3 What the next piece of a product pays a seat in its best warehouse or bar; 0 without one."""
    building = best_building(view, seat, subtype, product)
    return next_piece_pays(view, building) if building >= 0 else 0


@rule
def best_offer(view, mask, weights, seat):
    """7.2 The offer that gains most on the opponents together, of those that leave the answerer better off."""
    best = act.PASS
    best_score = 0.0
    num_seats = int(view.num_seats)
    dollars = int(view.rules.side_payment)
    for opponent in range(num_seats - 1):
        rival = opponent_seat(seat, opponent, num_seats)
        for product in range(PRODUCTS):
            for side in range(SIDES):
                if view.declined[seat, rival, product, side] > 0:
                    continue
                own, theirs = deal_pays(view, seat, rival, product, side)
                for payment in range(PAYMENTS):
                    action = act.OFFER + ((opponent * PRODUCTS + product) * SIDES + side) * PAYMENTS + payment
                    paid = dollars * (payment - 1)
                    gain, given = own - paid, theirs + paid
                    score = gain - given / (num_seats - 1.0)
                    accepted = given - weights.fairness * gain / (num_seats - 1.0) > 0.0
                    if mask[action] and accepted and score > best_score:
                        best_score = score
                        best = action
    return best


@rule
def choose_answer(view):
    """7.2 Accept what gains more for oneself than for the mean opponent."""
    seat = int(view.offer[TO])
    rival = int(view.offer[FROM])
    product = int(view.offer[PRODUCT])
    paid = int(view.offer[PAYMENT]) * int(view.rules.side_payment)
    theirs, own = deal_pays(view, rival, seat, product, int(view.offer[SIDE]))
    return act.ACCEPT if own + paid - (theirs - paid) / (int(view.num_seats) - 1.0) > 0.0 else act.DECLINE


@rule
def deal_pays(view, seat, rival, product, side):
    """7.1 What a deal pays a seat that sells or buys a piece, and what it pays the other side."""
    sale = piece_pays(view, seat if side == SELL else rival, Subtype.WAREHOUSE, product)
    purchase = piece_pays(view, rival if side == SELL else seat, Subtype.BAR, product)
    return (sale, purchase) if side == SELL else (purchase, sale)
