"""Two systems compared: what exchanging, repeating, sharding and clustering them may change."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite

from attrs import evolve
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from scipy.stats import binom

from measurand.algebra.bag import Bag, Keyed
from measurand.evidence.evidence import Evidence
from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import Place, Pool, pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.effects import Effect, Effects
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import paired_rows
from measurand.metrics.compiler import is_scored
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser
from measurand.values.score import Defined, Score, Undefined
from properties.inference.systems import DOCUMENT, Case, cases, cluster_of
from properties.oracles import stats

plans = st.builds(
    Plan,
    ends=st.sampled_from(Ends),
    test=st.sampled_from(Test),
    replicates=st.integers(1, 40),
    patterns=st.sampled_from((1, 200_000)),
    seed=st.integers(0, 5),
    stream=st.sampled_from((Stream.NUMPY, Stream.RAW)),
)
Placed = tuple[Place, Evidence]


def planned(plan: Plan, case: Case) -> Plan:
    return evolve(plan, cluster=case.cluster)


def minus(score: Score) -> Score:
    match score:
        case Defined(Fraction() as value):
            return Defined(-value)
        case _:
            return score


def mirrored(interval: Interval | Undefined) -> Interval | Undefined:
    return interval.signed(-1) if isinstance(interval, Interval) else interval


def turned(effects: Effects | Undefined) -> Effects | Undefined:
    def one(effect: Effect | Undefined) -> Effect | Undefined:
        if isinstance(effect, Undefined):
            return effect
        return Effect(-effect.value, mirrored(effect.interval))

    if isinstance(effects, Undefined):
        return effects
    dominance = one(effects.dominance)
    assert isinstance(dominance, Effect)
    return Effects(one(effects.standardised), dominance)


def is_even(case: Case, both: Pairs) -> bool:
    """Decide whether what is read of the two systems is the same either way round."""
    rows = paired_rows([case.definition], both, case.cluster).vectors
    return rows == {(second, first): count for (first, second), count in rows.items()}


@given(cases(), plans)
def test_a_system_against_itself_has_no_difference_and_p_1(case: Case, plan: Plan) -> None:
    twice = pairs(observing(case.definition), case.first, case.first, names=case.names)

    found = compare(case.definition, twice, planned(plan, case))

    assert found.first == found.second
    if isinstance(found.difference, Defined):
        assert found.difference == Defined(Fraction(0))
        # A resample may have no score, and no part of an interval then.
        if isinstance(found.interval, Interval):
            assert (found.interval.low, found.interval.high) == (0, 0)
            assert found.interval.degenerate is not None
        if isinstance(found.p_value, PValue):
            assert found.p_value.value == 1
        if plan.test is Test.SIGN_FLIP:
            assert isinstance(found.p_value, PValue)


@given(cases(), plans)
def test_exchanging_the_systems_flips_the_difference_and_keeps_p(case: Case, plan: Plan) -> None:
    both = case.pairs()

    found = compare(case.definition, both, planned(plan, case))
    back = compare(case.definition, both.swapped(), planned(plan, case))

    assert (found.first, found.second) == (back.second, back.first)
    assert back.difference == minus(found.difference) or not isinstance(back.difference, Defined)
    assert isinstance(back.difference, Defined) == isinstance(found.difference, Defined)
    if isinstance(found.p_value, PValue):
        assert back.p_value == found.p_value
    assert (found.alone, found.units, found.left_out) == (
        back.alone[::-1],
        back.units,
        back.left_out,
    )
    if is_even(case, both):
        # The same evidence either way has the same interval: no draw can know which is which.
        assert back.interval == found.interval
    else:
        assert back.interval == mirrored(found.interval)
        assert back.effects == turned(found.effects)


def placed(case: Case, both: Pairs) -> tuple[list[Placed], list[Placed], list[int]]:
    """List the samples that both systems have a score of, and the cluster of each by a number."""
    at = None if case.cluster is None else both.names.index(case.cluster)
    left: list[Placed] = []
    right: list[Placed] = []
    clusters: list[str] = []
    for place, bag in both.keyed.bags.items():
        for (first, second), count in bag.counts.items():
            for _ in range(count):
                if is_scored(case.definition, first) and is_scored(case.definition, second):
                    left.append((place, first))
                    right.append((place, second))
                    clusters.append(str(len(clusters)) if at is None else place[at])
    return left, right, [clusters.index(name) for name in clusters]


def scoring(case: Case, both: Pairs) -> Callable[[Sequence[Placed]], Fraction]:
    """Score rows by pooling them again."""

    def score(rows: Sequence[Placed]) -> Fraction:
        bags: dict[Place, Counter[Evidence]] = {}
        for place, row in rows:
            bags.setdefault(place, Counter())[row] += 1
        keyed = Keyed({place: Bag(counts) for place, counts in bags.items()})
        found = Finaliser(Pool(both.names, keyed, both.observing)).score(case.definition).score
        if not isinstance(found, Defined) or not isinstance(found.value, Fraction):
            reject()
        return found.value

    return score


@given(cases())
def test_the_exact_p_value_is_that_of_every_pattern_of_exchanges(case: Case) -> None:
    both = case.pairs()
    left, right, clusters = placed(case, both)
    assume(left)
    expected = stats.swap_test(left, right, scoring(case, both), groups=clusters)

    found = compare(case.definition, both, Plan(replicates=1, cluster=case.cluster))

    assume(found.difference != Undefined("a spread has no difference"))
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == expected
    assert found.p_value.least <= expected


@given(cases())
def test_the_p_value_of_random_exchanges_is_near_the_exact_one(case: Case) -> None:
    both, plan = case.pairs(), Plan(replicates=400, patterns=1, cluster=case.cluster)
    exact = compare(case.definition, both, evolve(plan, patterns=10**6, replicates=1)).p_value
    found = compare(case.definition, both, plan).p_value
    assume(isinstance(exact, PValue))
    assert isinstance(exact, PValue)
    assert isinstance(found, PValue)

    # Of 400 patterns, each as extreme with the exact probability; wrong once in 10**9.
    more = found.value * 401 - 1
    assert more.denominator == 1 or found.value == 1
    if found.how != exact.how:
        law = binom(400, float(exact.value))
        assert min(law.cdf(float(more)), law.sf(float(more) - 1)) >= 1e-9


@given(cases(), plans)
def test_shards_in_any_order_give_the_same_numbers(case: Case, plan: Plan) -> None:
    how, names = observing(case.definition), case.names
    together = list(zip(case.first, case.second, strict=True))
    shards = [together[1::2], [], together[::2][::-1]]
    parts = [pairs(how, [a for a, _ in one], [b for _, b in one], names=names) for one in shards]

    found = compare(case.definition, parts[0] + parts[1] + parts[2], planned(plan, case))

    assert found == compare(case.definition, case.pairs(), planned(plan, case))


@given(cases(), plans)
def test_a_comparison_does_not_depend_on_what_was_compared_before(case: Case, plan: Plan) -> None:
    plan = planned(plan, case)
    alone = compare(case.definition, case.pairs(), plan, key="one")

    others = pairs(observing(case.definition), case.first, case.first, names=case.names)
    compare(case.definition, others, plan, key="other")

    assert compare(case.definition, case.pairs(), plan, key="one") == alone


@given(cases().filter(lambda case: cluster_of(case.definition) is None), plans)
def test_clusters_of_one_sample_are_samples(case: Case, plan: Plan) -> None:
    first, second = (
        [evolve(one, groups=((DOCUMENT, one.id),)) for one in corpus]
        for corpus in (case.first, case.second)
    )
    how = observing(case.definition)
    plain, single = evolve(plan, cluster=None), evolve(plan, cluster=DOCUMENT)

    found = compare(case.definition, pairs(how, first, second, names=(DOCUMENT,)), single)
    assert found == compare(case.definition, pairs(how, first, second), plain)

    one = estimate(case.definition, pool(how, first, names=(DOCUMENT,)), single)
    assert one == estimate(case.definition, pool(how, first), plain)


def sizes_of(effects: Effects) -> list[Effect]:
    return [one for one in (effects.standardised, effects.dominance) if isinstance(one, Effect)]


@given(cases(), plans)
def test_a_p_value_lies_in_0_to_1_and_only_a_bootstrap_gives_0(case: Case, plan: Plan) -> None:
    both = compare(case.definition, case.pairs(), planned(plan, case))

    found, sizes = both.p_value, both.effects
    if isinstance(sizes, Effects):
        assert all(isfinite(one.value) for one in sizes_of(sizes))
        assert -1 <= sizes.dominance.value <= 1
    if isinstance(found, PValue):
        assert 0 <= found.value <= 1
        assert found.value > 0 or plan.test is Test.BOOTSTRAP_SIGN
        assert found.least <= found.value or plan.test is Test.WILCOXON
