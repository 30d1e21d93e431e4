"""Scores of numbers: of each sample a number that is so, and a number that was said.

The kind `number-score` is errors (0 is best), biases, correlations and shares of what is explained
(1 is best). What becomes of another unit of measurement tells them apart: an error in metres is a
hundred times as large in centimetres, its square ten thousand times, a correlation the same. Zero
may stand anywhere, and then the numbers are far from it and close together: what subtracts the
square of a mean from the mean of squares has lost its digits there.

Numbers that are all alike have no correlation, and explain nothing. Ten times 0.1 is a usual such
case, whose mean as a float is not 0.1: a spread of 1e-17 is then taken for one, and a number is
made up.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, nan, sqrt

from attrs import evolve, frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    always_answered,
    answer,
    between,
    claiming,
    equal_to,
    faultless_pair,
    in_batches,
    needing,
    never_above,
    prepared,
    refused,
    repeated,
    unanswered,
    unchanged,
)
from measurand.laws.kinds.compare import alike, answers, broken, close, is_mean
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Number, Subject, answered, asked, number

Numbers = Sequence[float]
NumberScore = Subject[[Numbers, Numbers]]
ERROR, BIAS, ASSOCIATION, EXPLAINED = "error", "bias", "association", "explained"
VARIED, VARIED_GOLD, POSITIVE = "varied", "varied-gold", "positive"
SYMMETRIC, ANTISYMMETRIC, ODD = "symmetric", "antisymmetric", "odd"
SHIFTED, OFFSETS, RANKS = "shifted", "offsets", "ranks"
SCALE_FREE, SCALED, SQUARED = "scale-free", "scaled", "squared"
MEAN, MONOTONE, LENGTHS, MERGEABLE = "mean", "monotone", "lengths", "mergeable"
MAE, MSE, R2, PEARSON, SPEARMAN, KENDALL = "mae", "mse", "r2", "pearson", "spearman", "kendall"
FAR = 2**16
"""So far from 0 that squares lose the digits of the numbers, and the numbers lose none."""


@frozen
class NumbersCase:
    """Numbers, those that are so and those that were said, and what is done to them.

    `place` picks a sample or an order, `shift` is added, `alike` is a number that all may be;
    `cuts` say before which samples a new batch begins; `times` is how often all are repeated.

    >>> NumbersCase([1.0, 2.0], [2.0, 2.0]).varied()
    False
    """

    gold: Numbers
    predicted: Numbers
    place: int = 0
    shift: int = 1
    alike: float = 1.0
    cuts: Sequence[int] = ()
    times: int = 2

    def varied(self) -> bool:
        """Say whether the numbers of both sides differ."""
        return self.varied_gold() and len(set(self.predicted)) > 1

    def varied_gold(self) -> bool:
        """Say whether the numbers that are so differ."""
        return len(set(self.gold)) > 1

    def all_alike(self) -> Numbers:
        """Give as many numbers that are all alike."""
        return [self.alike] * len(self.gold)

    def batches(self) -> list[tuple[Numbers, Numbers]]:
        """Cut the samples into batches, none of them empty.

        >>> NumbersCase([1.0, 2.0], [2.0, 2.0], cuts=[1]).batches()
        [([1.0], [2.0]), ([2.0], [2.0])]
        """
        ends = [0, *sorted(self.cuts), len(self.gold)]
        return [
            (self.gold[low:high], self.predicted[low:high])
            for low, high in pairwise(ends)
            if low < high
        ]


NumbersAsk = Ask[[Numbers, Numbers], NumbersCase]
NumbersCheck = Check[[Numbers, Numbers], NumbersCase]
NumbersLaw = Law[NumberScore, NumbersCase]


def _taken(subject: NumberScore, case: NumbersCase) -> NumbersCase:
    """Make numbers that the function takes: above 0, where they must be."""
    if POSITIVE not in subject.claims:
        return case
    gold, predicted = ([abs(x) + 1 for x in side] for side in (case.gold, case.predicted))
    return evolve(case, gold=gold, predicted=predicted)


def _law(
    name: str, says: str, algebra: Algebra = Algebra.BOUNDS, *needs: str
) -> Callable[[NumbersCheck], NumbersLaw]:
    return lambda check: law(name, says, algebra, *needs)(prepared(_taken, check))


def _of(pick: Callable[[NumbersCase], tuple[Numbers, Numbers]]) -> NumbersAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


def _each(
    gold: Callable[[float], float], predicted: Callable[[float], float] | None = None
) -> NumbersAsk:
    """Change all numbers: of both sides alike, or each in its own way."""
    other = predicted or gold
    return _of(lambda case: ([*map(gold, case.gold)], [*map(other, case.predicted)]))


_HERE = _of(lambda case: (case.gold, case.predicted))
_SWAPPED = _of(lambda case: (case.predicted, case.gold))
_ITSELF = _of(lambda case: (case.gold, case.gold))


def _owed(check: NumbersCheck) -> NumbersCheck:
    """Ask for a number where one is owed: of numbers that differ, where they must."""
    both = needing(NumbersCase.varied, "the numbers of one side are all alike", check)
    gold = needing(NumbersCase.varied_gold, "the numbers that are so are all alike", check)
    return claiming({VARIED}, both, claiming({VARIED_GOLD}, gold, check))


def _turned(case: NumbersCase) -> tuple[Numbers, Numbers]:
    first = 1 + case.place % max(1, len(case.gold) - 1)
    gold, predicted = case.gold, case.predicted
    return [*gold[first:], *gold[:first]], [*predicted[first:], *predicted[:first]]


def _again(case: NumbersCase) -> tuple[Numbers, Numbers]:
    return list(case.gold) * case.times, list(case.predicted) * case.times


def _moved(case: NumbersCase) -> tuple[Numbers, Numbers]:
    return [x + case.shift for x in case.gold], [x + case.shift for x in case.predicted]


def _corrected(case: NumbersCase) -> tuple[Numbers, Numbers]:
    here = case.place % len(case.gold)
    return case.gold, [*case.predicted[:here], case.gold[here], *case.predicted[here + 1 :]]


def _with_nan(case: NumbersCase) -> tuple[Numbers, Numbers]:
    here = case.place % len(case.gold)
    return case.gold, [*case.predicted[:here], nan, *case.predicted[here + 1 :]]


def _times(factor: int, ask: NumbersAsk) -> NumbersCheck:
    """Hold where an answer is so many times the answer about the numbers as they are."""

    def fault(subject: NumberScore, _: NumbersCase, here: Number, there: Number) -> str:
        exact = isinstance(here, Fraction) and isinstance(there, Fraction)
        expected: Number = factor * (here if exact else float(here))
        fine = alike(subject, there if exact else float(there), expected)
        return "" if fine else f"{answered(there)}, expected {factor} times {answered(here)}"

    return faultless_pair(_HERE, ask, answer, fault)


def _mean_of_singles(subject: NumberScore, case: NumbersCase) -> Outcome:
    pairs = zip(case.gold, case.predicted, strict=True)
    singles: list[Call[Number]] = [
        asked(subject, number, [gold], [predicted]) for gold, predicted in pairs
    ]
    return is_mean(subject, _HERE(subject, case), singles, "some sample has no score")


_WRONG_WAY = "numbers are all alike, and there is a score"

NUMBER_LAWS: tuple[NumbersLaw, ...] = (
    _law("defined", "Samples (of numbers that differ, where they must) have a score.")(
        _owed(always_answered(_HERE))
    ),
    _law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        Algebra.IDENTITY,
    )(repeated(_HERE)),
    _law("not negative", "An error is not below 0.", Algebra.BOUNDS, ERROR)(
        _owed(between(_HERE, 0, inf))
    ),
    _law("within one", "An association lies between -1 and 1.", Algebra.BOUNDS, ASSOCIATION)(
        _owed(between(_HERE, -1, 1))
    ),
    _law(
        "at most one", "No more is explained than there is: at most 1.", Algebra.BOUNDS, EXPLAINED
    )(_owed(between(_HERE, -inf, 1))),
    _law("identity", "Numbers against themselves score 0, or 1.", Algebra.IDENTITY)(
        _owed(claiming({ASSOCIATION, EXPLAINED}, equal_to(_ITSELF, 1), equal_to(_ITSELF, 0)))
    ),
    _law("sample order", "The order of the samples changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _of(_turned))
    ),
    _law("replication", "Taking every sample again changes nothing.", Algebra.MULTISET)(
        _owed(unchanged(_HERE, _of(_again)))
    ),
    _law(
        "swap",
        "Exchanging what is so and what was said changes nothing.",
        Algebra.SYMMETRY,
        SYMMETRIC,
    )(unchanged(_HERE, _SWAPPED)),
    _law(
        "swap negates",
        "Exchanging what is so and what was said turns the sign.",
        Algebra.SYMMETRY,
        ANTISYMMETRIC,
    )(_times(-1, _SWAPPED)),
    _law(
        "shift",
        "The same added to all numbers changes nothing, far from 0 either.",
        Algebra.TRANSFORMS,
        SHIFTED,
    )(unchanged(_HERE, _of(_moved))),
    _law(
        "offsets",
        "Numbers of one side may begin elsewhere than those of the other.",
        Algebra.TRANSFORMS,
        OFFSETS,
    )(unchanged(_HERE, _each(lambda x: x + 1, lambda x: x - 2))),
    _law(
        "scale free",
        "Numbers twice as large have the same score.",
        Algebra.TRANSFORMS,
        SCALE_FREE,
    )(unchanged(_HERE, _each(lambda x: 2 * x))),
    _law(
        "scaled",
        "Numbers twice as large have twice the score.",
        Algebra.TRANSFORMS,
        SCALED,
    )(_times(2, _each(lambda x: 2 * x))),
    _law(
        "squared",
        "Numbers twice as large have four times the score.",
        Algebra.TRANSFORMS,
        SQUARED,
    )(_times(4, _each(lambda x: 2 * x))),
    _law("odd", "Numbers of one side negated turn the sign.", Algebra.SYMMETRY, ODD)(
        _times(-1, _each(lambda x: x, lambda x: -x))
    ),
    _law(
        "ranks",
        "Only the order of numbers counts: the cubes of one side have the same score.",
        Algebra.TRANSFORMS,
        RANKS,
    )(unchanged(_HERE, _each(lambda x: x, lambda x: x**3))),
    _law("mean of samples", "The score is the mean of that of each sample.", Algebra.MERGE, MEAN)(
        _mean_of_singles
    ),
    _law(
        "correction",
        "Putting one number right never makes the score worse.",
        Algebra.MONOTONE,
        MONOTONE,
    )(
        _owed(
            claiming(
                {EXPLAINED},
                never_above(_HERE, _of(_corrected)),
                never_above(_of(_corrected), _HERE),
            )
        )
    ),
    _law(
        "alike",
        "Where the numbers of one side are all alike, no score is made up.",
        Algebra.EMPTY_RULES,
        VARIED,
    )(unanswered(_of(lambda case: (case.all_alike(), case.predicted)), _WRONG_WAY)),
    _law(
        "alike gold",
        "Where the numbers that are so are all alike, no score is made up.",
        Algebra.EMPTY_RULES,
        VARIED_GOLD,
    )(unanswered(_of(lambda case: (case.all_alike(), case.predicted)), _WRONG_WAY)),
    _law("nan", "No score is made of a number that is NaN.", Algebra.EMPTY_RULES)(
        unanswered(_of(_with_nan), "a number is NaN, and there is a score")
    ),
    _law("lengths", "Lists of different lengths are refused.", Algebra.BOUNDS, LENGTHS)(
        refused(
            _of(lambda case: ([*case.gold, 1.0], case.predicted)),
            "the lists are not equally long, and that is accepted",
        )
    ),
    _law("merge", "Batches, however cut, give the score of the whole.", Algebra.MERGE, MERGEABLE)(
        in_batches(_HERE, NumbersCase.batches, "it takes no batches")
    ),
)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def mean_error(gold: Numbers, predicted: Numbers, power: int) -> Fraction:
    """Give the mean of the distances of two numbers (1), or of their squares (2).

    >>> mean_error([1.0, 2.0], [2.0, 4.0], 1), mean_error([1.0, 2.0], [2.0, 4.0], 2)
    (Fraction(3, 2), Fraction(5, 2))
    """
    pairs = zip(gold, predicted, strict=True)
    return _mean([abs(Fraction(said) - Fraction(so)) ** power for so, said in pairs])


def explained(gold: Numbers, predicted: Numbers) -> Fraction:
    """Give R2: 1 less the squared errors as a share of those of the mean.

    >>> explained([1.0, 3.0], [1.0, 2.0])
    Fraction(1, 2)
    """
    centre = _mean([Fraction(so) for so in gold])
    return 1 - mean_error(gold, predicted, 2) / _mean([(Fraction(so) - centre) ** 2 for so in gold])


def correlation(gold: Sequence[Fraction], predicted: Sequence[Fraction]) -> float:
    """Give the correlation of numbers (Pearson), whose square is a fraction.

    >>> correlation([Fraction(1), Fraction(2)], [Fraction(4), Fraction(2)])
    -1.0
    """
    means = _mean(gold), _mean(predicted)
    a, b = [x - means[0] for x in gold], [x - means[1] for x in predicted]
    together = _mean([x * y for x, y in zip(a, b, strict=True)])
    square = together**2 / (_mean([x * x for x in a]) * _mean([x * x for x in b]))
    return sqrt(square) if together > 0 else -sqrt(square)


def mid_ranks(numbers: Numbers) -> list[Fraction]:
    """Rank numbers from 1; equal ones share the mean of their ranks.

    >>> mid_ranks([2.0, 1.0, 2.0])
    [Fraction(5, 2), Fraction(1, 1), Fraction(5, 2)]
    """
    return [
        Fraction(1 + 2 * sum(y < x for y in numbers) + sum(y == x for y in numbers), 2)
        for x in numbers
    ]


def concordance_of_pairs(gold: Numbers, predicted: Numbers) -> float:
    """Give Kendall's tau-b: pairs in one order less those in two, over those not tied.

    >>> concordance_of_pairs([1.0, 2.0, 3.0], [1.0, 3.0, 2.0])
    0.3333333333333333
    """
    both = list(zip(gold, predicted, strict=True))
    signs = [
        ((a > c) - (a < c), (b > d) - (b < d)) for i, (a, b) in enumerate(both) for c, d in both[:i]
    ]
    untied = sum(x != 0 for x, _ in signs) * sum(y != 0 for _, y in signs)
    return sum(x * y for x, y in signs) / sqrt(untied)


def _near(value: Callable[[NumbersCase], float]) -> NumbersCheck:
    """Hold where the answer is this number with a root in it: known as a float."""

    def check(subject: NumberScore, case: NumbersCase) -> Outcome:
        call = _HERE(subject, case)
        found = answers(call)
        if not isinstance(found, tuple):
            return found
        expected = value(case)
        if close(found[0], expected):
            return Holds()
        return broken(f"{answered(found[0])}, expected {expected}", call)

    return needing(NumbersCase.varied, "the numbers of one side are all alike", check)


def _exactly(value: Callable[[Numbers, Numbers], Fraction]) -> NumbersCheck:
    return equal_to(_HERE, lambda case: value(case.gold, case.predicted))


def _pearson(case: NumbersCase) -> float:
    return correlation([*map(Fraction, case.gold)], [*map(Fraction, case.predicted)])


def _spearman(case: NumbersCase) -> float:
    return correlation(mid_ranks(case.gold), mid_ranks(case.predicted))


VALUE_LAWS: tuple[NumbersLaw, ...] = (
    _law("absolute error", "It is the mean distance.", Algebra.IDENTITY, MAE)(
        _exactly(lambda gold, predicted: mean_error(gold, predicted, 1))
    ),
    _law("squared error", "It is the mean squared distance.", Algebra.IDENTITY, MSE)(
        _exactly(lambda gold, predicted: mean_error(gold, predicted, 2))
    ),
    _law("r squared", "It is 1 less the share of squares left over.", Algebra.IDENTITY, R2)(
        needing(
            NumbersCase.varied_gold, "the numbers that are so are all alike", _exactly(explained)
        )
    ),
    _law("correlation", "It is Pearson's correlation.", Algebra.IDENTITY, PEARSON)(_near(_pearson)),
    _law(
        "rank correlation",
        "It is Spearman's correlation, equal numbers with the mean of their ranks.",
        Algebra.IDENTITY,
        SPEARMAN,
    )(_near(_spearman)),
    _law("tau b", "It is Kendall's tau-b.", Algebra.IDENTITY, KENDALL)(
        _near(lambda case: concordance_of_pairs(case.gold, case.predicted))
    ),
)


NUMBER_SCORE_LAWS = (*NUMBER_LAWS, *VALUE_LAWS)
NUMBER_SCORE: Kind[[Numbers, Numbers], NumbersCase] = Kind(
    name="number-score",
    takes="numbers that are so and as many that were said, and gives a number, which is 1 for "
    "numbers against themselves where it is an association or a share, or else 0",
    claims={
        ERROR: "it is an error: not below 0, and 0 is best",
        BIAS: "it is an error with a sign",
        ASSOCIATION: "it lies between -1 and 1, and is 1 for numbers against themselves",
        EXPLAINED: "it is at most 1, and 1 for numbers against themselves",
        VARIED: "the numbers of both sides must differ; else there is no score",
        VARIED_GOLD: "the numbers that are so must differ; else there is no score",
        POSITIVE: "numbers are above 0",
        SYMMETRIC: "exchanging the sides changes nothing",
        ANTISYMMETRIC: "exchanging the sides turns the sign",
        ODD: "negating one side turns the sign",
        SHIFTED: "the same added to all numbers changes nothing",
        OFFSETS: "something added to one side changes nothing",
        SCALE_FREE: "numbers twice as large have the same score",
        SCALED: "numbers twice as large have twice the score",
        SQUARED: "numbers twice as large have four times the score",
        RANKS: "only the order of the numbers of each side counts",
        MEAN: "the score is the mean of that of each sample",
        MONOTONE: "putting one number right never makes the score worse",
        LENGTHS: "lists of different lengths are refused",
        MERGEABLE: "`batched` gives for batches what the function gives for all samples",
        MAE: "it is the mean absolute error",
        MSE: "it is the mean squared error",
        R2: "it is R2, the share of squares that is explained",
        PEARSON: "it is Pearson's correlation",
        SPEARMAN: "it is Spearman's correlation",
        KENDALL: "it is Kendall's tau-b",
    },
    laws=NUMBER_SCORE_LAWS,
    apart=(
        frozenset({ERROR, BIAS, ASSOCIATION, EXPLAINED}),
        frozenset({VARIED, VARIED_GOLD}),
        frozenset({SYMMETRIC, ANTISYMMETRIC}),
        frozenset({SCALE_FREE, SCALED, SQUARED}),
        frozenset({MAE, MSE, R2, PEARSON, SPEARMAN, KENDALL}),
    ),
)
