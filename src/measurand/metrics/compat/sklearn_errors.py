"""The errors of numbers of scikit-learn: mean absolute and squared error, its root, R squared.

The tool has floats and adds them pairwise, as numpy does; differences and squares are rounded
before that. Our definition is of the exact numbers, so the two may differ in the last digits.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import nan, sqrt

from attrs import frozen

from measurand.metrics.compat.pairwise_sums import in_pairs
from measurand.metrics.compat.tool import Compatible, Refusal
from measurand.metrics.definitions import Definition, Numeric
from measurand.metrics.numeric import NUMERIC
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

_LARGEST = Fraction(2) ** 400
"""The square of a difference of such numbers is a float, and a sum of many of them too."""
_TWO = 2

Column = Sequence[float]


def _mean(values: Column, weights: Column | None) -> float:
    """Take a mean as numpy does; without weights it is divided by how many there are."""
    if weights is None:
        return in_pairs(values) / len(values)
    weighed = [one * weight for one, weight in zip(values, weights, strict=True)]
    return in_pairs(weighed) / in_pairs(weights)


def _apart(true: Column, predicted: Column) -> Column:
    return [one - other for one, other in zip(true, predicted, strict=True)]


def _absolute(true: Column, predicted: Column, weights: Column | None) -> float:
    return _mean([abs(one) for one in _apart(true, predicted)], weights)


def _squared(true: Column, predicted: Column, weights: Column | None) -> float:
    return _mean([one * one for one in _apart(true, predicted)], weights)


def _root(true: Column, predicted: Column, weights: Column | None) -> float:
    return sqrt(_squared(true, predicted, weights))


def _explained(true: Column, predicted: Column, weights: Column | None) -> float:
    if len(true) < _TWO:
        return nan
    middle, heavy = _mean(true, weights), weights or [1.0] * len(true)
    above, below = (
        in_pairs([weight * (one * one) for one, weight in zip(some, heavy, strict=True)])
        for some in (_apart(true, predicted), [one - middle for one in true])
    )
    if not below:
        message = (
            "numbers that are not all the same, where the tool puts 1 or 0 for the quotient: "
            f"got {true[0]!r} in each sample"
        )
        raise ValueError(message)
    return 1 - above / below


ERRORS: Mapping[str, tuple[str, Callable[[Column, Column, Column | None], float]]] = {
    "mean_absolute_error": ("mae", _absolute),
    "mean_squared_error": ("mse", _squared),
    "root_mean_squared_error": ("rmse", _root),
    "r2_score": ("r2", _explained),
}
"""The metric of ours for each function, and its floats."""


@frozen(kw_only=True)
class OfNumbers:
    """Differences of floats, and means of these that are added pairwise as numpy does.

    >>> OfNumbers(metric="mean_squared_error").says
    'differences of floats; means that are added pairwise'
    """

    metric: str

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "differences of floats; means that are added pairwise"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN where it needs two samples and got one.

        Raises ValueError without samples, and where the tool has a number by rule.
        """
        if not isinstance(definition, Numeric):
            message = "a metric of two columns of numbers: got another definition"
            raise TypeError(message)
        if not samples:
            message = "at least one sample: got none"
            raise ValueError(message)
        true, predicted = (
            [float(one.amount(name) or 0) for one in samples]
            for name in (definition.gold, definition.predicted)
        )
        weights = [float(one.weight) for one in samples]
        even = all(weight == 1 for weight in weights)
        return ERRORS[self.metric][1](true, predicted, None if even else weights)


def as_sklearn_numbers(metric: str, gold: str, predicted: str) -> Compatible:
    """Say an error of numbers of scikit-learn as a definition of ours, of two columns by name.

    Every sample has both numbers, which the tool takes as floats. Weights of samples are taken as
    `sample_weight`.

    >>> from measurand.values.sample import Sample
    >>> rows = [(Fraction(1), Fraction(2)), (Fraction(3), Fraction(1))]
    >>> samples = [Sample(id=str(at), amounts=(("is", x), ("said", y)))
    ...            for at, (x, y) in enumerate(rows)]
    >>> squared = as_sklearn_numbers("mean_squared_error", "is", "said")
    >>> squared.number(samples), squared.score(samples)
    (2.5, Defined(value=Fraction(5, 2)))

    Raises ValueError for what the tool does not have.
    """
    if metric not in ERRORS:
        message = f"an error among {', '.join(ERRORS)}: got {metric!r}"
        raise ValueError(f"{message}{did_you_mean(metric, ERRORS)}")
    return Compatible(
        tool="scikit-learn",
        call=f"{metric}(y_true, y_pred)",
        versions=("1.7.2", "1.9.1"),
        definition=Numeric(metric=NUMERIC[ERRORS[metric][0]], gold=gold, predicted=predicted),
        arithmetic=OfNumbers(metric=metric),
        default=True,
        refuses=_no_numbers(gold, predicted),
        weighs=True,
    )


def _no_numbers(*names: str) -> Refusal:
    """Refuse a sample that lacks a number, or has one that is no float whose square is one."""

    def refuses(sample: Sample) -> str:
        for name in names:
            value = sample.amount(name)
            if value is None:
                return f"a number {name!r} in every sample: got none in {sample.id!r}"
            if abs(value) > _LARGEST or (value and abs(value) < 1 / _LARGEST):
                return f"numbers in the range of floats: got another in {sample.id!r}"
        return ""

    return refuses
