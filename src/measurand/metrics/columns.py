"""The columns that definitions sum: what a row gives to each, said once, as data.

A column is a hashable value, so two definitions that need one sum get one column, be it in the
exact sums of a pool or in the table that is resampled. `Count` is of hits, predictions, gold or
judgements; `Scores` and `Means` are sums over the units of an average; anything else is a function
under a name (`NamedColumn`), and it is the name that says whether two are equal.
"""

from collections.abc import Callable, Hashable
from enum import Enum
from fractions import Fraction
from typing import Protocol

from attrs import field, frozen

from measurand.algebra.expression import At, Expression
from measurand.algebra.functional import Functional
from measurand.algebra.quotient import Quotient
from measurand.evidence.evidence import Amount, Evidence, Facts, Joint, Observed
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observation import Observing
from measurand.metrics.components import Component, by_identity
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import Chosen, Only, Over
from measurand.metrics.units import row_tally
from measurand.values.quantity import Quantity, rational
from measurand.values.tally import EMPTY, Tally
from measurand.values.tally import Count as Weight


class Column(Hashable, Protocol):
    """What each row gives to one sum; equal columns are one."""

    def value(self, row: Evidence, /) -> Weight:
        """Say what a row gives."""
        ...


@frozen
class NamedColumn:
    """What a function gives of a row, under a name that stands for it.

    `of_single` is what it gives of any sample of weight 1 with one item on either side, where that
    is one number: rows need not be looked at then. `of_numbers` is what all rows of numbers add up
    to, where that is known without a look at each.

    >>> NamedColumn("weight", weight_of).value(Amount(Fraction(7)))
    Fraction(1, 1)
    """

    name: Hashable
    value: Callable[[Evidence], Fraction] = field(eq=False)
    of_single: Fraction | None = field(default=None, eq=False)
    of_numbers: Callable[[NumberRows], Fraction | None] | None = field(default=None, eq=False)


class Counted(Enum):
    """What is counted in a tally; `items` are those of both sides."""

    HITS = "hits"
    PREDICTED = "predicted"
    GOLD = "gold"
    ITEMS = "items"
    JUDGED = "judged"

    def of(self, tally: Tally) -> Weight:
        """Count it; a tally is one judgement."""
        match self:
            case Counted.HITS:
                return tally.hits
            case Counted.PREDICTED:
                return tally.predicted
            case Counted.GOLD:
                return tally.gold
            case Counted.ITEMS:
                return tally.gold + tally.predicted
            case Counted.JUDGED:
                return 1


@frozen(cache_hash=True)
class Count:
    """What samples hold of one class, of several, or of all, samples weighed.

    >>> Count(Counted.GOLD, None).value(Observed((("", Tally(1, 1, 2)),), Fraction(3)))
    Fraction(6, 1)
    """

    of: Counted
    label: Only

    def value(self, row: Evidence) -> Weight:
        """Count one sample: of many classes most have none of it, and a count is mostly whole."""
        number = self.of.of(tally_of(row, self.label))
        if not number:
            return 0
        weight = weight_of(row)
        return number if weight == 1 else weight * number


class UnitSum(Enum):
    """What is summed over the units of a mean: weights, scores, squares of those that have one.

    `UNEVEN` is not 0 where a unit does not weigh 1; `LOST` counts the units without a score,
    `SCORED` those that have one, `EVERY` all.
    """

    # The value of the first three is the power of the score: w, w * x, w * x^2.
    WEIGHT = 0
    TOTAL = 1
    SQUARES = 2
    UNEVEN = "uneven"
    LOST = "lost"
    SCORED = "scored"
    EVERY = "every"


class UnitKind(Enum):
    """What is scored as one unit, and averaged."""

    ALL = "all"
    SAMPLE = "sample"
    CLASS = "class"
    GROUP = "group"


@frozen(cache_hash=True)
class Units:
    """The units of a mean, each of them pooled: all samples as one, samples, classes, or groups.

    `only` restricts them to some classes; classes are those of `over`, groups those of `key`.
    `weighted` weighs units by their gold items.
    """

    kind: UnitKind
    only: Only = None
    over: Over = field(factory=Over)
    key: str = ""
    weighted: bool = False


@frozen(cache_hash=True)
class Scores:
    """A sum over units of one score."""

    of: Component = field(eq=by_identity)
    units: Units = field(eq=by_identity)
    what: UnitSum

    def value(self, row: Evidence) -> Fraction:
        """Say what a row gives, where samples are the units and it is rational."""
        return rational(self.quantity(row))

    def quantity(self, row: Evidence) -> Quantity:
        """Say what a row gives, where samples are the units."""
        heavy, tally = weight_of(row), tally_of(row, self.units.only)
        if not heavy:
            return Fraction(0)
        weight = heavy * tally.gold if self.units.weighted else heavy
        return unit_term(self.what, weight, self.of.value(tally))


