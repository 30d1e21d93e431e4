"""Metrics of rankings written from their sources alone: one order of documents at a time.

A run is a list of documents in order; `grades` says of each judged document how relevant it is.
Where ties have no rule, the number is the mean over every order of every group that ties.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from math import log2

Order = Sequence[str]
Grades = Mapping[str, float]
Score = Callable[[Order, Grades], float]


def orders(scores: Mapping[str, float], ties: str) -> Iterator[Order]:
    """Give the orders in which documents may stand, the highest score first."""
    groups = [
        sorted(name for name in scores if scores[name] == score)
        for score in sorted(set(scores.values()), reverse=True)
    ]
    if ties == "descending_id":
        groups = [list(reversed(group)) for group in groups]
    ways = [permutations(group) if ties == "average" else [tuple(group)] for group in groups]
    for chosen in product(*ways):
        yield [name for group in chosen for name in group]


def mean(score: Score, every: Sequence[Order], grades: Grades) -> float:
    """Take the mean over orders."""
    return sum(score(order, grades) for order in every) / len(every)


def condensed(order: Order, grades: Grades) -> Order:
    """Leave out what nobody judged."""
    return [name for name in order if name in grades]


def relevant(grades: Grades, level: float) -> set[str]:
    return {name for name, grade in grades.items() if grade >= level}


def precision(order: Order, right: set[str], k: int) -> float:
    return len([name for name in order[:k] if name in right]) / k


def recall(order: Order, right: set[str], k: int) -> float:
    return len([name for name in order[:k] if name in right]) / len(right)


def hit(order: Order, right: set[str], k: int) -> float:
    return float(any(name in right for name in order[:k]))


def reciprocal_rank(order: Order, right: set[str], k: int | None) -> float:
    for at, name in enumerate(order[:k], 1):
        if name in right:
            return 1 / at
    return 0.0


def average_precision(order: Order, right: set[str], k: int | None, bottom: int) -> float:
    total = 0.0
    for at, name in enumerate(order[:k], 1):
        if name in right:
            total += precision(order, right, at)
    return total / bottom


def bpref(order: Order, right: set[str], judged: set[str]) -> float:
    wrong = judged - right
    total = 0.0
    for at, name in enumerate(order):
        if name in right:
            above = len([other for other in order[:at] if other in wrong])
            total += 1 - min(above, len(right)) / min(len(right), len(wrong)) if above else 1
    return total / len(right)


def dcg(gains: Sequence[float]) -> float:
    return sum(gain / log2(at + 1) for at, gain in enumerate(gains, 1))


def ndcg(order: Order, grades: Grades, k: int | None, *, exponential: bool) -> float:
    def gain(grade: float) -> float:
        if grade <= 0:
            return 0.0
        return 2**grade - 1 if exponential else grade

    found = [gain(grades.get(name, 0)) for name in order]
    ideal = sorted((gain(grade) for grade in grades.values()), reverse=True)
    return dcg(found[:k]) / dcg(ideal[:k])
