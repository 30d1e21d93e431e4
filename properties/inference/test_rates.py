"""Intervals of rates against the equations that define them, and their exact coverage."""

from fractions import Fraction
from math import comb, isclose, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.interval import Interval
from measurand.inference.rates import (
    Cluster,
    ClusterCorrection,
    clopper_pearson,
    cluster,
    clustered_error,
    clustered_interval,
    wilson,
)
from measurand.values.quantity import Quantity, Root, rational
from measurand.values.score import Defined, Undefined

METHODS = (wilson, clopper_pearson)
levels = st.sampled_from([Fraction(n, 1000) for n in (500, 800, 900, 950, 990, 999)])
trials = st.integers(1, 60)
counts = trials.flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
values = st.fractions(-3, 3, max_denominator=6)
groups = st.lists(st.lists(values, min_size=1, max_size=4), min_size=2, max_size=5)
LEVEL = Fraction(95, 100)


def made(found: Interval | Undefined) -> Interval:
    assert isinstance(found, Interval)
    return found


def at_least(hits: int, n: int, p: Fraction) -> Fraction:
    """Give the exact chance of so many hits or more."""
    chances = (comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(hits, n + 1))
    return sum(chances, start=Fraction(0))


def coverage(intervals: list[Interval], p: Fraction) -> Fraction:
    """Give the exact chance that the interval of the hits holds the rate they came from."""
    n = len(intervals) - 1
    held = (k for k, interval in enumerate(intervals) if interval.holds(p))
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in held), start=Fraction(0))


@given(counts, levels)
def test_both_ends_of_wilson_solve_its_equation(found: tuple[int, int], level: Fraction) -> None:
    hits, n = found
    z = NormalDist().inv_cdf(float((1 + level) / 2))

    interval = made(wilson(hits, n, level))

    for p in (interval.low, interval.high):
        assert isclose(abs(hits / n - p), z * sqrt(p * (1 - p) / n), rel_tol=1e-9, abs_tol=1e-12)
    assert interval.low < interval.high


@given(counts, levels)
def test_both_ends_of_clopper_and_pearson_leave_their_tail(
    found: tuple[int, int], level: Fraction
) -> None:
    hits, n = found
    tail = float((1 - level) / 2)

    interval = made(clopper_pearson(hits, n, level))

    if hits:
        assert isclose(at_least(hits, n, Fraction(interval.low)), tail, rel_tol=1e-9)
    else:
        assert interval.low == 0
    if hits < n:
        assert isclose(1 - at_least(hits + 1, n, Fraction(interval.high)), tail, rel_tol=1e-9)
    else:
        assert interval.high == 1


@given(counts, levels)
def test_an_interval_of_a_rate_holds_the_rate(found: tuple[int, int], level: Fraction) -> None:
    hits, n = found

    for method in METHODS:
        interval = made(method(hits, n, level))
        assert interval.holds(Fraction(hits, n))
        assert interval.low >= 0
        assert interval.high <= 1
        assert interval.degenerate is None


@given(counts, levels)
def test_misses_have_the_mirrored_interval(found: tuple[int, int], level: Fraction) -> None:
    hits, n = found

    for method in METHODS:
        one, other = made(method(hits, n, level)), made(method(n - hits, n, level))
        assert isclose(one.low, 1 - other.high, abs_tol=1e-12)
        assert isclose(one.high, 1 - other.low, abs_tol=1e-12)


@given(counts.filter(lambda found: found[0] < found[1]), levels)
def test_one_hit_more_moves_both_ends_up(found: tuple[int, int], level: Fraction) -> None:
    hits, n = found

    for method in METHODS:
        one, other = made(method(hits, n, level)), made(method(hits + 1, n, level))
        assert one.low < other.low
        assert one.high < other.high


@given(counts)
def test_more_confidence_is_never_narrower(found: tuple[int, int]) -> None:
    for method in METHODS:
        inner, outer = made(method(*found, Fraction(9, 10))), made(method(*found, LEVEL))
        assert outer.low <= inner.low
        assert inner.high <= outer.high


@given(st.integers(1, 12), st.fractions(0, 1, max_denominator=200), levels)
def test_clopper_and_pearson_cover_every_rate_at_least_as_often_as_they_say(
    n: int, p: Fraction, level: Fraction
) -> None:
    intervals = [made(clopper_pearson(hits, n, level)) for hits in range(n + 1)]

    assert coverage(intervals, p) >= level


