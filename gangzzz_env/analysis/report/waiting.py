"""Chapter: how long players wait between their own decisions."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.course import MOST_WAIT
from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.length import deals_of, mean_with_interval, of_number
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, Plot, Table
from gangzzz_env.analysis.report.plots import curves
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_mean, shared
from gangzzz_env.game import Game

NAME = "waiting"
WORTH_TELLING = 15  # decisions of others for each opponent, in the longest wait of a game


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    spreads, longest, findings, curve = [], [], [], {}
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        waits = sum(measured.waits for _, measured in pairs)
        spreads += [
            _spread(number, name, counts) for name, counts in zip((*game.parts, "all"), [*waits, waits.sum(axis=0)])
        ]
        most = np.concatenate([measured.longest.max(axis=1) for _, measured in pairs])
        longest.append((number, *mean_with_interval(most, deals_of(pairs)), int(most.max())))
        findings.append(_finding(number, pairs, most, shared(len(numbers))))
        curve[f"{number} players"] = (100 * waits.sum(axis=0) / max(1, waits.sum()))[:25].tolist()
    words = tuple(
        f"With {COUNTS[row[0]]} players the longest wait of a game lasts {row[1]:.0f} decisions of others on average."
        for row in longest
    )
    plot = Plot(
        "How long players wait between two own decisions",
        curves(list(range(25)), curve, "decisions of others between two own ones", "% of waits"),
    )
    return Chapter(
        NAME, "How long do players wait?", words, tuple(findings), (_table(spreads), _longest_table(longest)), (plot,)
    )


def _spread(number: int, part: str, counts: np.ndarray) -> tuple:
    total = int(counts.sum())
    if total == 0:
        return (number, part, 0, None, None, None, None)
    upto = np.cumsum(counts) / total
    at = [int(np.searchsorted(upto, share)) for share in (0.5, 0.95)]
    return (number, part, total, float((counts * np.arange(len(counts))).sum() / total), *at, float(counts[0] / total))


def _finding(number: int, pairs, most: np.ndarray, confidence: float) -> Finding:
    found = clustered_mean(most, deals_of(pairs))
    low, high = found.interval(confidence)
    return Finding(
        f"With {COUNTS[number]} players somebody waits for a long row of decisions of others once in a game.",
        *(float(found.value), float(low), float(high), "decisions", len(most)),
        agents=tuple(dict.fromkeys(agent for meeting, _ in pairs for agent in meeting.lineup)),
        weight=float(found.value) / (WORTH_TELLING * (number - 1)),
        scale=f"from {WORTH_TELLING} decisions of each opponent on: then the others have had several turns meanwhile",
        chapter=NAME,
    )


def _table(rows: list[tuple]) -> Table:
    return Table(
        "waits_by_part",
        "Waits between own decisions",
        "A wait is the number of decisions of others between two of a player's, told at the part of the later one; "
        f"{MOST_WAIT} stands for that many or more. Mean, middle one, the one that 95 of 100 do not exceed, and the "
        "share of waits of none: decisions of the same player in a row.",
        ("players", "part", "waits", "mean", "middle", "most_of_95_in_100", "share_of_none"),
        tuple(rows),
    )


def _longest_table(rows: list[tuple]) -> Table:
    return Table(
        "longest_waits",
        "The longest wait of a game",
        "The longest wait of any player in a game, mean over games, and the longest one seen.",
        ("players", "longest", "longest_low", "longest_high", "longest_seen"),
        tuple(rows),
    )
