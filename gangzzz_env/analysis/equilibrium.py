"""Which strategies remain where everybody takes the best one: Nash's equilibrium of two, alpha-rank of more players.

Two players play a zero-sum game with the payoff table, whose equilibrium is one linear program (SciPy's HiGHS solves
it). For more, alpha-rank (Omidshafiei et al., "Alpha-rank: multi-agent evaluation by evolution", Scientific Reports 9,
2019) watches a table where all play one strategy and somebody tries another: how likely the new one drives the old one
out says where the table goes next, and the share of time that it spends with each strategy is its rank. The population
is the players of one game, so all compositions of two strategies are games that were played. (OpenSpiel's alpha-rank of
one population knows games of two only; with two players, both agree.)
"""

from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.meta_game import PayoffTable, complete

INTENSITY = 100.0  # alpha: a strategy that wins 1 point more often is e times as likely to be taken up as the reverse
RESAMPLES = 200
IN_IT = 0.01  # the least share of which a strategy is said to be in the equilibrium
NASH, ALPHA_RANK = "Nash equilibrium", "alpha-rank"


@dataclass(frozen=True)
class Equilibrium:
    """The shares of strategies in an equilibrium. Arrays have an entry for each strategy.

    Attributes:
        method: NASH or ALPHA_RANK.
        strategies: names.
        share: f8, how often it is played.
        low, high: f8, the middle 95 % over resampled deals.
        presence: f8, in what part of the resamples it is in the equilibrium.
        alone: f8, in what part of them it is the only one.
    """

    method: str
    strategies: tuple[str, ...]
    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    presence: np.ndarray
    alone: np.ndarray

    @property
    def favorite(self) -> str:
        """The strategy of the greatest share."""
        return self.strategies[int(np.argmax(self.share))]


def equilibrium(table: PayoffTable, resamples: int = RESAMPLES, seed: int = 0) -> Equilibrium | None:
    """The equilibrium of the strategies that have all met each other, None of fewer than two of them.

    Args:
        table: of payoffs.
        resamples: how many sets of deals are drawn with replacement from those that were played.
        seed: of these draws.
    """
    names = complete(table)
    if len(names) < 2:
        return None
    solve, method = (nash, NASH) if table.num_players == 2 else (alpha_rank, ALPHA_RANK)
    advantage, parts = _advantages(table, names)
    share = solve(advantage)
    resampled = np.array([solve(advantage + moved) for moved in _moves(parts, resamples, seed)])
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    presence, alone = np.mean(resampled >= IN_IT, axis=0), np.mean(resampled > 1 - IN_IT, axis=0)
    return Equilibrium(method, names, share, low, high, presence, alone)


def _advantages(table: PayoffTable, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """How much more a seat of one strategy wins than a seat of another at the same table, and what each deal adds.

    Returns:
        f8[k, k, players - 1]: first against second strategy, with 1, 2, ... seats of the first; compositions that were
        not played lie on the line between those that were. And f8[deals, k, k, players - 1].
    """
    deals = np.unique(np.concatenate([cell.deals for cell in table.cells.values()]))
    shape = (len(names), len(names), table.num_players - 1)
    value, parts = np.zeros(shape), np.zeros((len(deals), *shape))
    for first in range(len(names)):
        for second in range(first):
            gained, moved = _between(table, names[first], names[second], deals)
            value[first, second], parts[:, first, second] = gained, moved
            value[second, first], parts[:, second, first] = -gained[::-1], -moved[:, ::-1]
    return value, parts


def _between(table: PayoffTable, first: str, second: str, deals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    counts = np.arange(1, table.num_players)
    played = [count for count in counts if table.among(first, second, count)]
    values, parts = [], []
    for count in played:
        own = table.among(first, second, count).estimate
        other = table.among(second, first, table.num_players - count).estimate
        moved = np.zeros(len(deals))
        moved[np.searchsorted(deals, own.deals)] += own.parts - other.parts
        values.append(float(own.value - other.value))
        parts.append(moved)
    between = np.array([np.interp(counts, played, unit) for unit in np.eye(len(played))])  # of each played composition
    return np.array(values) @ between, np.array(parts).T @ between


def _moves(parts: np.ndarray, resamples: int, seed: int):
    """How far the advantages move when as many deals are drawn with replacement, once for each resample."""
    rng, count = np.random.default_rng(seed), len(parts)
    for _ in range(resamples):
        drawn = np.bincount(rng.integers(count, size=count), minlength=count)
        yield np.tensordot(drawn - 1.0, parts, axes=1)


def nash(advantage: np.ndarray) -> np.ndarray:
    """The mixture f8[k] against which no strategy gains, of advantages f8[k, k, 1]."""
    from scipy.optimize import linprog

    payoff, count = advantage[:, :, 0], len(advantage)
    safe = np.flatnonzero(payoff.min(axis=1) >= 0)
    if len(safe) == 1:  # who loses to none is an equilibrium alone
        return np.eye(count)[safe[0]]
    solved = linprog(
        np.append(np.zeros(count), -1.0),  # the most that is sure
        A_ub=np.column_stack([-payoff.T, np.ones(count)]),
        b_ub=np.zeros(count),
        A_eq=np.append(np.ones(count), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * count + [(None, None)],
        method="highs",
    )
    return np.clip(solved.x[:count], 0, 1)


def alpha_rank(advantage: np.ndarray) -> np.ndarray:
    """The share of time f8[k] that the table spends with each strategy, of advantages f8[k, k, players - 1]."""
    steps = np.cumsum(-INTENSITY * advantage, axis=2)
    fixation = np.exp(-np.logaddexp.reduce(np.concatenate([np.zeros_like(steps[:, :, :1]), steps], axis=2), axis=2))
    change = fixation.T / (len(advantage) - 1)  # from a row's to a column's strategy
    return _stationary(change)


def _stationary(change: np.ndarray) -> np.ndarray:
    """The stationary distribution of a chain by its rates between different states.

    Without subtractions, so that tiny rates count (Grassmann, Taksar and Heyman, "Regenerative analysis and steady
    state distributions for Markov chains", Operations Research 33, 1985).
    """
    rates, count = np.maximum(change, np.finfo(float).tiny), len(change)
    for last in range(count - 1, 0, -1):
        rates[:last, last] /= rates[last, :last].sum()
        rates[:last, :last] += np.outer(rates[:last, last], rates[last, :last])
    share = np.ones(count)
    for state in range(1, count):
        share[state] = share[:state] @ rates[:state, state]
    return share / share.sum()
