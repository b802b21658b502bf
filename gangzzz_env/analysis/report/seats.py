"""Chapter: is a seat favored? The part of the games that each seat wins, by number of players."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.outcomes import COUNTS, SEATS, Outcomes, is_mirror, outcomes, over_fair
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import shared
from gangzzz_env.game import Game

WORTH = 3.0  # points of winning
SCALE = f"from {WORTH:g} points of winning on, more or less than a fair share: one game in 33"
ALL = "all against all"
DEFINITION = (
    "Victories of a seat per 100 games; a victory shared by two counts half for each. Fair is 100 divided by the "
    "number of players. 'All against all': every agent sits in every seat equally often with the same deals, so who "
    "plays cancels out; the other rows have the same agent in all seats. The interval holds for all rows together with "
    "95 %, and takes games of the same deal as one observation. Over is the distance to fair."
)


def chapter(game: Game, meetings: Sequence[Meeting]) -> Chapter:
    """The chapter; meetings are not restricted and by the same rules."""
    groups = _groups(meetings)
    rows = [row for who, part in groups for row in _rows(who, part, sum(int(p.num_players[0]) for _, p in groups))]
    findings = tuple(_finding(number, rows, groups) for number in sorted({row[0] for row in rows if row[1] == ALL}))
    columns = ("players", "who_plays", "seat", "over", "over_low", "over_high", "win_rate", "fair", "games")
    return Chapter(
        name="seats",
        title="Is a seat favored?",
        words=tuple(_sentence(number, rows) for number in sorted({row[0] for row in rows})),
        findings=findings,
        tables=(Table("win_rate_by_seat", "Winning by seat", DEFINITION, columns, tuple(rows)),),
        plots=tuple(_plot(number, rows) for number in sorted({row[0] for row in rows})),
    )


def _groups(meetings: Sequence[Meeting]) -> list[tuple[str, Outcomes]]:
    """Who plays, and the seatings, by number of players: mixed line-ups first, then each agent against itself."""
    groups = []
    for number in sorted({meeting.num_players for meeting in meetings}):
        mine = [meeting.num_players == number for meeting in meetings]
        alone = sorted(
            {meeting.lineup[0] for meeting, is_mine in zip(meetings, mine) if is_mine and is_mirror(meeting)}
        )
        groups.append((ALL, outcomes(meetings, lambda m, n=number: m.num_players == n and not is_mirror(m))))
        groups += [
            (
                f"{name} alone",
                outcomes(meetings, lambda m, n=number, a=name: m.num_players == n and set(m.lineup) == {a}),
            )
            for name in alone
        ]
    return [(who, part) for who, part in groups if len(part.seat)]


def _rows(who: str, part: Outcomes, looked_at: int) -> list[tuple]:
    """A row for each seat: players, who plays, seat, what it wins over the fair share with the interval, and so on."""
    players, confidence = int(part.num_players[0]), shared(looked_at)
    rows = []
    for seat in range(players):
        over, low, high, rate, games = over_fair(part.where(part.seat == seat), confidence)
        rows.append((players, who, seat, over, low, high, rate, 100 / players, games))
    return rows


def _sentence(number: int, rows: list[tuple]) -> str:
    """What a number of players shows, in words."""
    mine = [row for row in rows if row[0] == number]
    best = max(mine[:number], key=lambda row: row[3])
    least = min(mine[:number], key=lambda row: row[3])
    agree = sum(
        int(np.argmax([row[6] for row in mine[k : k + number]])) == best[2] for k in range(0, len(mine), number)
    )
    strengths = f" It is the best seat in {agree} of the {len(mine) // number} ways of playing below." if agree else ""
    return (
        f"With {COUNTS[number]} players the {SEATS[best[2]]} player wins most, {best[6]:.1f} of 100 games, and the "
        f"{SEATS[least[2]]} least, {least[6]:.1f}; fair would be {best[7]:.1f}.{strengths}"
    )


def _finding(number: int, rows: list[tuple], groups: list[tuple[str, Outcomes]]) -> Finding:
    """The seat that is farthest from its fair share when all play against all."""
    row = max((row for row in rows if row[:2] == (number, ALL)), key=lambda row: _nearest(row[4], row[5]))
    effect, low, high = row[3:6]
    part = next(part for who, part in groups if who == ALL and part.num_players[0] == number)
    more = "more" if effect > 0 else "fewer"
    others = [other for other in rows if other[0] == number and other[1] != ALL and other[2] == row[2]]
    same = [other[1] for other in others if np.sign(other[3]) == np.sign(effect) and _nearest(other[4], other[5]) > 0]
    agree = ", whoever plays" if others and len(same) == len(others) else ""
    doubt = " Where copies of one agent play it is not seen." if others and not same else ""
    return Finding(
        sentence=f"With {COUNTS[number]} players the {SEATS[row[2]]} seat wins {abs(effect):.1f} games in 100 {more} "
        f"than its fair share{agree}.{doubt}",
        effect=effect,
        low=low,
        high=high,
        unit="points of winning",
        games=row[8],
        agents=tuple(sorted(set(part.agent.tolist()))),
        weight=_nearest(low, high) / WORTH,
        scale=SCALE,
        chapter="seats",
        examples=_examples(part, row[2], effect > 0),
    )


def _nearest(low: float, high: float) -> float:
    """How far from nothing an interval surely is."""
    return max(0.0, low, -high)


def _examples(part: Outcomes, seat: int, is_good: bool) -> tuple[GameReference, ...]:
    """A game that the seat won with the usual lead of its victories, or lost so."""
    mine = np.flatnonzero((part.seat == seat) & ((part.share == 1) == is_good))
    if not len(mine):
        return ()
    row = mine[np.argsort(part.money[mine], kind="stable")[len(mine) // 2]]
    verb = "wins" if is_good else "does not win"
    return (GameReference(int(part.meeting[row]), int(part.game[row]), f"the {SEATS[seat]} player {verb}"),)


def _plot(number: int, rows: list[tuple]) -> Plot:
    lines = [
        Line(f"{SEATS[row[2]]}, {row[1]}", row[6], row[7] + row[4], row[7] + row[5]) for row in rows if row[0] == number
    ]
    title = f"Winning by seat with {COUNTS[number]} players; dashed: the fair share"
    return Plot(title, interval_plot(lines, 100 / number, "of 100 games"))
