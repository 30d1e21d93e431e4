"""The intervals of the scores of a table: from resamples, or from their exact law.

Which road is taken is the plan's choice and not a matter of luck: the exact law needs a score that
is a sum, or a ratio of sums with bottoms that are not negative, and is refused for others. BCa and
the jackknife need the scores without each unit, which are made once for all scores (`jackknife`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.expression import Expression
from measurand.algebra.floats import floats
from measurand.inference.bootstrap_intervals import interval_of, with_ruled_resamples
from measurand.inference.exact import exact_mean, exact_ratio
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import t_interval
from measurand.inference.plan import Plan
from measurand.inference.table import Table, as_ratio, is_sum
from measurand.metrics.row_sums import Vector
from measurand.values.score import Score, Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


_LOOKED = 1000
"""Of so many resamples it is found which rule gave their scores: enough to see one in a hundred."""


@frozen(eq=False)
class Jackknife:
    """Scores without one unit: a row for each distinct unit, a column for each score, counts."""

    scores: "Floats"
    counts: Sequence[int]


def jackknife(
    vectors: Mapping[Vector, int], finish: Sequence[Expression], plan: Plan
) -> Jackknife | None:
    """Score without each unit, where the plan asks for it.

    >>> jackknife({}, (), Plan()) is None
    True
    """
    return without_each(vectors, finish) if plan.ends in {Ends.BCA, Ends.JACKKNIFE} else None


def without_each(vectors: Mapping[Vector, int], finish: Sequence[Expression]) -> Jackknife:
    """Score without each unit; sums that are constant lose one too.

    >>> from fractions import Fraction
    >>> from measurand.algebra.expression import At, Nothing, Over
    >>> rows = {(Fraction(1), Fraction(1)): 3, (Fraction(0), Fraction(1)): 1}
    >>> found = without_each(rows, [Over(At(0), At(1), Nothing("no sample"))])
    >>> found.scores.round(3).tolist(), found.counts
    ([[1.0], [0.667]], (1, 3))
    """
    # In one order: means in floats depend on it.
    listed = sorted(vectors.items())
    plain = Table(tuple(row for row, _ in listed), tuple(n for _, n in listed), tuple(finish))
    return Jackknife(plain.left_out(), plain.counts)


@frozen(eq=False)
class Intervals:
    """Everything that the interval of a score may be found from; nothing drawn: the exact law."""

    made: Table
    drawn: "Floats | None"
    without: Jackknife | None
    plan: Plan
    sums: "Floats | None" = None

    def of(self, at: int, score: Score) -> Interval | Undefined:
        """Find the interval of one of the scores."""
        if isinstance(score, Undefined):
            return score
        if self.plan.ends is Ends.JACKKNIFE and self.without is not None:
            scores, counts = self.without.scores[:, at], self.without.counts
            return t_interval(scores, counts, float(score.value), self.plan.level)
        per_unit = is_sum(self.made, at)
        if self.drawn is None:
            return self._exact(at)
        lone = self.without
        without = None if lone is None else (lone.scores[:, at], lone.counts)
        flat = None if per_unit is None else len(set(per_unit)) == 1
        drawn = self.drawn[:, at]
        found = interval_of(drawn, float(score.value), self.plan, without, flat=flat)
        if self.sums is None or not self.made.ruled:
            return found
        first = self.sums[:_LOOKED]
        others = [(by, floats(one, first)) for by, one in self.made.ruled[at]]
        return with_ruled_resamples(found, drawn[:_LOOKED], others)

    def _exact(self, at: int) -> Interval | Undefined:
        made, level, ends = self.made, self.plan.level, self.plan.ends
        per_unit = is_sum(made, at)
        if per_unit is not None:
            counted = zip(per_unit, made.counts, strict=True)
            return exact_mean([(d * made.units, n) for d, n in counted], level=level, ends=ends)
        ratio = as_ratio(made, at)
        if ratio is None:
            return Undefined("not feasible: the law of this score is not computed exactly")
        if any(bottom < 0 for _, bottom in ratio.rows):
            return Undefined("not feasible: a bottom is negative")
        rows = zip(ratio.rows, made.counts, strict=True)
        return exact_ratio(rows, level=level, ends=ends, nothing=ratio.nothing)
