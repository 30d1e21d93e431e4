"""Counts of spans label by label: correct, predicted and gold ones."""

from collections.abc import Mapping

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, defined, silent
from measurand.laws.kinds.spans.averages import count, of_label, span_labels, strict_hits
from measurand.laws.kinds.spans.cases import (
    Spans,
    SpansCase,
    admitted_case,
    reordered,
)
from measurand.laws.kinds.subject import Call, Subject, asked, written

Row = tuple[int, int, int]
Table = Mapping[str, Row]
SpanCounts = Subject[[Spans, Spans]]
CountLaw = Law[SpanCounts, SpansCase]

OVERALL = ""
"""The name of the row over all labels."""


def table(found: object) -> Table:
    """Read a table of counts; rows of zeros are left out.

    >>> table({"A": (1, 1, 2), "B": [0, 0, 0]})
    {'A': (1, 1, 2)}
    >>> table(1)
    Traceback (most recent call last):
    TypeError: expected a table of (correct, predicted, gold) by label, got 1
    """
    if isinstance(found, Mapping):
        rows: dict[str, Row] = {}
        for label, (correct, predicted, gold) in sorted(found.items()):
            rows[str(label)] = (int(correct), int(predicted), int(gold))
        return {label: row for label, row in rows.items() if any(row)}
    message = f"expected a table of (correct, predicted, gold) by label, got {written(found)[:80]}"
    raise TypeError(message)


def span_counts(subject: SpanCounts, gold: Spans, predicted: Spans) -> Call[Table]:
    """Ask for the counts of spans.

    >>> none = Subject("none", lambda gold, predicted: {})
    >>> span_counts(none, [[]], [[]]).answer
    {}
    """
    return asked(subject, table, gold, predicted)


def _row(call: Call[Table], label: str) -> Row:
    found = call.answer
    return found.get(label, (0, 0, 0)) if isinstance(found, Mapping) else (0, 0, 0)


def _counts(subject: SpanCounts, case: SpansCase) -> Call[Table]:
    return span_counts(subject, case.gold, case.predicted)


def _counts_defined(subject: SpanCounts, case: SpansCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    return defined(_counts(subject, admitted_case(subject, case)), absent=False)


def _counts_expected(call: Call[Table], label: str, expected: Row) -> Outcome:
    row = _row(call, label)
    if row == expected:
        return Holds()
    name = written(label) if label else "all labels"
    return broken(f"{row} for {name}, expected {expected}", call)


def _counts_sides(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    call = _counts(subject, taken)
    if raised := silent(call):
        return raised
    for label in span_labels(taken.gold, taken.predicted):
        sides = (count(of_label(taken.predicted, label)), count(of_label(taken.gold, label)))
        if _row(call, label)[1:] != sides:
            return _counts_expected(call, label, (_row(call, label)[0], *sides))
    return Holds()


def _counts_correct(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    call = _counts(subject, taken)
    if raised := silent(call):
        return raised
    for label in span_labels(taken.gold, taken.predicted):
        hits = strict_hits(of_label(taken.gold, label), of_label(taken.predicted, label))
        if _row(call, label)[0] != hits:
            return _counts_expected(call, label, (hits, *_row(call, label)[1:]))
    return Holds()


def _counts_sum(subject: SpanCounts, case: SpansCase) -> Outcome:
    call = _counts(subject, admitted_case(subject, case))
    if raised := silent(call):
        return raised
    found = call.answer if isinstance(call.answer, Mapping) else {}
    rows = [row for label, row in found.items() if label != OVERALL]
    total = (sum(r[0] for r in rows), sum(r[1] for r in rows), sum(r[2] for r in rows))
    return _counts_expected(call, OVERALL, total)


def _counts_order(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold = [reordered(spans, taken.one, taken.other) for spans in taken.gold[::-1]]
    predicted = [reordered(spans, taken.other, taken.one) for spans in taken.predicted[::-1]]
    here, there = _counts(subject, taken), span_counts(subject, gold, predicted)
    if raised := silent(here, there):
        return raised
    if here.answer == there.answer:
        return Holds()
    return broken("the order of spans or samples changes counts", here, there)


def _counts_others(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    label = taken.label
    if label not in span_labels(taken.gold, taken.predicted):
        return Silent("the label does not occur")
    here = _counts(subject, taken)
    alone = span_counts(subject, of_label(taken.gold, label), of_label(taken.predicted, label))
    if raised := silent(here, alone):
        return raised
    if _row(here, label) == _row(alone, label):
        return Holds()
    because = f"{_row(here, label)} for {label!r}, {_row(alone, label)} without other labels"
    return broken(because, here, alone)


COUNT_LAWS: tuple[CountLaw, ...] = (
    Law("defined", "Samples have counts.", _counts_defined),
    Law(
        "sides",
        "The counts of predicted and gold spans of a label are theirs.",
        _counts_sides,
    ),
    Law(
        "intersection",
        "Correct are the spans that both sides have, as often as both have them.",
        _counts_correct,
        Algebra.MULTISET,
        frozenset({"strict"}),
    ),
    Law("sums", "The counts of labels add up to those of all.", _counts_sum, Algebra.MERGE),
    Law("order", "The order of spans and samples changes nothing.", _counts_order, Algebra.ORDER),
    Law(
        "other labels",
        "Spans of other labels change no count of a label.",
        _counts_others,
        Algebra.MERGE,
    ),
)
