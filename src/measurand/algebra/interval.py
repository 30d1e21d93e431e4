"""Exact closed intervals of rational numbers, and the exact order of quantities."""

from fractions import Fraction

from attrs import frozen

from measurand.values.quantity import (
    Between,
    Enclosed,
    Quantity,
    Root,
    decided,
    sign,
    signed_square,
)


@frozen
class Interval:
    """All x with low <= x <= high.

    >>> Interval(Fraction(1), Fraction(2)).holds(Fraction(2))
    True

    Raises ValueError where the ends are swapped.
    """

    low: Fraction
    high: Fraction

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            message = f"an interval runs upwards: got [{self.low}, {self.high}]"
            raise ValueError(message)

    def holds(self, value: Quantity) -> bool:
        """Decide exactly whether a quantity lies inside; ends belong to the interval.

        >>> Interval(Fraction(7, 5), Fraction(3, 2)).holds(Root(Fraction(2)))
        True
        """
        return compare(value, self.low) >= 0 and compare(value, self.high) <= 0

    def __add__(self, other: "Interval") -> "Interval":
        """Add all pairs: the Minkowski sum."""
        return Interval(self.low + other.low, self.high + other.high)

    def hull(self, other: "Interval") -> "Interval":
        """Return the smallest interval that holds both.

        >>> Interval(Fraction(0), Fraction(1)).hull(Interval(Fraction(3), Fraction(4)))
        Interval(low=Fraction(0, 1), high=Fraction(4, 1))
        """
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def meets(self, other: "Interval") -> bool:
        """Decide whether the two share a point."""
        return self.low <= other.high and other.low <= self.high


def compare(value: Quantity, bound: Quantity) -> int:
    """Return -1, 0 or 1 as the quantity lies below, at or above the bound, exactly.

    >>> compare(Root(Fraction(2)), Fraction(141, 100)), compare(Fraction(1), Fraction(1))
    (1, 0)
    >>> compare(-Root(Fraction(2)), -Root(Fraction(3)))
    1

    Raises UndecidedError where sums of roots are so near that `MOST_DIGITS` digits are the same.
    """
    if isinstance(value, Enclosed | Between) or isinstance(bound, Enclosed | Between):
        return decided(value - bound, sign)
    if isinstance(value, Root) or isinstance(bound, Root):
        value, bound = signed_square(value), signed_square(bound)
    return (value > bound) - (value < bound)


def compare_distances(one: tuple[Quantity, Quantity], other: tuple[Quantity, Quantity]) -> int:
    """Return -1, 0 or 1 as two quantities lie nearer, as far apart or farther than two others.

    This is exact, so that the distance of 2 sqrt(2) from 0 is that of sqrt(2) from -sqrt(2).

    >>> root = Root(Fraction(2))
    >>> compare_distances((root * Fraction(2), Fraction(0)), (root, -root))
    0

    Raises UndecidedError as `compare` does.
    """
    return compare(*(abs(first - second) for first, second in (one, other)))
