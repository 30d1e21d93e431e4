"""What the scores of a confusion matrix are: exactly, or enclosed where there are roots."""

from fractions import Fraction
from math import isqrt

from measurand.algebra.interval import Interval
from measurand.audit.proofs.confusion.scores import Matrix, MatrixScore, Scale

DIGITS = 12
"""Decimal digits to which a root is enclosed."""


def enclosed(
    score: MatrixScore, matrix: Matrix, beta: Fraction = Fraction(1), *, digits: int = DIGITS
) -> Interval | None:
    """Enclose a score; both ends are the score where it is rational. None where it is undefined.

    >>> from measurand.audit.proofs.confusion.scores import SCORES
    >>> enclosed(SCORES["acc"], Matrix(tp=1, tn=1, p=2, n=1))
    Interval(low=Fraction(2, 3), high=Fraction(2, 3))
    >>> enclosed(SCORES["gm"], Matrix(tp=1, tn=1, p=2, n=1), digits=2)
    Interval(low=Fraction(7, 10), high=Fraction(71, 100))
    """
    above, below = score.ratio(matrix, beta)
    if not below:
        return None
    value = Fraction(above, below)
    match score.scale:
        case Scale.PLAIN:
            return Interval(value, value)
        case Scale.ROOT:
            root = _root(abs(value), digits)
            return root if value >= 0 else Interval(-root.high, -root.low)
        case Scale.THRESHOLD:
            first, second = _root(value, digits), _root(1 - value, digits)
            return Interval(
                first.low / (first.low + second.high), first.high / (first.high + second.low)
            )


def _root(value: Fraction, digits: int) -> Interval:
    scale = 10**digits
    below = isqrt(value.numerator * scale**2 // value.denominator)
    low = Fraction(below, scale)
    return Interval(low, low if low**2 == value else Fraction(below + 1, scale))
