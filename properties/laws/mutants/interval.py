"""Intervals of a mean that are wrong on purpose, each under the claims that it breaks.

The kind `interval`: intervals of the mean of values between 0 and 1."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import sqrt
from statistics import NormalDist

from measurand.algebra.draws import generator
from measurand.inference.exact import exact_mean
from measurand.inference.interval import Interval
from measurand.inference.rates import clopper_pearson, wilson
from measurand.laws.kinds.interval import (
    CLOPPER_PEARSON,
    CONTAINS,
    COVERS,
    DETERMINISTIC,
    HONEST,
    IN_RANGE,
    INTERVAL,
    LEVELLED,
    MERGEABLE,
    MIRROR,
    ORDER_FREE,
    POINT,
    PROPORTION,
    SEEDED,
    UNDEFINED,
    WILSON,
    Values,
)
from measurand.laws.kinds.subject import Subject
from measurand.values.score import Undefined
from properties.laws.adequacy import Mutants, Wrong

Ends = tuple[float, float]
Function = Callable[..., object]
DRAWS = 999


def _mean(values: Values) -> float:
    return float(sum(map(Fraction, values)) / len(values))


def _spread(values: Values) -> float:
    mean = _mean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def around(values: Values, level: float = 0.95, root: float = 0.5) -> Ends:
    """Give the mean and z standard errors on either side.

    >>> around([0, 0])
    (0.0, 0.0)
    """
    mean, half = _mean(values), _z(level) * _spread(values) / len(values) ** root
    return mean - half, mean + half


def wilson_of(values: Values, level: float = 0.95) -> Ends:
    """Give Wilson's interval of a proportion.

    >>> [round(end, 4) for end in wilson_of([1] * 60)]
    [0.9398, 1.0]
    """
    rate, n, z = _mean(values), len(values), _z(level)
    middle, half = rate + z * z / (2 * n), z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def resampled_ends(values: Values, seed: int) -> Ends:
    """Give the ends of a percentile bootstrap of 999 draws.

    >>> resampled_ends([1, 1], 0)
    (1.0, 1.0)
    """
    return _resampled(tuple(map(float, values)), seed)


@lru_cache(maxsize=1024)
def _resampled(values: tuple[float, ...], seed: int) -> Ends:
    places = generator((seed, "laws")).integers(len(values), size=(DRAWS, len(values)))
    means = sorted(sum(map(values.__getitem__, row)) / len(values) for row in places.tolist())
    return means[24], means[974]


def _basic(values: Values, seed: int) -> Ends:
    low, high = resampled_ends(values, seed)
    return 2 * _mean(values) - high, 2 * _mean(values) - low


def resampled_in_batches(batches: Sequence[tuple[Values, int]]) -> Ends:
    """Resample all values, whatever batches they came in.

    >>> resampled_in_batches([([1], 0), ([1], 0)])
    (1.0, 1.0)
    """
    return resampled_ends([value for values, _ in batches for value in values], batches[0][1])


def _resampled_in_each_batch(batches: Sequence[tuple[Values, int]]) -> Ends:
    found = [resampled_ends(values, seed) for values, seed in batches]
    return _mean([low for low, _ in found]), _mean([high for _, high in found])


def _mean_of_ends(batches: Sequence[tuple[Values]]) -> Ends:
    found = [wilson_of(values) for (values,) in batches]
    return _mean([low for low, _ in found]), _mean([high for _, high in found])


def _divided(values: Values) -> Ends:
    low, high = around(values)
    return low, high + 0 / _spread(values)


def _missing(values: Values) -> object:
    return around(values) if _spread(values) else (float("nan"), float("nan"))


def _growing(values: Values) -> Ends:
    half = min(0.2, 0.02 * len(values))
    return _mean(values) - half, _mean(values) + half


def _half_of_them(values: Values) -> Ends:
    return around(sorted(values)[: len(values) // 2 + 1])


def _around_median(values: Values) -> Ends:
    middle, half = sorted(values)[len(values) // 2], 0.2 / sqrt(len(values))
    return middle - half, middle + half


def _first_counts_more(values: Values) -> Ends:
    return wilson_of([*values, values[0]])


def _one_failure_more(values: Values) -> Ends:
    return wilson_of([*values, 0])


def _sorts(values: Values) -> Ends:
    if isinstance(values, list):
        values.sort()
    return wilson_of(values)


def _drifting(values: Values, calls: "count[int]") -> Ends:
    low, high = wilson_of(values)
    return low, high - next(calls) % 2 * (high - low) / 1000


def _counting() -> Function:
    calls = count()
    return lambda values: _drifting(values, calls)


def _seeded() -> Function:
    """Take the seed 0 for none."""
    calls = count()
    return lambda values, seed: _drifting(values, calls if not seed else count())


def _remembering() -> Function:
    """Keep the last answer; every new question is answered a little otherwise."""
    calls, kept = count(), dict[tuple[float, ...], Ends]()

    def ends(values: Values) -> Ends:
        if tuple(values) not in kept:
            kept.clear()
            low, high = wilson_of(values)
            kept[tuple(values)] = low, high - next(calls) % 3 * (high - low) / 1000
        return kept[tuple(values)]

    return ends


def _always(low: float, high: float) -> Function:
    return lambda _values: (low, high)


def _wrong(name: str, says: str, function: Function, *claims: str) -> Wrong[...]:
    return Wrong(name, says, Subject(name.replace(" ", "_"), function, frozenset(claims)))


def _merging(
    name: str, says: str, function: Function, batched: Function, *claims: str
) -> Wrong[...]:
    subject = Subject(name.replace(" ", "_"), function, frozenset(claims), batched)
    return Wrong(name, says, subject)


def _clopper_of_90(values: Values) -> Ends:
    found = clopper_pearson(int(sum(values)), len(values), Fraction(9, 10))
    return (0.0, 1.0) if isinstance(found, Undefined) else (found.low, found.high)


WRONG_INTERVAL: tuple[Wrong[...], ...] = (
    _wrong("anything", "always from 0 to 1", _always(0, 1), CONTAINS, IN_RANGE, MIRROR),
    _wrong("other way round", "the upper end first", lambda values: wilson_of(values)[::-1]),
    _wrong("divides by the spread", "raises for equal values", _divided, CONTAINS, MIRROR),
    _wrong("missing ends", "NaN for equal values", _missing, CONTAINS, POINT, MIRROR),
    _wrong("half width", "one number", lambda values: 1 / len(values)),
    _wrong("mean and half", "for two ends", lambda values: (_mean(values), 0.1), CONTAINS),
    _wrong("normal in range", "leaves [0, 1]", around, IN_RANGE, CONTAINS, MIRROR),
    _wrong(
        "basic in range",
        "2 times the mean less the ends",
        _basic,
        IN_RANGE,
        SEEDED,
    ),
    _wrong("percent", "100 times", lambda vs: [100 * end for end in wilson_of(vs)], IN_RANGE),
    _wrong("dust above 1", "the upper end too", _always(0.9, 1 + 2**-52), IN_RANGE),
    _wrong("dust below 0", "the lower end too", _always(-(2**-52), 0.1), IN_RANGE),
    _wrong("sure of one", "no width for one value", around, HONEST, CONTAINS, MIRROR),
    _wrong("never sure", "some width for equal values", wilson_of, POINT, CONTAINS, MIRROR),
    _wrong("half of them", "the larger values are left out", _half_of_them, CONTAINS, ORDER_FREE),
    _wrong("around the median", "for the mean", _around_median, CONTAINS, ORDER_FREE),
    _wrong("first counts more", "the first value counts twice", _first_counts_more, ORDER_FREE),
    _wrong("one failure more", "a 0 is added", _one_failure_more, MIRROR, ORDER_FREE, IN_RANGE),
    _wrong("alpha for level", "0.95 is read as 0.05", lambda v, at: around(v, 1 - at), LEVELLED),
    _wrong("one level", "the level is not read", lambda v, _level: around(v), LEVELLED, MIRROR),
    _wrong("normal as wilson", "around the mean", around, WILSON, PROPORTION),
    _wrong(
        "one side as wilson",
        "z of one side",
        lambda values: wilson_of(values, 0.9),
        WILSON,
        PROPORTION,
        IN_RANGE,
    ),
    _wrong("wilson as exact", "for Clopper and Pearson", wilson_of, CLOPPER_PEARSON, PROPORTION),
    _wrong("tail of alpha", "0.05 on both sides", _clopper_of_90, CLOPPER_PEARSON, PROPORTION),
    _wrong("growing", "wider with more values", _growing, CONTAINS, MIRROR, ORDER_FREE),
    _wrong("not of the mean", "no root of n", lambda vs: around(vs, root=0), CONTAINS, MIRROR),
    _wrong("n for its root", "too narrow", lambda vs: around(vs, root=1), COVERS, CONTAINS, MIRROR),
    _wrong("half the level", "z of 0.5", lambda vs: wilson_of(vs, 0.5), COVERS, PROPORTION),
    _wrong("sorts its argument", "in place", _sorts, ORDER_FREE, MIRROR),
    _wrong("counts its calls", "another answer every other time", _counting()),
    _wrong("remembers one question", "the next is answered otherwise", _remembering()),
    _wrong("seed none for 0", "0 is no seed", _seeded(), SEEDED),
    _merging(
        "resampled in each batch",
        "a batch of one has no spread",
        resampled_ends,
        _resampled_in_each_batch,
        MERGEABLE,
        SEEDED,
        POINT,
    ),
    _merging(
        "mean of ends",
        "of the batches",
        wilson_of,
        _mean_of_ends,
        MERGEABLE,
        DETERMINISTIC,
    ),
)


_MEAN = frozenset({CONTAINS, ORDER_FREE, MIRROR, DETERMINISTIC, MERGEABLE, LEVELLED})
_RATE = _MEAN | {PROPORTION, IN_RANGE, HONEST, COVERS}
Batches = Sequence[tuple[Values, float]]


def _ends(found: Interval | Undefined) -> tuple[float, float] | None:
    return None if isinstance(found, Undefined) else (float(found.low), float(found.high))


def _level(level: float) -> Fraction:
    return Fraction(level).limit_denominator(1000)


def _together(batches: Batches) -> tuple[Values, float]:
    return [value for values, _ in batches for value in values], batches[0][1]


def _wilson(values: Values, level: float) -> object:
    return _ends(wilson(int(sum(values)), len(values), _level(level)))


def _clopper(values: Values, level: float) -> object:
    return _ends(clopper_pearson(int(sum(values)), len(values), _level(level)))


def _exact(values: Values, level: float) -> object:
    counts = Counter(map(Fraction, values))
    return _ends(exact_mean(counts.items(), level=_level(level)))


def _small(values: Values, level: float) -> object:
    return around(values, level) if len(values) > 1 else None


INTERVAL_MUTANTS = Mutants(
    kind=INTERVAL.name,
    right=(
        Subject("wilson", _wilson, _RATE | {WILSON}, lambda some: _wilson(*_together(some))),
        Subject(
            "clopper_pearson",
            _clopper,
            _RATE | {CLOPPER_PEARSON},
            lambda some: _clopper(*_together(some)),
        ),
        Subject(
            "bootstrap_exact",
            _exact,
            _MEAN | {IN_RANGE, POINT},
            lambda some: _exact(*_together(some)),
        ),
        Subject(
            "bootstrap_drawn",
            resampled_ends,
            {SEEDED, IN_RANGE, CONTAINS, POINT, MERGEABLE},
            resampled_in_batches,
        ),
        Subject(
            "normal",
            _small,
            _MEAN | {UNDEFINED, POINT},
            lambda some: _small(*_together(some)),
        ),
    ),
    wrong=WRONG_INTERVAL,
)
