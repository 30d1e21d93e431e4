"""Intervals of a single rate, and the error of a mean whose samples come in clusters.

A rate of hits of independent trials is binomial, so its interval needs no resampling: Wilson (1927)
inverts the normal test of a proportion, with coverage near the level on average; Clopper and
Pearson (1934) invert the exact binomial tails, with coverage never below it, hence wider. Neither
collapses to a point at 0 or n hits, where a bootstrap does.

Trials of one document or patient are not independent. Then clusters are what varies: the residuals
are added inside each of them before they are squared. Means and squares are exact; the root
stays symbolic until an end of an interval is a float.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from math import sqrt

from attrs import field, frozen

from measurand.inference.interval import LEVEL, Interval, checked_level, point
from measurand.values.score import Defined, Score, Undefined, square_root

NO_TRIAL = Undefined("no trial")


def normal_quantile(level: Fraction) -> float:
    """Give the z of a two-sided interval: a normal number lies in [-z, z] with that probability.

    >>> round(normal_quantile(Fraction(95, 100)), 6)
    1.959964

    Raises ValueError unless 0 < level < 1.
    """
    from scipy.special import ndtri

    return -float(ndtri(float((1 - checked_level(level)) / 2)))


def wilson(hits: int, trials: int, level: Fraction = LEVEL) -> Interval | Undefined:
    """Give the score interval of a rate; undefined without a trial.

    Both ends p solve (hits/n - p)^2 = z^2 p (1 - p) / n, of n trials. Its coverage is near the
    level on average, not at least the level. E. B. Wilson (1927), Probable inference, the law of
    succession, and statistical inference.

    >>> interval = wilson(60, 60)
    >>> round(interval.low, 5), interval.high
    (0.93983, 1.0)

    Raises ValueError unless 0 <= hits <= trials and 0 < level < 1.
    """
    z = normal_quantile(level)
    if not _some_trial(hits, trials):
        return NO_TRIAL
    square, misses = z * z, trials - hits
    half = z * sqrt(square + 4 * hits * (misses / trials))
    bottom = 2 * (trials + square)
    # Each end stands over what does not cancel: 2h + z^2 - half = 4h^2 (1 + z^2/n) / (...).
    low = 2 * hits * (hits / trials) / (2 * hits + square + half)
    high = 1.0 if not misses else min(1.0, (2 * hits + square + half) / bottom)
    return Interval(low, high, level)


def clopper_pearson(hits: int, trials: int, level: Fraction = LEVEL) -> Interval | Undefined:
    """Give the exact interval of a rate, whose coverage is at least the level.

    Of so many trials so many are hits. At the lower end, so many hits or more have probability (1 -
    level) / 2; at the upper end, so many or fewer. Without hits the lower end is 0, without misses
    the upper end is 1. C. J. Clopper and E. S. Pearson (1934), The use of confidence or fiducial
    limits.

    >>> interval = clopper_pearson(60, 60)
    >>> round(interval.low, 5), interval.high
    (0.94037, 1.0)

    Raises ValueError unless 0 <= hits <= trials and 0 < level < 1.
    """
    from scipy.special import betainccinv, betaincinv

    tail = float((1 - checked_level(level)) / 2)
    if not _some_trial(hits, trials):
        return NO_TRIAL
    misses = trials - hits
    low = float(betaincinv(hits, misses + 1, tail)) if hits else 0.0
    high = float(betainccinv(hits + 1, misses, tail)) if misses else 1.0
    return Interval(low, high, level)


def _some_trial(hits: int, trials: int) -> bool:
    """Check the counts, and tell whether there is a trial.

    Raises ValueError unless 0 <= hits <= trials.
    """
    if not 0 <= hits <= trials:
        message = f"hits are some of the trials: got {hits} of {trials}"
        raise ValueError(message)
    return trials > 0


@frozen
class Cluster:
    """What the samples of one cluster (a patient, a document) sum to, and how many they are.

    >>> cluster([Fraction(1, 2), Fraction(1)])
    Cluster(total=Fraction(3, 2), number=2)

    Raises ValueError for a cluster without samples.
    """

    total: Fraction
    number: int = field()

    @number.validator
    def _some(self, _attribute: object, value: int) -> None:
        if value < 1:
            message = f"a cluster has a sample: got {value}"
            raise ValueError(message)


def cluster(values: Iterable[Fraction]) -> Cluster:
    """Sum the samples of one cluster.

    >>> cluster([Fraction(1, 2)]).number
    1

    Raises ValueError for a cluster without samples.
    """
    listed = list(values)
    return Cluster(sum(listed, start=Fraction(0)), len(listed))


class ClusterCorrection(Enum):
    """Whether the variance is multiplied by C / (C - 1) for C clusters.

    >>> ClusterCorrection("none")
    <ClusterCorrection.NONE: 'none'>
    """

    NONE = "none"
    CLUSTERS = "clusters"


FEWEST = 2
FEW = "fewer than two clusters"


def clustered_error(
    clusters: Sequence[Cluster], correction: ClusterCorrection = ClusterCorrection.NONE
) -> Score:
    """Give the standard error of the mean over all samples, where clusters vary together.

    Its square is the sum over clusters of (total - number * mean)^2, divided by n^2 for n samples
    in all. E. Miller (2024), Adding error bars to evals, appendix A, arXiv:2411.00640, which makes
    no correction. Undefined for fewer than two clusters: one says nothing of how they vary.

    >>> ones = [cluster([Fraction(0)]), cluster([Fraction(1)])]
    >>> clustered_error(ones)
    Defined(value=Root(square=Fraction(1, 8)))
    >>> clustered_error(ones, ClusterCorrection.CLUSTERS)
    Defined(value=Fraction(1, 2))
    """
    if len(clusters) < FEWEST:
        return Undefined(FEW)
    number, mean = _mean(clusters)
    spread = sum(((c.total - c.number * mean) ** 2 for c in clusters), start=Fraction(0))
    square = spread / number**2
    if correction is ClusterCorrection.CLUSTERS:
        square *= Fraction(len(clusters), len(clusters) - 1)
    return Defined(square_root(square))


def clustered_interval(
    clusters: Sequence[Cluster],
    level: Fraction = LEVEL,
    correction: ClusterCorrection = ClusterCorrection.NONE,
) -> Interval | Undefined:
    """Give mean -+ z times the clustered standard error; a flagged point where that is 0.

    >>> halves = [cluster([Fraction(1, 2)]), cluster([Fraction(1, 2)] * 3)]
    >>> clustered_interval(halves).degenerate
    'all clusters have one mean'

    Raises ValueError unless 0 < level < 1.
    """
    z = normal_quantile(level)
    match clustered_error(clusters, correction):
        case Undefined() as undefined:
            return undefined
        case Defined(error):
            _, mean = _mean(clusters)
            if error == 0:
                return point(float(mean), level, "all clusters have one mean")
            half = z * float(error)
            return Interval(float(mean) - half, float(mean) + half, level)


def _mean(clusters: Sequence[Cluster]) -> tuple[int, Fraction]:
    number = sum(c.number for c in clusters)
    return number, sum((c.total for c in clusters), start=Fraction(0)) / number
