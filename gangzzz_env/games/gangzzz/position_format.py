"""The format of a position (see `position.py`): which keys there are, and what each may hold.

`FORMAT` is the one table of it. Every entry is a function (key, value) that refuses, by a ValueError of one sentence, a
value of the wrong type or out of range; whether the values fit each other is for `position_checks.py`.
"""

import dataclasses
import reprlib

from gangzzz_env.games.gangzzz.flow import MAX_DECISIONS
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, DICE, SOURCE_NAMES, STREAMS, TALLY_NAMES
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    AVENUE_NAMES,
    CARDS,
    CLUE_NAMES,
    CREW,
    CROSSING_NAMES,
    CROSSINGS,
    GANG_LIMIT,
    GANG_NAMES,
    KIND_NAMES,
    PRODUCT_NAMES,
    SEATS,
    STREET_NAMES,
)

BUILDING_PLACES = tuple(f"{crossing} {kind}" for crossing in CROSSING_NAMES for kind in KIND_NAMES)
MOST_MONEY, MOST_TIMES, MOST_BONUS, MOST_ROLL = 10**6, 10**4, 127, 120


def refuse(key: str, value, allowed: str):
    """Say which key of a position is wrong, its value, and what is allowed.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{key} is {reprlib.repr(value)}, but must be {allowed}")


def _require(is_allowed: bool, key: str, value, allowed: str) -> None:
    if not is_allowed:
        refuse(key, value, allowed)


def integer(lowest: int, highest: int):
    """An integer in a range, ends included."""

    def check(key, value):
        fits = type(value) is int and lowest <= value <= highest
        _require(fits, key, value, f"an integer in {lowest}-{highest}" if lowest >= 0 else f"{lowest} to {highest}")

    return check


def flag(key, value):
    """Either true or false."""
    _require(isinstance(value, bool), key, value, "true or false")


def one_of(names: tuple[str, ...], words: str = ""):
    """One of some names; `words` says which where they are too many to list."""

    def check(key, value):
        _require(isinstance(value, str) and value in names, key, value, words or f"one of {', '.join(names)}")

    return check


def optional(entry):
    """Null, or what the entry says."""

    def check(key, value):
        if value is not None:
            entry(key, value)

    return check


def record(entries: dict, left_out: tuple[str, ...] = ()):
    """A mapping with exactly these keys; those `left_out` may be missing."""

    def check(key, value):
        prefix = f"{key}." if key else ""
        allowed = f"a mapping with the keys {', '.join(entries)}"
        _require(isinstance(value, dict), key or "the position", value, allowed)
        for name in value:
            if name not in entries:
                raise ValueError(f"{prefix}{name} is an unknown key; allowed are {', '.join(entries)}")
        for name, entry in entries.items():
            if name in value:
                entry(prefix + name, value[name])
            elif name not in left_out:
                raise ValueError(f"{prefix}{name} is missing; the keys are {', '.join(entries)}")

    return check


def items(entry, fewest: int, most: int):
    """A list of so many items."""

    def check(key, value):
        count = f"{most}" if fewest == most else f"{fewest} to {most}"
        _require(isinstance(value, list) and fewest <= len(value) <= most, key, value, f"a list of {count} items")
        for index, item in enumerate(value):
            entry(f"{key}[{index}]", item)

    return check


def distinct(entry, fewest: int, most: int):
    """A list of so many items, no two of which are equal."""

    def check(key, value):
        items(entry, fewest, most)(key, value)
        for item in value:
            _require(value.count(item) == 1, key, value, f"a list without repetition, but has {item!r} twice")

    return check


def holders(key, value):
    """4.6 Who has ever held a card: card number as text, seats."""
    _require(isinstance(value, dict), key, value, "a mapping of card numbers to seats")
    for card, seats in value.items():
        fits = isinstance(card, str) and card in CARD_NUMBERS
        _require(fits, f"a key of {key}", card, f"a card number, 0-{CARDS - 1}, as text")
        distinct(SEAT, 1, SEATS)(f"{key}.{card}", seats)


def each(names: tuple[str, ...], entry):
    """A mapping with one such entry for each of these names."""
    return record(dict.fromkeys(names, entry))


CARD_NUMBERS = tuple(str(card) for card in range(CARDS))
SEAT, CARD, DIE, TIMES = integer(0, SEATS - 1), integer(0, CARDS - 1), integer(1, 6), integer(0, MOST_TIMES)
CROSSING = one_of(CROSSING_NAMES, "a crossing as avenue/street, like LEX/50TH")
BUILDING_PLACE = one_of(BUILDING_PLACES, "a crossing and a kind, like 'LEX/50TH city'")
CLUE, LETTER, PRODUCT, SIDE = one_of(CLUE_NAMES), one_of(GANG_NAMES), one_of(PRODUCT_NAMES), one_of(("sell", "buy"))
CARD_LIST = distinct(CARD, 0, CARDS)

RULES = record(
    {field.name: integer(field.metadata["lowest"], field.metadata["highest"]) for field in dataclasses.fields(Rules)}
)
TILE = record(
    {
        "turn": integer(0, 3),
        **{kind: integer(CROSSINGS * k, CROSSINGS * (k + 1) - 1) for k, kind in enumerate(KIND_NAMES)},
        "pieces": each(PRODUCT_NAMES, integer(0, 2)),
        "dealt": integer(0, 2),
        "ruled_out": distinct(one_of(KIND_NAMES), 0, len(KIND_NAMES)),
    }
)
GANG = record(
    {
        "crossing": optional(CROSSING),
        "die": integer(0, DICE - 1),
        "bonus": each(ATTRIBUTE_NAMES, integer(0, MOST_BONUS)),
        "cards": distinct(CARD, 0, GANG_LIMIT),
        "managers": items(optional(BUILDING_PLACE), CREW, CREW),
        "attacked": flag,
        "hides": flag,
    }
)
DECLINED = record({"to": SEAT, "product": PRODUCT, "side": SIDE, "times": integer(1, 10)})
PLAYER = record(
    {
        "money": integer(0, MOST_MONEY),
        "ledger": each(SOURCE_NAMES, integer(-MOST_MONEY, MOST_MONEY)),
        "tallies": each(TALLY_NAMES, TIMES),
        "licenses": integer(0, MOST_BONUS),
        "gangs": each(GANG_NAMES, GANG),
        "notebook": distinct(CLUE, 0, len(CLUE_NAMES)),
        "out": flag,
        "regroup_moves": integer(0, 20),
        "declined": items(DECLINED, 0, 10),
        "car": optional(CROSSING),
        "misses_turn": flag,
    }
)
OFFER = record({"from": SEAT, "to": SEAT, "product": PRODUCT, "side": SIDE, "payment": integer(-20, 20)})
FIGHT = record(
    {
        "attacker": SEAT,
        "gang": LETTER,
        "defender": SEAT,
        "target": LETTER,
        "rolls": items(DIE, 2, 2),
        "committed": items(optional(CARD), 2, 2),
        "winner": optional(SEAT),
    }
)
FORMAT = record(
    {
        "game": one_of(("gangzzz_v0",)),
        "observer": one_of(("everybody",)),
        "num_players": integer(2, SEATS),
        "rules": RULES,
        "decision": one_of(DECISION_NAMES),
        "seat_to_move": optional(SEAT),
        "decisions": integer(0, MAX_DECISIONS),
        "avenues": each(AVENUE_NAMES, DIE),
        "streets": each(STREET_NAMES, DIE),
        "crossings": each(CROSSING_NAMES, TILE),
        "players": items(PLAYER, 2, SEATS),
        "deck": CARD_LIST,
        "set_aside": CARD_LIST,
        "removed": CARD_LIST,
        "out_of_game": CARD_LIST,
        "clues": items(CLUE, CARDS, CARDS),
        "shown": CARD_LIST,
        "held_by": holders,
        "hideout": record({"avenue": one_of(AVENUE_NAMES), "street": one_of(STREET_NAMES), "kind": one_of(KIND_NAMES)}),
        "offer": optional(OFFER),
        "fight": optional(FIGHT),
        "last_roll": optional(integer(1, MOST_ROLL)),
        "chase": record({"order": distinct(SEAT, 0, SEATS), "round": integer(0, 20)}),
        "finder": optional(SEAT),
        "random": items(items(integer(0, 2**32 - 1), 4, 4), STREAMS, STREAMS),
    },
    left_out=("random",),
)
