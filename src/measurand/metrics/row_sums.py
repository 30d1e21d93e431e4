"""The sums of definitions over rows that are resampled: what each unit gives to every column.

A score may be resampled as an expression of sums exactly where every sum is one over the units that
are drawn. So a definition is compiled against a book (`Reading`) that turns each sum it asks for
into a column of units, and refuses what is no sum over them: a mean over groups needs its outermost
groups to be the units.

Two things are sums only after a change of view. A mean of roots: roots of different square-free
numbers cannot be added to one number exactly, but there are few of them, so each root gets a
column of its rational multiples. The area under a ROC curve: each unit gets the place of its own
scores in a book of all, and what adds units up weighs their pairs (`Ranking`).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Generic, TypeVar

from attrs import evolve, field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.concordance import Masses
from measurand.algebra.expression import At, Constant, Expression, Nothing, Ranked, Total, Whole
from measurand.algebra.expression import Root as SquareRoot
from measurand.algebra.functional import Functional, HashedOnce, Held
from measurand.algebra.monoid import total
from measurand.algebra.quotient import Quotient
from measurand.algebra.rational_sums import exact_sum
from measurand.evidence.evidence import Evidence, Facts, Joint
from measurand.evidence.facts import plainest
from measurand.evidence.observation import Observing, Together
from measurand.evidence.pool import Place, Pool
from measurand.metrics.average_plan import inside, level, weighted
from measurand.metrics.columns import Column, Count, Means, Scores, UnitKind, UnitSum, classes_of
from measurand.metrics.options import CLASS, SAMPLE
from measurand.metrics.pool_sums import Ledger
from measurand.metrics.pooled import labels, lowered, over_classes, summed, weighing
from measurand.metrics.roc import masses_of
from measurand.values.quantity import Quantity, Root, multiples, parts, rational
from measurand.values.tally import Count as Weight

R = TypeVar("R")
C = TypeVar("C", Means, Scores)
Vector = tuple[Weight, ...]
UNLISTED = "a mean of roots over units is resampled where memory holds them"
WHOLE = "a number that is no sum over units is resampled where memory holds them"
Book = tuple[tuple[tuple[Evidence, int], ...], ...]
"""What units hold, and how often: every distinct one, in one order."""
Unit = tuple[tuple[R, int], ...]
"""Rows with their counts that are resampled as one: a sample, or all samples of a cluster."""


@frozen(eq=False)
class Columns(Generic[R]):
    """What units give to sums, in the order in which it was first asked for.

    >>> columns = Columns[int]()
    >>> columns.at("n", lambda row: Fraction(1)), columns.at("row", Fraction)
    (At(index=0), At(index=1))
    >>> columns.vector(((3, 2),))
    (Fraction(2, 1), Fraction(6, 1))
    """

    _places: dict[Hashable, int] = field(factory=dict, init=False)
    _plain: list[tuple[int, Callable[[Unit[R]], Weight]]] = field(factory=list, init=False)
    _of_classes: dict[Hashable, "_OfClasses[R]"] = field(factory=dict, init=False)

    def at(self, name: Hashable, value: Callable[[R], Weight]) -> At:
        """Sum a value over rows; the same name is the same sum."""
        return self.of_unit(name, lambda unit: _added(value, unit))

    def of_unit(self, name: Hashable, value: Callable[[Unit[R]], Weight]) -> At:
        """Sum a value over units."""
        if name not in self._places:
            self._plain.append((len(self._places), value))
        return At(self._places.setdefault(name, len(self._places)))

    def of_class(
        self,
        name: Hashable,
        value: Callable[[R], Weight],
        label: str,
        classes: tuple[Hashable, Callable[[R], Iterable[str]]],
    ) -> At:
        """Sum a value over rows that is 0 in all rows without a class.

        `classes` says which classes a row has, under a name; so of many classes only those that a
        row has are looked at.
        """
        if name not in self._places:
            key, there = classes
            known = self._of_classes.setdefault(key, _OfClasses(there)).by_label
            added = len(self._places), lambda unit: _added(value, unit)
            known.setdefault(label, []).append(added)
        return At(self._places.setdefault(name, len(self._places)))

    def vector(self, unit: Unit[R]) -> Vector:
        """Compute what one unit gives to every sum."""
        found: list[Weight] = [0] * len(self._places)
        for at, value in self._plain:
            found[at] = value(unit)
        for known in self._of_classes.values():
            for label in dict.fromkeys(one for row, _ in unit for one in known.there(row)):
                for at, value in known.by_label.get(label, ()):
                    found[at] = value(unit)
        return tuple(found)


@frozen(eq=False)
class _OfClasses(Generic[R]):
    """Which classes a row has, and the columns of each class."""

    there: Callable[[R], Iterable[str]]
    by_label: dict[str, list[tuple[int, Callable[[Unit[R]], Weight]]]] = field(factory=dict)


def _added(value: Callable[[R], Weight], unit: Unit[R]) -> Weight:
    match unit:
        case ((row, 1),):
            return value(row)
        case _:
            return exact_sum(value(row) * n for row, n in unit)


def every(_row: object) -> bool:
    """Keep every row.

    >>> every(None)
    True
    """
    return True


def _nowhere(_row: object) -> tuple[str, ...]:
    return ()


@frozen(eq=False, kw_only=True)
class Reading(Generic[R]):
    """How a definition finds its evidence in rows: which system, which observations, which labels.

    `tag` names the reading, so that other readings have sums of their own; `pick` takes the
    evidence out of a row, `keep` says which rows take part; `observing` is what the evidence holds,
    None where that is not known; `labels` are the classes of all rows, sorted. `units` are all
    units, and `picks` take the evidence of every system out of a row of them: they are for what is
    not a sum of what single units give. A unit is a group of samples under the key `cluster`;
    `place` says under which other keys a row stands, which have the `names`. `books` list what
    units hold by tag: readings of the same units and picks share them.
    """

    columns: Columns[R]
    pick: Callable[[R], Evidence]
    keep: Callable[[R], bool] = every
    observing: Observing | None = None
    labels: tuple[str, ...] = ()
    tag: Hashable = None
    units: Sequence[Unit[R]] = ()
    picks: tuple[Callable[[R], Evidence], ...] = ()
    cluster: str | None = None
    names: tuple[str, ...] = ()
    place: Callable[[R], tuple[str, ...]] = field(default=_nowhere)
    books: dict[Hashable, Book] = field(factory=dict)

    def at(self, column: Column) -> At:
        """Sum a column over rows."""
        pick, keep, value = self.pick, self.keep, column.value

        def kept(row: R) -> Weight:
            return value(pick(row)) if keep(row) else 0

        if isinstance(column, Count) and isinstance(column.label, str):
            classes = self.tag, lambda row: classes_of(pick(row))
            return self.columns.of_class((self.tag, column), kept, column.label, classes)
        return self.columns.at((self.tag, column), kept)

    def scores(self, column: Scores) -> Expression:
        """Sum over units of pooled rows; groups have to be the units that are resampled.

        Raises ValueError where they are not.
        """
        match column.units.kind:
            case UnitKind.SAMPLE if column.of.rooted:
                return self._summed(column, _of_rows)
            case UnitKind.SAMPLE:
                return self.at(column)
            case UnitKind.GROUP:
                return self._of_units(column, (column.units.key,), Ledger.one)
            case _:
                return lowered(column.of, column.units, column.what, self)

    def means(self, column: Means) -> Expression:
        """Sum over classes, or over groups that have to be the units, averaged inside each.

        Raises ValueError where they are not.
        """
        how = column.how
        if how.average.keys[0] != CLASS:
            return self._of_units(column, how.average.keys, Ledger.group)
        parts = [
            (
                *weighing(how.over, self, label, weighted=weighted(how)),
                level(column.of, inside(how), self, label).score,
            )
            for label in labels(how.over, self, column.label)
        ]
        return summed(column.what, parts, inner=True)

    def each_class(self, form: Quotient) -> Expression:
        """Sum a formula of counts over all classes."""
        return over_classes(form, self)

    def _of_units(
        self, column: C, keys: tuple[str, ...], value: Callable[[Ledger, C], Quantity]
    ) -> Expression:
        if keys[0] != self.cluster:
            groups = tuple(sorted(key for key in keys if key not in {SAMPLE, CLASS}))
            message = (
                "a mean over groups is resampled by its outermost groups: "
                f"got groups {groups} and cluster={self.cluster!r}"
            )
            raise ValueError(message)
        return self._summed(column, lambda side, unit, of: value(Ledger(side.pool_of(unit)), of))

    def _summed(
        self, column: C, value: Callable[["Reading[R]", Unit[R], C], Quantity]
    ) -> Expression:
        """Sum what units give; of roots there is a column for each that no other is a multiple of.

        Which roots there are is found in all units, whichever system they are of.
        """
        if not column.of.rooted or column.what is not UnitSum.TOTAL:
            return self.columns.of_unit(
                (self.tag, column), lambda unit: rational(value(self, unit, column))
            )
        if not self.units:
            return Nothing(UNLISTED)
        sides = [evolve(self, pick=pick) for pick in self.picks or (self.pick,)]
        values = {value(side, unit, column) for side in sides for unit in self.units}
        known = multiples(one for every in values for one in parts(every) if isinstance(one, Root))

        def shares(quantity: Quantity) -> Mapping[Fraction, Fraction]:
            return dict(
                known[one] if isinstance(one, Root) else (Fraction(1), rational(one))
                for one in parts(quantity)
            )

        @cache
        def of_unit(unit: Unit[R]) -> Mapping[Fraction, Fraction]:
            return shares(value(self, unit, column))

        def share(square: Fraction) -> Callable[[Unit[R]], Fraction]:
            return lambda unit: of_unit(unit).get(square, Fraction(0))

        squares = sorted({square for one in values for square in shares(one)})
        return Total(
            tuple(
                (
                    self.columns.of_unit((self.tag, column, one), share(one)),
                    SquareRoot(Constant(one)),
                )
                for one in squares
            ),
            power=1,
            skip=True,
        )

    def pool_of(self, unit: Unit[R]) -> Pool:
        """Pool the rows of a unit that take part."""
        bags: dict[Place, Counter[Evidence]] = {}
        for row, count in unit:
            if self.keep(row):
                bags.setdefault(self.place(row), Counter())[self.pick(row)] += count
        keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
        return Pool(self.names, keyed, self.observing)

    def part(self, wanted: Observing) -> "Reading[R]":
        """Read one observation, or several, out of a larger one.

        Raises ValueError where it was not observed.
        """
        if self.observing in {None, wanted}:
            return self
        observed = self.observing.parts if isinstance(self.observing, Together) else ()
        wanted_parts = wanted.parts if isinstance(wanted, Together) else (wanted,)
        if any(part not in observed for part in wanted_parts):
            message = "evidence of what the definition observes: got that of another observation"
            raise ValueError(message)
        places = [observed.index(part) for part in wanted_parts]
        alone = None if isinstance(wanted, Together) else places[0]
        return self._taking(lambda row: _taken(row, places, alone), wanted, wanted)

    def stage(self, index: int) -> "Reading[R]":
        """Read one of several observations, of samples that have them all."""
        observed = self.observing.parts if isinstance(self.observing, Together) else ()

        def taken(row: Evidence) -> Evidence:
            return row.rows[index] if isinstance(row, Joint) and row.reason is None else row

        return self._taking(taken, index, observed[index] if observed else None)

    def _taking(
        self, taken: Callable[[Evidence], Evidence], tag: Hashable, observing: Observing | None
    ) -> "Reading[R]":
        def taking(pick: Callable[[R], Evidence]) -> Callable[[R], Evidence]:
            return lambda row: taken(pick(row))

        return evolve(
            self,
            pick=taking(self.pick),
            picks=tuple(taking(pick) for pick in self.picks),
            observing=observing,
            tag=(self.tag, tag),
        )

    def ranked(self) -> Expression:
        """Sum the weight of pairs in order, of scores and labels that stand side by side.

        Pairs are not a sum over units: so every unit has a column with the place of its own samples
        in a book of what all units hold, whichever system they are of; there a score is its rank.
        """
        every = {_masses(pick, unit) for unit in self.units for pick in self.picks or (self.pick,)}
        scores = sorted({score for unit in every for score, _, _ in unit})
        ranks = {score: rank for rank, score in enumerate(scores)}
        ranked = {unit: tuple((ranks[mass[0]], *mass[1:]) for mass in unit) for unit in every}
        book = tuple(sorted(ranked.values()))
        places = {unit: Fraction(place) for place, unit in enumerate(book)}
        mine = self.pick
        at = self.columns.of_unit(
            (self.tag, "ranked"), lambda unit: places[ranked[_masses(mine, unit)]]
        )
        return Ranked(at.index, book)

    def whole(self, of: Functional[Evidence]) -> Expression:
        """Compute a number of all rows, of what units hold, whichever system they are of."""
        if not self.units:
            return Nothing(WHOLE)
        if self.tag not in self.books:
            picks = self.picks or (self.pick,)
            every = {_held(pick, unit) for unit in self.units for pick in picks}
            # Whatever order stays the same from run to run, and from machine to machine, will do.
            self.books[self.tag] = HashedOnce(sorted(every, key=_looks))
        book, mine = self.books[self.tag], self.pick
        places = {held: place for place, held in enumerate(book)}
        at = self.columns.of_unit((self.tag, of), lambda unit: places[_held(mine, unit)])
        return Whole(at.index, Held(book, of))


def _held(pick: Callable[[R], Evidence], unit: Unit[R]) -> tuple[tuple[Evidence, int], ...]:
    held = Counter[Evidence]()
    for row, count in unit:
        held[pick(row)] += count
    if len(held) == 1:
        return tuple(held.items())
    return tuple(sorted(held.items(), key=lambda one: _looks((one,))))


def _looks(held: tuple[tuple[Evidence, int], ...]) -> str:
    """Write what a unit holds so that equal ones are written alike."""
    return repr(tuple((_plainest(row), count) for row, count in held))


def _plainest(row: Evidence) -> Evidence:
    match row:
        case Facts(value, weight):
            return Facts(plainest(value), weight)
        case Joint(rows):
            return Joint(
                tuple(
                    Facts(plainest(one.value), one.weight) if isinstance(one, Facts) else one
                    for one in rows
                )
            )
        case _:
            return row


def _of_rows(side: Reading[R], unit: Unit[R], column: Scores) -> Quantity:
    kept = ((row, count) for row, count in unit if side.keep(row))
    return total(column.quantity(side.pick(row)) * Fraction(count) for row, count in kept)


def _masses(pick: Callable[[R], Evidence], unit: Unit[R]) -> Masses:
    return masses_of((pick(row), count) for row, count in unit)


def _taken(row: Evidence, places: Sequence[int], alone: int | None) -> Evidence:
    if not isinstance(row, Joint):
        return row
    if alone is not None:
        return row.rows[alone]
    return Joint(tuple(row.rows[place] for place in places))
