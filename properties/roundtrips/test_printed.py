"""What formatting printed lies in the interval of the printed number, for every rounding."""

import decimal
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.algebra.rounding import Fit, agreement, hull, rounded
from measurand.values.printed import Added, Printed, Rounding, Unit
from measurand.values.quantity import Quantity
from properties.strategies.numbers import (
    HALF_MODES,
    NAMED_MODES,
    decimals,
    finite,
    printed,
    quantities,
    rationals,
    scores,
    units,
)

IN_DECIMAL = {
    Rounding.HALF_UP: decimal.ROUND_HALF_UP,
    Rounding.HALF_DOWN: decimal.ROUND_HALF_DOWN,
    Rounding.HALF_EVEN: decimal.ROUND_HALF_EVEN,
    Rounding.TRUNCATE: decimal.ROUND_DOWN,
    Rounding.AWAY: decimal.ROUND_UP,
    Rounding.FLOOR: decimal.ROUND_FLOOR,
    Rounding.CEILING: decimal.ROUND_CEILING,
}
UNIT_ROUNDOFF = Fraction(1, 2**53)
PRECISE = decimal.Context(prec=80)


def exactly(x: Fraction) -> Decimal:
    """Write a rational to eighty digits; finite decimals exactly."""
    return PRECISE.divide(Decimal(x.numerator), Decimal(x.denominator))


def by_decimal(x: Decimal, places: int, mode: Rounding) -> Fraction:
    """Round as the decimal module of the standard library does."""
    step = Decimal(1).scaleb(-places)
    return Fraction(x.quantize(step, rounding=IN_DECIMAL[mode], context=PRECISE))


@pytest.mark.parametrize("mode", NAMED_MODES)
@given(x=finite, places=decimals)
def test_named_modes_are_those_of_the_decimal_module(
    mode: Rounding, x: Fraction, places: int
) -> None:
    assert rounded(x, places, mode) == by_decimal(exactly(x), places, mode)


@pytest.mark.parametrize("mode", NAMED_MODES)
@given(x=quantities, places=decimals, unit=units)
def test_what_was_rounded_so_is_inside(
    mode: Rounding, x: Quantity, places: int, unit: Unit
) -> None:
    number = Printed(rounded(x * (1 / unit.scale), places, mode), places, unit, mode)

    assert agreement(x, number).fit is Fit.INSIDE
    assert hull(number).holds(x)


@given(x=rationals, number=printed)
@example(x=Fraction(57, 80), number=Printed.parse("71.2%"))
def test_a_value_is_inside_just_where_it_would_be_printed_so(x: Fraction, number: Printed) -> None:
    assume(number.rounding in NAMED_MODES)
    step = Fraction(1, 10**number.decimals)
    near = (number.value + x * step) * number.unit.scale  # a few last digits away, ties among them

    fit = agreement(near, number).fit

    printed_so = rounded(near / number.unit.scale, number.decimals, number.rounding) == number.value
    assert (fit is Fit.INSIDE) == printed_so
    assert fit is not Fit.TIE


@given(x=rationals, number=printed)
def test_strictly_inside_the_interval_every_value_prints_so(x: Fraction, number: Printed) -> None:
    assume(number.rounding in NAMED_MODES)
    span = hull(number)
    share = (1 + x / (1 + abs(x))) / 2  # strictly between 0 and 1
    inside = span.low + share * (span.high - span.low)

    assert rounded(inside / number.unit.scale, number.decimals, number.rounding) == number.value


@pytest.mark.parametrize("mode", HALF_MODES)
@given(x=quantities, places=decimals)
@example(x=Fraction(57, 80), places=3)
def test_decimal_accepts_what_every_half_mode_prints_and_reports_ties(
    mode: Rounding, x: Quantity, places: int
) -> None:
    number = Printed(rounded(x, places, mode), places)

    found = agreement(x, number)

    tie = isinstance(x, Fraction) and (x * 10**places * 2) % 2 == 1
    assert found.fit is (Fit.TIE if tie else Fit.INSIDE)
    assert abs(found.units) <= Fraction(1, 2)


@given(x=rationals, places=decimals)
def test_python_formatting_is_accepted_up_to_the_error_of_a_float(x: Fraction, places: int) -> None:
    # float(x) is off by at most |x| * 2^-53; the digits are those of the float, exactly rounded.
    number = Printed.parse(f"{float(x):.{places}f}", rounding=Rounding.DECIMAL)
    error = abs(x) * UNIT_ROUNDOFF * 10**places

    found = agreement(x, number)

    assert abs(found.units) <= Fraction(1, 2) + error
    if abs(found.units) <= Fraction(1, 2):
        assert found.fit is not Fit.OUTSIDE


def test_a_float_near_a_tie_may_print_to_the_other_side() -> None:
    # 0.285 as a float is below itself: printed 0.28; of a tie both sides are accepted.
    assert f"{0.285:.2f}" == "0.28"
    assert agreement(Fraction(285, 1000), Printed.parse("0.28")).fit is Fit.TIE
    assert agreement(Fraction(285, 1000), Printed.parse("0.29")).fit is Fit.TIE


@given(parts=st.lists(scores, min_size=1, max_size=12))
def test_the_full_digits_of_a_float_mean_are_accepted_for_its_number_of_summands(
    parts: list[Fraction],
) -> None:
    total = 0.0
    for part in parts:
        total += float(part)
    text = repr(total / len(parts))

    mean = sum(parts, Fraction(0)) / len(parts)

    assert agreement(mean, Printed.parse(text), Added(number=len(parts))).fit is not Fit.OUTSIDE


def test_a_float_is_read_as_such_from_twelve_digits_on() -> None:
    assert Printed.parse("0.100000000001").rounding is Rounding.FLOAT64
    assert Printed.parse("0.10000000001").rounding is Rounding.DECIMAL


@given(number=printed)
def test_a_printed_number_reads_back(number: Printed) -> None:
    assert Printed.parse(number.text, unit=number.unit, rounding=number.rounding) == number