def unit_term(what: UnitSum, weight: Fraction, score: Quantity | None) -> Quantity:
    """Say what a unit gives to a sum over units.

    >>> unit_term(UnitSum.SQUARES, Fraction(2), Fraction(1, 2))
    Fraction(1, 2)
    >>> unit_term(UnitSum.WEIGHT, Fraction(2), None)
    Fraction(0, 1)
    """
    match what:
        case UnitSum.EVERY:
            return Fraction(1)
        case UnitSum.UNEVEN:
            return Fraction(weight != 1)
        case UnitSum.LOST:
            return Fraction(score is None)
        case _ if score is None:
            return Fraction(0)
        case UnitSum.SCORED:
            return Fraction(1)
        case UnitSum.WEIGHT:
            return weight
        case UnitSum.TOTAL:
            return weight * score
        case UnitSum.SQUARES:
            return weight * score * score


@frozen(cache_hash=True)
class Means:
    """A sum over groups of samples, or over classes, of means inside each of them.

    The first key of `how` is that of the groups, the rest are those inside.
    """

    of: Component = field(eq=by_identity)
    label: Only
    how: Averaging = field(eq=by_identity)
    what: UnitSum


class Book(Protocol):
    """Where a definition finds its sums: over a pool, or over rows that are resampled.

    `labels` are the classes that items have, sorted.
    """

    @property
    def labels(self) -> tuple[str, ...]:
        """List the classes."""
        ...

    def at(self, column: Column) -> At:
        """Sum a column over rows."""
        ...

    def scores(self, column: Scores) -> Expression:
        """Sum over units of pooled rows."""
        ...

    def means(self, column: Means) -> Expression:
        """Sum over groups of rows, or classes, that are averaged inside."""
        ...

    def each_class(self, form: Quotient, /) -> Expression:
        """Sum a formula of counts over all classes; it is 0 of one where it divides by 0."""
        ...

    def part(self, wanted: Observing, /) -> "Book":
        """Read one observation, or several, out of a larger one."""
        ...

    def stage(self, index: int) -> "Book":
        """Read one of several observations, of samples that have them all."""
        ...

    def ranked(self) -> Expression:
        """Sum the weight of pairs in order: no sum over rows."""
        ...

    def whole(self, of: Functional[Evidence], /) -> Expression:
        """Compute a number of all rows that is no sum over them."""
        ...


def tally_of(row: Evidence, label: Only) -> Tally:
    """Take the tally of one class, of several, or of all; the empty one where there is none.

    >>> tally_of(Observed((("a", Tally(1, 1, 1)),)), "b")
    Tally(hits=0, predicted=0, gold=0)
    """
    if not isinstance(row, Observed):
        return EMPTY
    if label is None:
        return row_tally(row)
    if isinstance(label, Chosen):
        return sum((tally for name, tally in row.tallies if name in label), EMPTY)
    return next((tally for name, tally in row.tallies if name == label), EMPTY)


def classes_of(row: Evidence) -> tuple[str, ...]:
    """Name the classes that a row has a tally of.

    >>> classes_of(Observed((("a", Tally(1, 1, 1)),)))
    ('a',)
    """
    return tuple(name for name, _ in row.tallies) if isinstance(row, Observed) else ()


def parts_of(row: Evidence) -> tuple[Evidence, ...]:
    """List what stands side by side in a row.

    >>> parts_of(Amount(Fraction(1)))
    (Amount(value=Fraction(1, 1), weight=Fraction(1, 1)),)
    """
    return tuple(row.rows) if isinstance(row, Joint) else (row,)


def weight_of(row: Evidence) -> Fraction:
    """Weigh a row; what is not scored weighs nothing.

    >>> weight_of(Observed(()))
    Fraction(1, 1)
    """
    return row.weight if isinstance(row, Observed | Amount | Facts) else Fraction(0)


def weighed(row: Observed | Amount, count: int) -> Weight:
    """Weigh so many rows that are alike.

    >>> weighed(Amount(Fraction(7)), 3), weighed(Amount(Fraction(7), Fraction(1, 2)), 3)
    (3, Fraction(3, 2))
    """
    weight = row.weight
    return count if weight.numerator == weight.denominator else weight * count
