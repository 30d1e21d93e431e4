"""Roots of polynomials that were made of them, and the laws of what is done to polynomials."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.polynomial import (
    Polynomial,
    Work,
    common,
    count_roots,
    plus,
    polynomial,
    roots,
    sign_at,
    square_free,
    times,
    without,
)
from properties.strategies.once import multiplied, small

some_roots = st.lists(small, max_size=5)
bounds = st.tuples(st.none() | st.integers(-4, 0), st.none() | st.integers(1, 4))
some = st.lists(st.integers(-9, 9), max_size=5).map(polynomial)


def made(found: list[Fraction]) -> Polynomial:
    """Multiply (x - root), cleared of denominators, without the arithmetic under test."""
    values = multiplied(found)
    clear = 1
    for value in values:
        clear *= value.denominator
    return polynomial(int(value * clear) for value in values)


def ends(found: tuple[int | None, int | None]) -> list[Fraction | None]:
    return [None if one is None else Fraction(one) for one in found]


def inside(value: Fraction, low: Fraction | None, high: Fraction | None) -> bool:
    return (low is None or low < value) and (high is None or value < high)


@given(some_roots, bounds)
def test_the_roots_that_went_in_come_out(
    found: list[Fraction], within: tuple[int | None, int | None]
) -> None:
    low, high = ends(within)
    wanted = sorted(one for one in set(found) if inside(one, low, high))

    assert count_roots(made(found), low, high, Work()) == len(wanted)
    assert [one.low for one in roots(made(found), low, high, Work())] == wanted


@given(some_roots, st.integers(1, 9), bounds)
def test_a_factor_without_real_roots_adds_none(
    found: list[Fraction], constant: int, within: tuple[int | None, int | None]
) -> None:
    product = times(made(found), polynomial([constant, 0, 1]), Work())
    low, high = ends(within)

    assert count_roots(product, low, high, Work()) == count_roots(made(found), low, high, Work())


@given(some_roots, st.sampled_from([2, 3, 5, 6, 7]))
def test_irrational_roots_lie_alone_between_other_signs(found: list[Fraction], square: int) -> None:
    product = times(made(found), polynomial([-square, 0, 1]), Work())

    isolated = roots(product, None, None, Work())

    wide = [one for one in isolated if one.low < one.high]
    assert len(wide) == 2
    assert len(isolated) == len(set(found)) + 2
    plain = square_free(product, Work())
    for one in wide:
        assert sign_at(plain, one.low, 1, Work()) * sign_at(plain, one.high, 1, Work()) == -1
    assert all(a.high <= b.low for a, b in pairwise(isolated))


@given(some_roots, some_roots)
def test_common_divisors_have_the_common_roots(one: list[Fraction], other: list[Fraction]) -> None:
    shared = common(made(one), made(other), Work())

    assert {found.low for found in roots(shared, None, None, Work())} == set(one) & set(other)


@given(some_roots, some_roots)
def test_roots_that_are_taken_out_are_gone_and_no_others(
    one: list[Fraction], other: list[Fraction]
) -> None:
    left = without(made(one), made(other), Work())

    assert {found.low for found in roots(left, None, None, Work())} == set(one) - set(other)


@given(some, some, some, small)
def test_values_add_and_multiply_as_polynomials_do(
    one: Polynomial, other: Polynomial, third: Polynomial, point: Fraction
) -> None:
    def at(found: Polynomial) -> Fraction:
        return sum(
            (value * point**power for power, value in enumerate(found.coefficients)), Fraction(0)
        )

    made_ = plus(times(one, other, Work()), third, Work())

    assert at(made_) == at(one) * at(other) + at(third)
    value = at(made_)
    assert sign_at(made_, point, 1, Work()) == (value > 0) - (value < 0)
