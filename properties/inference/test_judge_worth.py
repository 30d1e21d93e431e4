"""Laws of the intervals of what a judge is worth, in clusters and without."""

from fractions import Fraction
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.interval import Ends, Interval
from measurand.inference.judged import HUMAN, JUDGE, Estimated, Named, judgement
from measurand.inference.plan import Plan
from measurand.values.sample import Sample
from measurand.values.score import Defined

SAMPLES, CLUSTERS = Plan(ends=Ends.JACKKNIFE), Plan(ends=Ends.JACKKNIFE, cluster="cluster")
Verdicts = list[tuple[int, int]]
bits = st.integers(0, 1)
verdicts = st.tuples(bits, bits)
clusters = st.lists(st.lists(verdicts, min_size=1, max_size=4), min_size=2, max_size=5)
ROUNDING = 1e-9


def samples(said: list[Verdicts]) -> list[Sample]:
    """Make samples of the verdicts of judges and humans, by cluster."""
    return [
        Sample(
            id=f"{cluster}.{at}",
            amounts=((HUMAN, Fraction(human)), (JUDGE, Fraction(judge))),
            groups=(("cluster", str(cluster)),),
        )
        for cluster, some in enumerate(said)
        for at, (judge, human) in enumerate(some)
    ]


def worth(said: list[Verdicts], plan: Plan) -> dict[Named, Estimated]:
    """Say what the judge is worth."""
    return {one.name: one for one in judgement(samples(said), plan).worth}


def ends(one: Estimated) -> tuple[float, float]:
    """Give both ends; where there is no interval it may be anything."""
    found = one.interval
    return (found.low, found.high) if isinstance(found, Interval) else (-inf, inf)


@given(st.lists(verdicts, min_size=2, max_size=6), st.integers(1, 5))
def test_clusters_that_are_all_alike_say_as_much_as_one_sample_of_each(
    said: Verdicts, copies: int
) -> None:
    alone = worth([[one] for one in said], SAMPLES)
    alike = worth([[one] * copies for one in said], CLUSTERS)

    for name, one in alone.items():
        assert alike[name].score == one.score
        for end, other in zip(ends(alike[name]), ends(one), strict=True):
            assert end == other or abs(end - other) < ROUNDING, name


@given(clusters)
def test_intervals_hold_the_score_within_what_can_be(said: list[Verdicts]) -> None:
    for name, one in worth(said, CLUSTERS).items():
        if isinstance(one.score, Defined):
            low, high = ends(one)
            assert low <= float(one.score.value) <= high
            assert name in {Named.KAPPA, Named.AC1} or 0 <= low <= high <= 1


@given(clusters)
def test_no_order_of_clusters_or_samples_matters(said: list[Verdicts]) -> None:
    turned = [some[::-1] for some in said[::-1]]
    one, other = worth(said, CLUSTERS), worth(turned, CLUSTERS)

    for name, found in one.items():
        for end, another in zip(ends(found), ends(other[name]), strict=True):
            assert end == another or abs(end - another) < ROUNDING, name
