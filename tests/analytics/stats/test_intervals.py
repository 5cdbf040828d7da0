"""Intervals against published figures, and against what they promise: 95 of 100 hold the truth."""

from math import inf

import pytest

from analytics.stats.intervals import Interval, clustered, mean, student, variance, wilson
from engines.rng import Rng, mixed


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_figures_of_newcombe_s_table(
    successes: int, trials: int, low: float, high: float
) -> None:
    interval = wilson(successes / trials, trials)
    assert interval.value == successes / trials
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_a_share_that_is_always_or_never_keeps_its_end() -> None:
    assert wilson(1.0, 20).high == 1.0
    assert wilson(0.0, 20).low == 0.0


def test_no_trial_says_nothing() -> None:
    assert wilson(0.0, 0) == Interval(0.0, 0.0, 1.0) == clustered(0.0, 0.0, 0)


def test_clusters_of_one_trial_are_trials() -> None:
    plain, in_clusters = wilson(0.3, 999), clustered(300.0, 300.0, 1000)
    assert in_clusters.low == pytest.approx(plain.low)
    assert in_clusters.high == pytest.approx(plain.high)


def test_trials_that_all_do_the_same_in_a_cluster_count_once() -> None:
    assert clustered(50.0, 50.0, 100).width == pytest.approx(wilson(0.5, 99).width)


def test_clusters_that_hardly_differ_say_more_than_as_many_trials() -> None:
    shares = [0.4, 0.6] * 50
    interval = clustered(sum(shares), sum(share**2 for share in shares), 100)
    assert interval.width < wilson(0.5, 100).width / 4


def test_a_few_clusters_that_happen_to_be_equal_are_not_certain() -> None:
    assert clustered(2.0, 1.0, 4).width == wilson(0.5, 4).width


def test_clusters_that_are_all_equal_are_not_certain_whatever_their_share() -> None:
    for share in (0.5, 1 / 3, 0.1):
        shares, squares = sum([share] * 60), sum([share**2] * 60)
        assert clustered(shares, squares, 60).width == pytest.approx(wilson(share, 60).width)


def test_a_mean_has_student_s_interval() -> None:
    values = [4.0, 7.0, 6.0, 3.0, 5.0, 5.0]  # s = √2, so ±2.571 · √(2/6)
    interval = mean(sum(values), sum(value**2 for value in values), 6)
    assert interval.value == 5.0
    assert (
        interval.high - 5.0 == pytest.approx(5.0 - interval.low) == pytest.approx(1.4844, abs=1e-4)
    )


def test_an_interval_of_what_is_never_below_0_is_not_either() -> None:
    """Two games of 128 and 167 decisions, two seats that score 0 and 4, and nothing but 0."""
    length = mean(128.0 + 167.0, 128.0**2 + 167.0**2, 2)
    assert (length.value, length.low) == (147.5, 0.0)
    assert length.high == pytest.approx(147.5 + 12.706 * 19.5)
    assert mean(4.0, 16.0, 2).low == 0.0
    assert mean(0.0, 0.0, 2) == Interval(0.0, 0.0, 0.0)


def test_one_value_has_no_interval() -> None:
    assert mean(7.0, 49.0, 1) == Interval(7.0, -inf, inf)
    assert mean(0.0, 0.0, 0) == Interval(0.0, -inf, inf)


@pytest.mark.parametrize(("degrees", "t"), [(1, 12.706), (30, 2.042), (31, 2.040), (60, 2.000)])
def test_student_s_t_is_that_of_the_tables(degrees: int, t: float) -> None:
    assert student(degrees) == pytest.approx(t, abs=6e-4)


def test_rounding_makes_no_variance_negative() -> None:
    assert variance(0.1 * 3, 0.1**2 * 3, 3) == pytest.approx(0.0, abs=1e-15)
    assert variance(0.1 * 3, 0.1**2 * 3, 3) >= 0.0


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    """400 experiments of 60 clusters: two trials each that agree more often than chance."""
    held = 0
    for experiment in range(400):
        rng, shares = Rng(mixed(5, experiment)), []
        for _ in range(60):
            first = rng.below(10) < 3
            second = first if rng.below(2) else rng.below(10) < 3
            shares.append((first + second) / 2)
        interval = clustered(sum(shares), sum(share**2 for share in shares), 60)
        held += interval.low <= 0.3 <= interval.high
    assert 368 <= held <= 392
