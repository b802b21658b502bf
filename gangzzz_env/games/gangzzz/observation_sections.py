"""The layout of an observation: the table of its sections, from which offsets and size come, and `describe` for people.

An observation is int8[OBSERVATION_SIZE]: first the facts, everything a seat knows, in the order of seats that starts
with its own; then the targets, rows of features in the order of the actions (section 13) that the current decision
asks for. Only one decision's targets are needed at a time, so all decisions share the region from `TARGETS` on: which
sections it holds is said by the `decision` section, and it is zero if another seat is to move. With deduction an
observation is int8[DEDUCED_SIZE]: the same, then what `deduction.deduce` finds.
"""

import dataclasses
import difflib
from dataclasses import dataclass
from math import prod

import numpy as np

from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, SOURCE_NAMES, TALLY_NAMES, Decision
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    AVENUE_NAMES,
    CARDS,
    CLUE_NAMES,
    CREW,
    CROSSING_NAMES,
    EMBLEM_NAMES,
    GANG_LIMIT,
    GANG_NAMES,
    KIND_NAMES,
    PRODUCT_NAMES,
    STREET_NAMES,
    WHERE_NAMES,
)


@dataclass(frozen=True)
class Section:
    """A run of an observation: `first`, then row-major over `shape`, whose indices are named in `axes`.

    `coding` says how to read it: `one-hot`, `flags`, `numbers`, `digits` (the last axis is the digits of one number
    to base 100, highest first), or `chances` (probabilities in 127ths; 0 is impossible, and 127 is sure). `decisions`
    are those whose targets it holds, none for facts.
    """

    name: str
    first: int
    axes: tuple[tuple[str, ...], ...]
    coding: str
    clause: str
    meaning: str
    decisions: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return tuple(len(axis) for axis in self.axes)

    @property
    def end(self) -> int:
        """The index after the last one."""
        return self.first + prod(self.shape)

    def of(self, observations: np.ndarray) -> np.ndarray:
        """Its part of observations [..., OBSERVATION_SIZE or DEDUCED_SIZE], as [..., *shape].

        Raises:
            TypeError: what is given is no array.
            ValueError: its last axis is no observation, or none that holds this section.
        """
        if size_of(observations) < self.end:
            raise ValueError(f"an observation of {OBSERVATION_SIZE} has no {self.name!r}: it needs deduction=True")
        return observations[..., self.first : self.end].reshape(*observations.shape[:-1], *self.shape)


class Sections(dict):
    """Sections by name; of an unknown name, the error says which are like it."""

    def __missing__(self, name):
        near = difflib.get_close_matches(str(name).lower(), self, 3)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise KeyError(f"unknown section {name!r} of an observation; {hint}the sections are {', '.join(self)}")


RULE_NAMES = tuple(field.name for field in dataclasses.fields(Rules))
SEAT = ("you", "1st opponent", "2nd opponent", "3rd opponent")
OPPONENT = SEAT[1:]
OTHER_SEAT = ("1st other", "2nd other", "3rd other")
GANG, SLOT, CARD = GANG_NAMES, tuple(str(i + 1) for i in range(CREW)), tuple(str(i) for i in range(CARDS))
DIGITS_2, DIGITS_3 = ("hundreds", "ones"), ("ten thousands", "hundreds", "ones")
SIDE, PAYMENT, FIGHTER = ("sell", "buy"), ("you are paid", "no payment", "you pay"), ("attacker", "defender")
ONE = ("",)
SURE = 127  # a probability of 1

GANGSTER_FEATURES = (
    *("free", "value", "own gangsters within 2", "others within 2", "others in fight range"),
    *("values in the perimeter", "coins of tenements", "coins of commercial", "small city", "large city"),
    *("sizes of arsenal, gym, library", "sizes of casinos", "workshops"),
    *(f"crew of {gang} with a match" for gang in GANG_NAMES),
)
MANAGER_FEATURES = (
    *("free", "dollars as Assistant", "dollars more as Manager", "cards as Assistant", "cards more as Manager"),
    *("matching slot", "own deal or emblem points", "others' deal or effect", "dominance gain", "dominance lead"),
)
OFFER_FEATURES = ("possible", "dollars for you", "dollars for the other", "declined")
ATTACK_FEATURES = ("possible", "rolls won of 36", "mean margin, halves", "own cards", "target's cards")
COMMIT_FEATURES = (
    *("held", "attribute", "score", "margin to the estimate", "points", "influence", "of its emblem in the gang"),
    "shown",
)
REGROUP_FEATURES = ("possible", "points moved", "dollars gained", "of the emblem here", "of the emblem there")
DRIVE_FEATURES = ("possible", "distance", "full throttle", "hideouts here", "hideouts near", "nearest opponent")
PARK_FEATURES = ("hideouts here", "hideouts near", "nearest opponent")

