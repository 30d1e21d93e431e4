"""Comparisons of little or nothing: few samples, no scores, and what is refused."""

import re
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import ColumnOf, Together
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.comparison import (
    NO_UNIT,
    Comparison,
    Estimate,
    compare,
    compares,
    estimate,
)
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Column, observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from tests.inference.judged import MEAN, SUM, answered, costs, one, two

BY_CLASS = "f(average=macro[class],class=item)"
POINT = Interval(0.0, 0.0, Fraction(19, 20), SAME)


def made(found: Interval | Undefined) -> Interval:
    assert isinstance(found, Interval)
    return found


def test_without_samples_there_is_nothing() -> None:
    lacking = Undefined("no sample has a number 'cost'")
    assert estimate(MEAN, one([]), Plan()) == Estimate(
        score=lacking, interval=NO_UNIT, units=0, left_out=0
    )
    assert compare(MEAN, two([]), Plan()) == Comparison(
        first=NO_UNIT,
        second=NO_UNIT,
        difference=NO_UNIT,
        interval=NO_UNIT,
        p_value=NO_UNIT,
        effects=NO_UNIT,
        units=0,
        left_out=0,
    )
    assert estimate(MEAN, one([None, None]), Plan()).left_out == 2


@pytest.mark.parametrize("test", Test)
def test_one_sample_has_a_point_that_says_so_and_no_evidence(test: Test) -> None:
    found = compare(MEAN, two([3]), Plan(replicates=9, test=test))

    assert found.interval == Interval(3.0, 3.0, Fraction(19, 20), SAME)
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == {
        Test.BOOTSTRAP_SIGN: Fraction(0),
        Test.BOOTSTRAP_PLUS_ONE: Fraction(2, 10),
    }.get(test, Fraction(1))


@pytest.mark.parametrize("test", Test)
@pytest.mark.parametrize("ends", Ends)
def test_differences_that_are_all_0_have_p_1_and_a_point(test: Test, ends: Ends) -> None:
    found = compare(MEAN, two([1, 2, 3], [1, 2, 3]), Plan(replicates=9, test=test, ends=ends))

    assert found.difference == Defined(Fraction(0))
    assert found.interval == POINT
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == 1


def test_only_what_both_systems_have_is_compared() -> None:
    found = compare(MEAN, two([1, 2, None, None], [3, None, 4, None]), Plan(replicates=1))

    assert (found.first, found.second) == (Defined(Fraction(1)), Defined(Fraction(3)))
    assert (found.units, found.left_out) == (1, 3)


def test_what_one_system_alone_has_answered_is_counted() -> None:
    both = pairs(ColumnOf("cost"), costs([1, 2, 3]), costs([1]))

    assert compare(MEAN, both, Plan(replicates=1)).alone == (2, 0)


def test_patients_are_exchanged_and_resampled_whole() -> None:
    # Patient a: 3 and 1; b: 2: of 4 patterns 6 is reached by ++ and --.
    plan = Plan(replicates=500, cluster="patient")
    found = compare(SUM, two([3, 1, 2], groups="aab"), plan)

    assert (found.units, found.p_value) == (
        2,
        PValue(Fraction(1, 2), "sign-flip, exact", Fraction(1, 2)),
    )
    # Twice b, or twice a.
    assert (made(found.interval).low, made(found.interval).high) == (4.0, 8.0)


def test_samples_without_the_cluster_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"samples grouped by 'patient', the cluster: got groups \(\)"
    ):
        compare(MEAN, two([1, 2]), Plan(cluster="patient"))
    with pytest.raises(
        ValueError, match=r"samples grouped by 'patient', the cluster: got groups \(\)"
    ):
        estimate(MEAN, one([1, 2]), Plan(cluster="patient"))
    message = "a group 'patient' of the sample: got groups none"
    with pytest.raises(UnfitSampleError, match=message):
        pairs(ColumnOf("cost"), costs([1]), costs([1]), names=("patient",))


def test_a_mean_over_groups_that_are_not_resampled_is_refused() -> None:
    by_patient = parse("f(average=macro[patient])")
    both = answered(1, 1, 1)
    message = (
        r"a mean over groups is resampled by its outermost groups: "
        r"got groups \('patient',\) and cluster=None"
    )
    with pytest.raises(ValueError, match=message):
        compare(by_patient, both, Plan())


