"""An interval of numbers, with the confidence it was made for.

Its ends are floats, as they come from quantiles or inverse distributions; its level is exact. An
interval that is a point because the data have no spread says so (`degenerate`): it would else read
as perfect certainty.
"""

from enum import Enum
from fractions import Fraction
from math import isfinite

from attrs import evolve, field, frozen

LEVEL = Fraction(95, 100)
"""The confidence that is used where none is asked for."""


class Ends(Enum):
    """How the ends of an interval are found.

    Of resampled numbers, PERCENTILE takes the quantiles; BASIC mirrors these at the observed
    number; BCA takes other quantiles, corrected for bias and for skewness. B. Efron and R.
    Tibshirani (1993), An introduction to the bootstrap, chapters 13 and 14. JACKKNIFE draws
    nothing: it goes t errors to either side, which are found by leaving out each unit in turn.

    >>> Ends("bca").name
    'BCA'
    """

    PERCENTILE = "percentile"
    BASIC = "basic"
    BCA = "bca"
    JACKKNIFE = "jackknife"


def checked_level(level: Fraction) -> Fraction:
    """Return a level of confidence, or say why it is none.

    >>> checked_level(Fraction(9, 10))
    Fraction(9, 10)

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        message = f"a level of confidence lies between 0 and 1: got {level}, such as 0.95 for 95 %"
        raise ValueError(message)
    return level


@frozen
class Interval:
    """An interval with both ends; `level` is the confidence, such as 95/100.

    `degenerate` says why the data could give nothing but a point, or None: such an interval is not
    evidence of certainty. `how` says how it was made, where that is not what the plan asks for
    first: it is told beside the interval. `ruled` says how many resamples have their score by a
    rule of what is empty.

    >>> Interval(0.25, 0.75, Fraction(95, 100)).holds(0.5)
    True
    >>> point(1.0, Fraction(95, 100), "all values are equal")
    Interval(low=1.0, high=1.0, level=Fraction(19, 20), degenerate='all values are equal')

    Raises ValueError where an end is no finite number, the ends are swapped, the level does not
    lie between 0 and 1, or an interval that is no point says that it is degenerate.
    """

    low: float
    high: float
    level: Fraction
    degenerate: str | None = None
    how: str | None = field(default=None, repr=False)
    ruled: str | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        checked_level(self.level)
        if not (isfinite(self.low) and isfinite(self.high)):
            message = f"the ends of an interval are finite numbers: got [{self.low}, {self.high}]"
            raise ValueError(message)
        if self.low > self.high:
            message = f"an interval runs upwards: got [{self.low}, {self.high}]"
            raise ValueError(message)
        if self.degenerate is not None and self.low != self.high:
            message = f"a degenerate interval is a point: got [{self.low}, {self.high}]"
            raise ValueError(message)

    @property
    def notes(self) -> tuple[str, ...]:
        """List what is told beside the interval.

        >>> Interval(0.25, 0.5, Fraction(95, 100), how="Poisson bootstrap").notes
        ('Poisson bootstrap',)
        """
        return tuple(filter(None, (self.how, self.ruled)))

    def signed(self, sign: int) -> "Interval":
        """Mirror the interval at 0 where the sign is -1.

        >>> Interval(0.25, 0.75, Fraction(95, 100)).signed(-1).low
        -0.75
        """
        if sign > 0:
            return self
        return evolve(self, low=0.0 - self.high, high=0.0 - self.low)

    def holds(self, value: float | Fraction) -> bool:
        """Decide whether a number lies inside; the ends belong to the interval."""
        return self.low <= value <= self.high


def point(value: float, level: Fraction, why: str) -> Interval:
    """Make the interval of data that give nothing but a point.

    >>> point(0.5, Fraction(9, 10), "one sample").degenerate
    'one sample'
    """
    return Interval(value, value, level, why)
