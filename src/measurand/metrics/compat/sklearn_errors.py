"""Numbers of two columns: the errors of scikit-learn, and the correlations of scipy.

The tools have floats and add them pairwise, as numpy does; differences and squares are rounded
before that. Our definition is of the exact numbers, so the two may differ in the last digits. Of
ranks sums are exact, whatever their order, since ranks are halves of whole numbers. Pearson's
correlation is added in an order of the machine's own (BLAS), so its last bits are nobody's.
"""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import nan, sqrt

from attrs import field, frozen

from measurand.metrics.compat.pairwise_sums import in_pairs
from measurand.metrics.compat.tool import Compatible, Refusal
from measurand.metrics.definitions import Definition, Numeric
from measurand.metrics.families.numbers import (
    ExplainedVariance,
    Kendall,
    Mape,
    MedianAbsoluteError,
    OfPairs,
    Spearman,
)
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


def _variance(true: Column, predicted: Column, weights: Column | None) -> float:
    off = _apart(true, predicted)
    above, below = (
        _mean([(one - middle) * (one - middle) for one in some], weights)
        for some, middle in ((off, _mean(off, weights)), (true, _mean(true, weights)))
    )
    if not below:
        message = (
            "numbers that are not all the same, where the tool puts 1 or 0 for the quotient: "
            f"got {true[0]!r} in each sample"
        )
        raise ValueError(message)
    return 1 - above / below


def _relative(true: Column, predicted: Column, weights: Column | None) -> float:
    if 0.0 in true:
        message = "numbers other than 0, by which the tool divides as if it was 2.2e-16: got a 0"
        raise ValueError(message)
    pairs = zip(true, _apart(predicted, true), strict=True)
    return _mean([abs(off) / max(abs(so), _EPSILON) for so, off in pairs], weights)


def _median(true: Column, predicted: Column, _weights: Column | None) -> float:
    off = sorted(abs(one) for one in _apart(predicted, true))
    half = len(off) // 2
    return off[half] if len(off) % _TWO else (off[half - 1] + off[half]) / 2


def _spearman(true: Column, predicted: Column, _weights: Column | None) -> float:
    first, second = _middles(true), _middles(predicted)
    if not (any(first) and any(second)):
        return nan
    scale = 1 / (len(true) - 1)
    x, y, both = (
        sum(one * other for one, other in zip(*pair, strict=True)) * scale
        for pair in ((first, first), (second, second), (first, second))
    )
    return max(-1.0, min(1.0, both / sqrt(y) / sqrt(x)))


def _middles(column: Column) -> Column:
    """Rank numbers, those that tie in the middle of their ranks, less the middle of all."""
    ordered = sorted(column)
    middle = (len(column) - 1) / 2
    ranks = {
        one: (bisect_left(ordered, one) + bisect_right(ordered, one) - 1) / 2 - middle
        for one in set(column)
    }
    return [ranks[one] for one in column]


