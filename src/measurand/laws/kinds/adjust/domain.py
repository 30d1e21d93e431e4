"""Adjusted p-values where there is no p-value: none at all, NaN, and what lies outside [0, 1]."""

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.adjust.cases import (
    NOT_A_NUMBER,
    AdjustCase,
    Adjustment,
    adjusted,
    found,
)
from measurand.laws.kinds.compare import broken
from measurand.laws.kinds.number_rows import Row, alike, told_row
from measurand.laws.kinds.subject import Absent, Call, Number, Raised

CHECKED, EMPTY_FAMILY = "checked", "empty-family"
NAN_RAISES, NAN_KEPT, NAN_COUNTED = "nan-raises", "nan-kept", "nan-counted"


def _empty_family(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, [*case.p_values[:0]])
    return Holds() if call.answer == () else broken("no test needs no adjustment: []", call)


def _checked(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _refuses(adjusted(subject, case.replaced(case.wild)), case)


def _nan_raises(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _refuses(adjusted(subject, case.replaced(NOT_A_NUMBER)), case)


def _refuses(call: Call[Row], case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("it answers what is no p-value", call)


def _nan_kept(subject: Adjustment, case: AdjustCase) -> Outcome:
    rest = [p for at, p in enumerate(case.p_values) if at != case.place]
    return _beside_nan(subject, case, adjusted(subject, rest), len(rest))


def _nan_counted(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _beside_nan(subject, case, adjusted(subject, case.replaced(1.0)), len(case.p_values))


def _beside_nan(subject: Adjustment, case: AdjustCase, rest: Call[Row], many: int) -> Outcome:
    if len(case.p_values) <= 1:
        return Silent("no other test")
    call = adjusted(subject, case.replaced(NOT_A_NUMBER))
    values = found(rest, many)
    if isinstance(values, Silent):
        return values
    left = [v for at, v in enumerate(values) if many < len(case.p_values) or at != case.place]
    expected: list[Number | Absent] = [*left]
    expected.insert(case.place, Absent("nan"))
    if isinstance(call.answer, tuple) and alike(subject, call.answer, tuple(expected)):
        return Holds()
    return broken(f"expected {told_row(tuple(expected))}", call, rest)


DOMAIN_LAWS: tuple[Law[Adjustment, AdjustCase], ...] = (
    Law(
        "empty-family",
        "No test gives no adjusted p-value: an empty list.",
        _empty_family,
        Algebra.EMPTY_RULES,
        frozenset({EMPTY_FAMILY}),
    ),
    Law(
        "checked",
        "What is below 0 or above 1 raises.",
        _checked,
        Algebra.MULTIPLE_TESTING,
        frozenset({CHECKED}),
    ),
    Law(
        "nan-raises",
        "A missing p-value raises.",
        _nan_raises,
        Algebra.MULTIPLE_TESTING,
        frozenset({NAN_RAISES}),
    ),
    Law(
        "nan-kept",
        "A missing p-value stays missing; the others are adjusted as if it were not there.",
        _nan_kept,
        Algebra.MULTIPLE_TESTING,
        frozenset({NAN_KEPT}),
    ),
    Law(
        "nan-counted",
        "A missing p-value stays missing; the others are adjusted as if it were 1.",
        _nan_counted,
        Algebra.MULTIPLE_TESTING,
        frozenset({NAN_COUNTED}),
    ),
)
