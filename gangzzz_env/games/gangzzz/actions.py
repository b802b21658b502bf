"""Section 13: one flat Discrete(755) for all minigames; what a number means does not depend on the state.

`ACTIONS` is the one table; offsets, sizes, names and the mask's sections come from it.
"""

import difflib
import operator
from dataclasses import dataclass

from gangzzz_env.games.gangzzz.tables import (
    CREW,
    CROSSING_NAMES,
    CROSSINGS,
    EMBLEM_NAMES,
    EMBLEMS,
    GANG_LIMIT,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    KINDS,
    PRODUCT_NAMES,
    PRODUCTS,
    SEATS,
    WHERE_NAMES,
)
from gangzzz_env.jit import rule


@dataclass(frozen=True)
class Section:
    """A run of action numbers: `first`, then row-major over `shape`, whose dimensions are named in `dimensions`."""

    name: str
    first: int
    shape: tuple[int, ...]
    dimensions: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many action numbers the section has."""
        count = 1
        for length in self.shape:
            count *= length
        return count


def _sections(*rows) -> tuple[Section, ...]:
    sections, first = [], 0
    for name, shape, dimensions in rows:
        sections.append(Section(name, first, shape, dimensions))
        first += sections[-1].count
    return tuple(sections)


OPPONENTS, WHERES, SIDES, PAYMENTS = SEATS - 1, len(WHERE_NAMES), 2, 3

ACTIONS = _sections(
    ("pass", (1,), ("",)),
    ("place gangster", (GANGS, CROSSINGS), ("gangster", "crossing")),
    ("place manager", (GANGS, CREW, WHERES, KINDS), ("gangster", "slot", "where", "kind")),
    ("sell to yourself", (PRODUCTS,), ("product",)),
    ("forge", (PRODUCTS, PRODUCTS - 1), ("product", "other product")),
    ("offer", (OPPONENTS, PRODUCTS, SIDES, PAYMENTS), ("opponent", "product", "side", "payment")),
    ("answer", (2,), ("answer",)),
    ("attack", (GANGS, OPPONENTS, GANGS), ("gang", "opponent", "target")),
    ("commit", (GANG_LIMIT,), ("slot",)),
    ("regroup", (EMBLEMS, GANGS, GANGS - 1), ("emblem", "gang", "other gang")),
    ("park", (GANGS,), ("gangster",)),
    ("drive", (CROSSINGS,), ("crossing",)),
    ("raid", (KINDS,), ("kind",)),
)
NUM_ACTIONS = ACTIONS[-1].first + ACTIONS[-1].count
(PASS, PLACE_GANGSTER, PLACE_MANAGER, SELL, FORGE, OFFER, ANSWER, ATTACK, COMMIT, REGROUP, PARK, DRIVE, RAID) = (
    section.first for section in ACTIONS
)
ACCEPT, DECLINE = ANSWER, ANSWER + 1
_BY_NAME = {section.name: section for section in ACTIONS}


def decode(action: int) -> tuple[Section, tuple[int, ...]]:
    """The section of an action number and its index in each of the section's dimensions.

    Raises:
        TypeError: the action is no integer.
        ValueError: no action has this number.
    """
    action = _integer("action", action)
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action {action} must be from 0 to {NUM_ACTIONS - 1}")
    section = next(section for section in reversed(ACTIONS) if action >= section.first)
    rest, index = action - section.first, []
    for length in reversed(section.shape):
        rest, part = divmod(rest, length)
        index.append(part)
    return section, tuple(reversed(index))


def encode(name: str, *index: int) -> int:
    """The number of an action by its section's name and its index in each dimension; `pass` needs none.

    Raises:
        TypeError: an index is no integer.
        ValueError: no section has this name, or the section no such action.
    """
    section = _section(name)
    if not index and section.count == 1:
        return section.first
    if len(index) != len(section.shape):
        ranges = ", ".join(f"{each} 0-{length - 1}" for each, length in zip(section.dimensions, section.shape) if each)
        raise ValueError(f"{name!r} takes {ranges or 'no index'}, not {index}")
    number = 0
    for dimension, length, part in zip(section.dimensions, section.shape, index):
        part = _integer(f"{dimension or 'index'} of {name!r}", part)
        if not 0 <= part < length:
            raise ValueError(f"{dimension or 'index'} of {name!r} is {part}, but must be from 0 to {length - 1}")
        number = number * length + part
    return section.first + number


def _integer(what: str, value) -> int:
    """The value as Python's integer, which NumPy's integers become too."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {value!r}") from None


def _section(name: str) -> Section:
    """The section of this name."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    near = difflib.get_close_matches(str(name).lower(), _BY_NAME, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise ValueError(f"unknown section {name!r} of actions; {hint}the sections are {', '.join(_BY_NAME)}")


@rule
def other(index, this):
    """Which number `index` stands for among those without `this`, in order (the other gangs, the other products)."""
    return index + 1 if index >= this else index


@rule
def opponent_seat(seat, opponent, num_seats):
    """The seat of an opponent counted from the next seat on: 0 is the one after yours."""
    return (seat + 1 + opponent) % num_seats


def action_name(num_seats: int, seat: int, action: int) -> str:
    """An action in words, as the seat that takes it would say it; `num_seats` and `seat` name its opponents.

    Raises:
        TypeError: the action is no integer.
        ValueError: no action has this number, or no player this seat.
    """
    if seat not in range(num_seats):
        raise ValueError(f"seat {seat!r} must be from 0 to {num_seats - 1} in a game of {num_seats} players")
    section, index = decode(action)
    if section.name == "pass":
        return "pass"
    return f"{section.name} {_WORDS[section.name](num_seats, seat, *index)}"


def _player(num_seats: int, seat: int, opponent: int) -> str:
    return f"player {(seat + 1 + opponent) % num_seats}" if opponent + 1 < num_seats else "nobody"


_WORDS = {
    "place gangster": lambda n, s, gangster, crossing: f"{GANG_NAMES[gangster]} at {CROSSING_NAMES[crossing]}",
    "place manager": lambda n, s, gangster, slot, where, kind: (
        f"{slot + 1} of {GANG_NAMES[gangster]} {WHERE_NAMES[where]} in {KIND_NAMES[kind]}"
    ),
    "sell to yourself": lambda n, s, product: PRODUCT_NAMES[product],
    "forge": lambda n, s, product, to: f"{PRODUCT_NAMES[product]} into {PRODUCT_NAMES[to + (to >= product)]}",
    "offer": lambda n, s, opponent, product, side, payment: (
        f"{_player(n, s, opponent)}: you {('sell', 'buy')[side]} {PRODUCT_NAMES[product]}, "
        f"{('you are paid', 'no payment', 'you pay')[payment]}"
    ),
    "answer": lambda n, s, answer: ("accept", "decline")[answer],
    "attack": lambda n, s, gang, opponent, target: (
        f"with {GANG_NAMES[gang]} {_player(n, s, opponent)}'s {GANG_NAMES[target]}"
    ),
    "commit": lambda n, s, slot: f"card {slot + 1} of the gang",
    "regroup": lambda n, s, emblem, gang, to: (
        f"{EMBLEM_NAMES[emblem]} from {GANG_NAMES[gang]} to {GANG_NAMES[to + (to >= gang)]}"
    ),
    "park": lambda n, s, gangster: f"at {GANG_NAMES[gangster]}",
    "drive": lambda n, s, crossing: f"to {CROSSING_NAMES[crossing]}",
    "raid": lambda n, s, kind: KIND_NAMES[kind],
}
