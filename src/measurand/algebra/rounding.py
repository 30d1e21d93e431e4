"""Which exact values could have been printed as given digits."""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from attrs import frozen

from measurand.algebra.interval import Interval, compare
from measurand.values.printed import FULL_REPR, Printed, Rounding
from measurand.values.score import Quantity, Root

_ULP = Fraction(1, 2**52)
_SLACK = 8


class Fit(Enum):
    """How an exact value stands to a printed number."""

    INSIDE = "inside"
    TIE = "tie"
    OUTSIDE = "outside"


@frozen
class Agreement:
    """The fit of one value, and how far off it is, in units of the last printed digit.

    `units` is signed (computed minus printed), rounded to a thousandth for irrational values.
    """

    fit: Fit
    units: Fraction


@lru_cache(maxsize=2**12)
def hull(printed: Printed, *, summands: int = 1) -> Interval:
    """Return the closed interval, on the scale of scores, of what may print so.

    `decimal` and the half modes reach half a unit to both sides; truncation and its kin a whole
    unit to theirs. `float64` reaches (summands + 8) units in the last place of a binary float (of 1
    around a printed 0), and half a printed unit more from 15 significant digits on: a sum of n
    floats is off by at most n - 1 of them (Higham 2002, section 4.2), and the divisions and
    products around it by a few more.

    >>> hull(Printed.parse("63.3%"))
    Interval(low=Fraction(253, 400), high=Fraction(1267, 2000))

    Raises ValueError for fewer than 0 summands.
    """
    if summands < 0:
        message = f"a number of summands: got {summands}"
        raise ValueError(message)
    below, above = _reach(printed, summands)
    scale = printed.unit.scale
    return Interval((printed.value - below) * scale, (printed.value + above) * scale)


def _reach(printed: Printed, summands: int) -> tuple[Fraction, Fraction]:
    unit = Fraction(1, 10**printed.decimals)
    toward, away = (unit, Fraction(0)) if printed.value < 0 else (Fraction(0), unit)
    match printed.rounding:
        case Rounding.FLOAT64:
            size = abs(printed.value) or Fraction(1)
            cut = unit / 2 if printed.digits >= FULL_REPR else Fraction(0)
            wide = cut + size * (summands + _SLACK) * _ULP
            return wide, wide
        case Rounding.FLOOR:
            return Fraction(0), unit
        case Rounding.CEILING:
            return unit, Fraction(0)
        case Rounding.TRUNCATE:
            return (unit, unit) if printed.value == 0 else (toward, away)
        case Rounding.AWAY:
            return (Fraction(0), Fraction(0)) if printed.value == 0 else (away, toward)
        case _:
            return unit / 2, unit / 2


@lru_cache(maxsize=2**14)
def agreement(value: Quantity, printed: Printed, *, summands: int = 1) -> Agreement:
    """Hold an exact value against a printed number.

    A value exactly half a unit away is a tie: `decimal` accepts it on both sides and says so;
    a named mode decides it.

    >>> agreement(Fraction(57, 80), Printed.parse("71.2%"))
    Agreement(fit=<Fit.TIE: 'tie'>, units=Fraction(1, 2))
    >>> agreement(Fraction(57, 80), Printed.parse("71.2%", rounding=Rounding.HALF_UP)).fit
    <Fit.OUTSIDE: 'outside'>
    """
    scaled = _scaled(value, printed)
    exact = scaled.near(printed.decimals + 3) if isinstance(scaled, Root) else scaled
    units = (exact - printed.value) * 10**printed.decimals
    return Agreement(_fit(value, scaled, printed, summands), units)


def _scaled(value: Quantity, printed: Printed) -> Quantity:
    factor = 1 / printed.unit.scale
    return Root(value.square * factor**2) if isinstance(value, Root) else value * factor


def _fit(value: Quantity, scaled: Quantity, printed: Printed, summands: int) -> Fit:
    if printed.rounding is Rounding.FLOAT64:
        return Fit.INSIDE if hull(printed, summands=summands).holds(value) else Fit.OUTSIDE
    if printed.rounding is Rounding.DECIMAL:
        span = hull(printed)
        if not span.holds(value):
            return Fit.OUTSIDE
        at_end = 0 in {compare(value, span.low), compare(value, span.high)}
        return Fit.TIE if at_end else Fit.INSIDE
    same = rounded(scaled, printed.decimals, printed.rounding) == printed.value
    return Fit.INSIDE if same else Fit.OUTSIDE


def rounded(value: Quantity, decimals: int, mode: Rounding) -> Fraction:
    """Round exactly, by a named mode; `decimal` and `float64` round the half to even.

    >>> rounded(Fraction(1, 8), 2, Rounding.HALF_UP), rounded(Fraction(1, 8), 2, Rounding.DECIMAL)
    (Fraction(13, 100), Fraction(3, 25))
    """
    # An irrational root is never a tie, so any rational in the same tenth of a unit rounds alike.
    exact = _strictly_near(value, decimals) if isinstance(value, Root) else value
    scaled = exact * 10**decimals
    return Fraction(_whole(scaled, mode), 10**decimals)


def _strictly_near(root: Root, decimals: int) -> Fraction:
    """Stand for an irrational root by a rational inside the same tenth of a unit."""
    return root.near(decimals + 1) + Fraction(1, 4 * 10 ** (decimals + 1))


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
