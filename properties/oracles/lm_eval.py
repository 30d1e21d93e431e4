"""The aggregates of lm-evaluation-harness from section 2.1 of the notes, in plain Python.

Each draw is made by Python's own generator, and aggregated anew; nothing is counted or shared.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def added(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total = total + value
    return total


def mean(values: Sequence[float]) -> float:
    return added(values) / len(values)


def median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def perplexity(values: Sequence[float]) -> float:
    return math.exp(-mean(values))


def bits_per_byte(pairs: Sequence[tuple[float, float]]) -> float:
    return -(added([a for a, _ in pairs]) / added([b for _, b in pairs])) / math.log(2)


def weighted_perplexity(pairs: Sequence[tuple[float, float]]) -> float:
    return math.exp(-(added([a for a, _ in pairs]) / added([b for _, b in pairs])))


def f1(pairs: Sequence[tuple[int, int]]) -> float:
    hits = misses = alarms = 0
    for gold, said in pairs:
        if gold == 1 and said == 1:
            hits += 1
        elif gold == 1:
            misses += 1
        elif said == 1:
            alarms += 1
    return 2 * hits / (2 * hits + misses + alarms) if hits + misses + alarms else 0.0


def mcc(pairs: Sequence[tuple[int, int]]) -> float:
    """Give the correlation of Gorodkin 2004, equation 8, by sums over labels of whole numbers."""
    labels = sorted({label for pair in pairs for label in pair})
    n = len(pairs)
    right = sum(1 for gold, said in pairs if gold == said)
    golds = [sum(1 for gold, _ in pairs if gold == label) for label in labels]
    saids = [sum(1 for _, said in pairs if said == label) for label in labels]
    top = right * n - sum(a * b for a, b in zip(golds, saids, strict=True))
    under = (n * n - sum(b * b for b in saids)) * (n * n - sum(a * a for a in golds))
    return top / math.sqrt(under) if under else 0.0


def brier(rows: Sequence[tuple[int, Sequence[float]]]) -> float:
    total = 0.0
    for gold, shares in rows:
        for at, share in enumerate(shares):
            total += (share - (1.0 if at == gold else 0.0)) ** 2
    return total / len(rows)


def deviation(values: Sequence[float]) -> float:
    middle = mean(values)
    return math.sqrt(added([(value - middle) ** 2 for value in values]) / (len(values) - 1))


def bootstrap(of: Callable[[list[T]], float], rows: Sequence[T], iters: int) -> float:
    """Give the deviation of what a function gives of draws, in chunks with seeds 0, 1, 2..."""
    chunk = min(1000, iters)
    found: list[float] = []
    for seed in range(iters // chunk):
        source = random.Random(seed)  # noqa: S311  the generator that the tool draws with
        found += [of(source.choices(rows, k=len(rows))) for _ in range(chunk)]
    return deviation(found)


def group_weighted(values: Sequence[float], sizes: Sequence[int]) -> float:
    return sum(v * n for v, n in zip(values, sizes, strict=True)) / sum(sizes)


def pooled(errors: Sequence[float], sizes: Sequence[int]) -> float:
    """Pool the variances of tasks (variance of a task is n s^2), and divide by the size of all."""
    left = sum(sizes) - len(sizes)
    variance = sum((n - 1) * (n * s * s) for s, n in zip(errors, sizes, strict=True)) / left
    return math.sqrt(variance / sum(sizes))
