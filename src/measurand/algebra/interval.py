"""Exact closed intervals of rational numbers."""

from fractions import Fraction

from attrs import frozen

from measurand.values.score import Quantity, Root


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


def compare(value: Quantity, bound: Fraction) -> int:
    """Return -1, 0 or 1 as the quantity lies below, at or above the bound, exactly.

    >>> compare(Root(Fraction(2)), Fraction(141, 100)), compare(Fraction(1), Fraction(1))
    (1, 0)
    """
    if isinstance(value, Root):
        return 1 if bound < 0 or value.square > bound**2 else -1
    return (value > bound) - (value < bound)
