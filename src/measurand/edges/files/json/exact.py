"""Exact numbers as text: ratios of any length, and decimals rounded once."""

from fractions import Fraction

from measurand.algebra.rounding import rounded
from measurand.values.printed import Rounding
from measurand.values.quantity import ENDS, Between, Enclosed, Quantity, Root, UndecidedError

_CHUNK = 4000
_CHUNK_ABOVE = 10**_CHUNK


def whole_text(value: int) -> str:
    """Write an integer of any length; `str` stops at 4300 digits.

    >>> whole_text(-12), len(whole_text(10**5000))
    ('-12', 5001)
    """
    if -_CHUNK_ABOVE < value < _CHUNK_ABOVE:
        return str(value)
    rest, chunks = abs(value), []
    while rest >= _CHUNK_ABOVE:
        rest, low = divmod(rest, _CHUNK_ABOVE)
        chunks.append(str(low).zfill(_CHUNK))
    return "-" * (value < 0) + str(rest) + "".join(reversed(chunks))


def exact_text(value: Quantity) -> str:
    """Write a quantity exactly: a ratio, a whole number, a root of one, a sum of them, two ends.

    >>> from fractions import Fraction
    >>> exact_text(Fraction(19, 30)), exact_text(Fraction(4)), exact_text(Root(Fraction(2, 9)))
    ('19/30', '4', 'sqrt(2/9)')
    >>> exact_text(-Root(Fraction(2, 9)))
    '-sqrt(2/9)'
    >>> exact_text(Fraction(1, 2) - Root(Fraction(2)) + Root(Fraction(3)))
    '1/2 - sqrt(2) + sqrt(3)'
    >>> exact_text(Between(Fraction(1, 4), Fraction(1, 3)))
    '[0.25, 1/3]'
    """
    if isinstance(value, Between):
        return f"[{_short(value.low)}, {_short(value.high)}]"
    if isinstance(value, Enclosed):
        first, *rest = map(exact_text, value.parts)
        return first + "".join(f" - {one[1:]}" if one[0] == "-" else f" + {one}" for one in rest)
    if isinstance(value, Root):
        return f"{'-' * value.negative}sqrt({exact_text(value.square)})"
    return ratio_text(value.numerator, value.denominator)


def _short(value: Fraction) -> str:
    """Write an end: as a decimal where it has at most `ENDS` of them."""
    text = short_text(value, ENDS)
    return text if Fraction(text) == value else ratio_text(value.numerator, value.denominator)


def ratio_text(above: int, below: int) -> str:
    """Write a ratio in lowest terms.

    >>> ratio_text(-19, 30), ratio_text(4, 1)
    ('-19/30', '4')
    """
    return whole_text(above) if below == 1 else f"{whole_text(above)}/{whole_text(below)}"


def decimal_text(value: Quantity, decimals: int, mode: Rounding = Rounding.HALF_EVEN) -> str:
    """Write a quantity with so many decimals, rounded once.

    What is known by its ends alone, and they round to two numbers, is shown by its middle.

    >>> from fractions import Fraction
    >>> decimal_text(Fraction(-2, 3), 4), decimal_text(Fraction(5, 2), 0), decimal_text(
    ...     Fraction(2, 3), 2, Rounding.FLOOR)
    ('-0.6667', '2', '0.66')
    """
    try:
        near = rounded(value, decimals, mode)
    except UndecidedError:
        if not isinstance(value, Between):
            raise
        near = rounded(value.middle, decimals, mode)
    digits = whole_text(abs(int(near * 10**decimals))).rjust(decimals + 1, "0")
    body = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return "-" * (near < 0) + body


def short_text(value: Quantity, decimals: int) -> str:
    """Write a quantity with at most so many decimals, without zeros at the end.

    >>> from fractions import Fraction
    >>> short_text(Fraction(1, 4), 6), short_text(Fraction(2, 3), 6), short_text(Fraction(30), 6)
    ('0.25', '0.666667', '30')
    """
    text = decimal_text(value, decimals)
    return text.rstrip("0").removesuffix(".") if decimals else text