def test_a_pool_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="evidence of what the definition observes: got that of"):
        estimate(parse("f"), pool(ColumnOf("cost"), costs([1])), Plan())


def test_the_legacy_stream_has_no_counts() -> None:
    with pytest.raises(ValueError, match="a stream of counts, numpy or raw: got legacy"):
        estimate(MEAN, one([1, 2]), Plan(stream=Stream.LEGACY))


def test_the_exact_stream_draws_nothing() -> None:
    exact = Plan(stream=Stream.EXACT)
    few = Plan(stream=Stream.EXACT, patterns=1)
    macro = parse(BY_CLASS)

    assert compare(MEAN, two([1, 2, 4]), exact).p_value == PValue(
        Fraction(1, 4), "sign-flip, exact", Fraction(1, 4)
    )
    assert compare(MEAN, two([1, 2, 4]), few).p_value == Undefined(
        "not feasible: too many patterns of signs for an exact test"
    )
    bootstrap = Plan(stream=Stream.EXACT, test=Test.BOOTSTRAP_SIGN)
    assert compare(MEAN, two([1, 2, 4]), bootstrap).p_value == Undefined(
        "a bootstrap p-value needs resamples: got the stream exact"
    )
    assert compare(macro, answered(3, 2, 4, BY_CLASS), exact).interval == Undefined(
        "not feasible: the law of this score is not computed exactly"
    )


def test_spreads_have_intervals_and_no_difference() -> None:
    spread = parse("f(statistic=population_stdev)")
    found = compare(spread, answered(3, 2, 4), Plan(replicates=50))

    assert (
        found.difference
        == found.interval
        == found.p_value
        == Undefined("a spread has no difference")
    )
    # Right or wrong, 3 of 4 and 2 of 4: 3/16 and 1/4 are the variances.
    assert found.second == Defined(Fraction(1, 2))
    assert isinstance(found.first, Defined)
    assert float(found.first.value) ** 2 == pytest.approx(3 / 16)
    assert found.effects == Undefined("sizes of effect are of means of differences of units")


def test_ranks_are_of_differences_of_units() -> None:
    plan = Plan(replicates=1, test=Test.WILCOXON)

    # Ranks 1 to 4, all of one sign: 2 of 16 patterns.
    assert compare(MEAN, two([1, 2, 3, 4]), plan).p_value == PValue(
        Fraction(1, 8), "signed ranks, exact", Fraction(1, 8)
    )
    assert compare(parse(BY_CLASS), answered(3, 2, 4, BY_CLASS), plan).p_value == Undefined(
        "ranks are of differences of units: this score is no mean of them"
    )


def test_a_resample_without_a_score_leaves_no_interval() -> None:
    # Two samples of which one has a prediction: of all resamples, 1 of 4 has none.
    how = parse("precision(average=micro, pred_empty=drop)")
    samples = [
        Sample(id="1", gold=("a",), predicted=("a",)),
        Sample(id="2", gold=("a",), predicted=()),
    ]
    found = estimate(how, pool(observing(how), samples), Plan(replicates=400))

    assert found.score == Defined(Fraction(1))
    assert isinstance(found.interval, Undefined)
    lost = re.fullmatch(r"(\d+) of 400 resamples have no score", found.interval.reason)
    assert lost
    # 100 are expected; six standard errors are 52.
    assert abs(int(lost[1]) - 100) <= 52


def test_definitions_that_leave_out_other_samples_do_not_share_resamples() -> None:
    # The second system lacks the cost of one sample, and no tokens.
    seen, tokens = Together((ColumnOf("cost"), ColumnOf("tokens"))), Column(name="tokens")
    numbers = (("cost", Fraction(1)), ("tokens", Fraction(2)))
    first = [Sample(id=name, amounts=numbers) for name in "ab"]
    second = [first[0], evolve(first[1], amounts=numbers[1:])]
    both, plan = pairs(seen, first, second), Plan(replicates=1)

    message = "scores that share their resamples are of the same samples: got a sample that only"
    with pytest.raises(ValueError, match=message):
        compares([SUM, tokens], both, plan)
    alone = [compare(one, both, plan) for one in (SUM, tokens)]

    assert [(one.first, one.units) for one in alone] == [
        (Defined(Fraction(1)), 1),
        (Defined(Fraction(4)), 2),
    ]
