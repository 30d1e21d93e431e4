"""Means over folds of any scores: how many folds have which matrix, as a program.

Every matrix that a fold of some size may have is one unknown, so this is for small folds; larger
ones are left undecided. Roots are enclosed: a proof holds for all they may be, and a point found is
taken only if it holds for all they may be too.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.program import Bound, Program, Terms, Unknown, equal
from measurand.audit.proofs.confusion.fold_linear import Sizes
from measurand.audit.proofs.confusion.scores import Matrix
from measurand.audit.proofs.confusion.search import Asked
from measurand.audit.proofs.confusion.values import enclosed

MOST = 900
"""How many matrices there may be in all."""


@frozen
class Columns:
    """The matrices that folds may have, and the program of how many folds have which.

    >>> one = Columns.of((), [Sizes(1, 1, 2)], None)
    >>> len(one.matrices), one.program.met_by([Fraction(n) for n in (2, 0, 0, 0)])
    (4, True)
    """

    matrices: tuple[Matrix, ...]
    program: Program
    sure: tuple[Bound, ...]

    @staticmethod
    def of(asked: Sequence[Asked], sizes: Sequence[Sizes], fill: Fraction | None) -> "Columns":
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
        for one in asked:
            open_bounds, sure_bounds = score_bounds(one, matrices, fill)
            bounds += open_bounds
            sure += sure_bounds
        return Columns(matrices, Program(unknowns, tuple(bounds)), tuple(sure))

    def witness(self, point: Sequence[Fraction]) -> tuple[Matrix, ...] | None:
        """Name the matrices of the folds, where the point holds whatever the roots are."""
        if not all(bound.met_by(point) for bound in self.sure):
            return None
        pairs = zip(self.matrices, point, strict=True)
        return tuple(matrix for matrix, count in pairs for _ in range(int(count)))


def size_of(sizes: Sequence[Sizes]) -> int:
    """Count the matrices that folds may have.

    >>> size_of([Sizes(2, 3, 9)])
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
    one: Asked, matrices: Sequence[Matrix], fill: Fraction | None
) -> tuple[list[Bound], list[Bound]]:
    """Bound the mean of a score: as wide as its roots may be, and as narrow.

    The mean is at least `low`: the sum of (score - low) over the folds is at least 0.

    >>> from measurand.audit.proofs.confusion.matrices import wanted
    >>> from measurand.values.printed import Printed
    >>> half = wanted({"acc": Printed.parse("0.5")})[0]
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
