"""Moves on the drawing: under which heading each is listed, and which things on the picture it is about.

A thing is a word and a number or letters: `building 57` is what the drawing marks with `data-building="57"`. Plain
Python over a view; for others, a move is about what they hear of it (4.3).
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import decode
from gangzzz_env.games.gangzzz.legality import opponent_of, seat_to_move
from gangzzz_env.games.gangzzz.market_words import best_building, deal, offered_deal, open_deal
from gangzzz_env.games.gangzzz.state import EVERYBODY, Decision
from gangzzz_env.games.gangzzz.tables import (
    CARD_EMBLEM,
    CARD_POINTS,
    CROSSING_NAMES,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    KINDS,
    NEIGHBORS,
    PRODUCT_NAMES,
    Kind,
    Subtype,
)


def action_group(view: np.record, action: int) -> str:
    """The heading under which a legal action of the seat to move is listed."""
    section, index = decode(action)
    return GROUPS[section.name](view, seat_to_move(view), *index)


def action_places(view: np.record, action: int) -> tuple[str, ...]:
    """What a legal action of the seat to move is about on the drawing, the most telling first."""
    section, index = decode(action)
    return PLACES[section.name](view, seat_to_move(view), *index)


def places_heard(view: np.record, action: int) -> tuple[str, ...]:
    """The same as far as who looks hears it."""
    section, index = decode(action)
    seat = seat_to_move(view)
    if view.observer in (seat, EVERYBODY) or section.name not in HEARD:
        return PLACES[section.name](view, seat, *index)
    return HEARD[section.name](view, seat, *index)


def _building(crossing, kind):
    return f"building {KINDS * crossing + kind}"


def _shop(crossing):
    return _building(crossing, Kind.COMMERCIAL)


def _gang(seat, gang):
    return f"gang {seat}{GANG_NAMES[gang]}"


def _manager_group(view, seat, gang, slot, where, kind):
    crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
    return f"{CROSSING_NAMES[crossing]}, {KIND_NAMES[kind]}"


def _offer_group(view, seat, opponent, product, side, payment):
    verb = ("sell to", "buy from")[side]
    return f"offer to {verb} player {opponent_of(view, seat, opponent)}"


GROUPS = {
    "pass": lambda view, seat, index: "pass",
    "place gangster": lambda view, seat, gang, crossing: f"gangster {GANG_NAMES[gang]}",
    "place manager": _manager_group,
    "sell to yourself": lambda view, seat, product: "sell to yourself",
    "forge": lambda view, seat, product, to: f"forge {PRODUCT_NAMES[product]}",
    "offer": _offer_group,
    "answer": lambda view, seat, answer: "answer the offer",
    "attack": lambda view, seat, gang, opponent, target: f"attack with {GANG_NAMES[gang]}",
    "commit": lambda view, seat, slot: "commit a card",
    "regroup": lambda view, seat, emblem, gang, to: f"move a card of {GANG_NAMES[gang]}",
    "park": lambda view, seat, gang: "park the car",
    "drive": lambda view, seat, crossing: "drive",
    "raid": lambda view, seat, kind: "raid",
}


def _manager_places(view, seat, gang, slot, where, kind):
    crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
    return _building(crossing, kind), _gang(seat, gang)


def _offer_places(view, seat, opponent, product, side, payment):
    return tuple(_shop(crossing) for crossing in offered_deal(view, seat, opponent, product, side))


def _attack_places(view, seat, gang, opponent, target):
    their = opponent_of(view, seat, opponent)
    crossings = view.gangster[their, target], view.gangster[seat, gang]
    return _gang(their, target), _gang(seat, gang), *(f"crossing {crossing}" for crossing in crossings)


def _fighting_gang(view, seat):
    return int(view.fight_gang[int(view.decision == Decision.DEFENDER_COMMITS)])


def _commit_places(view, seat, slot):
    gang = _fighting_gang(view, seat)
    return f"card {np.flatnonzero(view.place == GANGS * seat + gang)[slot]}", _gang(seat, gang)


def _regroup_places(view, seat, emblem, gang, to):
    """10.1 The card of that emblem with the most points, the lowest number on ties; and where it goes."""
    cards = np.flatnonzero((view.place == GANGS * seat + gang) & (CARD_EMBLEM == emblem))
    return f"card {cards[CARD_POINTS[cards].argmax()]}", *_regroup_heard(view, seat, emblem, gang, to)


def _regroup_heard(view, seat, emblem, gang, to):
    return _gang(seat, gang), _gang(seat, to + (to >= gang))


PLACES = {
    "pass": lambda view, seat, index: (),
    "place gangster": lambda view, seat, gang, crossing: (f"crossing {crossing}", _gang(seat, gang)),
    "place manager": _manager_places,
    "sell to yourself": lambda view, seat, product: tuple(_shop(place) for place in deal(view, seat, seat, product)),
    "forge": lambda view, seat, product, to: (_shop(best_building(view, seat, Subtype.WAREHOUSE, product)),),
    "offer": _offer_places,
    "answer": lambda view, seat, answer: tuple(_shop(crossing) for crossing in open_deal(view)),
    "attack": _attack_places,
    "commit": _commit_places,
    "regroup": _regroup_places,
    "park": lambda view, seat, gang: (f"crossing {view.gangster[seat, gang]}", _gang(seat, gang)),
    "drive": lambda view, seat, crossing: (f"crossing {crossing}",),
    "raid": lambda view, seat, kind: (_building(int(view.car[seat]), kind),),
}
HEARD = {
    "commit": lambda view, seat, slot: (_gang(seat, _fighting_gang(view, seat)),),
    "regroup": _regroup_heard,
}
