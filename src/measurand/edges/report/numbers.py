"""Computed numbers beside printed ones: in their unit, with two digits more."""

from fractions import Fraction

from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import Between, Enclosed, Quantity
from measurand.values.score import Defined, Score, Undefined

_MORE = 2
_MOST_ROOTS = 4


def show_score(score: Score, printed: Printed) -> str:
    """Write a score as a printed number is written, with two digits more where it has them.

    >>> printed = Printed.parse("63.3%")
    >>> show_score(Defined(Fraction(19, 30)), printed), show_score(Defined(Fraction(1, 2)), printed)
    ('63.333%', '50.0%')
    >>> show_score(Defined(Fraction(4)), Printed.parse("4"))
    '4'
    >>> show_score(Undefined("no sample"), printed)
    'undefined: no sample'
    """
    match score:
        case Undefined(reason):
            return f"undefined: {reason}"
        case Defined(value):
            return _in_unit(_digits(value, printed, Rounding.HALF_EVEN), printed.unit)


def show_exact(score: Score) -> str:
    """Write a score exactly.

    >>> from measurand.values.quantity import added, signed_root
    >>> show_exact(Defined(Fraction(19, 30))), show_exact(Defined(signed_root(Fraction(-2, 9))))
    ('19/30', '-sqrt(2/9)')

    A long sum of roots is only named: trees of scores have it in full.

    >>> show_exact(Defined(added(signed_root(Fraction(n)) for n in (2, 3, 5, 7, 11))))
    'a sum of 5 roots'
    """
    match score:
        case Undefined(reason):
            return f"undefined: {reason}"
        case Defined(Enclosed() as value) if len(value.roots) > _MOST_ROOTS:
            return f"a sum of {len(value.roots)} roots"
        case Defined(Between() as value):
            return f"known to {known_digits(value)} decimals"
        case Defined(value):
            return exact_text(value)


def known_digits(value: Between) -> int:
    """Count the decimals to which a number is known that lies between two ends.

    >>> known_digits(Between(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9)))
    8
    """
    width, digits = 1 / (value.high - value.low), 0
    while width > 10 ** (digits + 1):
        digits += 1
    return digits


def show_interval(low: Quantity, high: Quantity, printed: Printed) -> str:
    """Write an interval as printed numbers are written; its ends are rounded outwards.

    >>> show_interval(Fraction(1, 3), Fraction(2, 3), Printed.parse("63.3%"))
    '[33.333%, 66.667%]'
    """
    ends = ((low, Rounding.FLOOR), (high, Rounding.CEILING))
    texts = (_in_unit(_digits(end, printed, mode), printed.unit) for end, mode in ends)
    return f"[{', '.join(texts)}]"


def _digits(value: Quantity, printed: Printed, mode: Rounding) -> str:
    """Write in printed units; zeros that are exact are left out down to the printed digits."""
    scaled = value / printed.unit.scale
    text = decimal_text(scaled, printed.decimals + _MORE, mode)
    if Fraction(text) != scaled:
        return text
    kept = len(text) - _MORE
    tail = text[kept:].rstrip("0")
    return (text[:kept] + tail).removesuffix(".")


def _in_unit(digits: str, unit: Unit) -> str:
    sign = "-" if digits.startswith("-") else ""
    match unit:
        case Unit.NONE | Unit.POINTS:
            return digits
        case Unit.PERCENT:
            return f"{digits}%"
        case _:
            return f"{sign}{unit.value}{digits.removeprefix('-')}"


def count_text(number: int) -> str:
    """Write a count with its thousands apart.

    >>> count_text(1000000)
    '1,000,000'
    """
    return f"{number:,}"
