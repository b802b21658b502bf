"""What games can and cannot tell: estimates with intervals, how many were looked at, and when one may stop.

Games of one deal in several rotations hang together, so an estimate counts deals and not games: its standard error is
the cluster-robust one, and its interval takes Student's t with one degree of freedom less than there are deals (Liang
and Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986; Cameron and Miller, "A
practitioner's guide to cluster-robust inference", Journal of Human Resources 50, 2015). An estimate keeps what each
deal adds to it, so two estimates from the same deals can be compared deal by deal, where shared luck is taken off.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

CONFIDENCE = 0.95
MOST_BET = 0.5  # the cap c of `always_valid`, 1/2 in the paper's experiments


@dataclass(frozen=True)
class Estimate:
    """Numbers that were estimated, each with its standard error.

    Attributes:
        value: f8, or an array of them.
        error: their standard errors, as value; infinite where there is nothing to tell them from.
        degrees: of freedom of Student's t, a number or as value.
    """

    value: np.ndarray
    error: np.ndarray
    degrees: np.ndarray

    def interval(self, confidence: float = CONFIDENCE) -> tuple[np.ndarray, np.ndarray]:
        """The ends of each number's interval, as value. Of numbers that hold together, take `shared`'s confidence."""
        half = _students(0.5 + confidence / 2, self.degrees) * self.error
        return self.value - half, self.value + half

    def p_value(self, null: float = 0.0) -> np.ndarray:
        """How probable a number at least as far from `null` is, were `null` true: two-sided, as value."""
        special = _special()
        distance = np.abs(self.value - null)
        t = np.divide(distance, self.error, out=np.where(distance > 0, np.inf, 0.0), where=np.asarray(self.error) > 0)
        return 2 * special.stdtr(self.degrees, -t)


@dataclass(frozen=True)
class OfDeals(Estimate):
    """An estimate of which is known what each deal adds.

    Attributes:
        deals: u8 or i8[d], the deals, each once, in ascending order.
        parts: f8[d, ...], how far each deal moves the value from where the others have it; they add up to 0.
    """

    deals: np.ndarray
    parts: np.ndarray


def wilson(wins: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a rate of independent trials; of nothing seen, 0 to 1.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
    """
    if n == 0:
        return 0.0, 1.0
    return _score_interval(wins / n, n, NormalDist().inv_cdf(0.5 + confidence / 2))


def clustered_rate(successes: np.ndarray, trials: np.ndarray, deals: np.ndarray, confidence: float = CONFIDENCE):
    """The rate of successes with the ends of its interval, which keeps within 0 and 1: (rate, low, high).

    Wilson's interval for as many independent trials as would leave the same standard error (Korn and Graubard,
    "Confidence intervals for proportions with small expected number of positive counts estimated from survey data",
    Survey Methodology 24, 1998). Where all trials or none are successes, each deal counts as one.

    Args:
        successes: f8[n], of each game; a shared victory is a part of one.
        trials: f8[n], of each game, as how often an agent sat in it.
        deals: integers[n], the deal of each game.
        confidence: of the interval.
    """
    found = clustered_ratio(successes, trials, deals)
    rate, count = float(found.value), len(found.deals)
    if count == 0 or not np.isfinite(rate):
        return rate, 0.0, 1.0
    spread = rate * (1 - rate)
    if 0 < spread and found.error == 0:
        return rate, rate, rate
    independent = count if spread <= 0 or not np.isfinite(found.error) else spread / float(found.error) ** 2
    return rate, *_score_interval(rate, independent, float(_students(0.5 + confidence / 2, max(1, count - 1))))


def _score_interval(rate: float, n: float, z: float) -> tuple[float, float]:
    spread = z * z / n
    middle = (rate + spread / 2) / (1 + spread)
    half = np.sqrt(spread * rate * (1 - rate) + spread * spread / 4) / (1 + spread)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def clustered_mean(values: np.ndarray, deals: np.ndarray) -> OfDeals:
    """The mean over games.

    Args:
        values: numbers[n] or [n, k] for k means at once.
        deals: integers[n], the deal of each game.
    """
    values = np.asarray(values, np.float64)
    return clustered_ratio(values, np.ones_like(values), deals)


def clustered_ratio(numerators: np.ndarray, denominators: np.ndarray, deals: np.ndarray) -> OfDeals:
    """A sum over games divided by another one, as victories by seats taken: a mean of what is not in every game.

    Linearized (the delta method; Cochran, "Sampling techniques", 1977, 6.5). Where the denominator is 0, the value is
    not a number and its error infinite.

    Args:
        numerators: numbers[n] or [n, k] for k ratios at once.
        denominators: likewise.
        deals: integers[n], the deal of each game.
    """
    known, top, bottom = _sums(np.asarray(deals), np.asarray(numerators), np.asarray(denominators))
    total = bottom.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = top.sum(axis=0) / total
        parts = (top - value * bottom) / total
    return _of_deals(value, known, parts)


def _sums(deals: np.ndarray, *columns: np.ndarray) -> list[np.ndarray]:
    """The deals, each once, and the sums of each column over the games of each deal, f8."""
    order = np.argsort(deals, kind="stable")
    known, starts = np.unique(deals[order], return_index=True)
    if len(known) == 0:
        return [known, *(np.zeros((0, *column.shape[1:])) for column in columns)]
    return [known, *(np.add.reduceat(column[order].astype(np.float64), starts, axis=0) for column in columns)]