# name, axes, coding, clause, meaning
FACTS = (
    ("observer", ((*(f"seat {i}" for i in range(4)), "spectator"),), "one-hot", "4.6", "whose view this is"),
    ("players", (("2", "3", "4"),), "one-hot", "1", "number of players"),
    ("decision", (DECISION_NAMES,), "one-hot", "13", "what the game waits for"),
    ("to move", (SEAT,), "one-hot", "3.5", "who decides now; nobody when the game is over"),
    ("turn", (SEAT,), "one-hot", "3.5", "whose turn it is"),
    ("decisions", (DIGITS_2,), "digits", "13", "decisions made so far"),
    ("rules", (RULE_NAMES, DIGITS_2), "digits", "12", "the rules' numbers"),
    ("avenue values", (AVENUE_NAMES,), "numbers", "3.2", "1-6"),
    ("street values", (STREET_NAMES,), "numbers", "3.2", "1-6"),
    ("tile turns", (CROSSING_NAMES,), "numbers", "1.5", "quarter turns"),
    ("buildings", (CROSSING_NAMES, KIND_NAMES), "numbers", "1.4", "row of buildings.csv within its kind, 0-35"),
    ("goods", (CROSSING_NAMES,), "numbers", "7.1", "25 * dealt + 5 * first + second unsold piece; product + 1, 0 none"),
    ("ruled out", (CROSSING_NAMES,), "numbers", "11.1", "raided in vain: a bit for each kind, residential 1"),
    ("market", (SEAT, ("supply", "demand"), PRODUCT_NAMES), "numbers", "7.3", "pay of the best next piece, 0 none"),
    ("money", (SEAT, DIGITS_3), "digits", "3.5", "dollars"),
    ("money to scale", (SEAT,), "numbers", "3.5", "dollars, at most 127"),
    ("money ahead", (SEAT,), "numbers", "11.3", "own dollars minus theirs, within 127"),
    (
        "ledger",
        (SEAT, SOURCE_NAMES, DIGITS_2),
        "digits",
        "3.5",
        "dollars by source, hundreds < 0 if negative",
    ),
    ("tally", (SEAT, TALLY_NAMES), "numbers", "4.3", "counts beside money"),
    ("licenses", (SEAT,), "numbers", "6.5", "forged licenses"),
    ("gangsters", (SEAT, GANG), "numbers", "5.1", "crossing + 1, 0 unplaced"),
    ("crews", (SEAT, GANG, SLOT), "numbers", "6.1", "1 + 4 * where + kind of each manager, 0 unplaced"),
    ("fight dice", (SEAT, GANG), "numbers", "3.4", "number of the die + 1"),
    ("bonuses", (SEAT, GANG, ATTRIBUTE_NAMES), "numbers", "6.5", "bonus of each gang"),
    ("gang counts", (SEAT, GANG), "numbers", "4.2", "cards in each gang"),
    ("attacked", (SEAT, GANG), "flags", "9.1", "gangs that have attacked"),
    ("hides", (SEAT, GANG), "flags", "9.1", "gangs that have lost a defense"),
    ("out", (SEAT,), "flags", "3.5", "out of this minigame"),
    ("regroup moves", (SEAT,), "numbers", "10.1", "moves made"),
    ("chase place", (SEAT,), "numbers", "11.1", "place in the order of play, from 1"),
    ("cars", (SEAT,), "numbers", "11.1", "crossing + 1"),
    ("misses turn", (SEAT,), "flags", "11.1", "has crashed"),
    ("finder", (SEAT,), "one-hot", "11.2", "who uncovered the hideout"),
    ("hideout", (("avenue", "street", "kind"),), "numbers", "3.3", "index + 1 once it is found"),
    ("chase round", (ONE,), "numbers", "11.1", "0 while parking, then from 1"),
    ("deck", (ONE,), "numbers", "3.3", "cards in the deck"),
    ("last roll", (ONE,), "numbers", "6.5, 11.1", "casino or full throttle; -1 none yet"),
    ("declined", (SEAT, OTHER_SEAT, PRODUCT_NAMES, SIDE), "numbers", "7.2", "declined offers of a seat to the others"),
    ("offer by", (SEAT,), "one-hot", "7.2", "who makes the current offer"),
    ("offer to", (SEAT,), "one-hot", "7.2", "who is to answer"),
    ("offer of", (PRODUCT_NAMES,), "one-hot", "7.2", "its product"),
    ("offer side", (SIDE,), "one-hot", "7.2", "whether its maker sells or buys"),
    ("offer payment", (ONE,), "numbers", "7.2", "side payments its maker pays: -1, 0, 1"),
    ("fighters", (FIGHTER, SEAT), "one-hot", "9.1", "seats of the current or last fight"),
    ("fight gangs", (FIGHTER, GANG), "one-hot", "9.1", "their gangs"),
    ("fight rolls", (FIGHTER,), "numbers", "9.2", "1-6, -1 no fight yet"),
    ("fight attributes", (FIGHTER, ATTRIBUTE_NAMES), "one-hot", "9.2", "the attribute each die shows"),
    ("fight cards", (FIGHTER,), "numbers", "9.3", "card + 1 where known"),
    ("fight strengths", (FIGHTER, ATTRIBUTE_NAMES), "numbers", "9.3", "attributes of those cards"),
    ("fight winner", (SEAT,), "one-hot", "9.3", "who won the last fight"),
    ("notebook", (CLUE_NAMES,), "flags", "4.5", "clues seen"),
    ("places", (CARD,), "numbers", "4.6", "0 unknown, 1 + 4 * seat + gang, 20 out of the game"),
    ("clues", (CARD,), "numbers", "4.6", "clue + 1 of cards ever held"),
    ("holders", (CARD,), "numbers", "4.6", "16 if shown, + a bit for each seat known to have held it, you 1"),
)

