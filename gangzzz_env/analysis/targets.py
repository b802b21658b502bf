"""What a designer wants of the rules, as `seats<=2,styles<=5,length=80`, and how far rules are from it."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis import statistics
from gangzzz_env.analysis.figures import Figure
from gangzzz_env.analysis.statistics import OfDeals

GROUPS = {"seats": "seat_", "styles": "style_"}  # a group's figure is the greatest distance from an equal share
NEAR = 0.02  # `length=80` is met by what is at most so much of 80 away
FORM = "write NAME<=NUMBER, NAME>=NUMBER or NAME=NUMBER with commas between, as seats<=2,styles<=5,length=80"


@dataclass(frozen=True)
class Term:
    """One wish.

    Attributes:
        name: `seats`, `styles`, or the name of a figure.
        relation: `<=`, `>=` or `=`.
        wanted: points for what is in percent, else the unit of the figure.
        columns: the figures it is about.
        par: where the figures would be if all were equal, 0 for a figure itself.
        is_percent: whether the figures are in percent.
    """

    name: str
    relation: str
    wanted: float
    columns: tuple[int, ...]
    par: float
    is_percent: bool

    def __str__(self):
        return f"{self.name}{self.relation}{self.wanted:g}"

    def value(self, figures: np.ndarray) -> float:
        """Where some rules are, by their figures f8[figures]."""
        values = figures[list(self.columns)]
        return float(np.nanmax(np.abs(values - self.par))) if self.name in GROUPS else float(values[0])

    def bounds(self, found: OfDeals) -> tuple[float, float]:
        """The ends of the interval of the value; of a group, all its figures hold together."""
        columns = list(self.columns)
        low, high = (end[columns] for end in found.interval(statistics.shared(len(columns))))
        if self.name not in GROUPS:
            return float(low[0]), float(high[0])
        nearest = np.maximum(0, np.maximum(low - self.par, self.par - high))
        return float(np.nanmax(nearest)), float(np.nanmax(np.maximum(high - self.par, self.par - low)))

    def miss(self, figures: np.ndarray) -> float:
        """How far rules are from what is wanted: points, or percent of what is wanted; 0 if it is met."""
        value = self.value(figures)
        short = {"<=": value - self.wanted, ">=": self.wanted - value}
        over = short.get(self.relation, abs(value - self.wanted) - NEAR * abs(self.wanted))
        return max(0.0, over if self.is_percent or self.wanted == 0 else 100 * over / abs(self.wanted))


def read_target(text: str, figures: Sequence[Figure], num_players: int) -> tuple[Term, ...]:
    """The wishes that a text has.

    Raises:
        ValueError: it cannot be read, or names what is no figure.
    """
    return tuple(_read_term(text, part.strip(), figures, num_players) for part in text.split(","))


def _read_term(text: str, part: str, figures: Sequence[Figure], num_players: int) -> Term:
    found = re.fullmatch(r"([^<>=\s]+)\s*(<=|>=|=)\s*(-?\d+(?:\.\d+)?)", part)
    if not found:
        raise ValueError(f"target {text!r} cannot be read at {part!r}; {FORM}")
    name, relation, wanted = found[1], found[2], float(found[3])
    names = [figure.name for figure in figures]
    if name in GROUPS:
        if relation != "<=":
            raise ValueError(f"target {part!r} must be {name}<=NUMBER, the greatest distance from an equal share")
        columns = tuple(place for place, each in enumerate(names) if each.startswith(GROUPS[name]))
        return Term(name, relation, wanted, columns, 100 / num_players, True)
    if name not in names:
        near = difflib.get_close_matches(name, [*GROUPS, *names], 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"target names {name!r}, but it is no figure; {hint}they are {', '.join([*GROUPS, *names])}")
    place = names.index(name)
    return Term(name, relation, wanted, (place,), 0.0, figures[place].unit == "%")
