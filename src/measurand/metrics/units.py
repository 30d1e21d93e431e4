"""From a pool to the units of an average, and from units to sums; exact throughout."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen

from measurand.algebra.bag import Bag
from measurand.algebra.monoid import add_all
from measurand.evidence.evidence import Observed
from measurand.evidence.observe import whole
from measurand.evidence.pool import Pool
from measurand.metrics.options import CLASS, SAMPLE, Average, AverageKind, Over, OverKind
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
    def counts(self) -> Mapping[Case, int]:
        """Count the units of each case."""
        counts = dict.fromkeys(Case, 0)
        for unit, count in self.bag.counts.items():
            counts[case_of(unit.tally)] += count
        return counts

    @cached_property
    def weights(self) -> Mapping[Case, Fraction]:
        """Weigh the units of each case."""
        weights = dict.fromkeys(Case, Fraction(0))
        for unit, count in self.bag.counts.items():
            weights[case_of(unit.tally)] += unit.weight * count
        return weights

    @cached_property
    def regular(self) -> tuple[tuple[Tally, Fraction], ...]:
        """List the tallies with gold items and predictions, each once, with their weight."""
        weights: dict[Tally, Fraction] = {}
        for unit, count in self.bag.counts.items():
            if case_of(unit.tally) is Case.REGULAR:
                weights[unit.tally] = weights.get(unit.tally, Fraction(0)) + unit.weight * count
        return tuple(weights.items())

    @cached_property
    def unweighted(self) -> bool:
        """Decide whether every unit weighs one."""
        return all(unit.weight == 1 for unit in self.bag.counts)

    def moments(self, name: object, ratio: Ratio) -> Moments:
        """Sum a score over the regular units; `name` stands for the score."""
        if name not in self._sums:
            values = [(ratio(tally), weight) for tally, weight in self.regular]
            self._sums[name] = Moments(
                exact_sum(weight for _, weight in values),
                exact_sum(value * weight for value, weight in values),
                exact_sum(value * value * weight for value, weight in values),
            )
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
        rows = pool.keyed.flat().counts.items()
        units = Counter[Unit]()
        for row, count in rows:
            if isinstance(row, Observed) and row.weight:
                tally = row_tally(row)
                units[Unit(tally, _weight(kind, tally) * row.weight)] += count
        return Units(Bag(units))
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
    hits: list[Fraction] = []
    predicted: Count = 0
    gold: Count = 0
    for row, count in _rows(pool):
        tally = row_tally(row).scaled(row.weight).scaled(count)
        hits.append(Fraction(tally.hits))
        predicted += tally.predicted
        gold += tally.gold
    return Tally(whole(exact_sum(hits)), predicted, gold)


def class_totals(pool: Pool) -> dict[str, Tally]:
    """Pool every class into one tally, samples weighed, in one pass.

    >>> class_totals(Pool())
    {}
    """
    found: dict[str, list[Tally]] = {}
    for row, count in _rows(pool):
        for label, tally in row.tallies:
            found.setdefault(label, []).append(tally.scaled(row.weight * count))
    return {label: add_all(tallies, EMPTY) for label, tallies in found.items()}


def _rows(pool: Pool) -> Iterable[tuple[Observed, int]]:
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
