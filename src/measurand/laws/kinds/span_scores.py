"""Scores of spans: for every sample a list of gold and a list of predicted (start, end, label).

Laws of scores of spans that need no definition: bounds, order, names and swaps.

What may and may not change a score of spans when spans or samples are added.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import law
from measurand.laws.kinds.compare import (
    at_most,
    broken,
    defined,
    inside,
    is_number,
    repeatable,
    same,
)
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    answered,
    asked,
    asked_in_batches,
    number,
)

Span = tuple[int, int, str]
Spans = Sequence[Sequence[Span]]
SpanScore = Subject[[Spans, Spans]]
OVERLAPPING, MULTISET, SET = "overlapping", "multiset", "set"
FAR = 40
"""Farther than any span of a case ends."""


@frozen
class SpansCase:
    """Samples with spans of tokens, [start, end), and what is done to them.

    `one` and `other` say how a list is reordered, and `one` which of its spans is taken, counted
    round; `sample` is where something is added; `names` exchanges labels; `cut` is where a second
    batch begins; `label` is one to add or to look at.

    >>> SpansCase([[(0, 1, "A")]], [[]]).gold
    [[(0, 1, 'A')]]
    """

    gold: Spans
    predicted: Spans
    sample: int = 0
    one: int = 0
    other: int = 0
    names: Mapping[str, str] = {}
    cut: int = 0
    label: str = "A"


def span_score(subject: SpanScore, gold: Spans, predicted: Spans) -> Call[Number]:
    """Ask for the score of spans.

    >>> span_score(Subject("always", lambda gold, predicted: 1), [[]], [[]]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, gold, predicted)


def meet(one: Span, other: Span) -> bool:
    """Say whether two spans share a token.

    >>> meet((0, 2, "A"), (1, 3, "B")), meet((0, 1, "A"), (1, 2, "A"))
    (True, False)
    """
    return one[0] < other[1] and other[0] < one[1]


def admitted(claims: frozenset[str], side: Spans) -> list[list[Span]]:
    """Leave out the spans that a score with these claims need not take, keeping the order.

    Without the claim `overlapping` these are spans that share a token with an earlier one of their
    list; with it, repetitions alone, unless `multiset` or `set` says what they count.

    >>> admitted(frozenset(), [[(1, 2, "A"), (0, 2, "B"), (0, 1, "B")]])
    [[(1, 2, 'A'), (0, 1, 'B')]]
    """
    if OVERLAPPING not in claims:
        return [_apart(spans) for spans in side]
    if claims & {MULTISET, SET}:
        return [list(spans) for spans in side]
    return [list(dict.fromkeys(spans)) for spans in side]


