"""Bootstrap intervals without a random number: from the exact law of all resamples.

A resample draws n samples from n, with replacement, each with the same chance. Where the values
lie on a lattice that is not too fine, the law of the resampled number is computed rather than
simulated, so that there is no seed and no number of resamples to state. A sum of n independent
draws has the n-fold convolution of the law of one: its transform to the power n, by the fast
Fourier transform. A ratio needs the joint law of its two sums, an array with an axis for each.

The transform is circular, so all sums are known modulo the length of the array. That is enough: by
Bernstein's inequality a sum lies within a window around its mean but for a chance of 1e-14, and an
array as long as the window tells those apart. It is shorter than the range of all sums by about the
root of n, which is what makes large samples feasible.

The probabilities are within 1e-12 + 1e-15 n of the exact ones (floating point, and what the window
leaves out: see `OUTSIDE`), so an end is exact unless the law passes the tail nearer than that.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum, gcd, isqrt, lcm, log, prod
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from measurand.inference.bootstrap_intervals import acceleration, bca_tails, even_tails
from measurand.inference.interval import LEVEL, Ends, Interval, checked_level, point
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


OUTSIDE = 1e-14
"""At most this probability of a sum lies outside of its window."""

CELLS = 2**22
"""The most cells of a window, unless asked otherwise: a second, and some 400 megabytes."""


@frozen
class Axis:
    """One number of the rows, as least + step * place; `places` are integers from 0.

    `first` and `cells` say which sums are kept: least * n + step * (first, first + 1, ...).
    """

    least: Fraction
    step: Fraction
    places: tuple[int, ...]
    centre: int
    first: int
    cells: int


def axis(values: Sequence[Fraction], counts: Sequence[int]) -> Axis:
    """Lay numbers on the coarsest lattice that holds them, and window the sum of n draws.

    Where the window is narrower than all sums, Bernstein's inequality bounds what lies outside.

    >>> axis([Fraction(1, 2), Fraction(2)], [3, 1]).step
    Fraction(3, 2)
    """
    least, number = min(values), sum(counts)
    offsets = [value - least for value in values]
    bottom = lcm(*(offset.denominator for offset in offsets))
    scaled = [int(offset * bottom) for offset in offsets]
    unit = gcd(*scaled) or 1
    places = tuple(place // unit for place in scaled)
    total = sum(place * count for place, count in zip(places, counts, strict=True))
    squares = sum(place * place * count for place, count in zip(places, counts, strict=True))
    wide, spread = max(places), squares - Fraction(total * total, number)
    half = _reach(wide, spread)
    every = number * wide + 1
    centre = round(Fraction(total, number))
    if 2 * half + 1 >= every:
        return Axis(least, Fraction(unit, bottom), places, centre, 0, every)
    return Axis(least, Fraction(unit, bottom), places, centre, total - half, 2 * half + 1)


def _reach(wide: int, spread: Fraction) -> int:
    """Bound how far a sum lies from its mean: wide t / 3 + sqrt(2 t spread), for t nats a side."""
    nats = Fraction(-log(OUTSIDE / 2))
    return int(nats * wide / 3) + isqrt(int(2 * nats * spread)) + 2


def infeasible(axes: Sequence[Axis], cells: int) -> Undefined | None:
    """Say that a window is too large; None where it is not."""
    need = prod(one.cells for one in axes)
    if need <= cells:
        return None
    shown = str(need) if need < 10**15 else f"about 2^{need.bit_length() - 1}"
    return Undefined(f"not feasible: {shown} cells, and {cells} are the most")


def law(top: Axis, bottom: Axis, counts: Sequence[int]) -> "NDArray[np.float64]":
    """Give the probability of each pair of sums in the windows, as an array (top, bottom).

    Each is within about 1e-16 times n of its value, absolutely; what lies outside of a window
    (at most 1e-14) is folded into it.
    """
    import numpy as np
    from scipy.fft import irfft2, next_fast_len, rfft2

    number = sum(counts)
    shape = tuple(next_fast_len(one.cells, real=True) for one in (top, bottom))
    draw = np.zeros(shape)
    # Draws are counted from the mean, so that sums stay near 0 and wrap to where the roll looks.
    rows = zip(top.places, bottom.places, counts, strict=True)
    for high, wide, count in rows:
        draw[(high - top.centre) % shape[0], (wide - bottom.centre) % shape[1]] += count
    draw /= number
    summed = irfft2(rfft2(draw) ** number, s=shape)
    for along, one in enumerate((top, bottom)):
        start = (one.first - number * one.centre) % shape[along]
        summed = np.roll(summed, -start, axis=along)
    kept: NDArray[np.float64] = summed[: top.cells, : bottom.cells]
    return kept


Row = tuple[Fraction, Fraction]
"""What one sample adds to the top and to the bottom of a ratio of sums."""

Tails = tuple[float, float]
"""The probability below the lower end and above the upper end."""

ROUNDING = 1e-12
PER_DRAW = 1e-15
NO_SAMPLE = Undefined("no sample")
ALL_EQUAL = "all samples are equal"
ONE_RATIO = "all samples have one ratio"
TOLD = 1000
"""A tail is told from the error of its probability when it is so many times as large."""
ORDERED = 2**26
"""Ratios of integers below this are told apart, and ordered, by their floats."""


def exact_mean(
    values: Iterable[tuple[Fraction, int]],
    *,
    level: Fraction = LEVEL,
    ends: Ends = Ends.PERCENTILE,
    cells: int = CELLS,
) -> Interval | Undefined:
    """Give the bootstrap interval of a mean, exactly; `values` come with their counts.

    `level` is its confidence, `ends` how it is read off the law: percentile, or basic.
    The lower end is the least number whose resamples at or below it reach the tail, the upper end
    its mirror image; a law that passes the tail in a tie is so taken outwards. Samples that are
    all equal give a flagged point. Undefined without a sample, or where more than `cells` sums
    would have to be held.

    >>> exact_mean([(Fraction(0), 1), (Fraction(1), 1)], level=Fraction(1, 2))
    Interval(low=0.0, high=1.0, level=Fraction(1, 2), degenerate=None)

    Raises ValueError unless 0 < level < 1 and the counts are positive.
    """
    rows = (((value, Fraction(1)), count) for value, count in values)
    return exact_ratio(rows, level=level, ends=ends, cells=cells)


def exact_ratio(
    rows: Iterable[tuple[Row, int]],
    *,
    level: Fraction = LEVEL,
    ends: Ends = Ends.PERCENTILE,
    nothing: Fraction | None = None,
    cells: int = CELLS,
) -> Interval | Undefined:
    """Give the bootstrap interval of a ratio of sums (micro F1: 2 hits over predicted + gold).

    `rows` are (top, bottom) of a sample with their counts. A resample whose bottoms are all 0 has
    the value `nothing`; without one it is left out, as `bootstrap_intervals` says, and the interval
    undefined where that is more probable than a tail. Rarer than 1e-12 it is not mentioned.
    `ends`, points and `cells` (feasibility) are those of `exact_mean`.

    >>> hit, miss = (Fraction(2), Fraction(2)), (Fraction(0), Fraction(1))
    >>> exact_ratio([(hit, 3), (miss, 1)], level=Fraction(1, 2))
    Interval(low=0.6666666666666666, high=1.0, level=Fraction(1, 2), degenerate=None)

    Raises ValueError unless 0 < level < 1, the counts are positive and no bottom is negative.
    """
    checked_level(level)
    merged = _merged(rows)
    if not merged:
        return NO_SAMPLE
    sums = _sums(merged)
    if not sums.bottom:
        return _bare(nothing, level)
    chance = _emptied(merged, sums.number)
    lost = chance if nothing is None and chance > ROUNDING else 0.0
    if 2 * lost > 1 - level:
        return Undefined(f"a resample divides by 0 with probability {chance:.3g}")
    observed = sums.top / sums.bottom
    if _one_value(merged, observed, nothing):
        return point(float(observed), level, ALL_EQUAL if len(merged) == 1 else ONE_RATIO)
    law_of_ratio = _law(merged, sums, nothing, cells)
    if isinstance(law_of_ratio, Undefined):
        return law_of_ratio
    law_of_ratio = law_of_ratio.given_a_value(lost)
    tails = _tails(merged, sums, law_of_ratio, level) if ends is Ends.BCA else even_tails(level)
    if isinstance(tails, Undefined):
        return tails
    if min(tails) < TOLD * law_of_ratio.error:
        return Undefined(f"not feasible: a tail of {min(tails):.3g} is below what floats tell")
    low, high = law_of_ratio.ends(*tails)
    if ends is Ends.BASIC:
        low, high = 2 * observed - high, 2 * observed - low
    how = f"resamples that divide by 0 (probability {lost:.3g}) are left out" if lost else None
    return Interval(float(low), float(high), level, how=how)


def _bare(nothing: Fraction | None, level: Fraction) -> Interval | Undefined:
    why = "the bottoms of all samples are 0"
    return Undefined(why) if nothing is None else point(float(nothing), level, why)


Merged = dict[Row, int]
"""Distinct rows in rising order with their counts."""


@frozen
class _Sums:
    top: Fraction
    bottom: Fraction
    number: int


@frozen(eq=False)
class _Law:
    """Resampled numbers in rising order, as places on two axes, with their chances."""

    places: "tuple[NDArray[np.intp], NDArray[np.intp]]"
    chances: "NDArray[np.float64]"
    axes: tuple[Axis, Axis]
    number: int
    nothing: Fraction | None
    below: float
    """The chance to be below the observed number, plus half of that to be equal."""

    @property
    def error(self) -> float:
        return ROUNDING + PER_DRAW * self.number

    def given_a_value(self, lost: float) -> "_Law":
        """Give the law of those resamples that have a value; the others have this chance."""
        if not lost:
            return self
        return evolve(self, chances=self.chances / (1 - lost), below=self.below / (1 - lost))

    def ends(self, low: float, high: float) -> tuple[Fraction, Fraction]:
        """Find the numbers at which the chance from below, and from above, reaches a tail."""
        rising, falling = self.chances.cumsum(), self.chances[::-1].cumsum()
        first = int((rising >= low - self.error).argmax())
        last = self.chances.size - 1 - int((falling >= high - self.error).argmax())
        return self.value(first), self.value(last)

    def value(self, at: int) -> Fraction:
        top, bottom = (
            one.least * self.number + one.step * (one.first + int(places[at]))
            for one, places in zip(self.axes, self.places, strict=True)
        )
        if not bottom and self.nothing is not None:
            return self.nothing
        return top / bottom


def _merged(rows: Iterable[tuple[Row, int]]) -> Merged:
    counts: Counter[Row] = Counter()
    for (top, bottom), count in rows:
        if count < 1:
            message = f"a row is there at least once: got {count}"
            raise ValueError(message)
        if bottom < 0:
            message = f"a bottom is not negative: got {bottom}"
            raise ValueError(message)
        counts[top, bottom] += count
    return dict(sorted(counts.items()))


def _sums(merged: Merged) -> _Sums:
    top = sum((top * count for (top, _), count in merged.items()), start=Fraction(0))
    bottom = sum((bottom * count for (_, bottom), count in merged.items()), start=Fraction(0))
    return _Sums(top, bottom, sum(merged.values()))


def _emptied(merged: Merged, number: int) -> float:
    """Give the chance that all draws fall on rows without a bottom."""
    return (sum(count for (_, bottom), count in merged.items() if not bottom) / number) ** number


def _one_value(merged: Merged, observed: Fraction, nothing: Fraction | None) -> bool:
    """Say whether every resample has the observed value."""
    bare = any(not bottom for _, bottom in merged)
    return all(top == observed * bottom for top, bottom in merged) and (
        not bare or nothing is None or nothing == observed
    )


def _law(merged: Merged, sums: _Sums, nothing: Fraction | None, cells: int) -> _Law | Undefined:
    import numpy as np

    counts = tuple(merged.values())
    top = axis([top for top, _ in merged], counts)
    bottom = axis([bottom for _, bottom in merged], counts)
    refused = infeasible((top, bottom), cells)
    if refused is not None:
        return refused
    chances = law(top, bottom, counts)
    # Cells that hold rounding alone are dropped: all of them together weigh less than ROUNDING.
    places = np.nonzero(chances > ROUNDING / chances.size)
    pair, kept = (places[0], places[1]), chances[places]
    if bottom.cells == 1:
        keys: NDArray[np.float64] = pair[0].astype(np.float64)
        at = float((sums.top - top.least * sums.number) / top.step - top.first)
    else:
        high, wide = _Scale.of(top, sums.number), _Scale.of(bottom, sums.number)
        if max(high.most, wide.most) >= ORDERED:
            return Undefined(f"not feasible: sums of {max(high.most, wide.most)} lattice steps")
        above, under = high.sums(pair[0]), wide.sums(pair[1])
        usable = under >= (1 if nothing is None else 0)
        pair, kept = (pair[0][usable], pair[1][usable]), kept[usable]
        above, under = above[usable], under[usable]
        empty = float((nothing or 0) * Fraction(high.by, wide.by))
        keys = np.divide(above, under, out=np.full(under.shape, empty), where=under > 0)
        at = float(sums.top * high.by / (sums.bottom * wide.by))
        order = np.argsort(keys, kind="stable")
        keys, kept, pair = keys[order], kept[order], (pair[0][order], pair[1][order])
    below = float(kept[keys < at].sum() + kept[keys == at].sum() / 2)
    return _Law(pair, kept, (top, bottom), sums.number, nothing, below)


@frozen
class _Scale:
    """The sums of an axis as integers: their value times `by`."""

    by: int
    start: int
    stride: int
    most: int

    @classmethod
    def of(cls, one: Axis, number: int) -> "_Scale":
        by = lcm(one.least.denominator, one.step.denominator)
        start = int((one.least * number + one.step * one.first) * by)
        stride = int(one.step * by)
        end = start + stride * (one.cells - 1)
        return cls(by, start, stride, max(abs(start), abs(end)))

    def sums(self, places: "NDArray[np.intp]") -> "NDArray[np.int64]":
        return self.start + self.stride * places


def _tails(merged: Merged, sums: _Sums, law_of_ratio: _Law, level: Fraction) -> Tails | Undefined:
    """Give the tails of BCa; leaving out a sample must leave something to divide by."""
    influences: list[tuple[float, int]] = []
    for (top, bottom), count in merged.items():
        if bottom == sums.bottom:
            return Undefined("without one of the samples the ratio divides by 0")
        moved = (top * sums.bottom - bottom * sums.top) / (sums.bottom * (sums.bottom - bottom))
        influences.append((float(moved), count))
    mean = fsum(moved * count for moved, count in influences) / sums.number
    centred = [(moved - mean, count) for moved, count in influences]
    return bca_tails(level, law_of_ratio.below, acceleration(centred))
