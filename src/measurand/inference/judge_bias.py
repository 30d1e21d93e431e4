"""What a judge is biased by: how far it is off, as a line of covariates.

On the labelled part each sample has what the judge is off, its verdict less the human one. A linear
regression of it on covariates (how long an answer is, at which place it stood, whether the judge is
of the answer's own family) says by how much the judge grows more generous with each, the others
held. Errors of verdicts have no one variance: they are small where both are sure. So squared errors
are those of HC3, e^2 / (1 - h)^2 where h is the leverage of a sample (MacKinnon and White 1985),
which is nearly the jackknife. Where samples come in clusters, whole clusters are left out (CR3,
Bell and McCaffrey 2002), times (G - 1) / G for G clusters. The quantile is t, with as many degrees
of freedom as there are samples, or clusters, more than coefficients.

An effect here is of the judge among these samples. It says nothing of why.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from measurand.inference.adjustment import adjust
from measurand.inference.interval import LEVEL, Interval
from measurand.inference.jackknife import t_quantile
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
    or clusters, or a covariate is a line of the others.

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
    slopes, squares = _fitted(matrix / sizes, y, units, robust=clusters is not None)
    if squares is None:
        return Undefined("a coefficient hangs on one unit alone")
    effects = [
        _effect(name, float(slope / size), float(np.sqrt(square)) / size, freedom, level)
        for name, slope, square, size in zip(
            ("", *covariates), slopes, squares, sizes.tolist(), strict=True
        )
    ][1:]
    p_values = adjust([one.p_value.value for one in effects])
    return tuple(evolve(one, adjusted=p) for one, p in zip(effects, p_values, strict=True))


_RANK = 1e-10
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
) -> tuple["Floats", "Floats | None"]:
    """Fit by least squares; give the squared errors of the slopes, by what each unit pulls."""
    import numpy as np

    inverse = np.linalg.inv(matrix.T @ matrix)
    slopes = np.asarray(inverse @ (matrix.T @ y), dtype=np.float64)
    rest = y - matrix @ slopes
    pulls = []
    for unit in units:
        rows = matrix[unit]
        left = np.eye(len(unit)) - rows @ inverse @ rows.T
        if abs(float(np.linalg.det(left))) < _LEVERED:
            return slopes, None
        pulls.append(inverse @ (rows.T @ np.linalg.solve(left, rest[unit])))
    squares = (np.array(pulls) ** 2).sum(axis=0)
    share = (len(units) - 1) / len(units) if robust else 1.0
    return slopes, np.asarray(squares * share, dtype=np.float64)


def _effect(name: str, slope: float, error: float, freedom: int, level: Fraction) -> BiasEffect:
    from scipy.special import stdtr

    half = t_quantile(level, freedom) * error
    tail = float(stdtr(freedom, -abs(slope) / error)) if error else float(not slope) / 2
    return BiasEffect(
        name=name,
        slope=slope,
        interval=Interval(slope - half, slope + half, level),
        p_value=PValue(min(Fraction(1), 2 * Fraction(tail)), "t of HC3", Fraction(0)),
    )
