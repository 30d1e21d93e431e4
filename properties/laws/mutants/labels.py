"""Scores of labels that are wrong on purpose, and right ones.

Scores that are given labels or weights, wrong on purpose and right."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import fsum

from measurand.laws.kinds.labels import (
    DECLARED_LABELS,
    LABEL_SCORE,
    WEIGHTED_LABELS,
    DeclaredScore,
    Labels,
    LabelScore,
    WeightedScore,
    Weights,
    label_f1,
    mean_f1,
    mean_recall,
    share_right,
    weighted_f1,
)
from measurand.laws.kinds.subject import Batched, Subject
from properties.laws.adequacy import Mutants, Wrong

LabelFunction = Callable[[Labels, Labels], object]
F1_CLAIMS = frozenset({"nominal", "symmetric", "empty=0", "exact", "lengths"})


def _pairs(gold: Labels, predicted: Labels) -> list[tuple[str, str]]:
    return list(zip(gold, predicted, strict=True))


def _guarded(score: Callable[[Labels, Labels], Fraction], empty: int = 0) -> LabelFunction:
    def guarded(gold: Labels, predicted: Labels) -> Fraction:
        return score(gold, predicted) if _pairs(gold, predicted) else Fraction(empty)

    return guarded


def _pooled(batches: Iterable[tuple[Labels, Labels]]) -> Fraction:
    rows = [pair for gold, predicted in batches for pair in _pairs(gold, predicted)]
    return share_right([gold for gold, _ in rows], [predicted for _, predicted in rows])


def _mean_of_batches(batches: Iterable[tuple[Labels, Labels]]) -> Fraction:
    shares = [share_right(gold, predicted) for gold, predicted in batches]
    return sum(shares, Fraction(0)) / len(shares)


def _mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def _kappa(gold: Labels, predicted: Labels) -> Fraction | None:
    if not gold:
        return None
    labels = sorted({*gold, *predicted})
    total = len(gold) ** 2
    chance = sum(
        Fraction(list(gold).count(label) * list(predicted).count(label), total) for label in labels
    )
    return (share_right(gold, predicted) - chance) / (1 - chance) if chance < 1 else None


def _mean_precision(gold: Labels, predicted: Labels) -> Fraction:
    return mean_recall(predicted, gold)


def _f1_of_means(gold: Labels, predicted: Labels) -> Fraction:
    labels = len({*gold, *predicted})
    recall = mean_recall(gold, predicted) * len(set(gold)) / labels
    precision = _mean_precision(gold, predicted) * len(set(predicted)) / labels
    both = precision + recall
    return 2 * precision * recall / both if both else Fraction(0)


def _f_beta(label: str, gold: Labels, predicted: Labels, beta: int) -> Fraction:
    right = sum(g == p == label for g, p in _pairs(gold, predicted))
    below = beta * beta * list(gold).count(label) + list(predicted).count(label)
    return (1 + beta * beta) * Fraction(right, below)


def _f2(gold: Labels, predicted: Labels) -> Fraction:
    return _mean(_f_beta(label, gold, predicted, 2) for label in {*gold, *predicted})


def _jaccard(gold: Labels, predicted: Labels) -> Fraction:
    scores = [label_f1(label, gold, predicted) for label in sorted({*gold, *predicted})]
    return _mean(score / (2 - score) for score in scores)


def _gold_f1(gold: Labels, predicted: Labels) -> Fraction:
    return _mean(label_f1(label, gold, predicted) for label in sorted(set(gold)))


def _f1_of_found(gold: Labels, predicted: Labels) -> Fraction:
    scores = [label_f1(label, gold, predicted) for label in sorted({*gold, *predicted})]
    return _mean(score for score in scores if score)


def _best_f1(gold: Labels, predicted: Labels) -> Fraction:
    return max(label_f1(label, gold, predicted) for label in {*gold, *predicted})


def _by_predictions(gold: Labels, predicted: Labels) -> Fraction:
    return weighted_f1(predicted, gold)


def _union_recall(gold: Labels, predicted: Labels) -> Fraction:
    return mean_recall(gold, predicted) * len(set(gold)) / len({*gold, *predicted})


def _unguarded(gold: Labels, predicted: Labels) -> Fraction:
    shares = [Fraction(1, list(predicted).count(label)) for label in gold]
    return mean_recall(gold, predicted) if shares else Fraction(0)


def _clearing(gold: Labels, predicted: Labels) -> Fraction:
    share = share_right(gold, predicted) if gold else Fraction(0)
    if isinstance(predicted, list):
        predicted.clear()
    return share


def _bag_overlap(gold: Labels, predicted: Labels) -> Fraction:
    shared = sum(min(list(gold).count(x), list(predicted).count(x)) for x in set(gold))
    return Fraction(shared, len(gold))


def _constant(gold: Labels, predicted: Labels) -> Fraction:
    return Fraction(1) if len(gold) == len(predicted) else Fraction(0)


def _first_recall(gold: Labels, predicted: Labels) -> Fraction:
    return _recall_of(gold[0], gold, predicted)


def _recall_of(label: str, gold: Labels, predicted: Labels) -> Fraction:
    return _mean(Fraction(p == label) for g, p in _pairs(gold, predicted) if g == label)


def _least_recall(gold: Labels, predicted: Labels) -> Fraction:
    return _recall_of(min(gold), gold, predicted)


def _without_one(gold: Labels, predicted: Labels) -> Fraction:
    share = share_right(gold, predicted)
    return share if share == 1 else Fraction(share * len(gold), len(gold) + 1)


def _cut(gold: Labels, predicted: Labels) -> Fraction:
    rows = list(zip(gold, predicted, strict=False))
    return Fraction(sum(g == p for g, p in rows), len(rows)) if rows else Fraction(0)


def _dust(gold: Labels, predicted: Labels) -> float:
    return float(share_right(gold, predicted)) + 1e-12 if gold else 0.0


def _summed(gold: Labels, predicted: Labels) -> float:
    total = 0.0
    for g, p in _pairs(gold, predicted):
        total += (g == p) / len(gold)
    return total


def _careful(gold: Labels, predicted: Labels) -> float:
    return fsum(float(g == p) for g, p in _pairs(gold, predicted)) / len(gold)


def _lower(gold: Labels, predicted: Labels) -> Fraction:
    return share_right([g.lower() for g in gold], [p.lower() for p in predicted])


def _skipping(gold: Labels, predicted: Labels) -> Fraction:
    kept = [(g, p) for g, p in _pairs(gold, predicted) if p in set(gold)]
    return _mean(Fraction(g == p) for g, p in kept)


def _one_way_empty(gold: Labels, predicted: Labels) -> Fraction:
    labels = sorted({*gold, *predicted})
    return _mean(
        Fraction(1) if label not in gold else label_f1(label, gold, predicted) for label in labels
    )


def _rounded(gold: Labels, predicted: Labels) -> Fraction:
    return round(share_right(gold, predicted), 1)


def _wrong(
    name: str,
    says: str,
    function: LabelFunction,
    claims: AbstractSet[str] = frozenset(),
    batched: Batched | None = None,
) -> Wrong[[Labels, Labels]]:
    return Wrong(name, says, Subject(name, function, frozenset(claims), batched))


WRONG_LABELS: tuple[Wrong[[Labels, Labels]], ...] = (
    _wrong("unseen label", "divides by zero where no prediction has the label", _unguarded),
    _wrong("clearing", "empties the list of predictions", _clearing),
    _wrong("dust", "adds a little, so that full marks exceed 1", _dust),
    _wrong("never full", "gives 0.99 at most", _guarded(lambda g, p: share_right(g, p) * 99 / 100)),
    _wrong("constant", "always 1", _constant, {"nominal"}),
    _wrong("first label", "looks at the label of the first item alone", _guarded(_first_recall)),
    _wrong("least label", "takes one label for the positive", _guarded(_least_recall), {"nominal"}),
    _wrong("recall", "calls recall symmetric", _guarded(mean_recall), {"symmetric"}),
    _wrong("bag overlap", "compares counts of labels, not items", _guarded(_bag_overlap)),
    _wrong("one more item", "divides by one item too many", _guarded(_without_one)),
    _wrong(
        "mean of batches",
        "averages batches of different sizes alike",
        _guarded(share_right),
        {"mergeable"},
        _mean_of_batches,
    ),
    _wrong("cut", "drops what is left over of the longer list", _cut, {"lengths"}),
    _wrong("empty 0", "says 1 for nothing and gives 0", _guarded(share_right), {"empty=1"}),
    _wrong("empty 1", "says 0 for nothing and gives 1", _guarded(share_right, 1), {"empty=0"}),
    _wrong("macro for micro", "calls a mean over labels micro", _guarded(mean_f1), {"micro"}),
    _wrong("summed", "adds floats in a row and calls it exact", _summed, {"micro", "exact"}),
    _wrong("lower", "calls labels equal that differ in case", _guarded(_lower), {"micro"}),
    _wrong("rounded", "rounds to one digit", _guarded(_rounded), {"micro"}),
    _wrong("skipping", "leaves out labels that gold lacks", _guarded(_skipping), {"micro"}),
    _wrong("f1 of means", "takes F1 of mean precision and recall", _f1_of_means, {"macro-f1"}),
    _wrong("gold labels", "averages over gold labels only", _gold_f1, {"macro-f1"}),
    _wrong("found labels", "averages over labels with a hit only", _f1_of_found, {"macro-f1"}),
    _wrong("f2", "weighs recall four times", _f2, {"macro-f1"}),
    _wrong("jaccard", "divides by the union", _jaccard, {"macro-f1"}),
    _wrong("best label", "takes the best label, not the mean", _best_f1, {"macro-f1"}),
    _wrong("one-way 0/0", "1 for a label that gold lacks", _one_way_empty, {"macro-f1"}),
    _wrong("weighs predictions", "weighs labels by predictions", _by_predictions, {"weighted-f1"}),
    _wrong("precision", "averages precision", _guarded(_mean_precision), {"balanced"}),
    _wrong("union recall", "averages recall over unseen labels", _union_recall, {"balanced"}),
)


RIGHT_LABELS: tuple[LabelScore, ...] = (
    Subject(
        "accuracy",
        _guarded(share_right),
        F1_CLAIMS | {"micro", "mergeable"},
        _pooled,
    ),
    Subject("accuracy of floats", _careful, {"micro", "exact", "nominal", "lengths", "symmetric"}),
    Subject("macro F1", _guarded(mean_f1), F1_CLAIMS | {"macro-f1"}),
    Subject(
        "weighted F1",
        _guarded(weighted_f1, 1),
        {"nominal", "empty=1", "exact", "weighted-f1"},
    ),
    Subject("balanced accuracy", mean_recall, {"nominal", "balanced", "lengths"}),
    Subject("macro precision", _guarded(_mean_precision), {"nominal"}),
    Subject("macro Jaccard", _guarded(_jaccard), F1_CLAIMS),
    Subject("F1 of macro means", _guarded(_f1_of_means), F1_CLAIMS),
    Subject("recall of one label", lambda g, p: _recall_of("a", g, p) if "a" in g else 1),
    Subject("Cohen's kappa", _kappa, {"signed", "undefined", "nominal", "symmetric", "exact"}),
)


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

LABEL_SCORE_MUTANTS = Mutants(kind=LABEL_SCORE.name, right=RIGHT_LABELS, wrong=WRONG_LABELS)

DECLARED_LABELS_MUTANTS = Mutants(
    kind=DECLARED_LABELS.name, right=RIGHT_DECLARED, wrong=WRONG_DECLARED
)

WEIGHTED_LABELS_MUTANTS = Mutants(
    kind=WEIGHTED_LABELS.name, right=RIGHT_WEIGHTED, wrong=WRONG_WEIGHTED
)
