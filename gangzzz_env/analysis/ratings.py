"""Ratings: one number a strategy, from which the chance to win follows; and how far such numbers explain the table.

The model of Luce and Plackett, which for two players is that of Bradley and Terry: of those at a table each wins in
proportion to its worth. The ratings are the most likely ones given all games at once, so that their order does not
matter; k who share a victory have 1/k of it each. 400 points are ten times the worth, and the mean is 0.
"""

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.meta_game import LEVEL, Cell, PayoffTable
from gangzzz_env.analysis.statistics import OfDeals, clustered_mean, holm

POINTS = 400 / math.log(10)
PULL = 0.01  # to the mean, as a normal prior of deviation 10 in logarithms: who won all games stays finite


@dataclass(frozen=True)
class Misfit:
    """A cell that wins significantly more or less often than the ratings say.

    Attributes:
        cell: of the payoff table.
        expected: victories a seat by the ratings.
    """

    cell: Cell
    expected: float


@dataclass(frozen=True)
class Ratings:
    """Ratings and what they do not explain.

    Attributes:
        strategies: names.
        points: of each strategy, f8[k], clustered by deal.
        explained: part of the spread of all cells around par that the ratings explain, of what is more than chance;
            1 where nothing is.
        misfits: the cells that they do not explain, after Holm's correction for all cells, the farthest off first.
    """

    strategies: tuple[str, ...]
    points: OfDeals
    explained: float
    misfits: tuple[Misfit, ...]


def ratings(table: PayoffTable) -> Ratings:
    """The ratings of all strategies of a table."""
    counts, wins = _lineups(table)
    worth = _most_likely(counts, wins)
    points = dataclasses.replace(_influence(table, counts, wins, worth), value=POINTS * worth)
    cells = list(table.cells.values())
    expected = np.array([_expected(table, worth, cell) for cell in cells])
    return Ratings(table.strategies, points, _explained(cells, expected, table.par), _misfits(cells, expected))


def _rows(table: PayoffTable) -> dict[tuple[str, ...], int]:
    """A row for each line-up."""
    return {lineup: row for row, lineup in enumerate(dict.fromkeys(cell.lineup for cell in table.cells.values()))}


def _lineups(table: PayoffTable) -> tuple[np.ndarray, np.ndarray]:
    """Of each line-up, how many seats and how many victories each strategy has: f8[lineups, k] both."""
    places = {name: place for place, name in enumerate(table.strategies)}
    rows = _rows(table)
    counts, wins = np.zeros((len(rows), len(places))), np.zeros((len(rows), len(places)))
    for cell in table.cells.values():
        counts[rows[cell.lineup], places[cell.strategy]] = cell.lineup.count(cell.strategy)
        wins[rows[cell.lineup], places[cell.strategy]] = cell.wins.sum()
    return counts, wins


def _most_likely(counts: np.ndarray, wins: np.ndarray) -> np.ndarray:
    """The logarithms of the worths, f8[k]."""
    from scipy.optimize import minimize

    total, each = wins.sum(), wins.sum(axis=1)

    def unlikelihood(worth):
        chances = _chances(counts, worth)
        value = each @ np.log(counts @ np.exp(worth)) - wins.sum(axis=0) @ worth + PULL * worth @ worth / 2
        return value / total, (each @ chances - wins.sum(axis=0) + PULL * worth) / total

    found = minimize(unlikelihood, np.zeros(counts.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-9})
    return found.x - found.x.mean()


def _chances(counts: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """The chance that a strategy's seats of a line-up win, f8[lineups, k]."""
    weighed = counts * np.exp(worth)
    return weighed / weighed.sum(axis=1, keepdims=True)


def _influence(table: PayoffTable, counts: np.ndarray, wins: np.ndarray, worth: np.ndarray) -> OfDeals:
    """How far each deal moves the ratings: an M-estimate's influence, Hessian's inverse times the deal's score."""
    chances, each = _chances(counts, worth), wins.sum(axis=1)
    hessian = np.diag(each @ chances) - np.einsum("l,li,lj->ij", each, chances, chances) + PULL * np.eye(len(worth))
    rows = _rows(table)
    scores, deals = [], []
    for cell in table.cells.values():
        unit = np.array([name == cell.strategy for name in table.strategies]) - chances[rows[cell.lineup]]
        scores.append(cell.wins[:, None] * unit)
        deals.append(cell.deals)
    moved = np.linalg.solve(hessian, np.concatenate(scores).T).T
    moved -= moved.mean(axis=1, keepdims=True)
    deals = np.concatenate(deals)
    return clustered_mean(POINTS * len(deals) * moved, deals)


def _expected(table: PayoffTable, worth: np.ndarray, cell: Cell) -> float:
    size = dict(zip(table.strategies, np.exp(worth)))
    return float(size[cell.strategy] / sum(size[name] for name in cell.lineup))


def _explained(cells: list[Cell], expected: np.ndarray, par: float) -> float:
    found = np.array([float(cell.estimate.value) for cell in cells])
    chance = sum(float(cell.estimate.error) ** 2 for cell in cells)
    spread, left = (np.sum(np.square(found - middle)) - chance for middle in (par, expected))
    return float(np.clip(1 - left / spread, 0, 1)) if spread > 0 else 1.0


def _misfits(cells: list[Cell], expected: np.ndarray) -> tuple[Misfit, ...]:
    p_values = [float(cell.estimate.p_value(chance)) for cell, chance in zip(cells, expected)]
    wrong = [Misfit(cell, chance) for cell, chance, p in zip(cells, expected, holm(np.array(p_values))) if p <= LEVEL]
    return tuple(sorted(wrong, key=lambda row: -abs(float(row.cell.estimate.value) - row.expected)))
