"""A number as it was printed: its digits, its unit and how it was rounded.

A printed number is evidence about a value, and no value itself: 71.2% says which values would have
been printed so (`algebra.preimage`), and how many digits there are is part of what it says. So the
text is kept as digits with a number of decimals, exactly, and 0.50 is not 0.5.

Numbers with very many digits are the text of a float, not of somebody's rounding; how many digits
that takes is counted below (`FULL_REPR`, `SURE_REPR`). Their error is that of float arithmetic,
which depends on how much was added up (`Added`), and not half a unit of the last digit.
"""

import re
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, isqrt, nextafter
from typing import TypeVar

from attrs import evolve, field, frozen

from measurand.values.suggest import did_you_mean

_FORM = re.compile(
    r"(?P<sign>[-+\u2212]?)(?P<currency>[$€£¥]?)(?P<whole>\d{1,40})(?:\.(?P<part>\d{1,40}))?"
    r"(?:[eE](?P<exponent>[-+]?\d{1,3}))?\s?(?P<percent>%?)"
)
FULL_REPR = 12
"""Significant digits from which a number alone is read as the full representation of a float.

The shortest text that gives a float back has 16 or 17 digits for most floats; one in 12 has 15 or
fewer, and each digit less is ten times as rare: one in 11,000 has 12 or fewer. A number that
somebody rounded to so many digits loses next to nothing by being read so, for half a unit of its
last digit is allowed to both.
"""
SURE_REPR = 15
"""Significant digits that only floats have: where one number of a column has them, all are floats.

Fewer digits than `LEAST_REPR` are the text of one float in 10^8: those are left as they are.
"""
LEAST_REPR = 8
"""Significant digits from which a number among floats is taken for one."""
_MOST_DIGITS = 17
DOUBLE, SINGLE = Fraction(1, 2**52), Fraction(1, 2**23)
"""The last places of floats of 64 and of 32 bits around 1."""
_FEW_BITS, _SINGLE_BITS = 12, 24
_SLACK = 8

E = TypeVar("E", bound=Enum)


class Unit(Enum):
    """What a printed number is counted in."""

    NONE = "none"
    PERCENT = "%"
    POINTS = "points"
    DOLLAR = "$"
    EURO = "€"
    POUND = "£"
    YEN = "¥"

    @property
    def scale(self) -> Fraction:
        """Give the value of one printed unit: percent and points are hundredths of a score."""
        return Fraction(1, 100) if self in {Unit.PERCENT, Unit.POINTS} else Fraction(1)


class Rounding(Enum):
    """How a value became the printed digits.

    `decimal` accepts every value within half a unit of the last digit, ties on both sides.
    `float64` is the full representation of a binary float. The rest are the named modes: `printf`
    rounds to the nearest double first, and then the half of that double to even, as `%.1f` does;
    `any` accepts what one of the others prints.
    """

    DECIMAL = "decimal"
    FLOAT64 = "float64"
    HALF_UP = "half_up"
    HALF_DOWN = "half_down"
    HALF_EVEN = "half_even"
    TRUNCATE = "truncate"
    AWAY = "away"
    FLOOR = "floor"
    CEILING = "ceiling"
    PRINTF = "printf"
    ANY = "any"


