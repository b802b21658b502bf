"""Chapter: does skill matter? The ladder of agents, and how much of who wins is skill, seat, deal, and the rest."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.report.outcomes import COUNTS, Outcomes, is_mirror, outcomes, over_fair
from gangzzz_env.analysis.report.parts import Chapter, Finding, Table
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import shared
from gangzzz_env.game import Game

PARTS = ("skill", "seat", "deal", "rest")
BLOCKS = 20  # of deals, each left out once for the intervals
WORTH = 10.0  # points of winning
SCALE = f"unless the strongest agent wins at least {WORTH:g} games in 100 more than a fair share against the weakest"
LADDER = (
    "Victories per 100 games of one of the agent, when all other seats are taken by copies of the other one, less the "
    "fair share. The interval holds for all rows together with 95 %, games of one deal counted as one observation."
)
VARIANCE = (
    "Of the variance of the share of the victory (1 won, 0 lost) over all seats of all games, how many percent "
    "are: skill, the variance of what each agent wins on average in its line-up; seat, that of what each seat "
    "wins on average; deal, what the same seat wins more or less with the same deal whoever sits there, from the "
    "covariance of rotations of one deal once skill and seat are taken off; rest, all else: what agents make of "
    "each deal, and dice and cards that come otherwise when they act otherwise. Intervals leave out one of 20 "
    "blocks of deals at a time (jackknife), each 95 %. Limits: skill is only what tells these agents apart, so it "
    "grows with the distance of who plays; scripted agents are no people; and with a deal come its dice only as "
    "long as games go alike, so 'deal' is the least that luck is."
)


def chapter(game: Game, meetings: Sequence[Meeting], ladder: Sequence[str]) -> Chapter:
    """The chapter; `ladder`: the agents from the weakest on."""
    counts = sorted({meeting.num_players for meeting in meetings})
    rungs = _rungs(meetings, ladder)
    shares = [row for number in counts for row in _variances(meetings, number, ladder)]
    bounds = [f"{part}{end}" for part in PARTS for end in ("", "_low", "_high")]
    against = ("players", "agent", "against", "over", "over_low", "over_high", "win_rate", "games")
    return Chapter(
        name="skill",
        title="Does skill matter?",
        words=tuple(_sentence(row) for row in shares),
        findings=_findings(rungs, ladder),
        tables=(
            Table("ladder", "From the weakest to the strongest", LADDER, against, tuple(rungs)),
            Table(
                "variance", "What decides who wins", VARIANCE, ("players", "who_plays", *bounds, "games"), tuple(shares)
            ),
        ),
    )


def _rungs(meetings: Sequence[Meeting], ladder: Sequence[str]) -> list[tuple]:
    """Of each agent against the rung below and against the weakest: players, names, points over fair, and so on."""
    wanted = [(name, other) for below, name in zip(ladder, ladder[1:]) for other in dict.fromkeys((below, ladder[0]))]
    sides = {}
    for meeting in meetings:
        for one, other in wanted:
            if sorted(meeting.lineup) == sorted([one, *[other] * (meeting.num_players - 1)]):
                sides.setdefault((meeting.num_players, one, other), []).append(meeting)
    rows = []
    for number, one, other in sorted(sides, key=lambda side: (side[0], wanted.index(side[1:]))):
        part = outcomes(sides[number, one, other])
        rows.append((number, one, other, *over_fair(part.where(part.agent == one), shared(len(sides)))))
    return rows


def _variances(meetings: Sequence[Meeting], number: int, ladder: Sequence[str]) -> list[tuple]:
    """The rows of the table of variances: with all agents, and without the weakest."""
    rows = []
    for who, names in (("all agents", set()), (f"without {ladder[0]}", {ladder[0]})):
        part = outcomes(
            meetings, lambda m, names=names: m.num_players == number and not is_mirror(m) and not names & set(m.lineup)
        )
        if len(part.seat):
            rows.append((number, who, *_bounded(part), part.games))
    return rows


def _bounded(part: Outcomes) -> list[float]:
    """The parts of the variance in percent, each followed by the ends of its interval."""
    block = np.searchsorted(np.unique(part.deal), part.deal) % BLOCKS
    whole = _parts(part)
    left = np.array([_parts(part.where(block != k)) for k in range(BLOCKS)])
    error = np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((left - left.mean(axis=0)) ** 2, axis=0))
    return [float(x) for value, half in zip(whole, 2.093 * error) for x in (value, value - half, value + half)]


def _parts(part: Outcomes) -> np.ndarray:
    """Percent of the variance that is skill, seat, deal and the rest."""
    total = part.share.var()
    fair = 1 / part.num_players
    skill = _means(part.share, _numbered(part.meeting, part.agent)) - fair
    seat = _means(part.share, part.seat) - fair
    left = part.share - fair - skill - seat
    deal = _covariance(left, _numbered(part.meeting, part.deal, part.seat))
    parts = np.array([np.mean(skill**2), np.mean(seat**2), deal]) / total
    return 100 * np.append(parts, 1 - parts.sum())


def _numbered(*columns: np.ndarray) -> np.ndarray:
    """A number for each combination that comes up, i8[n]."""
    number = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        known, place = np.unique(column, return_inverse=True)
        number = np.unique(number * len(known) + place, return_inverse=True)[1]
    return number


def _means(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """The mean of its group for each value."""
    return (np.bincount(group, values) / np.bincount(group))[group]


def _covariance(values: np.ndarray, group: np.ndarray) -> float:
    """The mean product of two different values of one group: the variance of what the group has in common."""
    count = np.bincount(group)
    products = np.bincount(group, values) ** 2 - np.bincount(group, values**2)
    pairs = count * (count - 1)
    return float(products[pairs > 0].sum() / max(1, pairs.sum()))


def _sentence(row: tuple) -> str:
    skill, seat, deal, rest = row[2:14:3]
    return (
        f"With {COUNTS[row[0]]} players, {row[1]}: who plays explains {skill:.1f} % of who wins, the seat "
        f"{seat:.1f} %, the deal at least {deal:.0f} %. The other {rest:.0f} % are dice, cards, and play."
    )


def _findings(rungs: list[tuple], ladder: Sequence[str]) -> tuple[Finding, ...]:
    """Told for each number of players where the strongest does not win clearly against the weakest."""
    found = []
    for number, one, other, effect, low, high, rate, games in rungs:
        if (one, other) == (ladder[-1], ladder[0]):
            sentence = (
                f"With {COUNTS[number]} players skill hardly matters: {one}, the strongest agent, wins only {rate:.0f} "
                f"games in 100 against {other}, which plays at random."
                if high < WORTH
                else f"With {COUNTS[number]} players {one} wins {rate:.0f} games in 100 against {other}."
            )
            weight = WORTH / max(high, 1.0) if high < WORTH else 0.0
            unit = "points of winning over a fair share"
            found.append(Finding(sentence, effect, low, high, unit, games, (one, other), weight, SCALE, "skill"))
    return tuple(found)
