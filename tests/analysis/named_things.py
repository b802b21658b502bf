"""Which things an action is, told again in plain Python from the rulebook's tables, for tests."""

import numpy as np

from gangzzz_env.games.gangzzz.actions import decode
from gangzzz_env.games.gangzzz.legality import distance, opponent_of, seat_to_move
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_NAMES,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    EMBLEM_NAMES,
    KIND_NAMES,
    NEIGHBORS,
    PRODUCT_NAMES,
    SPECIALTY,
    SUBTYPE_NAMES,
)

PASS_NAMES = {
    Decision.PLACE_MANAGER: "influential_gentlemen",
    Decision.TRADE: "trade",
    Decision.ATTACK: "fair_fight",
    Decision.REGROUP: "inventory",
    Decision.CHASE: "full_throttle",
}


def named_things(view: np.record, action: int) -> set[str]:
    """The names of the things that a legal action of the seat to move is."""
    section, index = decode(action)
    if section.name == "pass":
        return {f"pass.{PASS_NAMES[view.decision]}"}
    return NAMING[section.name](view, *index)


def _place_gangster(view, gangster, crossing):
    street, avenue = divmod(crossing, 6)
    at_edges = (street in (0, 5)) + (avenue in (0, 5))
    value = int(view.avenue_value[avenue]) + int(view.street_value[street])
    height = "low" if value < 6 else "middle" if value < 9 else "high"
    names = {
        "place_gangster",
        f"gangster_{'abcd'[gangster]}",
        f"{height}_value",
        ("inside", "edge", "corner")[at_edges],
    }
    return {f"divide_and_rule.{name}" for name in names}


def _place_manager(view, gangster, slot, where, kind):
    crossing = NEIGHBORS[view.gangster[seat_to_move(view), gangster], where]
    building = view.building[crossing, kind]
    subtype = BUILDING_SUBTYPE[building]
    names = {"place_manager", KIND_NAMES[kind], BUILDING_NAMES[building].replace(" ", "_")}
    names |= {"as_manager" if SPECIALTY[gangster, slot] == subtype else "as_assistant"}
    names |= {SUBTYPE_NAMES[subtype]} - {"tenement"}
    return {f"influential_gentlemen.{name}" for name in names}


def _offer(view, opponent, product, side, payment):
    side_name, payment_name = ("sell", "buy")[side], ("being_paid", "without_payment", "paying")[payment]
    return {
        f"trade.{name}" for name in ("offer", f"offer_to_{side_name}", f"offer_{payment_name}", PRODUCT_NAMES[product])
    }


def _attack(view, gang, opponent, target):
    is_leader = view.money[opponent_of(view, seat_to_move(view), opponent)] == view.money.max()
    return {"fair_fight.attack"} | ({"fair_fight.attack_the_leader"} if is_leader else set())


def _commit(view, slot):
    side = int(view.decision == Decision.DEFENDER_COMMITS)
    card = np.flatnonzero(view.place == 4 * view.fight_seat[side] + view.fight_gang[side])[slot]
    attributes = "".join(str(number) for number in CARD_ATTRIBUTES[card])
    return {
        ("commit.attacking", "commit.defending")[side],
        f"cards.{EMBLEM_NAMES[CARD_EMBLEM[card]]}_{CARD_POINTS[card]}_{attributes}",
    }


def _drive(view, crossing):
    apart = distance(int(view.car[seat_to_move(view)]), crossing)
    how = "safely" if apart <= view.rules.safe_drive else "full_throttle"
    return {"full_throttle.drive", f"full_throttle.drive_{how}"}


NAMING = {
    "place gangster": _place_gangster,
    "place manager": _place_manager,
    "sell to yourself": lambda view, product: {"trade.sell_to_yourself", f"trade.{PRODUCT_NAMES[product]}"},
    "forge": lambda view, product, to: {"trade.forge"},
    "offer": _offer,
    "answer": lambda view, answer: {("trade.accept", "pass.answer")[answer]},
    "attack": _attack,
    "commit": _commit,
    "regroup": lambda view, emblem, gang, to: {"inventory.regroup", f"inventory.regroup_{EMBLEM_NAMES[emblem]}"},
    "park": lambda view, gangster: {"full_throttle.park"},
    "drive": _drive,
    "raid": lambda view, kind: {"full_throttle.raid", f"full_throttle.raid_{KIND_NAMES[kind]}"},
}
