"""Which byte of a view each fact of an observation is copied from: tables for all own seats and player counts.

Copying by table is faster than code that names each field, and it compiles in no time. A seat that nobody has is copied
too: its fields are as in `EMPTY`, and come out as 0.
"""

from itertools import product

import numpy as np

from gangzzz_env.games.gangzzz.observation_sections import BY_NAME, SEAT, Section
from gangzzz_env.games.gangzzz.state import STATE_DTYPE
from gangzzz_env.games.gangzzz.tables import CROSSINGS, KINDS, NEIGHBORS, PRODUCTS, SEATS, WHERE_NAMES

PLAYER_COUNTS = (2, 3, 4)
PIECES = 2  # of a bar or a warehouse

# section: field of the record, and what is added to it
COPIES = {
    "avenue values": ("avenue_value", 0),
    "street values": ("street_value", 0),
    "tile turns": ("turn", 0),
    "buildings": ("building", -CROSSINGS * np.arange(KINDS)),
    "tally": ("tally", 0),
    "licenses": ("licenses", 0),
    "gangsters": ("gangster", 1),
    "fight dice": ("fight_die", 1),
    "bonuses": ("bonus", 0),
    "gang counts": ("gang_count", 0),
    "attacked": ("attacked", 0),
    "hides": ("hides", 0),
    "out": ("is_out", 0),
    "regroup moves": ("regroup_moves", 0),
    "cars": ("car", 1),
    "misses turn": ("misses_turn", 0),
    "hideout": ("hideout", 1),
    "chase round": ("chase_round", 0),
    "deck": ("deck_count", 0),
    "last roll": ("last_roll", 0),
    "declined": ("declined", 0),
    "fight rolls": ("fight_roll", 0),
    "fight cards": ("fight_card", 1),
    "clues": ("clue", 1),
}
# section: field of the record, which is written as digits
NUMBERS = {"decisions": "decisions", "rules": "rules", "ledger": "ledger"}
# section: field of the record, first item of it, what is added; marks a seat by its place in the order of seats if the
# section's last axis is that
ONE_HOTS = {
    "players": ("num_seats", 0, -2),
    "decision": ("decision", 0, 0),
    "turn": ("turn_seat", 0, 0),
    "finder": ("finder", 0, 0),
    "offer by": ("offer", 0, 0),
    "offer to": ("offer", 1, 0),
    "offer of": ("offer", 2, 0),
    "offer side": ("offer", 3, 0),
    "fighters": ("fight_seat", 0, 0),
    "fight gangs": ("fight_gang", 0, 0),
    "fight winner": ("fight_winner", 0, 0),
}


def _field_bytes(field: str) -> np.ndarray:
    """Where each item of a field starts in the record, in the field's shape."""
    dtype, offset = STATE_DTYPE.fields[field][:2]
    if dtype.names:
        return offset + np.array([dtype.fields[name][1] for name in dtype.names])
    base, shape = dtype.subdtype or (dtype, ())
    return offset + base.itemsize * np.arange(int(np.prod(shape))).reshape(shape)


def _seats_from(own: int, players: int) -> list[int]:
    """All seats in the order of seats from `own`, then those that nobody has."""
    return [(own + relative) % players for relative in range(players)] + list(range(players, SEATS))


def _seen_from(items: np.ndarray, section: Section, own: int, players: int) -> np.ndarray:
    """The bytes of a field in the order of seats from `own`."""
    seats = _seats_from(own, players)
    if section.name == "declined":
        return np.array([[items[seat, other] for other in seats if other != seat] for seat in seats])
    return items[seats] if section.axes[0] == SEAT else items


def _table(fields: dict[str, str], digits: int) -> tuple[np.ndarray, np.ndarray]:
    """For each item of these sections: its index in an observation, and its byte by (own seat, players - 2)."""
    sections = [(BY_NAME[name], _field_bytes(field)) for name, field in fields.items()]
    targets = [np.arange(section.first, section.end, digits) for section, _ in sections]
    sources = [
        [
            np.concatenate([_seen_from(items, section, own, players).reshape(-1) for section, items in sections])
            for players in PLAYER_COUNTS
        ]
        for own in range(SEATS)
    ]
    return np.concatenate(targets), np.array(sources, np.uint16)


def _runs(*columns: np.ndarray) -> np.ndarray:
    """The runs in which all columns count on by one: a row (first of each column, low, high) for items [low, high)."""
    is_new = np.any([np.diff(column.astype(np.int64), prepend=-2) != 1 for column in columns], axis=0)
    lows = np.flatnonzero(is_new)
    firsts = [column[lows] for column in columns]
    return np.stack([*firsts, lows, np.append(lows[1:], len(is_new))], axis=1).astype(np.int64)


def _added(names: list[str]) -> np.ndarray:
    """What is added to each item of these sections."""
    added = [np.broadcast_to(COPIES[name][1], BY_NAME[name].shape).reshape(-1) for name in names]
    return np.concatenate(added).astype(np.int8)


def _one_hots() -> np.ndarray:
    """A row for each one-hot: its first index, the byte of the record, what is added, whether it is a seat."""
    rows = []
    for name, (field, item, plus) in ONE_HOTS.items():
        section = BY_NAME[name]
        length = section.shape[-1]
        for i in range((section.end - section.first) // length):
            source = _field_bytes(field).reshape(-1)[item + i]
            rows.append((section.first + length * i, source, plus, section.axes[-1] == SEAT))
    return np.array(rows, np.int64)


def _seen_pieces() -> np.ndarray:
    """7.1 The unsold pieces of a building as 5 * first + second, product + 1 or 0: by how many there are of each."""
    seen = []
    for unsold in product(range(PIECES + 1), repeat=PRODUCTS):
        code = 0
        for piece in np.repeat(np.arange(PRODUCTS), unsold)[:PIECES]:
            code = (PRODUCTS + 1) * code + piece + 1
        seen.append(code)
    return np.array(seen, np.int8)


def _crew_places() -> np.ndarray:
    """6.1 Where a manager works, seen from his gangster: 1 + 4 * where + kind, by (crossing, 4 * crossing + kind)."""
    places = np.zeros((CROSSINGS, CROSSINGS * KINDS), np.int8)
    for crossing, where, kind in product(range(CROSSINGS), range(len(WHERE_NAMES)), range(KINDS)):
        at = int(NEIGHBORS[crossing, where])
        if at >= 0:
            places[crossing, KINDS * at + kind] = 1 + KINDS * where + kind
    return places


def _copied(names: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`_table` of these sections of COPIES, and what is added to each item."""
    return *_table({name: COPIES[name][0] for name in names}, 1), _added(names)


_OF_SEATS = [name for name in COPIES if BY_NAME[name].axes[0] == SEAT]
_OF_ALL = [name for name in COPIES if name not in _OF_SEATS]
_SEAT_COPY_TO, SEAT_COPY_FROM, SEAT_COPY_ADDED = _copied(_OF_SEATS)
SEAT_COPY_RUNS = _runs(_SEAT_COPY_TO)
_COPY_TO, _COPY_FROM, COPY_ADDED = _copied(_OF_ALL)
COPY_RUNS = _runs(_COPY_TO, _COPY_FROM[0, 0])
_NUMBER_TO, NUMBER_FROM = _table(NUMBERS, 2)
NUMBER_TO = _NUMBER_TO.astype(np.uint16)
ONE_HOT_ROWS = _one_hots()
SEEN_PIECES, CREW_PLACES = _seen_pieces(), _crew_places()
