"""Scores of spans that are told how to match: no mode is stricter than a looser one."""

from collections.abc import Callable

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, defined, inside
from measurand.laws.kinds.spans.cases import Spans, SpansCase, admitted_case
from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

ModeScore = Subject[[Spans, Spans, str]]
ModeLaw = Law[ModeScore, SpansCase]

MODES = ("strict", "exact", "partial", "type")


def mode_score(subject: ModeScore, case: SpansCase, mode: str) -> Call[Number]:
    """Ask for the score in one mode.

    >>> always = Subject("always", lambda gold, predicted, mode: 1)
    >>> mode_score(always, SpansCase([[]], [[]]), "strict").answer
    Fraction(1, 1)
    """
    taken = admitted_case(subject, case)
    return asked(subject, number, taken.gold, taken.predicted, mode)


def _mode_all(subject: ModeScore, case: SpansCase, check: Callable[..., Outcome]) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    found = [check(mode_score(subject, case, mode)) for mode in MODES]
    return next((outcome for outcome in found if not isinstance(outcome, Holds)), Holds())


def _mode_defined(subject: ModeScore, case: SpansCase) -> Outcome:
    return _mode_all(subject, case, lambda call: defined(call, absent=False))


def _mode_range(subject: ModeScore, case: SpansCase) -> Outcome:
    return _mode_all(subject, case, lambda call: inside(call, 0, 1))


def _below(low: str, high: str) -> Callable[[ModeScore, SpansCase], Outcome]:
    def check(subject: ModeScore, case: SpansCase) -> Outcome:
        return at_most(subject, mode_score(subject, case, low), mode_score(subject, case, high))

    return check


MODE_LAWS: tuple[ModeLaw, ...] = (
    Law("defined", "Samples have a number in every mode.", _mode_defined),
    Law("range", "A score lies between 0 and 1 in every mode.", _mode_range),
    Law("strict exact", "Strict is not above exact.", _below("strict", "exact"), Algebra.MONOTONE),
    Law(
        "exact partial", "Exact is not above partial.", _below("exact", "partial"), Algebra.MONOTONE
    ),
    Law("strict type", "Strict is not above type.", _below("strict", "type"), Algebra.MONOTONE),
)
