"""Scores of labels with weights: a weight is how often an item counts, so it has an effect."""

from collections.abc import Sequence

from attrs import frozen

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import defined, inside, same
from measurand.laws.kinds.labels.cases import SIGNED, UNDEFINED
from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

Weights = Sequence[int]
WeightedScore = Subject[[Sequence[str], Sequence[str], Weights]]


@frozen
class WeightedCase:
    """Items with a whole number as the weight of each; at least one is not 0.

    >>> WeightedCase(["a", "b"], ["a", "a"], [2, 0]).repeated
    WeightedCase(gold=['a', 'a'], predicted=['a', 'a'], weights=[1, 1])
    """

    gold: Sequence[str]
    predicted: Sequence[str]
    weights: Sequence[int]

    @property
    def repeated(self) -> "WeightedCase":
        """Repeat every item as often as its weight says."""
        rows = list(zip(self.gold, self.predicted, self.weights, strict=True))
        gold = [label for label, _, weight in rows for _ in range(weight)]
        predicted = [label for _, label, weight in rows for _ in range(weight)]
        return WeightedCase(gold, predicted, [1] * len(gold))

    def times(self, factor: int) -> "WeightedCase":
        """Multiply all weights."""
        weights = [weight * factor for weight in self.weights]
        return WeightedCase(self.gold, self.predicted, weights)


def weighted_score(subject: WeightedScore, case: WeightedCase) -> Call[Number]:
    """Ask for the score of weighted items.

    >>> always = Subject("always", lambda gold, predicted, weights: 1)
    >>> weighted_score(always, WeightedCase(["a"], ["a"], [1])).answer
    Fraction(1, 1)
    """
    return asked(subject, number, case.gold, case.predicted, case.weights)


def _weighted_nothing(case: WeightedCase) -> Silent | None:
    return None if any(case.weights) else Silent("no item has a weight")


def _weighted_defined(subject: WeightedScore, case: WeightedCase) -> Outcome:
    absent = UNDEFINED in subject.claims
    return _weighted_nothing(case) or defined(weighted_score(subject, case), absent=absent)


def _weighted_range(subject: WeightedScore, case: WeightedCase) -> Outcome:
    low = -1 if SIGNED in subject.claims else 0
    return _weighted_nothing(case) or inside(weighted_score(subject, case), low, 1)


def _weighted_double(subject: WeightedScore, case: WeightedCase) -> Outcome:
    here = weighted_score(subject, case)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, case.times(2)))


def _weighted_repeated(subject: WeightedScore, case: WeightedCase) -> Outcome:
    some = WeightedCase(case.gold, case.predicted, [max(1, weight) for weight in case.weights])
    here = weighted_score(subject, some)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, some.repeated))


def _weighted_left_out(subject: WeightedScore, case: WeightedCase) -> Outcome:
    rows = zip(case.gold, case.predicted, case.weights, strict=True)
    kept = [row for row in rows if row[2]]
    left = WeightedCase([g for g, _, _ in kept], [p for _, p, _ in kept], [w for *_, w in kept])
    here = weighted_score(subject, case)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, left))


WeightedLaw = Law[WeightedScore, WeightedCase]

WEIGHTED_LAWS: tuple[WeightedLaw, ...] = (
    Law("defined", "Where some item has a weight there is a number.", _weighted_defined),
    Law("range", "A score lies between 0 (-1 where signed) and 1.", _weighted_range),
    Law(
        "double weights",
        "Doubling all weights changes nothing.",
        _weighted_double,
        Algebra.MULTISET,
    ),
    Law(
        "weight is repetition",
        "A weight of 2 is the item twice: an accepted parameter has an effect.",
        _weighted_repeated,
        Algebra.MULTISET,
    ),
    Law(
        "weight zero",
        "An item of weight 0 is left out: an accepted parameter has an effect.",
        _weighted_left_out,
        Algebra.MULTISET,
    ),
)
