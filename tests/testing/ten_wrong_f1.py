"""Ten F1 scores as people write them, each with one fault, and one without."""

from collections.abc import Sequence
from itertools import chain

Item = tuple[str, str]
Lists = Sequence[list[Item]]


def right(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        left = list(one)
        for item in other:
            if item in left:
                left.remove(item)
        hits = len(one) - len(left)
        scores.append(2 * hits / (len(one) + len(other)) if one or other else 1.0)
    return sum(scores) / len(scores)


def duplicates_twice(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        hits = sum(item in one for item in other)  # one gold item is hit by every copy
        scores.append(2 * hits / (len(one) + len(other)) if one or other else 1.0)
    return sum(scores) / len(scores)


def one_sided_zero(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        hits = len(set(one) & set(other))
        size = len(set(one)) + len(set(other))
        scores.append(2 * hits / size if other else 1.0)  # silence is right, even where gold is not
    return sum(scores) / len(scores)


def greedy(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        left, hits = list(one), 0
        for item in other:
            near = [gold_item for gold_item in left if gold_item[0] == item[0]]
            if near:  # the first with the same aspect is taken, whatever its polarity
                left.remove(near[0])
                hits += near[0] == item
        scores.append(2 * hits / (len(one) + len(other)) if one or other else 1.0)
    return sum(scores) / len(scores)


def float_dust(gold: Lists, predicted: Lists) -> float:
    mean = 0.0
    for at, (one, other) in enumerate(zip(gold, predicted, strict=True), start=1):
        hits = len(set(one) & set(other))
        size = len(set(one)) + len(set(other))
        mean += ((2 * hits / size if size else 1.0) - mean) / at  # rounds at every step
    return mean


def over_seen_items(gold: Lists, predicted: Lists) -> float:
    scores = []
    for item in set(chain(*gold, *predicted)):  # the mean runs over items, not over samples
        hits = sum(
            item in one and item in other for one, other in zip(gold, predicted, strict=True)
        )
        there = sum(item in one for one in (*gold, *predicted))
        scores.append(2 * hits / there)
    return sum(scores) / len(scores) if scores else 1.0


def micro_for_macro(gold: Lists, predicted: Lists) -> float:
    hits = size = 0
    for one, other in zip(gold, predicted, strict=True):
        hits += len(set(one) & set(other))
        size += len(set(one)) + len(set(other))
    return 2 * hits / size if size else 1.0


def skips_empty(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        if not one and not other:
            continue  # it says that these score 1
        scores.append(2 * len(set(one) & set(other)) / (len(set(one)) + len(set(other))))
    return sum(scores) / len(scores) if scores else 1.0


def of_means(gold: Lists, predicted: Lists) -> float:
    precisions, recalls = [], []
    for one, other in zip(gold, predicted, strict=True):
        hits = len(set(one) & set(other))
        precisions.append(hits / len(set(other)) if other else float(not one))
        recalls.append(hits / len(set(one)) if one else float(not other))
    precision, recall = sum(precisions) / len(gold), sum(recalls) / len(gold)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def first_only(gold: Lists, predicted: Lists) -> float:
    for one, other in zip(gold, predicted, strict=True):
        hits = len(set(one) & set(other))
        size = len(set(one)) + len(set(other))
        return 2 * hits / size if size else 1.0  # one tab too far in
    return 0.0


def eats_its_input(gold: Lists, predicted: Lists) -> float:
    scores = []
    for one, other in zip(gold, predicted, strict=True):
        size, hits = len(one) + len(other), 0
        for item in one:
            if item in other:
                other.remove(item)  # of the caller's list
                hits += 1
        scores.append(2 * hits / size if size else 1.0)
    return sum(scores) / len(scores)
