"""What placing a manager brings at once (6.2-6.5), in words, as a view shows it beforehand.

Plain Python over a view, and no part of the game: `influential_gentlemen.py` plays it, these words say it.
"""

import numpy as np

from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    KINDS,
    SPECIALTY,
    Kind,
    Subtype,
)


def brings(view: np.record, seat: int, gang: int, slot: int, crossing: int, kind: int) -> str:
    """What a manager earns or does in a building on the spot; "" in a commercial one (6.3)."""
    row = int(view.building[crossing, kind])
    is_manager = SPECIALTY[gang, slot] == BUILDING_SUBTYPE[row]
    if kind == Kind.RESIDENTIAL:
        return f"rent ${_rent(view, crossing, row, is_manager)}"
    if kind == Kind.CITY:
        return f"draws {_city_cards(view, seat, row, is_manager)}"
    if kind == Kind.UNDERWORLD:
        return f"${_value(view, crossing) * int(view.rules.protection_percent) // 100}, {_act(view, row, is_manager)}"
    return ""


def _value(view, crossing):
    return int(view.avenue_value[crossing % 6]) + int(view.street_value[crossing // 6])


def _rent(view, crossing, row, is_manager):
    """6.2 The crossing's value, and a Manager's coins."""
    return _value(view, crossing) + (int(BUILDING_COINS[row]) if is_manager or view.rules.old_rent else 0)


def _city_cards(view, seat, row, is_manager):
    """6.4 Cards for the place and for the links that are gained, as far as there are any in the deck."""
    rules, subtype = view.rules, BUILDING_SUBTYPE[row]
    held = [int(view.building[where // KINDS, where % KINDS]) for where in view.manager[seat].ravel() if where >= 0]
    same = [other for other in held if BUILDING_SUBTYPE[other] == subtype]
    a_link = (rules.link_cards_1, rules.link_cards_2, rules.link_cards_3)
    cards = int(rules.city_cards_manager if is_manager else rules.city_cards_assistant)
    cards += sum(int(a_link[number % 3]) for number in range(_links(same), _links([*same, row])))
    return min(cards, int(view.deck_count))


def _links(rows):
    large = sum(int(BUILDING_SIZE[row]) for row in rows)
    return min(3 * large, len(rows) - large)


def _act(view, row, is_manager):
    """6.5 What the subtype does."""
    rules, size, subtype = view.rules, int(BUILDING_SIZE[row]), int(BUILDING_SUBTYPE[row])
    extra = int(rules.manager_extra) if is_manager else 0
    trained = int(rules.trainer_bonus) * size + extra
    return {
        Subtype.FORGERY: f"licenses +{int(rules.licenses) + extra}",
        Subtype.ARSENAL: f"armament +{trained}",
        Subtype.GYM: f"strength +{trained}, draws {min(int(rules.gym_cards), int(view.deck_count))}",
        Subtype.LIBRARY: f"smarts +{trained}, looks {int(rules.library_looks) * size + extra}",
        Subtype.CASINO: f"dice {int(rules.casino_dice) * size + extra}",
    }[subtype]
