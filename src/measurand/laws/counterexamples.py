"""Where laws break: for each law, the smallest cases known and the definitions they refute.

Found by a search over small corpora, each then made smaller as long as the law stayed broken; a
test holds every one of them to its law.
"""

from collections.abc import Mapping
from fractions import Fraction

from measurand.laws.case import Case
from measurand.values.items import Span
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import Tally


def texts(*samples: tuple[str, str]) -> tuple[Sample, ...]:
    """Make plain samples of gold and predicted words.

    >>> texts(("a b", "a"))[0].gold
    ('a', 'b')
    """
    return tuple(
        Sample(id=str(at), gold=tuple(gold.split()), predicted=tuple(mine.split()))
        for at, (gold, mine) in enumerate(samples, start=1)
    )


COUNTEREXAMPLES: Mapping[str, tuple[tuple[Case, tuple[str, ...]], ...]] = {
    "range": (
        (
            Case(corpus=(Sample(id="1", gold=("a",), predicted=("a",), weight=Fraction(2)),)),
            ("hits",),
        ),
        (
            Case(corpus=(Sample(id="1", predicted=("a",), weight=Fraction(2)),)),
            ("predictions", "false positives"),
        ),
        (Case(corpus=texts(("a a", ""))), ("false negatives",)),
        (Case(corpus=(Sample(id="1", weight=Fraction(2)),)), ("true negatives",)),
        (Case(corpus=texts(("", ""), ("", ""))), ("samples",)),
        (
            Case(corpus=(Sample(id="1", amounts=(("cost", Fraction(-1)),)),)),
            ("cost", "cost of a sample"),
        ),
    ),
    "identity": (
        (Case(corpus=texts(("", ""))), ("spread of F1",)),
        (Case(corpus=texts(("a", ""))), ("sample spread of F1",)),
        (
            Case(corpus=()),
            (
                "hits",
                "predictions",
                "false positives",
                "false negatives",
                "true negatives",
                "samples",
                "cost",
                "cost of a sample",
            ),
        ),
    ),
    "nothing": (
        (
            Case(corpus=texts(("", ""))),
            (
                "F1 by class",
                "weighted F1 by class",
                "strict spans, F1 by label",
                "spans by type, F1 by label",
                "spread of F1",
                "sample spread of F1",
                "true negatives",
                "samples",
                "cost",
                "cost of a sample",
            ),
        ),
    ),
    "silence": (
        (
            Case(corpus=texts(("a", ""))),
            (
                "F1 by declared class",
                "macro F1, empty dropped",
                "F1 of P and R, empty skipped",
                "macro precision, silence right",
                "sample spread of F1",
                "false negatives",
                "samples",
                "cost",
                "cost of a sample",
            ),
        ),
    ),
    "item order": (
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=("ab",),
                        predicted=("b", "a"),
                        similarities=(
                            Similarity(predicted="b", gold="ab", value=Fraction(9, 10)),
                            Similarity(predicted="a", gold="ab", value=Fraction(3, 4)),
                        ),
                    ),
                )
            ),
            ("micro F1, greedy",),
        ),
    ),
    "missing prediction": (
        (Case(corpus=texts(("a b", ""), ("a", "a"))), ("macro F1, empty dropped",)),
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=("a",),
                        predicted=("b",),
                        similarities=(Similarity(predicted="b", gold="a", value=Fraction(9, 10)),),
                    ),
                )
            ),
            ("micro F1, greedy", "micro F1, optimal, pairs count 1"),
        ),
        (
            Case(corpus=(Sample(id="1", gold=(Span(0, 1, "A"),), predicted=(Span(0, 1, "B"),)),)),
            ("spans of exact place, micro F1", "partial spans, micro F1"),
        ),
        (
            Case(corpus=(Sample(id="1", gold=(Span(0, 1, "A"),), predicted=(Span(0, 2, "A"),)),)),
            ("spans by type, F1 by label", "spans of IoU 1/2, micro F1"),
        ),
        (Case(corpus=texts(("", ""), ("a", "")), at=1), ("spread of F1", "sample spread of F1")),
        (Case(corpus=texts(("a", ""))), ("false negatives",)),
    ),
    "repeated prediction": (
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=("a", "a"),
                        predicted=("b",),
                        similarities=(Similarity(predicted="b", gold="a", value=Fraction(9, 10)),),
                    ),
                )
            ),
            ("micro F1, greedy", "micro F1, optimal, pairs count 1"),
        ),
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=(Span(1, 2, "B"), Span(1, 2, "A")),
                        predicted=(Span(1, 2, "A"),),
                    ),
                )
            ),
            ("spans of exact place, micro F1",),
        ),
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=(Span(0, 1, "A"), Span(0, 1, "A")),
                        predicted=(Span(0, 2, "A"),),
                    ),
                )
            ),
            ("partial spans, micro F1", "spans by type, F1 by label", "spans of IoU 1/2, micro F1"),
        ),
        (Case(corpus=texts(("", "a"))), ("predictions", "false positives")),
    ),
    "wrong prediction": (
        (Case(corpus=texts(("", ""), ("", ""))), ("spread of F1", "sample spread of F1")),
        (Case(corpus=texts(("", ""))), ("predictions", "false positives")),
    ),
    "swap": (
        (Case(corpus=texts(("a", ""))), ("weighted F1 by class",)),
        (
            Case(
                corpus=(
                    Sample(
                        id="1",
                        gold=("b",),
                        predicted=("ab", "a"),
                        similarities=(
                            Similarity(predicted="ab", gold="b", value=Fraction(9, 10)),
                            Similarity(predicted="a", gold="b", value=Fraction(1)),
                        ),
                    ),
                )
            ),
            ("micro F1, greedy",),
        ),
    ),
    "replication": (
        (Case(corpus=texts(("", ""))), ("sample spread of F1", "true negatives", "samples")),
        (Case(corpus=texts(("a", "a"))), ("hits",)),
        (Case(corpus=texts(("", "a"))), ("predictions", "false positives")),
        (Case(corpus=texts(("a", ""))), ("false negatives",)),
        (Case(corpus=(Sample(id="1", amounts=(("cost", Fraction(-1)),)),)), ("cost",)),
    ),
    "weight": ((Case(corpus=texts(("", ""))), ("sample spread of F1", "samples")),),
    "empty sample": (
        (
            Case(corpus=texts(("a", ""))),
            (
                "macro precision",
                "macro recall",
                "macro F1",
                "F1 of macro P and R",
                "macro recall, no answer is empty",
                "macro Jaccard",
                "exact match",
                "accuracy",
                "spread of F1",
            ),
        ),
        (
            Case(
                corpus=(
                    Sample(id="1", groups=(("document", "d2"),), weight=Fraction(0)),
                    Sample(id="2", gold=("a",), groups=(("document", "d1"),)),
                )
            ),
            ("F1 by document",),
        ),
        (
            Case(corpus=(Sample(id="1", predicted=("a",), groups=(("document", "d1"),)),)),
            ("F1 by sample by document", "exact match by document"),
        ),
        (Case(corpus=texts(("", "a"))), ("macro precision, silence right",)),
        (Case(corpus=texts(("a", "a"))), ("macro F1, nothing is 0",)),
        (Case(corpus=texts(("", ""))), ("sample spread of F1", "true negatives", "samples")),
    ),
    "one sample": (
        (
            Case(corpus=texts(("", ""))),
            (
                "F1 by class",
                "weighted F1 by class",
                "strict spans, F1 by label",
                "spans by type, F1 by label",
            ),
        ),
        (Case(corpus=texts(("", "a"))), ("F1 by declared class",)),
    ),
    "decomposition": (
        (
            Case(corpus=texts(("", "a"), ("", ""))),
            (
                "micro F1",
                "micro F2 of multisets",
                "micro F1, greedy",
                "micro F1, optimal",
                "micro F1, optimal, pairs count 1",
                "micro Jaccard of multisets",
                "spread of F1",
            ),
        ),
        (Case(corpus=texts(("a", "a"), ("a b", "a"))), ("F1 of macro P and R",)),
        (
            Case(
                corpus=(
                    Sample(id="1", groups=(("document", "d2"),)),
                    Sample(
                        id="2", predicted=("a",), groups=(("document", "d1"),), weight=Fraction(2)
                    ),
                )
            ),
            ("F1 by document", "F1 by sample by document", "exact match by document"),
        ),
        (Case(corpus=texts(("a", "a"), ("a", ""))), ("F1 by class", "weighted F1 by class")),
        (
            Case(corpus=(Sample(id="1", weight=Fraction(0)),)),
            ("F1 by declared class", "macro F1, undefined is 0"),
        ),
        (Case(corpus=texts(("", "a"), ("a", ""))), ("F1 of P and R, empty skipped",)),
        (
            Case(corpus=(Sample(id="1"), Sample(id="2", predicted=(Span(0, 1, "A"),)))),
            (
                "strict spans, micro F1",
                "spans of exact place, micro F1",
                "partial spans, micro F1",
                "spans of IoU 1/2, micro F1",
            ),
        ),
        (
            Case(
                corpus=(
                    Sample(id="1", gold=(Span(0, 1, "A"),), predicted=(Span(0, 1, "A"),)),
                    Sample(id="2", gold=(Span(0, 1, "A"),)),
                )
            ),
            ("strict spans, F1 by label", "spans by type, F1 by label"),
        ),
        (
            Case(
                corpus=(
                    Sample(id="1", groups=(("document", "d1"),), counts=(("A", Tally(0, 0, 1)),)),
                    Sample(id="2", groups=(("document", "d1"),), counts=()),
                )
            ),
            ("F1 of given counts",),
        ),
        (Case(corpus=texts(("", ""), ("", ""))), ("sample spread of F1",)),
        (
            Case(corpus=()),
            (
                "hits",
                "predictions",
                "false positives",
                "false negatives",
                "true negatives",
                "samples",
            ),
        ),
        (
            Case(corpus=(Sample(id="1", weight=Fraction(0), amounts=(("cost", Fraction(-1)),)),)),
            ("cost",),
        ),
    ),
}
"""Cases by the name of the law; each with the names (of the catalogue) of what it refutes."""