_COMMITS = (Decision.ATTACKER_COMMITS, Decision.DEFENDER_COMMITS)
# name, axes, coding, clause, meaning, decisions; those of the same decisions follow one another
TARGET_SECTIONS = (
    ("gangster targets", (CROSSING_NAMES, GANGSTER_FEATURES), "5.1", "by crossing", (Decision.PLACE_GANGSTER,)),
    (
        "manager targets",
        (GANG, WHERE_NAMES, KIND_NAMES, MANAGER_FEATURES),
        "6.1",
        "free buildings in each perimeter; matching slot: the first whose specialty it is + 1; commercial: dollars of "
        "its pieces that find own / others' counterparts, else: points of own cards of its emblem / bonus or licenses "
        "for an Assistant",
        (Decision.PLACE_MANAGER,),
    ),
    ("sell targets", (PRODUCT_NAMES, ("dollars",)), "7.2", "sold to yourself, 0 impossible", (Decision.TRADE,)),
    (
        "forge targets",
        (PRODUCT_NAMES, ("1st other", "2nd other", "3rd other"), ("possible", "own demand", "others' demand")),
        "7.2",
        "pay of the bars that want the forged piece",
        (Decision.TRADE,),
    ),
    (
        "offer targets",
        (OPPONENT, PRODUCT_NAMES, SIDE, PAYMENT, OFFER_FEATURES),
        "7.2",
        "dollars with the side payment",
        (Decision.TRADE,),
    ),
    (
        "answer targets",
        (("accept", "decline"), ("dollars for you", "dollars for the other")),
        "7.2",
        "dollars with the side payment",
        (Decision.ANSWER,),
    ),
    (
        "attack targets",
        (GANG, OPPONENT, GANG, ATTACK_FEATURES),
        "9.1",
        "with own best cards against the best shown or a guess of 3 or 4",
        (Decision.ATTACK,),
    ),
    ("commit targets", (tuple(str(i + 1) for i in range(GANG_LIMIT)), COMMIT_FEATURES), "9.3", "by slot", _COMMITS),
    (
        "regroup targets",
        (EMBLEM_NAMES, GANG, ("1st other", "2nd other", "3rd other"), REGROUP_FEATURES),
        "10.1",
        "dollars gained: change of what 10.2 would pay now",
        (Decision.REGROUP,),
    ),
    ("park targets", (GANG, PARK_FEATURES), "11.1", "near: within a safe drive", (Decision.PARK,)),
    ("drive targets", (CROSSING_NAMES, DRIVE_FEATURES), "11.1", "near: within a safe drive", (Decision.CHASE,)),
    (
        "raid targets",
        (KIND_NAMES, ("possible hideout", "expected dollars")),
        "11.1",
        "with all possible hideouts alike",
        (Decision.CHASE,),
    ),
    ("hideouts left", (("possible",),), "4.6", "buildings that may be the hideout, at most 127", (Decision.CHASE,)),
)

# name, axes, coding, clause, meaning
DEDUCED = (
    ("hideout chances", (CROSSING_NAMES, KIND_NAMES), "chances", "4.6", "that Vittorio hides there"),
    ("notebook chances", (OPPONENT, CLUE_NAMES), "chances", "4.6", "that an opponent has noted a clue"),
)


def _facts(table: tuple, first: int) -> list[Section]:
    """The sections of a table of facts, one after the other."""
    sections = []
    for name, axes, coding, clause, meaning in table:
        sections.append(Section(name, first, axes, coding, clause, meaning, ()))
        first = sections[-1].end
    return sections


