"""Exact sums in the making: what is added is not kept."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from measurand.algebra.monoid import add_all
from measurand.values.tally import Count


class Sums:
    """Some sums of rationals, denominator by denominator, so that long sums stay cheap.

    >>> sums = Sums(2)
    >>> sums.add((Fraction(1, 2), 3))
    >>> sums.add((Fraction(1, 3), 4))
    >>> sums.totals()
    (Fraction(5, 6), Fraction(7, 1))
    """

    def __init__(self, width: int) -> None:
        """Start so many sums at 0."""
        self._whole = [0] * width
        self._tops: list[Counter[int]] = [Counter() for _ in range(width)]

    def add(self, values: Iterable[Count]) -> None:
        """Add a value to each sum."""
        for at, value in enumerate(values):
            if type(value) is int:
                self._whole[at] += value
            else:
                self._tops[at][value.denominator] += value.numerator

    def add_times(self, values: Iterable[Fraction], times: int) -> None:
        """Add a value so often to each sum; most are 0 where rows are told apart by little.

        >>> sums = Sums(1)
        >>> sums.add_times((Fraction(1, 2),), 3)
        >>> sums.totals()
        (Fraction(3, 2),)
        """
        for at, value in enumerate(values):
            top = value.numerator
            if top:
                self._tops[at][value.denominator] += top * times

    def totals(self) -> tuple[Fraction, ...]:
        """Give the sums."""
        return tuple(
            united(tops) + whole for whole, tops in zip(self._whole, self._tops, strict=True)
        )


def united(tops: Mapping[int, int]) -> Fraction:
    """Add up sums of numerators, each over its denominator.

    >>> united({2: 3, 3: 1})
    Fraction(11, 6)
    """
    return add_all((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))


def exact_sum(values: Iterable[Count]) -> Fraction:
    """Add rationals, denominator by denominator, so that long sums stay cheap.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3), Fraction(1, 2)])
    Fraction(4, 3)
    """
    sums = Sums(1)
    for value in values:
        sums.add((value,))
    return sums.totals()[0]
