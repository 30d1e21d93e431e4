"""Scores that are given labels or weights, wrong on purpose and right."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from fractions import Fraction

from measurand.laws.kinds.kind import Wrong
from measurand.laws.kinds.labels.averages import label_f1, mean_f1, share_right
from measurand.laws.kinds.labels.cases import Labels
from measurand.laws.kinds.labels.declared import DeclaredScore
from measurand.laws.kinds.labels.weighted import WeightedScore, Weights
from measurand.laws.kinds.subject import Subject


def _tally(labels: Labels, gold: Labels, predicted: Labels) -> tuple[int, int, int]:
    right = sum(g == p == x for x in labels for g, p in zip(gold, predicted, strict=True))
    return right, sum(p in labels for p in predicted), sum(g in labels for g in gold)


def _pooled_f1(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    right, some, wanted = _tally(sorted(set(labels)), gold, predicted)
    return Fraction(2 * right, some + wanted) if some + wanted else Fraction(0)


def _pooled_twice(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    right = sum(_tally([x], gold, predicted)[0] for x in labels)
    below = sum(list(side).count(x) for x in labels for side in (gold, predicted))
    return Fraction(2 * right, below)


def _mean_declared(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    scores = [
        label_f1(x, gold, predicted) if x in gold or x in predicted else Fraction(0)
        for x in sorted(set(labels))
    ]
    return sum(scores, Fraction(0)) / len(scores)


def _mean_present(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    seen = [x for x in sorted(set(labels)) if x in gold or x in predicted]
    return _mean_declared(gold, predicted, seen)


def _strictly(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    return _pooled_f1(gold, predicted, [x for x in labels if list(gold).count(x) > 0])


def _undivided(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    right, _, wanted = _tally(sorted(set(labels)), gold, predicted)
    return Fraction(right, wanted)


def _first_alone(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    seen = [x for x in labels if x in gold or x in predicted]
    return label_f1(seen[0], gold, predicted)


def _over_items(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    right, _, _ = _tally(sorted(set(labels)), gold, predicted)
    return Fraction(right, len(gold))


def _summed_f1(gold: Labels, predicted: Labels, labels: Labels) -> Fraction:
    return _mean_present(gold, predicted, labels) * 2


def _declared(
    name: str, says: str, function: Callable[..., object], claims: AbstractSet[str] = frozenset()
) -> Wrong[[Labels, Labels, Labels]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG_DECLARED = (
    _declared("raises", "divides by zero where gold lacks the labels", _undivided),
    _declared("too large", "adds two halves that are wholes", _summed_f1),
    _declared("first label", "looks at the first label that occurs alone", _first_alone),
    _declared("twice", "counts a label as often as it is declared", _pooled_twice),
    _declared(
        "declared mean", "says that absent labels are inert", _mean_declared, {"absent-inert"}
    ),
    _declared("over items", "divides by items that are not declared", _over_items, {"restricted"}),
)

RIGHT_DECLARED: tuple[DeclaredScore, ...] = (
    Subject("pooled F1", _pooled_f1, {"absent-inert", "restricted", "exact"}),
    Subject("mean over declared labels", _mean_declared, {"restricted", "exact"}),
    Subject("mean over labels that occur", _mean_present, {"absent-inert", "restricted", "exact"}),
    Subject("pooled over gold labels", _strictly, {"absent-inert", "restricted"}),
)


def _repeated(gold: Labels, predicted: Labels, weights: Weights) -> tuple[list[str], list[str]]:
    rows = list(zip(gold, predicted, weights, strict=True))
    return (
        [g for g, _, weight in rows for _ in range(weight)],
        [p for _, p, weight in rows for _ in range(weight)],
    )


def _weighted_accuracy(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return share_right(*_repeated(gold, predicted, weights))


def _weighted_mean_f1(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return mean_f1(*_repeated(gold, predicted, weights))


def _unweighted(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return share_right(gold, predicted) if weights else Fraction(0)


def _present(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return _weighted_accuracy(gold, predicted, [min(weight, 1) for weight in weights])


def _smoothed(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    rows = zip(gold, predicted, weights, strict=True)
    return Fraction(sum(w for g, p, w in rows if g == p), sum(weights) + 1)


def _unnormalised(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    rows = zip(gold, predicted, weights, strict=True)
    return Fraction(sum(w for g, p, w in rows if g == p), len(gold))


def _stale_labels(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    here, there = _repeated(gold, predicted, weights)
    return mean_f1(here, there) * len({*here, *there}) / len({*gold, *predicted})


def _harmonic(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return 1 / (1 / _weighted_accuracy(gold, predicted, weights))


def _doubled(gold: Labels, predicted: Labels, weights: Weights) -> Fraction:
    return 2 * _weighted_accuracy(gold, predicted, weights)


def _weighted(
    name: str, says: str, function: Callable[..., object]
) -> Wrong[[Labels, Labels, Weights]]:
    return Wrong(name, says, Subject(name, function))


WRONG_WEIGHTED = (
    _weighted("raises", "divides by a share of 0", _harmonic),
    _weighted("too large", "twice the share", _doubled),
    _weighted("smoothed", "divides by one item too many", _smoothed),
    _weighted("unweighted", "takes weights and forgets them", _unweighted),
    _weighted("presence", "sees only whether a weight is 0", _present),
    _weighted("unnormalised", "divides by items, not weights", _unnormalised),
    _weighted("stale labels", "averages over labels that weigh nothing", _stale_labels),
)

RIGHT_WEIGHTED: tuple[WeightedScore, ...] = (
    Subject("weighted accuracy", _weighted_accuracy, {"exact"}),
    Subject("weighted macro F1", _weighted_mean_f1, {"exact"}),
)