def _apart(spans: Sequence[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in spans:
        if not any(meet(span, other) for other in kept):
            kept.append(span)
    return kept


def admitted_case(subject: Subject[...], case: SpansCase) -> SpansCase:
    """Give the case with the spans that the subject has to take.

    >>> always = Subject("always", lambda gold, predicted: 1)
    >>> admitted_case(always, SpansCase([[(0, 1, "A"), (0, 1, "A")]], [[]])).gold
    [[(0, 1, 'A')]]
    """
    claims = frozenset(subject.claims)
    gold, predicted = admitted(claims, case.gold), admitted(claims, case.predicted)
    return with_sides(case, gold, predicted)


def with_sides(case: SpansCase, gold: Spans, predicted: Spans) -> SpansCase:
    """Give the case with other spans.

    >>> with_sides(SpansCase([[]], [[]], one=2), [], []).one
    2
    """
    return SpansCase(
        gold,
        predicted,
        sample=case.sample,
        one=case.one,
        other=case.other,
        names=case.names,
        cut=case.cut,
        label=case.label,
    )


def reordered(spans: Sequence[Span], one: int, other: int) -> list[Span]:
    """Turn a list round, or move its beginning to its end; the same only where it is too short.

    >>> reordered([(0, 1, "A"), (1, 2, "B"), (2, 3, "C")], 0, 0)
    [(1, 2, 'B'), (2, 3, 'C'), (0, 1, 'A')]
    """
    if len(spans) < 2 or other % 2:  # noqa: PLR2004  # one span has one order
        return list(reversed(spans))
    first = 1 + one % (len(spans) - 1)
    return [*spans[first:], *spans[:first]]


def named(side: Spans, names: Mapping[str, str]) -> list[list[Span]]:
    """Exchange labels.

    >>> named([[(0, 1, "A")]], {"A": "B"})
    [[(0, 1, 'B')]]
    """
    return [[(low, high, names.get(label, label)) for low, high, label in spans] for spans in side]


def shifted(side: Spans, by: int) -> list[list[Span]]:
    """Move all spans to the right.

    >>> shifted([[(0, 1, "A")]], 2)
    [[(2, 3, 'A')]]
    """
    return [[(low + by, high + by, label) for low, high, label in spans] for spans in side]


def added(side: Spans, sample: int, *spans: Span) -> list[list[Span]]:
    """Add spans to the end of a sample's list.

    >>> added([[], [(0, 1, "A")]], 0, (2, 3, "B"))
    [[(2, 3, 'B')], [(0, 1, 'A')]]
    """
    return [[*row, *spans] if place == sample else list(row) for place, row in enumerate(side)]


UNDEFINED, NOMINAL, SYMMETRIC = "undefined", "nominal", "symmetric"
STRICT, POOLED = "strict", "pooled"
_ORDER = Algebra.ORDER


def _span_score(subject: SpanScore, case: SpansCase) -> Call[Number]:
    return span_score(subject, case.gold, case.predicted)


@law("defined", "Samples have a number.")
def _spans_defined(subject: SpanScore, case: SpansCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    call = _span_score(subject, admitted_case(subject, case))
    return defined(call, absent=UNDEFINED in subject.claims)


@law(
    "repeatable", "Asked again, it answers the same, and leaves the lists alone.", Algebra.IDENTITY
)
def _spans_repeatable(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    return repeatable(subject, _span_score(subject, taken), _span_score(subject, taken))


@law("range", "A score lies between 0 and 1.")
def _spans_range(subject: SpanScore, case: SpansCase) -> Outcome:
    return inside(_span_score(subject, admitted_case(subject, case)), 0, 1)


@law("identity", "Gold against itself scores 1.", Algebra.IDENTITY)
def _spans_identity(subject: SpanScore, case: SpansCase) -> Outcome:
    gold = admitted_case(subject, case).gold
    if not any(gold) or not (POOLED in subject.claims or all(gold)):
        return Silent("there is nothing to find")
    return is_number(subject, span_score(subject, gold, gold), Fraction(1))


@law("far", "Predictions that touch no gold span score 0.", Algebra.IDENTITY)
def _spans_far(subject: SpanScore, case: SpansCase) -> Outcome:
    gold = admitted_case(subject, case).gold
    if not gold or not all(gold):
        return Silent("some sample has nothing to find")
    return is_number(subject, span_score(subject, gold, shifted(gold, FAR)), Fraction(0))


@law("gold order", "The order of gold spans changes nothing.", _ORDER)
def _spans_gold_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = [reordered(spans, taken.one, taken.other) for spans in taken.gold]
    return same(subject, _span_score(subject, taken), span_score(subject, other, taken.predicted))


@law("predicted order", "The order of predicted spans changes nothing.", _ORDER)
def _spans_predicted_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = [reordered(spans, taken.one, taken.other) for spans in taken.predicted]
    return same(subject, _span_score(subject, taken), span_score(subject, taken.gold, other))


@law("sample order", "The order of samples changes nothing.", _ORDER)
def _spans_sample_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = span_score(subject, taken.gold[::-1], taken.predicted[::-1])
    return same(subject, _span_score(subject, taken), other)


@law("renaming", "Exchanging two labels on both sides changes nothing.", Algebra.SYMMETRY, NOMINAL)
def _spans_renaming(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold, predicted = named(taken.gold, taken.names), named(taken.predicted, taken.names)
    return same(subject, _span_score(subject, taken), span_score(subject, gold, predicted))


@law("shift", "Moving all spans one token on changes nothing.", Algebra.SYMMETRY)
def _spans_shift(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold, predicted = shifted(taken.gold, 1), shifted(taken.predicted, 1)
    return same(subject, _span_score(subject, taken), span_score(subject, gold, predicted))


@law("swap", "Exchanging gold and predictions changes nothing.", Algebra.SYMMETRY, SYMMETRIC)
def _spans_swap(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    return same(
        subject, _span_score(subject, taken), span_score(subject, taken.predicted, taken.gold)
    )


SpanLaw = Law[SpanScore, SpansCase]
SPAN_LAWS: tuple[SpanLaw, ...] = (
    _spans_defined,
    _spans_repeatable,
    _spans_range,
    _spans_identity,
    _spans_far,
    _spans_gold_order,
    _spans_predicted_order,
    _spans_sample_order,
    _spans_renaming,
    _spans_shift,
    _spans_swap,
)


EMPTY_ONE, EMPTY_ZERO, MERGEABLE = "empty=1", "empty=0", "mergeable"
LENGTHS, CHECKED = "lengths", "checked"


@law("missing prediction", "Predicting a missed gold span never lowers a score.", Algebra.MONOTONE)
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


@law(
    "needless prediction",
    "A prediction that touches nothing never raises a score.",
    Algebra.MONOTONE,
)
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


@law(
    "repeated prediction",
    "Predicting a span more often than gold has it never raises a score.",
    Algebra.MULTISET,
    STRICT,
    MULTISET,
)
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


@law("spans once", "Repeating predictions changes nothing.", Algebra.MULTISET, SET)
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


@law("silent sample", "A sample without any span changes nothing.", Algebra.MERGE, POOLED)
def _spans_nothing(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    if not any((*taken.gold, *taken.predicted)):
        return Silent("there is no span at all")
    other = span_score(subject, [*taken.gold, []], [*taken.predicted, []])
    return same(subject, span_score(subject, taken.gold, taken.predicted), other)


@law("merge", "Batches, however cut, give the score of the whole.", Algebra.MERGE, MERGEABLE)
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


@law(
    "lengths",
    "As many gold samples as predicted ones, or they are refused.",
    Algebra.BOUNDS,
    LENGTHS,
)
def _spans_lengths(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    call = span_score(subject, [*taken.gold, [(0, 1, taken.label)]], taken.predicted)
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("a gold sample without a predicted one is accepted", call)


@law("checked", "A span that ends before it starts is refused.", Algebra.BOUNDS, CHECKED)
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


@law("empty is one", "Samples without any span score 1.", Algebra.EMPTY_RULES, EMPTY_ONE)
def _spans_empty_one(subject: SpanScore, case: SpansCase) -> Outcome:
    return _spans_empty(subject, case, 1)


@law("empty is zero", "Samples without any span score 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)
def _spans_empty_zero(subject: SpanScore, case: SpansCase) -> Outcome:
    return _spans_empty(subject, case, 0)


ADDED_LAWS: tuple[SpanLaw, ...] = (
    _spans_missing,
    _spans_needless,
    _spans_repeated,
    _spans_once,
    _spans_nothing,
    _spans_merge,
    _spans_lengths,
    _spans_checked,
    _spans_empty_one,
    _spans_empty_zero,
)

EMPTY_CLAIMS = {
    "undefined": "some samples may have no number: None or NaN",
    "empty=1": "samples without any span score 1",
    "empty=0": "samples without any span score 0",
}
EMPTY_APART = frozenset({"empty=1", "empty=0"})
