"""Irrational roots, and sums of them, stand to numbers and to text as their sixty digits do."""

from decimal import Context, Decimal
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.algebra.interval import compare, compare_distances
from measurand.algebra.rounding import Fit, agreement, rounded
from measurand.auditing.claims.judge import compare_printed
from measurand.auditing.claims.paper import printed_as
from measurand.auditing.claims.wording import computed_text
from measurand.auditing.lock.messages import figure
from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.edges.files.locks import read_score, score_text
from measurand.edges.report.audit_words import short
from measurand.edges.report.numbers import show_score
from measurand.metrics.finalise import Scored
from measurand.studies.review.edge.page.view import percent_text, value_text
from measurand.studies.review.page import Kind
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import (
    MOST_DIGITS,
    Between,
    Enclosed,
    Quantity,
    Root,
    UndecidedError,
    added,
    bounds,
    decided,
    multiples,
    parts,
    rational,
    sign,
    signed_root,
    signed_square,
)
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict
from properties.roundtrips.test_printed import by_decimal
from properties.strategies.numbers import (
    NAMED_MODES,
    decimals,
    enclosed,
    quantities,
    rationals,
    roots,
)

PRECISE = Context(prec=60)
ZERO = Fraction(0)
_LAST = Decimal("1e-50")

tiny = st.builds(
    lambda value, power: value * Fraction(1, 10**power), roots | enclosed, st.integers(0, 40)
)


def digits(value: Quantity) -> Decimal:
    """Work out a quantity to sixty digits, from its fields alone."""
    if isinstance(value, Enclosed):
        return reduce(PRECISE.add, map(digits, value.roots), digits(value.rational))
    assert not isinstance(value, Between), "no value is drawn that is not known exactly"
    square = value.square if isinstance(value, Root) else abs(value)
    found = PRECISE.divide(Decimal(square.numerator), Decimal(square.denominator))
    if isinstance(value, Root):
        root = PRECISE.sqrt(found)
        return root.copy_negate() if value.negative else root
    return found.copy_sign(-1 if value < 0 else 1)


def sign_of(value: Decimal) -> int:
    return (value > 0) - (value < 0)


@given(one=quantities, other=quantities)
def test_the_order_is_that_of_sixty_digits(one: Quantity, other: Quantity) -> None:
    # Two of these that differ do so by far more than the sixtieth digit.
    assert compare(one, other) == sign_of(PRECISE.subtract(digits(one), digits(other)))


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

    assert compare_distances(one, other) == sign_of(gap)


@given(root=roots, a=rationals, b=rationals, c=rationals)
def test_multiples_of_one_root_are_as_far_apart_as_their_factors(
    root: Quantity, a: Fraction, b: Fraction, c: Fraction
) -> None:
    """Such distances are often the same, written in another way."""
    moved = (root * (a + c), root * (b + c))

    assert compare_distances((root * a, root * b), moved) == 0
    assert compare_distances((root * (a - b), ZERO), moved) == 0


@pytest.mark.parametrize("mode", NAMED_MODES)
@given(root=roots | enclosed, places=decimals)
def test_a_root_rounds_as_its_digits_do(mode: Rounding, root: Quantity, places: int) -> None:
    assume(not isinstance(root, Fraction))

    assert rounded(root, places, mode) == by_decimal(digits(root), places, mode)


@given(root=tiny, places=st.integers(0, 30))
def test_a_root_lies_above_what_it_is_rounded_down_to(root: Quantity, places: int) -> None:
    assume(not isinstance(root, Fraction))
    low, high = bounds(root, places)

    assert compare(root, low) == 1
    assert compare(root, high) == -1
    assert high - low <= Fraction(1, 10**places)
    if isinstance(root, Root):
        assert low == by_decimal(digits(root), places, Rounding.FLOOR)


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
    assume(not isinstance(root, Fraction))
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


@given(value=roots | enclosed, places=decimals, unit=st.sampled_from(Unit))
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
    assert value * Fraction(-1) == -value
    assert (-value == value) == (value == ZERO)


@given(value=rationals)
def test_a_signed_root_has_its_sign_and_its_square(value: Fraction) -> None:
    root = signed_root(value)

    assert root * abs(root) == value
    assert compare(root, ZERO) == compare(value, ZERO)
    assert signed_root(-value) == -root


@given(value=quantities, factor=rationals)
def test_a_product_has_the_digits_of_a_product(value: Quantity, factor: Fraction) -> None:
    found = value * factor

    expected = PRECISE.multiply(digits(value), digits(factor))
    assert PRECISE.subtract(digits(found), expected).copy_abs() <= abs(expected) * _LAST
    assert type(found) is (type(value) if factor else Fraction)
    if factor:
        assert found / factor == value


