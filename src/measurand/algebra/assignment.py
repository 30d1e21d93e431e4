"""The door to scipy's assignment solver: exact weights in, index pairs out."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

_EXACT = 2**40


def assign(weights: Sequence[Sequence[Fraction]]) -> tuple[tuple[int, int], ...]:
    """Pair rows with columns one to one so that the total weight is largest.

    Weights are not negative; a pair of weight 0 is left out. Rational weights are scaled to
    integers, on which the solver's float arithmetic is exact up to 2^40; beyond that they are
    rounded to 40 bits first, and the total is within rows * 2^-40 of the largest.

    >>> half = Fraction(1, 2)
    >>> assign([[Fraction(1), half], [Fraction(1), Fraction(0)]])
    ((0, 1), (1, 0))
    """
    if not weights or not weights[0]:
        return ()
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    scale = lcm(*(weight.denominator for row in weights for weight in row))
    scale = min(scale, _EXACT)
    table = np.array([[float(round(weight * scale)) for weight in row] for row in weights])
    rows, columns = linear_sum_assignment(table, maximize=True)
    pairs = ((int(row), int(column)) for row, column in zip(rows, columns, strict=True))
    return tuple((row, column) for row, column in pairs if weights[row][column] > 0)


# For floats as they are there is no scaling: it must pair as a program pairs that hands its floats
# to the same solver, ties and rounding included.


def assign_floats(weights: Sequence[Sequence[float]]) -> tuple[tuple[int, int], ...]:
    """Pair rows with columns one to one as the solver does that is asked for the largest total.

    Every row or every column is paired, whichever are fewer. Where totals tie, or differ by the
    rounding of floats only, the solver decides, and the order of rows plays a part: for pairs that
    depend on nothing else use `assign` on exact weights.

    >>> assign_floats([[0.35, 0.1], [0.25, 0.0]])
    ((0, 0), (1, 1))
    """
    if not weights or not weights[0]:
        return ()
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(np.array(weights, dtype=np.float64), maximize=True)
    return tuple((int(row), int(column)) for row, column in zip(rows, columns, strict=True))
