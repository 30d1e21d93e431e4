"""Numbers over another denominator, and fractions printed beside their decimals."""

import re
from fractions import Fraction

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.closed.asked import counted, spanned
from measurand.audit.proofs.stated.relation import Decision
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

_FRACTION = re.compile(r"\s*(?P<top>[-\d.]{1,40})\s*/\s*(?P<bottom>[\d.]{1,40})\s*")


def rescaled(printed: Printed, over: int, instead: int) -> Interval:
    """Return what a printed mean over some samples is over another number, the total being kept.

    >>> found = rescaled(Printed.parse("55.355"), 215, 220)
    >>> round(found.low, 3), round(found.high, 3)
    (Fraction(6762, 125), Fraction(54097, 1000))

    Raises ValueError for a number of samples below 1.
    """
    if min(over, instead) < 1:
        message = f"at least 1 sample: got {over} and {instead}"
        raise ValueError(message)
    span, factor = hull(printed), Fraction(over, instead)
    return Interval(span.low * factor, span.high * factor)


def same_total(printed: Printed, over: int, other: Printed, instead: int) -> Decision:
    """Decide whether two printed means may be one total over two numbers of samples.

    >>> same_total(Printed.parse("55.355"), 215, Printed.parse("54.10"), 220).because
    '55.355 over 215 is from ~54.096443 to ~54.09742 over 220; printed 54.10'

    Raises ValueError for a number of samples below 1.
    """
    allowed = rescaled(printed, over, instead)
    because = f"{printed.text} over {over} is {spanned(allowed)} over {instead}"
    because = f"{because}; printed {other.text}"
    if allowed.meets(hull(other)):
        return Decision(Verdict.HOLDS, because)
    return Decision(Verdict.REFUTED, f"not one total: {because}")


def fraction_prints(text: str, printed: Printed) -> Decision:
    """Decide whether a fraction as written, such as 3.6/5, may print as the decimal beside it.

    Whole numbers of the fraction are exact, all others may have been rounded.

    >>> fraction_prints("3.6/5", Printed.parse("0.76")).because
    'not reproducible: 3.6/5 is from 0.71 to 0.73; printed 0.76'

    Raises ValueError where the text is no fraction of two numbers, or its denominator may be 0.
    """
    found = _FRACTION.fullmatch(text)
    if found is None:
        message = f"a fraction such as 3.6/5: got {text[:40]!r}"
        raise ValueError(message)
    top, bottom = (counted(Printed.parse(found[part])) for part in ("top", "bottom"))
    if bottom.low <= 0:
        message = f"a denominator above 0: got {text[:40]!r}"
        raise ValueError(message)
    ends = [one / other for one in (top.low, top.high) for other in (bottom.low, bottom.high)]
    allowed = Interval(min(ends), max(ends))
    because = f"{text.strip()} is {spanned(allowed)}; printed {printed.text}"
    if allowed.meets(hull(printed)):
        return Decision(Verdict.HOLDS, because)
    return Decision(Verdict.REFUTED, f"not reproducible: {because}")
