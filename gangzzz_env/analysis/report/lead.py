"""Chapter: who leads when, when games are decided, and whether losers decide who wins."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.course import TENTHS
from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.length import deals_of, decisions_of, mean_with_interval, of_number
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.plots import curves
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import CONFIDENCE, OfDeals, clustered_mean, clustered_rate, shared
from gangzzz_env.game import Game

NAME = "lead"
HALF = TENTHS // 2
BANDS = (1, 6, 11, 21, 41, np.inf)  # dollars ahead of the second, from each up to the next
LAST, LATE = 0.1, 0.9  # the last tenth of a game; of the games that are decided in it
RUNAWAY, KINGS = 25.0, 0.1  # points above the usual of who leads halfway; share of games that a loser decides
KING_MAKING = (
    "A game has a king-maker if there are three or more players and the last decision that gave the lead to another "
    "player was taken by one who did not lead before it, does not win, and stands no better by it (as many have more "
    "money as before), if it does not close a part of the game (which may pay everybody), and if the new leader wins."
)


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    by_time, by_size, course, findings = [], [], [], []
    for number in numbers:
        pairs = of_number(meetings, measures, number)
        by_time += [_at(pairs, number, tenth) for tenth in range(1, TENTHS)]
        by_size += _by_size(pairs, number)
        row, found = _course(pairs, number, shared(3 * len(numbers)))
        course.append(row)
        findings += found
    words = tuple(
        f"With {row[0]} players the lead changes {row[2]:.1f} times in a game, and half of the games are decided when "
        f"{100 * row[5]:.0f} % of their decisions are taken."
        for row in course
    )
    return Chapter(
        NAME,
        "Who leads when, and when are games decided?",
        words,
        tuple(findings),
        (_course_table(course), _time_table(by_time), _size_table(by_size)),
        (_plot(by_time, numbers),),
        _examples(meetings, measures),
    )


def leads(money: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Who has more money than every other, -1 if nobody, and how much more: of money int[n, players]."""
    order = np.sort(money, axis=1)
    ahead = order[:, -1] - order[:, -2]
    return np.where(ahead > 0, money.argmax(axis=1), -1), ahead


def _usual(meeting: Meeting, measured: Measures) -> np.ndarray:
    """What each seat of each game wins as a rule, f8[n, players]: the mean of those alike, with the same rotation."""
    share, rotation = meeting.games.share[measured.games], meeting.games.rotation[measured.games]
    found = np.zeros_like(share)
    for each in np.unique(rotation):
        found[rotation == each] = share[rotation == each].mean(axis=0)
    return found


def _facts(pairs, tenth: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """At a tenth of all games: how far the leader is ahead (0: nobody), what he wins, and as a rule; the deals."""
    ahead, won, usual = [], [], []
    for meeting, measured in pairs:
        leader, by = leads(measured.money_at[:, tenth])
        rows = np.arange(len(leader))
        ahead.append(by)
        won.append(meeting.games.share[measured.games][rows, leader])
        usual.append(_usual(meeting, measured)[rows, leader])
    return np.concatenate(ahead), np.concatenate(won), np.concatenate(usual), deals_of(pairs)


def _at(pairs, number: int, tenth: int) -> tuple:
    ahead, won, usual, deals = _facts(pairs, tenth)
    led = ahead > 0
    if not led.any():
        return (number, 10 * tenth, 0.0, *(None,) * 7)
    above = clustered_mean(100 * (won - usual)[led], deals[led])
    rate = clustered_rate(won[led], np.ones(led.sum()), deals[led])
    return (number, 10 * tenth, float(led.mean()), float(ahead[led].mean()), *rate, *_with_ends(above, CONFIDENCE))


def _with_ends(found: OfDeals, confidence: float) -> tuple[float, float, float]:
    low, high = found.interval(confidence)
    return float(found.value), float(low), float(high)


def _by_size(pairs, number: int) -> list[tuple]:
    rows = []
    for tenth in range(2, TENTHS, 2):
        ahead, won, _, deals = _facts(pairs, tenth)
        for low, high in zip(BANDS, BANDS[1:]):
            inside = (ahead >= low) & (ahead < high)
            size = f"{low:.0f} to {high - 1:.0f}" if np.isfinite(high) else f"{low:.0f} or more"
            rate = clustered_rate(won[inside], np.ones(inside.sum()), deals[inside]) if inside.any() else (None,) * 3
            rows.append((number, 10 * tenth, size, int(inside.sum()), *rate))
    return rows


def _course(pairs, number: int, confidence: float) -> tuple[tuple, list[Finding]]:
    names = ("lead_changes", "decided", "king_maker")
    changes, decided, king = (np.concatenate([getattr(m, name) for _, m in pairs]) for name in names)
    decisions, deals, ones = decisions_of(pairs), deals_of(pairs), np.ones(len(changes))
    at = decided / np.maximum(1, decisions)
    row = (number, len(changes), *mean_with_interval(changes, deals), float(np.median(at)))
    row += clustered_rate(at > 1 - LAST, ones, deals)
    row += clustered_rate(king >= 0, ones, deals) if number > 2 else (None,) * 3
    findings = [_of_half(pairs, number, confidence), _of_late(pairs, number, at, confidence)]
    return row, findings + ([_of_kings(pairs, number, king, confidence)] if number > 2 else [])


def _agents(pairs) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for meeting, _ in pairs for name in meeting.lineup))


