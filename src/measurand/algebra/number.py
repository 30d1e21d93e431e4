"""Numbers that are said once and computed in two ways: exactly, and in floats.

`Exact` numbers are those of a score; arrays with one number for each resample are in
`functional_floats`. What computes with numbers knows nothing of which they are, so there is no
branch on a number: what depends on one is written as `if_zero`, `larger` and `floor`.

What is undefined stays so through all arithmetic and keeps its first reason, as NaN does in floats;
`if_zero` alone may leave it behind, where it takes the other branch.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor
from typing import Union

from attrs import frozen

from measurand.algebra.elementary import power_of_e
from measurand.algebra.enclosure import root
from measurand.algebra.interval import Interval, compare
from measurand.values.quantity import (
    Between,
    Quantity,
    Root,
    between,
    ends_of,
    rational,
    signed_root,
    signed_square,
    square_root,
)
from measurand.values.score import Defined, Score, Undefined

Plain = Union["Number", Fraction, int]
"""What arithmetic takes beside a number: a constant."""

_RATIONAL = (int, Fraction)


class Number(ABC):
    """A number of an engine, or nothing with a reason."""

    __slots__ = ()

    @abstractmethod
    def __add__(self, other: Plain) -> "Number":
        """Add."""

    @abstractmethod
    def __sub__(self, other: Plain) -> "Number":
        """Subtract."""

    @abstractmethod
    def __mul__(self, other: Plain) -> "Number":
        """Multiply."""

    @abstractmethod
    def over(self, bottom: Plain, why: str) -> "Number":
        """Divide; undefined with the reason where the bottom is 0."""

    @abstractmethod
    def root(self, degree: int = 2) -> "Number":
        """Take the root of a degree, the square root, of a number that is not below 0."""

    @abstractmethod
    def exp(self) -> "Number":
        """Raise e to it."""

    @abstractmethod
    def __abs__(self) -> "Number":
        """Take away the sign."""

    @abstractmethod
    def if_zero(self, then: Plain, otherwise: Plain) -> "Number":
        """Take one number where this is 0, and another where it is not."""

    @abstractmethod
    def larger(self, other: Plain) -> "Number":
        """Take the larger of two."""

    @abstractmethod
    def floor(self) -> "Number":
        """Round a rational number down to a whole one."""

    @abstractmethod
    def nothing(self, why: str) -> "Number":
        """Say that there is no number, and why."""

    def __neg__(self) -> "Number":
        """Change the sign."""
        return self * -1

    def __radd__(self, other: Fraction | int) -> "Number":
        """Add."""
        return self + other

    def __rsub__(self, other: Fraction | int) -> "Number":
        """Subtract from a constant."""
        return -self + other

    def __rmul__(self, other: Fraction | int) -> "Number":
        """Multiply."""
        return self * other


class Vector(ABC):
    """Numbers of one engine side by side, by place, each of which is there."""

    __slots__ = ()

    @abstractmethod
    def __sub__(self, other: "Vector") -> "Vector":
        """Subtract place by place."""

    @abstractmethod
    def __mul__(self, other: "Vector") -> "Vector":
        """Multiply place by place."""

    @abstractmethod
    def running(self) -> "Vector":
        """Sum the first 0, 1, 2 ... all numbers, which is one sum more than there are numbers."""

    @abstractmethod
    def taken(self, places: Sequence[int]) -> "Vector":
        """Take the numbers of some places, in their order."""

    @abstractmethod
    def grouped(self, groups: Sequence[int], size: int) -> "Vector":
        """Sum the numbers of each of so many groups; `groups` say by place in which one is."""

    @abstractmethod
    def sum(self) -> Number:
        """Sum all."""


@frozen
class Exact(Number):
    """A number that is known exactly, or nothing.

    >>> half = Exact(Fraction(1)).over(2, "nobody")
    >>> (half + 1).score, half.over(half - half, "nobody").score
    (Defined(value=Fraction(3, 2)), Undefined(reason='nobody'))
    >>> Exact(Fraction(2)).root().score, half.if_zero(1, 2).score
    (Defined(value=Root(square=Fraction(2, 1))), Defined(value=Fraction(2, 1)))
    """

    value: Quantity | int | Undefined
    """A whole number may be an int, of which sums and products cost a fraction of a fraction's."""

    @property
    def score(self) -> Score:
        """Give the score that it is."""
        return self.value if isinstance(self.value, Undefined) else Defined(_real(self.value))

    def __add__(self, other: Plain) -> "Exact":
        """Add."""
        one, two = self.value, self._of(other)
        if isinstance(one, _RATIONAL) and isinstance(two, _RATIONAL):
            # A fraction takes a whole number sooner than a whole number a fraction.
            return Exact(two + one if type(one) is int else one + two)
        return self._with(two, lambda one, two: one + two)

    def __sub__(self, other: Plain) -> "Exact":
        """Subtract."""
        one, two = self.value, self._of(other)
        if isinstance(one, _RATIONAL) and isinstance(two, _RATIONAL):
            return Exact(one - two)
        return self._with(two, lambda one, two: one - two)

    def __mul__(self, other: Plain) -> "Exact":
        """Multiply."""
        one, two = self.value, self._of(other)
        if isinstance(one, _RATIONAL) and isinstance(two, _RATIONAL):
            return Exact(two * one if type(one) is int else one * two)
        return self._with(two, lambda one, two: one * two)

    def over(self, bottom: Plain, why: str) -> "Exact":
        """Divide; undefined with the reason where the bottom is 0."""
        one, two = self.value, self._of(bottom)
        if isinstance(one, _RATIONAL) and isinstance(two, _RATIONAL) and two:
            return Exact(one / two if isinstance(one, Fraction) else Fraction(one, two))
        return Exact(two).if_zero(self.nothing(why), self._with(two, _quotient))

    def root(self, degree: int = 2) -> "Exact":
        """Take the root of a degree of 1 to 64; undefined of a number below 0.

        >>> Exact(Fraction(16, 81)).root(4).score
        Defined(value=Fraction(2, 3))
        """
        return self._with(1, lambda one, _: _root(one, degree))

    def exp(self) -> "Exact":
        """Raise e to it; below -2,000 the power is known to lie near 0.

        >>> Exact(Fraction(0)).exp().score, float(Exact(Fraction(-1)).exp().score.value)
        (Defined(value=Fraction(1, 1)), 0.36787944117144233)
        """
        return self._with(1, lambda one, _: power_of_e(one))

    def __abs__(self) -> "Exact":
        """Take away the sign."""
        return self._with(1, lambda one, _: abs(one))

    def if_zero(self, then: Plain, otherwise: Plain) -> "Exact":
        """Take one number where this is 0, and another where it is not."""
        value = self.value
        if isinstance(value, Undefined):
            return self
        if isinstance(value, Between) and value.low <= 0 <= value.high:
            return Exact(_MAY_BE)
        chosen = otherwise if value else then
        return chosen if isinstance(chosen, Exact) else Exact(self._of(chosen))

    def larger(self, other: Plain) -> "Exact":
        """Take the larger of two."""
        one, two = self.value, self._of(other)
        if isinstance(one, _RATIONAL) and isinstance(two, _RATIONAL):
            return Exact(max(one, two))
        return self._with(two, lambda one, two: one if compare(one, two) >= 0 else two)

    def floor(self) -> "Exact":
        """Round a rational number down to a whole one.

        >>> Exact(Fraction(-1, 2)).floor().score
        Defined(value=Fraction(-1, 1))
        """
        return self._with(1, lambda one, _: Fraction(floor(rational(one))))

    def nothing(self, why: str) -> "Exact":
        """Say that there is no number, and why."""
        return Exact(Undefined(why))

    def _with(
        self,
        two: Quantity | int | Undefined,
        made: Callable[[Quantity, Quantity], Quantity | Undefined],
    ) -> "Exact":
        if isinstance(self.value, Undefined):
            return self
        return Exact(two if isinstance(two, Undefined) else made(_real(self.value), _real(two)))

    @staticmethod
    def _of(other: Plain) -> Quantity | int | Undefined:
        if isinstance(other, Exact):
            return other.value
        if isinstance(other, _RATIONAL):
            return other
        message = f"numbers of one engine: got {type(other).__name__}"
        raise TypeError(message)


