"""What must hold between two numbers of which intervals are known: decided exactly."""

from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.values.verdict import Verdict


class Order(Enum):
    """How the first number stands to the second."""

    GREATER = ">"
    AT_LEAST = ">="
    EQUAL = "="
    AT_MOST = "<="
    LESS = "<"


class Measure(Enum):
    """How two numbers are set against each other.

    `difference` is first - second, `ratio` first / second, `change` their difference / |second|.
    """

    DIFFERENCE = "difference"
    RATIO = "ratio"
    CHANGE = "change"


@frozen
class Within:
    """A difference, ratio or change between two ends that belong to it; None is no end.

    >>> Within(Measure.RATIO, Fraction(21, 2), Fraction(23, 2)).text
    'a ratio from 10.5 to 11.5'

    Raises ValueError where the ends are swapped.
    """

    measure: Measure
    low: Fraction | None
    high: Fraction | None

    def __attrs_post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            message = f"a {self.measure.value} runs upwards: got {self.low} to {self.high}"
            raise ValueError(message)

    @property
    def text(self) -> str:
        """Say it in words."""
        low = "" if self.low is None else f" from {brief(self.low)}"
        high = "" if self.high is None else f" to {brief(self.high)}"
        return f"a {self.measure.value}{low}{high}" if low or high else f"any {self.measure.value}"


Relation = Order | Within


@frozen
class Decision:
    """What was decided; `always` says that all numbers of the intervals stand so, not only some.

    >>> decide(Order.GREATER, between("1", "2"), between("0", "1/2")).always
    True
    """

    verdict: Verdict
    because: str
    always: bool = False


def between(low: str, high: str) -> Interval:
    """Make an interval of two numbers as written: whole, decimal or a fraction.

    >>> between("0.5", "2/3")
    Interval(low=Fraction(1, 2), high=Fraction(2, 3))

    Raises ValueError where the text is no number, or the ends are swapped.
    """
    return Interval(Fraction(low), Fraction(high))


def brief(value: Fraction) -> str:
    """Write a number with at most six decimals; ~ says that it has more.

    >>> brief(Fraction(1, 8)), brief(Fraction(1, 3)), brief(Fraction(-7))
    ('0.125', '~0.333333', '-7')
    """
    millionths = round(value * 10**_PLACES)
    sign, digits = "-" if millionths < 0 else "", str(abs(millionths)).rjust(_PLACES + 1, "0")
    whole, part = digits[:-_PLACES], digits[-_PLACES:].rstrip("0")
    about = "" if Fraction(millionths, 10**_PLACES) == value else "~"
    return f"{about}{sign}{whole}.{part}" if part else f"{about}{sign}{whole}"


_PLACES = 6


def decide(relation: Relation, first: Interval, second: Interval) -> Decision:
    """Decide whether some numbers of two intervals stand so to each other, or none do.

    Ends belong to the intervals. A ratio or a change is undecided where the second may be 0.

    >>> decide(Order.LESS, between("0.3", "0.4"), between("0.1", "0.2")).because
    'not <: from 0.3 to 0.4 against from 0.1 to 0.2'
    >>> eleven = Within(Measure.RATIO, Fraction(21, 2), Fraction(23, 2))
    >>> decide(eleven, between("11", "12"), between("1", "1")).verdict
    <Verdict.HOLDS: 'holds'>
    """
    match relation:
        case Order():
            return _order(relation, first, second)
        case Within():
            if relation.measure is not Measure.DIFFERENCE and second.low <= 0 <= second.high:
                because = f"the second number may be 0, so it has no {relation.measure.value}"
                return Decision(Verdict.UNDECIDED, because)
            return _within(relation, measured(relation.measure, first, second))


def measured(measure: Measure, first: Interval, second: Interval) -> Interval:
    """Return all differences, ratios or changes of the numbers of two intervals.

    >>> measured(Measure.CHANGE, between("3", "3"), between("1", "2"))
    Interval(low=Fraction(1, 2), high=Fraction(2, 1))

    Raises ZeroDivisionError for a ratio or change of a second number that may be 0.
    """
    if measure is Measure.DIFFERENCE:
        return Interval(first.low - second.high, first.high - second.low)
    if second.low <= 0 <= second.high:
        message = f"a second number other than 0: got {second.low} to {second.high}"
        raise ZeroDivisionError(message)
    ends = [one / other for one in (first.low, first.high) for other in (second.low, second.high)]
    ratio = Interval(min(ends), max(ends))
    if measure is Measure.RATIO:
        return ratio
    if second.low > 0:
        return Interval(ratio.low - 1, ratio.high - 1)
    return Interval(1 - ratio.high, 1 - ratio.low)


def _order(order: Order, first: Interval, second: Interval) -> Decision:
    shown = f"{_span(first)} against {_span(second)}"
    match order:
        case Order.GREATER:
            possible, always = first.high > second.low, first.low > second.high
        case Order.AT_LEAST:
            possible, always = first.high >= second.low, first.low >= second.high
        case Order.LESS:
            possible, always = first.low < second.high, first.high < second.low
        case Order.AT_MOST:
            possible, always = first.low <= second.high, first.high <= second.low
        case Order.EQUAL:
            possible = first.meets(second)
            always = first.low == first.high == second.low == second.high
    if not possible:
        return Decision(Verdict.REFUTED, f"not {order.value}: {shown}")
    word = "" if always else "possibly "
    return Decision(Verdict.HOLDS, f"{word}{order.value}: {shown}", always)


def _within(wanted: Within, found: Interval) -> Decision:
    low, high = wanted.low, wanted.high
    shown = f"{wanted.text}: got {_span(found)}"
    if (low is not None and found.high < low) or (high is not None and found.low > high):
        return Decision(Verdict.REFUTED, f"not {shown}")
    always = (low is None or found.low >= low) and (high is None or found.high <= high)
    return Decision(Verdict.HOLDS, shown if always else f"possibly {shown}", always)


def _span(found: Interval) -> str:
    if found.low == found.high:
        return brief(found.low)
    return f"from {brief(found.low)} to {brief(found.high)}"
