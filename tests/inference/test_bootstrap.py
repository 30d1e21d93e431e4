"""Intervals and p-values read off a handful of resampled scores."""

from fractions import Fraction

import numpy as np
import pytest

from measurand.inference.bootstrap_intervals import NEARLY, SAME, bca_tails, interval_of, sign_p
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Test
from measurand.values.score import Undefined

HALF = Fraction(1, 2)
DRAWN = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 3.0])
# Jackknife scores whose influences are 1, 0 and -1: no acceleration.
LEVELLED = np.array([0.0, 1.0, 2.0]), [1, 1, 1]
SKEWED = np.array([0.0, 3.0]), [3, 1]


def test_percentile_ends_are_interpolated_and_basic_ones_mirrored() -> None:
    plan = Plan(level=Fraction(2, 3))

    # Places 9/6 and 9 - 9/6 of ten: between 0 and 1, and between 2 and 2.
    plain = interval_of(DRAWN, 1.0, plan, LEVELLED)
    assert isinstance(plain, Interval)
    assert (plain.low, plain.high) == pytest.approx((0.5, 2.0), abs=1e-12)
    basic = interval_of(DRAWN, 1.0, Plan(level=Fraction(2, 3), ends=Ends.BASIC), LEVELLED)
    assert isinstance(basic, Interval)
    assert (basic.low, basic.high) == pytest.approx((0.0, 1.5), abs=1e-12)


@pytest.mark.parametrize(
    ("without", "acceleration"),
    # Influences .75 of one and -.25 ... : a mean of 3/4 gives 3/4 thrice and -9/4 once, and
    # a = (3 27/64 - 729/64) / (6 (3 9/16 + 81/16) ** 1.5).
    [(LEVELLED, 0.0), (SKEWED, (3 * 27 / 64 - 729 / 64) / (6 * (108 / 16) ** 1.5))],
)
def test_bca_ends_count_ties_half_and_follow_the_skewness(
    without: tuple[np.ndarray[tuple[int], np.dtype[np.float64]], list[int]], acceleration: float
) -> None:
    plan = Plan(level=HALF, ends=Ends.BCA)

    found = interval_of(DRAWN, 1.0, plan, without)

    # Two of ten are below 1, and five tie: (2 + 5/2) / 10.
    low, high = bca_tails(HALF, 0.45, acceleration)
    expected = np.quantile(DRAWN, [low, 1 - high]).tolist()
    assert isinstance(found, Interval)
    assert [found.low, found.high] == pytest.approx(expected, rel=1e-12)


def test_ties_are_seen_through_rounding() -> None:
    third = 0.1 + 0.2
    drawn = np.array([0.0, 0.3, third, 0.3, 1.0])
    exact = np.array([0.0, 0.3, 0.3, 0.3, 1.0])
    plan = Plan(level=HALF, ends=Ends.BCA)

    one, other = (interval_of(some, third, plan, LEVELLED) for some in (drawn, exact))

    assert isinstance(one, Interval)
    assert isinstance(other, Interval)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-12)


@pytest.mark.parametrize(
    ("drawn", "without", "why"),
    [
        ([0.0, 0.5], LEVELLED, "all resampled scores lie on one side of the observed one"),
        (
            [0.0, 2.0],
            (np.array([1.0, np.nan]), [1, 1]),
            "without one of the units there is no score",
        ),
        ([0.0, 2.0], (np.array([1.0]), [5]), "all units pull alike"),
    ],
)
def test_bca_ends_may_not_exist(
    drawn: list[float],
    without: tuple[np.ndarray[tuple[int], np.dtype[np.float64]], list[int]],
    why: str,
) -> None:
    assert interval_of(np.array(drawn), 1.0, Plan(ends=Ends.BCA), without) == Undefined(why)


def test_points_say_what_they_are() -> None:
    level = Plan().level
    assert interval_of(np.array([1.0, 1.0]), 1.0, Plan(), LEVELLED) == Interval(1, 1, level, SAME)
    nearly = interval_of(np.array([1.0] * 999 + [2.0]), 1.001, Plan(), LEVELLED)
    assert nearly == Interval(1, 1, level, NEARLY)
    # Resamples that are alike, and unlike the score itself, stay where they are.
    assert interval_of(np.array([2.0]), 1.0, Plan(), LEVELLED) == Interval(2, 2, level, NEARLY)


def test_resamples_without_a_score_are_left_out_up_to_a_tail_and_said() -> None:
    # At 9/10 a tail is 1/20: of 20 resamples one, of 40 two; 0 to 18 are interpolated at 0.9, 17.1.
    drawn = np.array([np.nan, *range(19)], dtype=np.float64)
    plan = Plan(level=Fraction(9, 10))

    found = interval_of(drawn, 9.0, plan)

    assert isinstance(found, Interval)
    assert (found.low, found.high) == pytest.approx((0.9, 17.1))
    assert found.how == "1 of 20 resamples have no score and are left out"
    assert isinstance(interval_of(np.tile(drawn, 2), 9.0, plan), Interval)
    one_more = np.array([np.nan, np.nan, *range(18)], dtype=np.float64)
    assert interval_of(one_more, 9.0, plan) == Undefined("2 of 20 resamples have no score")


def test_resamples_that_all_have_a_score_have_the_interval_that_they_had() -> None:
    drawn = np.array([0.0, 1.0, 2.0])

    found = interval_of(drawn, 1.0, Plan(level=Fraction(1, 2)))

    assert found == Interval(0.5, 1.5, Fraction(1, 2))
    assert isinstance(found, Interval)
    assert found.how is None


def test_resamples_without_a_score_are_counted() -> None:
    found = interval_of(np.array([1.0, np.nan, np.nan]), 1.0, Plan(), LEVELLED)

    assert found == Undefined("2 of 3 resamples have no score")
    assert interval_of(np.array([np.nan]), 1.0, Plan()) == Undefined(
        "1 of 1 resamples have no score"
    )
    plan = Plan(test=Test.BOOTSTRAP_SIGN)
    assert sign_p(np.array([1.0, np.nan]), plan) == Undefined("some resamples have no difference")