def _of_deals(value: np.ndarray, deals: np.ndarray, parts: np.ndarray) -> OfDeals:
    """An estimate from what each deal adds; of fewer than two deals the error is infinite."""
    count = len(deals)
    if count < 2:
        return OfDeals(value, np.full(np.shape(value), np.inf), 1, deals, parts)
    error = np.sqrt(count / (count - 1) * np.sum(parts * parts, axis=0))
    return OfDeals(value, np.where(np.isnan(error), np.inf, error), count - 1, deals, parts)


def paired_difference(before: OfDeals, after: OfDeals) -> OfDeals:
    """After minus before, deal by deal: what the deals share is taken off. The same games differ by exactly 0."""
    deals = np.union1d(before.deals, after.deals)
    parts = np.zeros((len(deals), *np.shape(after.value)))
    parts[np.searchsorted(deals, after.deals)] += after.parts
    parts[np.searchsorted(deals, before.deals)] -= before.parts
    return _of_deals(after.value - before.value, deals, parts)


def independent_difference(before: Estimate, after: Estimate) -> Estimate:
    """After minus before, from deals that have nothing to do with each other.

    Welch, "The generalization of 'Student's' problem when several different population variances are involved",
    Biometrika 34, 1947, with the degrees of freedom of Satterthwaite.
    """
    first, second = np.square(before.error), np.square(after.error)
    both = first + second
    with np.errstate(invalid="ignore", divide="ignore"):
        degrees = both * both / (first * first / before.degrees + second * second / after.degrees)
    usual = np.isfinite(degrees)
    return Estimate(after.value - before.value, np.sqrt(both), np.where(usual, degrees, 1))


def shared(things: int, confidence: float = CONFIDENCE) -> float:
    """The confidence of each of so many intervals, for all of them to hold together with `confidence`.

    Bonferroni's inequality, which holds however the things hang together.
    """
    return 1 - (1 - confidence) / max(1, things)


def holm(p_values: np.ndarray) -> np.ndarray:
    """Adjusted p values: to flag those of at most 0.05 flags even one wrongly with a probability of at most 5 %.

    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979. For any
    dependence, and never weaker than Bonferroni's.
    """
    p_values = np.asarray(p_values, np.float64)
    order = np.argsort(p_values)
    stepped = p_values[order] * np.arange(len(order), 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(stepped))
    return adjusted


def false_discoveries(p_values: np.ndarray) -> np.ndarray:
    """Adjusted p values: of those flagged at 0.05, at most 5 % are expected to be wrong. For a scan, not for a verdict.

    Benjamini and Yekutieli, "The control of the false discovery rate in multiple testing under dependency", Annals of
    Statistics 29, 2001, which holds for any dependence.
    """
    try:
        from scipy.stats import false_discovery_control
    except ImportError as error:
        raise _missing(error) from None
    return false_discovery_control(p_values, method="by")


def always_valid(
    values: np.ndarray, lowest: float, highest: float, half_width: float, confidence: float = CONFIDENCE
) -> tuple[np.ndarray, np.ndarray]:
    """Intervals of a mean after each value, that may be looked at after every one: all of them hold together.

    So one may play until the interval is narrow, or leaves out 0, and it still holds: a confidence sequence. Needs no
    assumption but that the values are independent, alike and bounded; it is the predictable plug-in empirical Bernstein
    confidence sequence of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal
    of the Royal Statistical Society B 86, 2024, theorem 2. The bets are those that are best once the interval has the
    wanted half-width; there it is about 1.4 times as wide as one that may be looked at once.

    Args:
        values: f8[n], one for each deal in the order of playing.
        lowest: the least that a value can be.
        highest: the most that a value can be.
        half_width: of the interval that one would like to have in the end.
        confidence: with which all intervals hold.

    Returns:
        Their lower and their upper ends, f8[n] each.
    """
    span, count = highest - lowest, len(values)
    x = (np.asarray(values, np.float64) - lowest) / span
    seen = np.arange(1, count + 1)
    mean = (0.5 + np.cumsum(x)) / (seen + 1)
    variance = (0.25 + np.cumsum(np.square(x - mean))) / (seen + 1)
    mean, variance = np.append(0.5, mean)[:count], np.append(0.25, variance)[:count]  # as known before each value
    bet = np.minimum(half_width / span / variance, MOST_BET)
    cost = np.cumsum(np.square(x - mean) * (-np.log1p(-bet) - bet))
    bets = np.cumsum(bet)
    half = (np.log(2 / (1 - confidence)) + cost) / bets
    middle = np.cumsum(bet * x) / bets
    low, high = np.maximum.accumulate(middle - half), np.minimum.accumulate(middle + half)
    return lowest + span * np.clip(low, 0, 1), lowest + span * np.clip(high, 0, 1)


def _students(probability: float, degrees: np.ndarray) -> np.ndarray:
    """The quantile of Student's t."""
    return _special().stdtrit(degrees, probability)


def _special():
    """SciPy's special functions.

    Raises:
        ImportError: SciPy is not installed.
    """
    try:
        from scipy import special
    except ImportError as error:
        raise _missing(error) from None
    return special


def _missing(error: ImportError) -> ImportError:
    return ImportError(f'statistics need {error.name.split(".")[0]}: pip install "gangzzz_env[report]"')
