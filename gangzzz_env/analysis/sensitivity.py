"""Tell what a number of the rules does: over a range of its values, and every number by one step down and up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.differences import plots, strength, win_rates
from gangzzz_env.analysis.report.interval_plot import Line
from gangzzz_env.analysis.report.parts import Chapter, Finding, Plot, Table
from gangzzz_env.analysis.tables import aligned
from gangzzz_env.analysis.variants import Moved, Plan

SHOWN = 4  # of the other figures, those that move most clearly
DEFINITION = (
    "Means over the same deals; a `*` marks what differs from the first row for certain: intervals of all figures and "
    "all values hold together with 95 % confidence (Bonferroni; deal by deal)."
)


def sweep_table(plan: Plan, others: Sequence[Moved]) -> tuple[list[str], list[list[str]]]:
    """Head and lines: a line for the base and each value, a column for each seat, length and what moves most."""
    columns = _columns(plan, others)
    head = [plan.variants[0].name, *(plan.figures[column].words for column in columns), "deals changed"]
    first = [f"{others[0].before[column]:.2f}" for column in columns]
    lines = [["(as it is)", *first, ""]]
    for other in others:
        cells = [f"{other.after[column]:.2f}{'*' if other.is_clear[column] else ' '}" for column in columns]
        lines.append([other.variant.name, *cells, f"{100 * other.changed / other.deals:.0f}%"])
    return head, lines


def _columns(plan: Plan, others: Sequence[Moved]) -> list[int]:
    names = [figure.name for figure in plan.figures]
    always = [*range(plan.num_players), names.index("length")]
    clear = np.any([other.is_clear for other in others], axis=0)
    most = np.max([strength(other) for other in others], axis=0)
    ranked = [column for column in np.argsort(-most) if clear[column] and column not in always]
    return [*always, *map(int, ranked[:SHOWN])]


@dataclass(frozen=True)
class Effect:
    """What a step of one rule does.

    Attributes:
        name: of the rule.
        moves: the base with the rule a step lower, higher, or both.
    """

    name: str
    moves: tuple[Moved, ...]

    def greatest(self, columns: Sequence[int]) -> tuple[Moved, int]:
        """Which step moves which of some figures most clearly; of what is clear, what moves furthest."""
        pairs = [(move, column) for move in self.moves for column in columns]
        return max(pairs, key=lambda pair: (sure(*pair), strength(pair[0])[pair[1]]))

    @property
    def is_clear(self) -> bool:
        """Whether any figure moves for certain."""
        return any(move.is_clear.any() for move in self.moves)

    @property
    def changed(self) -> float:
        """In which share of the deals a game went otherwise by one of the steps, at most."""
        return max(move.changed / move.deals for move in self.moves)


def sure(move: Moved, column: int) -> float:
    """How far a figure moves at least: the nearer end of its interval, 0 if that holds 0."""
    low, high = move.low[column], move.high[column]
    return float(max(low, -high, 0.0)) if np.isfinite(low) else 0.0


def ranked(plan: Plan, effects: Sequence[Effect]) -> list[Effect]:
    """From the greatest effect on a win rate on; of those without one, from what moves anything most clearly on."""
    wins, everything = win_rates(plan), range(len(plan.figures))

    def weight(effect: Effect) -> tuple[float, float]:
        move, column = effect.greatest(everything)
        return sure(*effect.greatest(wins)), strength(move)[column]

    return sorted(effects, key=weight, reverse=True)


def effect_rows(plan: Plan, effects: Sequence[Effect]) -> list[dict]:
    """A row a rule, ranked: the win rate that moves furthest for certain, and what moves most clearly at all."""
    rows = []
    for effect in ranked(plan, effects):
        row = {"rule": effect.name, "deals_changed_percent": 100 * effect.changed, "is_clear": effect.is_clear}
        row |= _told("win_rate", plan, *effect.greatest(win_rates(plan)))
        rows.append(row | _told("most", plan, *effect.greatest(range(len(plan.figures)))))
    return rows


def _told(prefix: str, plan: Plan, move: Moved, column: int) -> dict:
    found = {
        "figure": plan.figures[column].words,
        "unit": plan.figures[column].unit,
        "by": move.variant.name,
        "moves": float(move.difference.value[column]),
        "moves_low": float(move.low[column]),
        "moves_high": float(move.high[column]),
    }
    return {f"{prefix}_{name}": value for name, value in found.items()}


def effects_table(plan: Plan, effects: Sequence[Effect]) -> str:
    """The ranking for a terminal, and what has no effect."""
    rows = effect_rows(plan, effects)
    head = ["rule", "deals changed", "win rate that moves most", "all figures: what moves most clearly"]
    lines = [
        [row["rule"], f"{row['deals_changed_percent']:.0f}%", _cell("win_rate", row), _cell("most", row)]
        for row in rows
        if row["is_clear"]
    ]
    return "\n\n".join([aligned(head, lines) if lines else "No rule has a clear effect.", *without_effect(plan, rows)])


def _cell(prefix: str, row: dict) -> str:
    numbers = f"{row[f'{prefix}_moves']:+.1f} [{row[f'{prefix}_moves_low']:+.1f}, {row[f'{prefix}_moves_high']:+.1f}]"
    star = "*" if row[f"{prefix}_moves_low"] > 0 or row[f"{prefix}_moves_high"] < 0 else " "
    return f"{row[f'{prefix}_figure']} {numbers} by {row[f'{prefix}_by']}{star}"


def without_effect(plan: Plan, rows: Sequence[dict]) -> list[str]:
    """In words, which rules changed no game, and which changed games without a clear effect."""
    never = [row["rule"] for row in rows if row["deals_changed_percent"] == 0]
    unclear = [row["rule"] for row in rows if row["deals_changed_percent"] > 0 and not row["is_clear"]]
    games = f"{plan.deals * plan.num_players:,} games"
    said = [f"Without effect, a step of it changed none of {games}: {', '.join(never)}."] if never else []
    if unclear:
        said.append(f"No clear effect in {games}, though games went otherwise: {', '.join(unclear)}.")
    return said


def sweep_chapter(plan: Plan, others: Sequence[Moved]) -> Chapter:
    """A range of values as a chapter: all figures, a row for each value."""
    names = [name for figure in plan.figures for name in (figure.name, f"{figure.name}_low", f"{figure.name}_high")]
    moves = tuple((other.variant.name, *_moves(other)) for other in others)
    head, lines = sweep_table(plan, others)
    return Chapter(
        name="sweep",
        title="What the values do",
        words=(f"Every value was played on the same {plan.deals:,} deals as {plan.variants[0].name}.",),
        plots=tuple(plot for column in _columns(plan, others)[1:] for plot in _plots(plan, others, column)),
        tables=(
            Table(
                "values",
                "Win rates, length and what moves most clearly",
                DEFINITION,
                tuple(head),
                tuple(map(tuple, lines)),
            ),
            Table("differences", "How far each figure moves", DEFINITION, ("value", *names), moves),
        ),
    )


def _plots(plan: Plan, others: Sequence[Moved], column: int) -> tuple[Plot, ...]:
    """How far each value moves a figure."""
    figure = plan.figures[column]
    lines = [
        Line(other.variant.name, *(float(end[column]) for end in (other.difference.value, other.low, other.high)))
        for other in others
        if np.isfinite(other.low[column])
    ]
    unit = "points" if figure.unit == "%" else figure.unit
    return plots(f"{figure.words}: how far each value moves it", lines, unit)


def _moves(other: Moved) -> list[float | None]:
    ends = zip(other.difference.value, other.low, other.high)
    return [float(number) if np.isfinite(number) else None for each in ends for number in each]


def sensitivity_chapter(plan: Plan, effects: Sequence[Effect]) -> Chapter:
    """Every rule by one step as a chapter."""
    rows = effect_rows(plan, effects)
    findings = [_finding(plan, effect) for effect in effects if sure(*effect.greatest(win_rates(plan))) > 0]
    return Chapter(
        name="sensitivity",
        title="Which numbers matter",
        words=("Each number was made a step smaller and a step greater.", *without_effect(plan, rows)),
        findings=tuple(findings),
        tables=(
            Table(
                "rules",
                "What a step of each rule moves",
                f"A step is a fifth of the printed number, at least 1. {DEFINITION}",
                tuple(rows[0]),
                tuple(tuple("yes" if v is True else "no" if v is False else v for v in row.values()) for row in rows),
            ),
        ),
    )


def _finding(plan: Plan, effect: Effect) -> Finding:
    move, column = effect.greatest(win_rates(plan))
    return Finding(
        sentence=f"{move.variant.name} moves how often {plan.figures[column].words}: "
        f"{move.before[column]:.1f} -> {move.after[column]:.1f} %.",
        effect=float(move.difference.value[column]),
        low=float(move.low[column]),
        high=float(move.high[column]),
        unit="points of winning",
        games=plan.deals * plan.num_players,
        agents=plan.agents,
        weight=float(strength(move)[column]),
        scale="where the interval, which holds together with those of all rules and figures, leaves out 0",
        chapter="sensitivity",
    )
