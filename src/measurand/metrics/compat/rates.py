"""Precision, recall and F of tools that put one number wherever they would divide by zero."""

from fractions import Fraction

from measurand.evidence.observation import Observation
from measurand.metrics.definitions import F, Precision, Recall
from measurand.metrics.options import ZEROES, Part, Parts
from measurand.metrics.parts import Averaging, EmptyRules


def rate(
    metric: str, seen: Observation, how: Averaging, zero: Part, *, beta: Fraction = Fraction(1)
) -> Precision | Recall | F:
    """Say precision, recall, or else F, where 0 by 0 is `zero`; an F of a side alone is 0.

    >>> recall = rate("recall", Observation(), Averaging(), Part.ONE)
    >>> recall.empty.gold_empty.recall, recall.empty.pred_empty.recall
    (<Part.ONE: '1'>, <Part.ZERO: '0'>)
    """
    both = Parts(zero, zero)
    match metric:
        case "precision":
            rules = EmptyRules(both_empty=both, pred_empty=Parts(zero, Part.ZERO))
            return Precision(observation=seen, averaging=how, empty=rules)
        case "recall":
            rules = EmptyRules(both_empty=both, gold_empty=Parts(Part.ZERO, zero))
            return Recall(observation=seen, averaging=how, empty=rules)
        case _:
            rules = EmptyRules(both_empty=both, gold_empty=ZEROES, pred_empty=ZEROES)
            return F(beta=beta, observation=seen, averaging=how, empty=rules)
