"""Numbers and relations in words, as reports of every kind show them."""

from fractions import Fraction

from measurand.algebra.preimage import band
from measurand.algebra.rounding import rounded
from measurand.auditing.claims.model import Operand, Reference, Related, Relation, Said, Scalar
from measurand.values.printed import DOUBLE, Added, Printed, Rounding, Unit, fixed
from measurand.values.score import Defined, Quantity, Score, Undefined

_MORE = 2
_FAR_POWER = 6
_FAR = 10**_FAR_POWER
_MOST_PLACES = 12
_MARKS = {Relation.GREATER: ">", Relation.LESS: "<", Relation.EQUAL: "="}


def computed_text(score: Score | None, printed: Printed) -> str:
    """Write a score as a printed number is written, with up to two digits more.

    >>> from fractions import Fraction
    >>> computed_text(Defined(Fraction(19, 30)), Printed.parse("63.3%"))
    '63.333%'
    >>> computed_text(Defined(Fraction(1, 2)), Printed.parse("63.3%")), computed_text(None,
    ...     Printed.parse("1"))
    ('50.0%', '')
    """
    match score:
        case None:
            return ""
        case Undefined(reason):
            return f"undefined: {reason}"
        case Defined(value):
            return _digits(value, printed)


def within_text(printed: Printed, added: Added) -> str:
    """Say how far off a printed float may be, in its unit; nothing of other numbers.

    >>> within_text(Printed.parse("0.1999999999999999"), Added(number=2, size=Fraction(12)))
    'within 2.7e-14'
    """
    wide = band(printed, added)
    return "" if wide is None else f"within {float(wide / printed.unit.scale):.2g}"


def terms_text(printed: Printed, added: Added) -> str:
    """Say what was added to come to a printed float, which is why it may be off.

    >>> terms_text(Printed.parse("0.1999999999999999"), Added(number=2, size=Fraction(12)))
    '2 terms of size 12'
    """
    size = max(added.size / printed.unit.scale, abs(printed.value))
    terms = f"{added.number} term{'' if added.number == 1 else 's'} of size {float(size):.3g}"
    return terms if printed.last_place == DOUBLE else f"{terms}, as floats of 32 bits"


def off_text(off: Fraction, printed: Printed) -> str:
    """Write in the printed unit how far off a number is; what is very far is bounded.

    `off` counts units of the last printed digit.

    >>> off_text(Fraction(-10, 3), Printed.parse("63.3%"))
    '-0.333'
    >>> off_text(Fraction(10**9), Printed.parse("1"))
    'more than 10^6'
    """
    digit = Fraction(1, 10**printed.decimals)
    if abs(off) < _FAR:
        places = printed.decimals + _MORE
        form = f"+.{places}f" if places <= _MOST_PLACES else f"+.{_MORE}e"
        return format(float(off * digit), form)
    far = f"10^{_FAR_POWER - printed.decimals}"
    return f"less than -{far}" if off < 0 else f"more than {far}"


def _digits(value: Quantity, printed: Printed) -> str:
    scaled = value / printed.unit.scale
    shown = rounded(scaled, printed.decimals + _MORE, Rounding.HALF_EVEN)
    text = fixed(abs(shown), printed.decimals + _MORE)
    if shown == scaled:
        kept = len(text) - _MORE
        text = (text[:kept] + text[kept:].rstrip("0")).removesuffix(".")
    return _signed(text, printed.unit, negative=shown < 0)


def _signed(text: str, unit: Unit, *, negative: bool) -> str:
    sign = "-" if negative else ""
    match unit:
        case Unit.NONE | Unit.POINTS:
            return f"{sign}{text}"
        case Unit.PERCENT:
            return f"{sign}{text}%"
        case _:
            return f"{sign}{unit.value}{text}"


def claim_text(claim: Scalar | Related | Said) -> str:
    """Say what a claim claims.

    >>> claim_text(Related(id="a", left=Reference("1/x/F1"), right=Reference("1/y/F1"),
    ...                 relation=Relation.RATIO, value=Printed.parse("2.1")))
    '1/x/F1 over 1/y/F1 = 2.1'
    """
    match claim:
        case Scalar():
            return claim.printed.text
        case Said():
            return f"{_named(claim.left)} and {_named(claim.right)}: {claim.says!r}"
        case Related():
            return _relation(claim)


def _relation(claim: Related) -> str:
    left, right = _named(claim.left), _named(claim.right)
    if claim.value is None:
        return f"{left} {_MARKS[claim.relation]} {right}"
    words = {
        Relation.DIFFERENCE: f"{left} minus {right}",
        Relation.RATIO: f"{left} over {right}",
        Relation.RELATIVE: f"{left} relative to {right}",
    }
    return f"{words[claim.relation]} = {claim.value.text}"


def _named(operand: Operand) -> str:
    return operand.id if isinstance(operand, Reference) else operand.text
