"""How large a difference is: against its own spread, and by how many units it goes either way."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.inference.ends import SAME
from measurand.inference.interval import Interval, point
from measurand.inference.plan import Plan, Stream
from measurand.inference.resample import sums_resampled
from measurand.inference.table import Table
from measurand.inference.tails import even_tails
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@frozen
class Effect:
    """A size of effect with its percentile interval.

    >>> Effect(0.5, Undefined("no resamples")).value
    0.5
    """

    value: float
    interval: Interval | Undefined


@frozen
class Effects:
    """Two sizes of effect of paired differences.

    `standardised` is the mean difference over its standard deviation with n - 1 (Cohen's d_z);
    undefined where all differences are equal, or one unit is there. `dominance` is the share of
    units where the first is larger less that where the second is: in [-1, 1].

    J. Cohen (1988), Statistical Power Analysis, ch. 2.
    """

    standardised: Effect | Undefined
    dominance: Effect


def effects(
    made: Table, per_unit: Sequence[Fraction] | None, plan: Plan, key: str, sign: int
) -> Effects | Undefined:
    """Find the sizes of effect of a mean of differences; `per_unit` is what each row adds to it.

    >>> from measurand.algebra.expression import At
    >>> half = Fraction(1, 2)
    >>> made = Table(((-half,), (half,)), (1, 3), (At(0),))
    >>> effects(made, (-half, half), Plan(stream=Stream.EXACT), "", 1).dominance.value
    0.5
    """
    if per_unit is None:
        return Undefined("sizes of effect are of means of differences of units")
    n = made.units
    rows = tuple((d * n, (d * n) ** 2, Fraction((d > 0) - (d < 0))) for d in per_unit)
    wide = Table(rows, made.counts, ())
    observed = [float(total) for total in wide.sums]
    drawn = None if plan.stream is Stream.EXACT else sums_resampled(wide, plan, key)
    spread = _standardised(observed, n)
    # A standardised difference that floats cannot tell from a division by 0 has no size.
    first = (
        Undefined("all differences are equal")
        if spread is None
        else _effect(spread, None if drawn is None else _all_standardised(drawn, n), plan, sign)
    )
    share = None if drawn is None else drawn[:, 2] / n
    return Effects(first, _effect(observed[2] / n, share, plan, sign))


def _standardised(sums: Sequence[float], n: int) -> float | None:
    import numpy as np

    found = float(_all_standardised(np.array([sums]), n)[0])
    return None if np.isnan(found) else found


def _all_standardised(sums: "Floats", n: int) -> "Floats":
    import numpy as np

    mean = sums[:, 0] / n
    squares = sums[:, 1] - sums[:, 0] * mean
    flat = squares <= 1e-12 * sums[:, 1]
    deviation = np.sqrt(np.where(flat, np.nan, squares) / max(n - 1, 1))
    found: Floats = mean / deviation
    return found


def _effect(value: float, drawn: "Floats | None", plan: Plan, sign: int) -> Effect:
    import numpy as np

    if drawn is None:
        return Effect(sign * value, Undefined("no resamples are drawn"))
    lost = int(np.isnan(drawn).sum())
    if lost:
        return Effect(
            sign * value, Undefined(f"{lost} of {len(drawn)} resamples have no such size")
        )
    if not np.ptp(drawn):
        return Effect(sign * value, point(sign * value, plan.level, SAME))
    tail, _ = even_tails(plan.level)
    low, high = (float(end) for end in np.quantile(drawn, [tail, 1 - tail]))
    return Effect(sign * value, Interval(low, high, plan.level).signed(sign))
