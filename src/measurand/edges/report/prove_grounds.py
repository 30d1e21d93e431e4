"""The grounds of a finding in words: intervals that do not meet, cases tried, certificates."""

from measurand.algebra.certificate import verify
from measurand.algebra.interval import Interval
from measurand.algebra.program import Certificate, Leaf, Program
from measurand.audit.proofs.finding import Certified, Clash, Exhausted, Grounds, Witness
from measurand.edges.files.json.exact import short_text

_MOST = 6
_DIGITS = 6


def grounds_text(ground: Grounds) -> str:
    """Say what a finding stands on, in a few words; certificates are verified here again.

    >>> from fractions import Fraction
    >>> grounds_text(Exhausted("k/374 for k = 327..328", 2))
    '2 cases tried: k/374 for k = 327..328'
    >>> one, other = Interval(Fraction(1), Fraction(2)), Interval(Fraction(3), Fraction(4))
    >>> grounds_text(Clash("F1", one, other))
    'F1: printed [1, 2], allowed [3, 4], disjoint'
    """
    match ground:
        case Clash(what, printed, allowed):
            how = "disjoint" if ground.holds else "NOT DISJOINT"
            return f"{what}: printed {_span(printed)}, allowed {_span(allowed)}, {how}"
        case Exhausted(cases, tried):
            return f"{tried} {'case' if tried == 1 else 'cases'} tried: {cases}"
        case Certified(programs):
            return _certified(programs)
        case Witness(values, samples):
            return _witness(values, samples)


def _span(interval: Interval) -> str:
    return f"[{short_text(interval.low, _DIGITS)}, {short_text(interval.high, _DIGITS)}]"


def _witness(values: tuple[tuple[str, object], ...], samples: tuple[object, ...]) -> str:
    from fractions import Fraction

    parts = [
        f"{name} = {short_text(value, _DIGITS)}"
        for name, value in values[:_MOST]
        if isinstance(value, Fraction)
    ]
    more = ["..."] if len(values) > _MOST else []
    data = ["a data set"] if samples else []
    return ", ".join([*data, *parts, *more])


def _certified(programs: tuple[tuple[str, Program, Certificate], ...]) -> str:
    count = sum(leaves(certificate) for _, _, certificate in programs)
    wrong = [name for name, program, proof in programs if verify(program, proof)]
    how = f"NOT VERIFIED: {', '.join(wrong)}" if wrong else "verified"
    many = "1 program" if len(programs) == 1 else f"{len(programs)} programs"
    ends = "1 leaf" if count == 1 else f"{count} leaves"
    return f"{many} without a solution, certificates of {ends}, {how}"


def leaves(certificate: Certificate) -> int:
    """Count the Farkas vectors of a certificate.

    >>> leaves(Leaf(()))
    1
    """
    waiting, count = [certificate], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, Leaf):
            count += 1
        else:
            waiting += [one.below, one.above]
    return count
