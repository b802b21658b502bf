"""What the seats hold, read from an observation: influence and sets (10.2), which a network would have to look up.

The observation names buildings by their printed row and cards by their place. These few lookups in the printed tables
turn them into what counts.
"""

import torch

from gangzzz_env.games.gangzzz.observation_sections import BY_NAME
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CARD_POINTS,
    CREW,
    CROSSINGS,
    EMBLEMS,
    GANGS,
    KINDS,
    NEIGHBORS,
    SEATS,
    SPECIALTY,
    SUBTYPE_NAMES,
)

SUBTYPES, HOLDERS = len(SUBTYPE_NAMES), SEATS * GANGS
SET, MOST_INFLUENCE = 3, 3  # only to scale what a set may pay; the rules' own numbers are among the facts
CROSSING_NEIGHBORS = torch.from_numpy(NEIGHBORS.astype(int))
SLOT_SPECIALTY = torch.from_numpy(SPECIALTY.astype(int))
_SUBTYPE = torch.from_numpy(BUILDING_SUBTYPE.astype(int)).reshape(KINDS, CROSSINGS)
_EMBLEM = torch.from_numpy(CARD_EMBLEM.astype(int))
_POINTS = torch.from_numpy(CARD_POINTS.astype(int)).float()


def section(name: str, observations: torch.Tensor) -> torch.Tensor:
    """[n, *shape] of a section of observations [n, size]."""
    place = BY_NAME[name]
    return observations[:, place.first : place.end].reshape(-1, *place.shape)


def building_subtypes(observations: torch.Tensor) -> torch.Tensor:
    """2.1-2.4 The subtype of every building, int64[n, crossings, kinds]."""
    return _SUBTYPE[torch.arange(KINDS), section("buildings", observations).long()]


def influence(observations: torch.Tensor) -> torch.Tensor:
    """10.2 [n, seats, subtypes]: 1 for each building of a subtype, 2 where a Manager runs it."""
    n = len(observations)
    crossings = section("gangsters", observations).long() - 1
    crews = section("crews", observations).long() - 1
    where, kind = crews.clamp(min=0) // KINDS, crews.clamp(min=0) % KINDS
    at = CROSSING_NEIGHBORS[crossings.clamp(min=0)[..., None].expand_as(where), where].clamp(min=0)
    subtypes = building_subtypes(observations)[torch.arange(n)[:, None, None, None], at, kind]
    worth = (crews >= 0) * (1.0 + (subtypes == SLOT_SPECIALTY[None, None, :, :CREW]))
    totals = torch.zeros(n, SEATS, SUBTYPES, dtype=observations.dtype)
    return totals.scatter_add(2, subtypes.flatten(2), worth.flatten(2).to(observations.dtype))


def sets(observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """10.2 Counts and sums of points of the cards in known places, each [n, seats, gangs, emblems]."""
    places = section("places", observations).long()
    held = (places > 0) & (places <= HOLDERS)
    cells = torch.where(held, (places - 1) * EMBLEMS + _EMBLEM, HOLDERS * EMBLEMS)
    empty = torch.zeros(len(places), HOLDERS * EMBLEMS + 1, dtype=observations.dtype)
    counts = empty.scatter_add(1, cells, torch.ones_like(cells, dtype=observations.dtype))
    points = empty.scatter_add(1, cells, _POINTS.to(observations.dtype).expand(cells.shape))
    shape = (-1, SEATS, GANGS, EMBLEMS)
    return counts[:, :-1].reshape(shape), points[:, :-1].reshape(shape)


def holdings(observations: torch.Tensor) -> torch.Tensor:
    """[n, features]: influence, own sets by gang, all sets by seat, and what the sets would pay, whole or merged."""
    of_seat = influence(observations)
    counts, points = sets(observations)
    factor = of_seat[:, :, None, :EMBLEMS].clamp(max=MOST_INFLUENCE)
    pays = (points * factor * (counts >= SET)).sum((2, 3))
    merged = points.sum(2) * factor[:, :, 0] * (counts.sum(2) >= SET)
    own = torch.stack([counts[:, 0], points[:, 0]], -1)
    parts = (of_seat, own, counts.sum(2), points.sum(2), pays, merged)
    return torch.cat([part.flatten(1) for part in parts], 1)
