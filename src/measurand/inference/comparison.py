"""Scores with intervals, and two systems compared: from a pool or pairs, under one plan.

Systems are compared on the units that both have a score of, pair by pair: what makes a unit easy or
hard cancels in the difference, which is why an interval of a difference is not two intervals of
scores. A row holds the sums of both systems side by side, and the difference is one expression of
it; so the interval, the test and the sizes of effect all read the same rows and resamples.

Exchanging the systems turns the sign and nothing else. For that the pair is first put in an order
of its evidence (`_oriented`), and what comes out is signed back; else the draws, which go by the
order of rows, would be others for a against b than for b against a.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.draws import Words
from measurand.algebra.expression import Expression, Nothing
from measurand.algebra.simplify import less_second, shifted
from measurand.evidence.pairs import Pairs
from measurand.inference.bootstrap_intervals import sign_p
from measurand.inference.effects import Effects, effects, extras
from measurand.inference.estimation import (
    NO_UNIT,
    Estimate,
    estimate,
    estimates,
    with_labelled_ends,
)
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import compared
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import wilcoxon
from measurand.inference.resample import sums_resampled, words_of
from measurand.inference.resampling_units import PairedRows, paired_rows, paired_units_of
from measurand.inference.sign_flip import EXACT, sign_flip_score, sign_flip_sum
from measurand.inference.table import Table, is_exchanged_sum, is_sum, table
from measurand.inference.table_intervals import Intervals, jackknife
from measurand.metrics.definitions import Definition
from measurand.metrics.family import Estimator, within_range
from measurand.metrics.row_sums import Vector
from measurand.values.score import Defined, Score, Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["NO_UNIT", "Comparison", "Estimate", "compare", "compares", "estimate", "estimates"]


@frozen(kw_only=True)
class Comparison:
    """Two systems on the units that both have a score of; the difference is first minus second.

    It has an interval, a p-value and sizes of effect; `left_out` units have no score on a side.
    `alone` counts the samples that only the first, or only the second, system has answered.
    """

    first: Score
    second: Score
    difference: Score
    interval: Interval | Undefined
    p_value: PValue | Undefined
    effects: Effects | Undefined
    units: int
    left_out: int
    alone: tuple[int, int] = (0, 0)


def compare(definition: Definition, pairs: Pairs, plan: Plan, *, key: str = "") -> Comparison:
    """Compare two systems under one definition; exchanging them flips the difference only.

    `key` names the stream of the draws: two comparisons of one key draw alike.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pairs import pairs
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import Sample
    >>> def answers(right: int) -> list[Sample]:
    ...     said = ["a" if n < right else "b" for n in range(12)]
    ...     return [Sample(id=str(n), gold=("a",), predicted=(it,)) for n, it in enumerate(said)]
    >>> both = pairs(Observation(), answers(10), answers(4))
    >>> found = compare(parse("exact_match"), both, Plan())
    >>> found.difference, found.p_value.value
    (Defined(value=Fraction(1, 2)), Fraction(1, 32))

    Raises ValueError as `estimate` does.
    """
    return compares([definition], pairs, plan, key=key)[0]


def compares(
    definitions: Sequence[Definition], pairs: Pairs, plan: Plan, *, key: str = ""
) -> tuple[Comparison, ...]:
    """Compare two systems under several definitions that share their resamples; see `compare`.

    >>> from measurand.evidence.pairs import pairs
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import Sample
    >>> both = parse("precision(average=micro)"), parse("recall(average=micro)")
    >>> first = [Sample(id="1", gold=("a", "b"), predicted=("a",))]
    >>> second = [Sample(id="1", gold=("a", "b"), predicted=("a", "c"))]
    >>> joined = pairs(observing(both[0]), first, second)
    >>> [str(one.difference.value) for one in compares(both, joined, Plan())]
    ['1/2', '0']

    `key` names the stream of the draws.

    Raises ValueError as `estimate` does.
    """
    rows = paired_rows(definitions, pairs, plan.cluster)
    if not rows.vectors:
        return tuple(_nothing(rows, pairs) for _ in definitions)
    vectors, sign = _oriented(rows.vectors)
    joined = {first + second: count for (first, second), count in vectors.items()}
    width = len(next(iter(vectors))[0])
    apart = [less_second(one, width) for one in rows.finish]
    ruled = [[(by, less_second(one, width)) for by, one in rules] for rules in rows.ruled]
    made = table(joined, apart, ruled)
    wide = _with_extras(made)
    sums = None if plan.stream is Stream.EXACT else sums_resampled(wide, plan, key)
    drawn = None if sums is None else made.evaluated(sums)
    both = table(joined, [*rows.finish, *(shifted(one, width) for one in rows.finish)])
    sides = [*map(within_range, [*definitions, *definitions], both.scores())]
    intervals = Intervals(made, drawn, jackknife(joined, apart, plan), plan, sums)
    words = words_of(plan, "exchange", key)
    tested = _Tested(made, drawn, vectors, rows.finish, apart, plan, words)
    comparisons = []
    for at, difference in enumerate(made.scores()):
        first, second = (sides[at + side * len(apart)] for side in ((0, 1) if sign > 0 else (1, 0)))
        interval = intervals.of(at, difference)
        p_value = tested.p_value(at)
        sizes = _effects(wide, sums, at, plan)
        definition = definitions[at]
        if isinstance(definition, Estimator) and isinstance(difference, Defined):
            units = paired_units_of(definition, pairs, plan.cluster)
            apart_by = float(difference.value) * sign
            by_t, p_value = compared(definition, units, apart_by, plan.level)
            if plan.labelled_ends is Ends.JACKKNIFE:
                by_t = with_labelled_ends(by_t, definition, plan)
                interval = by_t if isinstance(by_t, Undefined) else by_t.signed(sign)
        comparisons.append(
            Comparison(
                first=first,
                second=second,
                difference=_signed(difference, sign),
                interval=interval if isinstance(interval, Undefined) else interval.signed(sign),
                p_value=p_value,
                effects=sizes if isinstance(sizes, Undefined) else sizes.signed(sign),
                units=made.units,
                left_out=rows.left_out,
                alone=pairs.alone,
            )
        )
    return tuple(comparisons)


def _with_extras(made: Table) -> Table:
    """Add the sums of the sizes of effect behind those of the scores."""
    rows = made.rows
    for at in range(len(made.finish)):
        per_unit = is_sum(made, at)
        if per_unit is not None:
            more = extras(per_unit, made.units)
            rows = tuple(row + new for row, new in zip(rows, more, strict=True))
    return Table(rows, made.counts, made.finish)


def _effects(wide: Table, sums: "Floats | None", at: int, plan: Plan) -> Effects | Undefined:
    import numpy as np

    linear = [which for which in range(len(wide.finish)) if is_sum(wide, which) is not None]
    if at not in linear:
        return Undefined("sizes of effect are of means of differences of units")
    start = len(wide.rows[0]) - 3 * (len(linear) - linear.index(at))
    observed = wide.summed(np.array([wide.counts]))
    mine = None if sums is None else sums[:, start : start + 3]
    return effects(observed[:, start : start + 3], mine, wide.units, plan)


def _nothing(rows: PairedRows, pairs: Pairs) -> Comparison:
    return Comparison(
        first=NO_UNIT,
        second=NO_UNIT,
        difference=NO_UNIT,
        interval=NO_UNIT,
        p_value=NO_UNIT,
        effects=NO_UNIT,
        units=0,
        left_out=rows.left_out,
        alone=pairs.alone,
    )


def _oriented(
    vectors: Mapping[tuple[Vector, Vector], int],
) -> tuple[Mapping[tuple[Vector, Vector], int], int]:
    """Put the systems in an order of their evidence, so that their names do not move a draw."""
    turned = {(second, first): count for (first, second), count in vectors.items()}
    if _sorted(turned) < _sorted(vectors):
        return turned, -1
    return vectors, 1


def _sorted(
    vectors: Mapping[tuple[Vector, Vector], int],
) -> list[tuple[tuple[Fraction | int, ...], tuple[Fraction | int, ...], int]]:
    """Sort vectors; whole numbers are compared as such, which is many times faster."""
    return sorted((_whole(one), _whole(other), count) for (one, other), count in vectors.items())


def _whole(vector: Vector) -> tuple[Fraction | int, ...]:
    return tuple([one.numerator if one.denominator == 1 else one for one in vector])


def _signed(score: Score, sign: int) -> Score:
    match score:
        case Defined(value):
            return Defined(value * Fraction(sign))
        case _:
            return score


@frozen(eq=False)
class _Tested:
    """Everything that a p-value may be found from."""

    made: Table
    drawn: "Floats | None"
    vectors: Mapping[tuple[Vector, Vector], int]
    finish: tuple[Expression, ...]
    apart: Sequence[Expression]
    plan: Plan
    words: Words

    def p_value(self, at: int) -> PValue | Undefined:
        """Test one of the scores."""
        apart = self.apart[at]
        if isinstance(apart, Nothing):
            return Undefined(apart.why)
        per_unit = is_sum(self.made, at)
        match self.plan.test:
            case Test.SIGN_FLIP:
                return self._exchanged(at, per_unit)
            case Test.WILCOXON:
                if per_unit is None:
                    return _NO_RANKS
                return signed_ranks(zip(per_unit, self.made.counts, strict=True))
            case _ if self.drawn is None:
                return Undefined("a bootstrap p-value needs resamples: got the stream exact")
            case _:
                return sign_p(self.drawn[:, at], self.plan)

    def _exchanged(self, at: int, per_unit: Sequence[Fraction] | None) -> PValue | Undefined:
        if per_unit is None or not is_exchanged_sum(self.vectors, self.apart[at]):
            p_value = sign_flip_score(self.vectors, self.finish[at], self.plan, self.words)
        else:
            p_value = sign_flip_sum(
                zip(per_unit, self.made.counts, strict=True), self.plan, self.words
            )
        sampled = isinstance(p_value, PValue) and p_value.how != EXACT
        if self.plan.stream is Stream.EXACT and sampled:
            return Undefined("not feasible: too many patterns of signs for an exact test")
        return p_value


_NO_RANKS = Undefined("ranks are of differences of units: this score is no mean of them")


def signed_ranks(units: Iterable[tuple[Fraction, int]]) -> PValue | Undefined:
    """Test differences by their signed ranks; they come with the number of units that have them.

    >>> signed_ranks([(Fraction(1), 3), (Fraction(0), 4)])
    PValue(value=Fraction(1, 4), how='signed ranks, exact', least=Fraction(1, 4))

    Undefined without a unit.
    """
    listed = [d for d, count in units for _ in range(count)]
    ranked = wilcoxon(listed)
    if isinstance(ranked, Undefined):
        return ranked
    how = f"signed ranks, {'exact' if ranked.exact else 'normal'}"
    moved = sum(1 for d in listed if d)
    return PValue(ranked.p_value, how, min(Fraction(1), Fraction(2, 2 ** min(moved, 64))))
