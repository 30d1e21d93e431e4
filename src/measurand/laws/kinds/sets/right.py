"""Functions of the kinds `set-f1` and `tuple-f1` that are right: no law ever breaks for them."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction

from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    EMPTY_ONE,
    EMPTY_SKIP,
    EMPTY_ZERO,
    MACRO,
    MERGEABLE,
    MICRO,
    SYMMETRIC,
    UNDEFINED,
    Bags,
    Item,
    SetScore,
)
from measurand.laws.kinds.sets.forms import EXACT_MATCH, F1, JACCARD, PRECISION, RECALL
from measurand.laws.kinds.subject import EXACT, Subject

Formula = Callable[[int, int, int], Fraction]
"""A number from how many are right, in gold, and predicted; one of the last two is not 0."""

Score = Callable[[Bags, Bags], Fraction | None]

ONE, ZERO = Fraction(1), Fraction(0)


def tally(gold: Collection[Item], predicted: Collection[Item]) -> tuple[int, int, int]:
    """Count what is right, in gold, and predicted, in one sample; a repeated item counts again.

    >>> tally(["a", "a"], ["a", "b"])
    (1, 2, 2)
    """
    left, hits = list(predicted), 0
    for item in gold:
        if item in left:
            left.remove(item)
            hits += 1
    return hits, len(gold), len(predicted)


def f(hits: int, gold: int, predicted: int, beta: int = 1) -> Fraction:
    """Weigh precision and recall, recall more with a larger beta.

    >>> f(1, 2, 1), f(1, 2, 1, 2)
    (Fraction(2, 3), Fraction(5, 9))
    """
    return Fraction((1 + beta**2) * hits, beta**2 * gold + predicted)


def f2(hits: int, gold: int, predicted: int) -> Fraction:
    """Weigh recall more.

    >>> f2(1, 2, 1)
    Fraction(5, 9)
    """
    return f(hits, gold, predicted, 2)


def precision(hits: int, _gold: int, predicted: int) -> Fraction:
    """Divide what is right by what is predicted; 0 where nothing is.

    >>> precision(1, 2, 4)
    Fraction(1, 4)
    """
    return Fraction(hits, predicted) if predicted else ZERO


def recall(hits: int, gold: int, _predicted: int) -> Fraction:
    """Divide what is right by what is in gold; 0 where nothing is.

    >>> recall(1, 2, 4)
    Fraction(1, 2)
    """
    return Fraction(hits, gold) if gold else ZERO


def jaccard(hits: int, gold: int, predicted: int) -> Fraction:
    """Divide what is right by what is on either side.

    >>> jaccard(1, 2, 1)
    Fraction(1, 2)
    """
    return Fraction(hits, gold + predicted - hits)


def exact_match(hits: int, gold: int, predicted: int) -> Fraction:
    """Give 1 where all is right.

    >>> exact_match(1, 1, 1), exact_match(1, 2, 1)
    (Fraction(1, 1), Fraction(0, 1))
    """
    return Fraction(hits == gold == predicted)


def macro(formula: Formula, empty: Fraction | None = ONE) -> Score:
    """Take the mean over samples; one with nothing on either side scores `empty`, or is left out.

    >>> macro(f)([{"a"}, set()], [{"b"}, set()])
    Fraction(1, 2)
    """

    def score(gold: Bags, predicted: Bags) -> Fraction | None:
        return mean(scores(formula, empty, gold, predicted))

    return score


def scores(formula: Formula, empty: Fraction | None, gold: Bags, predicted: Bags) -> list[Fraction]:
    """Score every sample that has a score.

    >>> scores(f, ONE, [{"a"}, set()], [{"b"}, set()])
    [Fraction(0, 1), Fraction(1, 1)]
    """
    tallies = [tally(*sides) for sides in zip(gold, predicted, strict=True)]
    found = [formula(*one) if one[1] or one[2] else empty for one in tallies]
    return [one for one in found if one is not None]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    """Take the mean; None of nothing.

    >>> mean([Fraction(1), Fraction(0)])
    Fraction(1, 2)
    """
    return sum(values, ZERO) / len(values) if values else None


def micro(formula: Formula, empty: Fraction = ZERO) -> Score:
    """Count over all samples first; nothing on either side of any scores `empty`.

    >>> micro(f)([{"a"}, {"b", "c"}], [{"a"}, set()])
    Fraction(1, 2)
    """

    def score(gold: Bags, predicted: Bags) -> Fraction:
        hits, golds, predictions = pooled(zip(gold, predicted, strict=True))
        return formula(hits, golds, predictions) if golds or predictions else empty

    return score


def pooled(samples: Iterable[tuple[Collection[Item], Collection[Item]]]) -> tuple[int, int, int]:
    """Count over samples.

    >>> pooled([({"a"}, {"a"}), ({"b"}, set())])
    (1, 2, 1)
    """
    hits = golds = predictions = 0
    for gold, predicted in samples:
        one = tally(gold, predicted)
        hits, golds, predictions = hits + one[0], golds + one[1], predictions + one[2]
    return hits, golds, predictions


def column(gold: Bags, predicted: Bags, item: Item) -> tuple[int, int, int]:
    """Count one item over samples.

    >>> column([{"a", "b"}], [{"a"}], "a")
    (1, 1, 1)
    """
    golds, predictions = (
        [[one for one in bag if one == item] for bag in side] for side in (gold, predicted)
    )
    return pooled(zip(golds, predictions, strict=True))


def by_item(formula: Formula, empty: Fraction = ZERO) -> Score:
    """Take the mean over the items that occur, each counted over all samples.

    >>> by_item(f)([{"a", "b"}], [{"a"}])
    Fraction(1, 2)
    """

    def score(gold: Bags, predicted: Bags) -> Fraction | None:
        items = dict.fromkeys(item for side in (*gold, *predicted) for item in side)
        return mean([formula(*column(gold, predicted, item)) for item in items] or [empty])

    return score


def f_of_means(gold: Bags, predicted: Bags) -> Fraction:
    """Take the harmonic mean of the mean precision and the mean recall.

    >>> f_of_means([{"a", "b"}], [{"a"}])
    Fraction(2, 3)
    """
    p, r = macro(precision)(gold, predicted), macro(recall)(gold, predicted)
    return 2 * p * r / (p + r) if p and r else ZERO


def by_support(gold: Bags, predicted: Bags) -> Fraction:
    """Take the mean F1 over items, weighed by how often they are in gold.

    >>> by_support([{"a", "b"}], [{"a", "c"}])
    Fraction(1, 2)
    """
    support = Counter(item for bag in gold for item in bag)
    weighed = ZERO
    for item, times in support.items():
        weighed += times * f(*column(gold, predicted, item))
    return weighed / support.total() if support else ZERO


def in_floats(gold: Bags, predicted: Bags) -> float:
    """Take the mean F1 as most people write it: floats, P and R first, 0/0 as 0.

    >>> in_floats([{"a", "b"}, set()], [{"a"}, set()])
    0.3333333333333333
    """
    total = 0.0
    for one, other in zip(gold, predicted, strict=True):
        hits, in_gold, in_predicted = tally(one, other)
        p = hits / in_predicted if in_predicted else 0.0
        r = hits / in_gold if in_gold else 0.0
        total += 2 * p * r / (p + r) if p + r else 0.0
    return total / len(gold)


def accurate(gold: Bags, predicted: Bags) -> float:
    """Take the mean precision with a sum of floats that no order changes; no prediction is NaN.

    >>> accurate([{"a"}], [{"a", "b"}]), accurate([{"a"}], [set()])
    (0.5, nan)
    """
    sides = zip(gold, predicted, strict=True)
    found = [hits / out for hits, _, out in (tally(*pair) for pair in sides) if out]
    return math.fsum(found) / len(found) if found else math.nan


def micro_of_batches(batches: Iterable[tuple[Bags, Bags]]) -> Fraction:
    """Count F1 over samples that come in batches.

    >>> micro_of_batches([([{"a"}], [{"a"}]), ([{"b"}], [set()])])
    Fraction(2, 3)
    """
    pairs = [pair for gold, predicted in batches for pair in zip(gold, predicted, strict=True)]
    hits, golds, predictions = pooled(pairs)
    return f(hits, golds, predictions) if golds or predictions else ZERO


def macro_of_batches(batches: Iterable[tuple[Bags, Bags]]) -> Fraction | None:
    """Take the mean F1 over samples that come in batches.

    >>> macro_of_batches([([{"a"}], [{"a"}]), ([{"b"}], [set()])])
    Fraction(1, 2)
    """
    return mean([one for batch in batches for one in scores(f, ONE, *batch)])


RIGHT: tuple[SetScore, ...] = (
    Subject(
        "macro_f1",
        macro(f),
        {F1, MACRO, SYMMETRIC, EMPTY_ONE, MERGEABLE, EXACT},
        batched=macro_of_batches,
    ),
    Subject("macro_f1_zero", macro(f, ZERO), {F1, MACRO, SYMMETRIC, EMPTY_ZERO, EXACT}),
    Subject("macro_f1_skip", macro(f, None), {F1, MACRO, SYMMETRIC, EMPTY_SKIP, UNDEFINED, EXACT}),
    Subject("macro_f1_floats", in_floats, {F1, MACRO, SYMMETRIC, EMPTY_ZERO}),
    Subject(
        "micro_f1",
        micro(f),
        {F1, MICRO, SYMMETRIC, EMPTY_ZERO, MERGEABLE, EXACT},
        batched=micro_of_batches,
    ),
    Subject("micro_f1_one", micro(f, ONE), {F1, MICRO, SYMMETRIC, EMPTY_ONE, EXACT}),
    Subject("by_item_f1", by_item(f), {F1, BY_ITEM, SYMMETRIC, EMPTY_ZERO, EXACT}),
    Subject("by_support_f1", by_support, {EMPTY_ZERO, EXACT}),
    Subject("macro_f2", macro(f2), {MACRO, EMPTY_ONE, EXACT}),
    Subject("f_of_means", f_of_means, {F1, SYMMETRIC, EMPTY_ONE, EXACT}),
    Subject("micro_precision", micro(precision), {PRECISION, MICRO, EMPTY_ZERO, EXACT}),
    Subject("mean_precision", accurate, {PRECISION, EMPTY_SKIP, UNDEFINED, EXACT}),
    Subject("by_item_precision", by_item(precision), {PRECISION, BY_ITEM, EXACT}),
    Subject("macro_recall", macro(recall), {RECALL, MACRO, EMPTY_ONE, EXACT}),
    Subject("micro_jaccard", micro(jaccard), {JACCARD, MICRO, SYMMETRIC, EMPTY_ZERO, EXACT}),
    Subject("exact_match", macro(exact_match), {EXACT_MATCH, MACRO, SYMMETRIC, EMPTY_ONE, EXACT}),
)
"""Right ones that count repeated items again; for sets that makes no difference."""
