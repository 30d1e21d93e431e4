"""A number as it was printed: its digits, its unit and how it was rounded."""

import re
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from attrs import field, frozen

from measurand.values.suggest import did_you_mean

_FORM = re.compile(
    r"(?P<sign>[-+\u2212]?)(?P<currency>[$€£¥]?)(?P<whole>\d{1,40})(?:\.(?P<part>\d{1,40}))?"
    r"(?:[eE](?P<exponent>[-+]?\d{1,3}))?\s?(?P<percent>%?)"
)
FULL_REPR = 15
"""Significant digits from which a number is read as the full representation of a float."""

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


@frozen(cache_hash=True)
class Printed:
    """A printed number; `value` is in printed units, so 63.3% has the value 633/10.

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
        zeros. Without a rounding, 15 and more significant digits are read as a float's full
        representation, all else as `decimal`.
        """
        found = _FORM.fullmatch(text.strip())
        if found is None:
            message = f"a printed number such as 63.3, 63.3% or $0.0123: got {text[:40]!r}"
            raise ValueError(message)
        part, exponent = found["part"] or "", int(found["exponent"] or 0)
        if exponent > len(part):
            message = f"a number with its digits written out: got {text[:40]!r}"
            raise ValueError(message)
        if found["currency"] and found["percent"]:
            message = f"one unit: got {text[:40]!r}"
            raise ValueError(message)
        digits = found["whole"] + part
        sign = -1 if found["sign"] in {"-", "\u2212"} else 1
        own = max(0, len(part) - exponent)
        places = own if decimals is None else decimals
        if places < own and decimals is not None:
            message = f"at most {decimals} decimals: got {text[:40]!r}"
            raise ValueError(message)
        full = len(digits.lstrip("0")) >= FULL_REPR
        return Printed(
            sign * Fraction(int(digits)) * Fraction(10) ** (exponent - len(part)),
            places,
            _unit(found["currency"] or found["percent"], unit),
            rounding or (Rounding.FLOAT64 if full else Rounding.DECIMAL),
        )

    @property
    def digits(self) -> int:
        """Count the significant digits.

        >>> Printed.parse("0.0630").digits
        3
        """
        return len(str(abs(self.value * 10**self.decimals).numerator))

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
