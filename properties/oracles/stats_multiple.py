"""Corrections for many tests by their definitions: the closure that Holm's is, and the others."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

ZERO = Fraction(0)
ONE = Fraction(1)


def closed(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Adjust by the closure of Bonferroni's test, over every set of hypotheses: it is Holm's."""
    places = range(len(p_values))
    adjusted: list[Fraction] = []
    for at in places:
        worst = ZERO
        for size in range(1, len(p_values) + 1):
            for some in combinations(places, size):
                if at in some:
                    worst = max(worst, min(ONE, size * min(p_values[i] for i in some)))
        adjusted.append(worst)
    return adjusted


def bonferroni(p_values: Sequence[Fraction], m: int | None = None) -> list[Fraction]:
    m = len(p_values) if m is None else m
    return [min(ONE, m * p) for p in p_values]


def hochberg(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Adjust from the largest down: the least of (m - j + 1) p over ranks j from one's own up."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted = [ZERO] * len(p_values)
    for rank, at in enumerate(order):
        later = range(rank, len(order))
        adjusted[at] = min((len(order) - j) * p_values[order[j]] for j in later)
    return adjusted


def benjamini_hochberg(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Adjust for the false discovery rate: the least of m p / j over ranks j from one's own up."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted = [ZERO] * len(p_values)
    for rank, at in enumerate(order):
        later = range(rank, len(order))
        adjusted[at] = min(len(order) * p_values[order[j]] / (j + 1) for j in later)
    return adjusted
