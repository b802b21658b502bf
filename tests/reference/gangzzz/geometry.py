"""1: names and geometry."""

from tests.reference.gangzzz.tables import AVENUES, PERIMETER, STREETS


def avenue_street(crossing: str) -> tuple[int, int]:
    """1.2: the indices of the avenue and the street of a crossing."""
    avenue, street = crossing.split("/")
    return AVENUES.index(avenue), STREETS.index(street)


def crossing_at(avenue: int, street: int) -> str | None:
    """1.2: the crossing of an avenue and a street, None outside the city."""
    if 0 <= avenue < 6 and 0 <= street < 6:
        return f"{AVENUES[avenue]}/{STREETS[street]}"
    return None


def distance(one: str, other: str) -> int:
    """1.3: Manhattan distance."""
    (avenue, street), (other_avenue, other_street) = avenue_street(one), avenue_street(other)
    return abs(avenue - other_avenue) + abs(street - other_street)


def crossing_near(crossing: str, where: int) -> str | None:
    """5.2: a crossing of the perimeter: 0 here, 1 north, 2 east, 3 south, 4 west."""
    avenue, street = avenue_street(crossing)
    return crossing_at(avenue + PERIMETER[where][0], street + PERIMETER[where][1])


def others(items: list, item) -> list:
    """13: "one of the three other", in order."""
    return [x for x in items if x != item]
