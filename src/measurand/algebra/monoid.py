"""Things that add, in any grouping, with a nothing to start from."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol, Self, TypeVar

from measurand.values.quantity import Quantity, added


class Adds(Protocol):
    """What has a plus: the law is (a + b) + c == a + (b + c)."""

    def __add__(self, other: Self, /) -> Self:
        """Combine two of a kind."""
        ...


A = TypeVar("A", bound=Adds)


def add_all(parts: Iterable[A], nothing: A) -> A:
    """Add up, two by two, so that no part is copied more than log2(n) times.

    >>> add_all([1, 2, 3], 0)
    6
    """
    level = list(parts)
    while len(level) > 1:
        pairs = [level[i] + level[i + 1] for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
    return level[0] if level else nothing


def total(values: Iterable[Quantity]) -> Quantity:
    """Add numbers up, rational ones two by two.

    >>> total([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    numbers: list[Fraction] = []
    others: list[Quantity] = []
    for value in values:
        if isinstance(value, Fraction):
            numbers.append(value)
        else:
            others.append(value)
    if all(one.denominator == 1 for one in numbers):
        rational = Fraction(sum(one.numerator for one in numbers))
    else:
        rational = add_all(numbers, Fraction(0))
    return added((rational, *others)) if others else rational
