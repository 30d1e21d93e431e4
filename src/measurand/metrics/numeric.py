"""Metrics of sums over samples: of numbers, of pairs of numbers, of counts, of changes.

Those of pairs of numbers are formulas of a few sums (n, x, y, xx, xy, yy, and how far the two are
apart), so they are exact, streamed and resampled like every other metric. Formulas like n xx - x^2
lose all digits in floats where the mean is large beside the spread; sums of rationals lose none.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from measurand.algebra.formula import Formula, Root, Stat, stats
from measurand.algebra.terms import Terms, variable
from measurand.evidence.number_rows import NumberRows
from measurand.metrics.metric import GOLD, HITS, ITSELF, PREDICTED, Metric
from measurand.metrics.options import Change, Of, Summing
from measurand.metrics.standard import FN, FP

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


def pair_term(name: str, x: Fraction, y: Fraction) -> Fraction:
    """Say what a pair of numbers gives to a sum: `x` is so, `y` was predicted.

    >>> pair_term("off", Fraction(1), Fraction(3)), pair_term("xy", Fraction(2), Fraction(3))
    (Fraction(2, 1), Fraction(6, 1))
    """
    match name:
        case "n":
            return Fraction(1)
        case "off":
            return abs(x - y)
        case _:
            return x ** name.count("x") * y ** name.count("y")


def pair_sum(name: str, rows: NumberRows) -> Fraction:
    """Add up what all pairs give to a sum.

    >>> from measurand.evidence.number_rows import Multiples
    >>> pair_sum("xy", NumberRows((Multiples((1, 3), 2), Multiples((5, 1), 1)), (1, 2)))
    Fraction(11, 2)
    """
    match name:
        case "n":
            return rows.moment()
        case "off":
            return rows.apart()
        case _:
            return rows.moment(*("xy".index(one) for one in name))


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
            better=-1,
        ),
        _metric(
            name="mse",
            formula=_SQUARES / _N,
            says="the mean of the squares of what predictions are off",
            low=0,
            words=("mean_squared_error",),
            mirror=ITSELF,
            better=-1,
        ),
        _metric(
            name="rmse",
            formula=Root(_SQUARES / _N),
            says="the root of the mean squared error",
            low=0,
            words=("root_mean_squared_error",),
            mirror=ITSELF,
            better=-1,
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
            better=1,
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
            better=1,
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
            better=1,
        ),
    )
}
"""The metrics of pairs of numbers by their names."""


def _of_samples(
    name: str, formula: Formula, says: str, low: int | None = None, high: int | None = None
) -> Metric:
    known = frozenset(stats(formula))
    return Metric(name=name, formula=formula, says=says, low=low, high=high, statistics=known)


_EMPTY, _SAMPLES = Stat("empty"), Stat("samples")
_counted = partial(_of_samples, "total", low=0)

TOTALS: Mapping[Of, Metric] = {
    Of.HITS: _counted(HITS, "predictions that are right"),
    Of.PREDICTED: _counted(PREDICTED, "predictions"),
    Of.GOLD: _counted(GOLD, "gold items"),
    Of.FALSE_POSITIVES: _counted(FP.formula, "predictions that are wrong"),
    Of.FALSE_NEGATIVES: _counted(FN.formula, "gold items that are not found"),
    Of.TRUE_NEGATIVES: _counted(_EMPTY, "samples with nothing on either side"),
    Of.SAMPLES: _counted(_SAMPLES, "samples, whatever they weigh"),
}
"""What is counted over all samples."""

COLUMNS: Mapping[Summing, Metric] = {
    Summing.SUM: _of_samples("column", _X, "the sum of a column"),
    Summing.MEAN: _of_samples("column", _X / _N, "the mean of a column"),
}
"""What is said of a column of numbers."""

RATIO = _of_samples("ratio", Stat("top") / Stat("bottom"), "one column's sum, by another's")

FIXED, BROKEN, STILL, KEPT = map(Stat, ("fixed", "broken", "still", "kept"))
"""What samples are: wrong and then right, right and then wrong, twice wrong, twice right."""

_changed = partial(_of_samples, "transition", low=0)
_rate = partial(_changed, high=1)

CHANGES: Mapping[Change, Metric] = {
    Change.FIX: _changed(FIXED, "samples that were wrong, and are right"),
    Change.BREAK: _changed(BROKEN, "samples that were right, and are wrong"),
    Change.STILL: _changed(STILL, "samples that stay wrong"),
    Change.KEEP: _changed(KEPT, "samples that stay right"),
    Change.FIX_RATE: _rate(FIXED / (FIXED + STILL), "the share that is fixed, of what was wrong"),
    Change.BREAK_RATE: _rate(BROKEN / (BROKEN + KEPT), "the share that breaks, of what was right"),
    Change.NET_GAIN: _rate((FIXED - BROKEN) / _SAMPLES, "what is fixed less what breaks", low=-1),
}
"""What is said of samples by whether they are right before and after."""

SHIFT = _of_samples(
    "shift", Stat("moved") / Stat("among"), "the share of samples whose F rises, or falls", 0, 1
)
DIFFERENCE = _of_samples(
    "difference", Stat("later") - Stat("earlier"), "F after less F before", -1, 1
)
_AREA = Stat("concordant") / (Stat("positives") * Stat("negatives"))
AUC = Metric(
    name="auc",
    formula=_AREA,
    says="how likely a positive scores higher than a negative, ties counting half",
    source="Hanley and McNeil 1982",
    low=0,
    high=1,
    better=1,
    statistics=frozenset(stats(_AREA)),
)
