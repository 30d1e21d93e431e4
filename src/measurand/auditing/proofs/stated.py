"""What must hold between two numbers, in symbols or in words such as "11x" or "by 12%".

Numbers are intervals: a statement is refuted only if no values of the two stand so, and `always`
tells whether all do. Words are read like digits: "11x" is whatever rounds to 11, "doubled" a ratio
from 1.5 to 2.5. Ambiguous words have several readings, and are refuted only if all are.
"""

import re
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.values.printed import Printed, Rounding
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
    units, part = digits[:-_PLACES], digits[-_PLACES:].rstrip("0")
    about = "" if Fraction(millionths, 10**_PLACES) == value else "~"
    return f"{about}{sign}{units}.{part}" if part else f"{about}{sign}{units}"


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


def _within(wanted: Within, measure: Interval) -> Decision:
    low, high = wanted.low, wanted.high
    shown = f"{wanted.text}: got {_span(measure)}"
    if (low is not None and measure.high < low) or (high is not None and measure.low > high):
        return Decision(Verdict.REFUTED, f"not {shown}")
    always = (low is None or measure.low >= low) and (high is None or measure.high <= high)
    return Decision(Verdict.HOLDS, shown if always else f"possibly {shown}", always)


def _span(span: Interval) -> str:
    if span.low == span.high:
        return brief(span.low)
    return f"from {brief(span.low)} to {brief(span.high)}"


_LONGEST = 200
_NUMBER = r"(?<![\w.,])(?P<number>\d{1,9}(?:\.\d{1,9})?)"
_TIMES = re.compile(
    _NUMBER
    + r"\s?(?P<sign>x\b|×|-?\s?fold\b|times\b)|\bfactor of (?P<factor>\d{1,9}(?:\.\d{1,9})?)"
)
_PERCENT = re.compile(_NUMBER + r"\s?(?:%|percent\b(?! point)|per cent\b)(?!\s?points?\b)")
_POINTS = re.compile(
    _NUMBER
    + r"\s?(?:(?:%|percentage|percent)[\s-]?)?(?:absolute\s)?(?:points?\b|pp\b|ppt\b|pts?\b)"
)
_ORDERS = re.compile(r"(?:\b(?P<number>\d|an?|one)\s)?\borders? of magnitude\b")
_PART = re.compile(
    r"(?P<by>\bby\s)?(?:(?P<half>\bhal(?:f|v(?:e[ds]?|ing))\b)"
    r"|\b(?P<top>an?|one|two|three|\d)[\s-](?P<bottom>third|quarter|fifth|tenth)s?\b)"
)
_AMOUNT = re.compile(r"(?<![\w.,])\d[\d.,]*")
_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_SAID = {
    "doubl": "2x",
    "tripl": "3x",
    "trebl": "3x",
    "quadrupl": "4x",
    "twice": "2x",
    "thrice": "3x",
}
_BOTTOMS = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_FEWER = re.compile(
    r"\b(?:fewer|less|lower|smaller|cheaper|shorter|fell|falls?|dropp?(?:s|ed)?|decreas\w{0,4}"
    r"|reduc\w{0,6}|down|loses?|lost|cuts?|below|behind|worse)\b"
)
_MORE = re.compile(
    r"\b(?:more|higher|larger|greater|bigger|longer|costlier|ros?e|rises?|gain\w{0,3}|grow\w{0,3}"
    r"|grew|increas\w{0,4}|improv\w{0,6}|up|outperform\w{0,3}|above|ahead|better|exceed\w{0,3})\b"
)
_SPEED = re.compile(r"\b(?:faster|slower|speed-?ups?|quicker)\b")
_AMOUNT_NEXT = r"\s?(?=(?:an?\b|one\b|hal|\d))"
_AT_LEAST = re.compile(
    rf"(?:\b(?:at least|more than|over|no less than|not less than)|>){_AMOUNT_NEXT}"
)
_UP_TO = re.compile(rf"\b(?:at most|up to|no more than|not more than){_AMOUNT_NEXT}")
_BELOW = re.compile(rf"(?:\b(?:less than|fewer than|under|below)|<){_AMOUNT_NEXT}")
_ROOT_TEN = Fraction(317, 100)
"""A little more than the root of ten."""