@frozen(cache_hash=True, kw_only=True)
class Added:
    """What was added as binary floats to come to a number: how many terms, and how large they are.

    A sum of n floats, in whatever order, is off by at most (n - 1) u sum |x|, where u = 2^-53
    (Higham 2002, section 4.2: naive and pairwise sums, dot products and running means alike). Where
    all terms have one sign, sum |x| is the sum itself. Where they cancel (a difference, a mean of
    signed numbers) it is not: `size` says, on the scale of scores, what the sum would come to
    without its signs; 0 where that is the number itself.

    A standard deviation is the root of a mean of so many `squares`, which may be taken as they are:
    `size` is then the root of the mean square of the terms, r. By one pass over n squares (the mean
    square less the squared mean) the variance is off by at most (3 n + 32) u r^2 = E, so that the
    root is off by the root of E at most, and by E over the root. Deviations from a mean that was
    computed first, and running ones (Welford), are nearer (Chan, Golub and LeVeque 1983). The terms
    are sums themselves: what they are off moves the deviation by no more than that share of r.

    >>> Added(number=2, size=Fraction(1)).reach(Fraction(0)) == Fraction(10, 2**52)
    True

    Raises ValueError for fewer than 0 terms, or a size below 0.
    """

    number: int = field(default=1)
    size: Fraction = field(default=Fraction(0))
    squares: int = field(default=0)

    @number.validator
    @squares.validator
    def _some(self, _attribute: object, value: int) -> None:
        if value < 0:
            message = f"a number of summands: got {value}"
            raise ValueError(message)

    @size.validator
    def _a_size(self, _attribute: object, value: Fraction) -> None:
        if value < 0:
            message = f"a size that is not negative: got {value}"
            raise ValueError(message)

    def reach(self, value: Fraction, last_place: Fraction = DOUBLE) -> Fraction:
        """Bound how far off a float near `value` may be; a 0 of unknown terms may be of terms of 1.

        `last_place` is the last place of floats around 1. The few products and divisions around a
        sum count as 8 terms.
        """
        share, known = (self.number + _SLACK) * last_place, abs(value)
        if not self.squares:
            return share * (max(known, self.size) or 1)
        widest = 2 * (self.squares + _SLACK) * last_place * self.size**2
        flat = Fraction(isqrt(widest.numerator * _FINE // widest.denominator) + 1, _ROOT)
        return share * self.size + (min(flat, widest / known) if known else flat)

    def sum_of(self, value: Fraction) -> "Added":
        """Say it of what is computed further from this one, which is about `value`.

        >>> Added(number=3).sum_of(Fraction(-2)).size
        Fraction(2, 1)
        """
        if self.squares:
            size = self.reach(value) / ((self.number + _SLACK) * DOUBLE)
        else:
            size = max(abs(value), self.size)
        return Added(number=self.number, size=size)


_ROOT = 2**80
_FINE = _ROOT**2


@frozen(cache_hash=True)
class Printed:
    """A printed number; `value` is in printed units, so 63.3% has the value 633/10.

    It has so many `decimals`, of a `unit`, and `rounding` says which exact numbers print so.

    >>> printed = Printed.parse("63.30%")
    >>> printed.value, printed.decimals, printed.unit.value
    (Fraction(633, 10), 2, '%')
    >>> Printed.parse("0.41", decimals=3).text
    '0.410'

    Raises ValueError where the text is no number, or has more digits than `decimals` allows.
    """

    value: Fraction
    decimals: int = field()
    unit: Unit = Unit.NONE
    rounding: Rounding = Rounding.DECIMAL

    @decimals.validator
    def _exact(self, _attribute: object, value: int) -> None:
        if value < 0 or (self.value * Fraction(10) ** value).denominator != 1:
            message = f"a number with {value} decimals: got {self.value}"
            raise ValueError(message)

    @staticmethod
    def parse(
        text: str,
        *,
        decimals: int | None = None,
        unit: Unit | None = None,
        rounding: Rounding | None = None,
    ) -> "Printed":
        """Read a printed number; a sign of the text wins over the unit that is passed.

        `decimals` says how many digits the printing program rounded to, where it then dropped
        zeros. Without a rounding, 12 and more significant digits are read as a float's full
        representation, all else as `decimal`; what stands beside a number in its column may say
        more, see `as_floats`.

        Raises ValueError where the text is no number, or has more digits than `decimals` allows.
        """
        match = _FORM.fullmatch(text.strip())
        if match is None:
            message = f"a printed number such as 63.3, 63.3% or $0.0123: got {text[:40]!r}"
            raise ValueError(message)
        part, exponent = match["part"] or "", int(match["exponent"] or 0)
        digits = match["whole"] + part
        full = len(digits.lstrip("0")) >= FULL_REPR
        if exponent > len(part) and not (full and len(digits) <= _MOST_DIGITS):
            message = f"a number with its digits written out: got {text[:40]!r}"
            raise ValueError(message)
        if match["currency"] and match["percent"]:
            message = f"one unit: got {text[:40]!r}"
            raise ValueError(message)
        sign = -1 if match["sign"] in {"-", "\u2212"} else 1
        own = max(0, len(part) - exponent)
        places = own if decimals is None else decimals
        if places < own and decimals is not None:
            message = f"at most {decimals} decimals: got {text[:40]!r}"
            raise ValueError(message)
        return Printed(
            sign * Fraction(int(digits)) * Fraction(10) ** (exponent - len(part)),
            places,
            _unit(match["currency"] or match["percent"], unit),
            rounding or (Rounding.FLOAT64 if full else Rounding.DECIMAL),
        )

    @property
    def digits(self) -> int:
        """Count the significant digits.

        >>> Printed.parse("0.0630").digits
        3
        """
        return len(str(abs(self.value * 10**self.decimals).numerator))

    @property
    def step(self) -> Fraction:
        """Give the unit of the last digit; of a whole number beyond all floats' digits, a larger.

        >>> Printed.parse("63.3").step, Printed.parse("1.23456789012346e+18").step
        (Fraction(1, 10), Fraction(10000, 1))
        """
        if self.digits <= _MOST_DIGITS or self.decimals:
            return Fraction(1, 10**self.decimals)
        whole = str(abs(self.value.numerator))
        return Fraction(10 ** (len(whole) - len(whole.rstrip("0"))))

    @cached_property
    def last_place(self) -> Fraction:
        """Give the last place of floats around 1: of 32 bits where it can hardly be of another.

        0.8571428656578064 is what 6/7 is as a float of 32 bits. One of 64 bits has 29 bits more,
        and they are all 0 (here, or in percent of it) by a chance of 1 in 10^8. What has 12 bits or
        fewer is left of larger floats, or a round number.

        >>> Printed.parse("0.8571428656578064").last_place == SINGLE
        True
        >>> Printed.parse("0.8571428571428571").last_place == DOUBLE
        True
        """
        shortest = str(abs(self.value * 10**self.decimals).numerator).rstrip("0")
        if self.rounding is not Rounding.FLOAT64 or len(shortest) < FULL_REPR:
            return DOUBLE
        near = (_nearest(self.value), _nearest(self.value / 100))
        floats = (near[0], near[1], nextafter(near[1], inf), nextafter(near[1], -inf))
        return SINGLE if any(map(_is_single, floats)) else DOUBLE

    @cached_property
    def text(self) -> str:
        """Write it again, with its zeros and its unit.

        >>> Printed.parse("$0.0120").text, Printed.parse("63.3", unit=Unit.POINTS).text
        ('$0.0120', '63.3')
        """
        body = fixed(abs(self.value), self.decimals)
        sign = "-" if self.value < 0 else ""
        match self.unit:
            case Unit.NONE | Unit.POINTS:
                return sign + body
            case Unit.PERCENT:
                return f"{sign}{body}%"
            case _:
                return f"{sign}{self.unit.value}{body}"


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return inf


def _is_single(number: float) -> bool:
    if not isfinite(number):
        return False
    top, _ = number.as_integer_ratio()
    return _FEW_BITS < (abs(top) // (top & -top or 1)).bit_length() <= _SINGLE_BITS


def as_floats(numbers: Sequence[Printed | None]) -> tuple[Printed | None, ...]:
    """Read the numbers of one column as floats, if one of them can be nothing else.

    A float of 16 digits may stand beside one whose shortest text has 10. Only the band of a number
    grows by that: half a unit of its last digit is still allowed, as others may have been rounded.

    >>> found = as_floats([Printed.parse(text) for text in ("0.8571428571428571", "0.123456789")])
    >>> [one.rounding.value for one in found]
    ['float64', 'float64']
    >>> as_floats([Printed.parse("0.123456789")])[0].rounding.value
    'decimal'
    """
    there = [one for one in numbers if one is not None]
    if not any(one.rounding is Rounding.FLOAT64 and one.digits >= SURE_REPR for one in there):
        return tuple(numbers)
    return tuple(None if one is None else _as_float(one) for one in numbers)


def _as_float(one: Printed) -> Printed:
    among = one.rounding is Rounding.DECIMAL and one.digits >= LEAST_REPR
    return evolve(one, rounding=Rounding.FLOAT64) if among else one


def _unit(sign: str, declared: Unit | None) -> Unit:
    if not sign:
        return declared or Unit.NONE
    unit = Unit(sign)
    if declared not in {None, unit, Unit.POINTS, Unit.NONE}:
        message = f"one unit: got {sign!r} in the text and {declared!r} beside it"
        raise ValueError(message)
    return unit


def fixed(value: Fraction, decimals: int) -> str:
    """Write a number that is not negative with so many decimals; the half rounds to even.

    >>> fixed(Fraction(1, 8), 2), fixed(Fraction(2), 1), fixed(Fraction(7), 0)
    ('0.12', '2.0', '7')
    """
    digits = str(round(value * 10**decimals)).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def unit_of(word: str) -> Unit:
    """Read a unit's name.

    >>> unit_of("%"), unit_of("points")
    (<Unit.PERCENT: '%'>, <Unit.POINTS: 'points'>)

    Raises ValueError for an unknown one, naming the nearest.
    """
    return _named(Unit, word, "unit")


def rounding_of(word: str) -> Rounding:
    """Read a rounding's name.

    >>> rounding_of("half_even")
    <Rounding.HALF_EVEN: 'half_even'>

    Raises ValueError for an unknown one, naming the nearest.
    """
    return _named(Rounding, word, "rounding")


def _named(kind: type[E], word: str, what: str) -> E:
    known = [str(member.value) for member in kind]
    if word not in known:
        message = f"unknown {what} {word!r}{did_you_mean(word, known)} known: {', '.join(known)}"
        raise ValueError(message)
    return kind(word)
