"""Intervals cover what they say, also where games hang together; the tests draw what they judge from fixed seeds."""

import numpy as np
import pytest

pytest.importorskip("scipy")
from gangzzz_env.analysis import statistics

REPEATS = 1000


def covered(intervals, truth):
    """The share of intervals (low, high) that hold the truth."""
    return np.mean([low <= truth <= high for low, high in intervals])


def within_chance(share, expected):
    """Whether a share of REPEATS is as expected, up to four standard deviations of chance."""
    return abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / REPEATS)


def hanging_together(rng, deals, games_of_each):
    """Values of mean 0 of which those of a deal share most; the deals, and the values."""
    deal = np.repeat(np.arange(deals), games_of_each)
    return deal, rng.normal(size=deals)[deal] + 0.2 * rng.normal(size=len(deal))


def test_wilson_interval():
    assert statistics.wilson(0, 0) == (0.0, 1.0)
    assert statistics.wilson(500, 1000) == pytest.approx((0.4691, 0.5309), abs=1e-4)
    assert statistics.wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_wilson_interval_covers_a_rate():
    rng = np.random.default_rng(1)
    assert within_chance(covered([statistics.wilson(k, 200) for k in rng.binomial(200, 0.3, REPEATS)], 0.3), 0.95)


@pytest.mark.parametrize("deals", [5, 100])
def test_a_mean_of_games_that_hang_together_is_covered_where_counting_games_fails(deals):
    rng = np.random.default_rng(2)
    clustered, counted = [], []
    for _ in range(REPEATS):
        deal, values = hanging_together(rng, deals, 4)
        clustered.append(statistics.clustered_mean(values, deal).interval())
        counted.append(statistics.clustered_mean(values, np.arange(len(values))).interval())
    assert within_chance(covered(clustered, 0.0), 0.95)
    assert covered(counted, 0.0) < 0.8


def test_a_mean_over_deals_alone_is_the_textbooks():
    from scipy import stats

    values = np.random.default_rng(3).normal(size=20)
    found = statistics.clustered_mean(values, np.arange(20))
    known = stats.ttest_1samp(values, 0)
    assert found.interval() == pytest.approx(tuple(known.confidence_interval()))
    assert found.p_value() == pytest.approx(known.pvalue)
    assert found.parts.sum() == pytest.approx(0)


def test_many_means_at_once_are_each_its_own():
    deal, values = hanging_together(np.random.default_rng(4), 30, 3)
    both = statistics.clustered_mean(np.stack([values, -2 * values], axis=1), deal)
    low, high = statistics.clustered_mean(values, deal).interval()
    assert np.stack(both.interval()) == pytest.approx(np.array([[low, -2 * high], [high, -2 * low]]))


def test_a_ratio_is_covered_where_both_parts_vary():
    rng = np.random.default_rng(5)
    intervals = []
    for _ in range(REPEATS):
        deal = np.repeat(np.arange(80), 2)
        taken = rng.poisson(rng.gamma(2, 1, 80))[deal]
        intervals.append(statistics.clustered_ratio(rng.binomial(taken, 0.3), taken, deal).interval())
    assert within_chance(covered(intervals, 0.3), 0.95)


def test_what_was_never_there_has_no_ratio_and_an_infinite_error():
    found = statistics.clustered_ratio(np.zeros((4, 2)), np.array([[0, 1]] * 4), np.arange(4))
    assert np.isnan(found.value[0]) and np.isinf(found.error[0])
    assert found.value[1] == found.error[1] == 0


def test_one_deal_tells_nothing():
    low, high = statistics.clustered_mean(np.array([1.0, 3.0]), np.array([7, 7])).interval()
    assert (low, high) == (-np.inf, np.inf)
    assert statistics.clustered_rate(np.array([1.0, 0.0]), np.ones(2), np.array([7, 7]))[0] == 0.5


@pytest.mark.parametrize(("rate", "strength"), [(0.5, 1), (0.05, 1), (0.3, 10)])
def test_a_rate_of_games_that_hang_together_is_covered(rate, strength):
    """Chances of a deal are Beta(rate, 1 - rate) * strength: the smaller the strength, the more alike its games."""
    rng = np.random.default_rng(6)
    intervals = []
    for _ in range(REPEATS):
        chance = rng.beta(rate * strength, (1 - rate) * strength, 100)
        deal = np.repeat(np.arange(100), 3)
        wins = rng.random(300) < chance[deal]
        intervals.append(statistics.clustered_rate(wins, np.ones(300), deal)[1:])
    assert covered(intervals, rate) > 0.95 - 4 * np.sqrt(0.95 * 0.05 / REPEATS)
    assert covered(intervals, rate) < 0.98


@pytest.mark.parametrize("wins", [0, 1])
def test_a_rate_of_all_or_none_counts_deals(wins):
    found = statistics.clustered_rate(np.full(40, wins), np.ones(40), np.repeat(np.arange(10), 4))
    assert found[0] == wins
    assert found[2] - found[1] == pytest.approx(0.338, abs=0.01)  # of 10 trials, by t of 9 degrees


def test_a_rate_that_every_deal_gives_alike_has_no_width():
    """Two seats of one agent share each victory: whatever is played, it is half."""
    assert statistics.clustered_rate(np.tile([1, 0], 10), np.ones(20), np.repeat(np.arange(10), 2)) == (0.5, 0.5, 0.5)


