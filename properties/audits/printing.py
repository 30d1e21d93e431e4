"""Printing of exact quantities as programs print them, written apart from the core."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import Quantity, Root, bounds, rational
from measurand.values.score import Defined, Score

HUNDREDS = (Unit.PERCENT, Unit.POINTS)
UNITS = (Unit.NONE, *HUNDREDS)
ROUNDINGS = (Rounding.DECIMAL, Rounding.HALF_UP, Rounding.TRUNCATE, Rounding.FLOAT64)


def scale(unit: Unit) -> int:
    """Say how many printed units make one."""
    return 100 if unit in HUNDREDS else 1


def print_as(value: Quantity, places: int, unit: Unit, rounding: Rounding) -> Printed:
    """Print a quantity that is not negative: its digits, or the float nearest to it."""
    exact = scale(unit) * bounds(value, 40)[0]
    if rounding is Rounding.FLOAT64:
        return Printed.parse(repr(float(exact)), unit=unit, rounding=rounding)
    shifted = exact * 10**places
    whole = shifted.numerator // shifted.denominator
    if rounding is not Rounding.TRUNCATE and shifted - whole >= Fraction(1, 2):
        whole += 1
    return of_digits(whole, places, unit, rounding)


def of_digits(whole: int, places: int, unit: Unit, rounding: Rounding) -> Printed:
    """Write a whole number of last digits as text, and read it as printed."""
    text = str(whole).rjust(places + 1, "0")
    head, tail = text[: len(text) - places], text[len(text) - places :]
    return Printed.parse(f"{head}.{tail}" if tail else head, unit=unit, rounding=rounding)


units, roundings = st.sampled_from(UNITS), st.sampled_from(ROUNDINGS)


@st.composite
def cells(draw: st.DrawFn, score: Score | None) -> Printed | None:
    """Print a score in some unit, to some decimals; nothing where there is none."""
    if not isinstance(score, Defined):
        return None
    unit, rounding = draw(units), draw(roundings)
    return print_as(score.value, draw(st.integers(0, 4)), unit, rounding)


def prints(value: Quantity, shown: Printed) -> bool:
    """Decide by the definition of agreement whether a quantity is printed so.

    A decimal takes whatever lies within half a unit of its last digit, both ends included.
    """
    if shown.rounding is not Rounding.DECIMAL:
        message = f"a decimal: got {shown.rounding}"
        raise ValueError(message)
    half = Fraction(1, 2 * 10**shown.decimals)
    low, high = ((shown.value + side) / scale(shown.unit) for side in (-half, half))
    if isinstance(value, Root):
        return (low <= 0 or low**2 <= value.square) and value.square <= high**2
    return low <= rational(value) <= high
