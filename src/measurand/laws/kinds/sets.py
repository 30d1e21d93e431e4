"""Scores of sets: gold and predicted sets of items, one of each for every sample."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import defined, inside, is_number, same
from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

Side = Sequence[AbstractSet[str]]
SetScore = Subject[[Side, Side]]

SYMMETRIC, UNDEFINED = "symmetric", "undefined"


@frozen
class SetsCase:
    """Samples that a score is tried on: as many gold sets as predicted ones.

    >>> SetsCase([{"a"}], [set()]).predicted
    [set()]
    """

    gold: Side
    predicted: Side


def score(subject: SetScore, gold: Side, predicted: Side) -> Call[Number]:
    """Ask for the score of samples.

    >>> score(Subject("always", lambda gold, predicted: 1), [], []).answer
    Fraction(1, 1)
    """
    return asked(subject, number, gold, predicted)


def _defined(subject: SetScore, case: SetsCase) -> Outcome:
    call = score(subject, case.gold, case.predicted)
    return defined(call, absent=UNDEFINED in subject.claims)


def _range(subject: SetScore, case: SetsCase) -> Outcome:
    return inside(score(subject, case.gold, case.predicted), 0, 1)


def _identity(subject: SetScore, case: SetsCase) -> Outcome:
    if not all(case.gold) or not case.gold:
        return Silent("some sample has nothing to find")
    return is_number(subject, score(subject, case.gold, case.gold), Fraction(1))


def _swap(subject: SetScore, case: SetsCase) -> Outcome:
    here = score(subject, case.gold, case.predicted)
    return same(subject, here, score(subject, case.predicted, case.gold))


DEFINED: Law[SetScore, SetsCase] = Law("defined", "Every sample gets a number.", _defined)
RANGE: Law[SetScore, SetsCase] = Law("range", "A score lies between 0 and 1.", _range)
IDENTITY: Law[SetScore, SetsCase] = Law(
    "identity", "Gold against itself scores 1.", _identity, Algebra.IDENTITY
)
SWAP: Law[SetScore, SetsCase] = Law(
    "swap",
    "Exchanging gold and predictions changes nothing.",
    _swap,
    Algebra.SYMMETRY,
    frozenset({SYMMETRIC}),
)
