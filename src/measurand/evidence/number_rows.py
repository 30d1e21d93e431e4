"""Rows of plain numbers, held as whole numbers over one bottom for each column.

Doubles are read as they are written, so that those of a column are whole multiples of one power of
ten. Sums of products of them are then sums of integers, which are exact and cost a small part of
what fractions do; and where only the order of numbers matters, that of integers is theirs. Rows
become evidence where somebody reads them.
"""

from collections.abc import ItemsView, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from operator import mul

from attrs import frozen

from measurand.algebra.lazy_counts import Deferred
from measurand.evidence.evidence import Amount, Evidence, Joint


@frozen(eq=False)
class Multiples:
    """Numbers, each a whole one over the same bottom.

    >>> Multiples((1, 3), 2).bottom
    2
    """

    tops: Sequence[int]
    bottom: int


@frozen(eq=False)
class NumberRows(Deferred[Evidence]):
    """Distinct rows of numbers, which all are there and weigh 1, with how often each occurred.

    >>> rows = NumberRows((Multiples((1, 3), 2), Multiples((0, 1), 1)), (2, 1))
    >>> rows.moment(0, 0), rows.moment(0, 1), rows.samples
    (Fraction(11, 4), Fraction(3, 2), 3)
    """

    columns: Sequence[Multiples]
    counts: Sequence[int]

    @cached_property
    def samples(self) -> int:
        """Count the samples."""
        return sum(self.counts)

    def moment(self, *places: int) -> Fraction:
        """Add up the products of the numbers at some places, over all samples."""
        terms: Iterator[int] = iter(self.counts)
        for at in places:
            terms = map(mul, terms, self.columns[at].tops)
        return Fraction(sum(terms), prod(self.columns[at].bottom for at in places))

    def apart(self) -> Fraction:
        """Add up how far the first number is from the second.

        >>> NumberRows((Multiples((1, 3), 2), Multiples((0, 1), 1)), (2, 1)).apart()
        Fraction(3, 2)
        """
        one, two = self.columns[:2]
        both = zip(one.tops, two.tops, self.counts, strict=True)
        off = sum(n * abs(a * two.bottom - b * one.bottom) for a, b, n in both)
        return Fraction(off, one.bottom * two.bottom)

    @cached_property
    def rows(self) -> Sequence[tuple[Evidence, int]]:
        """List the evidence of each row."""
        columns = list(map(_amounts, self.columns))
        parts: Iterator[Evidence] = iter(columns[0])
        if len(columns) > 1:
            parts = map(Joint, zip(*columns, strict=True))
        return list(zip(parts, self.counts, strict=True))

    def items(self) -> ItemsView[Evidence, int]:
        """List rows with their counts; to list them takes no hash of any."""
        return _Listed(self)

    def made(self) -> Mapping[Evidence, int]:
        """Make the evidence of each row, once."""
        return self._made

    @cached_property
    def _made(self) -> Mapping[Evidence, int]:
        return dict(self.rows)

    def __len__(self) -> int:
        """Count the different rows."""
        return len(self.counts)


class _Listed(ItemsView[Evidence, int]):
    def __init__(self, rows: NumberRows) -> None:
        super().__init__(rows)
        self._rows = rows

    def __iter__(self) -> Iterator[tuple[Evidence, int]]:
        return iter(self._rows.rows)


def _amounts(column: Multiples) -> Sequence[Amount]:
    """Make amounts, the same one for the same number."""
    known = {top: Amount(Fraction(top, column.bottom)) for top in set(column.tops)}
    return [known[top] for top in column.tops]
