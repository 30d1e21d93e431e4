"""Intervals of a rate and the clustered error, on published values and on values worked by hand."""

from fractions import Fraction
from math import sqrt

import pytest

from measurand.inference.interval import Interval, point
from measurand.inference.rates import (
    Cluster,
    ClusterCorrection,
    clopper_pearson,
    cluster,
    clustered_error,
    clustered_interval,
    normal_quantile,
    wilson,
)
from measurand.values.score import Defined, Root, Undefined, square_root

LEVEL = Fraction(95, 100)
HALF = Fraction(1, 2)


def clusters(*groups: tuple[int, ...]) -> list[Cluster]:
    return [cluster([Fraction(value) for value in group]) for group in groups]


def ends(interval: Interval | Undefined) -> tuple[float, float]:
    assert isinstance(interval, Interval)
    return interval.low, interval.high


# Measured in the audit: 60 of 60.
def test_sixty_of_sixty_is_not_certain_by_wilson() -> None:
    low, high = ends(wilson(60, 60))

    assert low == pytest.approx(0.93983, abs=5e-6)
    assert high == 1


def test_sixty_of_sixty_is_not_certain_by_clopper_and_pearson() -> None:
    low, high = ends(clopper_pearson(60, 60))

    assert low == pytest.approx(0.94037, abs=5e-6)
    assert high == 1


def test_all_hits_have_the_closed_forms() -> None:
    # Wilson: n / (n + z^2). Clopper-Pearson: (alpha / 2)^(1 / n).
    z = 1.959963984540054

    assert ends(wilson(7, 7)) == pytest.approx((7 / (7 + z * z), 1.0))
    assert ends(clopper_pearson(7, 7)) == pytest.approx((pow(0.025, 1 / 7), 1.0))


# R. G. Newcombe (1998), Two-sided confidence intervals for the single proportion, table I.
@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_the_values_of_newcombe(hits: int, trials: int, low: float, high: float) -> None:
    found = ends(wilson(hits, trials))

    assert found == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_clopper_and_pearson_have_the_values_of_newcombe(
    hits: int, trials: int, low: float, high: float
) -> None:
    found = ends(clopper_pearson(hits, trials))

    assert found == pytest.approx((low, high), abs=5e-5)


def test_no_trial_gives_no_interval() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == Undefined("no trial")


def test_hits_beyond_the_trials_are_refused() -> None:
    for method in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match=r"^hits are some of the trials: got 3 of 2$"):
            method(3, 2)
        with pytest.raises(ValueError, match=r"^hits are some of the trials: got -1 of 2$"):
            method(-1, 2)


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1), Fraction(95)])
def test_a_level_that_is_no_probability_is_refused(level: Fraction) -> None:
    message = f"^a level of confidence lies between 0 and 1: got {level}, such as 0.95 for 95 %$"

    for method in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match=message):
            method(1, 2, level)
    with pytest.raises(ValueError, match=message):
        clustered_interval(clusters((0,), (1,)), level)


def test_the_normal_quantiles_are_those_of_the_tables() -> None:
    found = [normal_quantile(Fraction(level, 100)) for level in (90, 95, 99)]

    assert found == pytest.approx([1.6448536269514722, 1.959963984540054, 2.5758293035489004])


def test_the_error_of_singleton_clusters_is_the_plain_one() -> None:
    # 1, 2, 3, 6 have mean 3 and squares 4 + 1 + 0 + 9 = 14 about it: SE^2 = 14 / 16.
    ones = clusters((1,), (2,), (3,), (6,))

    assert clustered_error(ones) == Defined(Root(Fraction(14, 16)))


def test_clusters_that_vary_together_have_a_larger_error() -> None:
    # Miller (2024), appendix A: SE^2 + n^-2 sum over i != j of a cluster (s_i - s)(s_j - s).
    # 0 0 | 1 1 : SE_CLT^2 = 4 (1/4) / 16 = 1/16, and 4 ordered pairs of 1/4, over 16, once more.
    assert clustered_error(clusters((0, 0), (1, 1))) == Defined(square_root(Fraction(2, 16)))


def test_clusters_that_even_out_have_no_error() -> None:
    even = clusters((0, 1), (1, 0))

    assert clustered_error(even) == Defined(Fraction(0))
    assert clustered_interval(even) == point(0.5, LEVEL, "all clusters have one mean")


def test_the_correction_for_few_clusters_multiplies_the_variance() -> None:
    two = clusters((0, 0), (1, 1))

    assert clustered_error(two, ClusterCorrection.CLUSTERS) == Defined(HALF)


@pytest.mark.parametrize("few", [[], clusters((0, 1, 1))])
def test_fewer_than_two_clusters_have_no_error(few: list[Cluster]) -> None:
    assert clustered_error(few) == Undefined("fewer than two clusters")
    assert clustered_interval(few) == Undefined("fewer than two clusters")


def test_the_interval_of_a_mean_is_two_errors_to_either_side() -> None:
    half = 1.959963984540054 * sqrt(1 / 8)

    found = clustered_interval(clusters((0, 0), (1, 1)))

    assert ends(found) == pytest.approx((0.5 - half, 0.5 + half))


def test_a_cluster_without_samples_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a cluster has a sample: got 0$"):
        cluster([])
