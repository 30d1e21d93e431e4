"""The door to HiGHS, as scipy ships it: a guess in floats, never a verdict."""

from measurand.algebra.frame import Frame, Limits


def guess(frame: Frame, lows: Limits, highs: Limits, *, nodes: int) -> tuple[float, ...] | None:
    """Ask HiGHS for a point in floats: None where it has none within its own count of nodes.

    None too where a number is too large for a float.

    It works to a tolerance, so a point may miss a bound by a little, and no point means nothing.

    >>> from measurand.algebra.frame import frame
    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sheet = frame(Program((Unknown(name="x"),), ()))
    >>> guess(sheet, sheet.lows, sheet.highs, nodes=1)
    (0.0,)
    """
    try:
        return _asked(frame, lows, highs, nodes)
    except OverflowError:
        return None


def _asked(frame: Frame, lows: Limits, highs: Limits, nodes: int) -> tuple[float, ...] | None:
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    least = np.array([-np.inf if one is None else float(one.value) for one in lows])
    most = np.array([np.inf if one is None else float(one.value) for one in highs])
    unknowns = frame.unknowns
    entries = [
        (row, at, float(factor)) for row, form in enumerate(frame.forms) for at, factor in form
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
    found = milp(
        np.zeros(unknowns),
        integrality=np.array(frame.whole[:unknowns], dtype=np.int64),
        bounds=Bounds(least[:unknowns], most[:unknowns]),
        constraints=[rows] if frame.forms else [],
        options={"node_limit": nodes},
    )
    return None if found.x is None else tuple(float(value) for value in found.x)
