"""How exact values stand to printed digits, and how they are rounded."""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, inf, nextafter

from attrs import frozen

from measurand.algebra.interval import Interval, compare
from measurand.algebra.preimage import preimage
from measurand.values.printed import Added, Printed, Rounding
from measurand.values.score import Quantity, Root, times

_ALONE = Added()


class Fit(Enum):
    """How an exact value stands to a printed number."""

    INSIDE = "inside"
    TIE = "tie"
    OUTSIDE = "outside"


@frozen
class Agreement:
    """The fit of one value, and how far off it is, in units of the last printed digit.

    `units` is signed (computed minus printed), rounded down to a thousandth for irrational values.
    """

    fit: Fit
    units: Fraction


@lru_cache(maxsize=2**12)
def hull(printed: Printed, added: Added = _ALONE) -> Interval:
    """Return the closed interval, on the scale of scores, of what may print so.

    It is the closure of the preimage: half a unit to both sides, or a whole one to one side, or
    what the mode says; a tie is inside on both sides.

    >>> hull(Printed.parse("63.3%"))
    Interval(low=Fraction(253, 400), high=Fraction(1267, 2000))
    """
    return preimage(printed, added).closure()


@lru_cache(maxsize=2**14)
def agreement(value: Quantity, printed: Printed, added: Added = _ALONE) -> Agreement:
    """Hold an exact value against a printed number.

    A value exactly half a unit away is a tie: `decimal` accepts it on both sides and says so;
    a named mode decides it.

    >>> agreement(Fraction(57, 80), Printed.parse("71.2%"))
    Agreement(fit=<Fit.TIE: 'tie'>, units=Fraction(1, 2))
    >>> agreement(Fraction(57, 80), Printed.parse("71.2%", rounding=Rounding.HALF_UP)).fit
    <Fit.OUTSIDE: 'outside'>
    """
    scaled = times(value, 1 / printed.unit.scale)
    exact = scaled.near(printed.decimals + 3) if isinstance(scaled, Root) else scaled
    units = (exact - printed.value) * 10**printed.decimals
    return Agreement(_fit(value, printed, added), units)


def _fit(value: Quantity, printed: Printed, added: Added) -> Fit:
    span = preimage(printed, added)
    if not span.holds(value):
        return Fit.OUTSIDE
    at_end = 0 in {compare(value, span.low), compare(value, span.high)}
    return Fit.TIE if at_end and printed.rounding is Rounding.DECIMAL else Fit.INSIDE


def rounded(value: Quantity, decimals: int, mode: Rounding) -> Fraction:
    """Round exactly, by a named mode; `decimal`, `float64` and `any` round the half to even.

    >>> rounded(Fraction(1, 8), 2, Rounding.HALF_UP), rounded(Fraction(1, 8), 2, Rounding.DECIMAL)
    (Fraction(13, 100), Fraction(3, 25))
    >>> rounded(Fraction(57, 200), 2, Rounding.PRINTF)
    Fraction(7, 25)

    Raises OverflowError where `printf` is to round what is too large for a double.
    """
    if mode is Rounding.PRINTF:
        exact = Fraction(_nearest(value))
    elif isinstance(value, Root):
        exact = _strictly_near(value, decimals)
    else:
        exact = value
    scaled = exact * 10**decimals
    return Fraction(_whole(scaled, mode), 10**decimals)


def _strictly_near(root: Root, decimals: int) -> Fraction:
    """Stand for an irrational root, which is no tie, by a rational in the same tenth of a unit."""
    return root.near(decimals + 1) + Fraction(1, 4 * 10 ** (decimals + 1))


def _nearest(value: Quantity) -> float:
    """Round to the nearest double; an irrational root lies in the middle of no two doubles."""
    if isinstance(value, Fraction):
        return float(value)
    near = float(value)
    around = (nextafter(near, -inf), near, nextafter(near, inf))
    above = [low for low, high in pairwise(around) if compare(value, _middle(low, high)) < 0]
    return above[0] if above else around[-1]


def _middle(low: float, high: float) -> Fraction:
    return (Fraction(low) + Fraction(high)) / 2


def _whole(scaled: Fraction, mode: Rounding) -> int:
    size, sign = abs(scaled), -1 if scaled < 0 else 1
    match mode:
        case Rounding.HALF_UP:
            return sign * floor(size + Fraction(1, 2))
        case Rounding.HALF_DOWN:
            return sign * ceil(size - Fraction(1, 2))
        case Rounding.TRUNCATE:
            return sign * floor(size)
        case Rounding.AWAY:
            return sign * ceil(size)
        case Rounding.FLOOR:
            return floor(scaled)
        case Rounding.CEILING:
            return ceil(scaled)
        case _:
            return round(scaled)
