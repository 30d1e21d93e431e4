"""What there is about a definition that a law may ask for; what is not there, no law asks."""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.formula import substituted
from measurand.evidence.matching import GivenCounts
from measurand.laws.case import comparing
from measurand.metrics.averaged import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Jaccard,
    Measure,
    Precision,
    Recall,
)
from measurand.metrics.definitions import Definition, Difference, Numeric, Shift, Total, Transition
from measurand.metrics.metric import ITSELF, Metric
from measurand.metrics.options import Statistic
from measurand.metrics.proven import has_a_value
from measurand.metrics.standard import STANDARD

ITEMS, LISTED, SIDES, BEFORE = "items", "listed", "sides", "before"
UNITS, RANGE, PERFECT, PARTS = "units", "range", "perfect", "parts"
CLAIMS = {
    ITEMS: "items are compared, or counts of them",
    LISTED: "the items are known",
    SIDES: "gold and predictions can be exchanged",
    BEFORE: "there are earlier and later answers",
    UNITS: "units are averaged",
    RANGE: "the metric says between which numbers it lies",
    PERFECT: "some perfect unit has a value",
    PARTS: "it is made of precision and recall",
}
"""What laws ask for."""


def formula_of(definition: Definition) -> Metric | None:
    """Give the metric of which a definition scores units, its parameters put in; None: none.

    >>> formula_of(F(beta=Fraction(2))).params
    ()
    """
    match definition:
        case Measure(metric=metric) | Numeric(metric=metric):
            return metric
        case Precision():
            return STANDARD["precision"]
        case Recall():
            return STANDARD["recall"]
        case Jaccard():
            return STANDARD["jaccard"]
        case F(beta=beta):
            return f_at(beta)
        case _:
            return None


def f_at(beta: Fraction) -> Metric:
    """Give F with its parameter put in.

    >>> f_at(Fraction(2)).name
    'f of beta 2'
    """
    f = STANDARD["f"]
    formula = substituted(f.formula, {"beta": beta})
    return evolve(f, name=f"f of beta {beta}", formula=formula, sides=None, params=())


def range_of(definition: Definition) -> tuple[int | None, int | None]:
    """Say between which numbers the mean of a metric lies, as the metric says it; None: anywhere.

    >>> range_of(F())
    (0, 1)
    """
    if isinstance(definition, Averaged | Measure):
        if definition.averaging.statistic is not Statistic.MEAN:
            return None, None
        if isinstance(definition, Accuracy | ExactMatch):
            return 0, 1
    metric = formula_of(definition)
    return (None, None) if metric is None else (metric.low, metric.high)


def claims(definition: Definition) -> frozenset[str]:
    """Say what there is about a definition that laws ask for.

    >>> sorted(claims(F()))
    ['items', 'listed', 'parts', 'perfect', 'range', 'sides', 'units']
    """
    how = comparing(definition)
    averaged = definition.f if isinstance(definition, Difference) else definition
    means = isinstance(averaged, Averaged | Measure) and bool(averaged.averaging.average.keys)
    perfect = not isinstance(definition, Measure) or has_a_value(definition.metric, ("fp", "fn"))
    there = {
        ITEMS: how is not None,
        LISTED: how is not None and not isinstance(how.match, GivenCounts),
        SIDES: isinstance(definition, Averaged | Measure | Total)
        or (isinstance(definition, Numeric) and definition.metric.mirror == ITSELF),
        BEFORE: isinstance(definition, Transition | Shift | Difference),
        UNITS: means,
        RANGE: range_of(definition) != (None, None),
        PERFECT: perfect,
        PARTS: isinstance(definition, F) and definition.averaging.statistic is Statistic.MEAN,
    }
    return frozenset(name for name, has in there.items() if has)
