"""Chapter: strategies against each other, pair by pair and in mixed company."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.report.heat_map import heat_map
from gangzzz_env.analysis.report.outcomes import COUNTS, Outcomes, is_mirror, outcomes, over_fair
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import shared
from gangzzz_env.game import Game

WORTH = 8.0  # points of winning
SCALE = f"from {WORTH:g} points of winning on, above or below a fair share, over all opponents"
OVERALL = (
    "Victories per 100 seats that the strategy took, over all its opponents, less the fair share (100 divided by the "
    "number of players). Line-ups with the weakest agent of the ladder are left out: whoever meets it often would look "
    "strong. The interval holds for all rows together with 95 %, games of one deal counted as one observation."
)
PAIRS = (
    "Victories per 100 games of the one agent when all other seats are taken by copies of the other, less the fair "
    "share. Each interval holds together with all others of the table with 95 %."
)


def chapter(game: Game, meetings: Sequence[Meeting], ladder: Sequence[str]) -> Chapter:
    """The chapter; `ladder`: the agents from the weakest on."""
    counts = sorted({meeting.num_players for meeting in meetings})
    field = {n: outcomes(meetings, lambda m, n=n: _is_of_field(m, n, ladder[0])) for n in counts}
    field = {number: part for number, part in field.items() if len(part.seat)}
    looked_at = sum(len(np.unique(part.agent)) for part in field.values())
    overall = [row for part in field.values() for row in _overall(part, shared(looked_at))]
    pairs = _pairs(meetings)
    return Chapter(
        name="strategies",
        title="Does a way to play win against all others?",
        words=tuple(_sentence(number, overall) for number in field),
        findings=tuple(_finding(row, field[row[0]]) for row in overall),
        tables=(_table("overall", "Each against all others", OVERALL, overall, ("players", "strategy")),)
        + (_table("pairs", "One against copies of another", PAIRS, pairs, ("players", "one", "others")),),
        plots=tuple(_plot(number, pairs, ladder) for number in counts if any(row[0] == number for row in pairs)),
    )


def _is_of_field(meeting: Meeting, number: int, weakest: str) -> bool:
    return meeting.num_players == number and not is_mirror(meeting) and weakest not in meeting.lineup


def _table(name: str, title: str, definition: str, rows: list[tuple], keys: tuple[str, ...]) -> Table:
    columns = (*keys, "over", "over_low", "over_high", "win_rate", "games")
    return Table(name, title, definition, columns, tuple(rows))


def _overall(part: Outcomes, confidence: float) -> list[tuple]:
    """Players, strategy, points over the fair share with interval, win rate, games; the best first."""
    players = int(part.num_players[0])
    rows = [
        (players, name, *over_fair(part.where(part.agent == name), confidence))
        for name in np.unique(part.agent).tolist()
    ]
    return sorted(rows, key=lambda row: -row[2])


def _pairs(meetings: Sequence[Meeting]) -> list[tuple]:
    """Players, the one, the others, points over the fair share with interval, win rate, games."""
    sides = {}
    for meeting in meetings:
        names = set(meeting.lineup)
        for one in sorted(name for name in names if len(names) == 2 and meeting.lineup.count(name) == 1):
            sides.setdefault((meeting.num_players, one, *(names - {one})), []).append(meeting)
    rows = []
    for (number, one, others), mine in sides.items():
        part = outcomes(mine)
        rows.append((number, one, others, *over_fair(part.where(part.agent == one), shared(len(sides)))))
    return rows


def _sentence(number: int, overall: list[tuple]) -> str:
    mine = [row for row in overall if row[0] == number]
    best, worst = mine[0], mine[-1]
    return (
        f"With {COUNTS[number]} players {best[1]} wins most against all others, {best[5]:.1f} of 100 games "
        f"({best[2]:+.1f} over the fair share), and {worst[1]} least, {worst[5]:.1f} ({worst[2]:+.1f})."
    )


def _finding(row: tuple, part: Outcomes) -> Finding:
    number, name, effect, low, high, _, games = row
    verb = "beats" if effect > 0 else "loses to"
    compared = "more" if effect > 0 else "fewer"
    return Finding(
        sentence=f"With {COUNTS[number]} players the strategy {name} {verb} the field: it wins {abs(effect):.1f} games "
        f"in 100 {compared} than its fair share.",
        effect=effect,
        low=low,
        high=high,
        unit="points of winning",
        games=games,
        agents=tuple(np.unique(part.agent).tolist()),
        weight=max(0.0, low, -high) / WORTH,
        scale=SCALE,
        chapter="strategies",
        examples=_examples(part, name, effect > 0),
    )


def _examples(part: Outcomes, name: str, is_good: bool) -> tuple[GameReference, ...]:
    """A game that the strategy won with the median money of its victories, or did not win so."""
    mine = np.flatnonzero((part.agent == name) & ((part.share == 1) == is_good))
    if not len(mine):
        return ()
    row = mine[np.argsort(part.money[mine], kind="stable")[len(mine) // 2]]
    why = f"{name} {'wins' if is_good else 'does not win'}"
    return (GameReference(int(part.meeting[row]), int(part.game[row]), why),)


def _plot(number: int, pairs: list[tuple], ladder: Sequence[str]) -> Plot:
    rates = {row[1:3]: row[6] for row in pairs if row[0] == number}
    known = {name for pair in rates for name in pair}
    names = [name for name in ladder if name in known] + sorted(known - set(ladder))
    values = [[rates.get((one, others)) for others in names] for one in names]
    fair = 100 / number
    title = f"Of 100 games of {COUNTS[number]}, how many the row wins, columns in all other seats; fair is {fair:.0f}"
    return Plot(title, heat_map(names, names, values, fair, 30))
