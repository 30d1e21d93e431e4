"""The scores of scikit-learn that it takes from a matrix of labels, one label on each side.

Their bits are known where the matrix holds whole numbers: then sums and products of its cells are
exact, whatever the order in which a machine adds them. (`agreement` says which labels it takes.)
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import nan, sqrt

from attrs import evolve, field, frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.averaged import Formula, Measure, own
from measurand.metrics.compat.count_arithmetic import Sorting, in_order, rate
from measurand.metrics.compat.pairwise_sums import in_pairs, plain_mean
from measurand.metrics.compat.sklearn_classes import one_kind
from measurand.metrics.compat.sklearn_labels import (
    Label,
    LabelKind,
    is_whole,
    label_text,
    of_one_type,
)
from measurand.metrics.definitions import Definition
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.metric import GOLD, HITS
from measurand.metrics.options import CLASS, Average, AverageKind, EmptyValue, Over, OverKind
from measurand.metrics.standard import INFORMEDNESS, KAPPA, LR_NEGATIVE, LR_POSITIVE, MCC
from measurand.values.items import item_text
from measurand.values.sample import Sample

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
        definition=Measure(metric=MCC, observation=_BY_ITEM, zero_division=EmptyValue.ZERO),
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
        definition=rate("recall", _BY_ITEM, _EACH_GOLD, EmptyValue.ZERO),
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


# What scikit-learn presupposes of labels that it makes a matrix of, and which scores are made.

_MOST = 2**26
"""So many samples can be squared without rounding."""
_TWO, _SHOWN = 2, 5


@frozen(kw_only=True)
class OfMatrix:
    """A score of a matrix of whole numbers, of labels that the tool takes.

    `listed` are the two labels of a score that has a positive one, which is the last; `numbers`
    tells whether the call names them, and whether they are whole numbers. `order` says how labels
    are sorted; where it is None, the samples say of which type they were.

    >>> OfMatrix(call=CALLS["hamming_loss"]).says
    'one division of counts'
    """

    call: Call = field(repr=False)
    listed: tuple[str, ...] = ()
    numbers: bool | None = None
    order: Sorting | None = None

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.call.says

    def number(self, _definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, and for labels and weights whose number is not known.
        """
        kind = one_kind(samples)
        if kind is not None and kind.sets:
            raise ValueError("one label on each side: got sets of labels")
        if self.numbers is not None and kind is not None and self.numbers is not kind.numbers:
            message = (
                "labels of the type of those of the samples, since to the tool 1 is not '1': "
                f"got {self.listed[0]!r} where the labels are {kind.value}"
            )
            raise ValueError(message)
        pairs = _pairs(samples)
        found = {
            repr(number): number
            for number in (self._in_order(pairs, order) for order in self._orders(kind, pairs))
        }
        if len(found) > 1:
            message = (
                "labels that are known to be texts or numbers, as the last bit depends on their "
                f"order: got {' and '.join(found)}; say order=Sorting.TEXT or Sorting.NUMBER"
            )
            raise ValueError(message)
        return found.popitem()[1]

    def _orders(self, kind: LabelKind | None, pairs: Pairs) -> Sequence[Sorting]:
        """List the orders in which the tool may sort the labels."""
        if kind is not None:
            return [Sorting.NUMBER if kind.numbers else Sorting.TEXT]
        if self.order is not None:
            return [self.order]
        whole = all(map(is_whole, chain.from_iterable(pairs)))
        return [Sorting.TEXT, Sorting.NUMBER] if whole else [Sorting.TEXT]

    def _in_order(self, pairs: Pairs, order: Sorting) -> float:
        labels = in_order(tuple(set(chain.from_iterable(pairs))), order)
        if self.call.two:
            self._check(pairs, labels)
        named = self.listed if self.numbers is not None else labels
        return self.call.of(Matrix(named, pairs))

    def _check(self, pairs: Pairs, labels: tuple[str, ...]) -> None:
        """Refuse labels that are not the two that are meant."""
        shown, meant = (", ".join(map(repr, some[:_SHOWN])) for some in (labels, self.listed))
        if self.numbers is not None and not set(labels) <= set(self.listed):
            message = f"no labels but {meant}: got {shown}"
        elif self.numbers is None and len(labels) != _TWO:
            message = f"two labels: got {shown}"
        elif self.numbers is None and self.listed not in {(), labels}:
            message = f"the labels {meant}, of which the last is positive: got {shown}"
            message += "; say labels=[...] to measurand.compat.as_sklearn"
        elif self.call.both and len({gold for (gold, _), count in pairs.items() if count}) < _TWO:
            message = f"two labels on the gold side: got one, of {shown}"
        else:
            return
        raise ValueError(message)


def _pairs(samples: Sequence[Sample]) -> Pairs:
    """Count samples by their labels.

    Raises ValueError where the matrix does not hold whole numbers that can be squared exactly.
    """
    if not samples:
        raise ValueError("at least one sample: got none")
    pairs: Counter[tuple[str, str]] = Counter()
    for one in samples:
        if one.weight.denominator != 1:
            message = (
                "weights that are whole numbers, as the last bit of sums of others depends on the "
                f"machine: got {one.weight} in {one.id!r}"
            )
            raise ValueError(message)
        gold, predicted = map(item_text, (*one.gold, *(one.predicted or ())))
        pairs[gold, predicted] += one.weight.numerator
    if pairs.total() > _MOST:
        message = f"at most {_MOST} samples, weights counted: got {pairs.total()}"
        raise ValueError(message)
    return pairs


def as_matrix_score(
    metric: str, labels: Sequence[Label] | None = None, order: Sorting | None = None
) -> tuple[Call, Definition, OfMatrix]:
    """Say a score of `CALLS`: how it is called, its definition, and its arithmetic.

    >>> call, definition, _ = as_matrix_score("positive_likelihood_ratio", ["no", "yes"])
    >>> call.call, definition.averaging.only
    ("class_likelihood_ratios(y_true, y_pred, labels=['no', 'yes'])[0]", 'yes')

    Raises ValueError unless the labels are two, of a score of a positive class.
    """
    call = CALLS[metric]
    definition = call.definition
    if not isinstance(definition, Measure) or metric not in RATIOS:
        if labels is not None:
            message = f"{metric} without labels, as the tool has it: leave them out"
            raise ValueError(message)
        return call, definition, OfMatrix(call=call, order=order)
    numbers = of_one_type(labels or ())
    listed = tuple(map(label_text, labels or (0, 1)))
    if len(set(listed)) != _TWO or len(listed) != _TWO:
        message = f"two labels, the positive one last: got {list(labels or ())}"
        raise ValueError(message)
    definition = evolve(definition, averaging=Averaging(average=Average(), only=listed[-1]))
    if labels is not None:
        call = evolve(call, call=call.call.replace("y_pred)", f"y_pred, labels={list(labels)!r})"))
    return call, definition, OfMatrix(call=call, listed=listed, numbers=numbers, order=order)
