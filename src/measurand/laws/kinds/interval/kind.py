"""The kind `interval`: intervals of the mean of values between 0 and 1."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from measurand.inference.exact import exact_mean
from measurand.inference.interval import Interval
from measurand.inference.rates import clopper_pearson, wilson
from measurand.laws.kinds.interval.cases import (
    DETERMINISTIC,
    INTERVAL_LAWS,
    LEVELLED,
    PROPORTION,
    SEEDED,
    UNDEFINED,
    IntervalCase,
    Values,
)
from measurand.laws.kinds.interval.claims import (
    CLAIMED_INTERVAL_LAWS,
    CLOPPER_PEARSON,
    CONTAINS,
    COVERS,
    HONEST,
    IN_RANGE,
    MERGEABLE,
    MIRROR,
    ORDER_FREE,
    POINT,
    WILSON,
)
from measurand.laws.kinds.interval.wrong import (
    WRONG_INTERVAL,
    around,
    resampled_ends,
    resampled_in_batches,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Subject
from measurand.values.score import Undefined

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


INTERVAL: Kind[..., IntervalCase] = Kind(
    name="interval",
    takes="a list of values between 0 and 1 (then a level and a seed, where they are claimed), "
    "and gives the two ends of an interval of their mean",
    claims={
        DETERMINISTIC: "nothing is drawn",
        SEEDED: "the last argument is a seed, which settles the ends",
        LEVELLED: "the second argument is the level",
        PROPORTION: "values are 0 or 1",
        UNDEFINED: "some values may have no interval: None or NaN",
        IN_RANGE: "both ends lie between 0 and 1",
        CONTAINS: "the mean lies between the ends",
        POINT: "equal values have an interval without width",
        HONEST: "no few values have an interval without width",
        ORDER_FREE: "the order of the values plays no part",
        MIRROR: "1 - values have 1 - ends",
        MERGEABLE: "values may come in batches",
        COVERS: "holds the true mean as often as the level says, which is 0.95 where none is given",
        WILSON: "Wilson 1927, of a proportion, without correction for continuity",
        CLOPPER_PEARSON: "Clopper and Pearson 1934, of a proportion",
    },
    laws=(*INTERVAL_LAWS, *CLAIMED_INTERVAL_LAWS),
    apart=(
        frozenset({POINT, HONEST}),
        frozenset({WILSON, CLOPPER_PEARSON}),
        frozenset({DETERMINISTIC, SEEDED}),
    ),
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
