"""Laws of scores of spans that need no definition: bounds, order, names and swaps."""

from fractions import Fraction

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import defined, inside, is_number, repeatable, same
from measurand.laws.kinds.spans.cases import (
    FAR,
    SpansCase,
    SpanScore,
    admitted_case,
    named,
    reordered,
    shifted,
    span_score,
)
from measurand.laws.kinds.subject import Call, Number

UNDEFINED, NOMINAL, SYMMETRIC = "undefined", "nominal", "symmetric"
STRICT, POOLED = "strict", "pooled"
_ORDER = Algebra.ORDER


def _span_score(subject: SpanScore, case: SpansCase) -> Call[Number]:
    return span_score(subject, case.gold, case.predicted)


def _spans_defined(subject: SpanScore, case: SpansCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    call = _span_score(subject, admitted_case(subject, case))
    return defined(call, absent=UNDEFINED in subject.claims)


def _spans_repeatable(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    return repeatable(subject, _span_score(subject, taken), _span_score(subject, taken))


def _spans_range(subject: SpanScore, case: SpansCase) -> Outcome:
    return inside(_span_score(subject, admitted_case(subject, case)), 0, 1)


def _spans_identity(subject: SpanScore, case: SpansCase) -> Outcome:
    gold = admitted_case(subject, case).gold
    if not any(gold) or not (POOLED in subject.claims or all(gold)):
        return Silent("there is nothing to find")
    return is_number(subject, span_score(subject, gold, gold), Fraction(1))


def _spans_far(subject: SpanScore, case: SpansCase) -> Outcome:
    gold = admitted_case(subject, case).gold
    if not gold or not all(gold):
        return Silent("some sample has nothing to find")
    return is_number(subject, span_score(subject, gold, shifted(gold, FAR)), Fraction(0))


def _spans_gold_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = [reordered(spans, taken.one, taken.other) for spans in taken.gold]
    return same(subject, _span_score(subject, taken), span_score(subject, other, taken.predicted))


def _spans_predicted_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = [reordered(spans, taken.one, taken.other) for spans in taken.predicted]
    return same(subject, _span_score(subject, taken), span_score(subject, taken.gold, other))


def _spans_sample_order(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    other = span_score(subject, taken.gold[::-1], taken.predicted[::-1])
    return same(subject, _span_score(subject, taken), other)


def _spans_renaming(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold, predicted = named(taken.gold, taken.names), named(taken.predicted, taken.names)
    return same(subject, _span_score(subject, taken), span_score(subject, gold, predicted))


def _spans_shift(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold, predicted = shifted(taken.gold, 1), shifted(taken.predicted, 1)
    return same(subject, _span_score(subject, taken), span_score(subject, gold, predicted))


def _spans_swap(subject: SpanScore, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    return same(
        subject, _span_score(subject, taken), span_score(subject, taken.predicted, taken.gold)
    )


SpanLaw = Law[SpanScore, SpansCase]

SPAN_LAWS: tuple[SpanLaw, ...] = (
    Law("defined", "Samples have a number.", _spans_defined),
    Law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        _spans_repeatable,
        Algebra.IDENTITY,
    ),
    Law("range", "A score lies between 0 and 1.", _spans_range),
    Law("identity", "Gold against itself scores 1.", _spans_identity, Algebra.IDENTITY),
    Law("far", "Predictions that touch no gold span score 0.", _spans_far, Algebra.IDENTITY),
    Law("gold order", "The order of gold spans changes nothing.", _spans_gold_order, _ORDER),
    Law(
        "predicted order",
        "The order of predicted spans changes nothing.",
        _spans_predicted_order,
        _ORDER,
    ),
    Law("sample order", "The order of samples changes nothing.", _spans_sample_order, _ORDER),
    Law(
        "renaming",
        "Exchanging two labels on both sides changes nothing.",
        _spans_renaming,
        Algebra.SYMMETRY,
        frozenset({NOMINAL}),
    ),
    Law("shift", "Moving all spans one token on changes nothing.", _spans_shift, Algebra.SYMMETRY),
    Law(
        "swap",
        "Exchanging gold and predictions changes nothing.",
        _spans_swap,
        Algebra.SYMMETRY,
        frozenset({SYMMETRIC}),
    ),
)
