"""The bootstrap of older programs against an oracle that has numpy's old generator by the book."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.interval import Interval
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.study import (
    legacy_compare,
    legacy_estimate,
    legacy_test,
)
from measurand.values.score import Defined, Undefined
from properties.oracles import stats

differences = st.lists(
    st.sampled_from((-0.5, 0.0, 0.25, 1 / 3, 0.1, 1.0)) | st.floats(-1, 1), min_size=1, max_size=12
)
levels = st.sampled_from((0.95, 0.9, 0.5, 0.99))
seeds = st.sampled_from((0, 42)) | st.integers(0, 2**32 - 1)
exact = st.none() | st.fractions(0, 1, max_denominator=20)


@given(differences, levels, st.integers(1, 60), seeds)
def test_every_bit_is_that_of_the_older_program(
    drawn: list[float], level: float, replicates: int, seed: int
) -> None:
    plan = Plan(
        test=Test.BOOTSTRAP_SIGN, level=Fraction(str(level)), replicates=replicates, seed=seed
    )
    expected = stats.legacy_bootstrap(drawn, replicates, seed, level)

    interval, p_value = legacy_test(drawn, plan)

    assert isinstance(interval, Interval)
    assert isinstance(p_value, PValue)
    assert float(p_value.value) == expected.p
    if interval.degenerate is None:
        assert (interval.low, interval.high) == (expected.low, expected.high)
    else:
        assert abs(interval.low - expected.low) <= 1e-12


@given(st.lists(st.tuples(exact, exact), max_size=9), seeds)
def test_a_comparison_is_of_what_both_systems_have(
    drawn: list[tuple[Fraction | None, Fraction | None]], seed: int
) -> None:
    plan = Plan(test=Test.BOOTSTRAP_SIGN, replicates=20, seed=seed)
    first, second = [a for a, _ in drawn], [b for _, b in drawn]
    both = [(a, b) for a, b in drawn if a is not None and b is not None]

    found = legacy_compare(first, second, plan)

    assert (found.units, found.left_out) == (len(both), len(drawn) - len(both))
    floats = [float(a) - float(b) for a, b in both]
    assert (found.interval, found.p_value) == legacy_test(floats, plan)
    if both:
        assert found.difference == Defined(stats.mean([a - b for a, b in both]))
        assert found.first == legacy_estimate([a for a, _ in both], plan).score
    else:
        assert found.first == found.difference == found.p_value == Undefined("no sample was scored")
