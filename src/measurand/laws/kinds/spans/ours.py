"""Definitions of this library as scores of spans, to hold them to the laws."""

from attrs import frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.spans import Assign, Mode, SpanMatch
from measurand.laws.kinds.spans.cases import Spans, SpanScore
from measurand.laws.kinds.subject import Subject
from measurand.metrics.averaged import F
from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import CLASS, Average, AverageKind
from measurand.metrics.parts import Averaging
from measurand.values.items import Span as SpanItem
from measurand.values.sample import Sample
from measurand.values.score import Defined


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
