"""Areas under ROC curves: intervals, tests, and where there is none."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Auc, observing
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from tests.metrics.test_areas import READER

AREA = Auc(score="cf", label="right")
Row = tuple[int, int]
BCA = Plan(ends=Ends.BCA, replicates=2000)


def rated(rows: Sequence[Row], groups: str = "") -> list[Sample]:
    """Make samples of scores and labels; the letters of `groups` name their patients."""
    return [
        Sample(
            id=str(at),
            amounts=(("cf", Fraction(score)), ("right", Fraction(label))),
            groups=(("patient", groups[at]),) if groups else (),
        )
        for at, (score, label) in enumerate(rows)
    ]


def one(rows: Sequence[Row], groups: str = "") -> Pool:
    return pool(observing(AREA), rated(rows, groups), names=("patient",) if groups else ())


def two(first: Sequence[Row], second: Sequence[Row], groups: str = "") -> Pairs:
    names = ("patient",) if groups else ()
    return pairs(observing(AREA), rated(first, groups), rated(second, groups), names=names)


@pytest.mark.parametrize("ends", Ends)
def test_the_interval_of_the_reader_of_hanley_and_mcneil(ends: Ends) -> None:
    # They print 0.893 with a standard error of 0.032 (table II): 0.893 -+ 1.96 * 0.032.
    found = estimate(AREA, pool(observing(AREA), READER), evolve(BCA, ends=ends))

    assert isinstance(found.interval, Interval)
    assert found.interval.low == pytest.approx(0.830, abs=0.02)
    assert found.interval.high == pytest.approx(0.956, abs=0.02)
    assert found.units == 109


# Each patient has one of either label; the right one is higher in all but patient c.
ROWS = ((4, 1), (1, 0), (5, 1), (2, 0), (1, 1), (3, 0), (6, 1), (0, 0))
PATIENTS = "aabbccdd"


def test_clusters_are_drawn_whole() -> None:
    found = estimate(AREA, one(ROWS, PATIENTS), Plan(cluster="patient", replicates=500))

    # 16 pairs: 4, 5, 6 are over all of 1, 2, 3, 0; 1 is over 0, and level with 1.
    assert found.score == Defined(Fraction(27, 32))
    assert isinstance(found.interval, Interval)
    assert found.units == 4


def test_samples_of_one_label_may_be_all_that_is_drawn() -> None:
    found = estimate(AREA, one(ROWS[:4]), Plan(replicates=500))

    assert isinstance(found.interval, Undefined)
    assert found.interval.reason.endswith(" of 500 resamples have no score")


def test_bca_needs_a_score_without_any_sample() -> None:
    # Patient a has the one sample of label 1; the four draws of this seed all have that patient.
    rows = [(3, 1), (9, 0), *[(4, 0), (2, 0)] * 3]
    plan = Plan(ends=Ends.BCA, cluster="patient", replicates=4, seed=1, stream=Stream.RAW)

    found = estimate(AREA, one(rows, "aaaabbcc"), plan)

    assert found.interval == Undefined("without one of the units there is no score")


def test_no_law_of_an_area_is_computed_exactly() -> None:
    plan = Plan(stream=Stream.EXACT)

    found = estimate(AREA, one(ROWS), plan)

    assert found.score == Defined(Fraction(27, 32))
    assert found.interval == Undefined(
        "not feasible: the law of this score is not computed exactly"
    )


def test_an_area_that_no_draw_can_move_is_a_point() -> None:
    found = estimate(AREA, one([(2, 1), (1, 0)] * 30), Plan(replicates=200))

    assert found.interval == Interval(1.0, 1.0, Fraction(95, 100), "all resamples have one score")


def test_the_test_exchanges_scores_within_a_sample() -> None:
    # The area is 1 for the first system, 0 for the second. Exchanging both samples turns the
    # difference; exchanging one of them leaves 1 and 1, or 2 and 2: two ties, and no difference.
    found = compare(AREA, two([(2, 1), (1, 0)], [(1, 1), (2, 0)]), Plan())

    assert (found.first, found.second) == (Defined(Fraction(1)), Defined(Fraction(0)))
    assert found.p_value == PValue(Fraction(1, 2), "sign-flip, exact", Fraction(1, 2))
    assert found.effects == Undefined("sizes of effect are of means of differences of units")


def test_systems_with_the_same_scores_do_not_differ() -> None:
    found = compare(AREA, two(ROWS, ROWS), Plan(replicates=100))

    assert found.difference == Defined(Fraction(0))
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == 1


def test_too_many_patterns_for_an_exact_test() -> None:
    other = [(score * 7 % 5, label) for score, label in ROWS]
    few = Plan(stream=Stream.EXACT, patterns=20)

    found = compare(AREA, two(ROWS, other), few)

    assert found.p_value == Undefined("not feasible: too many patterns of signs for an exact test")


def test_a_pattern_that_leaves_one_label_alone_counts_as_extreme() -> None:
    # Labels are a system's own here: one pattern in two leaves a system with one label.
    first, second = [(2, 1), (1, 0)], [(2, 1), (1, 1)]

    found = compare(AREA, two([*first, (0, 0)], [*second, (0, 0)]), Plan())

    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == 1


def test_ranks_of_differences_are_of_means() -> None:
    found = compare(AREA, two(ROWS, ROWS[::-1]), Plan(test=Test.WILCOXON, replicates=50))

    assert found.p_value == Undefined(
        "ranks are of differences of units: this score is no mean of them"
    )


def test_fine_weights_and_many_digits_stay_near() -> None:
    samples = [
        evolve(sample, weight=Fraction(1, 3 + at * 10**9))
        for at, sample in enumerate(rated(ROWS * 3))
    ]

    found = estimate(AREA, pool(observing(AREA), samples), Plan(replicates=200))

    assert isinstance(found.score, Defined)
    assert isinstance(found.interval, Interval)
    assert 0 <= found.interval.low <= float(found.score.value) <= found.interval.high <= 1


def test_random_exchanges_come_near_the_exact_p_value() -> None:
    both = two(ROWS, [(score * 7 % 5, label) for score, label in ROWS])

    exact = compare(AREA, both, Plan(replicates=1)).p_value
    found = compare(AREA, both, Plan(patterns=1, replicates=4000)).p_value

    assert isinstance(exact, PValue)
    assert isinstance(found, PValue)
    assert (exact.how, found.how) == ("sign-flip, exact", "sign-flip, Monte Carlo")
    assert float(found.value) == pytest.approx(float(exact.value), abs=0.05)
    assert 0.05 < float(exact.value) < 0.95
