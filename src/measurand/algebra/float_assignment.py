"""The door to scipy's assignment solver for floats as they are: what a float program pairs."""

from collections.abc import Sequence


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
