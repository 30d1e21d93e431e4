"""Enclosures of tails hold what exact sums and another library compute, and keep the order."""

from fractions import Fraction
from importlib import import_module

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.enclosure import point
from measurand.algebra.interval import Interval
from measurand.algebra.tails import incomplete_beta, log_gamma, upper_gamma
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.auditing.proofs.significance.p_of_tests import STATISTICS, tail
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict
from properties.oracles.tails import beta_below, gamma_above
from properties.strategies.effort import half

shares = st.integers(0, 200).map(lambda k: Fraction(k, 200))
sizes = st.integers(0, 4000).map(lambda k: Fraction(k, 100))
halves = st.integers(1, 400).map(lambda k: Fraction(k, 2))
parameters = halves | st.integers(1, 4000).map(lambda k: Fraction(k, 100))
degrees = st.integers(1, 500).map(Fraction) | st.integers(50, 20000).map(lambda k: Fraction(k, 100))
kinds = st.sampled_from(STATISTICS)
_NEAR = 1e-9


@given(x=shares, a=st.integers(1, 40), b=st.integers(1, 40))
def test_the_beta_law_of_whole_parameters_is_a_binomial_sum(x: Fraction, a: int, b: int) -> None:
    """The exact sum lies inside, and the enclosure is narrow."""
    found = incomplete_beta(point(x), point(Fraction(a)), point(Fraction(b)))

    assert found.low <= beta_below(x, a, b) <= found.high
    assert found.high - found.low < Fraction(1, 10**20)


@given(x=sizes, a=st.integers(1, 40))
def test_the_gamma_law_of_a_whole_shape_is_a_poisson_sum(x: Fraction, a: int) -> None:
    """The exact sum lies inside, and the enclosure is narrow."""
    low, high = gamma_above(a, x)

    found = upper_gamma(point(Fraction(a)), point(x))

    assert found.low <= high
    assert low <= found.high
    assert found.high - found.low < Fraction(1, 10**20)


@half
@given(x=shares, y=sizes, a=parameters, b=parameters)
def test_another_library_is_near(x: Fraction, y: Fraction, a: Fraction, b: Fraction) -> None:
    """All parameters, whole or not: the functions of scipy are near, as near as floats are."""
    special = import_module("scipy.special")

    beta = incomplete_beta(point(x), point(a), point(b))
    gamma = upper_gamma(point(a), point(y))

    assert abs(float(beta.low) - float(special.betainc(float(a), float(b), float(x)))) < _NEAR
    assert abs(float(gamma.low) - float(special.gammaincc(float(a), float(y)))) < _NEAR
    logs = float(special.gammaln(float(a)))
    assert abs(float(log_gamma(a).low) - logs) < _NEAR * (1 + abs(logs))


@half
@given(x=shares, a=parameters, b=parameters, wide=st.tuples(shares, shares))
def test_a_box_of_parameters_holds_all_its_points(
    x: Fraction, a: Fraction, b: Fraction, wide: tuple[Fraction, Fraction]
) -> None:
    """Whatever the parameters are inside the box, their tail lies inside the enclosure."""
    more, part = wide
    first, second = Interval(a, a + more), Interval(b, b + more)

    beta = incomplete_beta(point(x), first, second)
    gamma = upper_gamma(first, Interval(10 * x, 10 * x + more))

    inner = incomplete_beta(point(x), point(a + part * more), point(b + (1 - part) * more))
    below = upper_gamma(point(a + part * more), point(10 * x + part * more))
    assert beta.low <= inner.high
    assert inner.low <= beta.high
    assert gamma.low <= below.high
    assert below.low <= gamma.high


@half
@given(kind=kinds, ends=st.tuples(shares, shares, shares), dfs=st.tuples(degrees, degrees))
def test_a_larger_statistic_has_a_smaller_tail(
    kind: Role, ends: tuple[Fraction, Fraction, Fraction], dfs: tuple[Fraction, Fraction]
) -> None:
    """The enclosure of a range holds those of its parts, and falls with the statistic."""
    low, middle, high = sorted(ends)
    df, df2 = map(point, dfs)

    whole = tail(kind, Interval(low, high), df, df2)

    left, right = (tail(kind, Interval(*part), df, df2) for part in ((low, middle), (middle, high)))
    assert whole.low <= right.low <= right.high
    assert left.high <= whole.high
    assert right.low <= left.high
    assert tail(kind, point(high), df, df2).low <= tail(kind, point(low), df, df2).high


@half
@given(
    t=st.integers(-800, 800).map(lambda k: Fraction(k, 100)), df=degrees, places=st.integers(2, 4)
)
def test_a_true_t_without_its_degrees_of_freedom_is_possible(
    t: Fraction, df: Fraction, places: int
) -> None:
    """Whatever they are from 1 on, p lies between that of z and that of one."""
    p = tail(Role.T, point(abs(t)), point(df), point(Fraction(1)))
    printed = Printed.parse(f"{float(p.low):.{places}f}"), Printed.parse(f"{float(t):.2f}")
    columns = (Column(name="t", role=Role.T), Column(name="p", role=Role.P))
    cells = (("t", printed[1]), ("p", printed[0]))

    found = lint(Sheet(columns=columns, rows=(Row(label="a", cells=cells),)))

    assert found.outcome is TableVerdict.POSSIBLE
