"""Intervals read off resamples: where they lie, how they move, and when they are but a point."""

from collections.abc import Sequence
from fractions import Fraction
from math import isclose

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.evidence.observation import ColumnOf
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.bootstrap_intervals import SAME, interval_of
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Column
from measurand.metrics.options import Summing
from measurand.values.score import Defined, Undefined
from properties.inference.systems import Case, answered, cases

COST = Column(name="cost", reduce=Summing.MEAN)
values = st.fractions(-3, 3, max_denominator=6) | st.integers(-2, 2).map(Fraction)
samples = st.lists(values, min_size=1, max_size=8)
rights = st.lists(st.sampled_from((Fraction(0), Fraction(1))), min_size=1, max_size=30)
seeds = st.integers(0, 2**32)
plans = st.builds(
    Plan,
    ends=st.sampled_from(Ends),
    level=st.sampled_from([Fraction(text) for text in ("1/2", "9/10", "95/100")]),
    test=st.sampled_from(Test),
    replicates=st.integers(2, 60),
    seed=seeds,
    stream=st.sampled_from((Stream.NUMPY, Stream.RAW)),
)
units = st.fractions(0, 40, max_denominator=9).filter(bool)
steps = st.fractions(-9, 9, max_denominator=9)


def interval(drawn: Sequence[Fraction], plan: Plan, how: Column = COST) -> Interval | Undefined:
    return estimate(how, pool(ColumnOf("cost"), answered(drawn)), plan).interval


def close(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-12, abs_tol=1e-11)


def alike(found: Interval | Undefined, expected: Interval | Undefined) -> bool:
    if isinstance(found, Undefined) or isinstance(expected, Undefined):
        return found == expected
    ends = close(found.low, expected.low) and close(found.high, expected.high)
    return ends and found.degenerate == expected.degenerate


def moved(one: Interval | Undefined, unit: Fraction, step: Fraction) -> Interval | Undefined:
    if isinstance(one, Undefined):
        return one
    low, high = (end * float(unit) + float(step) for end in (one.low, one.high))
    return Interval(low, high, one.level, one.degenerate)


@given(rights, seeds)
def test_the_percentile_interval_of_a_share_contains_it(drawn: list[Fraction], seed: int) -> None:
    # The median of a binomial number is its mean where that is whole, and it is k = n (k / n): at
    # least half of all resamples lie on either side of the share, or on it. That less than 5 of
    # 400 do so comes once in 10**100. Of other means it is not true: a few samples may pull them
    # out of any interval of most resamples.
    found = interval(drawn, Plan(replicates=400, seed=seed))

    assert isinstance(found, Interval)
    assert found.holds(float(sum(drawn, Fraction(0)) / len(drawn)))


@given(samples, plans)
def test_a_percentile_or_bca_interval_of_a_mean_lies_between_the_values(
    drawn: list[Fraction], plan: Plan
) -> None:
    assume(plan.ends in {Ends.PERCENTILE, Ends.BCA})
    found = interval(drawn, plan)

    if isinstance(found, Interval):
        assert float(min(drawn)) - 1e-12 <= found.low <= found.high <= float(max(drawn)) + 1e-12


@given(samples, plans)
def test_the_basic_interval_is_the_percentile_one_mirrored_at_the_mean(
    drawn: list[Fraction], plan: Plan
) -> None:
    plain = interval(drawn, evolve(plan, ends=Ends.PERCENTILE))
    basic = interval(drawn, evolve(plan, ends=Ends.BASIC))

    assert isinstance(plain, Interval)
    assert isinstance(basic, Interval)
    twice = 2 * float(sum(drawn, Fraction(0)) / len(drawn))
    assert close(plain.low, twice - basic.high)
    assert close(plain.high, twice - basic.low)


@given(samples, plans, units, steps)
def test_intervals_move_with_the_unit_and_the_zero_of_what_is_measured(
    drawn: list[Fraction], plan: Plan, unit: Fraction, step: Fraction
) -> None:
    found = interval([unit * value + step for value in drawn], plan)

    assert alike(found, moved(interval(drawn, plan), unit, step))


@given(st.lists(st.tuples(values, values), min_size=1, max_size=8), plans, units, steps)
def test_a_difference_moves_with_the_unit_and_does_not_know_the_zero(
    drawn: list[tuple[Fraction, Fraction]], plan: Plan, unit: Fraction, step: Fraction
) -> None:
    how = ColumnOf("cost")
    plain = pairs(how, answered([a for a, _ in drawn]), answered([b for _, b in drawn]))
    first, second = ([unit * value + step for value in side] for side in zip(*drawn, strict=True))

    found = compare(COST, pairs(how, answered(first), answered(second)), plan)

    expected = compare(COST, plain, plan)
    assert found.p_value == expected.p_value
    assert alike(found.interval, moved(expected.interval, unit, Fraction(0)))


