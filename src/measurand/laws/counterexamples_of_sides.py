"""The smallest cases in which a law breaks where gold and answers are not treated alike."""

from collections.abc import Mapping

from measurand.laws.small import Refutation, case, change, opinion, sample

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
