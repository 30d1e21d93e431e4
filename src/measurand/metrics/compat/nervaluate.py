"""The scores of nervaluate: precision, recall and F1 of spans in its four modes.

The tool pairs spans in the order of its lists, ours go by their places in the text. Both agree
where no two spans of a side share a position, as in what tags write, and lists are in the order of
the text where that matters; other samples are refused.
"""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.span_matching import Assign, Mode, Scope, SpanMatch
from measurand.metrics.compat.count_arithmetic import Division, Tallied, rate
from measurand.metrics.compat.disjoint_spans import sides_apart
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Averaged, Definition
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import Average, EmptyValue
from measurand.values.items import Span, item_text
from measurand.values.sample import Sample, SpanEnds
from measurand.values.suggest import did_you_mean
from measurand.values.tagging import SCHEME, Scheme

TOOL, VERSIONS = "nervaluate", ("1.2.1",)

_MODES = {
    "strict": (Mode.STRICT, Assign.GREEDY),
    "exact": (Mode.EXACT, Assign.GREEDY),
    "partial": (Mode.PARTIAL, Assign.GREEDY),
    "ent_type": (Mode.TYPE, Assign.NEAREST),
}
_METRICS = ("precision", "recall", "f1")
_LEAST = 100
"""A gold span that is longer than so many times the overlap is not overlapped, for the tool."""


def samples_of_entities(
    true: Sequence[Sequence[Mapping[str, object]]], pred: Sequence[Sequence[Mapping[str, object]]]
) -> tuple[Sample, ...]:
    """Make samples of the entity dictionaries that nervaluate takes; ids count them from 0.

    The tool's `end` is the last position of a span; ours is the one behind it.

    >>> samples_of_entities([[{"label": "PER", "start": 2, "end": 4}]], [[]])[0].gold
    (Span(start=2, end=5, label='PER'),)

    Raises ValueError where the numbers of documents differ, and for what is no span.
    """
    if len(true) != len(pred):
        raise ValueError(f"predictions for each of {len(true)} documents: got {len(pred)}")
    return tuple(
        Sample(
            id=str(at),
            gold=tuple(_span(entity) for entity in gold),
            predicted=tuple(_span(entity) for entity in predicted),
        )
        for at, (gold, predicted) in enumerate(zip(true, pred, strict=True))
    )


def _span(entity: Mapping[str, object]) -> Span:
    match entity:
        case {"label": str() as label, "start": int() as start, "end": int() as end}:
            return Span(start, end + 1, label)
        case _:
            raise ValueError(f"a label, a start and an end: got {dict(entity)!r}")


def as_nervaluate(mode: str, metric: str, *, label: str | None = None) -> Compatible:
    """Say a score of nervaluate as a definition of ours: overall, or of one label.

    `mode` is strict, exact, partial or ent_type; `metric` is precision, recall or f1. `tags` of the
    tool are all labels that occur, min_overlap_percentage is at its default. Make the samples with
    `samples_of_entities`, or with `samples_of_tags` from tags with the prefixes B and I.

    >>> half = as_nervaluate("partial", "f1")
    >>> half.call
    "evaluate()['overall']['partial'].f1"
    >>> span, longer = {"label": "A", "start": 0, "end": 1}, {"label": "A", "start": 0, "end": 2}
    >>> half.number(samples_of_entities([[span]], [[longer]]))
    0.5

    The tool pairs in the order of its lists; `number` takes what it pairs as we do: spans of which
    no two of one side share a position, and in the modes partial and ent_type in the order of the
    text, each overlap at least a hundredth of its gold span.

    Raises ValueError for a mode or a metric that the tool does not have.
    """
    if mode not in _MODES:
        raise ValueError(
            f"a mode among {', '.join(_MODES)}: got {mode!r}{did_you_mean(mode, _MODES)}"
        )
    if metric not in _METRICS:
        raise ValueError(
            f"a score among {', '.join(_METRICS)}: got {metric!r}{did_you_mean(metric, _METRICS)}"
        )
    place = "['overall']" if label is None else f"['entities'][{label!r}]"
    return Compatible(
        tool=TOOL,
        call=f"evaluate(){place}[{mode!r}].{metric}",
        versions=VERSIONS,
        definition=_definition(mode, metric, label),
        arithmetic=InListOrder(label=label, pairs_overlaps=mode in {"partial", "ent_type"}),
        refuses=read_otherwise,
    )


