"""The game of choosing a strategy: how often each wins against which others, who beats whom, in cycles or not.

A cell of the payoff table is a strategy and the company it has at the table: one landlord with three copies of trader,
or with two landlords more and one trader. All that is told here stands on cells; who never met is not told.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gangzzz_env.analysis.metrics import originals
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, clustered_rate, clustered_ratio, holm, paired_difference, shared

LEVEL = 0.05  # of error, for all that is called significant together


@dataclass(frozen=True)
class Cell:
    """A strategy in some company.

    Attributes:
        strategy: its name.
        others: names at the other seats, in alphabetical order.
        wins: f8[games], victories of the seats that the strategy had in each distinct game.
        seats: i8[games], how many these were.
        deals: u8[games].
    """

    strategy: str
    others: tuple[str, ...]
    wins: np.ndarray
    seats: np.ndarray
    deals: np.ndarray

    @cached_property
    def estimate(self) -> OfDeals:
        """Victories a seat."""
        return clustered_ratio(self.wins, self.seats, self.deals)

    def interval(self, confidence: float) -> tuple[float, float]:
        """The ends of the interval of the victories a seat."""
        return clustered_rate(self.wins, self.seats, self.deals, confidence)[1:]

    @property
    def lineup(self) -> tuple[str, ...]:
        """Everybody at the table, in alphabetical order."""
        return tuple(sorted((self.strategy, *self.others)))

    def renamed(self, names: Mapping[str, str]) -> "Cell":
        """The same cell under other names."""
        others = tuple(sorted(names[other] for other in self.others))
        return replace(self, strategy=names[self.strategy], others=others)


@dataclass(frozen=True)
class PayoffTable:
    """All cells of games of one number of players.

    Attributes:
        num_players: of each game.
        strategies: names, in the order of their first appearance.
        cells: by strategy and others.
    """

    num_players: int
    strategies: tuple[str, ...]
    cells: dict[tuple[str, tuple[str, ...]], Cell]

    @property
    def par(self) -> float:
        """Victories a seat where all are equal."""
        return 1 / self.num_players

    @property
    def games(self) -> int:
        """Distinct games."""
        return sum({cell.lineup: len(cell.deals) for cell in self.cells.values()}.values())

    def among(self, strategy: str, other: str, copies: int = 1) -> Cell | None:
        """The cell of a strategy that has so many seats, and the other one all the rest; None if it was not played."""
        others = (strategy,) * (copies - 1) + (other,) * (self.num_players - copies)
        return self.cells.get((strategy, tuple(sorted(others))))

    def against(self, strategy: str, other: str) -> OfDeals:
        """Victories of one against copies of another; against copies of itself they are par."""
        if strategy == other:
            return OfDeals(self.par, 0.0, 1, np.zeros(0, np.uint64), np.zeros(0))
        return self.among(strategy, other).estimate


def payoff_table(meetings: Sequence[Meeting], names: Iterable[str]) -> PayoffTable:
    """The table of all meetings, of one number of players, in which only these strategies sit."""
    allowed, found = set(names), {}
    for meeting in meetings:
        if allowed.issuperset(meeting.lineup) and len(set(meeting.lineup)) > 1:
            for cell in _cells(meeting):
                found.setdefault((cell.strategy, cell.others), []).append(cell)
    strategies = tuple(dict.fromkeys(strategy for strategy, _ in found))
    num_players = 1 + len(next(iter(found))[1]) if found else 0
    return PayoffTable(num_players, strategies, {key: _join(cells) for key, cells in found.items()})


def _cells(meeting: Meeting) -> Iterable[Cell]:
    games, rows = meeting.games, originals(meeting.games)
    places = (np.arange(meeting.num_players) + games.rotation[rows, None]) % meeting.num_players
    for name in dict.fromkeys(meeting.lineup):
        is_there = np.array([seated == name for seated in meeting.lineup])[places]
        others = list(meeting.lineup)
        others.remove(name)
        wins = (games.share[rows] * is_there).sum(axis=1)
        yield Cell(name, tuple(sorted(others)), wins, is_there.sum(axis=1), games.seed[rows])


def _join(cells: list[Cell]) -> Cell:
    columns = (np.concatenate([getattr(cell, name) for cell in cells]) for name in ("wins", "seats", "deals"))
    return Cell(cells[0].strategy, cells[0].others, *columns)


def complete(table: PayoffTable) -> tuple[str, ...]:
    """The strategies that have each met copies of each other; who lacks most meetings is left out first."""
    kept = list(table.strategies)
    while True:
        lacks = [sum(_has_not_met(table, a, b) for b in kept) for a in kept]
        if not any(lacks):
            return tuple(kept)
        del kept[len(lacks) - 1 - int(np.argmax(lacks[::-1]))]


def _has_not_met(table: PayoffTable, a: str, b: str) -> bool:
    return a != b and (table.among(a, b) is None or table.among(b, a) is None)


@dataclass(frozen=True)
class Beats:
    """One strategy wins significantly more than par against copies of another, and not the other way round.

    Attributes:
        winner, loser: their names.
        margin, low, high: victories above par, with the interval that holds for all pairs together.
    """

    winner: str
    loser: str
    margin: float
    low: float
    high: float


def beats(table: PayoffTable) -> list[Beats]:
    """Who beats whom, after Holm's correction for all pairs of strategies and both directions."""
    cells = [cell for a in table.strategies for b in table.strategies if a != b and (cell := table.among(a, b))]
    if not cells:
        return []
    tests = {cell.lineup: cell for cell in cells}  # of two players, one direction says the other
    adjusted = dict(zip(tests, holm(np.array([float(cell.estimate.p_value(table.par)) for cell in tests.values()]))))
    above = {(cell.strategy, cell.others[0]): cell for cell in cells if _wins(cell, adjusted[cell.lineup], table.par)}
    found = []
    for (winner, loser), cell in above.items():
        if (loser, winner) not in above:
            low, high = (end - table.par for end in cell.interval(shared(len(tests))))
            found.append(Beats(winner, loser, float(cell.estimate.value) - table.par, low, high))
    return found


