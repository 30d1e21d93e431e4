"""Random true data of which tables are printed: items of documents, labels of classes, runs.

Everything is drawn from a seeded `random.Random`, so that a property and a benchmark draw the same
tables. Scores are exact fractions; what has nothing below the line is 0, or 1 where both sides are
empty and the definition says so.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from attrs import frozen

Scores = tuple[Fraction, Fraction, Fraction]
Matrix = tuple[tuple[int, ...], ...]


@frozen
class Counts:
    """What is matched, predicted and true of one unit: a document, or a class."""

    hits: int
    predicted: int
    gold: int


def share(top: int | Fraction, bottom: int) -> Fraction:
    """Divide; 0 where nothing is below the line."""
    return Fraction(top, bottom) if bottom else Fraction(0)


def mean(values: Sequence[Fraction]) -> Fraction:
    """Average plainly."""
    return sum(values, Fraction(0)) / len(values)


def harmonic(precision: Fraction, recall: Fraction, beta: Fraction = Fraction(1)) -> Fraction:
    """Join precision and recall; 0 of two zeros."""
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else Fraction(0)


def scores_of(one: Counts, both_empty: int = 0) -> Scores:
    """Score one unit."""
    if not one.predicted and not one.gold:
        return (Fraction(both_empty),) * 3
    return (
        share(one.hits, one.predicted),
        share(one.hits, one.gold),
        share(2 * one.hits, one.predicted + one.gold),
    )


def joined(units: Sequence[Counts]) -> Counts:
    """Take units for one."""
    return Counts(
        sum(one.hits for one in units),
        sum(one.predicted for one in units),
        sum(one.gold for one in units),
    )


def micro(units: Sequence[Counts], _both_empty: int = 0) -> Scores:
    """Score all units as one."""
    return scores_of(joined(units))


def macro(units: Sequence[Counts], both_empty: int = 0) -> Scores:
    """Average precision, recall and F of the units, each apart."""
    found = [scores_of(one, both_empty) for one in units]
    p, r, f = (mean([one[at] for one in found]) for at in range(3))
    return p, r, f


def of_means(units: Sequence[Counts], both_empty: int = 0) -> Scores:
    """Average precision and recall of the units, and join the averages."""
    p, r, _ = macro(units, both_empty)
    return p, r, harmonic(p, r)


def weighted(units: Sequence[Counts], both_empty: int = 0) -> Scores:
    """Average as `macro` does, each unit as often as it has gold items."""
    gold = sum(one.gold for one in units)
    found = [(scores_of(one, both_empty), one.gold) for one in units]
    p, r, f = (share(sum(one[at] * n for one, n in found), gold) for at in range(3))
    return p, r, f


def positive(units: Sequence[Counts], _both_empty: int = 0) -> Scores:
    """Score the first of two classes alone."""
    return scores_of(units[0])


Definition = Callable[[Sequence[Counts], int], Scores]
OF_DOCUMENTS: Mapping[str, Definition] = {
    "average=micro": micro,
    "average=macro[sample],aggregate=mean": macro,
    "average=macro[sample],aggregate=harmonic": of_means,
}
OF_CLASSES: Mapping[str, Definition] = {
    "average=macro[class],aggregate=mean": macro,
    "average=macro[class],aggregate=harmonic": of_means,
    "average=weighted[class],aggregate=mean": weighted,
}
"""Definitions by the options that say them."""


def times(rng: Random, number: int, chance: float) -> int:
    """Count how often something of a chance happens in so many trials."""
    return sum(rng.random() < chance for _ in range(number))


def documents(rng: Random) -> tuple[int, ...]:
    """Draw how many gold items the documents of a test set have; some have none."""
    most = rng.choice((2, 4, 9))
    least = rng.choice((0, 1))
    found = tuple(rng.randint(least, most) for _ in range(rng.choice((8, 25, 60, 124))))
    return found if any(found) else (1, *found[1:])


def answers(rng: Random, golds: Sequence[int], level: float) -> tuple[Counts, ...]:
    """Draw what a system of about this level answers to each document."""
    recall = _near(rng, level)
    extra = 1 / _near(rng, level) - 1
    found = []
    for gold in golds:
        hits = times(rng, gold, recall)
        spare = times(rng, 2 * gold + 1, min(0.9, extra * recall * gold / (2 * gold + 1)))
        found.append(Counts(hits, hits + spare, gold))
    return tuple(found)


def _near(rng: Random, level: float, spread: float = 0.12) -> float:
    return min(0.98, max(0.15, rng.gauss(level, spread)))


def classes(rng: Random, number: int = 0) -> tuple[int, ...]:
    """Draw how many samples each class has, at least one."""
    number = number or rng.choice((2, 2, 3, 4, 6))
    scale = rng.choice((12, 40, 90))
    return tuple(max(1, round(scale * rng.uniform(0.2, 1.8))) for _ in range(number))


def judgements(rng: Random, sizes: Sequence[int], level: float) -> Matrix:
    """Draw a confusion matrix: a row for each class, what its samples were taken for."""
    found = []
    for at, size in enumerate(sizes):
        right = times(rng, size, _near(rng, level))
        row = [0] * len(sizes)
        row[at] = right
        others = [other for other in range(len(sizes)) if other != at]
        for _ in range(size - right):
            row[rng.choice(others)] += 1
        found.append(tuple(row))
    return tuple(found)


def of_classes(matrix: Matrix) -> tuple[Counts, ...]:
    """Count a confusion matrix class by class."""
    every = range(len(matrix))
    return tuple(
        Counts(matrix[at][at], sum(row[at] for row in matrix), sum(matrix[at])) for at in every
    )


def accuracy(matrix: Matrix) -> Fraction:
    """Give the share of right judgements."""
    return share(sum(row[at] for at, row in enumerate(matrix)), sum(map(sum, matrix)))


def folds(rng: Random, sizes: Sequence[int], number: int) -> tuple[tuple[int, ...], ...]:
    """Part the samples of each class into folds, which need not be equal."""
    parts = [[0] * len(sizes) for _ in range(number)]
    for at, size in enumerate(sizes):
        start = rng.randrange(number)
        for one in range(size):
            parts[(start + one) % number][at] += 1
    return tuple(tuple(part) for part in parts)


def levels(rng: Random, number: int) -> list[float]:
    """Draw how good some systems are: about alike, each better than the last."""
    start = rng.uniform(0.35, 0.85)
    return sorted(min(0.97, start + rng.uniform(0, 0.15)) for _ in range(number))