def read_otherwise(sample: Sample) -> str:
    """Say that spans are not those that the tool reads, by tags or by ends; empty where they are.

    >>> read_otherwise(Sample(id="7", groups=(("scheme", "iob2"),)))
    "tags read as lenient, as nervaluate reads them: got 'iob2' in '7'; a CoNLL file \
with the prefixes B and I is read so by --input scheme=lenient"
    >>> read_otherwise(Sample(id="7", beyond_iob="S-PER")).partition(";")[0]
    "tags that are O, or B- or I- and a label, since nervaluate reads no others: got 'S-PER' in '7'"
    """
    scheme = sample.group(SCHEME)
    if scheme not in {None, Scheme.LENIENT.value}:
        return (
            f"tags read as {Scheme.LENIENT.value}, as {TOOL} reads them: got {scheme!r} in "
            f"{sample.id!r}; a CoNLL file with the prefixes B and I is read so by "
            f"--input scheme={Scheme.LENIENT.value}"
        )
    if sample.beyond_iob:
        return (
            f"tags that are O, or B- or I- and a label, since {TOOL} reads no others: got "
            f"{sample.beyond_iob!r} in {sample.id!r}; write its spans as such tags "
            "(measurand.compat.tags_of), or score the definition itself"
        )
    return unstated_ends(sample)


def unstated_ends(sample: Sample) -> str:
    """Say that nobody knows whether the ends of spans are inside them; empty where it is known.

    >>> unstated_ends(Sample(id="7", gold=(Span(0, 1),), ends=SpanEnds.OPEN))
    "spans whose ends are known to be inside or not, since nervaluate has them inside: got others \
in '7'; say --input end=inclusive or end=exclusive"
    """
    if sample.ends is not SpanEnds.OPEN or not (sample.gold or sample.predicted):
        return ""
    return (
        f"spans whose ends are known to be inside or not, since {TOOL} has them inside: got others "
        f"in {sample.id!r}; say --input end=inclusive or end=exclusive"
    )


def _definition(mode: str, metric: str, label: str | None) -> Averaged:
    judged, assigned = _MODES[mode]
    alone = label is not None
    seen = Observation(
        match=SpanMatch(
            mode=judged, assign=assigned, scope=Scope.BY_TYPE if alone else Scope.JOINT
        ),
        classes=ClassOf(ClassKind.LABEL) if alone else ClassOf(),
    )
    return rate(metric, seen, Averaging(average=Average(), only=label), EmptyValue.ZERO)


@frozen(kw_only=True)
class InListOrder:
    """The arithmetic of nervaluate, on the spans that it pairs as we do.

    >>> InListOrder(label=None, pairs_overlaps=True).says.partition(";")[0]
    'F of rounded precision and recall'
    """

    label: str | None
    pairs_overlaps: bool

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return Division.OF_RATES.value

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, and for spans that the tool pairs by the order of its
        lists.
        """
        for sample in samples:
            gold, predicted = sides_apart(sample, TOOL, label=self.label)
            if self.pairs_overlaps:
                _in_order(sample, gold)
                _in_order(sample, predicted)
                _overlaps_count(sample, gold, predicted)
        return Tallied(division=Division.OF_RATES).number(definition, samples)


def _in_order(sample: Sample, spans: Sequence[Span]) -> None:
    if list(spans) != sorted(spans):
        raise ValueError(
            f"spans in the order of the text, since {TOOL} pairs in the order listed: "
            f"those of {sample.id!r} are not"
        )


def _overlaps_count(sample: Sample, gold: Sequence[Span], predicted: Sequence[Span]) -> None:
    for right in (span for span in gold if span.end - span.start > _LEAST):
        for mine in predicted:
            if 0 < _LEAST * right.overlap(mine) < right.end - right.start:
                raise ValueError(
                    f"overlaps of at least a hundredth of gold spans, since {TOOL} sees no other: "
                    f"got {item_text(mine)} on {item_text(right)} of {sample.id!r}"
                )


def known_of_nervaluate() -> tuple[Compatible, ...]:
    """List the numbers that the auditor knows: those of all labels together.

    >>> len(known_of_nervaluate())
    12
    """
    return tuple(as_nervaluate(mode, metric) for mode in _MODES for metric in _METRICS)
