"""From a pool to the units of an average, and from units to sums; exact throughout."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen

from measurand.algebra.bag import Bag
from measurand.algebra.monoid import add_all
from measurand.algebra.stored import Again, loaded
from measurand.evidence.evidence import Observed
from measurand.evidence.observe import whole
from measurand.evidence.pool import Pool
from measurand.metrics.options import CLASS, SAMPLE, Average, AverageKind, Over, OverKind
from measurand.metrics.sums import Sums, weighed
from measurand.values.tally import EMPTY, Count, Tally

Ratio = Callable[[Tally], Fraction]
"""The score of a unit that has gold items and predictions."""


class Case(Enum):
    """What is missing in a unit."""

    BOTH_EMPTY = "both_empty"
    GOLD_EMPTY = "gold_empty"
    PRED_EMPTY = "pred_empty"
    REGULAR = "regular"


def case_of(tally: Tally) -> Case:
    """Decide what is missing.

    >>> case_of(Tally(0, 1, 0)).value
    'gold_empty'
    """
    if tally.gold:
        return Case.REGULAR if tally.predicted else Case.PRED_EMPTY
    return Case.GOLD_EMPTY if tally.predicted else Case.BOTH_EMPTY


@frozen
class Unit:
    """One unit of an average: its pooled tally and its weight.

    >>> Unit(Tally(1, 1, 2)).weight
    1
    """

    tally: Tally
    weight: Count = 1


@frozen
class Moments:
    """The weight, the weighted sum and the weighted sum of squares of unit scores.

    >>> Moments.constant(Fraction(1, 2), Fraction(2))
    Moments(weight=Fraction(2, 1), total=Fraction(1, 1), squares=Fraction(1, 2))
    """

    weight: Fraction = Fraction(0)
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, other: "Moments") -> "Moments":
        """Add part by part."""
        return Moments(
            self.weight + other.weight, self.total + other.total, self.squares + other.squares
        )

    @staticmethod
    def constant(value: Fraction, weight: Fraction) -> "Moments":
        """Sum one value that carries all the weight."""
        return Moments(weight, value * weight, value**2 * weight)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """Add rationals, denominator by denominator, so that long sums stay cheap.

    >>> exact_sum([Fraction(1, 2), Fraction(1, 3), Fraction(1, 2)])
    Fraction(4, 3)
    """
    tops: Counter[int] = Counter()
    for value in values:
        tops[value.denominator] += value.numerator
    return add_all((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))


@frozen(eq=False)
class _Parted:
    """Units by what is missing in them: one pass over them all."""

    counts: Mapping[Case, int]
    weights: Mapping[Case, Fraction]
    regular: tuple[tuple[Tally, Fraction], ...]
    unweighted: bool


@frozen(eq=False)
class Units:
    """The units of one mean, parted by what is missing in them.

    Sums are kept under their names, so that definitions which differ in rules only share them.

    >>> units = Units(Bag.of([Unit(Tally()), Unit(Tally(1, 1, 2))]))
    >>> units.weights[Case.BOTH_EMPTY], units.regular
    (Fraction(1, 1), ((Tally(hits=1, predicted=1, gold=2), Fraction(1, 1)),))
    """

    bag: Bag[Unit]
    _sums: dict[object, Moments] = field(factory=dict, init=False, repr=False)

    @cached_property
    def _parted(self) -> "_Parted":
        counts, weights = dict.fromkeys(Case, 0), dict.fromkeys(Case, Fraction(0))
        regular: dict[Tally, Fraction] = {}
        unweighted = True
        for unit, count in self.bag.counts.items():
            case, weight = case_of(unit.tally), unit.weight * count
            counts[case] += count
            weights[case] += weight
            unweighted = unweighted and unit.weight == 1
            if case is Case.REGULAR:
                regular[unit.tally] = regular.get(unit.tally, Fraction(0)) + weight
        return _Parted(counts, weights, tuple(regular.items()), unweighted)

    @property
    def counts(self) -> Mapping[Case, int]:
        """Count the units of each case."""
        return self._parted.counts

    @property
    def weights(self) -> Mapping[Case, Fraction]:
        """Weigh the units of each case."""
        return self._parted.weights

    @property
    def regular(self) -> tuple[tuple[Tally, Fraction], ...]:
        """List the tallies with gold items and predictions, each once, with their weight."""
        return self._parted.regular

    @property
    def unweighted(self) -> bool:
        """Decide whether every unit weighs one."""
        return self._parted.unweighted

    def moments(self, name: object, ratio: Ratio) -> Moments:
        """Sum a score over the regular units; `name` stands for the score."""
        if name not in self._sums:
            sums = Sums(3)
            for tally, weight in self.regular:
                value = ratio(tally)
                total = value * weight
                sums.add((weight, total, value * total))
            self._sums[name] = Moments(*sums.found())
        return self._sums[name]


Tree = Units | tuple[tuple[Count, "Tree"], ...]
"""Nested means: the leaves are units, outer levels hold parts with their weights."""


def tree(pool: Pool, average: Average, over: Over, *, only: str | None = None) -> Tree:
    """Form the units of an average; `only` names the one class that the pool was restricted to.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> two = pool(Observation(), [Sample(id="1", gold=("a",)), Sample(id="2")])
    >>> tree(two, Average(AverageKind.MACRO, ("sample",)), Over()).bag.distinct
    2

    Raises ValueError where the pool was not grouped by a key that the average needs.
    """
    lost = [key for key in average.keys if key not in {SAMPLE, CLASS, *pool.names}]
    if lost:
        message = f"a pool grouped by {lost[0]!r}: got groups {pool.names}"
        raise ValueError(message)
    if not average.keys:
        return Units(Bag.of([Unit(total(pool))] if any(_rows(pool)) else []))
    return _tree(pool, average.keys, over, only, average.kind)


def _tree(
    pool: Pool, keys: tuple[str, ...], over: Over, only: str | None, kind: AverageKind
) -> Tree:
    first, rest = keys[0], keys[1:]
    if first == SAMPLE:
        units = Again(lambda: _of_samples(pool, kind))
        return Units(Bag(units if pool.stored else loaded(units)))
    if first == CLASS and not rest:
        found = class_totals(pool)
        sums = [found.get(label, EMPTY) for label in classes(pool, over, only=only)]
        return Units(Bag.of(Unit(tally, _weight(kind, tally)) for tally in sums))
    if first == CLASS:
        parts = [pool.only(label) for label in classes(pool, over, only=only)]
    else:
        parts = [part for part in pool.split(first).values() if any(_rows(part))]
    if rest:
        return tuple(
            (_weight(kind, total(part)), _tree(part, rest, over, only, kind)) for part in parts
        )
    tallies = [total(part) for part in parts]
    return Units(Bag.of(Unit(tally, _weight(kind, tally)) for tally in tallies))


def _of_samples(pool: Pool, kind: AverageKind) -> Iterator[tuple[Unit, int]]:
    for row, count in _rows(pool):
        tally = row_tally(row)
        yield Unit(tally, _weight(kind, tally) * row.weight), count


def _weight(kind: AverageKind, tally: Tally) -> Count:
    return tally.gold if kind is AverageKind.WEIGHTED else 1


def row_tally(row: Observed) -> Tally:
    """Pool the classes of one sample.

    >>> row_tally(Observed((("a", Tally(1, 1, 1)), ("b", Tally(0, 1, 0)))))
    Tally(hits=1, predicted=2, gold=1)
    """
    return sum((tally for _, tally in row.tallies), EMPTY)


def total(pool: Pool) -> Tally:
    """Pool everything into one tally, samples weighed.

    >>> total(Pool())
    Tally(hits=0, predicted=0, gold=0)
    """
    sums = Sums(3)
    for row, count in _rows(pool):
        tally, times = row_tally(row), weighed(row, count)
        sums.add((tally.hits * times, tally.predicted * times, tally.gold * times))
    return _summed(sums)


def _summed(sums: Sums) -> Tally:
    return Tally(*map(whole, sums.found()))


def class_totals(pool: Pool) -> dict[str, Tally]:
    """Pool every class into one tally, samples weighed, in one pass.

    >>> class_totals(Pool())
    {}
    """
    found: dict[str, Sums] = {}
    for row, count in _rows(pool):
        times = weighed(row, count)
        for label, tally in row.tallies:
            if label not in found:
                found[label] = Sums(3)
            found[label].add((tally.hits * times, tally.predicted * times, tally.gold * times))
    return {label: _summed(sums) for label, sums in found.items()}


def _rows(pool: Pool) -> Iterator[tuple[Observed, int]]:
    for bag in pool.keyed.bags.values():
        for row, count in bag.counts.items():
            if isinstance(row, Observed) and row.weight:
                yield row, count


def classes(pool: Pool, over: Over, *, only: str | None = None) -> tuple[str, ...]:
    """List the classes that a mean over classes runs over, sorted; at most the one of `only`.

    >>> classes(Pool(), Over(OverKind.DECLARED, ("A", "B")))
    ('A', 'B')
    """
    if over.kind is OverKind.DECLARED:
        return tuple(label for label in over.classes if only in {None, label})
    seen: set[str] = set()
    for row, _ in _rows(pool):
        for label, tally in row.tallies:
            if _counts_as_seen(tally, over.kind):
                seen.add(label)
    return tuple(sorted(seen))


def _counts_as_seen(tally: Tally, kind: OverKind) -> bool:
    match kind:
        case OverKind.GOLD:
            return bool(tally.gold)
        case OverKind.PREDICTED:
            return bool(tally.predicted)
        case _:
            return True
