"""Whole numbers in the place of rationals: sums of them in floats are exact."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

_EXACT = 2**53
_POWER = 1000
"""Powers of two past this are no floats, or lose digits."""


def common_scale(values: Iterable[Fraction], most: int) -> int:
    """Find the least whole number that makes all values whole; stop where it passes `most`.

    >>> common_scale([Fraction(1, 2), Fraction(1, 3)], 1000)
    6
    """
    scale = 1
    for value in values:
        scale = lcm(scale, value.denominator)
        if scale > most:
            break
    return scale


def whole_scale(column: Sequence[Fraction], units: int) -> Fraction:
    """Find a number that makes values whole, and sums of them less than 2**53.

    Where their common denominator is too large for that it is a power of two, and the values are
    rounded, once each, to about `units` * 2**-53 of the largest of them.

    >>> whole_scale([Fraction(1, 2), Fraction(3)], 10)
    Fraction(2, 1)
    """
    there = [value for value in column if value]
    heaviest = max(map(abs, there), default=Fraction(0)) * units
    return scale_of(common_scale(there, _EXACT), heaviest)


def scale_of(scale: int, heaviest: Fraction) -> Fraction:
    """Find a number that makes values whole, and sums of them of at most `heaviest` exact.

    `scale` is one that makes them whole, or more than 2**53; where sums are not exact then, the
    number is a power of two, as `whole_scale` says.

    >>> scale_of(10, Fraction(7)), scale_of(10**17, Fraction(1))
    (Fraction(10, 1), Fraction(2251799813685248, 1))
    """
    if heaviest * scale < _EXACT:
        return Fraction(scale)
    bits = 51 - (heaviest.numerator.bit_length() - heaviest.denominator.bit_length())
    return Fraction(2) ** max(-_POWER, min(bits, _POWER))
