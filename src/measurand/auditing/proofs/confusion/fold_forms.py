"""Means over folds as integer programs: linear scores by sums, any scores by whole matrices.

Accuracy, recall, specificity and their kin are linear in the right answers of a fold of known size.
Folds of equal sizes are then taken together: their right answers may be any that add up, so two
unknowns a size are enough, whatever the number of folds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from attrs import frozen

from measurand.algebra.preimage import Preimage
from measurand.algebra.program import Bound, Program, Terms, Unknown, equal
from measurand.auditing.proofs.confusion.fold_solver import Line, Sides
from measurand.auditing.proofs.confusion.scores import SCORES, Matrix, enclosed
from measurand.auditing.proofs.confusion.search import PrintedScore

_HALF = Fraction(1, 2)


@frozen
class Sizes:
    """Folds of equal sizes: positives, negatives, and how many such folds there are."""

    p: int
    n: int
    folds: int


def fold_sizes(folds: Sequence[tuple[int, int]]) -> tuple[Sizes, ...]:
    """Take folds of equal sizes together, in the order in which they came.

    >>> fold_sizes([(2, 3), (2, 4), (2, 3)])
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
            # The sum is whole, so the ends may move in: what is cut off holds no whole number.
            ceil(low) if self.span.low_closed else floor(low) + 1,
            floor(high) if self.span.high_closed else ceil(high) - 1,
        )


def form(one: PrintedScore, sizes: Sequence[Sizes], fill: Fraction | None) -> Form | None:
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


def with_implied(linear: Sequence[PrintedScore], sizes: Sequence[Sizes]) -> list[PrintedScore]:
    """Add what recall, specificity and balanced accuracy say of each other.

    The mean of the balanced accuracies is the mean of the other two where every fold has both.

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> two = printed_scores({"bacc": Printed.parse("0.7"), "sens": Printed.parse("0.9")})
    >>> [one.score.name for one in with_implied(two, [Sizes(2, 3, 5)])]
    ['bacc', 'sens', 'spec']
    """
    spans = {one.score.name: one.span for one in linear}
    if "bacc" not in spans or not all(size.p and size.n for size in sizes):
        return list(linear)
    both, every = spans["bacc"], list(linear)
    for name, other in (("sens", "spec"), ("spec", "sens")):
        if name in spans:
            known = spans[name]
            rest = Preimage(2 * both.low - known.high, 2 * both.high - known.low)
            every.append(PrintedScore(SCORES[other], rest))
    return every


def sides_of(
    forms: Sequence[Form], sizes: Sequence[Sizes], scores: Sequence[PrintedScore]
) -> Sides:
    """Ask for numbers of right positives and negatives by size that meet all forms."""
    most = (
        tuple(size.p * size.folds for size in sizes),
        tuple(size.n * size.folds for size in sizes),
    )
    rates = (_rate(scores, ("sens", "bacc", "acc")), _rate(scores, ("spec", "bacc", "acc")))
    return Sides(most=most, lines=tuple(one.line() for one in forms), rates=rates)


def _rate(scores: Sequence[PrintedScore], names: tuple[str, ...]) -> Fraction:
    spans = {one.score.name: one.span for one in reversed(scores)}
    span = next((spans[name] for name in names if name in spans), None)
    middle = _HALF if span is None else (span.low + span.high) / 2
    return min(max(middle, Fraction(0)), Fraction(1))


def deal_out(
    sizes: Sequence[Sizes], first: Sequence[int], second: Sequence[int]
) -> dict[tuple[int, int], list[Matrix]]:
    """Deal the right answers of folds of equal sizes out to the folds.

    >>> deal_out([Sizes(2, 1, 2)], [3], [1])[2, 1]
    [Matrix(tp=2, tn=1, p=2, n=1), Matrix(tp=1, tn=0, p=2, n=1)]
    """
    dealt_out = {}
    for size, tp, tn in zip(sizes, first, second, strict=True):
        matrices, left = [], (tp, tn)
        for _ in range(size.folds):
            dealt = Matrix(tp=min(left[0], size.p), tn=min(left[1], size.n), p=size.p, n=size.n)
            left = left[0] - dealt.tp, left[1] - dealt.tn
            matrices.append(dealt)
        dealt_out[size.p, size.n] = matrices
    return dealt_out


