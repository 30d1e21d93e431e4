"""What may and may not change a score of spans when spans or samples are added."""

from fractions import Fraction

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, broken, is_number, same
from measurand.laws.kinds.spans.cases import (
    FAR,
    MULTISET,
    OVERLAPPING,
    SET,
    Spans,
    SpansCase,
    SpanScore,
    added,
    admitted_case,
    meet,
    span_score,
)
from measurand.laws.kinds.spans.laws import POOLED, STRICT, SpanLaw
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    answered,
    asked_in_batches,
    number,
)

EMPTY_ONE, EMPTY_ZERO, MERGEABLE = "empty=1", "empty=0", "mergeable"
LENGTHS, CHECKED = "lengths", "checked"


def _spans_missing(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    crowded = {STRICT, OVERLAPPING} <= subject.claims
    missed = [
        (place, span)
        for place, (mine, yours) in enumerate(zip(taken.gold, taken.predicted, strict=True))
        for span in mine
        if span not in yours and (crowded or not any(meet(span, other) for other in yours))
    ]
    if not missed:
        return Silent("nothing is missed, or something else is predicted in its place")
    place, span = missed[taken.one % len(missed)]
    more = added(taken.predicted, place, span)
    here = span_score(subject, taken.gold, taken.predicted)
    return at_most(subject, here, span_score(subject, taken.gold, more))


def _spans_needless(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    if not taken.gold:
        return Silent("there is no sample")
    place = taken.sample % len(taken.gold)
    more = added(taken.predicted, place, (FAR, FAR + 1, taken.label))
    return at_most(
        subject,
        span_score(subject, taken.gold, more),
        span_score(subject, taken.gold, taken.predicted),
    )


def _spans_again(subject: SpanScore, case: SpansCase) -> tuple[SpansCase, Spans] | None:
    taken = admitted_case(subject, case)
    place = taken.sample
    if place >= len(taken.predicted) or not taken.predicted[place]:
        return None
    span = taken.predicted[place][taken.one % len(taken.predicted[place])]
    if list(taken.gold[place]).count(span) > list(taken.predicted[place]).count(span):
        return None
    return taken, added(taken.predicted, place, span)


def _spans_repeated(subject: SpanScore, case: SpansCase) -> Outcome:
    found = _spans_again(subject, case)
    if found is None:
        return Silent("there is no prediction, or it is to be found once more")
    taken, more = found
    return at_most(
        subject,
        span_score(subject, taken.gold, more),
        span_score(subject, taken.gold, taken.predicted),
    )


def _spans_once(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    if not any(taken.predicted):
        return Silent("there is no prediction")
    twice = [[*spans, *spans] for spans in taken.predicted]
    return same(
        subject,
        span_score(subject, taken.gold, taken.predicted),
        span_score(subject, taken.gold, twice),
    )


def _spans_nothing(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    if not any((*taken.gold, *taken.predicted)):
        return Silent("there is no span at all")
    other = span_score(subject, [*taken.gold, []], [*taken.predicted, []])
    return same(subject, span_score(subject, taken.gold, taken.predicted), other)


def _spans_merge(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    if not 0 < taken.cut < len(taken.gold):
        return Silent("there is one batch")
    batches = [
        (taken.gold[: taken.cut], taken.predicted[: taken.cut]),
        (taken.gold[taken.cut :], taken.predicted[taken.cut :]),
    ]
    parts: Call[Number] | None = asked_in_batches(subject, number, batches)
    if parts is None:
        return Silent("it takes no batches")
    return same(subject, span_score(subject, taken.gold, taken.predicted), parts)


def _spans_lengths(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    call = span_score(subject, [*taken.gold, [(0, 1, taken.label)]], taken.predicted)
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("a gold sample without a predicted one is accepted", call)


def _spans_checked(subject: SpanScore, case: SpansCase) -> Outcome:
    backwards = [[(2, 0, case.label)]]
    call = span_score(subject, backwards, backwards)
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("a span that ends before it starts is accepted", call)


def _spans_empty(subject: SpanScore, case: SpansCase, value: int) -> Outcome:
    nothing: Spans = [[] for _ in case.gold]
    if not nothing:
        return Silent("there is no sample")
    call = span_score(subject, nothing, nothing)
    if isinstance(call.answer, Raised | Absent):
        return Broken(f"{answered(call.answer)}, expected {value}", (call.line(),))
    return is_number(subject, call, Fraction(value))


def _spans_empty_one(subject: SpanScore, case: SpansCase) -> Outcome:
    return _spans_empty(subject, case, 1)


def _spans_empty_zero(subject: SpanScore, case: SpansCase) -> Outcome:
    return _spans_empty(subject, case, 0)


ADDED_LAWS: tuple[SpanLaw, ...] = (
    Law(
        "missing prediction",
        "Predicting a missed gold span never lowers a score.",
        _spans_missing,
        Algebra.MONOTONE,
    ),
    Law(
        "needless prediction",
        "A prediction that touches nothing never raises a score.",
        _spans_needless,
        Algebra.MONOTONE,
    ),
    Law(
        "repeated prediction",
        "Predicting a span more often than gold has it never raises a score.",
        _spans_repeated,
        Algebra.MULTISET,
        frozenset({STRICT, MULTISET}),
    ),
    Law(
        "spans once",
        "Repeating predictions changes nothing.",
        _spans_once,
        Algebra.MULTISET,
        frozenset({SET}),
    ),
    Law(
        "silent sample",
        "A sample without any span changes nothing.",
        _spans_nothing,
        Algebra.MERGE,
        frozenset({POOLED}),
    ),
    Law(
        "merge",
        "Batches, however cut, give the score of the whole.",
        _spans_merge,
        Algebra.MERGE,
        frozenset({MERGEABLE}),
    ),
    Law(
        "lengths",
        "As many gold samples as predicted ones, or they are refused.",
        _spans_lengths,
        Algebra.BOUNDS,
        frozenset({LENGTHS}),
    ),
    Law(
        "checked",
        "A span that ends before it starts is refused.",
        _spans_checked,
        Algebra.BOUNDS,
        frozenset({CHECKED}),
    ),
    Law(
        "empty is one",
        "Samples without any span score 1.",
        _spans_empty_one,
        Algebra.EMPTY_RULES,
        frozenset({EMPTY_ONE}),
    ),
    Law(
        "empty is zero",
        "Samples without any span score 0.",
        _spans_empty_zero,
        Algebra.EMPTY_RULES,
        frozenset({EMPTY_ZERO}),
    ),
)
