"""The standard error of a mean: values, and for each the name of its cluster, or no clusters.

The kind `clustered-error`: adding to the values changes nothing, multiplying them multiplies the
error, and clusters count as they should: values of one cluster tell less than values apart.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, law
from measurand.laws.kinds.checks import (
    Ask,
    always_answered,
    answer,
    between,
    faultless_pair,
    never_above,
    repeated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import broken, close, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Number, Subject, asked, number

Values = Sequence[float]
Clusters = Sequence[str] | None
ClusteredError = Subject[[Values, Clusters]]
CLUSTER_SANDWICH = "sandwich"


@frozen
class ClusterCase:
    """Values with their clusters, other names, an order, and what is added or multiplied.

    >>> ClusterCase([0.5, 1.0], ["a", "b"]).own
    ['0', '1']
    """

    values: Values
    clusters: Sequence[str]
    names: Mapping[str, str] = {}
    order: Sequence[int] = ()
    shift: float = 0.0
    scale: float = 1.0

    @property
    def own(self) -> list[str]:
        """Give every value a cluster of its own."""
        return [str(at) for at in range(len(self.values))]


def sandwich(values: Values, clusters: Sequence[str]) -> float:
    """Divide the root of the sum of squared sums of residuals by cluster by the number of values.

    >>> sandwich([0.0, 1.0], ["a", "b"]) == sqrt(0.125)
    True
    """
    mean = sum(map(Fraction, values), Fraction(0)) / len(values)
    sums = dict.fromkeys(clusters, Fraction(0))
    for value, name in zip(values, clusters, strict=True):
        sums[name] += Fraction(value) - mean
    return sqrt(sum(one * one for one in sums.values())) / len(values)


ClusterAsk = Ask[[Values, Clusters], ClusterCase]


def _of(pick: Callable[[ClusterCase], tuple[Values, Clusters]]) -> ClusterAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


def _again(case: ClusterCase) -> list[str]:
    return [f"{name} again" for name in case.clusters]


def _other_names(case: ClusterCase) -> list[str]:
    return [case.names.get(name, name) for name in case.clusters]


_HERE = _of(lambda case: (case.values, case.clusters))
_PLAIN = _of(lambda case: (case.values, None))
_OWN = _of(lambda case: (case.values, case.own))
_RENAMED = _of(lambda case: (case.values, _other_names(case)))
_MOVED = _of(
    lambda case: ([case.values[at] for at in case.order], [case.clusters[at] for at in case.order])
)
_SCALED = _of(lambda case: ([case.scale * value for value in case.values], case.clusters))
_SHIFTED = _of(lambda case: ([value + case.shift for value in case.values], case.clusters))
_ALL_EQUAL = _of(lambda case: ([case.shift for _ in case.values], case.clusters))
_TWICE = _of(lambda case: ([*case.values, *case.values], [*case.clusters, *case.clusters]))
_TWICE_APART = _of(lambda case: ([*case.values, *case.values], [*case.clusters, *_again(case)]))


def _not_renamed(case: ClusterCase) -> str:
    fewer = len(set(_other_names(case))) != len(set(case.clusters))
    return "two clusters would have one name" if fewer else ""


def _not_ordered(case: ClusterCase) -> str:
    ordered = sorted(case.order) == list(range(len(case.values)))
    return "" if ordered else "the order is of other values"


def _unscaled(_subject: ClusteredError, case: ClusterCase, here: Number, there: Number) -> str:
    scaled = close(float(there), abs(case.scale) * float(here))
    return "" if scaled else f"{case.scale} times the values is not as many times the error"


@law(
    "sandwich",
    "The error is the root of the squared sums of residuals by cluster, by the values.",
    Algebra.STATISTICS,
    CLUSTER_SANDWICH,
)
def _cluster_closed(subject: ClusteredError, case: ClusterCase) -> Outcome:
    call = _HERE(subject, case)
    if raised := silent(call):
        return raised
    wanted = sandwich(case.values, case.clusters)
    answer = call.answer
    if isinstance(answer, Fraction | float) and close(float(answer), wanted):
        return Holds()
    return broken(f"expected {wanted:.6g}", call)


CLUSTER_LAWS: tuple[Law[ClusteredError, ClusterCase], ...] = (
    law("defined", "Every two clusters or more have a standard error.")(always_answered(_HERE)),
    law(
        "repeatable",
        "The same values get the same error, to the bit, and are left alone.",
        Algebra.ORDER,
    )(repeated(_HERE, _PLAIN)),
    law("not negative", "A standard error is never below 0.")(between(_HERE, 0, float("inf"))),
    law("own clusters", "Clusters of one value each are no clusters.", Algebra.STATISTICS)(
        unchanged(_PLAIN, _OWN)
    ),
    law("renaming", "The names of clusters play no part.", Algebra.SYMMETRY)(
        where(_not_renamed, unchanged(_HERE, _RENAMED))
    ),
    law("value order", "The order of the values plays no part.", Algebra.ORDER)(
        where(_not_ordered, unchanged(_HERE, _MOVED))
    ),
    law("shift", "Adding a number to every value changes nothing.")(unchanged(_HERE, _SHIFTED)),
    law("scale", "A multiple of the values has that multiple of the error.")(
        faultless_pair(_HERE, _SCALED, answer, _unscaled)
    ),
    law("equal values", "Equal values have no error.", Algebra.IDENTITY)(between(_ALL_EQUAL, 0, 0)),
    law(
        "copies in a cluster",
        "Listing every value twice in its cluster tells nothing new.",
        Algebra.STATISTICS,
    )(unchanged(_HERE, _TWICE)),
    law(
        "copies apart",
        "Listing every value twice, the second time in new clusters, never raises the error.",
        Algebra.STATISTICS,
    )(never_above(_TWICE_APART, _HERE)),
    _cluster_closed,
)


CLUSTER_KIND: Kind[[Values, Clusters], ClusterCase] = Kind(
    name="clustered-error",
    takes="a list of numbers, and a list of names of clusters or None; gives a standard error",
    claims={CLUSTER_SANDWICH: "the root of the squared sums of residuals by cluster, by n"},
    laws=CLUSTER_LAWS,
)
