"""Which values of the rules are tried: ranges in words, grids of them, and a step down and up of every number.

The rules of a game are a dataclass of integers, whose fields say in their metadata the `lowest` and `highest` value.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from gangzzz_env.analysis.variants import Variant
from gangzzz_env.game import Game

STEP_OF = 5  # a step is a fifth of the printed number, at least 1
FORM = "write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP in whole numbers, as bounty=10:60:10"


@dataclass(frozen=True)
class Range:
    """Values of a rule.

    Attributes:
        name: of the rule.
        values: in ascending order.
    """

    name: str
    values: tuple[int, ...]


def read_range(game: Game, text: str) -> Range:
    """A range in words, both ends included, as `bounty=10:60:10`; the step is 1 if there is none.

    Raises:
        ValueError: it cannot be read, is empty, has no step, or names an unknown rule or values that are not allowed.
    """
    name, _, ends = text.partition("=")
    parts = [part.strip() for part in ends.split(":")]
    if not name or len(parts) not in (2, 3) or not all(_is_whole(part) for part in parts):
        raise ValueError(f"range {text!r} cannot be read; {FORM}")
    low, high, step = (*map(int, parts), 1)[:3]
    for value in (low, high):
        game.read_rules({name: value})
    if step < 1:
        raise ValueError(f"range {text!r} has a step of {step}, but it must be at least 1")
    if low > high:
        raise ValueError(f"range {text!r} is empty: {low} is greater than {high}")
    return Range(name, tuple(range(low, high + 1, step)))


def _is_whole(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit()


def grid(ranges: Sequence[Range], base: Variant) -> list[Variant]:
    """The base with every combination of the values of some ranges."""
    names = [each.name for each in ranges]
    return [
        Variant(
            ", ".join(f"{name}={value}" for name, value in zip(names, values)),
            dataclasses.replace(base.rules, **dict(zip(names, values))),
        )
        for values in product(*(each.values for each in ranges))
    ]


def step_of(game: Game, name: str) -> int:
    """One step of a rule: a fifth of the printed number, at least 1."""
    return max(1, round(getattr(game.read_rules(None), name) / STEP_OF))


def steps(game: Game, base: Variant) -> dict[str, list[Variant]]:
    """For every rule the base with this one a step lower and a step higher, where that is allowed."""
    found = {}
    for field in dataclasses.fields(base.rules):
        value, step = getattr(base.rules, field.name), step_of(game, field.name)
        low, high = (field.metadata[end] for end in ("lowest", "highest"))
        tried = {max(low, value - step), min(high, value + step)} - {value}
        found[field.name] = grid([Range(field.name, tuple(sorted(tried)))], base)
    return found
