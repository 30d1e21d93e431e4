"""The smallest cases in which a law breaks, found by search, cut down and named by hand.

Small is what a reader can work by hand: most have one sample or two, none more than five. That is
enough for what the laws speak of: a sample to change, one with nothing on a side, a perfect one,
and two that differ, so that means, pools and spreads come apart. Of a law that is neither proved
nor refuted here a property searches larger cases, and its cell says tested; that none was found is
no proof. A test holds each case to breaking its law for the definitions that it names. `COUNTS` has
those of counts and averages, `SIDES` where gold and answers are not treated alike, `CHANGES` those
of ratios, areas and what changed between answers, `TOOLS` the numbers of other tools.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve

from measurand.laws.counterexamples_of_formulas import FORMULAS
from measurand.laws.small_samples import (
    ANOTHER_DOCUMENT,
    ONE_DOCUMENT,
    Refutation,
    case,
    change,
    opinion,
    sample,
    sure,
    tried,
)
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tally import Tally

FIXED, BROKEN, STILL, KEPT = change("", "a"), change("a"), change(""), change("a", "a")
UNFLAGGED = evolve(KEPT, amounts=(("changed", Fraction(0)),))
UNKNOWN = evolve(KEPT, amounts=())
LEFT_OUT = change(None, "a")
HEAVY_LEFT_OUT = evolve(LEFT_OUT, weight=Fraction(2))
RATIOS = ("hits by try", "hits by try, no try is 0")
SHIFTS = ("improved", "improved of the changed", "degraded of the changed, none is 0")
GAINS = ("net gain", "net gain over all")
DIFFERENCES = ("change of macro F1", "change of micro F1")
AREA = ("area under the ROC curve",)
RIGHT, WRONG = sure(1, 1), sure(1, 0)

CHANGES: Mapping[str, tuple[Refutation, ...]] = {
    "range": (
        (case(tried(2, 1)), RATIOS),
        (case(FIXED, FIXED), ("fixed",)),
        (case(BROKEN, BROKEN), ("broken",)),
        (case(STILL, STILL), ("still wrong",)),
        (case(KEPT, KEPT), ("kept right",)),
        (case(BROKEN), (*GAINS, *DIFFERENCES)),
    ),
    "signed range": (
        (case(tried(2, 1)), RATIOS),
        (case(FIXED, FIXED), ("fixed",)),
        (case(BROKEN, BROKEN), ("broken",)),
        (case(STILL, STILL), ("still wrong",)),
        (case(KEPT, KEPT), ("kept right",)),
    ),
    "identity": (
        (case(tried(2, 1)), RATIOS),
        (
            case(KEPT),
            ("fixed", "broken", "still wrong", "break rate", *GAINS, *SHIFTS, *DIFFERENCES),
        ),
        (case(FIXED), ("kept right",)),
        (case(RIGHT, WRONG), AREA),
    ),
    "nothing": (
        (case(KEPT), ("kept right", "fix rate")),
        (case(UNKNOWN), SHIFTS),
    ),
    "silence": (
        (case(KEPT), ("broken", "fix rate", "break rate", *GAINS, *DIFFERENCES)),
        (case(STILL), ("still wrong",)),
        (case(UNKNOWN), SHIFTS),
    ),
    "missing prediction": (
        (case(BROKEN), ("broken", "break rate", "degraded of the changed, none is 0")),
        (case(STILL), ("still wrong",)),
    ),
    "wrong prediction": (
        (case(KEPT), ("broken", "break rate", "degraded of the changed, none is 0")),
        (case(FIXED), ("still wrong",)),
    ),
    "reversal": (
        (case(FIXED, STILL), ("fix rate",)),
        (case(BROKEN, KEPT), ("break rate",)),
    ),
    "replication": (
        (case(FIXED), ("fixed",)),
        (case(BROKEN), ("broken",)),
        (case(STILL), ("still wrong",)),
        (case(KEPT), ("kept right",)),
    ),
    "weight": ((case(LEFT_OUT, FIXED), ("net gain over all",)),),
    "empty sample": (
        (case(KEPT), ("kept right",)),
        (
            case(FIXED),
            (*GAINS, "improved", "improved of the changed", "change of macro F1"),
        ),
        (case(BROKEN), ("break rate", "degraded of the changed, none is 0")),
    ),
    "decomposition": (
        (case(tried(1, 1), tried(0, 3)), RATIOS),
        (case(RIGHT, WRONG), AREA),
        (case(FIXED, FIXED), ("fixed",)),
        (case(BROKEN, BROKEN), ("broken",)),
        (case(STILL, STILL), ("still wrong",)),
        (case(KEPT, KEPT), ("kept right",)),
        (case(FIXED, HEAVY_LEFT_OUT), ("net gain over all",)),
        (case(BROKEN, UNFLAGGED), ("degraded of the changed, none is 0",)),
        (case(FIXED, change("", "ab", gold="abc")), ("change of micro F1",)),
    ),
}
"""Refutations by law."""


WILD, PRICE, PRICE_OF_IT = opinion(""), opinion("price"), opinion("price", "it")
MISSED = sample([PRICE_OF_IT])

SIDES: Mapping[str, tuple[Refutation, ...]] = {
    "identity": ((case(sample([PRICE_OF_IT])), ("macro F1, target or aspect",)),),
    "missing prediction": (
        (
            case(sample([WILD], [PRICE])),
            (
                *("macro F1, gold wild", "micro F1 of multisets, gold wild"),
                *("macro F1, both wild", "micro F1 of multisets, both wild"),
            ),
        ),
    ),
    "repeated prediction": (
        (
            case(sample([WILD, WILD], [PRICE])),
            ("micro F1 of multisets, gold wild", "micro F1 of multisets, both wild"),
        ),
    ),
    "swap": (
        (
            case(sample([WILD], [PRICE])),
            ("macro F1, gold wild", "micro F1 of multisets, gold wild"),
        ),
        (case(sample([PRICE], [PRICE_OF_IT])), ("macro F1, target or aspect",)),
        (case(sample([PRICE], [PRICE])), ("macro F1 of the filled, rest left out",)),
    ),
    "empty sample": (
        (
            case(MISSED),
            (
                *("macro F1, gold wild", "macro F1, both wild"),
                *("macro F1, target or aspect", "macro F1 of the filled, rest left out"),
                "macro F1, bad on neither side",
            ),
        ),
        (case(change("")), ("macro F1, one pass", "macro F1 of the second answers")),
    ),
    "decomposition": (
        (
            case(sample([PRICE], [PRICE]), MISSED),
            ("micro F1 of multisets, gold wild", "micro F1 of multisets, both wild"),
        ),
    ),
}
"""Refutations by law."""


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

NOTHING, HIT, MISS, FALSE_ALARM = sample(), sample("a", "a"), sample("b"), sample("", "a")
DOLLAR, TWO_DOLLARS = (
    Sample(id="1", groups=ONE_DOCUMENT, amounts=(("cost", Fraction(cost)),)) for cost in (1, 2)
)
COUNTED_HIT, COUNTED_MISS = (
    Sample(id="1", groups=ONE_DOCUMENT, counts=(("", tally),))
    for tally in (Tally(1, 1, 1), Tally(0, 0, 1))
)
FIRST, SECOND, BOTH = Span(0, 2, "A"), Span(2, 4, "A"), Span(1, 3, "A")
LONGER, OTHER, THIRD = Span(0, 3, "A"), Span(0, 2, "B"), Span(0, 2, "C")
SPAN_HIT, SPAN_MISS, SPAN_ALARM = sample([FIRST], [FIRST]), sample([FIRST]), sample([], [FIRST])
CROSSED = sample("xy", "pq", ("p", "x", "0.9"), ("p", "y", "0.8"), ("q", "x", "0.95"))
TWO_OR_THREE = sample(  # two pairs of 0.9 weigh as much as three of 0.6
    *("xyz", "pqr"),
    *(("p", "x", "0.9"), ("r", "y", "0.9")),
    *(("p", "y", "0.6"), ("q", "x", "0.6"), ("r", "z", "0.6")),
)

COUNTS: Mapping[str, tuple[Refutation, ...]] = {
    "range": (
        (case(sample("ab", "ab")), ("hits", "predictions")),
        (case(sample("", "ab")), ("false positives",)),
        (case(sample("ab")), ("false negatives",)),
        (case(NOTHING, NOTHING), ("true negatives", "samples")),
        (case(TWO_DOLLARS), ("cost", "cost of a sample")),
    ),
    "signed range": (
        (case(sample("ab", "ab")), ("hits", "predictions")),
        (case(sample("", "ab")), ("false positives",)),
        (case(sample("ab")), ("false negatives",)),
        (case(NOTHING, NOTHING), ("true negatives", "samples")),
        (case(TWO_DOLLARS), ("cost", "cost of a sample")),
    ),
    "identity": (
        (
            case(sample("ab")),
            (
                *("spread of F1", "sample spread of F1", "hits", "predictions"),
                *("false positives", "false negatives", "true negatives"),
            ),
        ),
        (case(HIT, HIT), ("samples",)),
        (case(TWO_DOLLARS), ("cost", "cost of a sample")),
    ),
    "nothing": (
        (
            case(NOTHING),
            (
                *("F1 by class", "weighted F1 by class", "micro F1 of all classes but one"),
                *("strict spans, F1 by label", "spans by type, F1 by label"),
                *("spread of F1", "sample spread of F1", "true negatives", "samples"),
            ),
        ),
    ),
    "silence": (
        (
            case(sample("a")),
            (
                *("F1 by declared class", "macro F1, empty dropped"),
                *("F1 of P and R, empty skipped", "macro precision, silence right"),
                *("sample spread of F1", "false negatives", "samples"),
            ),
        ),
    ),
    "item order": ((case(CROSSED), ("micro F1, greedy",)),),
    "missing prediction": (
        (
            case(sample("a", "b", ("b", "a", "0.9"))),
            ("micro F1, greedy", "micro F1, optimal, pairs count 1", "false negatives"),
        ),
        (case(sample(["abcd"], ["abc"])), ("micro F1, optimal",)),
        (
            case(HIT, sample("ab"), at=1),
            ("macro F1, empty dropped", "spread of F1", "sample spread of F1"),
        ),
        (
            case(sample([FIRST], [LONGER])),
            ("spans by type, F1 by label", "spans of IoU 1/2, micro F1"),
        ),
        (
            case(sample([FIRST], [OTHER])),
            ("spans of exact place, micro F1", "partial spans, micro F1"),
        ),
    ),
    "repeated prediction": (
        (
            case(sample("xy", "p", ("p", "x", "0.9"), ("p", "y", "0.8"))),
            ("micro F1, greedy", "micro F1, optimal, pairs count 1"),
        ),
        (case(sample(["abcd", "abce"], ["abc"])), ("micro F1, optimal",)),
        (
            case(sample([FIRST, BOTH], [LONGER])),
            (
                *("partial spans, micro F1", "spans by type, F1 by label"),
                "spans of IoU 1/2, micro F1",
            ),
        ),
        (case(sample([OTHER, THIRD], [FIRST])), ("spans of exact place, micro F1",)),
        (case(FALSE_ALARM), ("predictions", "false positives")),
    ),
    "wrong prediction": (
        (case(NOTHING), ("predictions", "false positives")),
        (case(HIT, HIT), ("spread of F1", "sample spread of F1")),
    ),
    "swap": (
        (case(HIT, sample("b", "a")), ("weighted F1 by class",)),
        (case(CROSSED), ("micro F1, greedy",)),
        (case(TWO_OR_THREE), ("micro F1, optimal, pairs count 1",)),
    ),
    "replication": (
        (case(HIT), ("sample spread of F1", "hits", "predictions", "samples")),
        (case(FALSE_ALARM), ("false positives",)),
        (case(MISS), ("false negatives",)),
        (case(NOTHING), ("true negatives",)),
        (case(DOLLAR), ("cost",)),
    ),
    "weight": ((case(HIT), ("sample spread of F1", "samples")),),
    "empty sample": (
        (
            case(MISS),
            (
                *("macro precision", "macro recall", "macro F1", "F1 of macro P and R"),
                *("F1 by sample by document", "macro recall, no answer is empty"),
                *("macro Jaccard", "exact match", "exact match by document", "accuracy"),
                *("spread of F1", "sample spread of F1", "true negatives", "samples"),
            ),
        ),
        (case(FALSE_ALARM), ("macro precision, silence right",)),
        (case(HIT), ("macro F1, nothing is 0",)),
        (case(MISS, sample("a", None, groups=ANOTHER_DOCUMENT), at=1), ("F1 by document",)),
    ),
    "one sample": (
        (
            case(sample("ab", "a")),
            ("F1 by class", "F1 by declared class", "weighted F1 by class"),
        ),
        (
            case(sample([FIRST, OTHER], [FIRST])),
            ("strict spans, F1 by label", "spans by type, F1 by label"),
        ),
    ),
    "decomposition": (
        (
            case(HIT, MISS),
            (
                *("micro F1", "micro F2 of multisets", "F1 by document", "F1 by declared class"),
                *("F1 of P and R, empty skipped", "micro F1, greedy", "micro F1, optimal"),
                *("micro F1, optimal, pairs count 1", "spread of F1"),
                *("sample spread of F1", "hits", "predictions"),
                *("false negatives", "samples"),
            ),
        ),
        (
            case(HIT, FALSE_ALARM),
            (
                *("F1 by class", "weighted F1 by class", "micro F1 of all classes but one"),
                "false positives",
            ),
        ),
        (case(sample("ab", "a"), sample("a", "ab")), ("F1 of macro P and R",)),
        (case(HIT, sample("b", "c")), ("micro Jaccard of multisets",)),
        (case(NOTHING, HIT), ("macro F1, undefined is 0",)),
        (case(NOTHING, NOTHING), ("true negatives",)),
        (
            case(HIT, MISS, sample("b", groups=ANOTHER_DOCUMENT)),
            ("F1 by sample by document", "exact match by document"),
        ),
        (
            case(SPAN_HIT, SPAN_MISS),
            (
                *("strict spans, micro F1", "spans of exact place, micro F1"),
                *("partial spans, micro F1", "spans of IoU 1/2, micro F1"),
            ),
        ),
        (
            case(SPAN_HIT, SPAN_ALARM),
            ("strict spans, F1 by label", "spans by type, F1 by label"),
        ),
        (case(COUNTED_HIT, COUNTED_MISS), ("F1 of given counts",)),
        (case(DOLLAR, DOLLAR), ("cost",)),
    ),
}

PARTS = (COUNTS, SIDES, CHANGES, TOOLS, FORMULAS)
REFUTATIONS: Mapping[str, tuple[Refutation, ...]] = {
    law: tuple(found for part in PARTS for found in part.get(law, ()))
    for law in dict.fromkeys(law for part in PARTS for law in part)
}
"""What the laws do not promise, law by law; every other cell of the table is a promise."""