# Other scores (F, MCC) are no sums of counts: here an unknown is how many folds have which matrix.
# Every matrix that a fold of some size may have is one unknown, so this is for small folds; larger
# ones are left undecided. Roots are enclosed: a proof holds for all they may be, and a point that
# was found is taken only if it holds for all they may be too.

MOST = 900
"""How many matrices there may be in all."""


@frozen
class FoldProgram:
    """The matrices that folds may have, and the program of how many folds have which.

    >>> one = FoldProgram.of((), [Sizes(1, 1, 2)], None)
    >>> len(one.matrices), one.program.met_by([Fraction(n) for n in (2, 0, 0, 0)])
    (4, True)
    """

    matrices: tuple[Matrix, ...]
    program: Program
    sure: tuple[Bound, ...]

    @staticmethod
    def of(
        scores: Sequence[PrintedScore], sizes: Sequence[Sizes], fill: Fraction | None
    ) -> "FoldProgram":
        """Write the program; a score that a fold has not counts `fill`, or is left out (None)."""
        matrices = tuple(matrix for size in sizes for matrix in matrices_of(size))
        most = {(size.p, size.n): size.folds for size in sizes}
        unknowns = tuple(
            Unknown(
                name=f"folds with TP {one.tp}, TN {one.tn} of {one.p}, {one.n}",
                high=Fraction(most[one.p, one.n]),
            )
            for one in matrices
        )
        bounds = [bound for size in sizes for bound in _as_many(size, matrices)]
        sure: list[Bound] = []
        for one in scores:
            open_bounds, sure_bounds = score_bounds(one, matrices, fill)
            bounds += open_bounds
            sure += sure_bounds
        return FoldProgram(matrices, Program(unknowns, tuple(bounds)), tuple(sure))

    def witness(self, point: Sequence[Fraction]) -> tuple[Matrix, ...] | None:
        """Name the matrices of the folds, where the point holds whatever the roots are."""
        if not all(bound.met_by(point) for bound in self.sure):
            return None
        pairs = zip(self.matrices, point, strict=True)
        return tuple(matrix for matrix, count in pairs for _ in range(int(count)))


def count_matrices(sizes: Sequence[Sizes]) -> int:
    """Count the matrices that folds may have.

    >>> count_matrices([Sizes(2, 3, 9)])
    12
    """
    return sum((size.p + 1) * (size.n + 1) for size in sizes)


def matrices_of(size: Sizes) -> Iterator[Matrix]:
    """List the matrices that a fold may have.

    >>> len(list(matrices_of(Sizes(2, 3, 9))))
    12
    """
    for tp in range(size.p + 1):
        for tn in range(size.n + 1):
            yield Matrix(tp=tp, tn=tn, p=size.p, n=size.n)


def _as_many(size: Sizes, matrices: Sequence[Matrix]) -> tuple[Bound, ...]:
    places = [at for at, one in enumerate(matrices) if (one.p, one.n) == (size.p, size.n)]
    terms: Terms = tuple((at, Fraction(1)) for at in places)
    return equal(terms, Fraction(size.folds))


def score_bounds(
    one: PrintedScore, matrices: Sequence[Matrix], fill: Fraction | None
) -> tuple[list[Bound], list[Bound]]:
    """Bound the mean of a score: as wide as its roots may be, and as narrow.

    The mean is at least `low`: the sum of (score - low) over the folds is at least 0.

    >>> from measurand.auditing.proofs.confusion.matrices import printed_scores
    >>> from measurand.values.printed import Printed
    >>> half = printed_scores({"acc": Printed.parse("0.5")})[0]
    >>> len(score_bounds(half, [Matrix(tp=1, tn=0, p=1, n=1)], None)[0])
    2
    """
    wide: list[list[tuple[int, Fraction]]] = [[], []]
    narrow: list[list[tuple[int, Fraction]]] = [[], []]
    for at, matrix in enumerate(matrices):
        value = enclosed(one.score, matrix, one.beta)
        if value is None:
            other = one.filled(fill)
            if other is None:
                continue
            low = high = other
        else:
            low, high = value.low, value.high
        wide[0].append((at, one.span.low - high))
        wide[1].append((at, low - one.span.high))
        narrow[0].append((at, one.span.low - low))
        narrow[1].append((at, high - one.span.high))
    zero = Fraction(0)
    return (
        [Bound(tuple(terms), zero) for terms in wide],
        [Bound(tuple(terms), zero) for terms in narrow],
    )
