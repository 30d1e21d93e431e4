"""Intervals of the mean of values between 0 and 1: what every interval must do.

The kind `interval`: ends that do not depend on what was asked before, that come closer as values
repeat, and what an interval is held to by its claims, to the ends of Wilson, or of Clopper and
Pearson.

Sources: E. B. Wilson (1927), Probable inference, the law of succession, and statistical
inference; C. J. Clopper and E. S. Pearson (1934), The use of confidence or fiducial limits.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Check,
    Question,
    drawn,
    faultless,
    faultless_pair,
    once,
    repeated,
    too_many,
)
from measurand.laws.kinds.compare import (
    Row,
    alike,
    below,
    broken,
    close,
    numbers,
    repeatable,
    row,
    row_repr,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    answered,
    asked,
    call_in_batches,
)

Values = Sequence[float]
IntervalFunction = Subject[...]
TwoEnds = tuple[Number, Number]
UNDEFINED, DETERMINISTIC, SEEDED = "undefined", "deterministic", "seeded"
LEVELLED, PROPORTION = "levelled", "proportion"
LEVEL, INNER = 0.95, 0.5
MORE, MANY, HALF = 4, 120, 0.5


@frozen
class IntervalCase:
    """Values between 0 and 1 that an interval is tried on, and their places in another order.

    >>> IntervalCase([0, 1]).seed
    0
    """

    values: Values
    order: Sequence[int] = (0, 1)
    seed: int = 0


def values_for(subject: IntervalFunction, values: Values) -> Values:
    """Give values as the subject takes them: 0 or 1 where it claims to be one of proportions.

    >>> values_for(Subject("f", abs, {"proportion"}), [0.25, 0.5])
    [0, 1]
    """
    if PROPORTION in subject.claims:
        return [int(value >= HALF) for value in values]
    return values


def interval_of(
    subject: IntervalFunction, values: Values, level: float = LEVEL, seed: int = 1
) -> Call[Row]:
    """Ask for an interval: of values, at a level and with a seed where these are claimed.

    >>> interval_of(Subject("f", lambda values, seed: (0, 1), {"seeded"}), [1]).line()
    'f([1], 1)  # [0, 1]'
    """
    levels = [level] if LEVELLED in subject.claims else []
    seeds = [seed] if SEEDED in subject.claims else []
    return asked(subject, row, values_for(subject, values), *levels, *seeds)


def ends(call: Call[Row]) -> TwoEnds | Silent:
    """Give both ends; silent where they are not there.

    >>> ends(Call("f", (), (0.25, 0.5)))
    (0.25, 0.5)
    """
    values = numbers(call)
    if isinstance(values, Silent):
        return values
    if len(values) == 2:  # noqa: PLR2004  # both ends
        return values[0], values[1]
    return Silent("not two ends")


@law("defined", "Any values get an interval of two ends.")
def _defined(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    call = interval_of(subject, case.values)
    return _two_ends(subject, call)


def _two_ends(subject: IntervalFunction, call: Call[Row]) -> Outcome:
    match call.answer:
        case Raised():
            return broken(call.answer.told(), call)
        case Absent():
            there = UNDEFINED in subject.claims
            return Holds() if there else broken("there is no interval", call)
        case (low, high):
            missing = isinstance(low, Absent) or isinstance(high, Absent)
            if missing and UNDEFINED not in subject.claims:
                return broken(f"an end is missing: {row_repr(call.answer)}", call)
            return Holds()
        case _:
            return broken("an interval has two ends", call)


IntervalAsk = Question[..., IntervalCase, Row]
IntervalCheck = Check[..., IntervalCase]


def _of(pick: Callable[[IntervalCase], Values], level: float = LEVEL) -> IntervalAsk:
    return lambda subject, case: interval_of(subject, pick(case), level)


def _seeded(subject: IntervalFunction, case: IntervalCase) -> Call[Row]:
    return interval_of(subject, case.values, seed=case.seed)


def _mirrored(subject: IntervalFunction, case: IntervalCase) -> Call[Row]:
    return interval_of(subject, [1 - value for value in values_for(subject, case.values)])


_HERE = _of(lambda case: case.values)
_INNER = _of(lambda case: case.values, INNER)
_REPEATED = _of(lambda case: [*case.values] * MORE)
_ENOUGH = _of(lambda case: [*case.values] * -(-MANY // len(case.values)))
_REORDERED = _of(lambda case: [case.values[place] for place in case.order])
_ALL_EQUAL = _of(lambda case: [case.values[0]] * len(case.values))
_FEW_EQUAL = _of(lambda case: [case.values[0]] * min(3, len(case.values)))


@law("history", "Ends do not depend on what was asked before.", Algebra.STATISTICS)
def _history(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    first = _HERE(subject, case)
    between = interval_of(subject, [0, 1, 1, 0, 1, 1, 1], seed=2)
    outcome = repeatable(subject, first, _HERE(subject, case))
    if isinstance(outcome, Broken):
        return broken(f"asked again after another question: {outcome.because}", first, between)
    return outcome


def width(call: Call[Row]) -> float | Silent:
    """Give the width of an interval; silent where it has none.

    >>> width(Call("f", (), (0.25, 0.75)))
    0.5
    """
    both = ends(call)
    if isinstance(both, Silent):
        return both
    low, high = both
    return float(high) - float(low) if low <= high else Silent("the ends are out of order")


def _narrows(_subject: IntervalFunction, _case: IntervalCase, wide: float, narrow: float) -> str:
    if narrow <= wide or close(narrow, wide):
        return ""
    return f"{MORE} times the values, and wider: {wide:.6g} to {narrow:.6g}"


def _learns(_subject: IntervalFunction, case: IntervalCase, wide: float) -> str:
    many = len(case.values) * -(-MANY // len(case.values))
    return "" if wide <= HALF else f"{many} values, and {wide:.6g} wide"


def mean_of(subject: IntervalFunction, values: Values) -> Fraction:
    """Give the mean of the values as the subject takes them.

    >>> mean_of(Subject("f", abs), [0, 0.5])
    Fraction(1, 4)
    """
    taken = values_for(subject, values)
    return sum((Fraction(value) for value in taken), Fraction(0)) / len(taken)


def _ordered(_subject: IntervalFunction, _case: IntervalCase, both: TwoEnds) -> str:
    return "" if both[0] <= both[1] else "the lower end is above the upper"


INTERVAL_LAWS: tuple[Law[IntervalFunction, IntervalCase], ...] = (
    _defined,
    law("repeatable", "The same values get the same ends, and are left alone.")(repeated(_HERE)),
    _history,
    law("ordered", "The lower end is not above the upper one.", Algebra.ORDER)(
        faultless(_HERE, ends, _ordered)
    ),
    law("narrows", "Four times the same values give no wider interval.", Algebra.MONOTONE)(
        faultless_pair(_HERE, _REPEATED, width, _narrows, "the longer row has no interval")
    ),
    law(
        "learns",
        "The same values again and again, 120 of them or more, give an interval at most one half "
        "wide.",
        Algebra.STATISTICS,
    )(faultless(_ENOUGH, width, _learns)),
    law("every-seed", "The same seed gives the same ends, 0 too.", Algebra.STATISTICS, SEEDED)(
        repeated(_seeded)
    ),
)


IN_RANGE, CONTAINS, POINT, HONEST = "in-range", "contains", "point", "honest"
ORDER_FREE, MIRROR, MERGEABLE, COVERS = "order-free", "mirror", "mergeable", "covers"
WILSON, CLOPPER_PEARSON = "wilson", "clopper-pearson"
RATE, SAMPLES, TRIALS = Fraction(3, 10), 300, 24
NEARLY = 1e-6


def _in_range(_subject: IntervalFunction, _case: IntervalCase, both: TwoEnds) -> str:
    outside = [answered(end) for end in both if not 0 <= end <= 1]
    return f"{outside[0]} is outside [0, 1]" if outside else ""


def _contains(subject: IntervalFunction, case: IntervalCase, both: TwoEnds) -> str:
    mean = mean_of(subject, case.values)
    inside = below(subject, both[0], mean) and below(subject, mean, both[1])
    return "" if inside else f"the mean is {mean}"


def _other_ends(
    subject: IntervalFunction, _case: IntervalCase, one: TwoEnds, other: TwoEnds
) -> str:
    same = alike(subject, one, other)
    return "" if same else f"{row_repr(one)} and {row_repr(other)} differ"


def _not_mirrored(
    subject: IntervalFunction, _case: IntervalCase, one: TwoEnds, other: TwoEnds
) -> str:
    expected = (1 - one[1], 1 - one[0])
    same = alike(subject, expected, other)
    return "" if same else f"{row_repr(expected)} was expected of 1 - values"


def _not_wider(
    subject: IntervalFunction, _case: IntervalCase, inner: TwoEnds, outer: TwoEnds
) -> str:
    wider = below(subject, outer[0], inner[0]) and below(subject, inner[1], outer[1])
    return "" if wider else "the higher level does not hold the lower one"


def _level_counts(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    values = [0, 1] * (10 + len(case.values))
    inner, outer = interval_of(subject, values, INNER), interval_of(subject, values)
    one, other = ends(inner), ends(outer)
    if isinstance(one, Silent) or isinstance(other, Silent) or one != other:
        return one if isinstance(one, Silent) else Holds()
    return broken("two levels give the same interval", inner, outer)


def _no_point(subject: IntervalFunction, case: IntervalCase, both: TwoEnds) -> str:
    mean = mean_of(subject, case.values[:1])
    point = alike(subject, both, (mean, mean))
    return "" if point else f"all values are equal: {mean} alone was expected"


def _sure(_subject: IntervalFunction, _case: IntervalCase, wide: float) -> str:
    sure = "so few values do not settle the mean, and the interval has no width"
    return "" if wide > 0 else sure


def _item_by_item(subject: IntervalFunction, case: IntervalCase) -> Call[Row] | None:
    levels = [LEVEL] if LEVELLED in subject.claims else []
    seeds = [1] if SEEDED in subject.claims else []
    values = values_for(subject, case.values)
    return call_in_batches(subject, row, [([v], *levels, *seeds) for v in values])


def _batches(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    parts = _item_by_item(subject, case)
    if parts is None:
        return Silent("it takes no batches")
    if DETERMINISTIC in subject.claims:
        lacking = "the other values have no interval"
        same = faultless_pair(_HERE, lambda *_: parts, ends, _other_ends, lacking)
        return same(subject, case)
    lacking = "the batches have no interval"
    return faultless_pair(_HERE, lambda *_: parts, width, _other_width, lacking)(subject, case)


def _other_width(_subject: IntervalFunction, _case: IntervalCase, wide: float, apart: float) -> str:
    alike = (wide > 0) == (apart > 0)
    return "" if alike else f"{wide:.6g} wide at once, {apart:.6g} item by item"


def _wilson(subject: IntervalFunction, case: IntervalCase, both: TwoEnds) -> str:
    rate = float(mean_of(subject, case.values))
    z, n = NormalDist().inv_cdf((1 + LEVEL) / 2), len(case.values)
    middle, half = rate + z * z / (2 * n), z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    expected = ((middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n))
    near = all(close(end, want) for end, want in zip(both, expected, strict=True))
    return "" if near else f"expected {row_repr(expected)}"


def upper_tail(hits: int, trials: int, rate: float) -> float:
    """Give the probability of so many hits or more.

    >>> upper_tail(1, 2, 0.5)
    0.75
    """
    return sum(
        comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(hits, trials + 1)
    )


def _clopper_pearson(subject: IntervalFunction, case: IntervalCase, both: TwoEnds) -> str:
    trials = len(case.values)
    hits, tail = int(mean_of(subject, case.values) * trials), (1 - LEVEL) / 2
    low, high = map(float, both)
    at_low = upper_tail(hits, trials, low) if hits else tail + abs(low)
    at_high = 1 - upper_tail(hits + 1, trials, high) if hits < trials else tail + abs(high - 1)
    if abs(at_low - tail) <= NEARLY and abs(at_high - tail) <= NEARLY:
        return ""
    return f"{hits} of {trials}: tails of {at_low:.6g} and {at_high:.6g}, not {tail:.3g}"


def coin_tosses(many: int) -> tuple[Values, ...]:
    """Give rows of 24 values that are 1 three times in ten, seeded.

    >>> [sum(values) for values in coin_tosses(2)]
    [7, 8]
    """
    draws = drawn(19341927)
    ends = [(next(draws) >> 11) * RATE.denominator for _ in range(many * TRIALS)]
    values = [int(end < RATE.numerator * 2**53) for end in ends]
    return tuple(values[at : at + TRIALS] for at in range(0, len(values), TRIALS))


def _misses(subject: IntervalFunction) -> Outcome:
    intervals = [ends(interval_of(subject, values)) for values in coin_tosses(SAMPLES)]
    there = [two for two in intervals if not isinstance(two, Silent)]
    missed = sum(not low <= RATE <= high for low, high in there)
    most = too_many(SAMPLES, 1 - LEVEL)
    if missed <= most:
        return Holds()
    return Broken(
        f"of {SAMPLES} samples of {TRIALS} with the rate {RATE} {missed} have an interval without "
        f"it; {most:.0f} would be too many by five standard errors"
    )


def _law(
    claim: str,
    says: str,
    check: Callable[[IntervalFunction, IntervalCase], Outcome],
    algebra: Algebra = Algebra.STATISTICS,
    *,
    name: str = "",
) -> Law[IntervalFunction, IntervalCase]:
    return law(name or claim, says, algebra, claim)(check)


_COVERS: IntervalCheck = once(_misses, SEEDED, LEVELLED, PROPORTION)
_OTHERS_LACK = "the other values have no interval"
CLAIMED_INTERVAL_LAWS: tuple[Law[IntervalFunction, IntervalCase], ...] = (
    _law(
        IN_RANGE,
        "Both ends lie between 0 and 1.",
        faultless(_HERE, ends, _in_range),
        Algebra.BOUNDS,
    ),
    _law(CONTAINS, "The mean lies between the ends.", faultless(_HERE, ends, _contains)),
    _law(
        ORDER_FREE,
        "The order of the values plays no part.",
        faultless_pair(_HERE, _REORDERED, ends, _other_ends, _OTHERS_LACK),
        Algebra.ORDER,
    ),
    _law(
        MIRROR,
        "1 - values have 1 - ends.",
        faultless_pair(_HERE, _mirrored, ends, _not_mirrored, _OTHERS_LACK),
        Algebra.SYMMETRY,
    ),
    _law(
        LEVELLED,
        "The interval of a higher level holds that of a lower one.",
        faultless_pair(_INNER, _HERE, ends, _not_wider, "the higher level has no interval"),
        Algebra.MONOTONE,
        name="wider",
    ),
    _law(LEVELLED, "The level has an effect.", _level_counts, name="level-counts"),
    _law(
        POINT,
        "Values that are all equal have an interval without width.",
        faultless(_ALL_EQUAL, ends, _no_point),
    ),
    _law(
        HONEST,
        "One to three equal values have an interval with some width.",
        faultless(_FEW_EQUAL, width, _sure),
    ),
    _law(
        MERGEABLE,
        "Values that come one by one have the interval of all at once; where draws are made, one "
        "with some width.",
        _batches,
        Algebra.MERGE,
        name="batches",
    ),
    _law(WILSON, "The ends are those of Wilson at 0.95.", faultless(_HERE, ends, _wilson)),
    _law(
        CLOPPER_PEARSON,
        "The ends are those of Clopper and Pearson at 0.95.",
        faultless(_HERE, ends, _clopper_pearson),
    ),
    _law(COVERS, "The ends hold the true rate as often as the level says.", _COVERS),
)


EVERY_INTERVAL_LAW = (*INTERVAL_LAWS, *CLAIMED_INTERVAL_LAWS)
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
    laws=EVERY_INTERVAL_LAW,
    apart=(
        frozenset({POINT, HONEST}),
        frozenset({WILSON, CLOPPER_PEARSON}),
        frozenset({DETERMINISTIC, SEEDED}),
    ),
)
