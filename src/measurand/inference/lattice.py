"""The exact law of a sum of resampled rows, whose two numbers lie on a lattice.

A resample of n rows sums n independent draws; the law of the sum is the n-fold convolution of the
law of one draw, computed with the fast Fourier transform on a window around the mean.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm, log, prod
from typing import TYPE_CHECKING

from attrs import frozen

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
    whole = number * wide + 1
    centre = round(Fraction(total, number))
    if 2 * half + 1 >= whole:
        return Axis(least, Fraction(unit, bottom), places, centre, 0, whole)
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
    rows = zip(top.places, bottom.places, counts, strict=True)
    for high, wide, count in rows:
        draw[(high - top.centre) % shape[0], (wide - bottom.centre) % shape[1]] += count
    draw /= number
    summed = irfft2(rfft2(draw) ** number, s=shape)
    for along, one in enumerate((top, bottom)):
        start = (one.first - number * one.centre) % shape[along]
        summed = np.roll(summed, -start, axis=along)
    found: NDArray[np.float64] = summed[: top.cells, : bottom.cells]
    return found
