"""What a unit holds: what is missing in it, and what all classes of a sample come to."""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction

from measurand.evidence.evidence import Observed
from measurand.values.tally import EMPTY, Tally

Ratio = Callable[[Tally], Fraction]
"""The score of a unit that has gold items and predictions."""


class Case(Enum):
    """What is missing in a unit."""

    BOTH_EMPTY = "both_empty"
    GOLD_EMPTY = "gold_empty"
    PRED_EMPTY = "pred_empty"
    REGULAR = "regular"


def case_of(tally: Tally) -> Case:
    """Decide what is missing.

    >>> case_of(Tally(0, 1, 0)).value
    'gold_empty'
    """
    if tally.gold:
        return Case.REGULAR if tally.predicted else Case.PRED_EMPTY
    return Case.GOLD_EMPTY if tally.predicted else Case.BOTH_EMPTY


def row_tally(row: Observed) -> Tally:
    """Pool the classes of one sample.

    >>> row_tally(Observed((("a", Tally(1, 1, 1)), ("b", Tally(0, 1, 0)))))
    Tally(hits=1, predicted=2, gold=1)
    """
    match row.tallies:
        case ((_, tally),):
            return tally
        case tallies:
            return sum((tally for _, tally in tallies), EMPTY)
