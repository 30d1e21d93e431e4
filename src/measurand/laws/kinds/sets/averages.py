"""Laws of the average of a score of sets: over samples, pooled, over items, or in batches."""

from fractions import Fraction

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, broken, close, same, silent
from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    EMPTY_SKIP,
    MACRO,
    MERGEABLE,
    MICRO,
    Lists,
    SetsCase,
    SetScore,
    apart,
    as_is,
    bags,
    score,
)
from measurand.laws.kinds.sets.laws import SetLaw
from measurand.laws.kinds.subject import Call, Number, answered, asked_in_batches, number

Batches = list[tuple[Lists, Lists]]


def _of_samples(subject: SetScore, case: SetsCase) -> Outcome:
    return _mean(as_is(subject, case), _samples(subject, case))


def _samples(subject: SetScore, case: SetsCase) -> tuple[Call[Number], ...]:
    return tuple(
        score(subject, case, [gold], [predicted])
        for gold, predicted in zip(case.gold, case.predicted, strict=True)
        if gold or predicted or EMPTY_SKIP not in subject.claims
    )


def _mean(whole: Call[Number], parts: tuple[Call[Number], ...]) -> Outcome:
    if raised := silent(whole, *parts):
        return raised
    answers = [part.answer for part in parts if isinstance(part.answer, Fraction | float)]
    if not parts or len(answers) < len(parts) or not isinstance(whole.answer, Fraction | float):
        return Silent("one of the parts, or the whole, has no number")
    mean = sum((Fraction(one) for one in answers), Fraction(0)) / len(answers)
    floats = any(isinstance(one, float) for one in (whole.answer, *answers))
    if whole.answer == mean or (floats and close(whole.answer, mean)):
        return Holds()
    expected = answered(float(mean) if floats else mean)
    return broken(f"{answered(whole.answer)}, expected the mean {expected}", whole, *parts)


def _between(subject: SetScore, case: SetsCase) -> Outcome:
    whole, parts = as_is(subject, case), _samples(subject, case)
    if raised := silent(*parts):
        return raised
    known = [part for part in parts if isinstance(part.answer, Fraction | float)]
    if len(known) < len(parts) or not known:
        return Silent("some sample has no number")
    outcomes = [at_most(subject, _least(known), whole), at_most(subject, whole, _most(known))]
    return next((one for one in outcomes if isinstance(one, Broken)), outcomes[0])


def _least(calls: list[Call[Number]]) -> Call[Number]:
    return min(calls, key=_size)


def _most(calls: list[Call[Number]]) -> Call[Number]:
    return max(calls, key=_size)


def _size(call: Call[Number]) -> Number:
    return call.answer if isinstance(call.answer, Fraction | float) else Fraction(0)


def _pooled(subject: SetScore, case: SetsCase) -> Outcome:
    gold, predicted = (
        [item for at, items in enumerate(side) for item in apart([items], f"-{at}")[0]]
        for side in (case.gold, case.predicted)
    )
    return same(subject, as_is(subject, case), score(subject, case, [gold], [predicted]))


def _inert(subject: SetScore, case: SetsCase) -> Outcome:
    gold, predicted = [[], *case.gold], [[], *case.predicted]
    return same(subject, as_is(subject, case), score(subject, case, gold, predicted))


def _of_items(subject: SetScore, case: SetsCase) -> Outcome:
    items = dict.fromkeys(item for side in (*case.gold, *case.predicted) for item in side)
    columns = tuple(
        score(subject, case, _only(case.gold, item), _only(case.predicted, item)) for item in items
    )
    return _mean(as_is(subject, case), columns)


def _only(lists: Lists, wanted: object) -> Lists:
    return [[item for item in items if item == wanted] for items in lists]


def _merge(subject: SetScore, case: SetsCase) -> Outcome:
    whole = as_is(subject, case)
    outcome: Outcome = Silent("there is no function for batches: give Subject(batched=...)")
    for batches in _batchings(case):
        shaped = [(bags(case, gold), bags(case, predicted)) for gold, predicted in batches]
        call: Call[Number] | None = asked_in_batches(subject, number, shaped)
        outcome = outcome if call is None else same(subject, whole, call)
        if not isinstance(outcome, Holds):
            return outcome
    return outcome


def _batchings(case: SetsCase) -> tuple[Batches, ...]:
    at = case.place % (len(case.gold) + 1)
    one: Batches = [
        ([gold], [predicted]) for gold, predicted in zip(case.gold, case.predicted, strict=True)
    ]
    two: Batches = [(case.gold[:at], case.predicted[:at]), (case.gold[at:], case.predicted[at:])]
    whole = [batch for batch in two if batch[0]]
    return (whole, whole[::-1], one[::-1])


OF_SAMPLES: SetLaw = Law(
    "mean of samples",
    "The score is the mean of the scores of the samples, each asked for alone.",
    _of_samples,
    Algebra.MERGE,
    frozenset({MACRO}),
)
BETWEEN: SetLaw = Law(
    "between",
    "The score lies between the lowest and the highest score of a sample.",
    _between,
    Algebra.BOUNDS,
    frozenset({MACRO}),
)
POOLED: SetLaw = Law(
    "pooled",
    "Samples whose items are renamed apart score as much as one sample with all their items.",
    _pooled,
    Algebra.MERGE,
    frozenset({MICRO}),
)
INERT: SetLaw = Law(
    "empty is inert",
    "In a pooled score a sample with nothing on either side changes nothing.",
    _inert,
    Algebra.EMPTY_RULES,
    frozenset({MICRO}),
)
OF_ITEMS: SetLaw = Law(
    "mean of items",
    "The score is the mean over the items that occur, each asked for alone in all samples.",
    _of_items,
    Algebra.MERGE,
    frozenset({BY_ITEM}),
)
MERGED: SetLaw = Law(
    "merge",
    "Samples in batches, however cut and in whatever order, score as much as at once.",
    _merge,
    Algebra.MERGE,
    frozenset({MERGEABLE}),
)
AVERAGES: tuple[SetLaw, ...] = (OF_SAMPLES, BETWEEN, POOLED, INERT, OF_ITEMS, MERGED)
"""Laws of averages."""
