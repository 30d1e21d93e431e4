"""Metrics of pairs of numbers: what is so, and what was predicted."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from measurand.algebra.formula import Root, Stat
from measurand.algebra.terms import Terms, variable
from measurand.metrics.metric import ITSELF, Metric

_N, _X, _Y, _XX, _XY, _YY, _ABS = map(Stat, ("n", "x", "y", "xx", "xy", "yy", "off"))
_SQUARES = _XX - 2 * _XY + _YY
_OWN_X, _OWN_Y, _BOTH = _N * _XX - _X**2, _N * _YY - _Y**2, _N * _XY - _X * _Y

SUMMED = frozenset({"n", "x", "y", "xx", "xy", "yy", "off"})
"""What is summed: weights, both numbers, their products, and how far they are apart."""

EXCHANGED: Mapping[str, str] = {"x": "y", "y": "x", "xx": "yy", "yy": "xx"}
"""What becomes of the sums where the two numbers are exchanged; the others stay."""

FREE_SUMS: Mapping[str, Terms] = {
    name: variable(f"{name}_above") - variable(f"{name}_below") for name in ("x", "y", "xy")
}
"""The sums that may be below 0, as differences of two that are not."""


def given(name: str, x: Fraction, y: Fraction) -> Fraction:
    """Say what a pair of numbers gives to a sum: `x` is so, `y` was predicted.

    >>> given("off", Fraction(1), Fraction(3)), given("xy", Fraction(2), Fraction(3))
    (Fraction(2, 1), Fraction(6, 1))
    """
    match name:
        case "n":
            return Fraction(1)
        case "off":
            return abs(x - y)
        case _:
            return x ** name.count("x") * y ** name.count("y")


_metric = partial(Metric, statistics=SUMMED)

NUMERIC: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        _metric(
            name="mae",
            formula=_ABS / _N,
            says="how far predictions are off, on average",
            low=0,
            words=("mean_absolute_error",),
            mirror=ITSELF,
        ),
        _metric(
            name="mse",
            formula=_SQUARES / _N,
            says="the mean of the squares of what predictions are off",
            low=0,
            words=("mean_squared_error",),
            mirror=ITSELF,
        ),
        _metric(
            name="rmse",
            formula=Root(_SQUARES / _N),
            says="the root of the mean squared error",
            low=0,
            words=("root_mean_squared_error",),
            mirror=ITSELF,
        ),
        _metric(
            name="bias",
            formula=(_Y - _X) / _N,
            says="what is predicted less what is so, on average",
        ),
        _metric(
            name="r2",
            formula=1 - _SQUARES / (_XX - _X**2 / _N),
            says="1 less the squared error, as a share of the squares about the mean of what is so",
            high=1,
            words=("r_squared", "coefficient_of_determination"),
        ),
        _metric(
            name="pearson",
            formula=_BOTH / Root(_OWN_X * _OWN_Y),
            says="the correlation of predictions with what is so",
            source="Pearson 1895",
            low=-1,
            high=1,
            words=("pearson_r", "correlation"),
            mirror=ITSELF,
        ),
        _metric(
            name="concordance",
            formula=2 * _BOTH / (_OWN_X + _OWN_Y + (_X - _Y) ** 2),
            says="the correlation, less what predictions are shifted and stretched",
            source="Lin 1989",
            low=-1,
            high=1,
            words=("ccc", "lins_ccc"),
            mirror=ITSELF,
        ),
    )
}
"""The metrics of pairs of numbers by their names."""
