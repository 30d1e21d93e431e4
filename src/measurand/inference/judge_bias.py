"""What a judge is biased by: how far it is off, as a line of covariates.

On the labelled part each sample has what the judge is off, its verdict less the human one. A linear
regression of it on covariates (how long an answer is, at which place it stood, whether the judge is
of the answer's own family) says by how much the judge grows more generous with each, the others
held. Errors of verdicts have no one variance: they are small where both are sure. So squared errors
are those of HC3, e^2 / (1 - h)^2 where h is the leverage of a sample (MacKinnon and White 1985),
which is nearly the jackknife. Where samples come in clusters, whole clusters are left out (CR3,
Bell and McCaffrey 2002), times (G - 1) / G for G clusters.

Where a judge is rarely off, or few samples have much of a covariate, such an error may be far too
small by chance: what few samples could have shown is not there. So it is never smaller than that of
least squares, which takes all samples for alike. The quantile is t, with as many degrees of freedom
as the spread of what units pull allows (`jackknife.degrees`), and no more than there are samples,
or clusters, more than coefficients. That this covers is shown by simulation
(docs/reference/calibration.md). A judge that is off nowhere, or by a line with nothing left over,
shows no error, and no interval is given.

An effect here is of the judge among these samples. It says nothing of why.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from measurand.inference.adjustment import adjust
from measurand.inference.interval import LEVEL, Interval
from measurand.inference.jackknife import degrees, t_quantile
from measurand.inference.pvalue import PValue
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@frozen(kw_only=True)
class BiasEffect:
    """By how much a judge is off more (`slope`) for one more of a covariate.

    `adjusted` is its p-value, adjusted by all of them (Holm).
    """

    name: str
    slope: float
    interval: Interval
    p_value: PValue
    adjusted: Fraction = Fraction(1)


def bias_effects(
    off: Sequence[float],
    covariates: Mapping[str, Sequence[float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    level: Fraction = LEVEL,
) -> tuple[BiasEffect, ...] | Undefined:
    """Regress what a judge is off on covariates, all at once.

    `off` are the judge's verdicts less the human ones, `level` is the confidence of the intervals,
    and samples of one of `clusters` depend on each other. Undefined where there are too few samples
    or clusters, a covariate is a line of the others, or nothing is left over beside the line.

    >>> found = bias_effects([0.0, 0.0, 1.0, 1.0, 0.0, 1.0], {"long": [0, 0, 1, 1, 1, 0]})
    >>> [(one.name, round(one.slope, 3)) for one in found]
    [('long', 0.333)]

    Raises ValueError where lengths differ, or there is no covariate.
    """
    import numpy as np

    lengths = {len(off), *map(len, covariates.values()), len(clusters or off)}
    if len(lengths) > 1 or not covariates:
        message = f"covariates of every sample, at least one: got lengths {sorted(lengths)}"
        raise ValueError(message)
    columns = [np.ones(len(off)), *(np.array(one, dtype=np.float64) for one in covariates.values())]
    matrix, y = np.stack(columns, axis=1), np.array(off, dtype=np.float64)
    units = _groups(clusters, len(off))
    freedom = len(units) - matrix.shape[1]
    if freedom < 1:
        return Undefined(f"{len(units)} units for {matrix.shape[1]} coefficients")
    # Columns of one size, so that what is a line of others can be told from what is only small.
    sizes = np.sqrt((matrix**2).sum(axis=0))
    if not sizes.all() or np.linalg.matrix_rank(matrix / sizes, tol=_RANK) < matrix.shape[1]:
        return Undefined("a covariate is constant, or a line of the others")
    found = _fitted(matrix / sizes, y, units, robust=clusters is not None)
    if isinstance(found, Undefined):
        return found
    effects = [
        _effect(name, (slope / size, error / size), min(free, freedom), level)
        for name, slope, error, free, size in zip(
            ("", *covariates), *(one.tolist() for one in found), sizes.tolist(), strict=True
        )
    ][1:]
    p_values = adjust([one.p_value.value for one in effects])
    return tuple(evolve(one, adjusted=p) for one, p in zip(effects, p_values, strict=True))


_RANK = 1e-10
_STILL = 1e-9
_LEVERED = 1e-9
"""A unit whose leverage is so near to 1 decides a coefficient by itself."""


def _groups(clusters: Sequence[Hashable] | None, number: int) -> Sequence[Sequence[int]]:
    if clusters is None:
        return [[at] for at in range(number)]
    groups: dict[Hashable, list[int]] = {}
    for at, name in enumerate(clusters):
        groups.setdefault(name, []).append(at)
    return list(groups.values())


def _fitted(
    matrix: "Floats", y: "Floats", units: Sequence[Sequence[int]], *, robust: bool
) -> tuple["Floats", "Floats", "Floats"] | Undefined:
    """Fit by least squares; give slopes, errors, and degrees of freedom by what units pull."""
    import numpy as np

    inverse = np.linalg.inv(matrix.T @ matrix)
    slopes = inverse @ (matrix.T @ y)
    rest = y - matrix @ slopes
    if float(np.abs(rest).max()) <= _STILL * float(np.abs(y).max()):
        return Undefined("the judge is nowhere off that line: nothing tells an error")
    pulled = []
    for unit in units:
        rows = matrix[unit]
        left = np.eye(len(unit)) - rows @ inverse @ rows.T
        if abs(float(np.linalg.det(left))) < _LEVERED:
            return Undefined("a coefficient hangs on one unit alone")
        pulled.append(inverse @ (rows.T @ np.linalg.solve(left, rest[unit])))
    pulls, number = np.array(pulled), len(units)
    squares = (pulls**2).sum(axis=0) * ((number - 1) / number if robust else 1.0)
    alike = float(rest @ rest) / (len(y) - len(slopes)) * np.diag(inverse)
    times = np.ones(number)
    free = np.array([degrees(one, times, number - 1.0) for one in pulls.T])
    return slopes, np.sqrt(np.maximum(squares, alike)), free


def _effect(name: str, found: tuple[float, float], freedom: float, level: Fraction) -> BiasEffect:
    from scipy.special import stdtr

    slope, error = found
    half = t_quantile(level, freedom) * error
    tail = float(stdtr(freedom, -abs(slope) / error))
    return BiasEffect(
        name=name,
        slope=slope,
        interval=Interval(slope - half, slope + half, level),
        p_value=PValue(min(Fraction(1), 2 * Fraction(tail)), "t of the slope", Fraction(0)),
    )