def _kendall(true: Column, predicted: Column, _weights: Column | None) -> float:
    pairs = sorted(zip(true, predicted, strict=True))
    met, against = list[float](), 0
    for _, one in pairs:
        against += len(met) - bisect_right(met, one)
        insort(met, one)
    every = len(pairs) * (len(pairs) - 1) // 2
    first, second, both = (
        sum(count * (count - 1) // 2 for count in Counter(some).values())
        for some in (true, predicted, pairs)
    )
    if every in {first, second}:
        return nan
    balance = every - first - second + both - 2 * against
    tau = balance / sqrt(every - first) / sqrt(every - second)
    return max(-1.0, min(1.0, tau))


def _pearson(true: Column, predicted: Column, _weights: Column | None) -> float:
    if len(true) < _TWO:
        message = "at least two samples: got one"
        raise ValueError(message)
    x, y = ([one - _mean(some, None) for one in some] for some in (true, predicted))
    if not (any(x) and any(y)):
        return nan
    long, wide = sqrt(in_pairs([one * one for one in x])), sqrt(in_pairs([one * one for one in y]))
    shares = [one / long * (other / wide) for one, other in zip(x, y, strict=True)]
    return max(-1.0, min(1.0, in_pairs(shares)))


_EPSILON = 2.0**-52
Floats = Callable[[Column, Column, Column | None], float]
Make = Callable[[str, str], Definition]


@frozen(kw_only=True)
class Pairs:
    """A number of two columns: our metric, and the floats of the tool.

    `says` are its operations, `near` how far they are known; `weighs` tells whether it has weights.
    """

    make: Make
    floats: Floats
    says: str = "differences of floats; means that are added pairwise"
    near: str = ""
    weighs: bool = True


def _numeric(name: str) -> Make:
    return lambda gold, predicted: Numeric(metric=NUMERIC[name], gold=gold, predicted=predicted)


def _of(kind: type[OfPairs]) -> Make:
    return lambda gold, predicted: kind(gold=gold, predicted=predicted)


ERRORS: Mapping[str, Pairs] = {
    "mean_absolute_error": Pairs(make=_numeric("mae"), floats=_absolute),
    "mean_squared_error": Pairs(make=_numeric("mse"), floats=_squared),
    "root_mean_squared_error": Pairs(make=_numeric("rmse"), floats=_root),
    "r2_score": Pairs(make=_numeric("r2"), floats=_explained),
    "explained_variance_score": Pairs(make=_of(ExplainedVariance), floats=_variance),
    "mean_absolute_percentage_error": Pairs(make=_of(Mape), floats=_relative),
    "median_absolute_error": Pairs(
        make=_of(MedianAbsoluteError), floats=_median, says="differences of floats", weighs=False
    ),
}
"""The metric of ours for each function of scikit-learn, and its floats."""

CORRELATIONS: Mapping[str, Pairs] = {
    "spearmanr": Pairs(
        make=_of(Spearman), floats=_spearman, says="sums of ranks, two divisions", weighs=False
    ),
    "kendalltau": Pairs(
        make=_of(Kendall), floats=_kendall, says="counts, divided by two roots", weighs=False
    ),
    "pearsonr": Pairs(
        make=_numeric("pearson"),
        floats=_pearson,
        says="shares of two lengths, added",
        near="up to some bits: the tool adds in an order of the machine",
        weighs=False,
    ),
}
"""The metric of ours for each function of scipy, and its floats."""


@frozen(kw_only=True)
class OfNumbers:
    """Floats of two columns.

    >>> OfNumbers(pairs=ERRORS["mean_squared_error"]).says
    'differences of floats; means that are added pairwise'
    """

    pairs: Pairs = field(repr=False)

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.pairs.says

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN where it needs two samples and got one.

        Raises ValueError without samples, and where the tool has a number by rule.
        """
        if not isinstance(definition, Numeric | OfPairs):
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
        return self.pairs.floats(true, predicted, None if even else weights)


def as_sklearn_numbers(metric: str, gold: str, predicted: str) -> Compatible:
    """Say an error of numbers of scikit-learn as a definition of ours, of two columns by name.

    Every sample has both numbers, which the tool takes as floats. Weights of samples are taken as
    `sample_weight`.

    >>> from measurand.values.sample import of_numbers
    >>> samples = of_numbers(**{"is": (1, 3), "said": (2, 1)})
    >>> squared = as_sklearn_numbers("mean_squared_error", "is", "said")
    >>> squared.number(samples), squared.score(samples)
    (2.5, Defined(value=Fraction(5, 2)))

    Raises ValueError for what the tool does not have.
    """
    return _of_columns("scikit-learn", metric, ERRORS, (gold, predicted))


def as_scipy(function: str, gold: str, predicted: str) -> Compatible:
    """Say a correlation of scipy.stats as a definition of ours, of two columns by name.

    >>> as_scipy("kendalltau", "is", "said").says
    "scipy's default: kendalltau(x, y)"

    Raises ValueError for what is not known.
    """
    return _of_columns("scipy", function, CORRELATIONS, (gold, predicted))


def _of_columns(
    tool: str, name: str, known: Mapping[str, Pairs], columns: tuple[str, str]
) -> Compatible:
    if name not in known:
        message = f"one of {', '.join(known)}: got {name!r}{did_you_mean(name, known)}"
        raise ValueError(message)
    pairs = known[name]
    sides = "y_true, y_pred" if tool == "scikit-learn" else "x, y"
    return Compatible(
        tool=tool,
        call=f"{name}({sides})",
        versions=_VERSIONS[tool],
        definition=pairs.make(*columns),
        arithmetic=OfNumbers(pairs=pairs),
        default=True,
        near=pairs.near,
        refuses=_no_numbers(*columns),
        weighs=pairs.weighs,
    )


_VERSIONS = {"scikit-learn": ("1.7.2", "1.9.1"), "scipy": ("1.17.1",)}


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
