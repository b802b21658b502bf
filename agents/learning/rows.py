"""The rows that a network scores: of each action that may be legal, the features of its target.

Every function takes observations float[n, SEEN] and returns `games` int64[m], `actions` int64[m] counted from the first
of its section, and `rows` float[m, features].
"""

from functools import partial

import torch

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
_NEIGHBORS = torch.from_numpy(NEIGHBORS.astype(int))
_SUBTYPE = torch.from_numpy(BUILDING_SUBTYPE.astype(int)).reshape(KINDS, CROSSINGS)
_SLOT_SPECIALTIES = torch.nn.functional.one_hot(torch.from_numpy(SPECIALTY.astype(int)), SUBTYPES).float()
_OWN_CARDS = OBSERVATION_SIZE + COUNT_AT + EMBLEM_NUMBERS * torch.arange(EMBLEMS)  # columns: of each emblem


def _reached() -> torch.Tensor:
    """[37, 36] whether a gangster at a crossing (37: nowhere) reaches a crossing (1.3)."""
    reached = torch.zeros(CROSSINGS + 1, CROSSINGS)
    for crossing in range(CROSSINGS):
        reached[crossing + 1, [place for place in NEIGHBORS[crossing] if place >= 0]] = 1.0
    return reached


_REACHED = _reached()


def section(name: str, observations: torch.Tensor) -> torch.Tensor:
    """[n, *shape] of a section of observations [n, size]."""
    place = BY_NAME[name]
    return observations[:, place.first : place.end].reshape(-1, *place.shape)


def possible_rows(targets: str, observations: torch.Tensor):
    """Rows of a section whose first feature says that the action is possible."""
    values = section(targets, observations).flatten(1, -2)
    games, actions = torch.nonzero(values[..., 0] > 0, as_tuple=True)
    return games, actions, values[games, actions]


def all_rows(targets: str, observations: torch.Tensor):
    """All rows of a section."""
    values = section(targets, observations)
    values = values.flatten(1, -2) if values.dim() > 3 else values
    games, actions = torch.nonzero(torch.ones(values.shape[:2]), as_tuple=True)
    return games, actions, values[games, actions]


def gangster_rows(observations: torch.Tensor):
    """5.1 A gangster who is not placed and a free crossing: its features, and the match with his own crew."""
    targets = section("gangster targets", observations)
    waits = section("gangsters", observations)[:, 0] == 0
    games, gangs, crossings = torch.nonzero(waits[:, :, None] & (targets[:, None, :, 0] > 0), as_tuple=True)
    rows = targets[games, crossings]
    match = rows[torch.arange(len(rows)), rows.shape[1] - GANGS + gangs]
    return games, gangs * CROSSINGS + crossings, torch.cat([rows, match[:, None]], 1)


def manager_rows(observations: torch.Tensor):
    """6.1 A manager who is not placed and a free building: its features, what it is to rivals, the slot's match."""
    targets = section("manager targets", observations)
    waits = section("crews", observations)[:, 0] == 0
    free = targets[..., 0] > 0
    chosen = free[:, :, None] & waits[..., None, None]
    games, gangs, slots, where, kind = torch.nonzero(chosen, as_tuple=True)
    features = _building_features(observations, targets)[games, gangs, where, kind]
    match = targets[..., 5, None] == torch.arange(1, CREW + 1)
    match = (match & free[..., None]).to(targets.dtype)
    own = match[games, gangs, where, kind, slots]
    choices = match.sum((2, 3))[games, gangs, slots]
    others = waits[games, gangs] * match[games, gangs, where, kind]
    extra = torch.stack([own, choices, (choices == 1) * own, others.sum(1) - own], 1)
    actions = ((gangs * CREW + slots) * WHERES + where) * KINDS + kind
    return games, actions, torch.cat([features, extra], 1)


def _building_features(observations: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """[n, gangs, where, kinds, features]: the target's own, its subtype, own cards of it, and who else may come."""
    n = len(observations)
    stands = section("gangsters", observations).long()
    at = _NEIGHBORS[(stands[:, 0] - 1).clamp(min=0)].clamp(min=0)
    games = torch.arange(n)[:, None, None]
    subtypes = _SUBTYPE[torch.arange(KINDS), section("buildings", observations).long()][games, at]
    one_hot = torch.nn.functional.one_hot(subtypes, SUBTYPES).to(targets.dtype)
    counts = observations[:, _OWN_CARDS] / COUNT_UNIT
    counts = torch.cat([counts, counts.new_zeros(n, SUBTYPES - EMBLEMS)], 1)
    cards = counts[games[..., None], subtypes]
    waits = (section("crews", observations) == 0).to(targets.dtype)
    reach = _REACHED.to(targets.dtype)[stands] * waits.any(3, keepdim=True)
    rivals = reach[:, 1:].sum((1, 2))[games, at]
    wants = torch.einsum("nsgc,nsgk,gkt->nsct", reach, waits, _SLOT_SPECIALTIES.to(targets.dtype))
    wanted = wants[:, 1:].sum(1)[games[..., None], at[..., None], subtypes]
    own = wants[:, 0][games[..., None], at[..., None], subtypes]
    rivals = rivals[..., None].expand_as(wanted)
    extra = torch.stack([cards, rivals, wanted, own], -1)
    return torch.cat([targets, one_hot, extra], -1)


ROWS = {
    "gangster targets": gangster_rows,
    "manager targets": manager_rows,
    "sell targets": partial(all_rows, "sell targets"),
    "forge targets": partial(possible_rows, "forge targets"),
    "offer targets": partial(possible_rows, "offer targets"),
    "answer targets": partial(all_rows, "answer targets"),
    "attack targets": partial(possible_rows, "attack targets"),
    "commit targets": partial(possible_rows, "commit targets"),
    "regroup targets": partial(possible_rows, "regroup targets"),
    "park targets": partial(all_rows, "park targets"),
    "drive targets": partial(possible_rows, "drive targets"),
    "raid targets": partial(all_rows, "raid targets"),
}
