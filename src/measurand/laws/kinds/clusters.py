"""The standard error of a mean: values, and for each the name of its cluster, or no clusters.

Standard errors that are wrong on purpose, right ones, and the kind `clustered-error`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import (
    at_most,
    broken,
    close,
    defined,
    inside,
    repeatable,
    same,
    silent,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

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


def clustered(subject: ClusteredError, values: Values, clusters: Clusters) -> Call[Number]:
    """Ask for the standard error.

    >>> clustered(Subject("none", lambda values, clusters: 0), [0.5, 1.0], None).answer
    Fraction(0, 1)
    """
    return asked(subject, number, values, clusters)


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


def _of_case(subject: ClusteredError, case: ClusterCase) -> Call[Number]:
    return clustered(subject, case.values, case.clusters)


def _cluster_defined(subject: ClusteredError, case: ClusterCase) -> Outcome:
    return defined(_of_case(subject, case), absent=False)


def _cluster_repeatable(subject: ClusteredError, case: ClusterCase) -> Outcome:
    first = _of_case(subject, case)
    clustered(subject, case.values, None)
    return repeatable(subject, first, _of_case(subject, case))


def _cluster_positive(subject: ClusteredError, case: ClusterCase) -> Outcome:
    return inside(_of_case(subject, case), 0, float("inf"))


def _cluster_single(subject: ClusteredError, case: ClusterCase) -> Outcome:
    plain = clustered(subject, case.values, None)
    return same(subject, plain, clustered(subject, case.values, case.own))


def _cluster_names(subject: ClusteredError, case: ClusterCase) -> Outcome:
    renamed = [case.names.get(name, name) for name in case.clusters]
    if len(set(renamed)) != len(set(case.clusters)):
        return Silent("two clusters would have one name")
    return same(subject, _of_case(subject, case), clustered(subject, case.values, renamed))


def _cluster_order(subject: ClusteredError, case: ClusterCase) -> Outcome:
    if sorted(case.order) != list(range(len(case.values))):
        return Silent("the order is of other values")
    values, names = ([side[at] for at in case.order] for side in (case.values, case.clusters))
    moved = clustered(subject, [*map(float, values)], [*map(str, names)])
    return same(subject, _of_case(subject, case), moved)


def _cluster_shift(subject: ClusteredError, case: ClusterCase) -> Outcome:
    shifted = [value + case.shift for value in case.values]
    return same(subject, _of_case(subject, case), clustered(subject, shifted, case.clusters))


def _cluster_scale(subject: ClusteredError, case: ClusterCase) -> Outcome:
    here = _of_case(subject, case)
    there = clustered(subject, [case.scale * value for value in case.values], case.clusters)
    if raised := silent(here, there):
        return raised
    if not isinstance(here.answer, Fraction | float) or not isinstance(
        there.answer, Fraction | float
    ):
        return Silent("there is no answer")
    if close(float(there.answer), abs(case.scale) * float(here.answer)):
        return Holds()
    return broken(f"{case.scale} times the values is not as many times the error", here, there)


def _cluster_equal(subject: ClusteredError, case: ClusterCase) -> Outcome:
    call = clustered(subject, [case.shift for _ in case.values], case.clusters)
    return inside(call, 0, 0)


def _cluster_copies(subject: ClusteredError, case: ClusterCase) -> Outcome:
    doubled = clustered(subject, [*case.values, *case.values], [*case.clusters, *case.clusters])
    return same(subject, _of_case(subject, case), doubled)


def _cluster_fresh_copies(subject: ClusteredError, case: ClusterCase) -> Outcome:
    fresh = [f"{name} again" for name in case.clusters]
    doubled = clustered(subject, [*case.values, *case.values], [*case.clusters, *fresh])
    return at_most(subject, doubled, _of_case(subject, case))


def _cluster_closed(subject: ClusteredError, case: ClusterCase) -> Outcome:
    call = _of_case(subject, case)
    if raised := silent(call):
        return raised
    wanted = sandwich(case.values, case.clusters)
    answer = call.answer
    if isinstance(answer, Fraction | float) and close(float(answer), wanted):
        return Holds()
    return broken(f"expected {wanted:.6g}", call)


CLUSTER_LAWS: tuple[Law[ClusteredError, ClusterCase], ...] = (
    Law("defined", "Every two clusters or more have a standard error.", _cluster_defined),
    Law(
        "repeatable",
        "The same values get the same error, to the bit, and are left alone.",
        _cluster_repeatable,
        Algebra.ORDER,
    ),
    Law("not negative", "A standard error is never below 0.", _cluster_positive),
    Law(
        "own clusters",
        "Clusters of one value each are no clusters.",
        _cluster_single,
        Algebra.STATISTICS,
    ),
    Law("renaming", "The names of clusters play no part.", _cluster_names, Algebra.SYMMETRY),
    Law("value order", "The order of the values plays no part.", _cluster_order, Algebra.ORDER),
    Law("shift", "Adding a number to every value changes nothing.", _cluster_shift),
    Law("scale", "A multiple of the values has that multiple of the error.", _cluster_scale),
    Law("equal values", "Equal values have no error.", _cluster_equal, Algebra.IDENTITY),
    Law(
        "copies in a cluster",
        "Listing every value twice in its cluster tells nothing new.",
        _cluster_copies,
        Algebra.STATISTICS,
    ),
    Law(
        "copies apart",
        "Listing every value twice, the second time in new clusters, never raises the error.",
        _cluster_fresh_copies,
        Algebra.STATISTICS,
    ),
    Law(
        "sandwich",
        "The error is the root of the squared sums of residuals by cluster, by the values.",
        _cluster_closed,
        Algebra.STATISTICS,
        frozenset({CLUSTER_SANDWICH}),
    ),
)


CLUSTER_KIND: Kind[[Values, Clusters], ClusterCase] = Kind(
    name="clustered-error",
    takes="a list of numbers, and a list of names of clusters or None; gives a standard error",
    claims={CLUSTER_SANDWICH: "the root of the squared sums of residuals by cluster, by n"},
    laws=CLUSTER_LAWS,
)