def _wins(cell: Cell, p_value: float, par: float) -> bool:
    return p_value <= LEVEL and cell.estimate.value > par


def cycles(edges: Sequence[Beats]) -> list[tuple[Beats, ...]]:
    """The shortest cycle through each strategy that is in one, each cycle once: A beats B beats C beats A."""
    beaten = {}
    for edge in edges:
        beaten.setdefault(edge.winner, []).append(edge)
    found = {frozenset(edge.winner for edge in way): way for start in beaten if (way := _way_back(start, beaten))}
    return list(found.values())


def _way_back(start: str, beaten: dict[str, list[Beats]]) -> tuple[Beats, ...]:
    ways, seen = [(edge,) for edge in beaten[start]], set()
    for way in ways:
        end = way[-1].loser
        if end == start:
            return way
        if end not in seen:
            seen.add(end)
            ways += [(*way, edge) for edge in beaten.get(end, [])]
    return ()


@dataclass(frozen=True)
class Worst:
    """Against whom a strategy does worst.

    Attributes:
        strategy: its name.
        against: the strategy against copies of which it wins least.
        margin, low, high: its victories above par there, with the interval that holds for all pairs of strategies.
        is_clear: whether it wins significantly more than par against copies of every other.
        games: against all others.
    """

    strategy: str
    against: str
    margin: float
    low: float
    high: float
    is_clear: bool
    games: int


def worst(table: PayoffTable) -> list[Worst]:
    """Of each strategy that has met all others, where it does worst; the best of them first.

    To win against all, it must win clearly where that is least clear (an intersection-union test, as `dominated` is),
    with Bonferroni's correction for all strategies.
    """
    names = complete(table)
    if len(names) < 2:
        return []
    found = [_worst(table, name, [other for other in names if other != name], len(names)) for name in names]
    return sorted(found, key=lambda row: -row.margin)


def _worst(table: PayoffTable, name: str, others: list[str], looks: int) -> Worst:
    cells = {other: table.among(name, other) for other in others}
    least = min(others, key=lambda other: float(cells[other].estimate.value))
    low, high = (end - table.par for end in cells[least].interval(shared(looks * len(others))))
    p_value = max(_one_sided(cell.estimate, table.par) for cell in cells.values())
    margin = float(cells[least].estimate.value) - table.par
    games = sum(len(cell.deals) for cell in cells.values())
    return Worst(name, least, margin, low, high, p_value * looks <= LEVEL, games)


def _one_sided(estimate: OfDeals, null: float) -> float:
    return float(estimate.p_value(null)) / 2 if estimate.value > null else 1.0


@dataclass(frozen=True)
class Dominated:
    """A strategy that does worse than another whoever else sits at the table.

    Attributes:
        strategy: the worse one.
        by: the better one.
        least: the smallest of the differences, in victories a seat.
        against: the strategy whose copies that is against.
    """

    strategy: str
    by: str
    least: float
    against: str


def dominated(table: PayoffTable) -> list[Dominated]:
    """Who is dominated: worse against copies of every strategy, each significantly.

    To be worse against all, the least clear of the differences must be clear (an intersection-union test; Berger,
    "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982), with Holm's correction for all
    pairs.
    """
    names = complete(table)
    pairs = [(worse, better) for worse in names for better in names if worse != better]
    if not pairs:
        return []
    found = []
    for worse, better in pairs:
        gaps = [paired_difference(table.against(worse, other), table.against(better, other)) for other in names]
        least = min(range(len(names)), key=lambda place: float(gaps[place].value))
        unclear = max(_one_sided(gap, 0.0) for gap in gaps)
        found.append((Dominated(worse, better, float(gaps[least].value), names[least]), unclear))
    adjusted = holm(np.array([p_value for _, p_value in found]))
    return [row for (row, _), p_value in zip(found, adjusted) if p_value <= LEVEL]