@given(one=quantities, other=quantities)
def test_sums_and_products_have_the_digits_of_their_parts(one: Quantity, other: Quantity) -> None:
    size = 1 + digits(one).copy_abs() + digits(other).copy_abs()
    for found, expected in (
        (one + other, PRECISE.add(digits(one), digits(other))),
        (one - other, PRECISE.subtract(digits(one), digits(other))),
        (one * other, PRECISE.multiply(digits(one), digits(other))),
    ):
        assert PRECISE.subtract(digits(found), expected).copy_abs() <= size**2 * _LAST


@given(one=quantities, other=quantities, third=quantities)
def test_numbers_that_are_equal_are_one_value(
    one: Quantity, other: Quantity, third: Quantity
) -> None:
    """A ring, in which each number is written in one way alone."""
    assert one + other == other + one
    assert one * other == other * one
    assert (one + other) + third == one + (other + third)
    assert (one + other) * third == one * third + other * third
    assert one - one == ZERO
    assert hash((one + other) - other) == hash(one)
    assert (one + other) - other == one
    assert (one == other) == (compare(one, other) == 0)


@given(value=quantities)
def test_a_number_is_the_sum_of_its_parts(value: Quantity) -> None:
    assert added(parts(value)) == value
    assert added(reversed(parts(value))) == value


@given(st.lists(roots, max_size=8))
def test_each_root_is_a_multiple_of_one_that_is_told(values: list[Quantity]) -> None:
    found = multiples(one for one in values if isinstance(one, Root))

    for root, (square, ratio) in found.items():
        assert ratio * abs(ratio) * square == signed_square(root)
    squares = {square for square, _ in found.values()}
    assert len(parts(added(map(signed_root, squares)))) == max(1, len(squares))


@pytest.mark.parametrize(
    "terms",
    [
        (ZERO, (Root(Fraction(2)),)),
        (ZERO, ()),
        (Fraction(1), (Root(Fraction(2)), Root(Fraction(8)))),
        (ZERO, (Root(Fraction(3)), Root(Fraction(2)))),
    ],
)
def test_a_sum_is_written_in_one_way_alone(terms: tuple[Fraction, tuple[Root, ...]]) -> None:
    with pytest.raises(ValueError, match="roots, none a multiple of another"):
        Enclosed(*terms)


@pytest.mark.parametrize(
    "text",
    ["sqrt(2) + 1", "sqrt(8) + sqrt(2)", "1 + 2", "sqrt(3) + sqrt(2)", "0 + sqrt(2)", "1 + "],
)
def test_other_texts_of_sums_are_no_scores(text: str) -> None:
    with pytest.raises(ValueError, match=r"a sum of roots, none a multiple|an exact number"):
        read_score(text)


@given(root=roots, places=st.integers(30, 300))
def test_what_is_near_a_tie_is_decided_by_its_digits(root: Quantity, places: int) -> None:
    """Two sums of roots, or a sum and a number, that differ first at the last digits."""
    dust = Fraction(1, 10**places)
    half = Fraction(1, 2)
    near = root - bounds(root, places)[0] + half

    assert compare(root + dust, root) == 1
    assert compare(near, half) == (0 if isinstance(root, Fraction) else 1)
    if not isinstance(root, Fraction):
        assert rounded(near, 0, Rounding.HALF_DOWN) == 1
        assert rounded(near - dust, 0, Rounding.HALF_UP) == 0


def almost(digits_: int) -> Quantity:
    """Make a half, and a number about 10^-digits that is irrational."""
    large = 10**digits_
    root = Root(Fraction(large**2 + 1))
    return Fraction(1, 2) + root - Fraction(large)


def test_what_no_digits_decide_is_said_to_be_open() -> None:
    near, nearer = almost(MOST_DIGITS // 4), almost(MOST_DIGITS + 9)
    like = Printed.parse("0", rounding=Rounding.HALF_DOWN)

    assert rounded(near, 0, Rounding.HALF_DOWN) == 1
    assert agreement(near, like).fit is Fit.OUTSIDE
    with pytest.raises(UndecidedError, match="a number that 10240 digits decide"):
        rounded(nearer, 0, Rounding.HALF_DOWN)
    with pytest.raises(UndecidedError):
        compare(nearer, Fraction(1, 2))
    assert agreement(nearer, like).fit is Fit.OPEN
    found = compare_printed(Scored(Defined(nearer), 2, 0), like)
    assert found.verdict is Verdict.UNDECIDED
    assert found.because == (
        "it is so near to where rounding changes that 10240 digits do not decide"
    )
    assert printed_as(nearer, like) == Undefined(
        "a number that 10240 digits decide: got one that they do not"
    )
    # Beside the edge, digits decide.
    assert agreement(nearer, Printed.parse("0.3")).fit is Fit.OUTSIDE
    assert agreement(nearer, Printed.parse("0.5")).fit is Fit.INSIDE
    assert decided(nearer, sign) == 1


@given(value=quantities)
def test_only_a_rational_number_is_taken_for_one(value: Quantity) -> None:
    if isinstance(value, Fraction):
        assert rational(value) == value
        return
    with pytest.raises(ValueError, match="a rational number"):
        rational(value)
