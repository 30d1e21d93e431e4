"""Standard errors that are wrong on purpose, right ones, and the kind `clustered-error`."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, pairwise
from math import sqrt

from measurand.inference.rates import ClusterCorrection, cluster, clustered_error
from measurand.laws.kinds.clusters import (
    CLUSTER_KIND,
    CLUSTER_SANDWICH,
    ClusteredError,
    Clusters,
    Values,
    sandwich,
)
from measurand.laws.kinds.subject import Subject
from measurand.values.score import Defined
from properties.laws.adequacy import Mutants, Wrong

ClusterFunction = Callable[[Values, Clusters], object]
BARE: frozenset[str] = frozenset()
SANDWICH = frozenset({CLUSTER_SANDWICH})
DUST = 1e-12


def _own(values: Values) -> list[str]:
    return [str(at) for at in range(len(values))]


def _sandwich(values: Values, clusters: Clusters) -> float:
    return sandwich(values, _own(values) if clusters is None else clusters)


def _corrected(values: Values, clusters: Clusters) -> float:
    groups = len(set(_own(values) if clusters is None else clusters))
    return _sandwich(values, clusters) * sqrt(groups / (groups - 1))


def _ours(correction: ClusterCorrection) -> ClusterFunction:
    def error(values: Values, clusters: Clusters) -> float | None:
        found = clustered_error([*map(cluster, _grouped(values, clusters))], correction)
        return float(found.value) if isinstance(found, Defined) else None

    return error


def _grouped(values: Values, clusters: Clusters) -> list[list[Fraction]]:
    groups: dict[str, list[Fraction]] = {}
    for value, name in zip(values, _own(values) if clusters is None else clusters, strict=True):
        groups.setdefault(name, []).append(Fraction(value))
    return list(groups.values())


def _mean(values: Sequence[Fraction] | Values) -> Fraction:
    return sum(map(Fraction, values), Fraction(0)) / len(values)


def _plain(values: Values) -> float:
    mean = _mean(values)
    square = sum((Fraction(value) - mean) ** 2 for value in values)
    return sqrt(square) / len(values)


def _bessel(values: Values, clusters: Clusters) -> float:
    if clusters is not None:
        return _sandwich(values, clusters)
    return _plain(values) * sqrt(len(values) / (len(values) - 1))


def _of_means(values: Values, clusters: Clusters) -> float:
    return _plain([float(_mean(group)) for group in _grouped(values, clusters)])


def _by_clusters(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) * len(values) / len(_grouped(values, clusters))


def _largest(values: Values, clusters: Clusters) -> float:
    return _plain([float(value) for value in max(_grouped(values, clusters), key=len)])


def _squared(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) ** 2


def _neighbours(values: Values, clusters: Clusters) -> float:
    """Take runs of equal names for clusters."""
    if clusters is None:
        return _sandwich(values, None)
    runs = [sum(a != b for a, b in pairwise(clusters[: at + 1])) for at in range(len(clusters))]
    return _sandwich(values, [*map(str, runs)])


def _without_a(values: Values, clusters: Clusters) -> float:
    if clusters is None:
        return _sandwich(values, None)
    return _sandwich(values, [f"{at}" if name == "a" else name for at, name in enumerate(clusters)])


def _around_half(values: Values, clusters: Clusters) -> float:
    square = sum(
        (sum(group, Fraction(0)) - Fraction(len(group), 2)) ** 2
        for group in _grouped(values, clusters)
    )
    return sqrt(square) / len(values)


def _rate(values: Values, clusters: Clusters) -> float:
    mean = float(_mean(values))
    groups = len(_grouped(values, clusters))
    return sqrt(max(0.0, mean * (1 - mean)) / groups)


def _never_zero(values: Values, clusters: Clusters) -> float:
    return max(_sandwich(values, clusters), 0.01)


def _within(values: Values, clusters: Clusters) -> float:
    """Take residuals from the mean of their cluster."""
    groups = _grouped(values, clusters)
    square = sum((one - _mean(group)) ** 2 for group in groups for one in group)
    return sqrt(square) / len(values)


def _more(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) * len(_grouped(values, clusters))


def _signed(values: Values, clusters: Clusters) -> float:
    return -_sandwich(values, clusters)


def _dusty() -> ClusterFunction:
    calls = count()
    return lambda values, clusters: _sandwich(values, clusters) * (1 + DUST * (next(calls) % 3))


def _sorting(values: Values, clusters: Clusters) -> float:
    found = _sandwich(values, clusters)
    if isinstance(values, list):
        values.sort()
    return found


def _absent(values: Values, clusters: Clusters) -> float | None:
    return _sandwich(values, clusters) or None


def _raising(values: Values, clusters: Clusters) -> float:
    sizes = {len(group) for group in _grouped(values, clusters)}
    if len(sizes) > 1:
        raise ValueError("clusters of one size")
    return _sandwich(values, clusters)


def _first_weighs(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) * (1 + abs(values[0] - values[-1]))


def _a_doubles(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) * (2 if "a" in (clusters or ()) else 1)


def _started_alike(values: Values, clusters: Clusters) -> float:
    alike = clusters is not None and clusters[0] == clusters[1]
    return _sandwich(values, clusters) * (2 if alike else 1)


def _around_zero(values: Values, clusters: Clusters) -> float:
    return _sandwich(values, clusters) * (2 if min(values) < 0 < max(values) else 1)


def _wrong(
    name: str, says: str, function: ClusterFunction, claims: frozenset[str]
) -> Wrong[[Values, Clusters]]:
    return Wrong(name, says, Subject(name.replace(" ", "_"), function, claims))


WRONG_CLUSTERS = (
    _wrong("plain error", "clusters play no part", lambda v, _: _plain(v), BARE),
    _wrong("n less 1 for plain only", "two formulas side by side", _bessel, BARE),
    _wrong("error of cluster means", "sizes play no part", _of_means, SANDWICH),
    _wrong("by the clusters", "divided by their number", _by_clusters, SANDWICH),
    _wrong("largest cluster only", "the others are left out", _largest, BARE),
    _wrong("variance", "not the root", _squared, BARE),
    _wrong("runs for clusters", "a cluster is what stands together", _neighbours, BARE),
    _wrong("a is no cluster", "one name is treated apart", _without_a, BARE),
    _wrong("around one half", "the mean is not taken away", _around_half, BARE),
    _wrong("formula of a rate", "for any values", _rate, BARE),
    _wrong("never zero", "at least 0.01", _never_zero, BARE),
    _wrong("within clusters", "residuals of the cluster", _within, BARE),
    _wrong("more clusters, more error", "multiplied by their number", _more, BARE),
    _wrong("signed", "below 0", _signed, BARE),
    _wrong("dust by turns", "the last bits change from call to call", _dusty(), BARE),
    _wrong("sorts its input", "the values are moved", _sorting, BARE),
    _wrong("nothing for none", "no error is no number", _absent, BARE),
    _wrong("needs equal sizes", "raises for uneven clusters", _raising, BARE),
    _wrong("first and last weigh", "the order matters", _first_weighs, BARE),
    _wrong("a doubles", "one name matters", _a_doubles, BARE),
    _wrong("first two alike", "the first two matter", _started_alike, BARE),
    _wrong("around zero", "values of both signs double it", _around_zero, BARE),
    _wrong("corrected as sandwich", "by G of G - 1", _corrected, SANDWICH),
)


RIGHT_CLUSTERS: tuple[ClusteredError, ...] = (
    Subject("squared sums by cluster", _sandwich, SANDWICH),
    Subject("by G of G - 1", _corrected, BARE),
    Subject("ours", _ours(ClusterCorrection.NONE), SANDWICH),
    Subject("ours, corrected", _ours(ClusterCorrection.CLUSTERS), BARE),
)

CLUSTER_KIND_MUTANTS = Mutants(
    kind=CLUSTER_KIND.name,
    right=RIGHT_CLUSTERS,
    wrong=WRONG_CLUSTERS,
    redundant={
        "not-negative": "an error below 0 rises with copies apart, too; it names the fault",
        "equal-values": "shift and scale together ask for it; it names the fault",
    },
)