@pytest.mark.parametrize("n", range(1, 13))
def test_clopper_and_pearson_cover_just_beyond_their_own_ends(n: int) -> None:
    # Coverage is least where an interval has just ended.
    intervals = [made(clopper_pearson(hits, n)) for hits in range(n + 1)]
    step = Fraction(1, 10**9)
    ends = [Fraction(one.high) + step for one in intervals[:-1]]

    assert all(coverage(intervals, p) >= LEVEL - Fraction(1, 10**6) for p in ends)


@pytest.mark.parametrize("n", [5, 10, 20, 30])
def test_wilson_covers_near_its_level_on_average_but_not_everywhere(n: int) -> None:
    intervals = [made(wilson(hits, n)) for hits in range(n + 1)]
    covered = [coverage(intervals, Fraction(k, 200)) for k in range(1, 200)]

    assert abs(mean_of(covered) - LEVEL) < Fraction(1, 100)
    assert min(covered) < LEVEL < max(covered)


def squared(quantity: Quantity) -> Fraction:
    return quantity.square if isinstance(quantity, Root) else rational(quantity) ** 2


def error_of(clusters: list[Cluster]) -> Fraction:
    found = clustered_error(clusters)
    assert isinstance(found, Defined)
    return squared(found.value)


@given(groups)
def test_the_clustered_error_adds_the_products_within_clusters(
    groups: list[list[Fraction]],
) -> None:
    # Miller (2024), appendix A: SE_CLT^2, and every ordered pair of one cluster over n^2.
    flat = [value for group in groups for value in group]
    n, mean = len(flat), mean_of(flat)
    plain = sum((value - mean) ** 2 for value in flat) / n**2
    pairs = sum(
        (group[i] - mean) * (group[j] - mean)
        for group in groups
        for i in range(len(group))
        for j in range(len(group))
        if i != j
    )

    assert error_of([cluster(group) for group in groups]) == plain + Fraction(pairs) / n**2


def mean_of(flat: list[Fraction]) -> Fraction:
    return sum(flat, start=Fraction(0)) / len(flat)


@given(st.lists(values, min_size=2, max_size=8))
def test_singleton_clusters_have_the_plain_error(flat: list[Fraction]) -> None:
    mean = mean_of(flat)
    plain = sum((value - mean) ** 2 for value in flat) / Fraction(len(flat)) ** 2

    assert error_of([cluster([value]) for value in flat]) == plain


@given(groups, values, values)
def test_the_clustered_error_moves_not_and_scales_with_the_values(
    groups: list[list[Fraction]], shift: Fraction, scale: Fraction
) -> None:
    moved = [cluster([scale * value + shift for value in group]) for group in groups]

    assert error_of(moved) == scale**2 * error_of([cluster(group) for group in groups])


@given(st.data(), groups, st.sampled_from(ClusterCorrection))
def test_the_order_of_clusters_and_of_their_samples_plays_no_part(
    data: st.DataObject, groups: list[list[Fraction]], how: ClusterCorrection
) -> None:
    mixed = [data.draw(st.permutations(group)) for group in data.draw(st.permutations(groups))]

    assert clustered_error([cluster(group) for group in mixed], how) == clustered_error(
        [cluster(group) for group in groups], how
    )


@given(groups)
def test_the_correction_multiplies_by_clusters_over_one_fewer(groups: list[list[Fraction]]) -> None:
    clusters = [cluster(group) for group in groups]
    corrected = clustered_error(clusters, ClusterCorrection.CLUSTERS)

    assert isinstance(corrected, Defined)
    count = len(clusters)
    assert squared(corrected.value) == error_of(clusters) * Fraction(count, count - 1)


@given(groups, levels)
def test_a_clustered_interval_holds_the_mean_or_says_that_it_is_a_point(
    groups: list[list[Fraction]], level: Fraction
) -> None:
    clusters = [cluster(group) for group in groups]
    mean = mean_of([value for group in groups for value in group])

    interval = made(clustered_interval(clusters, level))

    assert interval.holds(float(mean))
    assert (interval.degenerate is not None) == (error_of(clusters) == 0)
