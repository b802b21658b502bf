"""The rows that a network scores: of each action that may be legal, the features of its target.

Written once for NumPy, by which an agent plays, and for torch, by which it is trained and exported: nothing is used
here but what both libraries call alike. Every method takes observations float[n, SEEN] and returns `games` int64[m],
`actions` int64[m] counted from the first of its section, and `rows` float[m, features].
"""

from math import prod

import numpy as np

from agents.learning.standing import COUNT_AT, COUNT_UNIT, EMBLEM_NUMBERS
from gangzzz_env.games.gangzzz.observation_sections import BY_NAME, OBSERVATION_SIZE
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_SUBTYPE,
    CREW,
    CROSSINGS,
    EMBLEMS,
    GANGS,
    KINDS,
    NEIGHBORS,
    SPECIALTY,
    SUBTYPE_NAMES,
)

WHERES, SUBTYPES = NEIGHBORS.shape[1], len(SUBTYPE_NAMES)
OWN_CARDS = OBSERVATION_SIZE + COUNT_AT + EMBLEM_NUMBERS * np.arange(EMBLEMS)  # columns: of each emblem
MATCHING_SLOT = 5  # of the features of a manager's target


def _reached() -> np.ndarray:
    """float32[37, 36], whether a gangster at a crossing (from 1; 0 is nowhere) reaches a crossing (1.3)."""
    reached = np.zeros((CROSSINGS + 1, CROSSINGS), np.float32)
    for crossing in range(CROSSINGS):
        reached[crossing + 1, [place for place in NEIGHBORS[crossing] if place >= 0]] = 1.0
    return reached


def section(name: str, observations):
    """[n, *shape] of a section of observations [n, size]."""
    place = BY_NAME[name]
    return observations[:, place.first : place.end].reshape(-1, *place.shape)


class Rows:
    """The rows of each section of targets.

    Args:
        library: the module numpy or torch, of whose arrays observations are.
    """

    def __init__(self, library):
        self.library = library
        is_subtype = np.eye(SUBTYPES, dtype=np.float32)
        self.neighbors = library.asarray(NEIGHBORS.astype(np.int64))
        self.subtype = library.asarray(BUILDING_SUBTYPE.astype(np.int64).reshape(KINDS, CROSSINGS))
        self.is_subtype = library.asarray(is_subtype)
        self.slot_specialties = library.asarray(is_subtype[SPECIALTY])  # of each gang and slot
        self.reached = library.asarray(_reached())
        self.own_cards, self.kinds = library.asarray(OWN_CARDS), library.arange(KINDS)
        self.slots = library.arange(1, CREW + 1)

    def of(self, targets: str, observations):
        """The rows of a section."""
        return ROWS[targets](self, targets, observations)

    def possible(self, targets: str, observations):
        """Rows of a section whose first feature says that the action is possible."""
        values = _by_action(targets, observations)
        games, actions = self.library.where(values[..., 0] > 0)
        return games, actions, values[games, actions]

    def all(self, targets: str, observations):
        """All rows of a section."""
        values = _by_action(targets, observations)
        games, actions = self.library.where(self.library.ones(values.shape[:2]))
        return games, actions, values[games, actions]

    def gangster(self, targets: str, observations):
        """5.1 A gangster who is not placed and a free crossing: its features, and the match with his own crew."""
        features = section(targets, observations)
        waits = section("gangsters", observations)[:, 0] == 0
        games, gangs, crossings = self.library.where(waits[:, :, None] & (features[:, None, :, 0] > 0))
        match = features[games, crossings, features.shape[2] - GANGS + gangs]
        rows = self.library.concatenate([features[games, crossings], match[:, None]], 1)
        return games, gangs * CROSSINGS + crossings, rows

    def manager(self, targets: str, observations):
        """6.1 A manager who is not placed and a free building: its features, what it is to rivals, the slot's match."""
        features = section(targets, observations)
        waits = section("crews", observations)[:, 0] == 0
        free = features[..., 0] > 0
        games, gangs, slots, where, kind = self.library.where(free[:, :, None] & waits[..., None, None])
        match = self.like(features, (features[..., MATCHING_SLOT, None] == self.slots) & free[..., None])
        own = match[games, gangs, where, kind, slots]
        choices = match.sum((2, 3))[games, gangs, slots]
        others = waits[games, gangs] * match[games, gangs, where, kind]
        extra = self.library.stack([own, choices, (choices == 1) * own, others.sum(1) - own], 1)
        rows = self._building_features(observations, features)[games, gangs, where, kind]
        actions = ((gangs * CREW + slots) * WHERES + where) * KINDS + kind
        return games, actions, self.library.concatenate([rows, extra], 1)

    def _building_features(self, observations, features):
        """[n, gangs, where, kinds, features]: the target's own, its subtype, own cards of it, and who else may come."""
        stands = self.index(section("gangsters", observations))
        at = self.neighbors[(stands[:, 0] - 1).clip(0)].clip(0)
        games = self.library.arange(observations.shape[0])[:, None, None]
        subtypes = self.subtype[self.kinds, self.index(section("buildings", observations))][games, at]
        counts = observations[:, self.own_cards] / COUNT_UNIT
        others = self.like(counts, self.library.zeros((counts.shape[0], SUBTYPES - EMBLEMS)))  # no cards are of these
        cards = self.library.concatenate([counts, others], 1)[games[..., None], subtypes]
        waits = section("crews", observations) == 0
        reach = self.like(counts, self.reached)[stands] * waits.any(3)[..., None]
        rivals = reach[:, 1:].sum((1, 2))[games, at]
        open_to = (self.like(counts, waits)[..., None, :] @ self.like(counts, self.slot_specialties))[..., 0, :]
        wants = reach.swapaxes(2, 3) @ open_to
        wanted = wants[:, 1:].sum(1)[games[..., None], at[..., None], subtypes]
        own = wants[:, 0][games[..., None], at[..., None], subtypes]
        rivals = self.library.broadcast_to(rivals[..., None], wanted.shape)
        extra = self.library.stack([cards, rivals, wanted, own], -1)
        return self.library.concatenate([features, self.like(counts, self.is_subtype)[subtypes], extra], -1)

    def like(self, others, numbers):
        """Numbers in the precision of others: ONNX does not mix them."""
        return self.library.asarray(numbers, dtype=others.dtype)

    def index(self, numbers):
        """Whole numbers, as an index."""
        return self.library.asarray(numbers, dtype=self.library.int64)


def _by_action(targets: str, observations):
    """[n, actions, features] of a section of targets."""
    *actions, features = BY_NAME[targets].shape
    return section(targets, observations).reshape(-1, prod(actions), features)


ROWS = {
    "gangster targets": Rows.gangster,
    "manager targets": Rows.manager,
    "sell targets": Rows.all,
    "forge targets": Rows.possible,
    "offer targets": Rows.possible,
    "answer targets": Rows.all,
    "attack targets": Rows.possible,
    "commit targets": Rows.possible,
    "regroup targets": Rows.possible,
    "park targets": Rows.all,
    "drive targets": Rows.possible,
    "raid targets": Rows.all,
}
