"""Chapter: how often players really choose."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.length import deals_of, mean_with_interval, of_number
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, Plot, Table
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_ratio, shared
from gangzzz_env.game import Game

NAME = "choice"
WORTH_TELLING = 0.5  # of the decisions that are forced


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    rows, findings = [], []
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        for part, name in enumerate(game.parts):
            row, found = _of_part(pairs, number, part, name, shared(len(numbers) * len(game.parts)))
            rows.append(row)
            findings += found
        rows.append(_of_part(pairs, number, slice(None), "all", shared(1))[0])
    table = Table(
        "choices_by_part",
        "Real choices and forced moves",
        "Decisions of one player in a game, and those that are real choices: with more than one legal action. A "
        "decision with one legal action is forced. A player's forced passes are not asked and not counted.",
        (
            *("players", "part", "decisions", "decisions_low", "decisions_high"),
            *("choices", "choices_low", "choices_high", "forced_share", "forced_share_low", "forced_share_high"),
        ),
        tuple(rows),
    )
    whole = [row for row in rows if row[1] == "all"]
    words = tuple(
        f"With {row[0]} players each has {row[2]:.0f} decisions in a game; {100 * row[8]:.1f} in 100 are forced."
        for row in whole
    )
    return Chapter(NAME, "How often do players really choose?", words, tuple(findings), (table,), (_plot(rows),))


def _of_part(pairs, number: int, part, name: str, confidence: float) -> tuple[tuple, list[Finding]]:
    asked, chosen = (np.concatenate([_per_player(getattr(m, a), part) for _, m in pairs]) for a in ("asked", "chosen"))
    deals = deals_of(pairs)
    forced = clustered_ratio(asked - chosen, asked, deals)
    if not np.isfinite(forced.value):
        return (number, name, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, None, None, None), []
    rate, (low, high) = float(forced.value), map(float, forced.interval())
    row = (number, name, *mean_with_interval(asked, deals), *mean_with_interval(chosen, deals), rate, low, high)
    low, high = map(float, forced.interval(confidence))
    finding = Finding(
        f"With {COUNTS[number]} players, decisions in {name.replace('_', ' ')} are forced: only one action is legal.",
        *(100 * rate, 100 * low, 100 * high, "percent of decisions", len(asked)),
        agents=tuple(dict.fromkeys(agent for meeting, _ in pairs for agent in meeting.lineup)),
        weight=rate / WORTH_TELLING,
        scale=f"from {100 * WORTH_TELLING:.0f} of 100 decisions on: then a part of the game mostly plays itself",
        chapter=NAME,
    )
    return row, [finding]


def _per_player(counts: np.ndarray, part) -> np.ndarray:
    """Decisions of the mean player of each game, f8[games]."""
    picked = counts[:, :, part]
    return (picked.sum(axis=2) if picked.ndim == 3 else picked).mean(axis=1)


def _plot(rows: list[tuple]) -> Plot:
    lines = [
        Line(f"{name.replace('_', ' ')}, {number} players", *map(float, row[5:8]))
        for row in rows
        for number, name in [row[:2]]
        if name != "all"
    ]
    return Plot("Real choices of a player in each part of the game", interval_plot(lines, 0, "real choices in a game"))