def _of_half(pairs, number: int, confidence: float) -> Finding:
    ahead, won, usual, deals = _facts(pairs, HALF)
    led = ahead > 0
    above = _with_ends(clustered_mean(100 * (won - usual)[led], deals[led]), confidence)
    return Finding(
        f"With {COUNTS[number]} players, who leads halfway wins more often than as a rule.",
        *(*above, "points of winning above the usual", int(led.sum()), _agents(pairs)),
        weight=max(0.0, above[0]) / RUNAWAY,
        scale=f"from {RUNAWAY:g} points above what the same player wins as a rule: then half of the game is idle",
        chapter=NAME,
    )


def _of_late(pairs, number: int, at: np.ndarray, confidence: float) -> Finding:
    late, low, high = clustered_rate(at > 1 - LAST, np.ones(len(at)), deals_of(pairs), confidence)
    return Finding(
        f"With {COUNTS[number]} players, games are decided only in their last tenth: nobody leads for good before.",
        *(100 * late, 100 * low, 100 * high, "percent of games", len(at), _agents(pairs)),
        weight=late / LATE,
        scale=f"from {100 * LATE:.0f} of 100 games on: then what comes before hardly shows in who is ahead",
        chapter=NAME,
    )


def _of_kings(pairs, number: int, king: np.ndarray, confidence: float) -> Finding:
    rate, low, high = clustered_rate(king >= 0, np.ones(len(king)), deals_of(pairs), confidence)
    return Finding(
        f"With {COUNTS[number]} players, someone who does not win decides who does.",
        *(100 * rate, 100 * low, 100 * high, "percent of games", len(king), _agents(pairs)),
        weight=rate / KINGS,
        scale=f"from {100 * KINGS:.0f} of 100 games on, as players resent it",
        chapter=NAME,
    )


def _examples(meetings: Sequence[Meeting], measures: Sequence[Measures]) -> tuple[GameReference, ...]:
    """The game with most lead changes, and the first with a king-maker."""
    most = max(range(len(measures)), key=lambda place: int(measures[place].lead_changes.max(initial=0)))
    row = int(measures[most].lead_changes.argmax())
    found = [
        GameReference(
            most, int(measures[most].games[row]), f"the lead changes {measures[most].lead_changes[row]} times"
        )
    ]
    for place, measured in enumerate(measures):
        kings = np.flatnonzero(measured.king_maker >= 0)
        if len(kings):
            seat = measured.king_maker[kings[0]]
            found.append(GameReference(place, int(measured.games[kings[0]]), f"player {seat} makes another the winner"))
            break
    return tuple(found)


def _course_table(rows: list[tuple]) -> Table:
    return Table(
        "course",
        "Lead changes, the point of decision, king-making",
        "Who leads has more money than every other player. A lead change is a decision after which another player "
        "leads than the last one who led. A game is decided at the share of its decisions after which the later "
        "winner led and kept the lead (the middle one of all games; and the share of games decided in the last "
        f"tenth). {KING_MAKING}",
        (
            *("players", "games", "lead_changes", "lead_changes_low", "lead_changes_high", "decided_at"),
            *("decided_in_last_tenth", "decided_in_last_tenth_low", "decided_in_last_tenth_high"),
            *("king_making", "king_making_low", "king_making_high"),
        ),
        tuple(rows),
    )


def _time_table(rows: list[tuple]) -> Table:
    return Table(
        "leader_wins",
        "How often the leader wins, by how much is played",
        "At so many percent of a game's decisions: the share of games in which somebody leads, by how many dollars "
        "before the second, how often that player wins, and how many points (percent of victories) more than the "
        "same agent at the same seat of the same line-up wins as a rule.",
        (
            *("players", "percent_played", "somebody_leads", "dollars_ahead"),
            *("leader_wins", "leader_wins_low", "leader_wins_high"),
            *("above_usual", "above_usual_low", "above_usual_high"),
        ),
        tuple(rows),
    )


def _size_table(rows: list[tuple]) -> Table:
    return Table(
        "leader_wins_by_lead",
        "How often the leader wins, by the size of the lead",
        "The same by how many dollars the leader has more than the second.",
        ("players", "percent_played", "dollars_ahead", "games", "leader_wins", "leader_wins_low", "leader_wins_high"),
        tuple(rows),
    )


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _plot(rows: list[tuple], numbers: list[int]) -> Plot:
    percent = [10 * tenth for tenth in range(1, TENTHS)]
    series, bands = {}, {}
    for number in numbers:
        own = [row for row in rows if row[0] == number]
        series[f"{number} players"] = [_percent(row[4]) for row in own]
        bands[f"{number} players"] = [(_percent(row[5]), _percent(row[6])) for row in own]
    return Plot("How often the leader wins", curves(percent, series, "% of the game played", "% of games", bands))
