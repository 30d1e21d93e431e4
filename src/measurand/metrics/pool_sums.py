"""The exact sums of a pool: each column once, however many definitions read it.

Definitions of one pool share a ledger. A column is a value, equal columns have one place, and
places are numbered in the order in which they are first asked for. Sums are made when one of them
is read: all plain columns that are known by then in one pass over the evidence, since a pass over
stored evidence is what costs. Everything is exact; sums are kept as one numerator a denominator
(`rational_sums`), so that a long sum of fractions does not take a common denominator at each step.

A mean over groups opens a ledger for each group, a difference one for each stage: the same code one
level down.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen

from measurand.algebra.concordance import Masses, concordant
from measurand.algebra.expression import At, NothingError, exact
from measurand.algebra.functional import Functional, exact_value
from measurand.algebra.monoid import add_all, total
from measurand.algebra.quotient import Quotient
from measurand.algebra.rational_sums import Sums
from measurand.evidence.cross_product import single_pairs, summed
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observation import Observing
from measurand.evidence.observe import plain_count
from measurand.evidence.pool import Pool
from measurand.metrics.average_plan import inside, level, weighted
from measurand.metrics.columns import (
    Book,
    Column,
    Count,
    Counted,
    Means,
    NamedColumn,
    Scores,
    UnitKind,
    Units,
    UnitSum,
    tally_of,
    unit_term,
    weighed,
)
from measurand.metrics.components import Component
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.family import SampleMean
from measurand.metrics.moments import Unit, UnitsByCase
from measurand.metrics.options import CLASS, SAMPLE, Chosen, Only, Over, OverKind
from measurand.metrics.pooled import labels
from measurand.metrics.roc import masses_of, masses_of_numbers
from measurand.values.quantity import Quantity
from measurand.values.quantity import kept as rounded
from measurand.values.score import Defined, Undefined
from measurand.values.tally import EMPTY, Tally
from measurand.values.tally import Count as Weight

Weighed = tuple[Fraction, Quantity | None]
"""The weight of a unit, and its score if it has one."""


def _nested(what: UnitSum, weight: Fraction, score: Quantity | None) -> Quantity:
    """Say what a mean inside gives to a sum over units: nothing, where it weighs nothing."""
    match what:
        case UnitSum.EVERY:
            return Fraction(1)
        case UnitSum.UNEVEN:
            return Fraction(weight not in {0, 1} and score is not None)
        case _:
            return unit_term(what, weight, score) if weight else Fraction(0)


@frozen(cache_hash=True)
class _Pairs:
    """The weight of pairs in order: no sum over rows."""


@frozen(cache_hash=True)
class _All:
    """A number of all rows: no sum over them."""

    of: Functional[Evidence]


@frozen(cache_hash=True)
class _EachClass:
    """A sum of a formula over classes, each of which has counts of its own."""

    form: Quotient


@frozen(cache_hash=True)
class _Staged:
    """A sum of one of several observations."""

    index: int
    column: "Column | Means | _Pairs | _All | _EachClass"


Summed = Column | Means | _Pairs | _All | _EachClass | _Staged


def _there(over: Over, tally: Tally) -> bool:
    """Tell whether a class takes part in a mean over classes, as `pooled.weighing` writes it."""
    match over.kind:
        case OverKind.DECLARED:
            return True
        case OverKind.GOLD:
            return tally.gold != 0
        case OverKind.PREDICTED:
            return tally.predicted != 0
        case OverKind.UNION:
            return tally.gold + tally.predicted != 0


def _summed_at_once(
    columns: Sequence[NamedColumn], counts: Mapping[Evidence, int]
) -> Sequence[Fraction] | None:
    """Sum columns of rows of numbers, where each of them knows how."""
    if not isinstance(counts, NumberRows):
        return None
    known = [column.of_numbers(counts) for column in columns if column.of_numbers is not None]
    sums = [one for one in known if one is not None]
    return sums if len(sums) == len(columns) else None


@frozen(eq=False)
class Ledger:
    """The sums of one pool: what definitions ask for, in the order in which they ask.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> ledger = Ledger(pool(Observation(), [Sample(id="1", gold=("a", "b"), predicted=("a",))]))
    >>> ledger[ledger.at(Count(Counted.GOLD, None)).index]
    Fraction(2, 1)
    """

    pool: Pool
    _places: dict[Summed, int] = field(factory=dict, init=False, repr=False)
    _columns: list[Summed] = field(factory=list, init=False, repr=False)
    _sums: dict[int, Quantity] = field(factory=dict, init=False, repr=False)
    _units: dict[Units, UnitsByCase] = field(factory=dict, init=False, repr=False)
    _groups: dict[str, tuple["Ledger", ...]] = field(factory=dict, init=False, repr=False)
    _stages: dict[int, "Ledger"] = field(factory=dict, init=False, repr=False)
    _scored: dict[object, Sequence[Weighed]] = field(factory=dict, init=False, repr=False)
    _made: dict[Hashable, object] = field(factory=dict, init=False, repr=False)

    def at(self, column: Summed) -> At:
        """Sum a column over rows."""
        index = self._places.setdefault(column, len(self._columns))
        if index == len(self._columns):
            self._columns.append(column)
        return At(index)

    def scores(self, column: Scores) -> At:
        """Sum over units of pooled rows.

        Raises ValueError where the pool was not grouped by their key.
        """
        if column.units.key:
            self._grouped_by(column.units.key)
        return self.at(column)

    def means(self, column: Means) -> At:
        """Sum over groups of rows, or classes, that are averaged inside.

        Raises ValueError where the pool was not grouped by their keys.
        """
        self._grouped_by(*column.how.average.keys)
        return self.at(column)

    def each_class(self, form: Quotient) -> At:
        """Sum a formula of counts over all classes, once for all that ask for it."""
        return self.at(_EachClass(form))

    def _grouped_by(self, *keys: str) -> None:
        lost = [key for key in keys if key not in {SAMPLE, CLASS, *self.pool.names}]
        if lost:
            message = f"a pool grouped by {lost[0]!r}: got groups {self.pool.names}"
            raise ValueError(message)

    def part(self, wanted: Observing) -> "Ledger":
        """Read the observation that the pool holds.

        Raises ValueError where it holds another one.
        """
        if self.pool.observing not in {None, wanted}:
            message = f"a pool of {wanted}: got another observation"
            raise ValueError(message[:500])
        return self

    def stage(self, index: int) -> Book:
        """Read one of several observations, of samples that have them all."""
        return _Stage(self, index)

    def ranked(self) -> At:
        """Sum the weight of pairs in order, of scores and labels that stand side by side."""
        return self.at(_Pairs())

    def whole(self, of: Functional[Evidence]) -> At:
        """Compute a number of all rows that is no sum over them."""
        return self.at(_All(of))

    def __getitem__(self, index: int) -> Quantity:
        """Give a sum; those over rows alone are made together, in one pass.

        Raises NothingError for a number of all rows that is undefined.
        """
        if index not in self._sums:
            match self._columns[index]:
                case Count(of, label):
                    self._sums[index] = self._count(of, label)
                case Scores(of, units, what):
                    self._sums[index] = self._parted(units).sum(of, what)
                case Means(of, label, how, what):
                    scored = self._means(of, label, how)
                    self._sums[index] = total(_nested(what, *one) for one in scored)
                case _Staged(at, column):
                    self._sums[index] = self.of_stage(at).sum(column)
                case _EachClass(form):
                    of = Component("sum over classes", form, zero=Fraction(0))
                    self._sums[index] = total(self._of_classes(of))
                case _Pairs():
                    self._sums[index] = concordant(self._masses())
                case _All(whole):
                    self._sums[index] = self._of_all(whole)
                case _:
                    self._pass()
        return self._sums[index]

    def _of_all(self, whole: Functional[Evidence]) -> Quantity:
        match whole, [bag.counts for bag in self.pool.keyed.bags.values()]:
            case SampleMean(), [NumberRows() as rows]:
                added = whole.of_numbers(rows)
                if added is not None:
                    return rounded(added * Fraction(1, rows.samples))
            case _:
                pass
        match exact_value(whole, self._evidence, self._made):
            case Defined(value):
                return value
            case Undefined(why):
                raise NothingError(why)

    def sum(self, column: Summed) -> Quantity:
        """Sum a column."""
        return self[self.at(column).index]

    def _pass(self) -> None:
        wanted = [
            (at, column)
            for at, column in enumerate(self._columns)
            if at not in self._sums and isinstance(column, NamedColumn)
        ]
        sums = Sums(len(wanted))
        alike = [column.of_single for _, column in wanted]
        known = [one for one in alike if one is not None]
        for bag in self.pool.keyed.bags.values():
            numbers = _summed_at_once([column for _, column in wanted], bag.counts)
            if numbers is not None:
                sums.add(numbers)
                continue
            samples = single_pairs(bag.counts)
            if samples is not None and len(known) == len(alike):
                sums.add_times(known, samples)
                continue
            for row, count in bag.counts.items():
                sums.add_times((column.value(row) for _, column in wanted), count)
        both = zip(wanted, sums.totals(), strict=True)
        self._sums.update((at, one) for (at, _), one in both)

    def _masses(self) -> Masses:
        match [bag.counts for bag in self.pool.keyed.bags.values()]:
            case [NumberRows() as rows]:
                return masses_of_numbers(rows)
            case _:
                return masses_of(self._evidence())

    def _evidence(self) -> Iterator[tuple[Evidence, int]]:
        for bag in self.pool.keyed.bags.values():
            yield from bag.counts.items()

    def _rows(self) -> Iterator[tuple[Observed, int]]:
        for row, count in self._evidence():
            if isinstance(row, Observed) and row.weight:
                yield row, count

    def _summed(self) -> Iterator[tuple[Observed, int, int]]:
        """Give rows that add up to those of the pool, class by class, and how many they are."""
        for bag in self.pool.keyed.bags.values():
            for row, count, samples in summed(bag.counts):
                if isinstance(row, Observed) and row.weight:
                    yield row, count, samples

    @property
    def _totals(self) -> Mapping[str, Tally]:
        return self._counted[0]

    @cached_property
    def _counted(self) -> tuple[Mapping[str, Tally], Fraction]:
        """Pool every class into one tally, samples weighed, and weigh all of them, in one pass."""
        judged = Sums(1)
        plain: dict[str, list[Weight]] = defaultdict(lambda: [0, 0, 0])
        rest: dict[str, Sums] = defaultdict(lambda: Sums(3))
        for row, count, samples in self._summed():
            times = weighed(row, count)
            judged.add((weighed(row, samples),))
            for label, tally in row.tallies:
                counts = tally.hits * times, tally.predicted * times, tally.gold * times
                # Most counts are whole: integers are added several times as fast as fractions.
                if type(sum(counts)) is int:
                    sums = plain[label]
                    for at, one in enumerate(counts):
                        sums[at] += one
                else:
                    rest[label].add(counts)
        by_label = {label: Tally(*sums) for label, sums in plain.items()}
        for label, more in rest.items():
            by_label[label] = by_label.get(label, EMPTY) + Tally(*map(plain_count, more.totals()))
        return by_label, judged.totals()[0]

    @cached_property
    def _all(self) -> Tally:
        return add_all(self._totals.values(), EMPTY)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """List the classes that items of samples with a weight have, sorted."""
        return tuple(sorted(self._totals))

    def classes(self, over: Over, only: Only = None) -> tuple[str, ...]:
        """List the classes that a mean over classes runs over, sorted; at most those of `only`.

        >>> from measurand.metrics.options import OverKind
        >>> Ledger(Pool()).classes(Over(OverKind.DECLARED, ("A", "B")), "B")
        ('B',)
        """
        return tuple(one for one in labels(over, self, only) if _there(over, self.tally(one)))

    def tally(self, label: Only) -> Tally:
        """Pool one class, several, or all, into one tally."""
        if isinstance(label, Chosen):
            return add_all((one for name, one in self._totals.items() if name in label), EMPTY)
        return self._all if label is None else self._totals.get(label, EMPTY)

    def _count(self, of: Counted, label: Only) -> Fraction:
        if of is Counted.JUDGED:
            return self._judged
        return Fraction(of.of(self.tally(label)))

    def _of_classes(self, of: Component) -> Iterator[Quantity]:
        for label in self.labels:
            value = of.value(self.tally(label), self._judged)
            if value is not None:
                yield value

    def _parted(self, units: Units) -> UnitsByCase:
        if units not in self._units:
            self._units[units] = UnitsByCase.of(self._listed(units))
        return self._units[units]

    def _listed(self, units: Units) -> Iterator[Unit]:
        match units.kind:
            case UnitKind.SAMPLE:
                for row, count in self._rows():
                    tally = tally_of(row, units.only)
                    heavy = row.weight * tally.gold if units.weighted else row.weight
                    yield tally, 1, heavy, count
            case UnitKind.CLASS:
                for label in self.classes(units.over, units.only):
                    yield self.as_unit(label, weighted=units.weighted)
            case UnitKind.GROUP:
                for part in self.groups(units.key):
                    yield part.as_unit(units.only, weighted=units.weighted)
            case UnitKind.ALL:
                if self.there:
                    yield self.as_unit(units.only, weighted=False)

    def as_unit(self, label: Only, *, weighted: bool) -> Unit:
        """Count this pool, or one class of it, as one unit."""
        tally = self.tally(label)
        return tally, self._judged, tally.gold if weighted else 1, 1

    @property
    def _judged(self) -> Fraction:
        return self._counted[1]

    def groups(self, key: str) -> tuple["Ledger", ...]:
        """Part the pool by a group key; groups in which nothing weighs anything are not there."""
        if key not in self._groups:
            parts = map(Ledger, self.pool.split(key).values())
            self._groups[key] = tuple(part for part in parts if part.there)
        return self._groups[key]

    @cached_property
    def there(self) -> bool:
        """Tell whether some sample weighs something."""
        return any(True for _ in self._summed())

    def _means(self, of: Component, label: Only, how: Averaging) -> Sequence[Weighed]:
        place = of, label, how
        if place not in self._scored:
            outer = how.average.keys[0]
            if outer == CLASS:
                units = [self.mean(of, one, how) for one in self.classes(how.over, label)]
            else:
                units = [part.mean(of, label, how) for part in self.groups(outer)]
            self._scored[place] = units
        return self._scored[place]

    def mean(self, of: Component, label: Only, how: Averaging) -> Weighed:
        """Weigh and score this pool, or one class of it, as one unit that is averaged inside."""
        weight = Fraction(self.tally(label).gold if weighted(how) else 1)
        match exact(level(of, inside(how), self, label).score, self):
            case Defined(value):
                return weight, value
            case _:
                return weight, None

    def group(self, column: Means) -> Quantity:
        """Say what this pool gives as one group among others that are averaged inside."""
        if not self.there:
            return Fraction(0)
        return _nested(column.what, *self.mean(column.of, column.label, column.how))

    def one(self, column: Scores) -> Quantity:
        """Say what this pool gives as one pooled group among others."""
        units = column.units
        pooled = [self.as_unit(units.only, weighted=units.weighted)] if self.there else []
        return UnitsByCase.of(pooled).sum(column.of, column.what)

    def of_stage(self, index: int) -> "Ledger":
        """Take one of several observations, of samples that have them all."""
        if index not in self._stages:
            self._stages[index] = Ledger(self.pool.project(index))
        return self._stages[index]


@frozen(eq=False)
class _Stage:
    """One of several observations of a pool, as a book of its own."""

    ledger: Ledger
    index: int

    @property
    def labels(self) -> tuple[str, ...]:
        return self.ledger.of_stage(self.index).labels

    def at(self, column: Column) -> At:
        return self.ledger.at(_Staged(self.index, column))

    def scores(self, column: Scores) -> At:
        return self.ledger.at(_Staged(self.index, column))

    def means(self, column: Means) -> At:
        return self.ledger.at(_Staged(self.index, column))

    def part(self, _wanted: Observing) -> "_Stage":
        return self

    def stage(self, index: int) -> Book:
        return self.ledger.of_stage(self.index).stage(index)

    def ranked(self) -> At:
        return self.ledger.at(_Staged(self.index, _Pairs()))

    def each_class(self, form: Quotient) -> At:
        return self.ledger.at(_Staged(self.index, _EachClass(form)))

    def whole(self, of: Functional[Evidence]) -> At:
        return self.ledger.at(_Staged(self.index, _All(of)))