@frozen
class Prose:
    """Words, and every reading of them: what they may say of two numbers, the first of the second.

    >>> [reading.text for _, reading in Prose("11x", (("first / second", Within(
    ...     Measure.RATIO, Fraction(21, 2), Fraction(23, 2))),)).readings]
    ['a ratio from 10.5 to 11.5']
    """

    text: str
    readings: tuple[tuple[str, Within], ...]


def read_prose(text: str, *, tolerance: Fraction = Fraction(0)) -> Prose | None:
    """Read what words say of two numbers; None where they say nothing that is known here.

    A number stands for all that rounds to it: "11x" is a ratio from 10.5 to 11.5, "doubled" one
    from 1.5 to 2.5, "half" one from 1/2.5 to 1/1.5, and an order of magnitude one from the root of
    10 to ten times that. "About" and its like change nothing; only a declared `tolerance`, a share
    of the number, makes it wider. "At least" leaves the upper end open and starts at the number
    itself; "up to" leaves the lower end open, "less than" too, and ends at the number.

    Where words are ambiguous they have several readings: "by 12%" is relative, or in points; "3
    times more" is 3 or 4 times as much; "2x faster" is twice the speed or half the time. Words with
    two numbers are not read.

    >>> [(how, within.text) for how, within in read_prose("about 11x").readings]
    [('times as much', 'a ratio from 10.5 to 11.5')]
    >>> [within.text for _, within in read_prose("costs were halved").readings]
    ['a ratio from 0.4 to ~0.666667']
    >>> read_prose("a clear gain") is None
    True

    Raises ValueError for a tolerance that is negative, or a text of more than 200 characters.
    """
    if len(text) > _LONGEST or tolerance < 0:
        message = f"at most {_LONGEST} characters and a tolerance of at least 0: got {text[:40]!r}"
        raise ValueError(message)
    plain = _in_digits(text.lower())
    if len(_AMOUNT.findall(plain)) > 1:
        return None
    for reader in (_orders, _points, _percent, _times, _parts):
        readings = tuple(dict.fromkeys(reader(plain, tolerance)))
        if readings:
            return Prose(text, readings)
    return None


def judge_prose(prose: Prose, first: Interval, second: Interval) -> Decision:
    """Decide words about two numbers: they hold if one reading does, and fail if every one does.

    >>> one = Interval(Fraction(1), Fraction(1))
    >>> judge_prose(read_prose("tripled"), Interval(Fraction(2), Fraction(2)), one).because
    'times as much: not a ratio from 2.5 to 3.5: got 2'
    """
    decisions = [(how, decide(within, first, second)) for how, within in prose.readings]
    for wanted in (Verdict.HOLDS, Verdict.UNDECIDED):
        for how, decision in decisions:
            if decision.verdict is wanted:
                return Decision(wanted, f"{how}: {decision.because}", decision.always)
    because = "; ".join(f"{how}: {decision.because}" for how, decision in decisions)
    return Decision(Verdict.REFUTED, because)


def _in_digits(text: str) -> str:
    """Write number words that count times, points or orders in digits."""
    for stem, digits in _SAID.items():
        text = re.sub(rf"\b{stem}(?:e|es|ed|ing)?\b", digits, text)
    for word, number in _WORDS.items():
        text = re.sub(
            rf"\b{word}(?=[\s-]?(?:fold|times|points?|percent|orders|thirds|quarters|fifths|tenths))",
            str(number),
            text,
        )
    return re.sub(r"\bfactor of (\w+)", _factor, text)


def _factor(match: "re.Match[str]") -> str:
    return f"factor of {_WORDS.get(match[1], match[1])}"


