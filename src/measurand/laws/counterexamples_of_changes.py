"""The smallest cases in which a law breaks of ratios, areas and what changed between answers."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from measurand.laws.small import Refutation, case, change, sure, tried

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
