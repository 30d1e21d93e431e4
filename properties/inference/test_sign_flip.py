"""Exchange tests against every pattern, one by one, and against their exact value by chance."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binom

from measurand.algebra.expression import At, Constant, Over
from measurand.evidence.observation import ColumnOf
from measurand.evidence.pairs import pairs
from measurand.inference.comparison import compare
from measurand.inference.plan import Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar
from measurand.inference.sign_flip import EXACT, MONTE_CARLO, sign_flip_score, sign_flip_sum
from measurand.metrics.definitions import Column
from measurand.metrics.options import Summing
from measurand.metrics.row_sums import Vector
from measurand.values.sample import Sample
from properties.oracles import stats

values = st.fractions(-3, 3, max_denominator=6) | st.integers(-2, 2).map(Fraction)
samples = st.lists(values, min_size=1, max_size=9)
signs = st.lists(st.sampled_from((Fraction(-1), Fraction(0), Fraction(1))), min_size=1, max_size=12)
seeds = st.integers(0, 2**32)
streams = st.sampled_from((Stream.NUMPY, Stream.RAW))
ZERO, ONE = Fraction(0), Fraction(1)
RATE = Over(At(0), At(1), Constant(Fraction(0)))
tallies = st.tuples(st.integers(0, 3).map(Fraction), st.integers(0, 3).map(Fraction)).map(
    lambda pair: (min(pair), max(pair))
)
Row = tuple[Fraction, ...]
evaluations = st.lists(st.tuples(tallies, tallies), min_size=1, max_size=7)
# A Monte Carlo p-value is refused where one like it comes once in a thousand million.
RARE = 1e-9
REPLICATES = 500


def near(found: PValue, exact: Fraction) -> bool:
    """Decide whether random patterns may give a p-value whose exact one is known."""
    more = found.value * (REPLICATES + 1) - 1
    law = binom(REPLICATES, float(exact))
    likely = min(law.cdf(float(more)), law.sf(float(more) - 1)) >= RARE
    return found.how == MONTE_CARLO and more.denominator == 1 and bool(likely)


@given(samples)
def test_the_exact_p_value_is_that_of_every_pattern_of_signs(drawn: list[Fraction]) -> None:
    found = sign_flip_sum(Counter(drawn).items(), Plan(), ())

    moved = sum(1 for one in drawn if one)
    least = Fraction(2, 2**moved) if moved else Fraction(1)
    assert found == PValue(stats.sign_flip(drawn), EXACT, least)


@given(signs)
def test_for_signs_the_test_is_mcnemars(drawn: list[Fraction]) -> None:
    up, down = drawn.count(Fraction(1)), drawn.count(Fraction(-1))

    found = sign_flip_sum(Counter(drawn).items(), Plan(), ()).value

    assert found == stats.mcnemar(up, down) == mcnemar(up, down)


@given(samples, seeds, streams)
def test_random_signs_come_near_the_exact_p_value(
    drawn: list[Fraction], seed: int, stream: Stream
) -> None:
    plan = Plan(patterns=1, replicates=REPLICATES, seed=seed, stream=stream)

    found = sign_flip_sum(Counter(drawn).items(), plan, (seed,))

    assert found.how == EXACT or near(found, stats.sign_flip(drawn))


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=6), st.sampled_from((40, 1300)), seeds)
def test_random_signs_of_long_fractions_come_near_the_exact_p_value(
    drawn: list[int], digits: int, seed: int
) -> None:
    # Their common unit is too small for floats: ties must be seen all the same.
    long = [Fraction(one, 3) + Fraction(1, 10**digits) * (one != 0) for one in drawn]
    plan = Plan(patterns=1, replicates=REPLICATES, seed=seed)

    found = sign_flip_sum(Counter(long).items(), plan, (seed,))

    assert found.how == EXACT or near(found, stats.sign_flip([Fraction(one) for one in drawn]))


@given(samples, st.fractions(0, 50, max_denominator=9).filter(bool), seeds)
def test_the_unit_of_measurement_does_not_matter(
    drawn: list[Fraction], unit: Fraction, seed: int
) -> None:
    for plan in (Plan(), Plan(patterns=1, replicates=50)):
        scaled = Counter(value * unit for value in drawn)
        assert sign_flip_sum(scaled.items(), plan, (seed,)) == sign_flip_sum(
            Counter(drawn).items(), plan, (seed,)
        )


@given(samples, seeds)
def test_the_sign_of_all_differences_does_not_matter(drawn: list[Fraction], seed: int) -> None:
    for plan in (Plan(), Plan(patterns=1, replicates=50)):
        turned = Counter(-value for value in drawn)
        assert sign_flip_sum(turned.items(), plan, (seed,)) == sign_flip_sum(
            Counter(drawn).items(), plan, (seed,)
        )


def rate(rows: Sequence[Row]) -> Fraction:
    below = sum((row[1] for row in rows), Fraction(0))
    return sum((row[0] for row in rows), Fraction(0)) / below if below else Fraction(0)


@given(evaluations)
def test_the_exact_p_value_of_a_ratio_is_that_of_every_exchange(
    drawn: list[tuple[Row, Row]],
) -> None:
    found = sign_flip_score(Counter(drawn), RATE, Plan(), ())

    expected = stats.swap_test([a for a, _ in drawn], [b for _, b in drawn], rate)
    assert isinstance(found, PValue)
    assert (found.value, found.how) == (expected, EXACT)


@given(evaluations, st.sampled_from((1, 3, 10)), seeds, streams)
@example([((ZERO, ZERO), (ONE, ONE))] * 3, 1, 0, Stream.RAW)
@example([((ZERO, ZERO), (ONE, 2 * ONE)), ((ZERO, ZERO), (5 * ONE, 6 * ONE))], 1, 0, Stream.RAW)
def test_random_exchanges_come_near_the_exact_p_value_whatever_samples_weigh(
    drawn: list[tuple[Row, Row]], tenths: int, seed: int, stream: Stream
) -> None:
    # A weight of a tenth has no exact float: sums that are 0 must come out as 0.
    weight = Fraction(tenths, 10)
    heavy = Counter[tuple[Vector, Vector]](
        ((a[0] * weight, a[1] * weight), (b[0] * weight, b[1] * weight)) for a, b in drawn
    )
    plan = Plan(patterns=1, replicates=REPLICATES, seed=seed, stream=stream)

    found = sign_flip_score(heavy, RATE, plan, (seed,))

    assert isinstance(found, PValue)
    expected = stats.swap_test([a for a, _ in drawn], [b for _, b in drawn], rate)
    assert found.how == EXACT or near(found, expected)


@given(evaluations, seeds)
def test_exchanging_the_systems_keeps_the_p_value_to_the_bit(
    drawn: list[tuple[Row, Row]], seed: int
) -> None:
    for plan in (Plan(), Plan(patterns=1, replicates=50)):
        back = Counter[tuple[Vector, Vector]]((b, a) for a, b in drawn)
        assert sign_flip_score(back, RATE, plan, (seed,)) == sign_flip_score(
            Counter[tuple[Vector, Vector]](drawn), RATE, plan, (seed,)
        )


@given(st.lists(st.lists(values, min_size=1, max_size=3), min_size=1, max_size=6))
def test_clusters_are_exchanged_whole(clusters: list[list[Fraction]]) -> None:
    first = [
        Sample(id=f"{name}.{at}", groups=(("patient", str(name)),), amounts=(("cost", value),))
        for name, cluster in enumerate(clusters)
        for at, value in enumerate(cluster)
    ]
    second = [evolve(one, amounts=(("cost", Fraction(0)),)) for one in first]
    both = pairs(ColumnOf("cost"), first, second, names=("patient",))
    expected = stats.cluster_sign_flip(clusters)

    # The mean and the sum are tested alike: each sample counts one in either system.
    for how in Summing:
        found = compare(Column(name="cost", reduce=how), both, Plan(cluster="patient")).p_value
        assert isinstance(found, PValue)
        assert (found.value, found.how) == (expected, EXACT)


@pytest.mark.parametrize("cells", [1, 5])
@pytest.mark.parametrize("stream", [Stream.NUMPY, Stream.RAW])
def test_any_chunks_give_the_same_p_value(
    cells: int, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [(Fraction(1), 30), (Fraction(2), 7), (Fraction(-1), 20)]
    rows: dict[tuple[Vector, Vector], int] = {
        ((Fraction(n), Fraction(5)), (Fraction(2), Fraction(5 - n))): 40 for n in range(4)
    }
    plan = Plan(patterns=1, replicates=1200, stream=stream)

    def both() -> tuple[PValue, object, PValue]:
        # More units of one kind than coins are coin_tosses for: numpy draws their number.
        many = sign_flip_sum([(Fraction(1), 5000), (Fraction(-1), 4900)], plan, ("c",))
        return sign_flip_sum(few, plan, ("a",)), sign_flip_score(rows, RATE, plan, ("b",)), many

    expected = both()
    monkeypatch.setattr("measurand.inference.sign_flip._CELLS", cells)

    assert both() == expected


@pytest.mark.parametrize(("up", "down"), [(2000, 1900), (1030, 960)])
def test_many_units_of_one_size_come_near_the_binomial(up: int, down: int) -> None:
    plan = Plan(patterns=1, replicates=REPLICATES)

    # The lone unit of another size is too small to matter, and keeps the test from being exact.
    lone = Fraction(1, 10)

    found = sign_flip_sum([(Fraction(1), up), (Fraction(-1), down), (lone, 1)], plan, ())

    # Sums are even or odd as the number of units is: a tenth decides ties alone, half of them.
    far, reached = stats.mcnemar(up, down), stats.mcnemar(up + 1, down - 1)
    assert near(found, (far + reached) / 2)
