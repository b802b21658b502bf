"""Trade in words (7): which buildings a deal would use and what it would pay, as a view shows it.

Plain Python over a view, and no part of the game: `trade.py` plays it, these words say it beforehand.
"""

import numpy as np

from gangzzz_env.games.gangzzz.legality import opponent_of
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SUBTYPE,
    CREW,
    CROSSING_NAMES,
    CROSSINGS,
    MANAGERS,
    SPECIALTY,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import SELL


def next_piece_pays(view: np.record, crossing: int) -> int:
    """7.1 What the next piece of a commercial building pays."""
    row, manager = int(view.building[crossing, Kind.COMMERCIAL]), int(view.manager_at[crossing, Kind.COMMERCIAL])
    reward = int(view.avenue_value[crossing % 6]) + int(view.street_value[crossing // 6])
    if SPECIALTY[manager % MANAGERS // CREW, manager % CREW] == BUILDING_SUBTYPE[row]:
        reward += int(BUILDING_COINS[row])
    return (reward + 1) // 2 if view.dealt[crossing] == 0 else reward // 2


def best_building(view: np.record, seat: int, subtype: Subtype, product: int) -> int:
    """7.3 The crossing of the owner's building that would deal this piece, -1 if none can."""
    held = view.manager_at[:, Kind.COMMERCIAL] // MANAGERS == seat
    built = BUILDING_SUBTYPE[view.building[:, Kind.COMMERCIAL]] == subtype
    fit = [crossing for crossing in range(CROSSINGS) if (held & built & (view.pieces[:, product] > 0))[crossing]]
    return max(fit, key=lambda crossing: (next_piece_pays(view, crossing), -crossing), default=-1)


def deal(view: np.record, seller: int, buyer: int, product: int) -> tuple[int, int]:
    """7.3 The crossings of the warehouse and of the bar of a deal."""
    warehouse = best_building(view, seller, Subtype.WAREHOUSE, product)
    return warehouse, best_building(view, buyer, Subtype.BAR, product)


def offered_deal(view: np.record, seat: int, opponent: int, product: int, side: int) -> tuple[int, int]:
    """The crossings of the deal that an offer names by its index in the list of actions."""
    other_seat = opponent_of(view, seat, opponent)
    return deal(view, *((seat, other_seat) if side == SELL else (other_seat, seat)), product)


def open_deal(view: np.record) -> tuple[int, int]:
    """The crossings of the deal of the offer that waits for an answer."""
    giver, taker, product, side, _ = (int(number) for number in view.offer)
    return deal(view, *((giver, taker) if side == SELL else (taker, giver)), product)


def pass_facts(view: np.record, seat: int, index: int) -> str:
    """3.5 What it means to do nothing."""
    return "only this turn" if view.chase_order[0] >= 0 else "out for the rest of this minigame"


def sell_facts(view: np.record, seat: int, product: int) -> str:
    """Both buildings and what they pay."""
    warehouse, bar = deal(view, seat, seat, product)
    return f"{_pays('warehouse', view, warehouse)}, {_pays('bar', view, bar)}"


def offer_facts(view: np.record, seat: int, opponent: int, product: int, side: int, payment: int) -> str:
    """What both would earn by an offer, with the side payment."""
    other_seat = opponent_of(view, seat, opponent)
    places = offered_deal(view, seat, opponent, product, side)
    own, their = (next_piece_pays(view, crossing) for crossing in (places if side == SELL else places[::-1]))
    extra = (payment - 1) * int(view.rules.side_payment)
    return f"you get ${own - extra}, player {other_seat} ${their + extra}"


def answer_facts(view: np.record, seat: int, answer: int) -> str:
    """What the open offer brings both; a refusal brings nothing."""
    if answer:
        return "no deal"
    giver, taker, _, side, payment = (int(number) for number in view.offer)
    places = open_deal(view)
    given, taken = (next_piece_pays(view, crossing) for crossing in (places if side == SELL else places[::-1]))
    extra = payment * int(view.rules.side_payment)
    return f"player {taker} gets ${taken + extra}, player {giver} ${given - extra}"


def forge_facts(view: np.record, seat: int, product: int, to: int) -> str:
    """The warehouse whose piece is turned, and the licenses left."""
    warehouse = best_building(view, seat, Subtype.WAREHOUSE, product)
    return f"in the warehouse at {CROSSING_NAMES[warehouse]}, {view.licenses[seat] - 1} licenses left"


def _pays(name: str, view: np.record, crossing: int) -> str:
    return f"{name} at {CROSSING_NAMES[crossing]} ${next_piece_pays(view, crossing)}"
