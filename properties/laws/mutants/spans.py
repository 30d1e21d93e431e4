"""Definitions of this library as scores of spans, to hold them to the laws.

Scores of spans that are wrong on purpose, and right ones."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.span_matching import Assign, Mode, SpanMatch
from measurand.laws.kinds.span_scores import Span, Spans, SpanScore, meet
from measurand.laws.kinds.spans import (
    SPAN_F1,
    best_partial,
    best_type,
    boundary_f1,
    count,
    macro_strict,
    of_label,
    span_labels,
    strict_f1,
    strict_hits,
    strict_of,
    weighted_strict,
)
from measurand.laws.kinds.subject import Batched, Subject
from measurand.metrics.averaged import F
from measurand.metrics.definitions import Definition
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import CLASS, Average, AverageKind
from measurand.values.items import Span as SpanItem
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.laws.adequacy import Mutants, Wrong


def samples_of_spans(gold: Spans, predicted: Spans) -> tuple[Sample, ...]:
    """Make samples of lists of (start, end, label).

    >>> samples_of_spans([[(0, 1, "A")]], [[]])[0].gold
    (Span(start=0, end=1, label='A'),)

    Raises ValueError for lists of different lengths and for a span that ends before it starts.
    """
    return tuple(
        Sample(
            id=str(place),
            gold=tuple(SpanItem(*span) for span in mine),
            predicted=tuple(SpanItem(*span) for span in yours),
        )
        for place, (mine, yours) in enumerate(zip(gold, predicted, strict=True))
    )


@frozen
class Ours:
    """A definition as a function of lists of spans; None where it is undefined.

    >>> Ours(F())([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "A")]])
    Fraction(2, 3)
    """

    definition: Definition

    def __call__(self, gold: Spans, predicted: Spans) -> object:
        """Evaluate the definition."""
        score = evaluate(self.definition, samples_of_spans(gold, predicted))
        return score.value if isinstance(score, Defined) else None


_CLASSES = ClassOf(ClassKind.LABEL)
_CLAIMS = frozenset({"undefined", "symmetric", "nominal", "exact", "lengths", "checked"})


def _pooled(mode: Mode) -> Ours:
    match = SpanMatch(mode=mode, assign=Assign.OPTIMAL)
    return Ours(F(observation=Observation(match=match), averaging=Averaging(average=Average())))


OUR_SPANS: tuple[SpanScore, ...] = (
    Subject(
        "micro F1 of measurand",
        _pooled(Mode.STRICT),
        _CLAIMS | {"strict", "micro", "pooled", "overlapping", "multiset"},
    ),
    Subject(
        "macro F1 of measurand",
        Ours(
            F(
                observation=Observation(classes=_CLASSES),
                averaging=Averaging(average=Average(AverageKind.MACRO, (CLASS,))),
            )
        ),
        _CLAIMS | {"strict", "macro", "pooled"},
    ),
    Subject(
        "boundary F1 of measurand",
        _pooled(Mode.EXACT),
        _CLAIMS | {"boundary", "micro", "pooled"},
    ),
    Subject(
        "partial F1 of measurand",
        _pooled(Mode.PARTIAL),
        _CLAIMS | {"partial", "micro", "pooled", "optimal"},
    ),
    Subject(
        "type F1 of measurand",
        _pooled(Mode.TYPE),
        _CLAIMS | {"type", "micro", "pooled", "optimal"},
    ),
)


SpanFunction = Callable[[Spans, Spans], object]
Score = Callable[[Spans, Spans], Fraction]
STRICT_MICRO = frozenset({"strict", "micro"})
ALL = frozenset({"f1", "symmetric", "nominal", "exact", "lengths"})
_REPEATING = frozenset({"strict", "overlapping", "multiset"})
_MACRO, _WEIGHTED = frozenset({"strict", "macro"}), frozenset({"strict", "weighted"})
_TYPE = frozenset({"type", "micro", "optimal"})
_PARTIAL = frozenset({"partial", "micro", "optimal"})


def _guarded(score: Score, empty: int = 0) -> SpanFunction:
    def guarded(gold: Spans, predicted: Spans) -> Fraction:
        if any(low >= high for row in (*gold, *predicted) for low, high, _ in row):
            raise ValueError("a span ends after it starts")
        if len(gold) != len(predicted):
            raise ValueError("as many samples on both sides")
        return score(gold, predicted) if any((*gold, *predicted)) else Fraction(empty)

    return guarded


def _mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def _each(gold: Spans, predicted: Spans) -> list[tuple[Sequence[Span], Sequence[Span]]]:
    return list(zip(gold, predicted, strict=True))


def _rates(gold: Spans, predicted: Spans) -> tuple[Fraction, Fraction]:
    hits = strict_hits(gold, predicted)
    return Fraction(hits, count(predicted)), Fraction(hits, count(gold))


def _unguarded(gold: Spans, predicted: Spans) -> Fraction:
    precision, recall = _rates(gold, predicted)
    return 2 * precision * recall / (precision + recall)


def _clearing(gold: Spans, predicted: Spans) -> object:
    found = _strict(gold, predicted)
    if isinstance(predicted, list):
        predicted.clear()
    return found


def _dust(gold: Spans, predicted: Spans) -> float:
    return float(strict_f1(gold, predicted)) + 1e-12 if any((*gold, *predicted)) else 0.0


def _of_first_gold(gold: Spans, predicted: Spans) -> Fraction:
    return _mean(Fraction(mine[0] in yours) for mine, yours in _each(gold, predicted) if mine)


def _of_first_prediction(gold: Spans, predicted: Spans) -> Fraction:
    rows = [(mine, yours) for mine, yours in _each(gold, predicted) if mine or yours]
    return _mean(Fraction(bool(yours) and yours[0] in mine) for mine, yours in rows)


def _of_early_samples(gold: Spans, predicted: Spans) -> Fraction:
    rows = [
        (Fraction(1, place), strict_f1([mine], [yours]))
        for place, (mine, yours) in enumerate(_each(gold, predicted), start=1)
        if mine or yours
    ]
    return sum((w * f for w, f in rows), Fraction(0)) / sum((w for w, _ in rows), Fraction(0))


def _weighing(heavy: Callable[[Span], bool]) -> Score:
    def double(side: Spans) -> Spans:
        return [[span for span in spans for _ in range(1 + heavy(span))] for spans in side]

    return lambda gold, predicted: strict_f1(double(gold), double(predicted))


def _without_start(gold: Spans, predicted: Spans) -> Fraction:
    kept = [[[span for span in spans if span[0]] for spans in side] for side in (gold, predicted)]
    return strict_f1(*kept) if any((*kept[0], *kept[1])) else Fraction(0)


def _precision(gold: Spans, predicted: Spans) -> Fraction:
    return Fraction(strict_hits(gold, predicted), max(1, count(predicted)))


def _recall(gold: Spans, predicted: Spans) -> Fraction:
    return Fraction(strict_hits(gold, predicted), max(1, count(gold)))


def _f2(gold: Spans, predicted: Spans) -> Fraction:
    return Fraction(5 * strict_hits(gold, predicted), 4 * count(gold) + count(predicted))


def _jaccard(gold: Spans, predicted: Spans) -> Fraction:
    score = strict_f1(gold, predicted)
    return score / (2 - score)


def _blaming(gold: Spans, predicted: Spans) -> Fraction:
    score = strict_f1(gold, predicted)
    return score if score == 1 else score / (1 + count(predicted)) ** 9


def _terse(gold: Spans, predicted: Spans) -> Fraction:
    share = Fraction(count(predicted), max(1, count(gold)))
    return strict_f1(gold, predicted) * min(Fraction(1), share)


def _each_in_gold(gold: Spans, predicted: Spans) -> Fraction:
    hits = sum(span in mine for mine, yours in _each(gold, predicted) for span in yours)
    return Fraction(2 * hits, count(gold) + count(predicted))


def _capped(gold: Spans, predicted: Spans) -> Fraction:
    return min(Fraction(1), _each_in_gold(gold, predicted))


def _per_sample(gold: Spans, predicted: Spans) -> Fraction:
    return _mean(
        strict_f1([mine], [yours]) if mine or yours else Fraction(1)
        for mine, yours in _each(gold, predicted)
    )


def _batched(batches: Iterable[tuple[Spans, Spans]]) -> object:
    rows = list(batches)
    gold = [spans for mine, _ in rows for spans in mine]
    return _strict(gold, [spans for _, yours in rows for spans in yours])


def _mean_of_batches(batches: Iterable[tuple[Spans, Spans]]) -> Fraction:
    return _mean(
        strict_f1(gold, predicted) if any((*gold, *predicted)) else Fraction(0)
        for gold, predicted in batches
    )


def _cut(gold: Spans, predicted: Spans) -> Fraction:
    rows = list(zip(gold, predicted, strict=False))
    mine, yours = [a for a, _ in rows], [b for _, b in rows]
    return strict_f1(mine, yours) if any((*mine, *yours)) else Fraction(0)


def _greedy(credit: Callable[[Span, Span], bool]) -> Score:
    def score(gold: Spans, predicted: Spans) -> Fraction:
        hits = 0
        for mine, yours in _each(gold, predicted):
            left = list(mine)
            for span in yours:
                other = next((one for one in left if meet(one, span)), None)
                if other is not None:
                    left.remove(other)
                    hits += credit(other, span)
        return Fraction(2 * hits, count(gold) + count(predicted))

    return score


def _gold_labels(gold: Spans, predicted: Spans) -> Fraction:
    return _mean(strict_of(label, gold, predicted) for label in span_labels(gold))


def _by_predictions(gold: Spans, predicted: Spans) -> Fraction:
    return weighted_strict(predicted, gold)


def _best_label(gold: Spans, predicted: Spans) -> Fraction:
    return max(strict_of(label, gold, predicted) for label in span_labels(gold, predicted))


def _without_b(gold: Spans, predicted: Spans) -> Fraction:
    mine, yours = of_label(gold, "A"), of_label(predicted, "A")
    return strict_f1(mine, yours) if any((*mine, *yours)) else Fraction(1)


def _half(gold: Spans, predicted: Spans) -> Fraction:
    return (1 + strict_f1(gold, predicted)) / 2


def _never_full(gold: Spans, predicted: Spans) -> Fraction:
    return strict_f1(gold, predicted) * 99 / 100


def _rounded(gold: Spans, predicted: Spans) -> Fraction:
    return round(strict_f1(gold, predicted), 1)


def _starts(gold: Spans, predicted: Spans) -> Fraction:
    sides = [[[(low, low + 1, x) for low, _, x in s] for s in side] for side in (gold, predicted)]
    return strict_f1(*sides)


def _once(gold: Spans, predicted: Spans) -> Fraction:
    return strict_f1(
        *([list(dict.fromkeys(spans)) for spans in side] for side in (gold, predicted))
    )


def _same_type(one: Span, other: Span) -> bool:
    return one[2] == other[2]


_strict = _guarded(strict_f1)


def _wrong(
    name: str,
    says: str,
    function: SpanFunction,
    claims: AbstractSet[str] = frozenset(),
    batched: Batched | None = None,
) -> Wrong[[Spans, Spans]]:
    return Wrong(name, says, Subject(name, function, frozenset(claims), batched))


WRONG_SPANS: tuple[Wrong[[Spans, Spans]], ...] = (
    _wrong("unguarded", "divides by zero where nothing is found", _unguarded),
    _wrong("clearing", "empties the list of predictions", _clearing),
    _wrong("dust", "adds a little, so that full marks exceed 1", _dust),
    _wrong("never full", "gives 0.99 at most", _guarded(_never_full)),
    _wrong("half for free", "gives 1/2 for nothing", _guarded(_half, 1)),
    _wrong("first gold", "looks at the first gold span alone", _of_first_gold),
    _wrong("first prediction", "looks at the first prediction alone", _of_first_prediction),
    _wrong("early samples", "weighs early samples more", _guarded(_of_early_samples)),
    _wrong("label A", "weighs A twice", _guarded(_weighing(lambda s: s[2] == "A")), {"nominal"}),
    _wrong("start 0", "weighs the first token twice", _guarded(_weighing(lambda s: not s[0]))),
    _wrong("falsy start", "takes a start of 0 for none", _without_start),
    _wrong("precision", "calls precision symmetric", _precision, {"symmetric"}),
    _wrong("blaming", "divides by a power of predictions", _guarded(_blaming)),
    _wrong("terse", "scales by predictions per gold span", _guarded(_terse)),
    _wrong("capped", "counts each prediction in gold", _guarded(_capped), _REPEATING),
    _wrong("above 1", "counts each prediction in gold", _guarded(_each_in_gold), _REPEATING),
    _wrong("twice", "calls itself a set", _guarded(strict_f1), {"overlapping", "set"}),
    _wrong("empty is 1", "scores silent samples", _guarded(_per_sample, 1), {"pooled"}),
    _wrong("batches", "averages batches", _strict, {"mergeable"}, _mean_of_batches),
    _wrong("cut", "drops what is left over of the longer side", _cut, {"lengths"}),
    _wrong("unchecked", "takes spans that end before they start", _cut, {"checked"}),
    _wrong("empty 0", "says 1 for nothing and gives 0", _strict, {"empty=1"}),
    _wrong("empty 1", "says 0 for nothing, gives 1", _guarded(strict_f1, 1), {"empty=0"}),
    _wrong("places", "forgets labels", _guarded(boundary_f1), STRICT_MICRO),
    _wrong("starts", "forgets where spans end", _guarded(_starts), STRICT_MICRO),
    _wrong("touching", "takes any overlap", _guarded(best_type), STRICT_MICRO),
    _wrong("recall", "forgets false alarms", _recall, STRICT_MICRO),
    _wrong("F2", "weighs recall four times", _guarded(_f2), STRICT_MICRO),
    _wrong("Jaccard", "divides by the union", _guarded(_jaccard), STRICT_MICRO),
    _wrong("Jaccard, as F1", "divides by the union", _guarded(_jaccard), {"f1"}),
    _wrong("rounded", "rounds to one digit", _guarded(_rounded), STRICT_MICRO),
    _wrong("one label", "drops the label B", _guarded(_without_b), STRICT_MICRO),
    _wrong("macro for micro", "averages over labels", _guarded(macro_strict), STRICT_MICRO),
    _wrong("gold labels", "forgets labels that gold lacks", _guarded(_gold_labels), _MACRO),
    _wrong("best label", "takes the best label", _guarded(_best_label), _MACRO),
    _wrong("weighs predictions", "weighs by predictions", _guarded(_by_predictions), _WEIGHTED),
    _wrong("not weighted", "weighs labels alike", _guarded(macro_strict), _WEIGHTED),
    _wrong("strict places", "minds labels", _strict, {"boundary", "micro"}),
    _wrong("first that meets", "takes the first that meets", _guarded(_greedy(_same_type)), _TYPE),
    _wrong("whole places", "wants the place, not the label", _guarded(boundary_f1), _TYPE),
    _wrong("no half", "gives nothing for a part", _guarded(boundary_f1), _PARTIAL),
)


RIGHT_SPANS: tuple[SpanScore, ...] = (
    Subject(
        "strict F1",
        _strict,
        ALL | STRICT_MICRO | {"pooled", "mergeable", "checked", "overlapping", "multiset"},
        _batched,
    ),
    Subject("strict F1 of sets", _guarded(_once), ALL | STRICT_MICRO | {"overlapping", "set"}),
    Subject("macro F1", _guarded(macro_strict), ALL | _MACRO | {"pooled", "empty=0"}),
    Subject("weighted F1", _guarded(weighted_strict, 1), _WEIGHTED | {"empty=1", "exact"}),
    Subject("boundary F1", _guarded(boundary_f1), ALL | {"boundary", "micro", "overlapping"}),
    Subject("partial F1", _guarded(best_partial), ALL | _PARTIAL | {"overlapping"}),
    Subject("type F1", _guarded(best_type), ALL | _TYPE | {"overlapping"}),
    Subject("mean F1 of samples", _guarded(_per_sample, 1), ALL | {"strict", "empty=1"}),
    Subject("recall", _recall, {"nominal", "exact"}),
    *OUR_SPANS,
)

SPAN_F1_MUTANTS = Mutants(kind=SPAN_F1.name, right=RIGHT_SPANS, wrong=WRONG_SPANS)