@given(values, st.integers(1, 9), plans)
def test_the_interval_of_a_constant_is_a_point_that_says_so(
    value: Fraction, number: int, plan: Plan
) -> None:
    found = interval([value] * number, plan)

    if number == 1 and plan.ends is Ends.JACKKNIFE:
        assert found == Undefined("one unit alone")
    else:
        assert found == Interval(float(value), float(value), plan.level, SAME)


@given(cases(), plans)
def test_units_that_are_all_alike_have_an_interval_of_no_width(case: Case, plan: Plan) -> None:
    one = case.first[:1] * 3
    case = evolve(case, first=tuple(evolve(sample, id=str(n)) for n, sample in enumerate(one)))

    found = estimate(case.definition, case.pool(), evolve(plan, cluster=case.cluster))

    assert found.units in {0, 3 if case.cluster is None else 1}
    if found.units == 1 and plan.ends is Ends.JACKKNIFE:
        assert isinstance(found.interval, Undefined)
    elif isinstance(found.score, Defined) and found.units:
        assert isinstance(found.interval, Interval)
        assert found.interval.low == found.interval.high
        assert close(found.interval.low, float(found.score.value))
        assert found.interval.degenerate == SAME


@given(cases(), plans)
def test_a_score_that_does_not_exist_has_no_interval_and_no_p_value(case: Case, plan: Plan) -> None:
    plan = evolve(plan, cluster=case.cluster)
    one = estimate(case.definition, case.pool(), plan)
    both = compare(case.definition, case.pairs(), plan)

    assert isinstance(one.score, Defined) or isinstance(one.interval, Undefined)
    if isinstance(both.difference, Undefined):
        assert isinstance(both.interval, Undefined)
        assert isinstance(both.p_value, Undefined)
    else:
        assert isinstance(both.first, Defined)
        assert isinstance(both.second, Defined)


@given(st.lists(values, min_size=2, max_size=8), seeds)
def test_a_bootstrap_p_value_counts_resamples_on_either_side(
    drawn: list[Fraction], seed: int
) -> None:
    nothing = answered([Fraction(0)] * len(drawn))
    both = pairs(ColumnOf("cost"), answered(drawn), nothing)

    def p_value(test: Test) -> Fraction:
        found = compare(COST, both, Plan(test=test, replicates=99, seed=seed)).p_value
        assert isinstance(found, PValue)
        return found.value

    share, more = p_value(Test.BOOTSTRAP_SIGN), p_value(Test.BOOTSTRAP_PLUS_ONE)
    assert (share * 99 / 2).denominator == 1 or share == 1
    assert more == min(Fraction(1), (share * 99 + 2) / 100) or share == more == 1
    if all(value > 0 for value in drawn):
        assert (share, more) == (Fraction(0), Fraction(2, 100))


@pytest.mark.parametrize("how", Summing)
def test_a_sample_without_a_number_is_left_out_of_sums_and_means(how: Summing) -> None:
    three = answered([Fraction(1), None, Fraction(3)])

    found = estimate(Column(name="cost", reduce=how), pool(ColumnOf("cost"), three), Plan(seed=1))

    assert (found.units, found.left_out) == (2, 1)


@given(
    st.lists(st.floats(-9, 9), min_size=20, max_size=60),
    st.integers(1, 4),
    st.lists(st.floats(-99, 99), min_size=4, max_size=4),
    st.sampled_from([Fraction(text) for text in ("1/2", "4/5", "9/10")]),
)
def test_whatever_the_scores_of_those_left_out_neither_tail_is_more_than_doubled(
    scored: list[float], lost: int, filled: list[float], level: Fraction
) -> None:
    number, tail = len(scored) + lost, (1 - level) / 2

    found = interval_of(np.array([*scored, *[np.nan] * lost]), scored[0], Plan(level=level))

    if lost > tail * number:
        assert found == Undefined(f"{lost} of {number} resamples have no score")
    elif len({*scored}) > 1:
        assert isinstance(found, Interval)
        every = [*scored, *filled[:lost]]
        assert sum(one < found.low for one in every) <= 2 * tail * number + 1
        assert sum(one > found.high for one in every) <= 2 * tail * number + 1
