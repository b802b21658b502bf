"""Chapter: who leads when, when games are decided, and whether losers decide who wins."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.course import TENTHS
from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.length import deals_of, mean_with_interval, of_number
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.plots import curves
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_rate, shared
from gangzzz_env.game import Game

NAME = "lead"
HALF = TENTHS // 2
BANDS = (1, 6, 11, 21, 41, np.inf)  # dollars ahead of the second, from each up to the next
RUNAWAY, KINGS = 40.0, 0.1  # points beside parity of who leads halfway; share of games that a loser decides
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
        row, found = _course(pairs, number, shared(2 * len(numbers)))
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


def _facts(pairs, tenth: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """At a tenth of all games: how far the leader is ahead (0: nobody leads), what he wins, and the deals."""
    ahead, won = [], []
    for meeting, measured in pairs:
        leader, by = leads(measured.money_at[:, tenth])
        ahead.append(by)
        won.append(meeting.games.share[measured.games][np.arange(len(leader)), leader] * (leader >= 0))
    return np.concatenate(ahead), np.concatenate(won), deals_of(pairs)


def _at(pairs, number: int, tenth: int) -> tuple:
    ahead, won, deals = _facts(pairs, tenth)
    led = ahead > 0
    if not led.any():
        return (number, 10 * tenth, 0.0, None, None, None, None)
    dollars = float(ahead[led].mean())
    return (number, 10 * tenth, float(led.mean()), dollars, *clustered_rate(won[led], np.ones(led.sum()), deals[led]))


def _by_size(pairs, number: int) -> list[tuple]:
    rows = []
    for tenth in range(2, TENTHS, 2):
        ahead, won, deals = _facts(pairs, tenth)
        for low, high in zip(BANDS, BANDS[1:]):
            inside = (ahead >= low) & (ahead < high)
            size = f"{low:.0f} to {high - 1:.0f}" if np.isfinite(high) else f"{low:.0f} or more"
            rate = clustered_rate(won[inside], np.ones(inside.sum()), deals[inside]) if inside.any() else (None,) * 3
            rows.append((number, 10 * tenth, size, int(inside.sum()), *rate))
    return rows


def _course(pairs, number: int, confidence: float) -> tuple[tuple, list[Finding]]:
    changes, decided, king = (
        np.concatenate([getattr(m, a) for _, m in pairs]) for a in ("lead_changes", "decided", "king_maker")
    )
    decisions = np.concatenate([meeting.games.decisions[m.games] for meeting, m in pairs])
    deals, ones = deals_of(pairs), np.ones(len(decisions))
    at = decided / np.maximum(1, decisions)
    late = clustered_rate(at > 0.9, ones, deals)
    row = (number, *(len(changes), *mean_with_interval(changes, deals)), float(np.median(at)), *late)
    row += clustered_rate(king >= 0, ones, deals) if number > 2 else (None,) * 3
    agents = tuple(dict.fromkeys(name for meeting, _ in pairs for name in meeting.lineup))
    ahead, won, _ = _facts(pairs, HALF)
    led = ahead > 0
    rate, low, high = (100 * (end - 1 / number) for end in clustered_rate(won[led], ones[led], deals[led], confidence))
    findings = [
        Finding(
            f"With {number} players, who leads halfway wins much more often than the others.",
            *(rate, low, high, f"points of winning beside {100 / number:.0f}", len(changes), agents),
            weight=max(0.0, rate) / RUNAWAY,
            scale=f"from {RUNAWAY:g} points beside an equal share on: then half of the game is played out",
            chapter=NAME,
        )
    ]
    if number > 2:
        rate, low, high = clustered_rate(king >= 0, ones, deals, confidence)
        findings.append(
            Finding(
                f"With {number} players, someone who does not win decides who does.",
                *(100 * rate, 100 * low, 100 * high, "percent of games", len(changes), agents),
                weight=rate / KINGS,
                scale=f"from {100 * KINGS:.0f} of 100 games on, as players resent it",
                chapter=NAME,
            )
        )
    return row, findings


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
        "before the second, and how often that player wins. It is of all agents together: a stronger one leads and "
        "wins more.",
        (
            "players",
            "percent_played",
            "somebody_leads",
            "dollars_ahead",
            "leader_wins",
            "leader_wins_low",
            "leader_wins_high",
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
