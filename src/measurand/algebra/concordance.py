"""Weights of two kinds at places on a line: how much of the one lies above the other."""

from collections.abc import Iterable
from fractions import Fraction

from measurand.values.tally import Count

Mass = tuple[Count, Count, Count]
"""A place, the weight of the positives that lie there, and that of the negatives."""

Masses = tuple[Mass, ...]
"""Places in ascending order, each once."""


def masses(parts: Iterable[Mass]) -> Masses:
    """Add up weights place by place, and sort the places.

    >>> masses([(2, 1, 0), (1, 1, 1), (2, 1, 1)])
    ((1, 1, 1), (2, 2, 1))
    """
    weights: dict[Count, tuple[Count, Count]] = {}
    for place, positive, negative in parts:
        above, below = weights.get(place, (0, 0))
        weights[place] = above + positive, below + negative
    return tuple((place, *weights[place]) for place in sorted(weights))


def concordant(at: Masses) -> Fraction:
    """Weigh the pairs of a positive above a negative, and half of those at one place.

    H. B. Mann and D. R. Whitney (1947), doi 10.1214/aoms/1177730491: U; weights multiply.

    >>> concordant(((1, 0, 1), (2, 1, 1)))
    Fraction(3, 2)
    """
    below: Count = 0
    twice: Count = 0
    for _, positive, negative in at:
        if positive:
            twice += positive * (2 * below + negative)
        below += negative
    return Fraction(twice) / 2