def _real(value: Quantity | int) -> Quantity:
    return Fraction(value) if isinstance(value, int) else value


def _quotient(one: Quantity, two: Quantity) -> Quantity | Undefined:
    match two:
        case Fraction():
            return one * (1 / two) if two else Undefined("a division by 0")
        case Root():
            return one * signed_root(1 / signed_square(two))
        case _:
            low, high = ends_of(two)
            return one * between(1 / high, 1 / low) if low * high > 0 else _MAY_BE


_MAY_BE = Undefined("a number that may be 0, and may not")


def _root(value: Quantity, degree: int) -> Quantity | Undefined:
    if isinstance(value, Fraction) and degree == _SQUARE:
        return square_root(value) if value >= 0 else _BELOW
    low, high = ends_of(value)
    if high < 0:
        return _BELOW
    found = root(Interval(max(low, Fraction(0)), high), degree)
    return between(found.low, found.high)


_SQUARE = 2
_BELOW = Undefined("a root of a number below 0")


@frozen
class ExactVector(Vector):
    """Rational numbers side by side.

    >>> some = ExactVector((1, 2, 4))
    >>> some.running(), some.taken([2, 0]) * some.taken([2, 2]), some.sum().score
    (ExactVector(values=(0, 1, 3, 7)), ExactVector(values=(16, 4)), Defined(value=Fraction(7, 1)))
    >>> some.grouped([1, 0, 1], 2) - some.taken([0, 0])
    ExactVector(values=(1, 4))
    """

    values: tuple[int | Fraction, ...]

    def __sub__(self, other: Vector) -> "ExactVector":
        """Subtract place by place."""
        return ExactVector(
            tuple([a - b for a, b in zip(self.values, self._of(other), strict=True)])
        )

    def __mul__(self, other: Vector) -> "ExactVector":
        """Multiply place by place."""
        return ExactVector(
            tuple([a * b for a, b in zip(self.values, self._of(other), strict=True)])
        )

    def running(self) -> "ExactVector":
        """Sum the first 0, 1, 2 ... all numbers."""
        return ExactVector(tuple(accumulate(self.values, initial=0)))

    def taken(self, places: Sequence[int]) -> "ExactVector":
        """Take the numbers of some places."""
        return ExactVector(tuple([self.values[at] for at in places]))

    def grouped(self, groups: Sequence[int], size: int) -> "ExactVector":
        """Sum the numbers of each group."""
        sums: list[int | Fraction] = [0] * size
        for group, value in zip(groups, self.values, strict=True):
            sums[group] += value
        return ExactVector(tuple(sums))

    def sum(self) -> Exact:
        """Sum all."""
        return Exact(sum(self.values))

    @staticmethod
    def _of(other: Vector) -> tuple[int | Fraction, ...]:
        if isinstance(other, ExactVector):
            return other.values
        message = f"numbers of one engine: got {type(other).__name__}"
        raise TypeError(message)
