"""Functions of the kind `set-f1` that are wrong on purpose, each as people have written it."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.kind import Wrong
from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    EMPTY_ONE,
    EMPTY_SKIP,
    EMPTY_ZERO,
    MACRO,
    MERGEABLE,
    MICRO,
    SYMMETRIC,
    Bags,
    Item,
)
from measurand.laws.kinds.sets.forms import EXACT_MATCH, F1, JACCARD, PRECISION, RECALL
from measurand.laws.kinds.sets.right import (
    ONE,
    ZERO,
    Formula,
    by_item,
    exact_match,
    f,
    f2,
    in_floats,
    jaccard,
    macro,
    mean,
    micro,
    precision,
    recall,
    scores,
    tally,
)
from measurand.laws.kinds.subject import EXACT, Batched, Subject

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
