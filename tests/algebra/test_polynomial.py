"""Polynomials over the integers: arithmetic, and their real roots."""

from fractions import Fraction

import pytest

from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import (
    ONE,
    ZERO,
    Polynomial,
    SpentError,
    Work,
    common,
    count_roots,
    plus,
    polynomial,
    primitive,
    roots,
    sign_at,
    square_free,
    times,
    without,
)


def made(*found: int | Fraction) -> Polynomial:
    """Multiply (x - root) over roots."""
    product = ONE
    for one in map(Fraction, found):
        product = times(product, polynomial([-one.numerator, one.denominator]), Work())
    return product


def test_a_sum_may_lose_its_highest_power() -> None:
    assert plus(polynomial([1, 2]), polynomial([1, -2]), Work()) == polynomial([2])


def test_a_product_with_zero_is_zero() -> None:
    assert times(polynomial([1, 2]), ZERO, Work()) == ZERO


def test_the_zero_polynomial_has_degree_minus_one_and_no_sign() -> None:
    assert ZERO.degree == -1
    assert sign_at(ZERO, Fraction(3), 1, Work()) == 0


def test_primitive_parts_keep_their_signs() -> None:
    assert primitive(polynomial([-4, 6])) == polynomial([-2, 3])


def test_a_common_divisor_is_primitive_with_a_positive_lead() -> None:
    # (x - 1)(x - 2) and -3 (x - 2)(x - 5) share x - 2.
    other = times(made(2, 5), polynomial([-3]), Work())

    assert common(made(1, 2), other, Work()) == polynomial([-2, 1])


def test_polynomials_without_a_common_root_have_a_constant_divisor() -> None:
    assert common(made(1), made(2), Work()).degree == 0


def test_a_square_free_part_has_each_root_once() -> None:
    assert square_free(made(1, 1, 1, -2), Work()) == made(1, -2)


def test_roots_are_taken_out_however_often_they_occur() -> None:
    assert without(made(1, 1, 2), made(1, 7), Work()) == made(2)


def test_signs_at_both_ends_follow_the_degree() -> None:
    cubic = polynomial([0, 0, 0, 1])

    assert sign_at(cubic, None, -1, Work()) == -1
    assert sign_at(cubic, None, 1, Work()) == 1


@pytest.mark.parametrize(
    ("coefficients", "low", "high", "number"),
    [
        ([-2, 0, 1], None, None, 2),  # x^2 = 2
        ([-2, 0, 1], 0, None, 1),
        ([1, 0, 1], None, None, 0),  # x^2 = -1
        ([0, 0, 1], None, None, 1),  # a double root counts once
        ([0, 0, 1], 0, None, 0),  # the bound is not inside
        ([0, 1], None, 0, 0),
        ([-6, 11, -6, 1], 1, 3, 1),  # (x - 1)(x - 2)(x - 3) between 1 and 3
        ([5], None, None, 0),
        # (x - 1)(x - 2) ... (x - 6)
        ([720, -1764, 1624, -735, 175, -21, 1], None, None, 6),
    ],
)
def test_roots_are_counted_inside_of_open_bounds(
    coefficients: list[int], low: int | None, high: int | None, number: int
) -> None:
    least, most = (None if one is None else Fraction(one) for one in (low, high))

    assert count_roots(polynomial(coefficients), least, most, Work()) == number


def test_zero_has_no_number_of_roots() -> None:
    assert count_roots(ZERO, None, None, Work()) is None
    with pytest.raises(ValueError, match="0 has every number as a root"):
        roots(ZERO, None, None, Work())


def test_rational_roots_are_found_exactly() -> None:
    found = roots(made(Fraction(-7, 3), Fraction(1, 2), 4), None, None, Work())

    assert [one.low for one in found] == [Fraction(-7, 3), Fraction(1, 2), Fraction(4)]
    assert all(one.low == one.high for one in found)


def test_an_irrational_root_is_alone_in_its_interval() -> None:
    (found,) = roots(polynomial([-2, 0, 1]), Fraction(0), None, Work())

    assert found.low**2 < 2 < found.high**2


def test_a_root_on_the_bound_is_left_out() -> None:
    assert roots(made(0, 3), Fraction(0), Fraction(3), Work()) == ()
    assert roots(made(0, 1, 3), Fraction(0), Fraction(3), Work()) == (
        Interval(Fraction(1), Fraction(1)),
    )


def test_work_is_counted_and_not_timed() -> None:
    large = polynomial([7**900 + power for power in range(40)])

    with pytest.raises(SpentError, match="more work than was allowed"):
        count_roots(large, None, None, Work(10_000))


def test_longer_numbers_cost_more() -> None:
    short, long = Work(), Work()

    times(polynomial([3, 1]), polynomial([3, 1]), short)
    times(polynomial([3**500, 1]), polynomial([3**500, 1]), long)

    assert short.left > long.left