def test_the_same_games_differ_by_exactly_zero():
    deal, values = hanging_together(np.random.default_rng(7), 30, 3)
    one = statistics.clustered_mean(values, deal)
    again = statistics.paired_difference(one, one)
    assert again.value == again.error == 0.0
    assert again.interval() == (0.0, 0.0)
    assert again.p_value() == 1.0


def test_a_paired_difference_takes_off_the_luck_that_both_share():
    rng = np.random.default_rng(8)
    paired, unpaired = [], []
    for _ in range(REPEATS):
        deal, values = hanging_together(rng, 50, 2)
        before = statistics.clustered_mean(values, deal)
        after = statistics.clustered_mean(values + 0.1 + 0.2 * rng.normal(size=100), deal)
        paired.append(statistics.paired_difference(before, after).interval())
        unpaired.append(statistics.independent_difference(before, after).interval())
    assert within_chance(covered(paired, 0.1), 0.95)
    widths = [np.mean([high - low for low, high in found]) for found in (paired, unpaired)]
    assert widths[0] < widths[1] / 5


def test_a_paired_difference_is_the_textbooks():
    from scipy import stats

    rng = np.random.default_rng(9)
    before, after = rng.normal(size=(2, 20))
    found = statistics.paired_difference(
        *(statistics.clustered_mean(values, np.arange(20)) for values in (before, after))
    )
    assert found.interval() == pytest.approx(tuple(stats.ttest_rel(after, before).confidence_interval()))


def test_independent_samples_of_different_spread_and_size_are_welchs():
    from scipy import stats

    rng = np.random.default_rng(10)
    before, after = rng.normal(size=12), 3 * rng.normal(size=30)
    found = statistics.independent_difference(
        *(statistics.clustered_mean(values, np.arange(len(values))) for values in (before, after))
    )
    known = stats.ttest_ind(after, before, equal_var=False)
    assert found.interval() == pytest.approx(tuple(known.confidence_interval()))
    assert found.p_value() == pytest.approx(known.pvalue)


def test_intervals_of_many_things_hold_together():
    rng = np.random.default_rng(11)
    hold = {1: 0, 20: 0}
    for _ in range(REPEATS):
        found = statistics.clustered_mean(rng.normal(size=(40, 20)), np.arange(40))
        for things in hold:
            low, high = found.interval(statistics.shared(things))
            hold[things] += bool(np.all((low <= 0) & (high >= 0)))
    assert hold[20] > 0.93 * REPEATS
    assert hold[1] < 0.5 * REPEATS


@pytest.mark.parametrize("adjust", [statistics.holm, statistics.false_discoveries])
def test_where_nothing_is_there_a_flag_in_20_scans_is_wrong_at_most(adjust):
    rng = np.random.default_rng(12)
    wrong = sum(adjust(rng.random(30)).min() <= 0.05 for _ in range(REPEATS))
    assert wrong < 0.07 * REPEATS


def test_flags_are_kept_for_what_is_there():
    p_values = np.array([0.6, 1e-6, 0.03, 1e-5])
    assert statistics.holm(p_values) == pytest.approx([0.6, 4e-6, 0.06, 3e-5])
    assert (statistics.false_discoveries(p_values) <= 0.05).tolist() == [False, True, False, True]


def stopped(rng, draw, wanted):
    """The interval at which one stops who looks after every value, and the number of values that it took."""
    low, high = statistics.always_valid(draw(rng), -1, 1, wanted)
    where = np.flatnonzero(high - low <= 2 * wanted)
    return (low[where[0]], high[where[0]]), where[0] + 1


LAWS = {
    "often": (lambda rng: rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], 4000), 0.0),
    "seldom": (lambda rng: (rng.random(4000) < 0.02).astype(float), 0.02),
}


@pytest.mark.parametrize(("draw", "truth"), LAWS.values(), ids=LAWS)
def test_whoever_looks_after_every_deal_and_stops_is_right_as_often_as_the_interval_says(draw, truth):
    rng = np.random.default_rng(13)
    ends = [stopped(rng, draw, 0.05)[0] for _ in range(REPEATS // 2)]
    assert covered(ends, truth) >= 0.95


def test_a_fixed_interval_fails_whoever_stops_when_it_leaves_out_zero_and_the_sequence_does_not():
    rng = np.random.default_rng(14)
    fooled = {"fixed": 0, "sequence": 0}
    for _ in range(REPEATS // 2):
        values = rng.choice([-1.0, 1.0], 2000)
        seen = np.arange(1, 2001)
        mean = np.cumsum(values) / seen
        fooled["fixed"] += bool(np.any(np.abs(mean[50:]) > 1.96 * np.sqrt((1 - mean[50:] ** 2) / seen[50:])))
        low, high = statistics.always_valid(values, -1, 1, 0.1)
        fooled["sequence"] += bool(np.any((low > 0) | (high < 0)))
    assert fooled["fixed"] > 0.25 * REPEATS / 2
    assert fooled["sequence"] <= 0.05 * REPEATS / 2


def test_the_price_of_looking_is_a_half_more_width():
    values = np.random.default_rng(15).choice([-1.0, 0.0, 1.0], 60_000)
    low, high = statistics.always_valid(values, -1, 1, 0.02)
    count = int(np.flatnonzero(high - low <= 0.04)[0])
    fixed = 1.96 * values[:count].std() / np.sqrt(count)
    assert 1.2 < 0.02 / fixed < 1.6


def test_what_never_happened_in_few_deals_may_still_happen():
    low, high = statistics.always_valid(np.zeros(300), -1, 1, 0.005)
    assert low[-1] < -0.02 and high[-1] > 0.02
