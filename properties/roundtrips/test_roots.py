"""Irrational roots of both signs stand to numbers and to text as their sixty digits do."""

from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.algebra.interval import compare, compare_distances
from measurand.algebra.rounding import rounded
from measurand.claims.lock_words import figure
from measurand.claims.paper import printed_as
from measurand.claims.wording import computed_text
from measurand.edges.formats.exact import decimal_text, exact_text
from measurand.edges.formats.lock_json import read_score, score_text
from measurand.edges.report.audit_words import short
from measurand.edges.report.numbers import show_score
from measurand.edges.report.review_cells import percent_text, value_text
from measurand.pipelines.review.page import Kind
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import (
    Defined,
    Quantity,
    Root,
    signed_root,
    signed_square,
    times,
)
from properties.roundtrips.test_printed import by_decimal
from properties.strategies.numbers import NAMED_MODES, decimals, quantities, rationals, roots

PRECISE = Context(prec=60)
ZERO = Fraction(0)
_LAST = Decimal("1e-50")

tiny = st.builds(
    lambda value, power: times(value, Fraction(1, 10**power)), roots, st.integers(0, 40)
)


def digits(value: Quantity) -> Decimal:
    """Work out a quantity to sixty digits, from its fields alone."""
    square = value.square if isinstance(value, Root) else abs(value)
    found = PRECISE.divide(Decimal(square.numerator), Decimal(square.denominator))
    if isinstance(value, Root):
        root = PRECISE.sqrt(found)
        return root.copy_negate() if value.negative else root
    return found.copy_sign(-1 if value < 0 else 1)


def sign(value: Decimal) -> int:
    return (value > 0) - (value < 0)


@given(one=quantities, other=quantities)
def test_the_order_is_that_of_sixty_digits(one: Quantity, other: Quantity) -> None:
    # Two of these that differ do so by far more than the sixtieth digit.
    assert compare(one, other) == sign(PRECISE.subtract(digits(one), digits(other)))


@given(one=quantities, other=quantities)
def test_one_order_is_the_other_the_other_way_round(one: Quantity, other: Quantity) -> None:
    assert compare(one, other) == -compare(other, one) == -compare(-one, -other)


@given(one=st.tuples(quantities, quantities), other=st.tuples(quantities, quantities))
def test_distances_are_in_the_order_of_sixty_digits(
    one: tuple[Quantity, Quantity], other: tuple[Quantity, Quantity]
) -> None:
    first, second = (PRECISE.subtract(*map(digits, pair)).copy_abs() for pair in (one, other))
    gap = PRECISE.subtract(first, second)
    assume(abs(gap) > Decimal("1e-40"))

    assert compare_distances(one, other) == sign(gap)


@given(root=roots, a=rationals, b=rationals, c=rationals)
def test_multiples_of_one_root_are_as_far_apart_as_their_factors(
    root: Quantity, a: Fraction, b: Fraction, c: Fraction
) -> None:
    """Such distances are often the same, written in another way."""
    moved = (times(root, a + c), times(root, b + c))

    assert compare_distances((times(root, a), times(root, b)), moved) == 0
    assert compare_distances((times(root, a - b), ZERO), moved) == 0


@pytest.mark.parametrize("mode", NAMED_MODES)
@given(root=roots, places=decimals)
def test_a_root_rounds_as_its_digits_do(mode: Rounding, root: Quantity, places: int) -> None:
    assume(isinstance(root, Root))

    assert rounded(root, places, mode) == by_decimal(digits(root), places, mode)


@given(root=tiny, places=st.integers(0, 30))
def test_a_root_lies_above_what_it_is_rounded_down_to(root: Quantity, places: int) -> None:
    if not isinstance(root, Root):
        return
    low = root.near(places)

    assert low == by_decimal(digits(root), places, Rounding.FLOOR)
    assert compare(root, low) == 1
    assert compare(root, low + Fraction(1, 10**places)) == -1


@given(root=tiny)
def test_the_float_of_a_root_is_that_of_its_digits(root: Quantity) -> None:
    assert float(root) == float(digits(root))
    assert float(-root) == -float(root)


@given(root=tiny, places=decimals)
def test_a_root_is_written_as_its_digits_are(root: Quantity, places: int) -> None:
    text = decimal_text(root, places)

    assert Fraction(text) == rounded(root, places, Rounding.HALF_EVEN)
    assert text.startswith("-") == (Fraction(text) < 0)


@given(root=tiny)
@example(root=signed_root(Fraction(1, 2 * 10**13)))
@example(root=signed_root(Fraction(-25 * 10**20 - 1, 10**34)))
def test_a_figure_is_near_and_keeps_its_sign(root: Quantity) -> None:
    assume(isinstance(root, Root))
    exact, told = digits(root), Fraction(figure(root))

    assert (told < 0) == (exact < 0)
    assert told != 0
    if abs(exact) > Decimal("5e-7"):
        assert told == by_decimal(exact, 6, Rounding.HALF_EVEN)
    else:
        assert abs(told) <= abs(Fraction(exact)) < abs(told) * Fraction(11, 10)


def printings(value: Quantity, like: Printed) -> list[str]:
    """Write a score in every way in which reports do."""
    score = Defined(value)
    number = printed_as(value, like)
    return [
        show_score(score, like),
        short(score, like),
        computed_text(score, like),
        percent_text(score, Kind.RATE),
        value_text(score, Kind.RATE, name="delta_f1") or "",
        number.text if isinstance(number, Printed) else "",
    ]


@given(value=roots, places=decimals, unit=st.sampled_from(Unit))
def test_a_negative_quantity_is_written_as_the_positive_one_with_a_minus(
    value: Quantity, places: int, unit: Unit
) -> None:
    positive = -value if compare(value, ZERO) < 0 else value
    like = Printed(ZERO, places, unit)

    for plus, minus in zip(printings(positive, like), printings(-positive, like), strict=True):
        some = any(digit in plus for digit in "123456789")
        # Numbers that are rounded to nothing have no sign.
        assert minus == f"{'-' * some}{plus.removeprefix('+')}"


@given(value=quantities | tiny)
def test_a_quantity_is_read_as_it_was_written(value: Quantity) -> None:
    score = Defined(value)

    assert read_score(score_text(score)) == score
    assert str(value) == exact_text(value)


@given(value=quantities)
def test_a_sign_changed_twice_is_as_it_was(value: Quantity) -> None:
    changed = -value

    assert -changed == value
    assert times(value, Fraction(-1)) == -value
    assert (-value == value) == (value == ZERO)


@given(value=rationals)
def test_a_signed_root_has_its_sign_and_its_square(value: Fraction) -> None:
    root = signed_root(value)

    assert signed_square(root) == value
    assert compare(root, ZERO) == compare(value, ZERO)
    assert signed_root(-value) == -root


@given(value=quantities, factor=rationals)
def test_a_product_has_the_digits_of_a_product(value: Quantity, factor: Fraction) -> None:
    found = times(value, factor)

    expected = PRECISE.multiply(digits(value), digits(factor))
    assert PRECISE.subtract(digits(found), expected).copy_abs() <= abs(expected) * _LAST
    assert isinstance(found, Root) == (isinstance(value, Root) and factor != 0)
    if factor:
        assert times(found, 1 / factor) == value
