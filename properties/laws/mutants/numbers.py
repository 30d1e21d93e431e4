"""Scores of numbers that are right, in exact numbers, and that are wrong on purpose."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import isnan, sqrt
from statistics import median

from measurand.laws.kinds.numbers import (
    ANTISYMMETRIC,
    ASSOCIATION,
    BIAS,
    ERROR,
    EXPLAINED,
    KENDALL,
    LENGTHS,
    MAE,
    MEAN,
    MERGEABLE,
    MONOTONE,
    MSE,
    NUMBER_SCORE,
    ODD,
    OFFSETS,
    PEARSON,
    POSITIVE,
    R2,
    RANKS,
    SCALE_FREE,
    SCALED,
    SHIFTED,
    SPEARMAN,
    SQUARED,
    SYMMETRIC,
    VARIED,
    VARIED_GOLD,
    Numbers,
    NumberScore,
    concordance_of_pairs,
    correlation,
    explained,
    mean_error,
    mid_ranks,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

Answer = Callable[[Numbers, Numbers], object]
Batches = Sequence[tuple[Numbers, Numbers]]


def _known(gold: Numbers, predicted: Numbers) -> list[tuple[Fraction, Fraction]]:
    """Read numbers; raises ValueError for NaN, and for lists that are not equally long."""
    pairs = list(zip(gold, predicted, strict=True))
    return [(Fraction(so), Fraction(said)) for so, said in pairs]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _error(power: int) -> Answer:
    return lambda gold, predicted: mean_error(gold, predicted, power)


def _mae(gold: Numbers, predicted: Numbers) -> Fraction:
    return mean_error(gold, predicted, 1)


def _rmse(gold: Numbers, predicted: Numbers) -> float:
    return sqrt(mean_error(gold, predicted, 2))


def _median(gold: Numbers, predicted: Numbers) -> Fraction:
    return Fraction(median(abs(said - so) for so, said in _known(gold, predicted)))


def _bias(gold: Numbers, predicted: Numbers) -> Fraction:
    return _mean([said - so for so, said in _known(gold, predicted)])


def _relative(gold: Numbers, predicted: Numbers) -> Fraction:
    return _mean([abs(said - so) / abs(so) for so, said in _known(gold, predicted)])


def _merged(batches: Batches) -> Fraction:
    pairs = [pair for batch in batches for pair in zip(*batch, strict=True)]
    return _mae([so for so, _ in pairs], [said for _, said in pairs])


def _r2(gold: Numbers, predicted: Numbers) -> Fraction | None:
    _known(gold, predicted)
    return explained(gold, predicted) if len(set(gold)) > 1 else None


def _variance(values: Sequence[Fraction]) -> Fraction:
    return _mean([x * x for x in values]) - _mean(values) ** 2


def _explained_variance(gold: Numbers, predicted: Numbers) -> Fraction | None:
    pairs = _known(gold, predicted)
    spread = _variance([so for so, _ in pairs])
    return 1 - _variance([so - said for so, said in pairs]) / spread if spread else None


def _of_varied(value: Callable[[Numbers, Numbers], object]) -> Answer:
    """Score numbers that differ on both sides; others have no number."""

    def score(gold: Numbers, predicted: Numbers) -> object:
        _known(gold, predicted)
        return value(gold, predicted) if len(set(gold)) > 1 and len(set(predicted)) > 1 else None

    return score


def _correlation(gold: Numbers, predicted: Numbers) -> float:
    return correlation([*map(Fraction, gold)], [*map(Fraction, predicted)])


def _rank_correlation(gold: Numbers, predicted: Numbers) -> float:
    return correlation(mid_ranks(gold), mid_ranks(predicted))


def _concordance(gold: Numbers, predicted: Numbers) -> Fraction:
    pairs = _known(gold, predicted)
    so, said = [a for a, _ in pairs], [b for _, b in pairs]
    together = _mean([a * b for a, b in pairs]) - _mean(so) * _mean(said)
    return 2 * together / (_variance(so) + _variance(said) + (_mean(so) - _mean(said)) ** 2)


ERRORS = frozenset({ERROR, SYMMETRIC, SHIFTED, MONOTONE, LENGTHS})
LINEAR = frozenset({ASSOCIATION, VARIED, SYMMETRIC, SHIFTED, ODD, SCALE_FREE, LENGTHS})
FREE = LINEAR | {OFFSETS}
SHARE = frozenset({EXPLAINED, VARIED_GOLD, SHIFTED, SCALE_FREE, LENGTHS, EXACT})
RIGHT: tuple[NumberScore, ...] = (
    Subject("MAE", _mae, ERRORS | {MEAN, SCALED, MERGEABLE, MAE, EXACT}, _merged),
    Subject("MSE", _error(2), ERRORS | {MEAN, SQUARED, MSE, EXACT}),
    Subject("RMSE", _rmse, ERRORS | {SCALED}),
    Subject("median error", _median, ERRORS | {SCALED, EXACT}),
    Subject("bias", _bias, {BIAS, ANTISYMMETRIC, SHIFTED, SCALED, MEAN, LENGTHS, EXACT}),
    Subject("MAPE", _relative, {ERROR, POSITIVE, SCALE_FREE, MEAN, MONOTONE, LENGTHS, EXACT}),
    Subject("R2", _r2, SHARE | {MONOTONE, R2}),
    Subject("explained variance", _explained_variance, SHARE),
    Subject("Pearson", _of_varied(_correlation), FREE | {PEARSON}),
    Subject("Spearman", _of_varied(_rank_correlation), FREE | {RANKS, SPEARMAN}),
    Subject("Kendall", _of_varied(concordance_of_pairs), FREE | {RANKS, KENDALL}),
    Subject("concordance", _of_varied(_concordance), LINEAR - {ODD} | {EXACT}),
)


def _small(gold: Numbers, predicted: Numbers) -> Fraction | None:
    found = _mae(gold, predicted)
    return found if found <= 1 else None


def _sorts(gold: Numbers, predicted: Numbers) -> Fraction:
    found = _mae(gold, predicted)
    if isinstance(predicted, list):
        predicted.sort()
    return found


def _doubled_below(gold: Numbers, predicted: Numbers) -> float:
    found = _rank_correlation(gold, predicted)
    return 2 * found if found < 0 else found


def _folded(gold: Numbers, predicted: Numbers) -> Fraction | None:
    """Turn what is below 0 up, above 1."""
    found = _r2(gold, predicted)
    return found if found is None or found >= 0 else 1 - found


def _raised(gold: Numbers, predicted: Numbers) -> Fraction:
    return _mae(gold, predicted) + 1


def _first(gold: Numbers, predicted: Numbers) -> Fraction:
    _known(gold, predicted)
    return _mae(gold[:1], predicted[:1])


def _shrunk(gold: Numbers, predicted: Numbers) -> Fraction:
    return _mae(gold, predicted) * Fraction(len(gold), len(gold) + 1)


def _one_sided(gold: Numbers, predicted: Numbers) -> Fraction:
    pairs = _known(gold, predicted)
    return _mean([max(2 * (said - so), so - said) for so, said in pairs])


def _slanted(gold: Numbers, predicted: Numbers) -> Fraction:
    pairs = _known(gold, predicted)
    return _mean([max(2 * (said - so), said - so) for so, said in pairs])


def _of_squares(gold: Numbers, predicted: Numbers) -> float:
    """Subtract the square of the mean from the mean of squares, in floats."""
    _known(gold, predicted)
    n = len(gold)
    means = sum(gold) / n, sum(predicted) / n
    together = sum(a * b for a, b in zip(gold, predicted, strict=True)) / n - means[0] * means[1]
    spreads = [
        max(0.0, sum(x * x for x in side) / n - mean**2)
        for side, mean in zip((gold, predicted), means, strict=True)
    ]
    below = sqrt(spreads[0] * spreads[1])
    return max(-1.0, min(1.0, together / below)) if below else 0.0


def _unsigned(gold: Numbers, predicted: Numbers) -> float:
    return abs(_correlation(gold, predicted))


def _correlation_or_zero(gold: Numbers, predicted: Numbers) -> float:
    _known(gold, predicted)
    varied = len(set(gold)) > 1 and len(set(predicted)) > 1
    return _correlation(gold, predicted) if varied else 0.0


def _r2_or_zero(gold: Numbers, predicted: Numbers) -> Fraction:
    return _r2(gold, predicted) or Fraction(0)


def _without_nan(gold: Numbers, predicted: Numbers) -> Fraction | None:
    pairs = [pair for pair in zip(gold, predicted, strict=True) if not isnan(sum(pair))]
    return _mae([so for so, _ in pairs], [said for _, said in pairs]) if pairs else None


def _shortest(gold: Numbers, predicted: Numbers) -> Fraction:
    size = min(len(gold), len(predicted))
    return _mae(gold[:size], predicted[:size])


def _mean_of_batches(batches: Batches) -> Fraction:
    return _mean([_mae(*batch) for batch in batches])


def _tau_a(gold: Numbers, predicted: Numbers) -> Fraction:
    pairs = _known(gold, predicted)
    signs = [
        ((a > c) - (a < c)) * ((b > d) - (b < d))
        for i, (a, b) in enumerate(pairs)
        for c, d in pairs[:i]
    ]
    return Fraction(sum(signs), len(signs))


def _wrong(
    name: str, says: str, function: Answer, claims: AbstractSet[str] = frozenset()
) -> Wrong[[Numbers, Numbers]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG = (
    _wrong("small", "no number above 1", _small, {ERROR, SYMMETRIC, SHIFTED}),
    _wrong("sorts", "it sorts what was said in place", _sorts, ERRORS | {SCALED}),
    _wrong("signed", "it falls below 0", _bias, {ERROR, SHIFTED, SCALED, MEAN}),
    _wrong("doubled", "twice below 0", _of_varied(_doubled_below), FREE - {ODD} | {RANKS}),
    _wrong("folded", "what is below 0 is above 1", _folded, SHARE),
    _wrong("raised", "1 and more", _raised, ERRORS),
    _wrong("first", "the first sample stands for all", _first, ERRORS | {SCALED}),
    _wrong("shrunk", "divides by one sample too many", _shrunk, ERRORS | {SCALED}),
    _wrong("one-sided", "too much costs twice", _one_sided, ERRORS | {SCALED, MEAN}),
    _wrong("slanted", "too much counts twice", _slanted, {BIAS, ANTISYMMETRIC, SHIFTED}),
    _wrong("relative", "errors are shares", _relative, {ERROR, POSITIVE, SHIFTED, MONOTONE}),
    _wrong("of-squares", "digits are lost", _of_varied(_of_squares), LINEAR),
    _wrong("offset", "a bias counts", _of_varied(_concordance), {ASSOCIATION, VARIED, OFFSETS}),
    _wrong("unscaled", "units count", _mae, {ERROR, SCALE_FREE}),
    _wrong("square", "units count twice", _error(2), {ERROR, SCALED, MEAN}),
    _wrong("plain", "units count once", _mae, {ERROR, SQUARED, MEAN}),
    _wrong("unsigned", "only how strong", _of_varied(_unsigned), FREE),
    _wrong("values", "values count, not ranks", _of_varied(_correlation), FREE | {RANKS}),
    _wrong("root", "the root of the mean", _rmse, ERRORS | {SCALED, MEAN}),
    _wrong("spread", "a bias may hide errors", _explained_variance, SHARE | {MONOTONE}),
    _wrong("no-relation", "numbers that are alike: 0", _correlation_or_zero, FREE),
    _wrong("no-spread", "nothing to explain: 0", _r2_or_zero, SHARE | {MONOTONE}),
    _wrong("skips", "NaN is left out", _without_nan, ERRORS | {SCALED}),
    _wrong("shortest", "what is too long is cut off", _shortest, ERRORS | {SCALED}),
    Wrong(
        "batch-means",
        "a batch weighs as another",
        Subject("batch-means", _mae, ERRORS | {MERGEABLE}, _mean_of_batches),
    ),
    _wrong("root-of-squares", "squares, then the root", _rmse, ERRORS | {SCALED, MAE}),
    _wrong("sizes", "errors are not squared", _mae, ERRORS | {MSE}),
    _wrong("explained", "a bias costs nothing", _explained_variance, SHARE | {R2}),
    _wrong("of-ranks", "ranks are correlated", _of_varied(_rank_correlation), FREE | {PEARSON}),
    _wrong("of-values", "values are correlated", _of_varied(_correlation), FREE | {SPEARMAN}),
    _wrong("rho", "ranks are correlated", _of_varied(_rank_correlation), FREE | {KENDALL}),
    _wrong("tau-a", "ties are not left out below", _of_varied(_tau_a), {VARIED, KENDALL}),
)

NUMBER_SCORE_MUTANTS = Mutants(kind=NUMBER_SCORE.name, right=RIGHT, wrong=WRONG)
