"""Laws of what a score of sets is for one sample: F1, precision, recall and others, by counts.

One sample alone has the same score under every average over samples, so these laws ask for no
average; a score that averages over items has its formula where one item alone occurs.
"""

from collections.abc import Callable
from fractions import Fraction

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import is_number
from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    MULTISET,
    SET,
    Item,
    Lists,
    SetsCase,
    SetScore,
    as_is,
    below,
    counted,
    right,
    score,
    with_item,
)
from measurand.laws.kinds.sets.laws import SetLaw

F1, PRECISION, RECALL = "f1", "precision", "recall"
JACCARD, EXACT_MATCH = "jaccard", "exact-match"

Counts = tuple[int, int, int]
"""How many predictions are right, how many gold items and how many predictions there are."""


def _f1(hits: int, gold: int, predicted: int) -> Fraction:
    return Fraction(2 * hits, gold + predicted)


def _precision(hits: int, gold: int, predicted: int) -> Fraction:
    return Fraction(hits, predicted) if gold else Fraction(0)


def _recall(hits: int, gold: int, predicted: int) -> Fraction:
    return Fraction(hits, gold) if predicted else Fraction(0)


def _jaccard(hits: int, gold: int, predicted: int) -> Fraction:
    return Fraction(hits, gold + predicted - hits)


def _exact_match(hits: int, gold: int, predicted: int) -> Fraction:
    return Fraction(hits == gold == predicted)


Formula = Callable[[int, int, int], Fraction]


def _is_f1(subject: SetScore, case: SetsCase) -> Outcome:
    return _is(subject, case, _f1)


def _is_precision(subject: SetScore, case: SetsCase) -> Outcome:
    return _is(subject, case, _precision)


def _is_recall(subject: SetScore, case: SetsCase) -> Outcome:
    return _is(subject, case, _recall)


def _is_jaccard(subject: SetScore, case: SetsCase) -> Outcome:
    return _is(subject, case, _jaccard)


def _is_exact_match(subject: SetScore, case: SetsCase) -> Outcome:
    return _is(subject, case, _exact_match)


def _is(subject: SetScore, case: SetsCase, formula: Formula) -> Outcome:
    gold, predicted = _alone(subject, case)
    if not any(gold) or not any(predicted):
        return Silent("there is nothing on one side")
    if {SET, MULTISET}.isdisjoint(subject.claims) and _repeats(*gold, *predicted):
        return Silent("an item is repeated, and neither set nor multiset is claimed")
    pairs = list(zip(gold, predicted, strict=True))
    hits = sum(right(subject, *pair) for pair in pairs)
    sizes = [sum(counted(subject, items).total() for items in side) for side in (gold, predicted)]
    return is_number(subject, score(subject, case, gold, predicted), formula(hits, *sizes))


def _alone(subject: SetScore, case: SetsCase) -> tuple[Lists, Lists]:
    """Take one sample; under an average over items one item, in all samples."""
    if BY_ITEM not in subject.claims:
        at = case.place % len(case.gold)
        return [case.gold[at]], [case.predicted[at]]
    item = case.items[case.place % len(case.items)] if case.items else ""
    gold, predicted = (
        [[one for one in items if one == item] for items in side]
        for side in (case.gold, case.predicted)
    )
    return gold, predicted


def _repeats(*lists: Lists | list[Item]) -> bool:
    return any(len(set(items)) < len(items) for items in lists)


def _wrong_lowers(subject: SetScore, case: SetsCase) -> Outcome:
    found = {
        item
        for gold, predicted in zip(case.gold, case.predicted, strict=True)
        for item in set(gold) & set(predicted)
    }
    places = [
        (at, item)
        for at, (gold, predicted) in enumerate(zip(case.gold, case.predicted, strict=True))
        if set(gold) & set(predicted)
        for item in case.items
        if item not in gold and item not in predicted
        if BY_ITEM not in subject.claims or item in found
    ]
    if not places:
        return Silent("no sample has something right and an item that is wrong in it")
    at, item = places[case.place % len(places)]
    more = score(subject, case, case.gold, with_item(case.predicted, at, item))
    return below(more, as_is(subject, case))


def _law(name: str, says: str, check: Callable[[SetScore, SetsCase], Outcome]) -> SetLaw:
    return Law(f"counts of {name}", says, check, Algebra.IDENTITY, frozenset({name}))


WRONG_LOWERS: SetLaw = Law(
    "wrong prediction costs",
    "Adding a wrong prediction to a sample with a right one lowers the F1.",
    _wrong_lowers,
    Algebra.MONOTONE,
    frozenset({F1}),
)
FORMS: tuple[SetLaw, ...] = (
    _law(F1, "One sample scores 2 right / (gold + predicted).", _is_f1),
    _law(PRECISION, "One sample scores right / predicted.", _is_precision),
    _law(RECALL, "One sample scores right / gold.", _is_recall),
    _law(JACCARD, "One sample scores right / (gold + predicted - right).", _is_jaccard),
    _law(EXACT_MATCH, "One sample scores 1 where all is right, else 0.", _is_exact_match),
    WRONG_LOWERS,
)
"""Laws of what the score of one sample is."""
