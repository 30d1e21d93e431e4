"""From a pool, or from pairs, to the rows that are resampled: samples, or clusters of them.

A unit is what could have been drawn otherwise as one: a sample, or all samples of a patient or
document where these come together. What definitions need of a unit are columns (`row_sums`): every
definition adds the sums that it reads, equal ones once. Each unit then becomes one vector, and
equal vectors are counted, not listed.

All definitions of one call share units, so they must leave out the same samples. Clusters are
listed by name, so that nothing depends on the order in which they were read.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from attrs import field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.expression import Expression
from measurand.algebra.simplify import indices
from measurand.evidence.evidence import Evidence, Joint, Observed
from measurand.evidence.observation import Observing
from measurand.evidence.pairs import Pair, Pairs
from measurand.evidence.pool import Place, Pool
from measurand.metrics.compiler import compiled, is_scored
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.row_sums import Book, Columns, Reading, Unit, Vector
from measurand.metrics.ruled import rules_of

R = TypeVar("R")
Rules = tuple[tuple[str, Expression], ...]
"""Rules of what is empty, in words, each with the score that has none."""
Placed = tuple[Place, R]


@frozen(eq=False)
class Rows:
    """What units give to the sums of one system, and the scores of these sums.

    `left_out` counts the samples that are not scored; `ruled` are the rules that may decide each of
    the scores.
    """

    vectors: Mapping[Vector, int]
    finish: tuple[Expression, ...]
    left_out: int
    ruled: tuple[Rules, ...] = ()


@frozen(eq=False)
class PairedRows:
    """What units give to the sums of two systems, and the scores of the sums of either."""

    vectors: Mapping[tuple[Vector, Vector], int]
    finish: tuple[Expression, ...]
    left_out: int
    ruled: tuple[Rules, ...] = ()


def rows_of(definitions: Sequence[Definition], pool: Pool, cluster: str | None = None) -> Rows:
    """Find what is resampled for scores of one system.

    >>> from fractions import Fraction
    >>> from measurand.evidence.observation import ColumnOf
    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import Column
    >>> from measurand.values.sample import Sample
    >>> two = [Sample(id=name, amounts=(("cost", Fraction(3)),)) for name in "ab"]
    >>> dict(rows_of([Column(name="cost")], pool(ColumnOf("cost"), two)).vectors)
    {(Fraction(3, 1),): 2}

    Raises ValueError where the pool was not grouped by the cluster, or a definition averages over
    groups that are not the clusters.
    """
    side = _Side[Evidence](pool.names, pool.observing, lambda row: row, cluster, _labels(pool))
    used = {d: _kept(d, pool.observing) for d in definitions}
    units, left_out = _units(pool.keyed, side.at, list(used.values()))
    columns, all_units = Columns[Placed[Evidence]](), [unit for unit, _ in units]
    finish = tuple(side.expression(d, columns, used[d], all_units) for d in definitions)
    vectors: Counter[Vector] = Counter()
    for unit, count in units:
        vectors[columns.vector(unit)] += count
    there = _sums_of(finish)
    ruled = tuple(side.rules(d, columns, used[d], all_units, there) for d in definitions)
    return Rows(vectors, finish, left_out, ruled)


def units_of(
    definition: Definition, pool: Pool, cluster: str | None = None
) -> Sequence[tuple[Mapping[Evidence, int], int]]:
    """List what units hold of the samples that take part, and how often there are such units.

    Raises ValueError where the pool was not grouped by the cluster.
    """
    side = _Side[Evidence](pool.names, pool.observing, lambda row: row, cluster, ())
    units, _ = _units(pool.keyed, side.at, [_kept(definition, pool.observing)])
    return [(_counted(unit), count) for unit, count in units]


def vectors_of(
    definition: Definition, observed: Observing | None, units: Sequence[Mapping[Evidence, int]]
) -> tuple[Sequence[Vector], Expression]:
    """Find what each unit gives to the sums of one system, and the score of these sums.

    Units hold evidence of what is observed, wherever it is from: of a pool (`units_of`), or added.

    >>> from fractions import Fraction
    >>> from measurand.evidence.evidence import Amount
    >>> from measurand.evidence.observation import ColumnOf
    >>> from measurand.metrics.definitions import Column
    >>> unit = {Amount(Fraction(3)): 2}
    >>> vectors_of(Column(name="cost"), ColumnOf("cost"), [unit])[0]
    [(Fraction(6, 1),)]

    Raises ValueError where a definition averages over groups.
    """
    rows = Pool((), Keyed({(): Bag(Counter(row for unit in units for row in unit))}), observed)
    side = _Side[Evidence]((), observed, lambda row: row, None, _labels(rows))
    every = [tuple((((), row), n) for row, n in unit.items()) for unit in units]
    columns = Columns[Placed[Evidence]]()
    finish = side.expression(definition, columns, _kept(definition, observed), every)
    return [columns.vector(unit) for unit in every], finish


def paired_units_of(
    definition: Definition, pairs: Pairs, cluster: str | None = None
) -> Sequence[tuple[Mapping[Pair, int], int]]:
    """List what units hold of the samples that take part on both sides.

    Raises ValueError as `units_of` does.
    """
    side = _Side[Pair](pairs.names, pairs.observing, _first, cluster, ())
    units, _ = _units(pairs.keyed, side.at, [_both(_kept(definition, pairs.observing))])
    return [(_counted(unit), count) for unit, count in units]


def _counted(unit: Unit[Placed[R]]) -> Mapping[R, int]:
    held = Counter[R]()
    for (_, row), count in unit:
        held[row] += count
    return held


CountedRow = tuple[Placed[Evidence], bool, int]
"""A distinct row, whether it is scored, and how often it occurred."""


@frozen(eq=False)
class Passes:
    """Distinct rows, as often as they are read, and what each gives to the sums of one system."""

    start: Callable[[], Iterator[CountedRow]]
    vector: Callable[[Placed[Evidence]], Vector]
    finish: tuple[Expression, ...]


def passes_of(definitions: Sequence[Definition], pool: Pool) -> Passes:
    """Find what samples give to scores of one system, without a list of them all.

    >>> from fractions import Fraction
    >>> from measurand.evidence.observation import ColumnOf
    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import Column
    >>> from measurand.values.sample import Sample
    >>> one = [Sample(id="a", amounts=(("cost", Fraction(3)),))]
    >>> found = passes_of([Column(name="cost")], pool(ColumnOf("cost"), one))
    >>> [(found.vector(placed), count) for placed, scored, count in found.start() if scored]
    [((Fraction(3, 1),), 1)]

    Raises ValueError where a definition averages over groups.
    """
    side = _Side[Evidence](pool.names, pool.observing, lambda row: row, None, _labels(pool))
    used = {d: _kept(d, pool.observing) for d in definitions}
    columns, keeps = Columns[Placed[Evidence]](), list(used.values())
    finish = tuple(side.expression(d, columns, used[d], ()) for d in definitions)

    def start() -> Iterator[CountedRow]:
        for place, bag in pool.keyed.bags.items():
            for row, count in bag.counts.items():
                yield (place, row), _scored(row, keeps), count

    return Passes(start, lambda placed: columns.vector(((placed, 1),)), finish)


def paired_rows(
    definitions: Sequence[Definition], pairs: Pairs, cluster: str | None = None
) -> PairedRows:
    """Find what is resampled for scores of two systems: units that both have a score of.

    Raises ValueError as `rows_of` does.
    """
    labels = tuple(sorted({*_labels(pairs.first()), *_labels(pairs.second())}))
    used = {d: _both(_kept(d, pairs.observing)) for d in definitions}
    shared = (_first, _second), dict[Hashable, Book]()
    sides = [
        _Side[Pair](pairs.names, pairs.observing, pick, cluster, labels, *shared)
        for pick in (_first, _second)
    ]
    units, left_out = _units(pairs.keyed, sides[0].at, list(used.values()))
    all_units = [unit for unit, _ in units]
    columns = [Columns[Placed[Pair]](), Columns[Placed[Pair]]()]
    finish = [
        tuple(side.expression(d, mine, used[d], all_units) for d in definitions)
        for side, mine in zip(sides, columns, strict=True)
    ]
    both: Counter[tuple[Vector, Vector]] = Counter()
    first, second = (
        _remembered(mine, side.pick) for mine, side in zip(columns, sides, strict=True)
    )
    for unit, count in units:
        both[first(unit), second(unit)] += count
    there = _sums_of(finish[0])
    ruled = tuple(sides[0].rules(d, columns[0], used[d], all_units, there) for d in definitions)
    return PairedRows(both, finish[0], left_out, ruled)


def _remembered(
    columns: Columns[Placed[Pair]],
    pick: Callable[[Pair], Evidence],
) -> Callable[[Unit[Placed[Pair]]], Vector]:
    """Compute a vector once for all samples on which one system did the same."""
    known: dict[tuple[Place, Evidence], Vector] = {}

    def vector(unit: Unit[Placed[Pair]]) -> Vector:
        match unit:
            case (((place, pair), 1),):
                name = place, pick(pair)
                if name not in known:
                    known[name] = columns.vector(unit)
                return known[name]
            case _:
                return columns.vector(unit)

    return vector


def _first(pair: Pair) -> Evidence:
    return pair[0]


def _second(pair: Pair) -> Evidence:
    return pair[1]


def _both(keep: Callable[[Evidence], bool]) -> Callable[[Pair], bool]:
    return lambda pair: keep(pair[0]) and keep(pair[1])


def _kept(definition: Definition, observed: Observing | None) -> Callable[[Evidence], bool]:
    part = Reading(columns=Columns[Evidence](), pick=lambda row: row, observing=observed).part(
        observing(definition)
    )
    last: list[tuple[Evidence, bool]] = []

    def kept(row: Evidence) -> bool:
        # A row is asked for by each of its columns, one after the other.
        if not last or last[0][0] is not row:
            last[:] = [(row, is_scored(definition, part.pick(row)))]
        return last[0][1]

    return kept


def _labels(pool: Pool) -> tuple[str, ...]:
    seen: set[str] = set()
    for bag in pool.keyed.bags.values():
        for row in bag.counts:
            for part in row.rows if isinstance(row, Joint) else (row,):
                if isinstance(part, Observed):
                    seen.update(label for label, _ in part.tallies)
    return tuple(sorted(seen))


def _units(
    keyed: Keyed[Place, R], at: int | None, used: Sequence[Callable[[R], bool]]
) -> tuple[list[tuple[Unit[Placed[R]], int]], int]:
    """List the units with their counts, and count the rows that no definition scores."""
    alone: Counter[Placed[R]] = Counter()
    clusters: dict[str, list[tuple[Placed[R], int]]] = {}
    left_out = 0
    for place, bag in keyed.bags.items():
        for row, count in bag.counts.items():
            if not _scored(row, used):
                left_out += count
            elif at is None:
                alone[place, row] += count
            else:
                clusters.setdefault(place[at], []).append(((place, row), count))
    if at is None:
        return [(((placed, 1),), count) for placed, count in alone.items()], left_out
    return [(tuple(clusters[name]), 1) for name in sorted(clusters)], left_out


def _scored(row: R, used: Sequence[Callable[[R], bool]]) -> bool:
    """Tell whether definitions score a row, all of them or none."""
    kept = [keep(row) for keep in used]
    if any(kept) != all(kept):
        message = (
            "scores that share their resamples are of the same samples: "
            "got a sample that only some of them leave out"
        )
        raise ValueError(message)
    return any(kept)


def _sums_of(scores: Sequence[Expression]) -> frozenset[int]:
    return frozenset[int]().union(*map(indices, scores))


def _of_placed(pick: Callable[[R], Evidence]) -> Callable[[Placed[R]], Evidence]:
    return lambda placed: pick(placed[1])


@frozen(eq=False)
class _Side(Generic[R]):
    """One system: how its evidence is found in rows, and which of them are one unit."""

    names: tuple[str, ...]
    observing: Observing | None
    pick: Callable[[R], Evidence]
    cluster: str | None
    labels: tuple[str, ...]
    picks: tuple[Callable[[R], Evidence], ...] = ()
    books: dict[Hashable, Book] = field(factory=dict)

    @property
    def at(self) -> int | None:
        """Find the place of the cluster among the group keys."""
        if self.cluster is None:
            return None
        if self.cluster not in self.names:
            message = f"samples grouped by {self.cluster!r}, the cluster: got groups {self.names}"
            raise ValueError(message)
        return self.names.index(self.cluster)

    def expression(
        self,
        definition: Definition,
        columns: Columns[Placed[R]],
        keep: Callable[[R], bool],
        units: Sequence[Unit[Placed[R]]],
    ) -> Expression:
        reading = Reading(
            columns=columns,
            pick=_of_placed(self.pick),
            keep=lambda placed: keep(placed[1]),
            observing=self.observing,
            labels=self.labels,
            units=units,
            picks=tuple(_of_placed(one) for one in self.picks),
            cluster=self.cluster,
            names=tuple(name for name in self.names if name != self.cluster),
            place=self._place,
            books=self.books,
        )
        return compiled(definition, reading).score

    def rules(
        self,
        definition: Definition,
        columns: Columns[Placed[R]],
        keep: Callable[[R], bool],
        units: Sequence[Unit[Placed[R]]],
        there: frozenset[int],
    ) -> Rules:
        """List the rules of a definition, with the score that each leaves open, of known sums.

        One of other sums is of units that the observed score has too, and is told there.
        """
        every = (
            (by, self.expression(other, columns, keep, units)) for by, other in rules_of(definition)
        )
        return tuple((by, score) for by, score in every if indices(score) <= there)

    def _place(self, placed: Placed[R]) -> Place:
        """Say where a row stands among the groups inside a cluster."""
        place, at = placed[0], self.at
        return place if at is None else place[:at] + place[at + 1 :]
