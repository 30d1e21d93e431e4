"""Areas under ROC curves resampled: every draw has the area of its bag; scores matter by order."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isclose, isnan

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.algebra.concordance import Masses, masses
from measurand.evidence.observation import ColumnOf, Together, Values
from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import pool
from measurand.inference.comparison import compare, estimate, estimates
from measurand.inference.interval import Ends
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import rows_of
from measurand.inference.table import Ranking, is_sum, table
from measurand.metrics.definitions import Auc, Column, observing
from measurand.metrics.finalise import evaluate
from measurand.values.quantity import rational
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from properties.inference.systems import DOCUMENT
from properties.oracles import areas, stats
from properties.strategies.effort import third

NEAR = 1e-12
AREA, UNIT = Auc(score="cf", label="right"), Column(name="unit")
BOTH = Together((ColumnOf("cf"), ColumnOf("right", Values.BINARY), ColumnOf("unit")))
Rating = tuple[int, int, int]
"""A score, a label, and a number: that of the document, or what another system said."""

ratings = st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(0, 3))
corpora = st.lists(ratings, min_size=2, max_size=8)
heavy = st.integers(0, 3) | st.sampled_from((Fraction(1, 2), Fraction(2, 3)))
held = st.lists(
    st.lists(st.tuples(st.integers(0, 4), heavy, heavy), max_size=3).map(masses),
    min_size=1,
    max_size=5,
)
seeds = st.integers(0, 99)


def rated(drawn: Sequence[Rating]) -> tuple[Sample, ...]:
    """Make samples in documents; the first of a document has its number, the others 0."""
    met: set[int] = set()
    found = []
    for at, (score, label, document) in enumerate(drawn):
        number = 0 if document in met else document
        met.add(document)
        amounts = {"cf": score, "right": label, "unit": number}
        found.append(
            Sample(
                id=str(at),
                amounts=tuple((name, Fraction(value)) for name, value in amounts.items()),
                groups=((DOCUMENT, str(document)),),
            )
        )
    return tuple(found)


def pairs_of(unit: Masses, other: Masses) -> Fraction:
    """Weigh the pairs of a positive of one unit above a negative of another, one by one."""
    return sum(
        (
            Fraction(above[1] * below[2]) / (2 if above[0] == below[0] else 1)
            for above in unit
            for below in other
            if above[0] >= below[0]
        ),
        Fraction(0),
    )


def near(found: float, expected: Fraction) -> bool:
    return isclose(found, float(expected), rel_tol=NEAR, abs_tol=NEAR)


@given(held, st.data())
def test_resampled_pairs_are_counted_pair_by_pair(units: list[Masses], data: st.DataObject) -> None:
    counts = [data.draw(st.integers(0, 3)) for _ in units]
    ranking = Ranking(tuple(units), sum(counts) + 1)
    expected = sum(
        (
            pairs_of(one, other) * n * m
            for one, n in zip(units, counts, strict=True)
            for other, m in zip(units, counts, strict=True)
        ),
        Fraction(0),
    )

    (found,) = ranking.resampled(np.array([counts], dtype=np.int64))

    assert ranking.concordant(counts) == expected
    assert near(found, expected)


@given(held, st.data())
def test_pairs_without_one_unit_are_those_of_the_rest(
    units: list[Masses], data: st.DataObject
) -> None:
    counts = [data.draw(st.integers(1, 3)) for _ in units]
    ranking = Ranking(tuple(units), sum(counts))

    found = ranking.left_out(counts)

    for at, number in enumerate(found):
        rest = [count - (one == at) for one, count in enumerate(counts)]
        assert near(number, ranking.concordant(rest))


@given(corpora, seeds)
def test_every_resample_has_the_area_of_the_resampled_bag(drawn: list[Rating], seed: int) -> None:
    samples = rated([(score, label, document + 1) for score, label, document in drawn])
    rows = rows_of([AREA, UNIT], pool(BOTH, samples, names=(DOCUMENT,)), DOCUMENT)
    made = table(rows.vectors, rows.finish)
    documents = is_sum(made, 1)
    assert documents is not None
    draws = np.random.default_rng(seed).multinomial(
        made.units, [count / made.units for count in made.counts], size=4
    )

    found = made.evaluated(made.summed(draws))

    for number, counts in zip(found[:, 0], draws, strict=True):
        drawn_so_often = dict(zip((str(d) for d in documents), counts.tolist(), strict=True))
        if len(made.rows) == 1:  # a sum of one document is a share of it
            drawn_so_often = {samples[0].groups[0][1]: made.units}
        bag = [one for one in samples for _ in range(drawn_so_often[one.groups[0][1]])]
        match evaluate(AREA, bag):
            case Undefined():
                assert isnan(number)
            case Defined(value):
                assert near(number, rational(value))


plans = st.builds(
    Plan,
    ends=st.sampled_from(Ends),
    seed=seeds,
    replicates=st.just(30),
    cluster=st.sampled_from((None, DOCUMENT)),
)


def two(drawn: Sequence[Rating], change: Callable[[int], int] = int) -> Pairs:
    """Pair two systems: the second gives the third number of a rating as its score."""
    first, second = (
        rated([(change(one[at]), one[1], number // 2) for number, one in enumerate(drawn)])
        for at in (0, 2)
    )
    return pairs(observing(AREA), first, second, names=(DOCUMENT,))


@given(corpora, plans, st.integers(1, 5))
def test_scores_stretched_alike_change_no_bit_of_a_comparison(
    drawn: list[Rating], plan: Plan, power: int
) -> None:
    found = compare(AREA, two(drawn, lambda score: score**power + 7 * score), plan)

    assert found == compare(AREA, two(drawn), plan)


OUTSIDE = {Ends.BASIC, Ends.JACKKNIFE}
"""Ends that may lie where no score does."""


@given(corpora, plans)
def test_an_interval_lies_in_0_to_1_and_shards_keep_it(drawn: list[Rating], plan: Plan) -> None:
    samples, how = rated(drawn), observing(AREA)
    names = (DOCUMENT,)
    parts = [pool(how, part, names=names) for part in (samples[2:], samples[:2])]

    found = estimate(AREA, parts[0] + parts[1], plan)

    assert found == estimate(AREA, pool(how, samples, names=names), plan)
    if not isinstance(found.interval, Undefined) and plan.ends not in OUTSIDE:
        assert 0 <= found.interval.low <= found.interval.high <= 1


@given(corpora, plans)
def test_reversed_scores_mirror_the_estimate(drawn: list[Rating], plan: Plan) -> None:
    how = observing(AREA)
    turned = [(-score, label, document) for score, label, document in drawn]

    one, other = (
        estimate(AREA, pool(how, rated(part), names=(DOCUMENT,)), plan) for part in (drawn, turned)
    )

    assert isinstance(one.score, Undefined) == isinstance(other.score, Undefined)
    if isinstance(one.score, Defined) and isinstance(other.score, Defined):
        assert isinstance(other.score.value, Fraction)
        assert one.score.value == 1 - other.score.value


def area_of(rows: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    found = areas.by_pairs([areas.Rated(score, label) for score, label in rows])
    return Fraction(-1) if found is None else found


@third
@given(st.lists(ratings, min_size=2, max_size=6), st.sampled_from((None, DOCUMENT)))
def test_the_exact_p_value_is_that_of_every_exchange_of_scores(
    drawn: list[Rating], cluster: str | None
) -> None:
    assume(len({label for _, label, _ in drawn}) == 2)
    left, right = ([(Fraction(one[at]), Fraction(one[1])) for one in drawn] for at in (0, 2))
    groups = [number // 2 if cluster else number for number, _ in enumerate(drawn)]
    expected = stats.swap_test(left, right, area_of, groups=groups)

    found = compare(AREA, two(drawn), Plan(replicates=1, cluster=cluster))

    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == expected


@third
@given(corpora, seeds)
def test_areas_and_sums_share_their_resamples(drawn: list[Rating], seed: int) -> None:
    assume(len(set(drawn)) == len(drawn))
    samples = rated([(score, label, at) for at, (score, label, _) in enumerate(drawn)])
    evidence, plan = pool(BOTH, samples), Plan(seed=seed, replicates=30)

    found = estimates([AREA, UNIT], evidence, plan)

    assert found[0].score == evaluate(AREA, samples)
    assert found == tuple(reversed(estimates([UNIT, AREA], evidence, plan)))
    assert found[1].score == evaluate(UNIT, samples)
