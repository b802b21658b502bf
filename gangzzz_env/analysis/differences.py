"""Tell what other rules changed: for a terminal, as JSON and CSV, and as a chapter of a page."""

import csv
import io
from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.parts import Chapter, Finding, Plot, Table
from gangzzz_env.analysis.statistics import wilson
from gangzzz_env.analysis.tables import aligned
from gangzzz_env.analysis.variants import Moved, Plan

DEFINITION = (
    "Each figure is a mean over all games of the same deals, in every rotation of the seats; the difference is taken "
    "deal by deal. Its interval holds together with those of all other figures and rules with 95 % confidence "
    "(Bonferroni; standard errors by deal). By chance: what the first rules differ from themselves on as many other "
    "deals, with the interval of such a difference."
)


def verdict(plan: Plan, other: Moved) -> str:
    """What the rules changed, in a sentence or two."""
    name, first = other.variant.name, plan.variants[0].name
    games = f"{other.deals * plan.num_players:,} games"
    if other.variant.rules == plan.variants[0].rules:
        return f"{name} has the same rules as {first}: all {games} went the same, every difference is exactly 0."
    if other.changed == 0:
        most = 100 * wilson(0, other.deals)[1]
        return f"{name}: no game went otherwise than by {first} in {games}, so fewer than {most:.2g} % of deals do."
    clear = np.flatnonzero(other.is_clear)
    if len(clear) == 0:
        return f"{name}: no difference found to {first} in {games}; {_bound(plan, other)}."
    greatest = clear[np.argsort(-strength(other)[clear])][:3]
    parts = "; ".join(_sentence(plan, other, column) for column in greatest)
    return f"{name} differs from {first} in {len(clear)} of {len(other.low)} figures, most clearly: {parts}."


def _bound(plan: Plan, other: Moved) -> str:
    seats = slice(0, plan.num_players)
    most = max(np.abs(other.low[seats]).max(), np.abs(other.high[seats]).max())
    return f"a seat's win rate moved by at most {most:.1f} points"


def _sentence(plan: Plan, other: Moved, column: int) -> str:
    figure = plan.figures[column]
    return (
        f"{figure.words} {other.before[column]:.1f} -> {other.after[column]:.1f} {figure.unit} "
        f"({_interval(other, column)})"
    )


def strength(other: Moved) -> np.ndarray:
    """How many half-widths of its interval each figure moved: above 1 it is clear; 0 where nothing is known."""
    half = (other.high - other.low) / 2
    size = np.abs(other.difference.value)
    found = np.divide(size, half, out=np.zeros_like(size), where=half > 0)
    return np.nan_to_num(found, nan=0.0, posinf=0.0)


def _interval(other: Moved, column: int) -> str:
    if not np.isfinite(other.low[column]):
        return "-"
    return f"{other.difference.value[column]:+.2f} [{other.low[column]:+.2f}, {other.high[column]:+.2f}]"


def table(plan: Plan, other: Moved, chance: Moved) -> str:
    """All figures for a terminal; what is clear is marked."""
    head = ["figure", "unit", plan.variants[0].name, other.variant.name, "difference [95%]", "", "by chance [95%]"]
    rows = [
        [
            figure.words,
            figure.unit,
            f"{other.before[column]:.2f}",
            f"{other.after[column]:.2f}",
            _interval(other, column),
            "*" if other.is_clear[column] else "",
            _interval(chance, column),
        ]
        for column, figure in enumerate(plan.figures)
    ]
    told = f"* clear: the intervals of all {len(rows)} figures and of all rules hold together with 95 % confidence"
    return f"{aligned(head, rows)}\n{told}"


NUMBERS = ("before", "after", "difference", "difference_low", "difference_high", "chance", "chance_low", "chance_high")


def rows(plan: Plan, other: Moved, chance: Moved) -> list[dict]:
    """A row for each figure: its name, unit, the `NUMBERS` (None where there is nothing), and whether it is clear."""
    columns = (
        other.before,
        other.after,
        other.difference.value,
        other.low,
        other.high,
        chance.difference.value,
        chance.low,
        chance.high,
    )
    return [
        {"figure": figure.name, "unit": figure.unit}
        | {name: _plain(column[place]) for name, column in zip(NUMBERS, columns)}
        | {"is_clear": bool(other.is_clear[place]), "definition": figure.definition}
        for place, figure in enumerate(plan.figures)
    ]


def _plain(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def document(plan: Plan, other: Moved, chance: Moved) -> dict:
    """One of the rules for JSON."""
    return {
        "name": other.variant.name,
        "against": plan.variants[0].name,
        "verdict": verdict(plan, other),
        "games": other.deals * plan.num_players,
        "deals": other.deals,
        "deals_that_went_otherwise": other.changed,
        "figures": rows(plan, other, chance),
    }


def csv_text(plan: Plan, others: Sequence[Moved], chance: Moved) -> str:
    """A row for each of the rules and each figure."""
    lines = [{"rules": other.variant.name} | row for other in others for row in rows(plan, other, chance)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]))
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def chapter(plan: Plan, other: Moved, chance: Moved, name: str) -> Chapter:
    """One of the rules against the first."""
    columns = ("figure", "unit", *NUMBERS, "is_clear")
    lines = tuple(
        (
            figure.words,
            *("yes" if value is True else "" if value is False else value for value in list(row.values())[1:-1]),
        )
        for figure, row in zip(plan.figures, rows(plan, other, chance))
    )
    counted = "; ".join(f"{figure.words}: {figure.definition}" for figure in plan.figures)
    return Chapter(
        name=name,
        title=f"{other.variant.name} against {plan.variants[0].name}",
        words=(verdict(plan, other), f"What is counted: {counted}."),
        findings=tuple(_finding(plan, other, column, name) for column in np.flatnonzero(other.is_clear)),
        tables=(Table("figures", "What moved", DEFINITION, columns, lines),),
        plots=plots("How far the win rates move", _lines(plan, other), "points"),
    )


def plots(title: str, lines: Sequence[Line], unit: str) -> tuple[Plot, ...]:
    """A plot of what moved, none if nothing did."""
    moves = any(line.low or line.high for line in lines)
    return (Plot(title, interval_plot(lines, 0.0, unit)),) if moves else ()


def win_rates(plan: Plan) -> list[int]:
    """The figures that are win rates: of seats and of agents."""
    return [place for place, each in enumerate(plan.figures) if each.name.startswith(("seat_", "style_"))]


def _lines(plan: Plan, other: Moved) -> list[Line]:
    known = [column for column in win_rates(plan) if np.isfinite(other.low[column])]
    ends = (other.difference.value, other.low, other.high)
    return [Line(plan.figures[column].words, *(float(end[column]) for end in ends)) for column in known]


def _finding(plan: Plan, other: Moved, column: int, name: str) -> Finding:
    figure, unit = plan.figures[column], plan.figures[column].unit
    return Finding(
        sentence=f"By {other.variant.name}, {figure.words}: {other.after[column]:.1f} {unit}, "
        f"by {plan.variants[0].name} {other.before[column]:.1f}.",
        effect=float(other.difference.value[column]),
        low=float(other.low[column]),
        high=float(other.high[column]),
        unit="points" if unit == "%" else unit,
        games=other.deals * plan.num_players,
        agents=plan.agents,
        weight=float(strength(other)[column]),
        scale="where the interval leaves out 0",
        chapter=name,
    )
