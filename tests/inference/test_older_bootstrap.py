"""The bootstrap of older programs: its options, its order, and what it cannot say."""

from fractions import Fraction

import pytest

from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.comparison import NO_UNIT
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.study import (
    legacy_compare,
    legacy_estimate,
    legacy_test,
)
from measurand.values.score import Defined, Undefined
from properties.oracles import stats

SIGN = Plan(test=Test.BOOTSTRAP_SIGN, replicates=2000, seed=42)
DRAWN = [0.1, -0.2, 0.3, 0.0, 0.25]
LEVEL = Fraction(19, 20)


def test_the_numbers_are_those_of_the_program() -> None:
    expected = stats.legacy_bootstrap(DRAWN, 2000, 42)

    interval, p_value = legacy_test(DRAWN, SIGN)

    assert interval == Interval(expected.low, expected.high, LEVEL)
    assert isinstance(p_value, PValue)
    assert float(p_value.value) == expected.p


def test_the_order_of_the_samples_moves_the_numbers() -> None:
    assert legacy_test(DRAWN[::-1], SIGN) != legacy_test(DRAWN, SIGN)


def test_one_resample_more_counts_on_both_sides() -> None:
    _, plain = legacy_test([0.1, 0.2], SIGN)
    _, more = legacy_test([0.1, 0.2], Plan(test=Test.BOOTSTRAP_PLUS_ONE, replicates=99))

    assert plain == PValue(Fraction(0), "bootstrap_sign, resampled", Fraction(0))
    assert more == PValue(Fraction(2, 100), "bootstrap_plus_one, resampled", Fraction(0))


def test_equal_differences_are_a_point_that_says_so() -> None:
    for value, p in ((0.25, Fraction(0)), (0.0, Fraction(1))):
        interval, p_value = legacy_test([value] * 3, SIGN)
        assert interval == Interval(value, value, LEVEL, SAME)
        assert isinstance(p_value, PValue)
        assert p_value.value == p


def test_resamples_that_are_almost_all_alike_are_a_point_that_says_so() -> None:
    # One in a thousand is another: quantiles do not see it.
    interval, _ = legacy_test([1.0] * 999 + [0.5], Plan(replicates=9, level=Fraction(1, 100)))

    assert isinstance(interval, Interval)
    if interval.low == interval.high:
        assert interval.degenerate == "almost all resamples have one score"


@pytest.mark.parametrize("test", [Test.SIGN_FLIP, Test.WILCOXON])
def test_other_tests_have_no_legacy_stream(test: Test) -> None:
    _, p_value = legacy_test(DRAWN, Plan(test=test, replicates=5))

    assert p_value == Undefined(f"the legacy stream has no test {test.value}")


def test_basic_ends_are_mirrored() -> None:
    plain, _ = legacy_test(DRAWN, SIGN)
    basic, _ = legacy_test(DRAWN, Plan(ends=Ends.BASIC, replicates=2000, seed=42))

    assert isinstance(plain, Interval)
    assert isinstance(basic, Interval)
    assert basic.low + plain.high == pytest.approx(2 * 0.09, abs=1e-15)


def test_without_differences_there_is_nothing() -> None:
    assert legacy_test([], SIGN) == (NO_UNIT, NO_UNIT)
    assert legacy_estimate([None], SIGN).score == NO_UNIT
    assert legacy_compare([None], [Fraction(1)], SIGN).difference == NO_UNIT


def test_lists_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        legacy_compare([Fraction(1)], [], SIGN)


def test_differences_are_of_floats_and_scores_are_exact() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)

    found = legacy_compare([third, None, half], [half, half, None], SIGN)

    assert found.difference == Defined(Fraction(-1, 6))
    assert (found.units, found.left_out) == (1, 2)
    assert found.interval == Interval(1 / 3 - 1 / 2, 1 / 3 - 1 / 2, LEVEL, SAME)
    assert found.effects == Undefined("older programs gave no sizes of effect")
