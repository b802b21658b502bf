"""Numbers as the report writes them."""

from collections.abc import Iterable

from gangzzz_env.analysis.report.parts import Finding, Table

NOTHING = "–"
# From which greatest size on a column is written with so many places after the point.
PLACES = ((1000, 0), (10, 1), (1, 2), (0, 3))


def places(values: Iterable) -> int:
    """How many places after the point a column of numbers is written with, by its greatest one."""
    sizes = [abs(value) for value in values if isinstance(value, float)]
    return next(count for least, count in PLACES if max(sizes, default=0) >= least)


def number(value: object, count: int) -> str:
    """A number with so many places after the point, if it is not whole; words as they are; None as a dash."""
    if value is None or value != value:
        return NOTHING
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{count}f}"
    return text.replace("-", "−")


def effect(finding: Finding) -> str:
    """The effect of a finding with its interval, as `+4.2 [3.1, 5.3] points of winning`."""
    count = places([float(finding.effect), float(finding.low), float(finding.high)])
    count = min(count, 1) if finding.unit.startswith("points") else count
    low, size, high = (number(float(value), count) for value in (finding.low, finding.effect, finding.high))
    sign = "+" if finding.effect > 0 else ""
    return f"{sign}{size}\u00a0[{low},\u00a0{high}] {finding.unit}"


def cells(table: Table) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """The columns that a page shows, and for each row the number and the interval of each of them, both as text.

    Of columns `x`, `x_low`, `x_high` one is shown.
    """
    shown = [name for name in table.columns if not _is_bound(name, table.columns)]
    columns = {name: [row[place] for row in table.rows] for place, name in enumerate(table.columns)}
    written = [_column(name, columns) for name in shown]
    return shown, [list(row) for row in zip(*written)]


def _is_bound(name: str, columns: tuple[str, ...]) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in columns for end in ("_low", "_high"))


def _column(name: str, columns: dict[str, list]) -> list[tuple[str, str]]:
    values, lows, highs = columns[name], columns.get(f"{name}_low"), columns.get(f"{name}_high")
    count = places(values)
    if lows is None or highs is None:
        return [(number(value, count), "") for value in values]
    bounds = [f"[{number(low, count)}, {number(high, count)}]" for low, high in zip(lows, highs)]
    return [(number(value, count), "" if value is None else bound) for value, bound in zip(values, bounds)]
