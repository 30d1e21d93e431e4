"""Functions of the kind `tuple-f1`, right ones and wrong ones: lists in which items repeat."""

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import evolve

from measurand.laws.kinds.set_scores import (
    EMPTY_ONE,
    EMPTY_ZERO,
    MACRO,
    MICRO,
    MULTISET,
    SET,
    SYMMETRIC,
    Bags,
    Item,
    SetScore,
)
from measurand.laws.kinds.sets import F1, JACCARD, PRECISION, RECALL, TUPLE_F1
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong
from properties.laws.mutants.sets import (
    MACRO_F1,
    ONE,
    REDUNDANT,
    RIGHT,
    WRONG,
    Score,
    by_support,
    f,
    jaccard,
    macro,
    mean,
    micro,
    precision,
    recall,
    tally,
)

Hits = Callable[[Collection[Item], Collection[Item]], int]


def once(score: Score) -> Score:
    """Leave out repeated items first.

    >>> once(macro(f))([["a", "a"]], [["a"]])
    Fraction(1, 1)
    """

    def scored(gold: Bags, predicted: Bags) -> Fraction | None:
        return score(_distinct(gold), _distinct(predicted))

    return scored


def _distinct(bags: Bags) -> Bags:
    return [[*dict.fromkeys(bag)] for bag in bags]


def _f1_by(hits: Hits) -> Score:
    def score(gold: Bags, predicted: Bags) -> Fraction | None:
        return mean(
            [
                f(hits(one, other), len(one), len(other)) if one or other else ONE
                for one, other in zip(gold, predicted, strict=True)
            ]
        )

    return score


def _members(gold: Collection[Item], predicted: Collection[Item]) -> int:
    return sum(item in gold for item in predicted)


def _found(gold: Collection[Item], predicted: Collection[Item]) -> int:
    return sum(item in predicted for item in gold)


def _different(gold: Collection[Item], predicted: Collection[Item]) -> int:
    return len(set(gold) & set(predicted))


def _in_place(gold: Collection[Item], predicted: Collection[Item]) -> int:
    return sum(one == other for one, other in zip(gold, predicted, strict=False))


def _greedy(gold: Collection[Item], predicted: Collection[Item]) -> int:
    left, hits = list(gold), 0
    for item in predicted:
        taken = next((one for one in left if one[0] == item[0]), None)
        if taken is not None:
            left.remove(taken)
            hits += taken == item
    return hits


def _subject_only(gold: Collection[Item], predicted: Collection[Item]) -> int:
    return tally([item[0] for item in gold], [item[0] for item in predicted])[0]


def _members_precision(gold: Bags, predicted: Bags) -> Fraction | None:
    sides = zip(gold, predicted, strict=True)
    return mean([Fraction(_members(one, other), len(other) or 1) for one, other in sides])


def _first_right(gold: Bags, predicted: Bags) -> Fraction | None:
    def score(one: Collection[Item], other: Collection[Item]) -> Fraction:
        found = f(*tally(one, other)) if one or other else ONE
        return found if [*one][:1] == [*other][:1] else found / 2

    return mean([score(*sides) for sides in zip(gold, predicted, strict=True)])


def _wrong(name: str, says: str, function: Score, claims: AbstractSet[str]) -> Wrong[[Bags, Bags]]:
    return Wrong(name, says, Subject(name, function, claims))


_WEIGHED = frozenset({"by_length"})
"""Copies of an item do not score as other items would."""


RIGHT_TUPLES: tuple[SetScore, ...] = (
    *(
        evolve(subject, claims={*subject.claims, MULTISET})
        for subject in RIGHT
        if subject.function is not by_support
    ),
    Subject("by_support_f1", by_support, {EMPTY_ZERO, EXACT}),
    Subject("set_macro_f1", once(macro(f)), {F1, MACRO, SYMMETRIC, EMPTY_ONE, SET, EXACT}),
    Subject("set_micro_f1", once(micro(f)), {F1, MICRO, SYMMETRIC, EMPTY_ZERO, SET, EXACT}),
    Subject("set_precision", once(macro(precision)), {PRECISION, MACRO, EMPTY_ONE, SET, EXACT}),
    Subject("set_recall", once(macro(recall)), {RECALL, MACRO, EMPTY_ONE, EXACT}),
    Subject("set_jaccard", once(macro(jaccard)), {JACCARD, MACRO, SYMMETRIC, EMPTY_ONE, SET}),
)
"""Right ones; where neither set nor multiset is claimed, repeated items may count or not."""


WRONG_TUPLES: tuple[Wrong[[Bags, Bags]], ...] = (
    *(
        evolve(wrong, subject=evolve(wrong.subject, claims={*wrong.subject.claims, MULTISET}))
        for wrong in WRONG
        if wrong.name not in _WEIGHED
    ),
    *(wrong for wrong in WRONG if wrong.name in _WEIGHED),
    _wrong("members", "every copy of a right prediction counts", _f1_by(_members), MACRO_F1),
    _wrong("found", "one prediction finds every copy in gold", _f1_by(_found), MACRO_F1),
    _wrong("half_distinct", "hits once, sizes with copies", _f1_by(_different), {MACRO, MULTISET}),
    _wrong("in_place", "compares item by item in order", _f1_by(_in_place), MACRO_F1),
    _wrong("greedy", "takes the first gold item that begins alike", _f1_by(_greedy), MACRO_F1),
    _wrong("first_part", "compares the first parts of tuples", _f1_by(_subject_only), MACRO_F1),
    _wrong("first_right", "the first item weighs more", _first_right, {MACRO, SYMMETRIC}),
    _wrong("repeats_help", "copies of right ones help", _members_precision, {PRECISION, MACRO}),
    _wrong("set_for_multiset", "drops copies", once(macro(jaccard)), {MACRO, MULTISET}),
    _wrong("multiset_for_set", "counts copies", macro(jaccard), {MACRO, SYMMETRIC, SET}),
)
"""Wrong ones: those of sets, and those that go wrong on copies, on order, or on parts of items."""

TUPLE_F1_MUTANTS = Mutants(
    kind=TUPLE_F1.name, right=RIGHT_TUPLES, wrong=WRONG_TUPLES, redundant=REDUNDANT
)
