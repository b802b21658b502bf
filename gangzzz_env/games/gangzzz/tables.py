"""The printed facts (clauses 1 and 2) as arrays: one row a piece, read from `data/*.csv`."""

import csv
from enum import IntEnum
from itertools import permutations
from pathlib import Path

import numpy as np

SEATS, GANGS, CREW = 4, 4, 4
CROSSINGS, KINDS, CARDS, CLUES, PRODUCTS, EMBLEMS, ATTRIBUTES = 36, 4, 112, 16, 4, 8, 3
MANAGERS = GANGS * CREW
GANG_LIMIT = 12

AVENUE_NAMES = ("1ST", "2ND", "3RD", "LEX", "PARK", "MADI")
STREET_NAMES = ("47TH", "48TH", "49TH", "50TH", "51ST", "52ND")
KIND_NAMES = ("residential", "commercial", "city", "underworld")
CLUE_NAMES = AVENUE_NAMES + STREET_NAMES + KIND_NAMES
PRODUCT_NAMES = ("fish", "meat", "cigars", "alcohol")
ATTRIBUTE_NAMES = ("strength", "smarts", "armament")
GANG_NAMES = ("A", "B", "C", "D")
CROSSING_NAMES = tuple(f"{avenue}/{street}" for street in STREET_NAMES for avenue in AVENUE_NAMES)


class Kind(IntEnum):
    """1.4 The four buildings of a crossing, in the order of 1.5."""

    RESIDENTIAL = 0
    COMMERCIAL = 1
    CITY = 2
    UNDERWORLD = 3


class Subtype(IntEnum):
    """2.1-2.4 What a building is. The first eight are the emblems of the cards, in the order of section 13."""

    HOSPITAL = 0
    OFFICE = 1
    POLICE = 2
    GYM = 3
    ARSENAL = 4
    LIBRARY = 5
    CASINO = 6
    FORGERY = 7
    TENEMENT = 8
    BAR = 9
    WAREHOUSE = 10


SUBTYPE_NAMES = tuple(subtype.name.lower() for subtype in Subtype)
EMBLEM_NAMES = SUBTYPE_NAMES[:EMBLEMS]


def _rows(name: str) -> list[dict[str, str]]:
    with open(Path(__file__).parent / "data" / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


_BUILDINGS, _CARDS, _CREWS = _rows("buildings.csv"), _rows("cards.csv"), _rows("crews.csv")
_SIZES = {"medium": 2, "large": 1}

# 144 buildings: subtype; coins; size (city: 1 large, 0 small; underworld: 1 small or single, 2 medium; else 0);
# the products of the two pieces of a bar or warehouse (else -1).
BUILDING_SUBTYPE = np.array([SUBTYPE_NAMES.index(row["subtype"]) for row in _BUILDINGS], np.int8)
BUILDING_COINS = np.array([int(row["coins"]) for row in _BUILDINGS], np.int8)
BUILDING_SIZE = np.array(
    [
        {"city": int(row["size"] == "large"), "underworld": _SIZES.get(row["size"], 1)}.get(row["kind"], 0)
        for row in _BUILDINGS
    ],
    np.int8,
)
BUILDING_PRODUCTS = np.array(
    [
        [PRODUCT_NAMES.index(row[column]) if row[column] else -1 for column in ("product_1", "product_2")]
        for row in _BUILDINGS
    ],
    np.int8,
)
BUILDING_NAMES = tuple(
    row["subtype"] if row["size"] == "single" else f"{row['size']} {row['subtype']}" for row in _BUILDINGS
)

# 112 cards: strength, smarts, armament; emblem (a Subtype under 8); points.
CARD_ATTRIBUTES = np.array([[int(row[name]) for name in ATTRIBUTE_NAMES] for row in _CARDS], np.int8)
CARD_EMBLEM = np.array([SUBTYPE_NAMES.index(row["emblem"]) for row in _CARDS], np.int8)
CARD_POINTS = np.array([int(row["points"]) for row in _CARDS], np.int8)

# 2.6 Specialty of each manager by gangster and crew slot, as a Subtype.
SPECIALTY = np.array(
    [SUBTYPE_NAMES.index(row["specialty"].replace("residential", "tenement")) for row in _CREWS], np.int8
).reshape(GANGS, CREW)

# 2.7 The 90 fight dice: the attribute marked beside values 1-6, all arrangements in lexicographic order.
FIGHT_DICE = np.array(sorted(set(permutations((0, 0, 1, 1, 2, 2)))), np.int8)

# 1.3 Where a manager may stand, seen from his gangster: here, north, east, south, west (the order of section 13).
WHERE_NAMES = ("here", "north", "east", "south", "west")


def _neighbors() -> np.ndarray:
    table = np.full((CROSSINGS, len(WHERE_NAMES)), -1, np.int8)
    for crossing in range(CROSSINGS):
        street, avenue = divmod(crossing, 6)
        for where, (up, west) in enumerate(((0, 0), (1, 0), (0, -1), (-1, 0), (0, 1))):
            if 0 <= street + up < 6 and 0 <= avenue + west < 6:
                table[crossing, where] = 6 * (street + up) + avenue + west
    return table


def _distances() -> np.ndarray:
    street, avenue = np.divmod(np.arange(CROSSINGS), 6)
    return (abs(street[:, None] - street) + abs(avenue[:, None] - avenue)).astype(np.int8)


# 1.3 Manhattan distance of two crossings.
DISTANCES = _distances()
# 1.3 The crossing at each `where` of a crossing, -1 beyond the edge.
NEIGHBORS = _neighbors()
