"""What scikit-learn presupposes of labels that it makes a matrix of, and which scores are made."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from attrs import evolve, field, frozen

from measurand.metrics.averaged import Measure
from measurand.metrics.compat.classes import one_kind
from measurand.metrics.compat.labels import Label, LabelKind, is_whole, label_text, of_one_type
from measurand.metrics.compat.matrices import CALLS, RATIOS, Call, Matrix, Pairs
from measurand.metrics.compat.tallied import Sorting, in_order
from measurand.metrics.definitions import Definition
from measurand.metrics.options import Average
from measurand.metrics.parts import Averaging
from measurand.values.items import item_text
from measurand.values.sample import Sample

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
