"""The tables of the chapter about dominance."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.best_response import Answer
from gangzzz_env.analysis.report.parts import Table
from gangzzz_env.analysis.report.study import Study, cycle_in_words
from gangzzz_env.analysis.statistics import CONFIDENCE


def tables(studies: Sequence[Study]) -> tuple[Table, ...]:
    """All tables of these studies."""
    return tuple(
        Table(name, title, definition, ("players", "strength", *columns), _rows(studies, rows))
        for name, title, definition, columns, rows in TABLES
    )


def _rows(studies: Sequence[Study], rows) -> tuple[tuple, ...]:
    return tuple((each.num_players, each.strength, *row) for each in studies for row in rows(each))


def _worst_rows(each: Study) -> list[tuple]:
    return [
        (row.strategy, 100 * row.margin, 100 * row.low, 100 * row.high, row.against, row.games) for row in each.worst
    ]


def _equilibrium_rows(each: Study) -> list[tuple]:
    even, low, high = each.even, *each.ratings.points.interval()
    places = {name: place for place, name in enumerate(each.ratings.strategies)}
    rows = []
    for k in np.argsort(-even.share):
        at, part = (
            places[even.strategies[k]],
            (even.share[k], even.low[k], even.high[k], even.presence[k], even.alone[k]),
        )
        points = (each.ratings.points.value[at], low[at], high[at])
        rows.append((even.strategies[k], *(100 * float(value) for value in part), *map(float, points)))
    return rows


def _payoff_rows(each: Study) -> list[tuple]:
    rows = []
    for cell in each.table.cells.values():
        low, high = cell.interval(CONFIDENCE)
        company = " + ".join(f"{cell.others.count(name)} {name}" for name in dict.fromkeys(cell.others))
        rate = float(cell.estimate.value)
        rows.append((cell.strategy, company, 100 * rate, 100 * low, 100 * high, len(cell.deals)))
    return rows


def _edge_rows(each: Study) -> list[tuple]:
    circle = {edge: cycle_in_words(way) for way in each.cycles for edge in way}
    return [
        (edge.winner, edge.loser, 100 * edge.margin, 100 * edge.low, 100 * edge.high, circle.get(edge))
        for edge in each.edges
    ]


def _dominated_rows(each: Study) -> list[tuple]:
    return [(row.strategy, row.by, 100 * row.least, row.against) for row in each.dominated]


# name, title, definition, columns, rows of a study
TABLES = (
    (
        "worst",
        "Where each strategy does worst",
        "Victories per 100 games of one of the strategy against copies of that other one against which it wins least, "
        "less the fair share. Who is above 0 everywhere beats all. The intervals hold together with 95 %, games of one "
        "deal counted as one observation; of several bad opponents the worst looks worse than it is.",
        ("strategy", "over", "over_low", "over_high", "against", "games"),
        _worst_rows,
    ),
    (
        "equilibrium",
        "What remains where everybody takes the best, and ratings",
        "Share: how often the strategy is played, per 100, in the Nash equilibrium (two players) or in alpha-rank's "
        "stationary distribution (three and four; intensity 100, a population of one table), with the middle 95 % of "
        "resampled deals. In it, alone: in how many of 100 resamples it has at least 1 %, at least 99 %. Points: the "
        "most likely ratings (Bradley-Terry, Plackett-Luce), 400 more are ten times the worth, the mean is 0.",
        ("strategy", "share", "share_low", "share_high", "in_it", "alone", "points", "points_low", "points_high"),
        _equilibrium_rows,
    ),
    (
        "beats",
        "Who beats whom",
        "Pairs in which one of the winner wins significantly more than a fair share against copies of the loser, and "
        "not the other way round, after Holm's correction for all pairs: how many of 100 games more, with intervals "
        "that hold for all pairs together. Cycle: the shortest one that it is part of.",
        ("winner", "loser", "over", "over_low", "over_high", "cycle"),
        _edge_rows,
    ),
    (
        "dominated",
        "Strategies that another one dominates",
        "Against copies of every strategy the one wins significantly less than the other, after Holm's correction; "
        "least is the smallest difference in victories per 100 games.",
        ("strategy", "dominated_by", "least", "against"),
        _dominated_rows,
    ),
    (
        "payoffs",
        "The payoff table",
        "Victories per 100 seats that the strategy has in this company; each interval holds for itself with 95 %, "
        "games of one deal counted as one observation. Of equal games one counts; unfinished ones are won by nobody.",
        ("strategy", "company", "win_rate", "win_rate_low", "win_rate_high", "games"),
        _payoff_rows,
    ),
)


def counters(answers: Sequence[Answer]) -> Table:
    """The table of what searches have found."""
    rows = [
        (
            answer.num_players,
            answer.opponent,
            answer.name,
            "counter" if answer.is_counter else "none found",
            *(100 * value for value in (answer.rate, answer.low, answer.high)),
            answer.games,
            answer.searched,
        )
        for answer in answers
    ]
    return Table(
        "counters",
        "Searches for a counter",
        "Victories per 100 games of the best candidate of a search against copies of the opponent, on deals that it "
        "was not chosen by: games; searched are those before.",
        ("players", "opponent", "answer", "verdict", "win_rate", "win_rate_low", "win_rate_high", "games", "searched"),
        tuple(rows),
    )
