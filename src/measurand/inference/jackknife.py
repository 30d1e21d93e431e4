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
kind is added to those there are, for the interval only (`Estimator.pseudo`).

Where clusters are labelled, what was never seen may be a cluster that is all of a kind, beside
which one sample is nothing. As many samples say as much as one that is independent as the design
effect tells: how many times larger the square of the error is for clusters than it would be for
their samples alone (L. Kish 1965). So as many of each kind are added, as one cluster; as intervals
of rare rates in surveys count samples by it (E. L. Korn and B. I. Graubard 1998). The effect is not
known either, and seems least where the clusters that make it large were not seen. So it is that of
the clusters there are and of one more, as large as they are, all alike, of any kind. With few
clusters it is near that one: all labels of a cluster may be as one. With many it is what they show.

How far all this is enough is shown by simulation (docs/reference/calibration.md), and not by a
proof.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, inf, isfinite, sqrt
from typing import TYPE_CHECKING, TypeVar

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

Row = TypeVar("Row")
Unit = tuple[Mapping[Evidence, int], int]
"""What a unit holds, and how many such units there are."""

_FEWEST = 2
_ROUNDING = 1e-6
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
    labelled = _labelled(of, units)
    if labelled < _FEWEST:
        return FEW
    return _spread(*_left_out(of, units), [count for _, count in units], labelled)


def _labelled(of: Estimator, units: Sequence[Unit]) -> int:
    return sum(count for unit, count in units if any(map(of.labelled, unit)))


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
        degrees(pull, times, labelled - 1.0),
    )


def degrees(pull: "Floats", times: "Floats", most: float) -> float:
    """Count degrees of freedom: twice the squared mean of a sum of squares, over its variance.

    `pull` says how far each unit moves what is estimated, `times` how many such units there are;
    there are at least 1 of them and no more than `most`.

    >>> import numpy as np
    >>> degrees(np.array([1.0, -1.0, 1.0, -1.0]), np.ones(4), 3.0)
    3.0
    >>> round(degrees(np.array([9.0, *[0.0] * 99]), np.ones(100), 99.0), 2)
    2.02
    """
    square = float(times @ pull**2)
    spread = float(times @ pull**4) - square**2 / float(times.sum())
    by_spread = 2 * square**2 / spread if spread > 0 else inf
    return max(1.0, min(by_spread, most))


def jackknife_interval(
    of: Estimator, units: Sequence[Unit], observed: float, level: Fraction
) -> Interval | Undefined:
    """Give the interval of an estimate; it holds the estimate, and is kept within what can be.

    Where added samples move the estimate by more than they widen its interval
    (`Estimator.holds_both`) it holds the interval without them too.

    Undefined where the errors are, where labels tell nothing of a part (`Estimator.unseen`), and
    where the bottom may be 0 and nothing bounds the estimate.
    """
    wide = _widened(of, units)
    if isinstance(wide, Undefined):
        return wide
    found = _within(wide, _bounds(of), observed, level)
    alone = errors(of, units) if of.holds_both else FEW
    if isinstance(found, Undefined) or isinstance(alone, Undefined):
        return found
    other = _within(alone, _bounds(of), observed, level)
    if isinstance(other, Undefined):
        return other
    return _joined(found, other)


def _widened(of: Estimator, units: Sequence[Unit]) -> Errors | Undefined:
    """Find the errors of an estimate with a unit of each kind of sample added."""
    rows = [one for unit, _ in units for one in unit]
    kinds = [one for one, _ in of.pseudo(rows)]
    times = times_added(units, kinds, of.labelled, partial(_pulls, of))
    added = [({one: times}, 1) for one in kinds]
    return of.unseen(rows, _labelled(of, units)) or errors(of, [*units, *added])


