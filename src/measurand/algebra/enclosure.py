"""Enclosures of real numbers: intervals of rationals that surely hold a value.

Ends are rounded outwards to 96 bits where they grow long, so results do not depend on a machine.
A rational result of short rationals stays exact: an interval of one point.
"""

from fractions import Fraction
from math import isqrt

from measurand.algebra.interval import Interval

_BITS = 96
_LONG = 512
_SQUARE = 2


class OutsideError(ArithmeticError):
    """An argument for which the function has no value, or may have none, or one too large."""


def point(value: Fraction) -> Interval:
    """Make an enclosure of one number.

    >>> point(Fraction(2)).high
    Fraction(2, 1)
    """
    return Interval(value, value)


def _rounded(value: Fraction, up: int) -> Fraction:
    """Round to 96 bits, down for 0, up for 1; a short number stays."""
    top, bottom = value.numerator, value.denominator
    if top.bit_length() + bottom.bit_length() <= _LONG:
        return value
    shift = _BITS - top.bit_length() + bottom.bit_length()
    scaled = (top << shift) if shift > 0 else top
    under = bottom if shift > 0 else bottom << -shift
    units = -(-scaled // under) if up else scaled // under
    return Fraction(units, 1 << shift) if shift > 0 else Fraction(units << -shift)


def made(low: Fraction, high: Fraction) -> Interval:
    """Make an enclosure with ends that are not too long.

    >>> made(Fraction(1), Fraction(2)).low
    Fraction(1, 1)
    """
    if low == high and (kept := _rounded(low, 0)) == low:
        return Interval(kept, kept)
    return Interval(_rounded(low, 0), _rounded(high, 1))


def sign(one: Interval) -> int | None:
    """Tell the sign of an enclosed number, None where it may be either.

    >>> sign(Interval(Fraction(-1), Fraction(1))) is None
    True
    """
    if one.low > 0:
        return 1
    if one.high < 0:
        return -1
    return 0 if one.low == one.high else None


def negative(one: Interval) -> Interval:
    """Change the sign.

    >>> negative(point(Fraction(2))).low
    Fraction(-2, 1)
    """
    return Interval(-one.high, -one.low)


def total(one: Interval, other: Interval) -> Interval:
    """Add.

    >>> total(point(Fraction(2)), point(Fraction(1))).low
    Fraction(3, 1)
    """
    return made(one.low + other.low, one.high + other.high)


def product(one: Interval, other: Interval) -> Interval:
    """Multiply.

    >>> product(point(Fraction(2)), Interval(Fraction(-1), Fraction(3))).low
    Fraction(-2, 1)
    """
    if one.low == one.high and other.low == other.high:
        ends = [one.low * other.low]
    else:
        ends = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
    return made(min(ends), max(ends))


def inverse(one: Interval) -> Interval:
    """Divide 1 by a number.

    >>> inverse(point(Fraction(2))).low
    Fraction(1, 2)

    Raises OutsideError where the number may be 0.
    """
    if not sign(one):
        message = "division by 0"
        raise OutsideError(message)
    return Interval(1 / one.high, 1 / one.low)


def whole_power(one: Interval, exponent: int) -> Interval:
    """Raise to a whole power.

    >>> whole_power(Interval(Fraction(-1), Fraction(2)), 2)
    Interval(low=Fraction(0, 1), high=Fraction(4, 1))

    Raises OutsideError for a number that may be 0 and a power below 0.
    """
    if exponent < 0:
        return inverse(whole_power(one, -exponent))
    limit(exponent * max(_size(one.low), _size(one.high)), 100_000)
    ends = (one.low**exponent, one.high**exponent)
    if exponent % 2 or one.low >= 0:
        return made(*ends)
    return made(min(ends) if one.high <= 0 else Fraction(0), max(ends))


def _size(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


def limit(value: Fraction | int, most: int) -> None:
    """Refuse a number beyond a bound.

    >>> limit(Fraction(-3), 3)

    Raises OutsideError beyond it.
    """
    if not -most <= value <= most:
        message = "a number that is too large"
        raise OutsideError(message)


def root(one: Interval, degree: int) -> Interval:
    """Take the real root of a whole degree of 1 or more: below 0 for an odd degree only.

    >>> root(point(Fraction(9, 4)), 2)
    Interval(low=Fraction(3, 2), high=Fraction(3, 2))

    Raises OutsideError for an even root of a number that may be below 0.
    """
    if one.low < 0 and degree % 2 == 0:
        message = "an even root of a number below 0"
        raise OutsideError(message)
    return made(_root(one.low, degree, 0), _root(one.high, degree, 1))


def _root(value: Fraction, degree: int, up: int) -> Fraction:
    if value < 0:
        return -_root(-value, degree, 1 - up)
    limit(degree, 64)
    top, bottom = (_whole_root(one, degree) for one in (value.numerator, value.denominator))
    if top**degree == value.numerator and bottom**degree == value.denominator:
        return Fraction(top, bottom)
    places = max(0, _BITS + (value.denominator.bit_length() - value.numerator.bit_length()))
    scaled = (value.numerator << (places * degree)) // value.denominator
    return Fraction(_whole_root(scaled, degree) + up, 1 << places)


def _whole_root(value: int, degree: int) -> int:
    """Find the largest whole number whose power is at most the value, by Newton's steps."""
    if degree == _SQUARE:
        return isqrt(value)
    if degree == 1 or not value:
        return value
    guess = 1 << -(-value.bit_length() // degree)
    while True:
        better = ((degree - 1) * guess + value // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better
