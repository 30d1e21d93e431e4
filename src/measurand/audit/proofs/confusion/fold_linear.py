"""Means over folds of the scores that are linear in the counts: accuracy, recall and their kin.

Folds of equal sizes are taken together: their numbers of right answers may be any that add up.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from attrs import frozen

from measurand.algebra.preimage import Preimage
from measurand.audit.proofs.confusion.fold_join import Line, Sides
from measurand.audit.proofs.confusion.scores import SCORES, Matrix
from measurand.audit.proofs.confusion.search import Asked

_HALF = Fraction(1, 2)


@frozen
class Sizes:
    """Folds of equal sizes: positives, negatives, and how many such folds there are."""

    p: int
    n: int
    folds: int


def gathered(folds: Sequence[tuple[int, int]]) -> tuple[Sizes, ...]:
    """Take folds of equal sizes together, in the order in which they came.

    >>> gathered([(2, 3), (2, 4), (2, 3)])
    (Sizes(p=2, n=3, folds=2), Sizes(p=2, n=4, folds=1))
    """
    return tuple(Sizes(p, n, folds) for (p, n), folds in Counter(folds).items())


@frozen
class Form:
    """A linear form of right positives and right negatives by size, and where it lies."""

    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]
    span: Preimage

    def line(self) -> Line:
        """Clear denominators and common factors; the ends move in to the next whole number."""
        weights = (*self.first, *self.second)
        below = lcm(*(value.denominator for value in weights))
        factor = Fraction(below, gcd(*(int(value * below) for value in weights)) or 1)
        low, high = self.span.low * factor, self.span.high * factor
        return Line(
            tuple(int(value * factor) for value in self.first),
            tuple(int(value * factor) for value in self.second),
            ceil(low) if self.span.low_closed else floor(low) + 1,
            floor(high) if self.span.high_closed else ceil(high) - 1,
        )


def form(one: Asked, sizes: Sequence[Sizes], fill: Fraction | None) -> Form | None:
    """Write the mean of a score over folds as a linear form of the counts.

    The score of a fold where it is undefined is `fill`, or is left out of the mean where that is
    None. None where no fold has a score.

    Raises ValueError for a score that is not linear.
    """
    first, second = [], []
    fixed, folds = Fraction(0), 0
    for size in sizes:
        weights = one.score.weights(size.p, size.n)
        if weights is None:
            first.append(Fraction(0))
            second.append(Fraction(0))
            fixed += (one.filled(fill) or 0) * size.folds
            folds += size.folds if fill is not None else 0
            continue
        first.append(weights[0])
        second.append(weights[1])
        fixed += weights[2] * size.folds
        folds += size.folds
    if not folds:
        return None
    span = one.span
    low, high = span.low * folds - fixed, span.high * folds - fixed
    return Form(tuple(first), tuple(second), Preimage(low, high, span.low_closed, span.high_closed))


def implied(linear: Sequence[Asked], sizes: Sequence[Sizes]) -> list[Asked]:
    """Add what recall, specificity and balanced accuracy say of each other.

    The mean of the balanced accuracies is the mean of the other two where every fold has both.

    >>> from measurand.audit.proofs.confusion.matrices import wanted
    >>> from measurand.values.printed import Printed
    >>> two = wanted({"bacc": Printed.parse("0.7"), "sens": Printed.parse("0.9")})
    >>> [one.score.name for one in implied(two, [Sizes(2, 3, 5)])]
    ['bacc', 'sens', 'spec']
    """
    spans = {one.score.name: one.span for one in linear}
    if "bacc" not in spans or not all(size.p and size.n for size in sizes):
        return list(linear)
    both, found = spans["bacc"], list(linear)
    for name, other in (("sens", "spec"), ("spec", "sens")):
        if name in spans:
            known = spans[name]
            rest = Preimage(2 * both.low - known.high, 2 * both.high - known.low)
            found.append(Asked(SCORES[other], rest))
    return found


def sides_of(forms: Sequence[Form], sizes: Sequence[Sizes], asked: Sequence[Asked]) -> Sides:
    """Ask for numbers of right positives and negatives by size that meet all forms."""
    most = (
        tuple(size.p * size.folds for size in sizes),
        tuple(size.n * size.folds for size in sizes),
    )
    rates = (_rate(asked, ("sens", "bacc", "acc")), _rate(asked, ("spec", "bacc", "acc")))
    return Sides(most=most, lines=tuple(one.line() for one in forms), rates=rates)


def _rate(asked: Sequence[Asked], names: tuple[str, ...]) -> Fraction:
    spans = {one.score.name: one.span for one in reversed(asked)}
    span = next((spans[name] for name in names if name in spans), None)
    middle = _HALF if span is None else (span.low + span.high) / 2
    return min(max(middle, Fraction(0)), Fraction(1))


def spread(
    sizes: Sequence[Sizes], first: Sequence[int], second: Sequence[int]
) -> dict[tuple[int, int], list[Matrix]]:
    """Deal the right answers of folds of equal sizes out to the folds.

    >>> spread([Sizes(2, 1, 2)], [3], [1])[2, 1]
    [Matrix(tp=2, tn=1, p=2, n=1), Matrix(tp=1, tn=0, p=2, n=1)]
    """
    found = {}
    for size, tp, tn in zip(sizes, first, second, strict=True):
        matrices, left = [], (tp, tn)
        for _ in range(size.folds):
            dealt = Matrix(tp=min(left[0], size.p), tn=min(left[1], size.n), p=size.p, n=size.n)
            left = left[0] - dealt.tp, left[1] - dealt.tn
            matrices.append(dealt)
        found[size.p, size.n] = matrices
    return found
