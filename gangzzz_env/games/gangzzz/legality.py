"""Why an action is illegal, in one sentence with the clause: what `raw_env` raises and `env` warns.

Plain Python over a view, and no part of the game: the mask decides what is legal, these words explain it.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import decode
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, Decision
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CROSSING_NAMES,
    EMBLEM_NAMES,
    GANG_LIMIT,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    MANAGERS,
    NEIGHBORS,
    PRODUCT_NAMES,
    WHERE_NAMES,
    Kind,
    Subtype,
)

# Which sections of the action list a decision takes (13), and the clause that asks for it.
ASKED = {
    Decision.PLACE_GANGSTER: (("place gangster",), "5.1"),
    Decision.PLACE_MANAGER: (("pass", "place manager"), "6.1"),
    Decision.TRADE: (("pass", "sell to yourself", "forge", "offer"), "7.2"),
    Decision.ANSWER: (("answer",), "7.2"),
    Decision.ATTACK: (("pass", "attack"), "9.1"),
    Decision.ATTACKER_COMMITS: (("commit",), "9.3"),
    Decision.DEFENDER_COMMITS: (("commit",), "9.3"),
    Decision.REGROUP: (("pass", "regroup"), "10.1"),
    Decision.PARK: (("park",), "11.1"),
    Decision.CHASE: (("pass", "drive", "raid"), "11.1"),
}


def why_illegal(view: np.record, action: int) -> str:
    """The rule that forbids an action to the seat to move, "" if none does.

    Args:
        view: a record as the seat to move sees it.
        action: 0-754.
    """
    decision = int(view.decision)
    if decision == Decision.OVER:
        return "the game is over (clause 11.3)"
    section, index = decode(action)
    asked, clause = ASKED[decision]
    if section.name not in asked:
        return f"the decision is to {DECISION_NAMES[decision]}, which takes {' or '.join(asked)} (clause {clause})"
    if section.name not in REASONS:
        return ""
    return REASONS[section.name](view, seat_to_move(view), *index)


def seat_to_move(view: np.record) -> int:
    """The seat that decides now: who is asked to answer or to defend, else whose turn it is; -1 after the end."""
    if view.decision == Decision.OVER:
        return -1
    if view.decision == Decision.ANSWER:
        return int(view.offer[1])
    if view.decision == Decision.DEFENDER_COMMITS:
        return int(view.fight_seat[1])
    return int(view.turn_seat)


def distance(crossing: int, other: int) -> int:
    """1.3 Manhattan distance on the grid."""
    return abs(crossing % 6 - other % 6) + abs(crossing // 6 - other // 6)


def _place_gangster(view, seat, gang, crossing):
    if view.gangster[seat, gang] >= 0:
        return f"gangster {GANG_NAMES[gang]} is already placed (clause 5.1)"
    if crossing in view.gangster[: view.num_seats]:
        return f"a gangster stands at {CROSSING_NAMES[crossing]} already (clause 5.1)"
    return ""


def _place_manager(view, seat, gang, slot, where, kind):
    if view.manager[seat, gang, slot] >= 0:
        return f"manager {slot + 1} of {GANG_NAMES[gang]} is already placed (clause 6.1)"
    crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
    if crossing < 0:
        return f"{WHERE_NAMES[where]} of {GANG_NAMES[gang]} lies beyond the city (clause 5.2)"
    if view.manager_at[crossing, kind] >= 0:
        return f"the {KIND_NAMES[kind]} building at {CROSSING_NAMES[crossing]} has a manager already (clause 6.1)"
    return ""


def trades(view: np.record, seat: int, subtype: Subtype, product: int) -> bool:
    """7.1 Whether a player's warehouses have a piece of a product, or the bars want one."""
    held = view.manager_at[:, Kind.COMMERCIAL] // MANAGERS == seat
    built = BUILDING_SUBTYPE[view.building[:, Kind.COMMERCIAL]] == subtype
    return bool((held & built & (view.pieces[:, product] > 0)).any())


def _who_cannot_deal(view, seller, buyer, product):
    if not trades(view, seller, Subtype.WAREHOUSE, product):
        return f"no warehouse of player {seller} supplies {PRODUCT_NAMES[product]} (clause 7.1)"
    if not trades(view, buyer, Subtype.BAR, product):
        return f"no bar of player {buyer} wants {PRODUCT_NAMES[product]} (clause 7.1)"
    return ""