def _ends(text: str, number: str, tolerance: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Say between which ends a number of the text lies; None is no end."""
    printed = Printed.parse(number, rounding=Rounding.DECIMAL)
    span, slack = hull(printed), tolerance * printed.value
    return _bounded(text, span.low - slack, span.high + slack, printed.value, slack)


def _whole(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS.get(word, 1)


def _bounded(
    text: str, low: Fraction, high: Fraction, said: Fraction, slack: Fraction
) -> tuple[Fraction | None, Fraction | None]:
    if _AT_LEAST.search(text):
        return said - slack, None
    if _BELOW.search(text):
        return None, said + slack
    return (None, high) if _UP_TO.search(text) else (low, high)


def _times(text: str, tolerance: Fraction) -> Iterator[tuple[str, Within]]:
    match = _TIMES.search(text)
    if match is None:
        return
    low, high = _ends(text, match["number"] or match["factor"], tolerance)
    yield from _multiples(text, low, high)
    if match["sign"] and _MORE.search(_told(text)):
        yield "times more", _reading(Measure.RATIO, low, high, plus=1)


def _multiples(
    text: str, low: Fraction | None, high: Fraction | None
) -> Iterator[tuple[str, Within]]:
    """Say which way a multiple goes: up, down, or either where speed may be meant."""
    fewer = _FEWER.search(_told(text)) is not None
    if not fewer:
        yield "times as much", _reading(Measure.RATIO, low, high)
    if fewer or _SPEED.search(text):
        inverse = (1 / high if high else None, 1 / low if low is not None and low > 0 else None)
        yield "times as little", _reading(Measure.RATIO, *inverse)


def _told(text: str) -> str:
    """Leave out the words of a bound, of which "more" and "less" say nothing about a direction."""
    for bound in (_AT_LEAST, _UP_TO, _BELOW):
        text = bound.sub(" ", text)
    return text


def _reading(
    measure: Measure, low: Fraction | None, high: Fraction | None, *, plus: int = 0, over: int = 1
) -> Within:
    ends = [None if end is None else end / over + plus for end in (low, high)]
    return Within(measure, ends[0], ends[1])


def _parts(text: str, tolerance: Fraction) -> Iterator[tuple[str, Within]]:
    match = _PART.search(text)
    if match is None:
        return
    top = 1 if match["half"] else _whole(match["top"])
    bottom = Fraction(2 if match["half"] else _BOTTOMS[match["bottom"]])
    said, half = top / bottom, Fraction(1, 2)
    slack = said * tolerance
    low, high = _bounded(
        text, top / (bottom + half) - slack, top / (bottom - half) + slack, said, slack
    )
    if not match["by"] or match["half"]:
        yield "as a share", _reading(Measure.RATIO, low, high)
    if match["by"] or _signs(text) != (False, False):
        for way, start, stop in _signed(text, low, high):
            yield f"relative to the second, {way}", _reading(Measure.CHANGE, start, stop)


def _orders(text: str, tolerance: Fraction) -> Iterator[tuple[str, Within]]:
    match = _ORDERS.search(text)
    if match is None:
        return
    number = _whole(match["number"] or "a")
    middle, wide = Fraction(10) ** number, _ROOT_TEN * (1 + tolerance)
    low, high = middle / wide, middle * wide
    yield from _multiples(text, low, None if _AT_LEAST.search(text) else high)


def _signs(text: str) -> tuple[bool, bool]:
    """Tell whether words speak of less, and of more."""
    plain = _told(text)
    fewer = _FEWER.search(plain) or re.search(r"(?<!\w)[-\u2212]\s?\d", plain)
    more = _MORE.search(plain) or re.search(r"\+\s?\d", plain)
    return fewer is not None, more is not None


def _signed(
    text: str, low: Fraction | None, high: Fraction | None
) -> Iterator[tuple[str, Fraction | None, Fraction | None]]:
    """Turn an amount into differences: upwards, downwards, or both where nothing says which."""
    fewer, more = _signs(text)
    if more or not fewer:
        yield "up", low, high
    if fewer or not more:
        yield "down", None if high is None else -high, None if low is None else -low


def _points(text: str, tolerance: Fraction) -> Iterator[tuple[str, Within]]:
    match = _POINTS.search(text)
    if match is None:
        return
    low, high = _ends(text, match["number"], tolerance)
    for way, start, stop in _signed(text, low, high):
        yield f"points, {way}", _reading(Measure.DIFFERENCE, start, stop, over=100)
        yield f"printed units, {way}", _reading(Measure.DIFFERENCE, start, stop)


def _percent(text: str, tolerance: Fraction) -> Iterator[tuple[str, Within]]:
    match = _PERCENT.search(text)
    if match is None:
        return
    low, high = _ends(text, match["number"], tolerance)
    if text[match.end() :].lstrip().startswith("of "):
        yield "as a share", _reading(Measure.RATIO, low, high, over=100)
        return
    for way, start, stop in _signed(text, low, high):
        yield (
            f"relative to the second, {way}",
            _reading(Measure.CHANGE, start, stop, over=100),
        )
        if "relative" not in text:
            yield f"points, {way}", _reading(Measure.DIFFERENCE, start, stop, over=100)
