"""How large a difference is: against its own spread, and by how many units it goes either way.

A p-value says whether there is a difference, not how much of one. Both sizes here are functions of
three sums over units (the difference, its square, its sign), so they are carried as three more
columns of the table and resampled with the scores, at no cost of their own.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.inference.bootstrap_intervals import (
    SAME,
    even_tails,
    with_lost_resamples,
    with_score,
)
from measurand.inference.interval import Interval, point
from measurand.inference.plan import Plan
from measurand.metrics.row_sums import Vector
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


# The square of a number of so many bits is still a double.
_BITS = 300


@frozen
class Effect:
    """A size of effect with its percentile interval.

    >>> Effect(0.5, Undefined("no resamples")).signed(-1).value
    -0.5
    """

    value: float
    interval: Interval | Undefined

    def signed(self, sign: int) -> "Effect":
        """Turn the sign where the sign is -1."""
        end = self.interval
        return Effect(
            sign * self.value + 0.0, end if isinstance(end, Undefined) else end.signed(sign)
        )


@frozen
class Effects:
    """Two sizes of effect of paired differences.

    `standardised` is the mean difference over its standard deviation with n - 1 (Cohen's d_z);
    undefined where all differences are equal, or one unit is there. `dominance` is the share of
    units where the first is larger less that where the second is: in [-1, 1].

    J. Cohen (1988), Statistical Power Analysis, ch. 2.

    >>> Effects(Undefined("all differences are equal"), Effect(0.5, None)).dominance.value
    0.5
    """

    standardised: Effect | Undefined
    dominance: Effect

    def signed(self, sign: int) -> "Effects":
        """Turn the signs where the sign is -1."""
        first = self.standardised
        turned = first if isinstance(first, Undefined) else first.signed(sign)
        return Effects(turned, self.dominance.signed(sign))


def extras(per_unit: Sequence[Fraction], units: int) -> tuple[Vector, ...]:
    """List what each row adds to the sums that sizes of effect are made of.

    A size of effect has no unit: differences whose squares are no floats are taken in another one.

    >>> extras((Fraction(-1, 2),), 4)
    ((Fraction(-2, 1), Fraction(4, 1), Fraction(-1, 1)),)
    """
    largest = max(map(abs, per_unit), default=Fraction(0))
    bits = largest.numerator.bit_length() - largest.denominator.bit_length()
    unit = Fraction(2) ** bits if abs(bits) > _BITS else Fraction(1)
    scaled = [value * units / unit for value in per_unit]
    return tuple((d, d * d, Fraction((d > 0) - (d < 0))) for d in scaled)


def effects(observed: "Floats", drawn: "Floats | None", units: int, plan: Plan) -> Effects:
    """Find the sizes of effect of a mean of differences from the sums of `extras`.

    `observed` has one row of sums, `drawn` one for each resample.

    >>> import numpy as np
    >>> from measurand.inference.plan import Stream
    >>> effects(np.array([[2.0, 4.0, 2.0]]), None, 4, Plan(stream=Stream.EXACT)).dominance.value
    0.5
    """
    import numpy as np

    spread = float(_standardised(observed, units)[0])
    first = (
        Undefined("all differences are equal")
        if np.isnan(spread)
        else _effect(spread, None if drawn is None else _standardised(drawn, units), plan)
    )
    share = None if drawn is None else drawn[:, 2] / units
    return Effects(first, _effect(float(observed[0, 2]) / units, share, plan))


def _standardised(sums: "Floats", n: int) -> "Floats":
    import numpy as np

    mean = sums[:, 0] / n
    squares = sums[:, 1] - sums[:, 0] * mean
    flat = squares <= 1e-12 * sums[:, 1]
    deviation = np.sqrt(np.where(flat, np.nan, squares) / max(n - 1, 1))
    found: Floats = mean / deviation
    return found


def _effect(value: float, drawn: "Floats | None", plan: Plan) -> Effect:
    import numpy as np

    if drawn is None:
        return Effect(value, Undefined("no resamples are drawn"))
    sized = with_score(drawn, plan.level, "such size")
    if isinstance(sized, Undefined):
        return Effect(value, sized)
    if not np.ptp(sized):
        return Effect(value, point(value, plan.level, SAME))
    tail, _ = even_tails(plan.level)
    low, high = (float(end) for end in np.quantile(sized, [tail, 1 - tail]))
    found = with_lost_resamples(
        Interval(low, high, plan.level), len(drawn) - len(sized), len(drawn)
    )
    return Effect(value, found)
