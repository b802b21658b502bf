"""Chapter: how long games are, and how they end."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.plots import curves
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, clustered_mean, clustered_rate, shared
from gangzzz_env.game import Game

NAME = "length"
WORTH_TELLING = 0.5  # of the games in which who ends them does not win


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    endings, finding = _endings(game, meetings, measures, numbers)
    lengths = _lengths(game, meetings, measures, numbers)
    words = tuple(
        f"With {row[0]} players a game has {row[2]:.0f} decisions on average, from {row[5]:.0f} to {row[7]:.0f}."
        for row in lengths.rows
    )
    return Chapter(
        name=NAME,
        title="How long are games, and how do they end?",
        words=words,
        findings=finding,
        tables=(lengths, _by_part(game, meetings, measures, numbers), endings),
        plots=(_plot(meetings, measures, numbers),),
        examples=examples(meetings, measures),
    )


def of_number(meetings: Sequence[Meeting], measures: Sequence[Measures], number: int):
    """The meetings of a number of players, each with its measures."""
    return [(m, measured) for m, measured in zip(meetings, measures) if m.num_players == number]


def deals_of(pairs) -> np.ndarray:
    """The deal of each measured game of some meetings."""
    return np.concatenate([meeting.games.seed[measured.games] for meeting, measured in pairs])


def decisions_of(pairs) -> np.ndarray:
    """The decisions of each measured game of some meetings."""
    return np.concatenate([meeting.games.decisions[measured.games] for meeting, measured in pairs])


def mean_with_interval(values: np.ndarray, deals: np.ndarray) -> tuple[float, float, float]:
    """A mean over games and the ends of its interval."""
    found: OfDeals = clustered_mean(values, deals)
    low, high = found.interval()
    return float(found.value), float(low), float(high)


def _lengths(game: Game, meetings, measures, numbers) -> Table:
    rows = []
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        decisions = decisions_of(pairs)
        quartiles = np.percentile(decisions, (0, 50, 100))
        all_games = sum(len(meeting.games.seed) for meeting, _ in pairs)
        unfinished = sum(int(np.sum(~meeting.games.is_finished)) for meeting, _ in pairs)
        rows.append(
            (number, len(decisions), *mean_with_interval(decisions, deals_of(pairs)), *map(float, quartiles))
            + (all_games - len(decisions), unfinished)
        )
    return Table(
        "length_by_players",
        "Decisions of a game",
        "Decisions of all players together in games that are no copies of another; shortest, middle and longest game; "
        "copies are games that went exactly as another one, unfinished ones are those that no end was found for.",
        (
            *("players", "games", "decisions", "decisions_low", "decisions_high", "shortest", "middle", "longest"),
            *("copies", "unfinished"),
        ),
        tuple(rows),
    )


def _by_part(game: Game, meetings, measures, numbers) -> Table:
    rows = []
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        asked = np.concatenate([measured.asked.sum(axis=1) for _, measured in pairs])
        deals = deals_of(pairs)
        for part, name in enumerate(game.parts):
            rows.append((number, name, *mean_with_interval(asked[:, part], deals), float(np.mean(asked[:, part] == 0))))
    return Table(
        "length_by_part",
        "Decisions by part of the game",
        "Mean decisions of all players in a part of a game; share of games in which nobody had a decision there.",
        ("players", "part", "decisions", "decisions_low", "decisions_high", "games_without"),
        tuple(rows),
    )


def _endings(game: Game, meetings, measures, numbers) -> tuple[Table, tuple[Finding, ...]]:
    rows, findings = [], []
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        fired = np.concatenate([measured.fired for _, measured in pairs])
        deals, ones = deals_of(pairs), np.ones(len(fired))
        for name in game.endings:
            happened = fired[:, [what for _, what in game.clauses].index(name)] > 0
            rows.append((number, name, *clustered_rate(happened, ones, deals)))
        lost = np.concatenate([_ended_by_loser(meeting, measured) for meeting, measured in pairs])
        rows.append((number, "who takes the last decision does not win", *clustered_rate(lost, ones, deals)))
        findings.append(_finding(pairs, number, lost, shared(len(numbers))))
    table = Table(
        "endings",
        "How games end",
        "Share of the games in which it happened.",
        ("players", "ending", "share", "share_low", "share_high"),
        tuple(rows),
    )
    return table, tuple(findings)


def _finding(pairs, number: int, lost: np.ndarray, confidence: float) -> Finding:
    rate, low, high = clustered_rate(lost, np.ones(len(lost)), deals_of(pairs), confidence)
    return Finding(
        f"With {COUNTS[number]} players the last decision of a game is one of a player who does not win.",
        *(100 * rate, 100 * low, 100 * high, "percent of games", len(lost)),
        agents=tuple(dict.fromkeys(name for meeting, _ in pairs for name in meeting.lineup)),
        weight=rate / WORTH_TELLING,
        scale=f"from {100 * WORTH_TELLING:.0f} of 100 games on: then whoever ends the game mostly loses by it",
        chapter=NAME,
    )


def _ended_by_loser(meeting: Meeting, measured: Measures) -> np.ndarray:
    share = meeting.games.share[measured.games]
    return share[np.arange(len(share)), measured.ender] == 0


def _plot(meetings, measures, numbers) -> Plot:
    decisions = {number: decisions_of(of_number(meetings, measures, number)) for number in numbers}
    low, high = min(d.min() for d in decisions.values()), max(d.max() for d in decisions.values())
    edges = np.linspace(low, high + 1, 41)
    series = {
        f"{number} players": (100 * np.histogram(counts, edges)[0] / len(counts)).tolist()
        for number, counts in decisions.items()
    }
    middles = ((edges[:-1] + edges[1:]) / 2).tolist()
    return Plot("How many decisions games have", curves(middles, series, "decisions of a game", "% of games"))


def examples(meetings: Sequence[Meeting], measures: Sequence[Measures]) -> tuple[GameReference, ...]:
    """The shortest, longest, most lopsided and most typical of all finished games."""
    rows = [
        (place, int(row), int(meeting.games.decisions[row]), *_margin(meeting, row))
        for place, (meeting, measured) in enumerate(zip(meetings, measures))
        for row in measured.games
        if meeting.games.is_finished[row]
    ]
    if not rows:
        return ()
    facts = np.array([row[2:] for row in rows], np.float64)
    spread = facts.std(axis=0)
    usual = np.abs((facts - np.median(facts, axis=0)) / np.where(spread > 0, spread, 1)).sum(axis=1)
    chosen = (
        (np.argmin(facts[:, 0]), "the shortest game: {0:.0f} decisions"),
        (np.argmax(facts[:, 0]), "the longest game: {0:.0f} decisions"),
        (np.argmax(facts[:, 1]), "the most lopsided game: won by ${1:.0f}"),
        (np.argmin(usual), "the most typical game: {0:.0f} decisions, won by ${1:.0f} with ${2:.0f}"),
    )
    return tuple(GameReference(*rows[k][:2], why.format(*facts[k])) for k, why in chosen)


def _margin(meeting: Meeting, row: int) -> tuple[int, int]:
    """By how much more money than the second the richest has won, and with how much."""
    money = np.sort(meeting.games.ledger[row].sum(axis=1))
    return int(money[-1] - money[-2]), int(money[-1])
