"""Numbers of the study as the page shows them: with their sign, and a dash where there is none."""

from fractions import Fraction

from measurand.edges.files.json.exact import decimal_text
from measurand.edges.report.inferred import ends_text, p_text
from measurand.edges.report.inferred import score_text as plain_text
from measurand.edges.report.picture import MINUS
from measurand.inference.effects import Effect
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.values.score import Score, Undefined

DASH = "–"
"""Stands where there is no number."""


def signed(text: str) -> str:
    """Give the text of a number its sign; nought has none.

    >>> signed("0.5000"), signed("-0.5000"), signed("0.0000"), signed("-4.1e-09")
    ('+0.5000', '−0.5000', '0.0000', '−4.1e-09')
    """
    if text.startswith("-"):
        return MINUS + text[1:]
    return f"+{text}" if text.strip("0.") else text


def difference_text(score: Score) -> str:
    """Write a difference.

    >>> from measurand.values.score import Defined
    >>> difference_text(Defined(Fraction(-1, 3))), difference_text(Undefined("no sample"))
    ('−0.3333', '–')
    """
    return DASH if isinstance(score, Undefined) else signed(plain_text(score))


def value_text(score: Score) -> str:
    """Write a score that is no difference.

    >>> from measurand.values.score import Defined
    >>> value_text(Defined(Fraction(1, 3)))
    '0.3333'
    """
    return DASH if isinstance(score, Undefined) else plain_text(score).replace("-", MINUS, 1)


def range_text(interval: Interval | Undefined, *, sign: bool = True) -> str:
    """Write both ends of an interval; those of differences have signs.

    >>> range_text(Interval(-0.25, 0.5, Fraction(19, 20)))
    '−0.2500 to +0.5000'
    """
    if isinstance(interval, Undefined):
        return DASH
    ends = ends_text(interval)
    return " to ".join(signed(end) if sign else end.replace("-", MINUS, 1) for end in ends)


def chance_text(p_value: PValue | Fraction | Undefined) -> str:
    """Write a p-value.

    >>> chance_text(Fraction(1, 32)), chance_text(Undefined("no sample"))
    ('0.0312', '–')
    """
    return DASH if isinstance(p_value, Undefined) else p_text(p_value)


def effect_text(effect: Effect | Undefined) -> tuple[str, str]:
    """Write a size of effect and its interval, with two decimals; empty where there is none.

    >>> effect_text(Effect(-0.5, Interval(-1, 0.25, Fraction(19, 20))))
    ('−0.50', '−1.00 to +0.25')
    >>> effect_text(Effect(-0.5, Undefined("no resamples are drawn")))
    ('−0.50', '')
    """
    if isinstance(effect, Undefined):
        return DASH, ""
    match effect.interval:
        case Undefined():
            return _two(effect.value), ""
        case Interval(low, high):
            return _two(effect.value), f"{_two(low)} to {_two(high)}"


def _two(number: float) -> str:
    return signed(decimal_text(Fraction(number), 2))


def percent_text(share: Fraction) -> str:
    """Write a share in percent, without noughts at the end.

    >>> percent_text(Fraction(19, 20)), percent_text(Fraction(999, 1000))
    ('95%', '99.9%')
    """
    return f"{float(share * 100):g}%"
