"""The scores of scikit-learn that it takes from a matrix of labels, one label on each side.

Their bits are known where the matrix holds whole numbers: then sums and products of its cells are
exact, whatever the order in which a machine adds them. (`agreement` says which labels it takes.)
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import nan, sqrt

from attrs import frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.averaged import Formula, Measure, own
from measurand.metrics.compat.rates import rate
from measurand.metrics.compat.sums import in_pairs, plain_mean
from measurand.metrics.definitions import Definition
from measurand.metrics.metric import GOLD, HITS
from measurand.metrics.options import CLASS, Average, AverageKind, Over, OverKind, Part
from measurand.metrics.parts import Averaging
from measurand.metrics.standard import INFORMEDNESS, KAPPA, LR_NEGATIVE, LR_POSITIVE, MCC

Pairs = Counter[tuple[str, str]]
"""How often each label was predicted where another, or the same, is gold."""
_BY_ITEM = Observation(classes=ClassOf(ClassKind.ITEM))
_EACH_GOLD = Averaging(average=Average(AverageKind.MACRO, (CLASS,)), over=Over(OverKind.GOLD))


@frozen
class Matrix:
    """How often each label was predicted where another, or the same, is so; labels in order.

    >>> Matrix(("a", "b"), Counter({("a", "a"): 2, ("a", "b"): 1})).right
    2
    """

    labels: Sequence[str]
    cells: Pairs

    @cached_property
    def gold(self) -> Sequence[int]:
        """Count how often each label is so."""
        return [
            sum(self.cells.get((one, other), 0) for other in self.labels) for one in self.labels
        ]

    @cached_property
    def predicted(self) -> Sequence[int]:
        """Count how often each label is predicted."""
        return [
            sum(self.cells.get((one, other), 0) for one in self.labels) for other in self.labels
        ]

    @property
    def total(self) -> int:
        """Count all samples."""
        return sum(self.gold)

    @property
    def right(self) -> int:
        """Count those that are right."""
        return sum(self.cells.get((one, one), 0) for one in self.labels)


def _mcc(matrix: Matrix) -> float:
    total, both = matrix.total, zip(matrix.gold, matrix.predicted, strict=True)
    top = matrix.right * total - sum(gold * mine for gold, mine in both)
    mine, gold = (
        float(total**2 - sum(one * one for one in side)) for side in (matrix.predicted, matrix.gold)
    )
    return float(top) / sqrt(mine * gold) if mine * gold else 0.0


def _kappa(matrix: Matrix) -> float:
    expected = [
        0.0 if at == other else float(mine * gold) / matrix.total
        for at, mine in enumerate(matrix.predicted)
        for other, gold in enumerate(matrix.gold)
    ]
    below = in_pairs(expected)
    return 1 - (matrix.total - matrix.right) / below if below else nan


def _balanced(matrix: Matrix) -> float:
    rows = zip(matrix.labels, matrix.gold, strict=True)
    return plain_mean([matrix.cells.get((one, one), 0) / gold for one, gold in rows if gold])


def _adjusted(matrix: Matrix) -> float:
    chance = 1 / len(matrix.labels)
    return (_balanced(matrix) - chance) / (1 - chance)


def _positive(matrix: Matrix) -> float:
    hits, spurious, _, _, positives, negatives = _binary(matrix)
    below = spurious * positives
    return hits * negatives / below if below else nan


def _negative(matrix: Matrix) -> float:
    _, _, missed, right, positives, negatives = _binary(matrix)
    below = right * positives
    return missed * negatives / below if below else nan


def _binary(matrix: Matrix) -> tuple[int, int, int, int, int, int]:
    """Count tp, fp, fn, tn, what is positive and what is negative; the second label is positive."""
    negative, positive = matrix.labels
    pairs = (positive, positive), (negative, positive), (positive, negative), (negative, negative)
    hits, spurious, missed, right = (matrix.cells.get(pair, 0) for pair in pairs)
    return hits, spurious, missed, right, hits + missed, right + spurious


def _wrong(matrix: Matrix) -> float:
    return (matrix.total - matrix.right) / matrix.total


def _not_right(matrix: Matrix) -> float:
    return 1 - matrix.right / matrix.total


@frozen(kw_only=True)
class Call:
    """A score of a matrix: how it is called, what it makes of a matrix, and its definition.

    `two` tells whether it is of two labels, `both` whether each of these is gold somewhere.
    """

    call: str
    of: Callable[[Matrix], float]
    definition: Definition
    says: str
    two: bool = False
    both: bool = False


_WRONG = Formula(metric=own((GOLD - HITS) / GOLD))
_RATIO = "one division of counts"

CALLS: Mapping[str, Call] = {
    "matthews_corrcoef": Call(
        call="matthews_corrcoef(y_true, y_pred)",
        of=_mcc,
        definition=Measure(metric=MCC, observation=_BY_ITEM, zero_division=Part.ZERO),
        says="counts divided by the root of a product of counts",
    ),
    "cohen_kappa_score": Call(
        call="cohen_kappa_score(y1, y2)",
        of=_kappa,
        definition=Measure(metric=KAPPA, observation=_BY_ITEM),
        says="1 less one division; below, a sum over all pairs of labels, added pairwise",
    ),
    "balanced_accuracy_score": Call(
        call="balanced_accuracy_score(y_true, y_pred)",
        of=_balanced,
        definition=rate("recall", _BY_ITEM, _EACH_GOLD, Part.ZERO),
        says="a mean of recalls, added pairwise, classes sorted",
    ),
    "adjusted_balanced_accuracy": Call(
        call="balanced_accuracy_score(y_true, y_pred, adjusted=True)",
        of=_adjusted,
        definition=Measure(metric=INFORMEDNESS, observation=_BY_ITEM, averaging=_EACH_GOLD),
        says="a mean of two recalls, less a half, doubled",
        two=True,
        both=True,
    ),
    "positive_likelihood_ratio": Call(
        call="class_likelihood_ratios(y_true, y_pred)[0]",
        of=_positive,
        definition=Measure(metric=LR_POSITIVE, observation=_BY_ITEM),
        says=_RATIO,
        two=True,
    ),
    "negative_likelihood_ratio": Call(
        call="class_likelihood_ratios(y_true, y_pred)[1]",
        of=_negative,
        definition=Measure(metric=LR_NEGATIVE, observation=_BY_ITEM),
        says=_RATIO,
        two=True,
    ),
    "zero_one_loss": Call(
        call="zero_one_loss(y_true, y_pred)",
        of=_not_right,
        definition=_WRONG,
        says="1 less one division of counts",
    ),
    "hamming_loss": Call(
        call="hamming_loss(y_true, y_pred)", of=_wrong, definition=_WRONG, says=_RATIO
    ),
}
"""The scores by the names of their functions; of those that give two numbers, by these."""
RATIOS = frozenset(("positive_likelihood_ratio", "negative_likelihood_ratio"))
"""Scores of a positive class: the last one, in the order in which the tool sorts them."""
