"""What strict, boundary, partial and type F1 of spans are, to the number."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import is_number
from measurand.laws.kinds.spans.cases import (
    SET,
    Span,
    Spans,
    SpansCase,
    SpanScore,
    admitted,
    admitted_case,
    meet,
    span_score,
)
from measurand.laws.kinds.spans.laws import STRICT, SpanLaw

F1 = "f1"
MICRO, MACRO, WEIGHTED = "micro", "macro", "weighted"
BOUNDARY, PARTIAL, TYPE, OPTIMAL = "boundary", "partial", "type", "optimal"


def strict_hits(gold: Spans, predicted: Spans) -> int:
    """Count the spans that both sides have, as often as both have them.

    >>> strict_hits([[(0, 1, "A")]], [[(0, 1, "A"), (0, 1, "A")]])
    1
    """
    pairs = zip(gold, predicted, strict=True)
    return sum((Counter(mine) & Counter(yours)).total() for mine, yours in pairs)


def of_label(side: Spans, label: str) -> list[list[Span]]:
    """Keep the spans of one label.

    >>> of_label([[(0, 1, "A"), (1, 2, "B")]], "B")
    [[(1, 2, 'B')]]
    """
    return [[span for span in spans if span[2] == label] for spans in side]


def span_labels(*sides: Spans) -> list[str]:
    """Name the labels that occur, sorted.

    >>> span_labels([[(0, 1, "B")]], [[(0, 1, "A")], []])
    ['A', 'B']
    """
    return sorted({label for side in sides for spans in side for *_, label in spans})


def count(side: Spans) -> int:
    """Count the spans of all samples.

    >>> count([[(0, 1, "B")], []])
    1
    """
    return sum(len(spans) for spans in side)


def strict_f1(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of identical spans, pooled; there is a span.

    >>> strict_f1([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "A")]])
    Fraction(2, 3)
    """
    return Fraction(2 * strict_hits(gold, predicted), count(gold) + count(predicted))


