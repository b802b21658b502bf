"""Section 12: the numbers of the rules that a designer may change, each with default, range and clause."""

import dataclasses
import difflib
import tomllib
from pathlib import Path

import numpy as np


def _number(default: int, lowest: int, highest: int, clause: str, meaning: str):
    facts = {"lowest": lowest, "highest": highest, "clause": clause, "meaning": meaning}
    return dataclasses.field(default=default, metadata=facts)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """The tunable numbers of Gangzzz. Every field is an integer within its range; anything else is refused.

    Raises:
        TypeError: a value is not an integer.
        ValueError: a value is out of its range.
    """

    recruits: int = _number(2, 0, 5, "5.1", "cards drawn for a gangster when he is placed")
    city_cards_assistant: int = _number(1, 0, 5, "6.4", "cards an Assistant draws in a city building")
    city_cards_manager: int = _number(2, 0, 5, "6.4", "cards a Manager draws in a city building")
    link_cards_1: int = _number(1, 0, 6, "6.4", "cards for the first link of a large building")
    link_cards_2: int = _number(2, 0, 6, "6.4", "cards for the second link of a large building")
    link_cards_3: int = _number(3, 0, 6, "6.4", "cards for the third link of a large building")
    protection_percent: int = _number(50, 0, 200, "6.5", "protection money, percent of the crossing's value")
    licenses: int = _number(1, 0, 5, "6.5", "forged licenses from a workshop")
    trainer_bonus: int = _number(1, 0, 5, "6.5", "bonus per size of an arsenal, gym or library")
    gym_cards: int = _number(1, 0, 5, "6.5", "cards drawn in a gym")
    library_looks: int = _number(1, 0, 5, "6.5", "cards looked at per size of a library")
    casino_dice: int = _number(1, 0, 5, "6.5", "dice rolled per size of a casino")
    manager_extra: int = _number(1, 0, 5, "6.5", "one more of its effect where a Manager runs an underworld building")
    side_payment: int = _number(3, 1, 20, "7.2", "dollars of a side payment")
    max_refusals: int = _number(3, 0, 10, "7.2", "declined offers after which a player may make no more")
    domination_percent: int = _number(100, 0, 500, "8.1", "pay of a domination, percent of value plus coins")
    min_majority: int = _number(2, 1, 4, "8.2", "buildings that make a majority")
    fight_range: int = _number(3, 0, 10, "9.1", "greatest distance of two fighting gangsters")
    mismatch_divisor: int = _number(2, 1, 6, "9.3", "divisor of the defender's die when it shows another attribute")
    regroup_moves: int = _number(6, 0, 20, "10.1", "moves of a player in the regrouping")
    set_size: int = _number(3, 2, 12, "10.2", "cards of one emblem that make a set")
    influence_cap: int = _number(3, 0, 20, "10.2", "greatest influence in one subtype")
    chase_rounds: int = _number(6, 1, 20, "11.1", "rounds of the chase")
    safe_drive: int = _number(2, 0, 10, "11.1", "longest drive without risk")
    longest_drive: int = _number(3, 1, 10, "11.1", "longest drive")
    crash_at_most: int = _number(1, 0, 6, "11.1", "a full-throttle die this low is a crash")
    fine: int = _number(10, 0, 100, "11.1", "dollars paid for raiding the wrong building")
    bounty: int = _number(30, 0, 500, "11.2", "dollars for uncovering the hideout")
    bounty_per_card: int = _number(1, 0, 20, "11.2", "further dollars for each card held")
    old_rent: int = _number(0, 0, 1, "6.2", "1: an Assistant also gets the coins of a tenement")
    mixed_warehouses: int = _number(0, 0, 1, "2.2", "1: a warehouse has a piece of its product and one of the next")

    def __post_init__(self):
        for field in dataclasses.fields(self):
            value, facts = getattr(self, field.name), field.metadata
            allowed = f"an integer in {facts['lowest']}-{facts['highest']} (clause {facts['clause']})"
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
                raise TypeError(f"rule {field.name} is {value!r}, but must be {allowed}")
            if not facts["lowest"] <= value <= facts["highest"]:
                raise ValueError(f"rule {field.name} is {value}, but must be {allowed}")

    def record(self) -> np.ndarray:
        """The numbers as they stand in a game: one `RULES_DTYPE` record, in an array of shape (1,)."""
        return np.array([dataclasses.astuple(self)], RULES_DTYPE)


RULES_DTYPE = np.dtype((np.record, [(field.name, np.int16) for field in dataclasses.fields(Rules)]))


def read_rules(rules: Rules | dict | str | Path | None) -> Rules:
    """Rules from what a user passes: `Rules`, a dictionary of changes, the path of a TOML file, or None (defaults).

    Raises:
        TypeError: a value or `rules` itself is of the wrong type.
        ValueError: an unknown field, a value out of range, or a file that is missing or not TOML.
    """
    if rules is None:
        return Rules()
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, (str, Path)):
        rules = _read_toml(Path(rules))
    if not isinstance(rules, dict):
        kind = type(rules).__name__
        raise TypeError(f"rules must be a Rules object, a dictionary or the path of a TOML file, not a {kind}")
    known = [field.name for field in dataclasses.fields(Rules)]
    for name in rules:
        if name not in known:
            near = difflib.get_close_matches(str(name).lower(), known, 1)
            hint = "a rule stands in no table; " if isinstance(rules[name], dict) else ""
            hint += f"did you mean {near[0]}? " if near else ""
            raise ValueError(f"unknown rule {name!r}; {hint}the rules are {', '.join(known)}")
    return Rules(**rules)


def _read_toml(path: Path) -> dict:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ValueError(f"rules file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"rules file {path} is not TOML: save it as plain text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"rules file {path} is not TOML: {error}") from None
