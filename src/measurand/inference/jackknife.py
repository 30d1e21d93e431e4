"""Intervals of estimates of a labelled part: by the jackknife, and t.

What is estimated is a quotient of two numbers (`metrics.family.Estimator`). Without each unit in
turn both are a little other, and how much other they are together is the error of both (J. W. Tukey
1958; for clusters, which are then the units, R. M. Bell and D. F. McCaffrey 2002 find it slightly
too large, never too small). The interval holds every number r for which top - r * bottom is within
t errors of 0 (E. C. Fieller 1954): where the bottom is far from 0 that is the estimate -+ t errors,
and where it is not, the interval widens until it holds all that can be.

Two things make such an interval too narrow where few are labelled, and each has a remedy here.
The error itself is not known: t has as many degrees of freedom as the spread of what units pull
allows, which are few where a few units pull most (of chi-square by its mean and variance, F. E.
Satterthwaite 1946), and never more than the labelled units less one. And what was never seen counts
as impossible: a judge that erred nowhere on 50 samples has an error of 0. So one sample of each
kind is added to those there are, for the interval only (`Estimator.pseudo`). That these two are
enough is shown by simulation (docs/reference/calibration.md), and not by a proof.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.evidence.evidence import Evidence
from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.interval import Interval, point
from measurand.inference.pvalue import PValue
from measurand.metrics.family import Estimator
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Unit = tuple[Mapping[Evidence, int], int]
"""What a unit holds, and how many such units there are."""

_FEWEST = 2
FEW = Undefined("fewer than two units are labelled")
OPEN = Undefined("the bottom of the estimate may be 0")


@frozen(eq=False)
class Errors:
    """A top and a bottom with their squared errors, the product of both, and degrees of freedom."""

    top: float
    bottom: float
    of_top: float
    of_bottom: float
    of_both: float
    freedom: float


def errors(of: Estimator, units: Sequence[Unit]) -> Errors | Undefined:
    """Find the top and the bottom of an estimate, and the errors of both, by leaving units out.

    Undefined where fewer than two units are labelled, or something is undefined without one.
    """
    labelled = sum(count for unit, count in units if any(map(of.labelled, unit)))
    if labelled < _FEWEST:
        return FEW
    return _spread(*_left_out(of, units), [count for _, count in units], labelled)


def _left_out(of: Estimator, units: Sequence[Unit]) -> tuple["Floats", "Floats"]:
    """Compute top and bottom without each unit, and last of all units."""
    from measurand.algebra import functional_floats as engine

    held: list[Mapping[Evidence, int]] = [*(unit for unit, _ in units), {}]
    rows = engine.left_out(held, [*(count for _, count in units), 0], of.weigh)
    top, bottom = of.quotient(rows)
    if not (isinstance(top, engine.Floats) and isinstance(bottom, engine.Floats)):
        message = f"numbers of its own rows: got {type(top).__name__}"
        raise TypeError(message)
    return top.values, bottom.values


def _spread(
    tops: "Floats", bottoms: "Floats", counts: Sequence[int], labelled: int
) -> Errors | Undefined:
    import numpy as np

    if not (np.isfinite(tops).all() and np.isfinite(bottoms).all()):
        return Undefined("without one of the units there is no estimate")
    times = np.array(counts, dtype=np.float64)
    number = float(times.sum())
    top, bottom = (side[:-1] - float(times @ side[:-1]) / number for side in (tops, bottoms))
    whole = float(tops[-1]), float(bottoms[-1])
    of_both = [float(times @ (one * two)) for one, two in ((top, top), (bottom, bottom))]
    share = (number - 1) / number
    pull = top - (whole[0] / whole[1] if whole[1] else 0.0) * bottom
    return Errors(
        *whole,
        share * of_both[0],
        share * of_both[1],
        share * float(times @ (top * bottom)),
        _freedom(pull, times, labelled),
    )


def _freedom(pull: "Floats", times: "Floats", labelled: int) -> float:
    """Count degrees of freedom: twice the squared mean of a sum of squares, over its variance."""
    square = float(times @ pull**2)
    spread = float(times @ pull**4) - square**2 / float(times.sum())
    by_spread = 2 * square**2 / spread if spread > 0 else inf
    return max(1.0, min(by_spread, labelled - 1.0))


def jackknife_interval(
    of: Estimator, units: Sequence[Unit], observed: float, level: Fraction
) -> Interval | Undefined:
    """Give the interval of an estimate; it holds the estimate, and is kept within what can be.

    Undefined where the errors are, and where the bottom may be 0 and nothing bounds the estimate.
    """
    pseudo = of.pseudo([one for unit, _ in units for one in unit])
    wide = errors(of, [*units, *(({one: 1}, 1) for one, _ in pseudo)])
    return wide if isinstance(wide, Undefined) else _within(wide, of.bounds, observed, level)


def t_interval(
    without: "Floats", counts: Sequence[int], observed: float, level: Fraction
) -> Interval | Undefined:
    """Give the interval of a number from those without each unit; a flagged point where none moves.

    >>> import numpy as np
    >>> found = t_interval(np.array([0.0, 0.5, 1.0]), [1, 1, 1], 0.5, Fraction(95, 100))
    >>> round(found.low, 3), round(found.high, 3)
    (-1.984, 2.984)
    """
    import numpy as np

    tops = np.array([*without, observed])
    if sum(counts) < _FEWEST:
        return Undefined("one unit alone")
    wide = _spread(tops, np.ones(len(tops)), counts, sum(counts))
    if isinstance(wide, Undefined):
        return wide
    if not wide.of_top:
        return point(observed, level, SAME)
    return _within(wide, None, observed, level)


def p_of_zero(of: Estimator, units: Sequence[Unit]) -> PValue | Undefined:
    """Give the p-value of an estimate that is 0 in truth, by t."""
    pseudo = of.pseudo([one for unit, _ in units for one in unit])
    wide = errors(of, [*units, *(({one: 1}, 1) for one, _ in pseudo)])
    return wide if isinstance(wide, Undefined) else _p_value(wide)


def _within(
    wide: Errors, bounds: tuple[int, int] | None, observed: float, level: Fraction
) -> Interval | Undefined:
    ends = _fieller(wide, t_quantile(level, wide.freedom))
    if bounds is None:
        if ends is None:
            return OPEN
        low, high = ends
    else:
        low, high = (max(bounds[0], ends[0]), min(bounds[1], ends[1])) if ends else bounds
    return Interval(min(low, observed), max(high, observed), level)


def _fieller(wide: Errors, t: float) -> tuple[float, float] | None:
    """Find the two r where top - r * bottom is t errors from 0; None where there are none."""
    square = wide.bottom**2 - t**2 * wide.of_bottom
    if square <= 0:
        return None
    half = wide.top * wide.bottom - t**2 * wide.of_both
    under = half**2 - square * (wide.top**2 - t**2 * wide.of_top)
    root = sqrt(max(under, 0.0))
    return (half - root) / square, (half + root) / square


def t_quantile(level: Fraction, freedom: float) -> float:
    """Give the t of a two-sided interval.

    >>> round(t_quantile(Fraction(95, 100), 10.0), 3)
    2.228
    """
    from scipy.special import stdtrit

    return -float(stdtrit(freedom, float((1 - level) / 2)))


Pair = tuple[Evidence, Evidence]


def compared(
    of: Estimator,
    units: Sequence[tuple[Mapping[Pair, int], int]],
    observed: float,
    level: Fraction,
) -> tuple[Interval | Undefined, PValue | Undefined]:
    """Give the interval of a difference of two systems, and the p-value of none, by t.

    Undefined where the estimate is a quotient whose bottom is not known: a difference of two such
    is none.
    """
    import numpy as np

    rows = [pair for unit, _ in units for pair in unit]
    pseudo = of.pseudo([one for pair in rows for one in pair])
    # Exchanging both systems has to give the same ones.
    closed = dict.fromkeys([*pseudo, *((two, one) for one, two in pseudo)])
    every = [*units, *(({pair: 1}, 1) for pair in closed)]
    sides = [_left_out(of, [(_side(unit, at), n) for unit, n in every]) for at in range(2)]
    if any((bottom != 1).any() for _, bottom in sides):
        why = Undefined("a difference of two quotients has no interval of t: got " + of.about.name)
        return why, why
    labelled = sum(n for unit, n in every if any(all(map(of.labelled, pair)) for pair in unit))
    if labelled < _FEWEST:
        return FEW, FEW
    apart = sides[0][0] - sides[1][0]
    wide = _spread(apart, np.ones(len(apart)), [n for _, n in every], labelled)
    if isinstance(wide, Undefined):
        return wide, wide
    bounds = None if of.bounds is None else (of.bounds[0] - of.bounds[1], of.bounds[1])
    return _within(wide, bounds, observed, level), _p_value(wide)


def _side(unit: Mapping[Pair, int], at: int) -> Mapping[Evidence, int]:
    held: dict[Evidence, int] = {}
    for pair, count in unit.items():
        held[pair[at]] = held.get(pair[at], 0) + count
    return held


def _p_value(wide: Errors) -> PValue | Undefined:
    """Double the tail of t beyond the difference."""
    from scipy.special import stdtr

    if not wide.of_top:
        return Undefined("all units pull alike")
    tail = float(stdtr(wide.freedom, -abs(wide.top) / sqrt(wide.of_top)))
    return PValue(min(Fraction(1), 2 * Fraction(tail)), "t of the jackknife", Fraction(0))
