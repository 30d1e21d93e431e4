"""What is resampled: distinct rows of sums with their counts, and the scores made of the sums.

A score here is an expression of sums over units. So what a unit contributes is a vector, equal
vectors are one row with a count, and a resample is a product of counts and rows: no sample is
looked at twice. `table` makes rows fewer still, by dropping columns that are constant or copies.

Floats are made to behave. Columns are scaled to whole numbers whose sums stay below 2**53, so that
every sum of a resample is exact: in any order, with any number of threads, in chunks of any length.
(Where no common denominator is that small, values are rounded once each, and sums of what they are
rounded to are exact.) The other step that rounds is the last one, from sums to scores.

The area under a ROC curve is the exception, as it is made of pairs of units and is no sum over
them. But for sorted scores its weight of pairs is one pass of running sums (`Ranking`), in which
counts are factors; what stays fixed under resampling, the order, is found once. Any other number
that is a function of all units and no sum is computed of the counts of each resample (`Whole`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import compress
from operator import itemgetter, mul
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.concordance import Masses, concordant, masses
from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    IfZero,
    Linear,
    NothingError,
    Over,
    Ranked,
    Whole,
    exact,
)
from measurand.algebra.floats import floats
from measurand.algebra.functional import Holding
from measurand.algebra.rational_sums import exact_sum
from measurand.algebra.simplify import indices, linear_form, ranked_of, renumbered, simplify
from measurand.inference.integer_scale import whole_scale
from measurand.metrics.row_sums import Vector
from measurand.values.quantity import Quantity
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import Count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

_CELLS = 2**17
"""Numbers that are held at once for each of some ten steps."""


@frozen(eq=False)
class _Side:
    """The masses of one label, by place: whose they are, how heavy, what lies below.

    Of the other label `low` are below the place, and `high` are not above it.
    """

    owner: "Integers"
    weight: "Floats"
    scale: float
    low: "Integers"
    high: "Integers"


@frozen(eq=False)
class Ranking:
    """What distinct units hold, at places that are whole numbers; `units` are ever added up.

    >>> Ranking((((1, 0, 1),), ((2, 1, 0),)), 5).concordant([2, 3])
    Fraction(6, 1)
    """

    masses: tuple[Masses, ...]
    units: int

    def concordant(self, counts: Sequence[int]) -> Fraction:
        """Weigh the pairs in order exactly, each unit counted so often."""
        return concordant(
            masses(
                (place, positive * count, negative * count)
                for unit, count in zip(self.masses, counts, strict=True)
                for place, positive, negative in unit
            )
        )

    @cached_property
    def _sides(self) -> tuple[_Side, _Side]:
        import numpy as np

        ranks, owners, weights, scales = [], [], [], []
        for label in (1, 2):
            mine = sorted(
                (mass[0], owner, Fraction(mass[label]))
                for owner, unit in enumerate(self.masses)
                for mass in unit
                if mass[label]
            )
            heavy = [weight for _, _, weight in mine] or [Fraction(0)]
            scale = whole_scale(heavy, self.units * self._most)
            ranks.append(np.array([rank for rank, _, _ in mine], dtype=np.int64))
            owners.append(np.array([owner for _, owner, _ in mine], dtype=np.int64))
            whole = [float(round(weight * scale)) for weight in heavy[: len(mine)]]
            weights.append(np.array(whole, dtype=np.float64))
            scales.append(float(scale))
        positive, negative = (
            _Side(
                owners[label],
                weights[label],
                scales[label],
                np.searchsorted(ranks[1 - label], ranks[label], side="left"),
                np.searchsorted(ranks[1 - label], ranks[label], side="right"),
            )
            for label in range(2)
        )
        return positive, negative

    @cached_property
    def _most(self) -> int:
        return max((len(unit) for unit in self.masses), default=1) or 1

    def resampled(self, counts: "Integers") -> "Floats":
        """Weigh the pairs in order for many resamples: one row of counts each, one number each.

        >>> import numpy as np
        >>> Ranking((((1, 0, 1),), ((1, 1, 0),)), 5).resampled(np.array([[2, 3], [5, 0]])).tolist()
        [3.0, 0.0]
        """
        import numpy as np

        return np.concatenate([np.zeros(0), *self._blocks(counts)])

    def _blocks(self, counts: "Integers") -> Iterator["Floats"]:
        import numpy as np

        positive, negative = self._sides
        step = max(1, _CELLS // (len(positive.owner) + len(negative.owner) + 1))
        for start in range(0, len(counts), step):
            block = counts[start : start + step]
            below = _running(block[:, negative.owner] * negative.weight)
            twice = below[:, positive.low] + below[:, positive.high]
            mine = block[:, positive.owner] * positive.weight
            # Below plus not above counts each negative below twice and a tie once.
            pairs = np.einsum("be,be->b", mine, twice)
            yield pairs / (2 * positive.scale) / negative.scale

    def left_out(self, counts: Sequence[int]) -> "Floats":
        """Weigh the pairs in order without one of each distinct unit: one number each.

        >>> Ranking((((1, 0, 1),), ((2, 1, 0),)), 5).left_out([2, 3]).tolist()
        [3.0, 4.0]
        """
        import numpy as np

        positive, negative = self._sides
        there = np.array(counts, dtype=np.float64)
        above = (there[positive.owner] * positive.weight)[None, :]
        below = (there[negative.owner] * negative.weight)[None, :]
        heaps, height = _running(below)[0], _running(above)[0]
        under = heaps[positive.low] + heaps[positive.high]
        over = 2 * height[-1] - height[negative.low] - height[negative.high]
        own = np.array([float(concordant(unit)) for unit in self.masses])
        gone = np.zeros(len(own))
        gone += np.bincount(positive.owner, positive.weight * under, minlength=len(own))
        gone += np.bincount(negative.owner, negative.weight * over, minlength=len(own))
        halves = (float(above[0] @ under) - gone) / (2 * positive.scale)
        return np.asarray(halves / negative.scale + own, dtype=np.float64)


def _running(weights: "Floats") -> "Floats":
    """Add up from the lowest place on: one number more than there are weights, the first is 0."""
    import numpy as np

    running = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=running[:, 1:])
    return running


class _Sums:
    """Sums of a table, of which some may not be there."""

    def __init__(self, sums: tuple[Fraction, ...], wholes: Mapping[int, Score]) -> None:
        self.sums, self.wholes = sums, wholes

    def __getitem__(self, index: int) -> Quantity:
        match self.wholes.get(index):
            case Defined(value):
                return value
            case Undefined(why):
                raise NothingError(why)
            case None:
                return self.sums[index]


# Products of more numbers than this would be shared among threads, which spin between them.
_PRODUCT = 2**18
# From so many cells on, of which at most one in so many is not 0, zeros are passed over.
_LARGE, _SPARSE = 2**16, 16
_INTEGERS = frozenset((int,))


def _scaled(value: Count, scale: Fraction) -> float:
    """Make a value whole; where no scale does, it is rounded."""
    if scale == 1 and isinstance(value, int):
        return float(value)
    return float(round(value * scale))


@frozen(eq=False)
class Table:
    """Distinct rows in canonical order (rare ones first), their counts, the scores of their sums.

    Rows are units: samples, or clusters of samples. Resampling n units is drawing new counts.

    >>> from measurand.algebra.expression import Nothing, Over
    >>> rate = Over(At(0), At(1), Nothing("no sample"))
    >>> rows = {(Fraction(1), Fraction(1)): 3, (Fraction(0), Fraction(1)): 1}
    >>> made = table(rows, (rate,))
    >>> made.scores(), made.rows
    ((Defined(value=Fraction(3, 4)),), ((Fraction(0, 1),), (Fraction(1, 4),)))
    """

    rows: tuple[Vector, ...]
    counts: tuple[int, ...]
    finish: tuple[Expression, ...]
    ruled: tuple[tuple[tuple[str, Expression], ...], ...] = ()
    """For each score, rules that may decide it, and the score that leaves them out."""

    @cached_property
    def units(self) -> int:
        """Count the units."""
        return sum(self.counts)

    @cached_property
    def sums(self) -> tuple[Fraction, ...]:
        """Add up all rows, exactly."""
        # Rows of one of many classes are zeros, mostly.
        columns = zip(*self.rows, strict=True)
        sums = [
            exact_sum(map(mul, compress(column, column), compress(self.counts, column)))
            for column in columns
        ]
        for at, ranking in self._rankings.items():
            sums[at] = ranking.concordant(self.counts)
        return tuple(sums)

    def scores(self) -> tuple[Score, ...]:
        """Score all units, exactly."""
        wholes = {at: self._whole(at, one.held) for at, one in self._wholes.items()}
        return tuple(exact(one, _Sums(self.sums, wholes)) for one in self.finish)

    def _whole(self, at: int, held: Holding) -> Score:
        counts: Counter[int] = Counter()
        for row, count in zip(self.rows, self.counts, strict=True):
            counts[int(row[at])] += count
        return held.exact(counts)

    @cached_property
    def _rankings(self) -> Mapping[int, Ranking]:
        """Find the columns that are weights of pairs of units."""
        return {
            at: Ranking(tuple(one.book[int(row[at])] for row in self.rows), self.units)
            for at, one in self._ranked.items()
            if isinstance(one, Ranked)
        }

    @property
    def of_all(self) -> bool:
        """Tell whether some column is a number of all rows that is no sum over them."""
        return bool(self._wholes)

    @cached_property
    def _wholes(self) -> Mapping[int, Whole]:
        """Find the columns that are numbers of all units."""
        return {at: one for at, one in self._ranked.items() if isinstance(one, Whole)}

    @cached_property
    def _ranked(self) -> Mapping[int, Ranked | Whole]:
        """Find the columns that are no sums."""
        return {one.at: one for score in self.finish for one in ranked_of(score)}

    @cached_property
    def _matrix(self) -> tuple["Floats", "Floats"]:
        """Hold the columns as whole numbers, of which sums are exact in any order, and scales."""
        import numpy as np

        columns, scales = [], []
        for column in zip(*self.rows, strict=True):
            scale = whole_scale(column, self.units)
            scales.append(float(scale))
            whole = scale == 1 and _INTEGERS.issuperset(map(type, column))
            scaled = column if whole else [_scaled(one, scale) if one else 0.0 for one in column]
            columns.append(scaled)
        shape = (len(columns), len(self.rows))
        return np.array(columns, dtype=np.float64).reshape(shape).T.copy(), np.array(scales)

    @cached_property
    def _sparse(self) -> "tuple[Integers, Floats | None, Integers, Integers] | None":
        """List what is not 0, column by column, where little is: rows of one of many classes.

        The rows, the numbers there (None: all are 1), where each column starts, and which columns
        these are; None where a product of matrices is no more work.
        """
        import numpy as np

        matrix, _ = self._matrix
        if matrix.size < _LARGE or np.count_nonzero(matrix) * _SPARSE > matrix.size:
            return None
        columns, rows = np.nonzero(matrix.T)
        there, starts = np.unique(columns, return_index=True)
        numbers = matrix[rows, columns]
        return rows, None if np.all(numbers == 1) else numbers, starts, there

    @cached_property
    def is_wide(self) -> bool:
        """Tell whether rows are so many numbers that several resamples had better share a look."""
        if len(self.rows) * len(self.rows[0]) < _LARGE or self._only_ranked:
            return False
        return self._sparse is None

    @property
    def _only_ranked(self) -> bool:
        """Tell whether no column is a sum."""
        return self._ranked.keys() >= set(range(len(self.rows[0])))

    def summed(self, weights: "Integers") -> "Floats":
        """Add up rows for many resamples: one row of counts each, one row of sums each."""
        import numpy as np

        if self._only_ranked:
            # What is summed here is replaced below.
            return self._replaced(np.zeros((len(weights), len(self.rows[0]))), weights)
        matrix, scales = self._matrix
        if self._sparse is not None:
            rows, numbers, starts, columns = self._sparse
            sums = np.zeros((len(weights), matrix.shape[1]))
            there = weights.take(rows, axis=1)
            held = there if numbers is None else there * numbers
            sums[:, columns] = np.add.reduceat(held, starts, axis=1)
        else:
            step = max(1, _PRODUCT // max(1, len(weights) * matrix.shape[1]))
            sums = np.zeros((len(weights), matrix.shape[1]))
            for start in range(0, len(matrix), step):
                sums += weights[:, start : start + step] @ matrix[start : start + step]
        return self._replaced(np.asarray(sums / scales, dtype=np.float64), weights)

    def _replaced(self, unscaled: "Floats", weights: "Integers") -> "Floats":
        """Put what is no sum in the place of sums."""
        for at, ranking in self._rankings.items():
            unscaled[:, at] = ranking.resampled(weights)
        for at, numbers in self._of_all(weights).items():
            unscaled[:, at] = numbers
        return unscaled

    def _of_all(self, weights: "Integers") -> Mapping[int, "Floats"]:
        """Compute what is no sum for many resamples: one row of counts each, one number each."""
        if not self._wholes:
            return {}
        from measurand.algebra.functional_floats import float_values

        return {
            at: one.held.resampled(self._places[at], weights, float_values)
            for at, one in self._wholes.items()
        }

    @cached_property
    def _places(self) -> Mapping[int, Sequence[int]]:
        return {at: tuple(int(row[at]) for row in self.rows) for at in self._wholes}

    def evaluated(self, sums: "Floats") -> "Floats":
        """Score rows of sums: one row each, one column for each score; NaN is undefined."""
        import numpy as np

        return np.stack([floats(one, sums) for one in self.finish], axis=1)

    def left_out(self) -> "Floats":
        """Score the table without one unit, for each distinct row: one row each."""
        import numpy as np

        matrix, scales = self._matrix
        counts = np.array(self.counts, dtype=np.float64)
        sums = ((counts @ matrix)[None, :] - matrix) / scales
        for at, ranking in self._rankings.items():
            sums[:, at] = ranking.left_out(self.counts)
        if self._wholes:
            without = np.tile(np.array(self.counts, dtype=np.int64), (len(self.rows), 1))
            np.fill_diagonal(without, without.diagonal() - 1)
            for at, numbers in self._of_all(without).items():
                sums[:, at] = numbers
        return self.evaluated(sums)


def table(
    rows: Mapping[Vector, int],
    finish: Sequence[Expression],
    ruled: Sequence[Sequence[tuple[str, Expression]]] = (),
) -> Table:
    """Make the smallest table with the same scores under every resampling of its units.

    Sums that are constant or equal are taken out; a score that is a sum becomes one column of its
    own, so that rows which differ in nothing else fall together. Of what is `ruled` no sum is
    kept, so that no draw depends on it.

    >>> mean = Linear(((0, Fraction(1)), (1, Fraction(-1))))
    >>> table({(Fraction(3), Fraction(1)): 1, (Fraction(2), Fraction(0)): 1}, (mean,)).rows
    ((Fraction(2, 1),),)
    """
    units = sum(rows.values())
    known = _known(rows, units, finish)
    simple = [simplify(one, known) for one in finish]
    forms = [linear_form(one) for one in simple]
    kept = sorted(set().union(*(indices(one) for one in simple if linear_form(one) is None)))
    columns: list[Linear] = [Linear(((index, Fraction(1)),)) for index in kept]
    places = {index: place for place, index in enumerate(kept)}
    made: list[Expression] = []
    for one, form in zip(simple, forms, strict=True):
        if form is None:
            made.append(renumbered(one, places))
            continue
        if form not in columns:
            columns.append(form)
        made.append(At(columns.index(form)))
    narrow: Counter[Vector] = Counter()
    narrowed = _narrowed(columns, units)
    for row, count in rows.items():
        narrow[narrowed(row)] += count
    # Rare rows first: the multinomial draws row by row, and the last ones cost the most.
    ordered = sorted(narrow.items(), key=lambda item: (item[1], item[0]))
    beside = tuple(
        tuple(
            (by, renumbered(one, places))
            for by, one in ((by, simplify(one, known)) for by, one in rules)
            if one != plain and indices(one) <= places.keys()
        )
        for plain, rules in zip(simple, ruled, strict=False)
    )
    return Table(
        tuple(row for row, _ in ordered), tuple(count for _, count in ordered), tuple(made), beside
    )


def _narrowed(columns: Sequence[Linear], units: int) -> Callable[[Vector], Vector]:
    """Say what each row gives to some sums."""
    alone = [form.terms[0][0] for form in columns if _is_column(form)]
    if len(alone) == len(columns) > 1:
        return itemgetter(*alone)
    share = [_sharing(form, units) for form in columns]
    return lambda row: tuple([of_row(row) for of_row in share])


def _is_column(form: Linear) -> bool:
    """Tell whether a sum is of one column, as it is."""
    return len(form.terms) == 1 and form.terms[0][1] == 1 and not form.offset


def _sharing(form: Linear, units: int) -> Callable[[Vector], Fraction | int]:
    """Say what each row gives to a sum; its offset is shared out among them."""
    terms, offset = form.terms, form.offset / units
    match terms:
        case ((at, factor),) if factor == 1 and not offset:
            return lambda row: row[at]
        case _:
            return lambda row: sum((factor * row[at] for at, factor in terms), offset)


def _known(
    rows: Mapping[Vector, int], units: int, finish: Sequence[Expression]
) -> dict[int, Fraction | int]:
    ranked = {one.at for score in finish for one in ranked_of(score)}
    known: dict[int, Fraction | int] = {}
    first: dict[Vector, int] = {}
    for index, column in enumerate(zip(*rows, strict=True)):
        if index in ranked:
            continue
        if column.count(column[0]) == len(column):
            known[index] = Fraction(column[0] * units)
            continue
        same = first.setdefault(column, index)
        if same != index:
            known[index] = same
    return known


def is_sum(one: Table, which: int = 0) -> tuple[Fraction, ...] | None:
    """List what each row adds to a score that is a sum over rows; None where it is none.

    >>> is_sum(Table(((Fraction(2),),), (1,), (At(0),)))
    (Fraction(2, 1),)
    """
    match one.finish[which]:
        case At(index):
            return tuple(Fraction(row[index]) for row in one.rows)
        case Constant(value):
            return tuple(value / one.units for _ in one.rows)
        case _:
            return None


def is_exchanged_sum(rows: Mapping[tuple[Vector, Vector], int], difference: Expression) -> bool:
    """Decide whether a difference of two systems is a sum also where units have them exchanged.

    A sum that is constant for either system, but not the same for both, is constant no more then.

    >>> mean = Linear(((0, Fraction(1)), (1, Fraction(-1))))
    >>> is_exchanged_sum({((Fraction(3),), (Fraction(1),)): 1}, mean)
    True
    """
    either = [one for first, second in rows for one in (first + second, second + first)]
    known = _known(dict.fromkeys(either, 1), sum(rows.values()), [difference])
    return linear_form(simplify(difference, known)) is not None


@frozen(eq=False)
class RatioRows:
    """What each row adds to the top and the bottom of a ratio, and its value where both are 0."""

    rows: tuple[tuple[Fraction, Fraction], ...]
    nothing: Fraction | None


def as_ratio(one: Table, which: int = 0) -> RatioRows | None:
    """Read a score as a ratio of two sums; None where it is none.

    Guards for missing gold or predictions that give 0 are seen through, as the top is 0 there.

    >>> from measurand.algebra.expression import Nothing
    >>> rate = Over(At(0), At(1), Nothing("no sample"))
    >>> as_ratio(Table(((Fraction(1), Fraction(2)),), (1,), (rate,))).rows
    ((Fraction(1, 1), Fraction(2, 1)),)
    """
    zero = Constant(Fraction(0))
    ratio, nothing = one.finish[which], None
    match ratio:
        case IfZero(gold, IfZero(said, both, first), IfZero(_, second, Over() as inside)):
            # The bottom is 0 where both are, and nowhere else; or it does not matter where.
            if first != zero or second != zero:
                return None
            if both != zero and not indices(gold) | indices(said) <= indices(inside.bottom):
                return None
            ratio, nothing = inside, both.value if isinstance(both, Constant) else None
        case IfZero(_, Constant(value), Over() as inside) if not value:
            ratio = inside
        case Over(_, _, Constant(value)):
            nothing = value
        case _:
            pass
    if not isinstance(ratio, Over):
        return None
    top, bottom = linear_form(ratio.top), linear_form(ratio.bottom)
    if top is None or bottom is None:
        return None
    units = one.units
    above, below = _sharing(top, units), _sharing(bottom, units)
    rows = ((Fraction(above(row)), Fraction(below(row))) for row in one.rows)
    return RatioRows(tuple(rows), nothing)
