"""Elementary functions of enclosed numbers: powers of e, logarithms, angles.

Series are summed in whole multiples of 2**-128; what rounding and the rest of a series can amount
to is below 2**-108, which is added on both sides.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd

from measurand.algebra.enclosure import (
    OutsideError,
    inverse,
    limit,
    made,
    negative,
    point,
    product,
    root,
    total,
)
from measurand.algebra.interval import Interval
from measurand.values.quantity import Quantity, between, ends_of

_PLACES = 128
_SLACK = 1 << 20
_HALF = point(Fraction(1, 2))


def _fixed(value: Fraction) -> int:
    return (value.numerator << _PLACES) // value.denominator


def _about(total_: int) -> Interval:
    return Interval(
        Fraction(total_ - _SLACK, 1 << _PLACES), Fraction(total_ + _SLACK, 1 << _PLACES)
    )


def _each(value: Interval, function: Callable[[Fraction], Interval]) -> Interval:
    """Apply a function that never falls to both ends."""
    if value.low == value.high:
        return function(value.low)
    return made(function(value.low).low, function(value.high).high)


def exp(one: Interval) -> Interval:
    """Raise e to a power of at most 2,000 either way.

    >>> float(exp(point(Fraction(1))).low)
    2.718281828459045

    Raises OutsideError for larger powers.
    """
    return _each(one, _exp)


_LEAST = Fraction(-2000)


def power_of_e(value: Quantity) -> Quantity:
    """Raise e to a number, as a number between two ends; below -2,000 the lower one is 0.

    >>> power_of_e(Fraction(0)), float(power_of_e(Fraction(1)))
    (Fraction(1, 1), 2.718281828459045)

    Raises OutsideError for powers above 2,000.
    """
    low, high = ends_of(value)
    found = exp(Interval(max(low, _LEAST), max(high, _LEAST)))
    return between(Fraction(0) if low < _LEAST else found.low, found.high)


def _exp(value: Fraction) -> Interval:
    if not value:
        return point(Fraction(1))
    limit(value, 2000)
    if value < 0:
        # A small number would have few places left.
        return inverse(_exp(-value))
    halvings = 12
    small, term, number, total = _fixed(value / (1 << halvings)), 1 << _PLACES, 0, 0
    while term not in {0, -1}:
        total += term
        number += 1
        term = (term * small >> _PLACES) // number
    low, high = total - _SLACK, total + _SLACK
    for _ in range(halvings):
        low, high = low * low >> _PLACES, -(-high * high >> _PLACES)
    return made(Fraction(low, 1 << _PLACES), Fraction(high, 1 << _PLACES))


def log(one: Interval) -> Interval:
    """Take the natural logarithm.

    >>> float(log(point(Fraction(2))).low)
    0.6931471805599453

    Raises OutsideError for a number that may be 0 or less.
    """
    if one.low <= 0:
        message = "a logarithm of a number that is not above 0"
        raise OutsideError(message)
    return _each(one, _log)


@lru_cache(maxsize=2**16)
def logarithm(value: Fraction) -> Quantity:
    """Take the natural logarithm of a number above 0, as a number between two ends.

    >>> logarithm(Fraction(1)), float(logarithm(Fraction(2)))
    (Fraction(0, 1), 0.6931471805599453)

    Raises OutsideError for a number that is not above 0.
    """
    found = log(point(value))
    return between(found.low, found.high)


def sum_of_logarithms(quotients: Iterable[tuple[int, int, int]]) -> Quantity:
    """Add up natural logarithms of quotients above 0: a top, a bottom, how often there is such one.

    It is the sum of what `logarithm` gives, end by end, and costs a small part of that.

    >>> both = sum_of_logarithms([(4, 2, 3), (1, 3, 1)])
    >>> both == logarithm(Fraction(2)) * Fraction(3) + logarithm(Fraction(1, 3))
    True

    Raises OutsideError for a number that is not above 0.
    """
    low = high = 0
    for top, bottom, count in quotients:
        least, most = _log_ends(top, bottom)
        low, high = low + least * count, high + most * count
    return between(Fraction(low, 1 << _PLACES), Fraction(high, 1 << _PLACES))


def _log(value: Fraction) -> Interval:
    low, high = _log_ends(value.numerator, value.denominator)
    return Interval(Fraction(low, 1 << _PLACES), Fraction(high, 1 << _PLACES))


def _log_ends(top: int, bottom: int) -> tuple[int, int]:
    """Enclose the logarithm of a quotient between two multiples of 2**-128."""
    if top <= 0:
        message = "a logarithm of a number that is not above 0"
        raise OutsideError(message)
    common = gcd(top, bottom)
    top, bottom = top // common, bottom // common
    shift = top.bit_length() - bottom.bit_length()
    if shift > 0:
        bottom <<= shift
    else:
        top <<= -shift
    # log v = 2 artanh((v - 1) / (v + 1)), with v in (1/2, 2).
    middle = 2 * _odd_sum(((top - bottom) << _PLACES) // (top + bottom), 1) + shift * _log_two()
    # A logarithm of 2 is off by as much as one of v, and one of 1 by nothing.
    slack = 2 * _SLACK * ((top != bottom) + abs(shift))
    return middle - slack, middle + slack


@cache
def _log_two() -> int:
    return 2 * _odd_sum(_fixed(Fraction(1, 3)), 1)


def _odd_series(value: Fraction, turn: int) -> Interval:
    """Sum value**n / n over odd n: artanh for turn 1, arctan for turn -1; |value| <= 1/2."""
    return _about(_odd_sum(_fixed(value), turn)) if value else point(Fraction(0))


def _odd_sum(power: int, turn: int) -> int:
    square, number, total = turn * (power * power >> _PLACES), 1, 0
    while power not in {0, -1}:
        total += power // number
        power, number = power * square >> _PLACES, number + 2
    return total


@cache
def pi() -> Interval:
    """Enclose pi by Machin's formula, 16 arctan(1/5) - 4 arctan(1/239).

    >>> float(pi().low)
    3.141592653589793
    """
    first = product(point(Fraction(16)), _odd_series(Fraction(1, 5), -1))
    last = product(point(Fraction(-4)), _odd_series(Fraction(1, 239), -1))
    return total(first, last)


def arctan(one: Interval) -> Interval:
    """Take the angle in (-pi/2, pi/2) of a tangent.

    >>> float(arctan(point(Fraction(1))).low) * 4
    3.141592653589793
    """
    return _each(one, _arctan)


def _arctan(value: Fraction) -> Interval:
    if value < 0:
        return negative(_arctan(-value))
    if value > 1:
        return total(product(_HALF, pi()), negative(_arctan(1 / value)))
    if value > Fraction(1, 2):
        # arctan v = arctan 1/2 + arctan of what is left of the tangent.
        left = (value - Fraction(1, 2)) / (1 + value / 2)
        return total(_odd_series(Fraction(1, 2), -1), _odd_series(left, -1))
    return _odd_series(value, -1)


def arcsin(one: Interval) -> Interval:
    """Take the angle in [-pi/2, pi/2] of a sine.

    >>> float(arcsin(point(Fraction(1, 2))).high) * 6
    3.1415926535897936

    Raises OutsideError outside [-1, 1].
    """
    if one.low < -1 or one.high > 1:
        message = "an angle of a sine beyond 1"
        raise OutsideError(message)
    return _each(one, _arcsin)


def _arcsin(value: Fraction) -> Interval:
    if abs(value) == 1:
        return product(point(value / 2), pi())
    if not value:
        return point(value)
    height = root(point(1 - value * value), 2)
    return arctan(product(point(value), inverse(height)))


def sine(one: Interval) -> Interval:
    """Take the sine of an angle in radians, of at most 10**9 either way.

    >>> float(sine(point(Fraction(1))).low)
    0.8414709848078965

    Raises OutsideError for larger angles.
    """
    if one.low == one.high == 0:
        return one
    limit(max(abs(one.low), abs(one.high)), 10**9)
    turns = round((one.low + one.high) / 4 / pi().low)
    angle = total(one, negative(product(point(Fraction(2 * turns)), pi())))
    middle = _fixed((angle.low + angle.high) / 2)
    square, term, number, series = middle * middle >> _PLACES, middle, 1, 0
    while term not in {0, -1}:
        series += term
        term = -(term * square >> _PLACES) // ((number + 1) * (number + 2))
        number += 2
    # The slope is at most 1: half the width of the angle bounds the rest.
    wide, about = (angle.high - angle.low) / 2, _about(series)
    return made(max(Fraction(-1), about.low - wide), min(Fraction(1), about.high + wide))


def cosine(one: Interval) -> Interval:
    """Take the cosine of an angle in radians, of at most 10**9 either way.

    >>> float(cosine(point(Fraction(1))).low)
    0.5403023058681398

    Raises OutsideError for larger angles.
    """
    if one.low == one.high == 0:
        return point(Fraction(1))
    return sine(total(one, product(_HALF, pi())))