def times_added(
    units: Sequence[tuple[Mapping[Row, int], int]],
    kinds: Sequence[Row],
    has: Callable[[Row], bool],
    pulls: Callable[[Sequence[tuple[Mapping[Row, int], int]]], "Floats"],
    *,
    more: int = 0,
) -> int:
    """Say how many of each kind are added as one unit: the design effect, rounded up, and `more`.

    It is at least 1, and at most how many labels the unit of a label has, on average of labels.
    `has` tells whether a sample is labelled, `pulls` how far each unit moves what is estimated.

    >>> times_added([({"right": 1, "wrong": 1}, 9)], (), lambda _: True, lambda _: ...)
    1
    """
    import numpy as np

    each = [(sum(n for row, n in unit.items() if has(row)), count) for unit, count in units]
    labels = sum(n * count for n, count in each)
    most = -(-sum(n * n * count for n, count in each) // max(1, labels))
    if most <= 1 or not kinds:
        return 1
    samples: Counter[Row] = Counter()
    for unit, count in units:
        samples.update({row: n * count for row, n in unit.items()})
    whole = [*units, *(({one: most}, 1) for one in kinds)]
    apart = [*(({row: 1}, n) for row, n in samples.items()), *(({one: 1}, most) for one in kinds)]

    def square(some: Sequence[tuple[Mapping[Row, int], int]]) -> float:
        """Add up squares; those of all that is added count as one of them."""
        times = np.array([count for _, count in some], dtype=np.float64)
        times[-len(kinds) :] /= len(kinds)
        return float(times @ pulls(some) ** 2)

    clustered, alone = square(whole), square(apart)
    # Of nothing that is known, a cluster may be all alike.
    if not alone > 0 or not isfinite(clustered):
        return most
    return max(1, min(most, ceil(clustered / alone - _ROUNDING) + more))


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
    """Give the p-value of an estimate that is 0 in truth, by t; of both that an interval holds."""
    wide = _widened(of, units)
    if isinstance(wide, Undefined):
        return wide
    found, alone = _p_value(wide), errors(of, units) if of.holds_both else FEW
    return found if isinstance(alone, Undefined) else _larger(found, _p_value(alone))


def _larger(one: PValue | Undefined, two: PValue | Undefined) -> PValue | Undefined:
    """Take the larger of two p-values; the first, where there is no other."""
    if isinstance(one, Undefined) or isinstance(two, Undefined):
        return one
    return two if two.value > one.value else one


Bounds = tuple[float, float]


def _bounds(of: Estimator) -> Bounds | None:
    return None if of.bounds is None else (float(of.bounds[0]), float(of.bounds[1]))


def _within(
    wide: Errors, bounds: Bounds | None, observed: float, level: Fraction
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
PairUnit = tuple[Mapping[Pair, int], int]
Difference = tuple[Interval | Undefined, PValue | Undefined]


def compared(
    of: Estimator,
    units: Sequence[PairUnit],
    observed: float,
    level: Fraction,
) -> Difference:
    """Give the interval of a difference of two systems, and the p-value of none, by t.

    Where added samples move an estimate far (`Estimator.holds_both`) it holds the interval without
    them too, as that of one system does.

    Undefined where the errors of either are, where labels tell nothing of a part of either, and
    where nothing bounds a quotient whose bottom may be 0.
    """
    for at in range(2):
        side = [(_side(unit, at), n) for unit, n in units]
        rows = [one for unit, _ in side for one in unit]
        unseen = of.unseen(rows, _labelled(of, side))
        if unseen is not None:
            return unseen, unseen
    found = _apart(of, [*units, *_pairs_added(of, units)], observed, level)
    return _both(found, _apart(of, units, observed, level)) if of.holds_both else found


def _pairs_added(of: Estimator, units: Sequence[PairUnit]) -> Sequence[PairUnit]:
    """List the units that an interval of a difference adds."""
    pseudo = of.pseudo([one for unit, _ in units for pair in unit for one in pair])
    # Exchanging both systems has to give the same ones.
    kinds = list(dict.fromkeys([*pseudo, *((two, one) for one, two in pseudo)]))

    def pulls(some: Sequence[PairUnit]) -> "Floats":
        one, two = ([(_side(unit, at), n) for unit, n in some] for at in range(2))
        return _pulls(of, one) - _pulls(of, two)

    times = times_added(units, kinds, lambda pair: all(map(of.labelled, pair)), pulls)
    return [({pair: times}, 1) for pair in kinds]


def _sides(of: Estimator, units: Sequence[PairUnit]) -> list[tuple["Floats", "Floats"]]:
    """Compute top and bottom of either system without each unit, and last of all units."""
    return [_left_out(of, [(_side(unit, at), n) for unit, n in units]) for at in range(2)]


def _apart(
    of: Estimator, units: Sequence[PairUnit], observed: float, level: Fraction
) -> Difference:
    counts = [n for _, n in units]
    labelled = sum(n for unit, n in units if any(all(map(of.labelled, pair)) for pair in unit))
    if labelled < _FEWEST:
        return FEW, FEW
    sides = _sides(of, units)
    if any((bottom != 1).any() for _, bottom in sides):
        return _of_quotients(of, sides, (counts, labelled), observed, level)
    apart = sides[0][0] - sides[1][0]
    wide = _spread(apart, _ones(apart), counts, labelled)
    if isinstance(wide, Undefined):
        return wide, wide
    return _within(wide, _bounds_apart(of), observed, level), _p_value(wide)


def _both(found: Difference, alone: Difference) -> Difference:
    """Hold what either interval holds; of p-values that is the larger."""
    (interval, p), (other, other_p) = found, alone
    if isinstance(interval, Undefined) or isinstance(other, Undefined):
        return found
    return _joined(interval, other), _larger(p, other_p)


def _joined(one: Interval, two: Interval) -> Interval:
    return Interval(min(one.low, two.low), max(one.high, two.high), one.level)


def _ones(numbers: "Floats") -> "Floats":
    import numpy as np

    return np.ones(len(numbers))


def _bounds_apart(of: Estimator) -> Bounds | None:
    """Give the ends of what a difference can be."""
    ends = _bounds(of)
    return None if ends is None else (ends[0] - ends[1], ends[1] - ends[0])


@frozen(eq=False)
class _Quotients:
    """Two quotients with their errors, how both move together, degrees of freedom, and bounds."""

    wides: tuple[Errors, Errors]
    together: float
    freedom: float
    bounds: Bounds | None

    def ends(self, t: float) -> tuple[float, float] | None:
        """Give the ends of the difference, t errors from it; None where nothing bounds it.

        Each quotient has its own interval (Fieller), and what is between a quotient and an end
        stands for t of its errors on that side: as squares of errors do, those of both add up,
        less twice what both share (G. Y. Zou and A. Donner 2008). An interval that is all that can
        be has no error: its ends are taken as they are.
        """
        found = [_fieller(wide, t) for wide in self.wides]
        if self.bounds is None and None in found:
            return None
        held = [self._kept(one) for one in found]
        (low, high), (other_low, other_high) = held
        if None in found:
            return low - other_high, high - other_low
        first, second = (
            min(max(wide.top / wide.bottom, ends[0]), ends[1])
            for wide, ends in zip(self.wides, held, strict=True)
        )
        apart = first - second
        return (
            apart - self._joined(first - low, other_high - second),
            apart + self._joined(high - first, second - other_low),
        )

    def _kept(self, ends: tuple[float, float] | None) -> tuple[float, float]:
        low, high = self.bounds or (-inf, inf)
        if ends is None:
            return low, high
        return min(max(ends[0], low), high), max(min(ends[1], high), low)

    def _joined(self, one: float, two: float) -> float:
        return sqrt(max(0.0, one**2 + two**2 - 2 * self.together * one * two))

    def reach(self) -> float:
        """Find how many errors away 0 is: the least t whose interval holds it.

        It is between `under`, whose interval does not hold it, and `over`, whose does; halving
        comes to neighbouring floats in so many steps.
        """
        under, over = 0.0, 1.0
        while not self._holds_zero(over) and over < _FARTHEST:
            under, over = over, 2 * over
        for _ in range(_HALVINGS):
            middle = (under + over) / 2
            under, over = (under, middle) if self._holds_zero(middle) else (middle, over)
        return under

    def _holds_zero(self, t: float) -> bool:
        ends = self.ends(t)
        return ends is None or ends[0] <= 0 <= ends[1]


_FARTHEST, _HALVINGS = 2.0**40, 60


def _of_quotients(
    of: Estimator,
    sides: Sequence[tuple["Floats", "Floats"]],
    among: tuple[Sequence[int], int],
    observed: float,
    level: Fraction,
) -> Difference:
    """Compare two quotients, of which either bottom may not be known to be above 0."""
    import numpy as np
    from scipy.special import stdtr

    counts, labelled = among
    first, second = (_spread(*side, counts, labelled) for side in sides)
    if isinstance(first, Undefined):
        return first, first
    if isinstance(second, Undefined):
        return second, second
    times = np.array(counts, dtype=np.float64)
    pulls = [_pull(*side, counts) for side in sides]
    squares = float(times @ pulls[0] ** 2) * float(times @ pulls[1] ** 2)
    both = _Quotients(
        (first, second),
        float(times @ (pulls[0] * pulls[1])) / sqrt(squares) if squares else 0.0,
        min(first.freedom, second.freedom, degrees(pulls[0] - pulls[1], times, labelled - 1.0)),
        _bounds(of),
    )
    ends = both.ends(t_quantile(level, both.freedom))
    if ends is None:
        return OPEN, OPEN
    low, high = _bounds_apart(of) or (-inf, inf)
    tail = Fraction(float(stdtr(both.freedom, -both.reach())))
    return (
        Interval(min(max(low, ends[0]), observed), max(min(high, ends[1]), observed), level),
        PValue(min(Fraction(1), 2 * tail), "t of both intervals", Fraction(0)),
    )


def _pulls(of: Estimator, units: Sequence[Unit]) -> "Floats":
    return _pull(*_left_out(of, units), [count for _, count in units])


def _pull(tops: "Floats", bottoms: "Floats", counts: Sequence[int]) -> "Floats":
    """Say how far each unit moves a quotient."""
    import numpy as np

    times = np.array(counts, dtype=np.float64)
    top, bottom = (
        one[:-1] - float(times @ one[:-1]) / float(times.sum()) for one in (tops, bottoms)
    )
    whole = float(tops[-1]), float(bottoms[-1])
    return (top - (whole[0] / whole[1] if whole[1] else 0.0) * bottom) / (whole[1] or 1.0)


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
