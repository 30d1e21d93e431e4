"""How exact values stand to printed digits, and how they are rounded.

Two directions of one relation: `rounded` goes from a value to its digits, `agreement` asks whether
digits may be those of a value. For a named mode, x agrees with p exactly where p is x rounded;
`decimal` names none, so it takes both ties and says that it met one. Irrational values are
enclosed more narrowly until the comparison is decided; where no number of digits that is tried
decides, the fit is open, and never guessed.
"""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from attrs import frozen

from measurand.algebra.interval import Interval, compare
from measurand.algebra.preimage import preimage
from measurand.values.printed import Added, Printed, Rounding
from measurand.values.quantity import Quantity, UndecidedError, bounds, decided

_ALONE = Added()


class Fit(Enum):
    """How an exact value stands to a printed number; open where no digits that are tried decide."""

    INSIDE = "inside"
    TIE = "tie"
    OUTSIDE = "outside"
    OPEN = "open"


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
    exact, _ = bounds(value / printed.unit.scale, printed.decimals + 3)
    units = (exact - printed.value) * 10**printed.decimals
    return Agreement(_fit(value, printed, added), units)


def _fit(value: Quantity, printed: Printed, added: Added) -> Fit:
    span = preimage(printed, added)
    try:
        if not span.holds(value):
            return Fit.OUTSIDE
    except UndecidedError:
        return Fit.OPEN
    at_end = 0 in {compare(value, span.low), compare(value, span.high)}
    return Fit.TIE if at_end and printed.rounding is Rounding.DECIMAL else Fit.INSIDE


def rounded(value: Quantity, decimals: int, mode: Rounding) -> Fraction:
    """Round exactly, by a named mode; `decimal`, `float64` and `any` round the half to even.

    >>> rounded(Fraction(1, 8), 2, Rounding.HALF_UP), rounded(Fraction(1, 8), 2, Rounding.DECIMAL)
    (Fraction(13, 100), Fraction(3, 25))
    >>> rounded(Fraction(57, 200), 2, Rounding.PRINTF)
    Fraction(7, 25)

    Raises OverflowError where `printf` is to round what is too large for a double, UndecidedError
    where an irrational number is so near to a tie that no digits that are tried decide.
    """
    # printf never sees the value, only the double next to it: 0.285 is rounded as 0.284999...
    exact = Fraction(float(value)) if mode is Rounding.PRINTF else value
    units = decided(exact, lambda one: _integer(one * 10**decimals, mode))
    return Fraction(units, 10**decimals)


def _integer(scaled: Fraction, mode: Rounding) -> int:
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
