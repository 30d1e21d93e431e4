"""A value lies in the preimage of what was printed if and only if it prints so."""

import decimal
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import Fit, agreement, hull, rounded
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import Quantity, Root
from properties.strategies.effort import third
from properties.strategies.numbers import NAMED_MODES, decimals, roots, units

CONTEXT = decimal.Context(prec=400)
BY_NAME = {
    Rounding.HALF_UP: decimal.ROUND_HALF_UP,
    Rounding.HALF_DOWN: decimal.ROUND_HALF_DOWN,
    Rounding.HALF_EVEN: decimal.ROUND_HALF_EVEN,
    Rounding.TRUNCATE: decimal.ROUND_DOWN,
    Rounding.AWAY: decimal.ROUND_UP,
    Rounding.FLOOR: decimal.ROUND_FLOOR,
    Rounding.CEILING: decimal.ROUND_CEILING,
}
ALL = (*NAMED_MODES, Rounding.PRINTF, Rounding.ANY)
whole = st.integers(-3, 3) | st.integers(-(10**4), 10**6) | st.integers(10**15, 10**18)


def prints(x: Fraction, number: Printed, mode: Rounding) -> bool:
    """Round as the standard library does, and compare."""
    scaled = x / number.unit.scale
    if mode is Rounding.ANY:
        return any(prints(x, number, one) for one in (*NAMED_MODES, Rounding.PRINTF))
    if mode is Rounding.PRINTF:
        return Fraction(format(float(scaled), f".{number.decimals}f")) == number.value
    top, bottom = scaled.as_integer_ratio()
    twos = (bottom & -bottom).bit_length() - 1
    fives = 0
    while bottom % 5 ** (fives + 1) == 0:
        fives += 1
    assert bottom == 2**twos * 5**fives, "a finite decimal"
    exact = Decimal(top * 5**twos * 2**fives).scaleb(-twos - fives, context=CONTEXT)
    step = Decimal(1).scaleb(-number.decimals)
    return Fraction(exact.quantize(step, BY_NAME[mode], CONTEXT)) == number.value


@pytest.mark.parametrize("mode", ALL)
@third
@given(
    digits=whole,
    places=decimals,
    unit=units,
    eighths=st.integers(-18, 18),
    nudge=st.sampled_from((-1, 0, 1)),
    small=st.integers(20, 70),
)
@example(digits=25, places=2, unit=Unit.NONE, eighths=4, nudge=0, small=20)
@example(digits=0, places=0, unit=Unit.NONE, eighths=-8, nudge=0, small=20)
def test_a_value_is_in_the_preimage_just_where_it_prints_so(  # noqa: PLR0913, PLR0917
    mode: Rounding, digits: int, places: int, unit: Unit, eighths: int, nudge: int, small: int
) -> None:
    number = Printed(Fraction(digits, 10**places), places, unit, mode)
    found = preimage(number)
    near = number.value + (Fraction(eighths, 8) + Fraction(nudge, 2**small)) / 10**places
    for x in (near * unit.scale, found.low, found.high):
        assert found.holds(x) == prints(x, number, mode)
        assert (agreement(x, number).fit is Fit.INSIDE) == found.holds(x)
        assert hull(number).holds(x) or not found.holds(x)


@given(mode=st.sampled_from((*NAMED_MODES, Rounding.PRINTF)), x=roots, places=decimals)
def test_what_a_root_is_rounded_to_has_it_in_its_preimage(
    mode: Rounding, x: Quantity, places: int
) -> None:
    value = rounded(x, places, mode)
    step = Fraction(1, 10**places)
    held = [
        preimage(Printed(value + shift * step, places, Unit.NONE, mode)).holds(x)
        for shift in (-1, 0, 1)
    ]
    assert held == [False, True, False]


@given(x=roots)
def test_a_root_is_rounded_to_the_nearest_double(x: Quantity) -> None:
    if isinstance(x, Root):
        near = rounded(x, 60, Rounding.PRINTF)
        root = decimal.Context(prec=60).sqrt(
            Decimal(x.square.numerator) / Decimal(x.square.denominator)
        )
        signed = Fraction(-root if x.negative else root)
        assert abs(near - signed) <= Fraction(float(root)) / 2**52
        assert Fraction(float(near)) == Fraction(float(x.near(60)))


@given(
    mode=st.sampled_from(ALL),
    digits=st.integers(-40, 1200),
    places=st.integers(0, 2),
    unit=units,
    bottom=st.integers(1, 40),
)
def test_wholes_are_the_numerators_inside(
    mode: Rounding, digits: int, places: int, unit: Unit, bottom: int
) -> None:
    found = preimage(Printed(Fraction(digits, 10**places), places, unit, mode))
    tops = found.wholes(bottom)
    around = range(tops.start - 2, tops.stop + 2)
    assert list(tops) == [top for top in around if found.holds(Fraction(top, bottom))]


def test_a_number_that_no_double_prints_has_no_preimage() -> None:
    number = Printed(Fraction(10**17 + 1), 0, Unit.NONE, Rounding.PRINTF)
    assert preimage(number).empty
    assert not preimage(number).holds(number.value)
    assert list(preimage(number).wholes(1)) == []