def strict_of(label: str, gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of identical spans of one label that occurs.

    >>> strict_of("A", [[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 1)
    """
    return strict_f1(of_label(gold, label), of_label(predicted, label))


def macro_strict(gold: Spans, predicted: Spans) -> Fraction:
    """Average F1 over the labels in gold or predictions.

    >>> macro_strict([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 2)
    """
    labels = span_labels(gold, predicted)
    return sum((strict_of(x, gold, predicted) for x in labels), Fraction(0)) / len(labels)


def weighted_strict(gold: Spans, predicted: Spans) -> Fraction:
    """Average F1 over gold spans, each with the F1 of its label; 0 without any.

    >>> weighted_strict([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 1)
    """
    scores = [strict_of(label, gold, predicted) for spans in gold for *_, label in spans]
    return sum(scores, Fraction(0)) / max(1, len(scores))


def boundary_f1(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of the places of spans, whatever their labels.

    >>> boundary_f1([[(0, 1, "A")]], [[(0, 1, "B")]])
    Fraction(1, 1)
    """
    return strict_f1(_unlabelled(gold), _unlabelled(predicted))


def _unlabelled(side: Spans) -> list[list[Span]]:
    return [[(low, high, "") for low, high, _ in spans] for spans in side]


def type_credit(one: Span, other: Span) -> Fraction:
    """Give 1 for spans that share a token and their label.

    >>> type_credit((0, 2, "A"), (1, 3, "A"))
    Fraction(1, 1)
    """
    return Fraction(meet(one, other) and one[2] == other[2])


def partial_credit(one: Span, other: Span) -> Fraction:
    """Give 1 for the same place, 1/2 for places that share a token.

    >>> partial_credit((0, 2, "A"), (1, 3, "B"))
    Fraction(1, 2)
    """
    return Fraction(1) if one[:2] == other[:2] else Fraction(meet(one, other), 2)


Credit = Callable[[Span, Span], Fraction]


def best_credit(credit: Credit, gold: Sequence[Span], predicted: Sequence[Span]) -> Fraction:
    """Give the largest total credit of a pairing, by trying all.

    >>> best_credit(partial_credit, [(0, 2, "A")], [(0, 1, "A"), (0, 2, "A")])
    Fraction(1, 1)
    """
    if not predicted:
        return Fraction(0)
    first, rest = predicted[0], predicted[1:]
    best = best_credit(credit, gold, rest)
    for place, span in enumerate(gold):
        if value := credit(first, span):
            others = [*gold[:place], *gold[place + 1 :]]
            best = max(best, value + best_credit(credit, others, rest))
    return best


def best_f1(credit: Credit, gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of the pairing of largest credit.

    >>> best_f1(partial_credit, [[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 2)
    """
    total = sum(
        (best_credit(credit, a, b) for a, b in zip(gold, predicted, strict=True)), Fraction(0)
    )
    return 2 * total / (count(gold) + count(predicted))


def best_type(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of labels of spans that share a token, best paired.

    >>> best_type([[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 1)
    """
    return best_f1(type_credit, gold, predicted)


def best_partial(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 with half a hit for places that share a token, best paired.

    >>> best_partial([[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 2)
    """
    return best_f1(partial_credit, gold, predicted)


def _once(side: Spans) -> list[list[Span]]:
    return [list(dict.fromkeys(spans)) for spans in side]


def _pinned(value: Callable[[Spans, Spans], Fraction]) -> Callable[..., Outcome]:
    def check(subject: SpanScore, case: SpansCase) -> Outcome:
        taken = admitted_case(subject, case)
        gold, predicted = taken.gold, taken.predicted
        if not any((*gold, *predicted)):
            return Silent("there is no span")
        call = span_score(subject, gold, predicted)
        if SET in subject.claims:
            gold, predicted = _once(gold), _once(predicted)
        return is_number(subject, call, value(gold, predicted))

    return check


def _counts_of_f1(subject: SpanScore, case: SpansCase) -> Outcome:
    """Ask for spans of one label in one sample, equal or apart: a hit is one in any mode."""
    sides = (admitted(frozenset(), side) for side in (case.gold, case.predicted))
    found = [
        (mine, [span for span in yours if span in mine or not any(meet(span, x) for x in mine)])
        for gold, predicted in zip(*sides, strict=True)
        for label in span_labels([gold])
        for [mine], [yours] in [(of_label([gold], label), of_label([predicted], label))]
    ]
    pairs = [(mine, yours) for mine, yours in found if yours]
    if not pairs:
        return Silent("no sample has spans of one label on both sides")
    # Some hits, and some that are none, tell F1 from what looks like it.
    mine, yours = max(
        pairs, key=lambda pair: 0 < len({*pair[0]} & {*pair[1]}) < len({*pair[0], *pair[1]})
    )
    return is_number(subject, span_score(subject, [mine], [yours]), strict_f1([mine], [yours]))


def _law(name: str, says: str, value: Callable[[Spans, Spans], Fraction], *needs: str) -> SpanLaw:
    return Law(name, says, _pinned(value), Algebra.MERGE, frozenset(needs))


AVERAGED_LAWS: tuple[SpanLaw, ...] = (
    Law(
        "counts of f1",
        "Spans of one label in one sample score 2 hits / (gold + predicted).",
        _counts_of_f1,
        Algebra.IDENTITY,
        frozenset({F1}),
    ),
    _law("micro", "Strict micro F1 counts identical spans.", strict_f1, STRICT, MICRO),
    _law("macro", "Strict macro F1 averages over labels.", macro_strict, STRICT, MACRO),
    _law("weighted", "Weighted F1 weighs by gold spans.", weighted_strict, STRICT, WEIGHTED),
    _law("boundary", "Boundary F1 counts identical places.", boundary_f1, BOUNDARY, MICRO),
    _law("type", "Type F1 pairs as well as can be.", best_type, TYPE, MICRO, OPTIMAL),
    _law("partial", "Partial F1 pairs as well as can be.", best_partial, PARTIAL, MICRO, OPTIMAL),
)