def _sell(view, seat, product):
    return _who_cannot_deal(view, seat, seat, product)


def _forge(view, seat, product, to):
    if view.licenses[seat] == 0:
        return "there is no forged license to spend (clause 7.2)"
    if not trades(view, seat, Subtype.WAREHOUSE, product):
        return f"there is no unsold {PRODUCT_NAMES[product]} to turn (clause 7.2)"
    return ""


def opponent_of(view: np.record, seat: int, opponent: int) -> int:
    """The seat of an opponent counted from the next seat on, -1 if there are not so many."""
    num_seats = int(view.num_seats)
    return (seat + 1 + opponent) % num_seats if opponent + 1 < num_seats else -1


def _no_opponent(view, opponent):
    return f"there is no opponent {opponent + 1} in a game of {view.num_seats} (clause 13)"


def _offer(view, seat, opponent, product, side, payment):
    other = opponent_of(view, seat, opponent)
    if other < 0:
        return _no_opponent(view, opponent)
    refused, limit = int(view.declined[seat].sum()), int(view.rules.max_refusals)
    if refused >= limit:
        return f"{refused} offers have been declined, and after {limit} a player may make no more (clause 7.2)"
    cannot = _who_cannot_deal(view, *((seat, other), (other, seat))[side], product)
    if cannot:
        return cannot
    payer, dollars = (other, None, seat)[payment], int(view.rules.side_payment)
    if payer is not None and view.money[payer] < dollars:
        return f"player {payer} cannot pay {dollars} with {view.money[payer]} (clause 7.2)"
    return ""


def _attack(view, seat, gang, opponent, target):
    other = opponent_of(view, seat, opponent)
    if other < 0:
        return _no_opponent(view, opponent)
    own, their = f"gang {GANG_NAMES[gang]}", f"gang {GANG_NAMES[target]} of player {other}"
    if view.attacked[seat, gang]:
        return f"{own} has already attacked (clause 9.1)"
    if view.gang_count[seat, gang] == 0:
        return f"{own} holds no card (clause 9.1)"
    if view.hides[other, target]:
        return f"{their} hides (clause 9.1)"
    if view.gang_count[other, target] == 0:
        return f"{their} holds no card (clause 9.1)"
    apart = distance(int(view.gangster[seat, gang]), int(view.gangster[other, target]))
    if apart > view.rules.fight_range:
        return f"{their} is {apart} away, out of the range of {view.rules.fight_range} (clause 9.1)"
    return ""


def _commit(view, seat, slot):
    side = int(view.decision == Decision.DEFENDER_COMMITS)
    gang = int(view.fight_gang[side])
    count = int(view.gang_count[seat, gang])
    return f"gang {GANG_NAMES[gang]} holds only {count} cards (clause 9.3)" if slot >= count else ""


def _regroup(view, seat, emblem, gang, to):
    to += to >= gang
    if not ((CARD_EMBLEM == emblem) & (view.place == GANGS * seat + gang)).any():
        return f"gang {GANG_NAMES[gang]} holds no card with the emblem {EMBLEM_NAMES[emblem]} (clause 10.1)"
    if view.gang_count[seat, to] >= GANG_LIMIT:
        return f"gang {GANG_NAMES[to]} is full with {GANG_LIMIT} cards (clause 10.1)"
    return ""


def _drive(view, seat, crossing):
    apart, longest = distance(int(view.car[seat]), crossing), int(view.rules.longest_drive)
    if apart == 0:
        return f"the car is at {CROSSING_NAMES[crossing]} already (clause 11.1)"
    if apart > longest:
        return f"{CROSSING_NAMES[crossing]} is {apart} away, not at most {longest} (clause 11.1)"
    return ""


def _raid(view, seat, kind):
    crossing = int(view.car[seat])
    if view.ruled_out[crossing, kind]:
        return f"the {KIND_NAMES[kind]} building at {CROSSING_NAMES[crossing]} was raided in vain (clause 11.1)"
    return ""


# By section of the action list; what the table does not name is legal whenever it is asked for.
REASONS = {
    "place gangster": _place_gangster,
    "place manager": _place_manager,
    "sell to yourself": _sell,
    "forge": _forge,
    "offer": _offer,
    "attack": _attack,
    "commit": _commit,
    "regroup": _regroup,
    "drive": _drive,
    "raid": _raid,
}
