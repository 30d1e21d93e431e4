"""The area under a ROC curve, twice: by comparing all pairs, and by measuring under the curve.

`None` is "undefined".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

ZERO = Fraction(0)


@dataclass(frozen=True)
class Rated:
    """One sample: its score and its label (None: not there), and its weight."""

    score: Fraction | None
    label: Fraction | None
    weight: Fraction = Fraction(1)


def complete(samples: Sequence[Rated]) -> list[tuple[Fraction, bool, Fraction]]:
    """List the score, label and weight of the samples that have both numbers."""
    return [
        (one.score, one.label == 1, one.weight)
        for one in samples
        if one.score is not None and one.label is not None
    ]


def by_pairs(samples: Sequence[Rated]) -> Fraction | None:
    """Draw a positive and a negative by weight: how likely is the positive higher?"""
    there = complete(samples)
    won = drawn = ZERO
    for score, positive, weight in there:
        for other, other_positive, other_weight in there:
            if not positive or other_positive:
                continue
            drawn += weight * other_weight
            if score > other:
                won += weight * other_weight
            if score == other:
                won += weight * other_weight / 2
    return won / drawn if drawn != 0 else None


def by_trapezoids(samples: Sequence[Rated]) -> Fraction | None:
    """Lower the threshold score by score; add up what lies under the line between the points."""
    there = complete(samples)
    positives = sum((weight for _, positive, weight in there if positive), ZERO)
    negatives = sum((weight for _, positive, weight in there if not positive), ZERO)
    if positives == 0 or negatives == 0:
        return None
    points = [(ZERO, ZERO)]
    for threshold in sorted({score for score, _, _ in there}, reverse=True):
        hits = sum((w for score, positive, w in there if positive and score >= threshold), ZERO)
        alarms = sum(
            (w for score, positive, w in there if not positive and score >= threshold), ZERO
        )
        points.append((alarms / negatives, hits / positives))
    area = ZERO
    for (x, y), (next_x, next_y) in pairwise(points):
        area += (next_x - x) * (y + next_y) / 2
    return area