def _layout() -> tuple[Section, ...]:
    sections, ends = _facts(FACTS, 0), {}
    targets = sections[-1].end
    for name, axes, clause, meaning, decisions in TARGET_SECTIONS:
        section = Section(name, ends.get(decisions, targets), axes, "numbers", clause, meaning, decisions)
        sections.append(section)
        ends[decisions] = section.end
    return tuple(sections)


SECTIONS = _layout()
OBSERVATION_SIZE = max(section.end for section in SECTIONS)
DEDUCED_SECTIONS = tuple(_facts(DEDUCED, OBSERVATION_SIZE))
DEDUCED_SIZE = DEDUCED_SECTIONS[-1].end
BY_NAME = Sections((section.name, section) for section in SECTIONS + DEDUCED_SECTIONS)
FIRST = {name: section.first for name, section in BY_NAME.items()}
TARGETS = FIRST["gangster targets"]
NUM_GANGSTER_FEATURES, NUM_MANAGER_FEATURES = len(GANGSTER_FEATURES), len(MANAGER_FEATURES)
NUM_OFFER_FEATURES, NUM_ATTACK_FEATURES = len(OFFER_FEATURES), len(ATTACK_FEATURES)
NUM_COMMIT_FEATURES, NUM_REGROUP_FEATURES = len(COMMIT_FEATURES), len(REGROUP_FEATURES)
NUM_DRIVE_FEATURES, NUM_PARK_FEATURES = len(DRIVE_FEATURES), len(PARK_FEATURES)


def size_of(observations: np.ndarray) -> int:
    """The length of the last axis of observations, which is that of an observation.

    Raises:
        TypeError: what is given is no array.
        ValueError: its last axis has another length.
    """
    if isinstance(observations, dict):
        raise TypeError('an observation must be an array, not a dict: pass observation["observation"]')
    shape = getattr(observations, "shape", None)
    if shape is None:
        raise TypeError(f"an observation must be an array, not a {type(observations).__name__}")
    if not shape or shape[-1] not in (OBSERVATION_SIZE, DEDUCED_SIZE):
        allowed = f"{OBSERVATION_SIZE}, or {DEDUCED_SIZE} with deduction=True"
        raise ValueError(f"an observation's last axis must have length {allowed}, but its shape is {tuple(shape)}")
    return shape[-1]


def read_digits(digits: np.ndarray) -> np.ndarray:
    """The numbers whose digits to base 100 are the last axis, highest first."""
    number = np.zeros(digits.shape[:-1], np.int64)
    for i in range(digits.shape[-1]):
        number = 100 * number + digits[..., i]
    return number


def sections_of(observation: np.ndarray) -> list[Section]:
    """The sections an observation holds: facts, the targets of its decision if its seat is to move, and deductions.

    Raises:
        TypeError, ValueError: it is not one observation.
    """
    size = size_of(observation)
    if len(observation.shape) > 1:
        raise ValueError(f"one observation has shape ({size},), not {tuple(observation.shape)}")
    sections = SECTIONS + DEDUCED_SECTIONS if size == DEDUCED_SIZE else SECTIONS
    decision = int(np.argmax(BY_NAME["decision"].of(observation)))
    is_to_move = BY_NAME["to move"].of(observation)[0] == 1 and BY_NAME["observer"].of(observation)[4] == 0
    return [section for section in sections if not section.decisions or (is_to_move and decision in section.decisions)]


def describe(observation: np.ndarray) -> str:
    """An observation of either size in lines for people: each section, its meaning, and what is not 0 in it."""
    lines = []
    for section in sections_of(observation):
        lines.append(f"{section.name} ({section.clause}: {section.meaning})")
        lines += _lines(section, section.of(observation))
    return "\n".join(lines)


def _lines(section: Section, values: np.ndarray) -> list[str]:
    """One line for each row of a section that has anything but 0."""
    axes = section.axes
    if section.coding == "digits":
        values, axes = read_digits(values), axes[:-1]
    if values.ndim == 0:
        return [f"  {values}"]
    lines = []
    for index in np.ndindex(values.shape[:-1]):
        words = _words(section.coding, axes[-1], values[index])
        if words:
            names = ", ".join(axis[i] for axis, i in zip(axes, index))
            lines.append(f"  {names}{': ' if names else ''}{words}")
    return lines


def _words(coding: str, names: tuple[str, ...], row: np.ndarray) -> str:
    if coding in ("one-hot", "flags"):
        return ", ".join(name for name, value in zip(names, row) if value)
    if coding == "chances":
        return ", ".join(f"{name} {100 * int(value) / SURE:.0f} %" for name, value in zip(names, row) if value)
    return ", ".join(f"{name} {value}".strip() for name, value in zip(names, row) if value)
