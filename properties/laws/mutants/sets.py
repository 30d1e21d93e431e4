"""Functions of the kinds `set-f1` and `tuple-f1` that are right: no law ever breaks for them.

Functions of the kind `set-f1` that are wrong on purpose, each as people have written it.

The kind `set-f1`: F1 and its relatives over sets of items."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.set_scores import (
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
from measurand.laws.kinds.sets import EXACT_MATCH, F1, JACCARD, PRECISION, RECALL, SET_F1
from measurand.laws.kinds.subject import EXACT, Batched, Subject
from properties.laws.adequacy import Mutants, Wrong

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


Sample = tuple[Collection[Item], Collection[Item]]
WrongScore = Callable[[Bags, Bags], object]
MACRO_F1 = frozenset({F1, MACRO, SYMMETRIC, EMPTY_ONE})
"""What most people mean by an F1."""


def _samples(gold: Bags, predicted: Bags) -> list[Sample]:
    return list(zip(gold, predicted, strict=True))


def _wrong(
    name: str,
    says: str,
    function: WrongScore,
    claims: AbstractSet[str] = frozenset(),
    batched: Batched | None = None,
) -> Wrong[[Bags, Bags]]:
    return Wrong(name, says, Subject(name, function, claims, batched))


def _combined(combine: Callable[[Sequence[Fraction]], Fraction]) -> WrongScore:
    return lambda gold, predicted: combine(scores(f, ONE, gold, predicted))


def _or_zero(formula: Formula, empty: Fraction | None) -> WrongScore:
    return lambda gold, predicted: mean(scores(formula, empty, gold, predicted)) or ZERO


def _unguarded(gold: Bags, predicted: Bags) -> Fraction | None:
    return mean([f(*tally(*one)) for one in _samples(gold, predicted)])


def _nan_on_empty(gold: Bags, predicted: Bags) -> float:
    if not all(one or other for one, other in _samples(gold, predicted)):
        return math.nan
    return in_floats(gold, predicted)


def _emptying(gold: Bags, predicted: Bags) -> Fraction | None:
    found = macro(f)(gold, predicted)
    if isinstance(predicted, list):
        predicted.clear()
    return found


def _noisy() -> WrongScore:
    calls = count()
    return lambda gold, predicted: in_floats(gold, predicted) * (1 - next(calls) % 7 * 1e-12)


def _cached() -> WrongScore:
    known: dict[tuple[int, int], Fraction | None] = {}

    def score(gold: Bags, predicted: Bags) -> Fraction | None:
        key = (len(gold), sum(map(len, gold)))
        return known.setdefault(key, macro(f)(gold, predicted))

    return score


def _smoothed(gold: Bags, predicted: Bags) -> float | None:
    tallies = [tally(*one) for one in _samples(gold, predicted)]
    found = [(2 * hits + 1e-12) / (g + p) if g or p else 1.0 for hits, g, p in tallies]
    return math.fsum(found) / len(found)


def _by_length(gold: Bags, predicted: Bags) -> Fraction | None:
    def size(items: Iterable[Item]) -> int:
        return sum(len("".join(item)) for item in items)

    def score(one: Collection[Item], other: Collection[Item]) -> Fraction:
        common = (Counter(one) & Counter(other)).elements()
        return Fraction(2 * size(common), size(one) + size(other)) if one or other else ONE

    return mean([score(*one) for one in _samples(gold, predicted)])


def _folded(gold: Bags, predicted: Bags) -> Fraction | None:
    def fold(item: Item) -> Item:
        return item.casefold() if isinstance(item, str) else tuple(map(str.casefold, item))

    small = ([[fold(item) for item in bag] for bag in side] for side in (gold, predicted))
    return macro(f)(*small)


def _answered(gold: Bags, predicted: Bags) -> Fraction:
    kept = [(one, other) for one, other in _samples(gold, predicted) if other]
    return mean([f(*tally(*one)) for one in kept]) or ZERO


def _hallucinated(gold: Bags, predicted: Bags) -> Fraction | None:
    return mean(
        [f(*tally(*one)) if one[0] else Fraction(bool(one[1])) for one in _samples(gold, predicted)]
    )


def _silence_is_right(gold: Bags, predicted: Bags) -> Fraction | None:
    return mean([f(*tally(*one)) if one[1] else ONE for one in _samples(gold, predicted)])


def _trimmed(values: Sequence[Fraction]) -> Fraction:
    return mean(sorted(values)[1:] or values) or ZERO


def _first_twice(values: Sequence[Fraction]) -> Fraction:
    return mean([*values[:1], *values]) or ZERO


def _last_dropped(values: Sequence[Fraction]) -> Fraction:
    return mean(values[:-1] or values) or ZERO


def _of_macro(gold: Bags, predicted: Bags) -> Fraction:
    p, r = macro(precision)(gold, predicted) or ZERO, macro(recall)(gold, predicted) or ZERO
    return 2 * p * r / (p + r) if p + r else ZERO


def _geometric(gold: Bags, predicted: Bags) -> float:
    tallies = [tally(*one) for one in _samples(gold, predicted)]
    found = [hits / math.sqrt(g * p) if g and p else float(g == p) for hits, g, p in tallies]
    return math.fsum(found) / len(found)


def _aligned(gold: Bags, predicted: Bags) -> Fraction | None:
    found = []
    for one, other in _samples(gold, predicted):
        pairs = zip(sorted(one), sorted(other), strict=False)
        hits = sum(first == second for first, second in pairs)
        found.append(f(hits, len(one), len(other)) if one or other else ONE)
    return mean(found)


def _any_right(gold: Bags, predicted: Bags) -> Fraction | None:
    tallies = [tally(*one) for one in _samples(gold, predicted)]
    return mean([f(min(hits, 1), g, p) if g or p else ONE for hits, g, p in tallies])


def _running(gold: Bags, predicted: Bags) -> float:
    found = 0.0
    for at, value in enumerate(scores(f, ONE, gold, predicted), start=1):
        found += (float(value) - found) / at
    return found


def _mean_of_batches(batches: Iterable[tuple[Bags, Bags]]) -> Fraction | None:
    return mean([macro(f)(*batch) or ZERO for batch in batches])


WRONG: tuple[Wrong[[Bags, Bags]], ...] = (
    _wrong("unguarded", "divides by 0 where a sample has nothing", _unguarded, MACRO_F1),
    _wrong("nan_on_empty", "one empty sample makes all NaN", _nan_on_empty, {F1, MACRO}),
    _wrong("emptying", "empties the list of predictions", _emptying, MACRO_F1),
    _wrong("noisy", "the last digits differ from call to call", _noisy(), {F1, MACRO}),
    _wrong("cached", "remembers answers by the sizes of the data", _cached(), MACRO_F1),
    _wrong("smoothed", "adds an epsilon to the numerator: above 1", _smoothed, MACRO_F1),
    _wrong(
        "percent", "100 for 1", lambda gold, predicted: 100 * in_floats(gold, predicted), {MACRO}
    ),
    _wrong("always_0", "a constant", lambda *_: 0, {MACRO, SYMMETRIC, EMPTY_ZERO}),
    _wrong("always_1", "a constant", lambda *_: 1, {MACRO, SYMMETRIC, EMPTY_ONE}),
    _wrong("micro_empty_0", "nothing at all scores 0, not 1", micro(f), {F1, MICRO, EMPTY_ONE}),
    _wrong("macro_empty_1", "nothing at all scores 1, not 0", macro(f), {F1, MACRO, EMPTY_ZERO}),
    _wrong("empty_counted", "counts what it says it skips", macro(f), {F1, EMPTY_SKIP}),
    _wrong("empty_skipped", "skips what it says counts as 1", _or_zero(f, None), MACRO_F1),
    _wrong("precision_only", "no recall", macro(precision), {MACRO, SYMMETRIC, EMPTY_ONE}),
    _wrong("recall_only", "no precision", macro(recall), {MACRO, SYMMETRIC, EMPTY_ONE}),
    _wrong("gold_only", "divides by the gold items alone", macro(recall), {F1, MACRO}),
    _wrong("silence_is_right", "0/0 is 1 on one side only", _silence_is_right, MACRO_F1),
    _wrong(
        "first_only",
        "returns from within the loop",
        lambda gold, predicted: macro(f)(gold[:1], predicted[:1]),
        {SYMMETRIC, EMPTY_ONE},
    ),
    _wrong("first_twice", "counts the first sample twice", _combined(_first_twice), MACRO_F1),
    _wrong("last_dropped", "stops before the last sample", _combined(_last_dropped), MACRO_F1),
    _wrong("worst_dropped", "leaves out the worst sample", _combined(_trimmed), {SYMMETRIC}),
    _wrong("best", "the best sample for the mean", _combined(max), {F1, SYMMETRIC}),
    _wrong("max_for_mean", "the best sample for the mean", _combined(max), MACRO_F1),
    _wrong("min_for_mean", "the worst sample for the mean", _combined(min), MACRO_F1),
    _wrong("by_length", "long items weigh more", _by_length, {MACRO, SYMMETRIC, EMPTY_ONE}),
    _wrong("folded", "small and capital letters are the same", _folded, MACRO_F1),
    _wrong("answered_only", "leaves out samples without a prediction", _answered),
    _wrong("hallucinated", "nothing to find: any prediction is right", _hallucinated, {MACRO}),
    _wrong("micro_for_macro", "counts over all samples", micro(f), {F1, MACRO, SYMMETRIC}),
    _wrong("macro_for_micro", "a mean of samples", _or_zero(f, None), {F1, MICRO, SYMMETRIC}),
    _wrong("items_for_samples", "a mean over all items seen", by_item(f), {MACRO, SYMMETRIC}),
    _wrong("micro_for_items", "counts over all items", micro(f), {F1, BY_ITEM, SYMMETRIC}),
    _wrong(
        "mean_of_batches",
        "small batches weigh as much as large ones",
        macro(f),
        {F1, MACRO, MERGEABLE},
        _mean_of_batches,
    ),
    _wrong("f2_for_f1", "recall weighs more", macro(f2), {F1, MACRO, EMPTY_ONE}),
    _wrong(
        "f05_for_f1",
        "precision weighs more",
        lambda gold, predicted: macro(f2)(predicted, gold),
        MACRO_F1,
    ),
    _wrong("jaccard_for_f1", "another coefficient", macro(jaccard), MACRO_F1),
    _wrong("exact_for_f1", "all or nothing", macro(exact_match), MACRO_F1),
    _wrong("geometric", "the geometric mean of P and R", _geometric, MACRO_F1),
    _wrong("any_right", "one right item is as good as all", _any_right, MACRO_F1),
    _wrong("of_macro", "F of mean P and mean R for the mean of F", _of_macro, MACRO_F1),
    _wrong("aligned", "compares item by item in order", _aligned, MACRO_F1),
    _wrong(
        "rounded",
        "rounds to two digits",
        lambda gold, predicted: round(in_floats(gold, predicted), 2),
        {F1, MACRO, SYMMETRIC},
    ),
    _wrong("last_bit", "a running mean of floats, called exact", _running, {SYMMETRIC, EXACT}),
    _wrong("recall_for_precision", "P and R exchanged", macro(recall), {PRECISION, MACRO}),
    _wrong("precision_for_recall", "P and R exchanged", macro(precision), {RECALL, MACRO}),
    _wrong("f1_for_jaccard", "another coefficient", macro(f), {JACCARD, MACRO, SYMMETRIC}),
    _wrong("jaccard_for_exact", "part of it counts", macro(jaccard), {EXACT_MATCH, MACRO}),
)
"""Wrong ones; those that repeat a name of a score do it under another claim."""


REDUNDANT: Mapping[str, str] = {
    "history": "a function that remembers breaks whatever is asked next; this says why",
    "between": "follows from the mean of samples; it says that a sum was not divided",
    "empty-is-inert": "follows from pooling; it names the empty samples",
}

SET_F1_MUTANTS = Mutants(kind=SET_F1.name, right=RIGHT, wrong=WRONG, redundant=REDUNDANT)
