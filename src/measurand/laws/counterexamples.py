"""The smallest cases in which a law breaks, found by search, cut down and named by hand."""

from collections.abc import Mapping
from fractions import Fraction

from measurand.laws.counterexamples_of_changes import CHANGES
from measurand.laws.counterexamples_of_formulas import FORMULAS
from measurand.laws.counterexamples_of_sides import SIDES
from measurand.laws.counterexamples_of_tools import TOOLS
from measurand.laws.small import ANOTHER_DOCUMENT, ONE_DOCUMENT, Refutation, case, sample
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tally import Tally

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
                *("F1 by class", "weighted F1 by class"),
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
        (case(HIT, FALSE_ALARM), ("F1 by class", "weighted F1 by class", "false positives")),
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
