"""P-values of several tests, adjusted for there being several: Holm, Hochberg, Bonferroni.

Sources: S. Holm (1979), A simple sequentially rejective multiple test procedure; Y. Hochberg
(1988), A sharper Bonferroni procedure for multiple tests of significance; Y. Benjamini and
Y. Hochberg (1995), Controlling the false discovery rate.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Correction(Enum):
    """How p-values are adjusted; all but the false discovery rate bound the chance of any error.

    HOCHBERG needs tests that are independent or depend on each other positively, and so does
    BENJAMINI_HOCHBERG, which bounds the expected share of errors among what is rejected.

    >>> Correction("holm").name
    'HOLM'
    """

    HOLM = "holm"
    HOCHBERG = "hochberg"
    BENJAMINI_HOCHBERG = "benjamini_hochberg"
    BONFERRONI = "bonferroni"
    NONE = "none"


def adjust(
    p_values: Sequence[Fraction], how: Correction = Correction.HOLM, *, m: int | None = None
) -> tuple[Fraction, ...]:
    """Adjust the p-values of one family, exactly, in the order given.

    `how` names the correction; `m` is the size of the family; without it, as many as there are
    p-values. Tests of the family without a p-value here (planned, not evaluated) count as if theirs
    were 1.

    >>> [str(p) for p in adjust([Fraction(1, 100), Fraction(4, 100), Fraction(3, 100)])]
    ['3/100', '3/50', '3/50']
    >>> [str(p) for p in adjust([Fraction(1, 100)], m=5)]
    ['1/20']

    Raises ValueError for a p-value that is NaN or outside [0, 1], and for m below their number.
    """
    exact = [_exact(p, place) for place, p in enumerate(p_values)]
    size = _family(len(exact), m)
    order = sorted(range(len(exact)), key=exact.__getitem__)
    scaled = [_times(how, size, rank) * exact[place] for rank, place in enumerate(order, start=1)]
    match how:
        case Correction.HOLM:
            scaled = list(accumulate(scaled, max))
        case Correction.HOCHBERG | Correction.BENJAMINI_HOCHBERG:
            scaled = list(accumulate(reversed(scaled), min))[::-1]
        case Correction.BONFERRONI | Correction.NONE:
            pass
    adjusted = dict(zip(order, scaled, strict=True))
    return tuple(min(Fraction(1), adjusted[place]) for place in range(len(exact)))


def rejected(
    p_values: Sequence[Fraction | float],
    how: Correction = Correction.HOLM,
    *,
    alpha: Fraction | float,
    m: int | None = None,
) -> tuple[bool, ...]:
    """Decide which tests of a family are significant: adjusted p-value <= alpha, exactly.

    `how` and `m` are those of `adjust`. Floats are taken as the numbers they are, and nothing is
    rounded on the way; so a p-value on the edge is decided once. Write alpha as `Fraction("0.05")`
    to mean one twentieth: the float 0.05 is a little more.

    >>> rejected([Fraction("0.0125"), Fraction("0.5")], alpha=Fraction("0.025"))
    (True, False)
    >>> rejected([0.05 / 11], m=11, alpha=0.05)
    (False,)

    Raises ValueError as `adjust` does, and for an alpha that is NaN or outside [0, 1].
    """
    if not 0 <= alpha <= 1:
        message = f"alpha lies in [0, 1]: got {alpha}"
        raise ValueError(message)
    exact = [_exact(p, place) for place, p in enumerate(p_values)]
    bound = Fraction(alpha)
    return tuple(p <= bound for p in adjust(exact, how, m=m))


def adjust_floats(
    p_values: "ArrayLike", how: Correction = Correction.HOLM, *, m: int | None = None
) -> "NDArray[np.float64]":
    """Adjust many p-values at once, as floats; the shape is one row of numbers.

    `how` and `m` are those of `adjust`. All but BENJAMINI_HOCHBERG give the float nearest to the
    exact result of `adjust`; that one rounds twice and may differ by one unit in the last place.
    Decide with `rejected`.

    >>> adjust_floats([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]

    Raises ValueError as `adjust` does, and for what is no single row.
    """
    import numpy as np

    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1:
        message = f"p-values stand in one row: got an array of shape {values.shape}"
        raise ValueError(message)
    if values.size and not (values.min() >= 0 and values.max() <= 1):
        place = int(np.flatnonzero(~((values >= 0) & (values <= 1)))[0])
        raise ValueError(_wrong(float(values[place]), place))
    size = _family(values.size, m)
    if how is Correction.NONE:
        return values.copy()
    if how is Correction.BONFERRONI:
        return np.minimum(values * size, 1.0)
    order = np.argsort(values)
    scaled = values[order]
    if how is Correction.BENJAMINI_HOCHBERG:
        scaled *= size
        scaled /= np.arange(1, values.size + 1, dtype=np.float64)
    else:
        scaled *= np.arange(size, size - values.size, -1, dtype=np.float64)
    if how is Correction.HOLM:
        np.maximum.accumulate(scaled, out=scaled)
    else:
        scaled = np.minimum.accumulate(scaled[::-1])[::-1]
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(scaled, 1.0)
    return adjusted


def _times(how: Correction, size: int, rank: int) -> Fraction:
    """Say what the p-value of a rank (1 is the smallest) is multiplied by."""
    match how:
        case Correction.HOLM | Correction.HOCHBERG:
            return Fraction(size - rank + 1)
        case Correction.BENJAMINI_HOCHBERG:
            return Fraction(size, rank)
        case Correction.BONFERRONI:
            return Fraction(size)
        case Correction.NONE:
            return Fraction(1)


def _family(number: int, m: int | None) -> int:
    if m is None:
        return number
    if m < number:
        message = f"a family is at least as large as what is adjusted: got m={m} for {number}"
        raise ValueError(message)
    return m


def _exact(p: Fraction | float, place: int) -> Fraction:
    if not 0 <= p <= 1:
        raise ValueError(_wrong(p, place))
    return Fraction(p)


def _wrong(p: Fraction | float, place: int) -> str:
    return f"a p-value lies in [0, 1]: got {p} at place {place}"
