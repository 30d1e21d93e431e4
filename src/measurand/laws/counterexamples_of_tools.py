"""The smallest cases in which a law breaks for the numbers of other tools."""

from collections.abc import Iterable, Mapping

from measurand.laws.small import ONE_DOCUMENT, Refutation, case, sample
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tally import Tally


def _told(gold: Iterable[str], predicted: Iterable[str]) -> Sample:
    lists = (("gold_text", tuple(gold)), ("predicted_text", tuple(predicted)))
    return Sample(id="1", groups=ONE_DOCUMENT, lists=lists)


_NOTHING, _HIT, _MISS, _ALARM = sample(), sample("a", "a"), sample("a"), sample("", "a")
_FIRST, _OTHER, _THIRD = Span(0, 2, "A"), Span(0, 2, "B"), Span(0, 2, "C")
_LONGER, _ACROSS, _SECOND = Span(0, 3, "A"), Span(1, 3, "A"), Span(3, 6, "B")
_SPAN_HIT, _CONFUSED = sample([_FIRST], [_FIRST]), sample([_OTHER], [_FIRST])
_OVERLAP = Sample(id="1", groups=ONE_DOCUMENT, counts=(("", Tally(1, 1, 1)),))

TOOLS: Mapping[str, tuple[Refutation, ...]] = {
    "nothing": (
        (
            case(_NOTHING),
            (
                *("sklearn F1, macro", "sklearn F1, weighted", "sklearn precision, macro"),
                *("sklearn recall, macro", "sklearn Jaccard, macro", "seqeval F1, macro"),
            ),
        ),
    ),
    "missing prediction": (
        (case(_CONFUSED), ("nervaluate F1, exact", "nervaluate F1, partial")),
        (case(sample([_FIRST], [_LONGER])), ("nervaluate F1, ent_type",)),
    ),
    "repeated prediction": (
        (
            case(sample([_FIRST, _ACROSS], [_LONGER])),
            ("nervaluate F1, partial", "nervaluate F1, ent_type"),
        ),
        (case(sample([_OTHER, _THIRD], [_FIRST])), ("nervaluate F1, exact",)),
    ),
    "swap": (
        (case(_SPAN_HIT, _CONFUSED), ("sklearn F1, weighted", "seqeval F1, weighted")),
        (case(sample([_LONGER, _SECOND], [Span(2, 4, "B")])), ("nervaluate F1, ent_type",)),
    ),
    "empty sample": (
        (case(_HIT), ("SQuAD 1.1 F1",)),
        (case(_MISS), ("SQuAD 2.0 F1",)),
        (case(_told("a", "")), ("SQuAD exact match",)),
        (case(_OVERLAP), ("COCO IoU", "COCO IoU, crowd")),
    ),
    "one sample": (
        (
            case(sample("ab", "a")),
            (
                *("sklearn F1, binary", "sklearn F1, macro", "sklearn F1, weighted"),
                "sklearn precision, macro",
            ),
        ),
        (case(_NOTHING), ("sklearn recall, macro", "sklearn Jaccard, macro")),
        (
            case(sample([_FIRST, _OTHER], [_FIRST])),
            ("seqeval F1, macro", "seqeval F1, weighted"),
        ),
    ),
    "decomposition": (
        (
            case(_HIT, _ALARM),
            (
                *("sklearn F1, binary", "sklearn F1, micro", "sklearn F1, macro"),
                *("sklearn F1, weighted", "sklearn recall, macro"),
            ),
        ),
        (
            case(_HIT, sample("b", "c")),
            ("sklearn precision, macro", "sklearn Jaccard, macro"),
        ),
        (
            case(_SPAN_HIT, sample([_FIRST])),
            (
                *("seqeval F1, micro", "seqeval F1, macro", "seqeval F1, weighted"),
                *("nervaluate F1, strict", "nervaluate F1, exact"),
                *("nervaluate F1, partial", "nervaluate F1, ent_type"),
            ),
        ),
    ),
}
