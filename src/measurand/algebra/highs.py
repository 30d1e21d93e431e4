"""The door to HiGHS, as scipy ships it: guesses in floats, never a verdict.

Two questions are put to it. `guess`: a point of a mixed-integer program without an objective, for
any point will do. `weights`: the linear program that lets every bound be missed by one amount t and
asks for the least t. By duality the multipliers at its optimum are weights whose sum of bounds
misses by that t: where t is above 0, a Farkas vector up to rounding (Farkas 1902).

HiGHS works to tolerances, so neither answer is believed here: `solve` makes both exact. Its work
cannot be counted in our steps, so it is charged by a formula in the size of the program and limited
by nodes; a limit in seconds would give other answers on other machines.
"""

from fractions import Fraction
from math import inf, isqrt

from measurand.algebra.budget import Steps
from measurand.algebra.program import Program
from measurand.algebra.standard_form import Frame, Limits

# Weights are rounded to these parts: few enough bits for exact sums that stay short.
_DIGITS = 2**40
# Less than this is what the solver's own rounding may leave of 0.
_LITTLE = 1e-9
# What the root and each node are charged, in units of the work that `_integer_point` gives.
_ROOT, _NODE = 2, 4


def guess(
    frame: Frame, lows: Limits, highs: Limits, *, nodes: int, steps: Steps | None = None
) -> tuple[float, ...] | None:
    """Ask HiGHS for a point in floats: None where it has none within its own count of nodes.

    None too where a number is too large for a float. Its nodes are taken from `steps`.

    It works to a tolerance, so a point may miss a bound by a little, and no point means nothing.

    >>> from measurand.algebra.standard_form import frame
    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sheet = frame(Program((Unknown(name="x"),), ()))
    >>> guess(sheet, sheet.lows, sheet.highs, nodes=1)
    (0.0,)
    """
    try:
        return _integer_point(frame, lows, highs, nodes, steps or Steps())
    except OverflowError:
        return None


def _integer_point(
    frame: Frame, lows: Limits, highs: Limits, nodes: int, steps: Steps
) -> tuple[float, ...] | None:
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    unknowns = frame.unknowns
    work = sum(map(len, frame.forms)) + unknowns
    steps.take(_ROOT * work * isqrt(work))
    if steps.spent:
        return None
    # rows are scaled to 1: else HiGHS repairs points with large rows, and prints that it does
    sizes = [1] * unknowns + [
        max((abs(factor) for _, factor in one), default=1) for one in frame.forms
    ]
    least = np.array(
        [
            -np.inf if one is None else float(one.value / size)
            for one, size in zip(lows, sizes, strict=True)
        ]
    )
    most = np.array(
        [
            np.inf if one is None else float(one.value / size)
            for one, size in zip(highs, sizes, strict=True)
        ]
    )
    entries = [
        (row, at, factor / sizes[unknowns + row])
        for row, form in enumerate(frame.forms)
        for at, factor in form
    ]
    matrix = coo_array(
        (
            np.array([factor for _, _, factor in entries]),
            (
                np.array([row for row, _, _ in entries], dtype=np.int64),
                np.array([at for _, at, _ in entries], dtype=np.int64),
            ),
        ),
        shape=(len(frame.forms), unknowns),
    )
    rows = LinearConstraint(matrix.tocsr(), least[unknowns:], most[unknowns:])
    answer = milp(
        np.zeros(unknowns),
        integrality=np.array(frame.whole[:unknowns], dtype=np.int64),
        bounds=Bounds(least[:unknowns], most[:unknowns]),
        constraints=[rows] if frame.forms else [],
        options={"node_limit": max(1, min(nodes, steps.left // (_NODE * work)))},
    )
    steps.take(_NODE * work * int(answer.get("mip_node_count") or 0))
    return None if answer.x is None else tuple(float(value) for value in answer.x)


def weights(program: Program) -> tuple[tuple[int, Fraction], ...]:
    """Ask HiGHS which bounds clash, and how they are to be weighed: nothing where none seem to.

    Each bound may be missed by as much as every other one, in units of its largest coefficient, and
    the least of that is looked for; what each bound costs there are the weights.

    >>> from measurand.algebra.program import Bound, Unknown
    >>> weights(Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(-1)),)))
    ((0, Fraction(1, 2)),)
    >>> weights(Program((Unknown(name="x"),), ()))
    ()
    """
    try:
        return _weights(program) if program.bounds else ()
    except OverflowError:
        return ()


def _weights(program: Program) -> tuple[tuple[int, Fraction], ...]:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    sizes = [
        max((abs(factor) for _, factor in bound.terms), default=Fraction(1)) or Fraction(1)
        for bound in program.bounds
    ]
    count, rows = len(program.unknowns), len(program.bounds)
    entries = [
        (row, at, float(factor / size))
        for row, (bound, size) in enumerate(zip(program.bounds, sizes, strict=True))
        for at, factor in bound.terms
    ]
    entries += [(row, count, -1.0) for row in range(rows)]
    matrix = coo_array(
        (
            np.array([factor for _, _, factor in entries]),
            (
                np.array([row for row, _, _ in entries], dtype=np.int64),
                np.array([at for _, at, _ in entries], dtype=np.int64),
            ),
        ),
        shape=(rows, count + 1),
    )
    answer = linprog(
        np.array([0.0] * count + [1.0]),
        A_ub=matrix.toarray(),
        b_ub=np.array(
            [float(one.most / size) for one, size in zip(program.bounds, sizes, strict=True)]
        ),
        bounds=[
            (float(one.low), inf if one.high is None else float(one.high))
            for one in program.unknowns
        ]
        + [(0.0, inf)],
        method="highs-ds",
    )
    if answer.x is None or answer.fun is None or answer.fun <= _LITTLE:
        return ()
    costs = [-float(one) for one in answer.ineqlin.marginals]
    return tuple(
        (at, Fraction(round(cost * _DIGITS), _DIGITS) / size)
        for at, (cost, size) in enumerate(zip(costs, sizes, strict=True))
        if cost > _LITTLE
    )
