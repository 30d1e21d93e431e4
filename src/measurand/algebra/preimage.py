"""Exactly which values print as given digits, for every way of rounding.

A printed number stands for a set of values, and for every mode that set is one interval with ends
that belong to it or not; so comparing a score with its print is two exact comparisons, and no
tolerance is needed. Digits with step u and value v:

    to nearest     v - u/2 to v + u/2; the mode says which of the two ties belong to it
    directed       a whole u to one side (floor, ceiling, truncation, away from zero)
    printf         a value becomes the nearest double (ties to even), and that double, which is a
                   binary fraction, is rounded to the digits (ties to even). So the set is all that
                   is nearest to one of the doubles between the ties: it ends halfway between
                   doubles, and such a halfway point belongs to it where the inner double is even
    float64        as far as floats may be off after the additions that are declared (`Added`)
    any            the union of all of these that are named

For printf the set may be empty: between two neighbouring doubles there may lie no double at all.
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf, nextafter

from attrs import frozen

from measurand.algebra.interval import Interval, compare
from measurand.values.printed import DOUBLE, LEAST_REPR, Added, Printed, Rounding
from measurand.values.quantity import Quantity

_NONE = Fraction(0)
_ALONE = Added()
# Terms so many times as large as their sum have cancelled most of their leading bits.
_CANCELLED = 2**16
_FLOATS = frozenset({Rounding.FLOAT64, Rounding.DECIMAL})


@frozen
class Preimage:
    """All x between two ends, each of which belongs to it or not; equal open ends hold nothing.

    >>> half_up = preimage(Printed.parse("0.3", rounding=Rounding.HALF_UP))
    >>> half_up.holds(Fraction(1, 4)), half_up.holds(Fraction(7, 20))
    (True, False)

    Raises ValueError where the ends are swapped.
    """

    low: Fraction
    high: Fraction
    low_closed: bool = True
    high_closed: bool = True

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            message = f"a preimage runs upwards: got {self.low} to {self.high}"
            raise ValueError(message)

    def holds(self, value: Quantity) -> bool:
        """Decide exactly whether a quantity prints so."""
        below, above = compare(value, self.low), compare(value, self.high)
        over = below > 0 or (below == 0 and self.low_closed)
        return over and (above < 0 or (above == 0 and self.high_closed))

    @property
    def empty(self) -> bool:
        """Decide whether nothing prints so: no double is near enough."""
        return self.low == self.high and not (self.low_closed and self.high_closed)

    def closure(self) -> Interval:
        """Return the closed interval between the ends.

        >>> preimage(Printed.parse("3", rounding=Rounding.FLOOR)).closure()
        Interval(low=Fraction(3, 1), high=Fraction(4, 1))
        """
        return Interval(self.low, self.high)

    def wholes(self, denominator: int) -> range:
        """List the whole numbers k for which k/denominator prints so, in their order.

        >>> list(preimage(Printed.parse("22.4%")).wholes(125))
        [28]
        >>> list(preimage(Printed.parse("22.4%")).wholes(124))
        []

        Raises ValueError for a denominator below 1.
        """
        if denominator < 1:
            message = f"a denominator of at least 1: got {denominator}"
            raise ValueError(message)
        low, high = self.low * denominator, self.high * denominator
        first = ceil(low) if self.low_closed else floor(low) + 1
        last = floor(high) if self.high_closed else ceil(high) - 1
        return range(first, last + 1)


@lru_cache(maxsize=2**12)
def preimage(printed: Printed, added: Added = _ALONE) -> Preimage:
    """Return, on the scale of scores, what prints so: x lies in it if and only if x rounds to it.

    `printf` is about the value in printed units, rounded once to the nearest double. `decimal`
    holds both ties. `float64` reaches as far as floats that are `added` may be off, and half a
    printed unit more from 8 significant digits on. So does `decimal` where its last digit is finer
    than such floats are: 2.2e-16 may be what is left of 0.

    >>> preimage(Printed.parse("0.25", rounding=Rounding.HALF_EVEN)).low_closed
    False
    """
    scale = printed.unit.scale
    if printed.rounding in _FLOATS:
        value, wide = printed.value * scale, band(printed, added)
        if wide is not None:
            return Preimage(value - wide, value + wide)
    units = _of(printed, printed.rounding)
    return Preimage(units.low * scale, units.high * scale, units.low_closed, units.high_closed)


def band(printed: Printed, added: Added = _ALONE) -> Fraction | None:
    """Say how far from a printed float, on the scale of scores, the exact number may be.

    It is None of a decimal whose digits say less than floats do.

    >>> number, twelves = Printed.parse("0.1999999999999999"), Added(number=2, size=Fraction(12))
    >>> f"{float(band(number, twelves) or 0):.2g}", band(Printed.parse("0.20"), twelves)
    ('2.7e-14', None)
    """
    scale = printed.unit.scale
    half, value = scale * printed.step / 2, printed.value * scale
    # Few bits are a sign of floats of 32 bits, but what is left where large terms cancel has few
    # bits in floats of 64 too: then the sign says nothing.
    left = abs(value) * _CANCELLED < added.size
    reach = added.reach(value, DOUBLE if left else printed.last_place)
    if printed.rounding is Rounding.FLOAT64:
        return reach + (half if printed.digits >= LEAST_REPR else _NONE)
    return reach + half if printed.rounding is Rounding.DECIMAL and reach > half else None


def _of(printed: Printed, mode: Rounding) -> Preimage:
    value, unit = printed.value, Fraction(1, 10**printed.decimals)
    match mode:
        case Rounding.FLOOR:
            return Preimage(value, value + unit, high_closed=False)
        case Rounding.CEILING:
            return Preimage(value - unit, value, low_closed=False)
        case Rounding.TRUNCATE | Rounding.AWAY:
            return _directed(value, unit, outward=mode is Rounding.TRUNCATE)
        case Rounding.PRINTF:
            return _printf(value, unit)
        case Rounding.ANY:
            return _any(value, unit)
        case _:
            low, high = _ties(value, unit, mode)
            return Preimage(value - unit / 2, value + unit / 2, low_closed=low, high_closed=high)


def _ties(value: Fraction, unit: Fraction, mode: Rounding) -> tuple[bool, bool]:
    """Tell which of the values half a unit away print so: the one below, and the one above."""
    match mode:
        case Rounding.HALF_UP:
            return value > 0, value < 0
        case Rounding.HALF_DOWN:
            return value <= 0, value >= 0
        case Rounding.HALF_EVEN:
            even = (value / unit).numerator % 2 == 0
            return even, even
        case _:
            return True, True


def _directed(value: Fraction, unit: Fraction, *, outward: bool) -> Preimage:
    """Reach a whole unit away from zero (or towards it): what is cut off (or filled up)."""
    if value == 0:
        wide = unit if outward else _NONE
        return Preimage(-wide, wide, low_closed=not outward, high_closed=not outward)
    if (value > 0) == outward:
        return Preimage(value, value + unit, high_closed=False)
    return Preimage(value - unit, value, low_closed=False)


def _any(value: Fraction, unit: Fraction) -> Preimage:
    """Join the named modes: all that is less than a unit away, and more where doubles are rare."""
    binary = _printf(value, unit)
    low, high = min(value - unit, binary.low), max(value + unit, binary.high)
    at_low = binary.low_closed and binary.low == low
    at_high = binary.high_closed and binary.high == high
    return Preimage(low, high, low_closed=at_low, high_closed=at_high)


def _printf(value: Fraction, unit: Fraction) -> Preimage:
    """Find the doubles that print so, and all that is nearest to one of them."""
    even = (value / unit).numerator % 2 == 0
    first = _inward(value - unit / 2, upward=True, closed=even)
    last = _inward(value + unit / 2, upward=False, closed=even)
    if first > last:
        return Preimage(value, value, low_closed=False, high_closed=False)
    low = (Fraction(nextafter(first, -inf)) + Fraction(first)) / 2
    high = (Fraction(nextafter(last, inf)) + Fraction(last)) / 2
    return Preimage(low, high, low_closed=_is_even(first), high_closed=_is_even(last))


def _inward(end: Fraction, *, upward: bool, closed: bool) -> float:
    """Find the first double at an end (where it belongs to it), or inside of it."""
    near, inside = float(end), inf if upward else -inf
    beyond = Fraction(near) < end if upward else Fraction(near) > end
    if beyond or (Fraction(near) == end and not closed):
        return nextafter(near, inside)
    return near


def _is_even(double: float) -> bool:
    """Tell whether a tie between a double and its neighbour goes to it: its last bit is 0."""
    numerator, denominator = double.as_integer_ratio()
    step = Fraction(nextafter(abs(double), inf)) - Fraction(abs(double))
    return (Fraction(numerator, denominator) / step).numerator % 2 == 0
