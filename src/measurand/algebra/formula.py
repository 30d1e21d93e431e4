"""Formulas over named statistics, as data: made with + - * / **, and read by whoever needs them.

A formula says once what a score is. Its normal form (`quotient`), its text (`written`) and an
enclosure of its values (`enclosed`) are derived, and so are the bounds and directions that are
proved of it. Nothing is computed while a formula is made.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import islice

from attrs import field, frozen

from measurand.algebra.elementary import log
from measurand.algebra.enclosure import (
    OutsideError,
    inverse,
    point,
    product,
    root,
    total,
    whole_power,
)
from measurand.algebra.interval import Interval


class Arithmetic:
    """What all formulas can do: be added, multiplied, divided and raised to whole powers.

    >>> hits, gold = Stat("hits"), Stat("gold")
    >>> 1 - hits / gold == Plus(Number(Fraction(1)), Times(Number(Fraction(-1)), Over(hits, gold)))
    True
    """

    def __add__(self, other: "Formula | Fraction | int") -> "Formula":
        """Add."""
        return Plus(formula(self), formula(other))

    def __radd__(self, other: "Fraction | int") -> "Formula":
        """Add to a number."""
        return Plus(formula(other), formula(self))

    def __sub__(self, other: "Formula | Fraction | int") -> "Formula":
        """Subtract."""
        return Plus(formula(self), _MINUS * formula(other))

    def __rsub__(self, other: "Fraction | int") -> "Formula":
        """Subtract from a number."""
        return Plus(formula(other), _MINUS * formula(self))

    def __mul__(self, other: "Formula | Fraction | int") -> "Formula":
        """Multiply."""
        return Times(formula(self), formula(other))

    def __rmul__(self, other: "Fraction | int") -> "Formula":
        """Multiply a number."""
        return Times(formula(other), formula(self))

    def __truediv__(self, other: "Formula | Fraction | int") -> "Formula":
        """Divide; undefined where the other is 0."""
        return Over(formula(self), formula(other))

    def __rtruediv__(self, other: "Fraction | int") -> "Formula":
        """Divide a number; undefined where the formula is 0."""
        return Over(formula(other), formula(self))

    def __pow__(self, exponent: int) -> "Formula":
        """Multiply with itself, `exponent` factors in all, 1 to 9.

        Raises ValueError for another exponent.
        """
        if not 1 <= exponent <= _HIGHEST:
            message = f"a power from 1 to {_HIGHEST}: got {exponent}"
            raise ValueError(message)
        return reduce(Times, [formula(self)] * exponent)


@frozen(cache_hash=True)
class Stat(Arithmetic):
    """A number that is counted or summed, or a parameter, by its name (`hits`, `beta`).

    >>> Stat("true positives")
    Traceback (most recent call last):
    ValueError: a name of letters, digits and _: got 'true positives'

    Raises ValueError where the name could not be read again.
    """

    name: str = field()

    @name.validator
    def _readable(self, _attribute: object, value: str) -> None:
        if not (value.isidentifier() and value.isascii()) or value in RESERVED:
            message = f"a name of letters, digits and _: got {value[:80]!r}"
            raise ValueError(message)


@frozen(cache_hash=True)
class Number(Arithmetic):
    """A rational number."""

    value: Fraction


@frozen(cache_hash=True)
class Plus(Arithmetic):
    """A sum."""

    first: "Formula"
    second: "Formula"


@frozen(cache_hash=True)
class Times(Arithmetic):
    """A product."""

    first: "Formula"
    second: "Formula"


@frozen(cache_hash=True)
class Over(Arithmetic):
    """A quotient, undefined where the bottom is 0; `zero` is what 0/0 is, if it is anything."""

    top: "Formula"
    bottom: "Formula"
    zero: Fraction | None = None


@frozen(cache_hash=True)
class Root(Arithmetic):
    """A square root, undefined below 0."""

    of: "Formula"


@frozen(cache_hash=True)
class Log(Arithmetic):
    """A natural logarithm, undefined at 0 and below."""

    of: "Formula"


@frozen(cache_hash=True)
class Magnitude(Arithmetic):
    """An absolute value."""

    of: "Formula"


@frozen(cache_hash=True)
class EachClass(Arithmetic):
    """The sum of a formula over the classes of a unit, its statistics taken class by class."""

    of: "Formula"


Formula = Stat | Number | Plus | Times | Over | Root | Log | Magnitude | EachClass

RESERVED = frozenset({"sqrt", "log", "abs", "each_class", "if_0"})
"""Names that formulas are written with."""

_HIGHEST = 9
_MINUS = Number(Fraction(-1))
_KINDS = (Stat, Number, Plus, Times, Over, Root, Log, Magnitude, EachClass)


def formula(value: object) -> Formula:
    """Take a formula as it is, and a number as one.

    >>> formula(2)
    Number(value=Fraction(2, 1))

    Raises TypeError for anything else: a float is no exact number.
    """
    if isinstance(value, _KINDS):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Number(Fraction(value))
    message = f"a formula, a whole number or a Fraction: got {value!r}"
    raise TypeError(message[:200])


def parts(whole: Formula) -> tuple[Formula, ...]:
    """List what a formula is made of, one level down.

    >>> parts(Stat("hits") + 1)
    (Stat(name='hits'), Number(value=Fraction(1, 1)))
    """
    match whole:
        case Stat() | Number():
            return ()
        case Plus(first, second) | Times(first, second):
            return first, second
        case Over(top, bottom):
            return top, bottom
        case Root(inner) | Log(inner) | Magnitude(inner) | EachClass(inner):
            return (inner,)


def stats(whole: Formula) -> tuple[str, ...]:
    """Name every statistic and parameter, each once, sorted.

    >>> stats(Stat("hits") / (Stat("gold") + Stat("hits")))
    ('gold', 'hits')
    """
    return tuple(sorted({one.name for one in _walk(whole) if isinstance(one, Stat)}))


def _walk(whole: Formula) -> Iterator[Formula]:
    waiting = [whole]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += parts(one)


def substituted(whole: Formula, values: Mapping[str, "Formula | Fraction | int"]) -> Formula:
    """Put formulas or numbers in the place of statistics and parameters.

    >>> substituted(Stat("a") / Stat("b"), {"b": 2})
    Over(top=Stat(name='a'), bottom=Number(value=Fraction(2, 1)), zero=None)
    """

    def named(one: Stat) -> Formula:
        return formula(values[one.name]) if one.name in values else one

    return rebuilt(whole, named)


def rebuilt(whole: Formula, named: Callable[[Stat], Formula]) -> Formula:
    """Build a formula again with other statistics.

    >>> rebuilt(Stat("a") + 1, lambda one: Stat(one.name * 2))
    Plus(first=Stat(name='aa'), second=Number(value=Fraction(1, 1)))
    """
    again = [rebuilt(one, named) for one in parts(whole)]
    match whole:
        case Stat():
            return named(whole)
        case Number():
            return whole
        case Over(zero=zero):
            return Over(again[0], again[1], zero)
        case Plus() | Times():
            return type(whole)(again[0], again[1])
        case Root() | Log() | Magnitude() | EachClass():
            return type(whole)(again[0])


def size(whole: Formula, most: int) -> int:
    """Count the parts of a formula; from `most` on, give that.

    >>> size(Stat("a") + 1, 100)
    3
    """
    return sum(1 for _ in islice(_walk(whole), most))


Box = Mapping[str, Interval]
"""Between which numbers each statistic lies."""


def enclosed(whole: Formula, box: Box, classes: tuple[Box, ...] = ()) -> Interval:
    """Enclose every value that a formula takes in a box; `classes` are the boxes of the classes.

    The enclosure is sound and, where a statistic occurs twice, wider than need be.

    >>> enclosed(Stat("a") / 4, {"a": Interval(Fraction(1), Fraction(2))})
    Interval(low=Fraction(1, 4), high=Fraction(1, 2))

    Raises OutsideError where it may be undefined somewhere in the box, KeyError where the box does
    not have a statistic.
    """
    match whole:
        case Stat(name):
            return box[name]
        case Number(value):
            return point(value)
        case Plus(first, second):
            return total(enclosed(first, box, classes), enclosed(second, box, classes))
        case Times(first, second):
            one = enclosed(first, box, classes)
            if first == second:
                return whole_power(one, 2)
            return product(one, enclosed(second, box, classes))
        case Over(top, bottom, zero):
            return _over(enclosed(top, box, classes), enclosed(bottom, box, classes), zero)
        case EachClass(inner):
            every = (enclosed(inner, {**box, **each}) for each in classes)
            return reduce(total, every, point(Fraction(0)))
        case Root(inner) | Log(inner) | Magnitude(inner):
            return _function(whole, enclosed(inner, box, classes))


def _function(whole: Root | Log | Magnitude, one: Interval) -> Interval:
    match whole:
        case Root():
            return root(one, 2)
        case Log():
            return log(one)
        case Magnitude():
            ends = abs(one.low), abs(one.high)
            return Interval(Fraction(0) if one.holds(Fraction(0)) else min(ends), max(ends))


def _over(top: Interval, bottom: Interval, zero: Fraction | None) -> Interval:
    nothing = point(Fraction(0))
    if zero is not None and top == bottom == nothing:
        return point(zero)
    if zero is not None and bottom.holds(Fraction(0)):
        message = "0/0 is declared, and the bottom may be 0"
        raise OutsideError(message)
    return product(top, inverse(bottom))
