"""Sizes of effect: by hand, turned round, and of differences that have none."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.comparison import compare, compares
from measurand.inference.effects import Effect, Effects, effects, extras
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.values.score import Undefined
from tests.inference.judged import MEAN, SUM, two

# Darwin's maize in eighths of an inch, as in Fisher (1935).
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
WHY = Undefined("no resamples")


def found(values: list[int], plan: Plan) -> Effects:
    sizes = compare(MEAN, two(values), plan).effects
    assert isinstance(sizes, Effects)
    return sizes


def test_the_effect_of_darwins_maize() -> None:
    # scipy.stats.ttest_1samp gives t = 2.148 of 14 degrees; d is t over the root of 15.
    sizes = found(MAIZE, Plan(replicates=500))

    assert isinstance(sizes.standardised, Effect)
    deviation = float(np.std(MAIZE, ddof=1))
    assert sizes.standardised.value == pytest.approx(314 / 15 / deviation, rel=1e-12)
    assert sizes.standardised.value * sqrt(15) == pytest.approx(2.148, abs=5e-4)
    # 13 of 15 are positive.
    assert sizes.dominance.value == pytest.approx(11 / 15, rel=1e-15)
    for one in (sizes.standardised, sizes.dominance):
        assert isinstance(one.interval, Interval)
        assert one.interval.low < one.value < one.interval.high


def test_the_unit_of_measurement_has_no_effect() -> None:
    plan = Plan(replicates=50)

    assert found([8 * value for value in MAIZE], plan) == found(MAIZE, plan)
    # A sum and a mean of the same differences have one size.
    mean, total = compares([MEAN, SUM], two(MAIZE), plan)
    assert isinstance(mean.effects, Effects)
    assert isinstance(total.effects, Effects)
    assert total.effects.dominance == mean.effects.dominance
    one, other = mean.effects.standardised, total.effects.standardised
    assert isinstance(one, Effect)
    assert isinstance(other, Effect)
    assert other.value == pytest.approx(one.value, rel=1e-12)


def test_resamples_of_one_value_have_no_size() -> None:
    # Of two units, every second resample has one of them twice.
    sizes = found([1, 2], Plan(replicates=40))

    assert isinstance(sizes.standardised, Effect)
    assert isinstance(sizes.standardised.interval, Undefined)
    assert sizes.standardised.interval.reason.endswith(" of 40 resamples have no such size")
    assert sizes.dominance == Effect(1.0, Interval(1.0, 1.0, Fraction(19, 20), SAME))


def test_turning_twice_is_nothing() -> None:
    one = Effects(Effect(0.5, Interval(-0.25, 1.0, Fraction(19, 20))), Effect(0.0, WHY))

    back = one.signed(-1)

    assert back.standardised == Effect(-0.5, Interval(-1.0, 0.25, Fraction(19, 20)))
    assert str(back.dominance.value) == "0.0"
    assert back.signed(-1) == one.signed(1) == one
    assert Effects(WHY, Effect(1.0, WHY)).signed(-1) == Effects(WHY, Effect(-1.0, WHY))


def test_what_rows_add_is_the_difference_its_square_and_its_sign() -> None:
    third = Fraction(1, 3)

    assert extras((third, -third, Fraction(0)), 6) == (
        (Fraction(2), Fraction(4), Fraction(1)),
        (Fraction(-2), Fraction(4), Fraction(-1)),
        (Fraction(0), Fraction(0), Fraction(0)),
    )


def test_differences_past_the_squares_of_floats_are_taken_in_another_unit() -> None:
    tiny, huge = (Fraction(10) ** power for power in (-250, 250))

    for unit in (tiny, huge):
        ((small, _, _), (large, square, sign)) = extras((unit, 3 * unit), 1)
        assert large == 3 * small
        assert sign == 1
        assert 1 < square < 100


def test_differences_that_are_equal_but_for_rounding_have_no_size() -> None:
    # Squares of three tenths sum to a little more than the sum squared over three.
    sums = np.array([[0.1 + 0.1 + 0.1, 3 * 0.1 * 0.1 * (1 + 4e-16), 3.0]])

    assert effects(sums, None, 3, Plan()).standardised == Undefined("all differences are equal")
