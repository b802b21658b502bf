"""Chapter: where the money comes from, and which money wins."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.seatings import Seatings, seatings, winning_with
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_mean, clustered_ratio, shared
from gangzzz_env.game import Game

NAME = "income"
WORTH_TELLING = 0.75  # of the winners' lead that one source makes


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    seats = seatings(meetings, measures)
    money = seats.of([meeting.games.ledger[measured.games] for meeting, measured in zip(meetings, measures)])
    numbers = sorted(set(seats.players.tolist()))
    shares = [row for number in numbers for row in _shares(game, seats, money, number)]
    leads, findings = _leads(game, seats, money, numbers)
    slopes = _slopes(game, seats, money)
    words = tuple(_sentence(number, [row for row in leads if row[0] == number]) for number in numbers)
    return Chapter(
        NAME,
        "Where does the money come from, and which money wins?",
        words,
        findings,
        (_share_table(shares), _lead_table(leads), slopes),
        tuple(_plot(number, [row for row in leads if row[0] == number]) for number in numbers),
    )


def _sentence(number: int, rows: list[tuple]) -> str:
    most = sorted((row for row in rows if row[5] is not None), key=lambda row: -row[5])[:2]
    told = " and ".join(f"{_words(row[1])} makes {100 * row[5]:.0f} in 100" for row in most)
    return f"With {COUNTS[number]} players, of the dollars by which winners are ahead of the others' mean, {told}."


def _words(source: str) -> str:
    return source.replace("_", " ")


def _shares(game: Game, seats: Seatings, money: np.ndarray, number: int) -> list[tuple]:
    rows = seats.players == number
    mean = clustered_mean(money[rows], seats.deal[rows])
    low, high = mean.interval()
    total = float(np.maximum(mean.value, 0).sum())
    return [
        (number, source, *map(float, (mean.value[k], low[k], high[k])), max(0.0, float(mean.value[k])) / (total or 1))
        for k, source in enumerate(game.sources)
    ]


def _leads(game: Game, seats: Seatings, money: np.ndarray, numbers) -> tuple[list[tuple], tuple[Finding, ...]]:
    table, findings = [], []
    for number in numbers:
        rows = np.flatnonzero(seats.players == number).reshape(-1, number)
        won = seats.share[rows] == 1
        rows, won = rows[won.any(axis=1)], won[won.any(axis=1)]
        winner = money[rows][won]
        lead = winner - (money[rows].sum(axis=1) - winner) / (number - 1)
        whole = np.repeat(lead.sum(axis=1, keepdims=True), lead.shape[1], axis=1)
        deals = seats.deal[rows[:, 0]]
        dollars, part = clustered_mean(lead, deals), clustered_ratio(lead, whole, deals)
        ends, wide = [*dollars.interval(), *part.interval()], part.interval(shared(len(numbers) * lead.shape[1]))
        for k, source in enumerate(game.sources):
            numbers_of = (dollars.value, ends[0], ends[1], part.value, ends[2], ends[3])
            table.append((number, source, *(float(values[k]) for values in numbers_of)))
            findings.append(
                Finding(
                    f"With {COUNTS[number]} players, {100 * part.value[k]:.0f} of 100 dollars that winners are ahead "
                    f"by are {_words(source)}.",
                    *(100 * float(part.value[k]), 100 * float(wide[0][k]), 100 * float(wide[1][k])),
                    *("percent of the winners' lead", len(rows), seats.agents),
                    weight=max(0.0, float(part.value[k])) / WORTH_TELLING,
                    scale=f"from {100 * WORTH_TELLING:.0f} percent on: it decides three times as much as all others",
                    chapter=NAME,
                    examples=_examples(seats, rows[won], lead[:, k], _words(source)),
                )
            )
    return table, tuple(findings)


def _examples(seats: Seatings, winners: np.ndarray, lead: np.ndarray, source: str) -> tuple[GameReference, ...]:
    """The game whose winner is ahead by the usual dollars of a source; `winners` are rows of the seats."""
    if not len(winners):
        return ()
    usual = np.argsort(lead, kind="stable")[len(lead) // 2]
    row = winners[usual]
    more = f"{abs(lead[usual]):.0f} dollars of {source} {'more' if lead[usual] >= 0 else 'less'} than the others' mean"
    return (seats.reference(row, f"player {seats.seat[row]} wins with {more}"),)


def _slopes(game: Game, seats: Seatings, money: np.ndarray) -> Table:
    found = winning_with(seats, money / 10)
    low, high = found.interval(shared(money.shape[1]))
    return Table(
        "winning_by_source",
        "Winning with more money of a source",
        "Points of winning (percent of victories) that go with $10 more of a source, beside what the same agent "
        "wins at the same seat of the same line-up. This is correlation: $10 more of one source may come with less "
        "of another. Intervals hold together over all sources and count deals, not games.",
        ("source", "points", "points_low", "points_high"),
        tuple((name, *(100 * float(v[k]) for v in (found.value, low, high))) for k, name in enumerate(game.sources)),
    )


def _share_table(rows: list[tuple]) -> Table:
    return Table(
        "income_by_source",
        "Money by source",
        "Mean dollars of a player in a game, and the source's share of all income (costs are not counted as income).",
        ("players", "source", "dollars", "dollars_low", "dollars_high", "share_of_income"),
        tuple(rows),
    )


def _lead_table(rows: list[tuple]) -> Table:
    return Table(
        "lead_by_source",
        "What winners are ahead by",
        "Dollars that the winner has from a source more than the mean of the others, in games with one winner; and the "
        "source's part of the whole difference. A part can be negative: winners have less of it.",
        ("players", "source", "dollars", "dollars_low", "dollars_high", "part", "part_low", "part_high"),
        tuple(rows),
    )


def _plot(number: int, rows: list[tuple]) -> Plot:
    lines = [Line(_words(row[1]), *(100 * value for value in row[5:8])) for row in rows]
    return Plot(f"What winners are ahead by, {number} players", interval_plot(lines, 0, "% of the winner's lead"))
