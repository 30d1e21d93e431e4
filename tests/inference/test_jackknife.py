"""Intervals by the jackknife and t: of means, where they are known, and of estimates of labels."""

from fractions import Fraction
from math import ceil, sqrt

import pytest
from scipy import stats

from measurand.evidence.pairs import pairs
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import FEW, jackknife_interval, p_of_zero
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import units_of
from measurand.metrics.definitions import observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined
from tests.inference.judged import MEAN, one

PLAN = Plan(ends=Ends.JACKKNIFE)
PPI = parse("ppi(judge=judge,human=human)")
OPEN = parse("ppi(judge=judge,human=human,lambda=0,verdicts=any)")


def judged(*said: tuple[int, int | None], patients: str = "") -> list[Sample]:
    return [
        Sample(
            id=str(at),
            amounts=tuple(
                (name, Fraction(number))
                for name, number in (("human", human), ("judge", judge))
                if number is not None
            ),
            groups=(("patient", patients[at]),) if patients else (),
        )
        for at, (judge, human) in enumerate(said)
    ]


def seen(samples: list[Sample]) -> Pool:
    return pool(observing(PPI), samples)


def test_of_a_mean_it_is_the_interval_of_t_but_for_degrees_of_freedom() -> None:
    # 3, 5, 10: mean 6, standard error sqrt(13 / 3). Leaving one out pulls by -3, -1, 4 halves, of
    # which fourth powers leave 2 * 26^2 / (338 - 26^2 / 3) = 12 degrees: 3 - 1 = 2 are fewer.
    found = estimate(MEAN, one([3, 5, 10]), PLAN).interval

    assert isinstance(found, Interval)
    half = float(stats.t.ppf(0.975, 2)) * sqrt(13 / 3)
    assert (found.low, found.high) == pytest.approx((6 - half, 6 + half))


def test_clusters_are_left_out_whole() -> None:
    # Both patients as units: means without either are 8 and 2, so the error is 3.
    found = estimate(
        MEAN, one([2, 2, 8, 8], groups="aabb"), Plan(ends=Ends.JACKKNIFE, cluster="patient")
    )

    assert isinstance(found.interval, Interval)
    half = float(stats.t.ppf(0.975, 1)) * 3
    assert (found.interval.low, found.interval.high) == pytest.approx((5 - half, 5 + half))


def test_of_human_verdicts_alone_only_the_labelled_pull() -> None:
    # Without one: 7.5, 6.5, 4, 6, 6, around 6; the squares add up to 6.5, times 4 of 5 units.
    samples = judged((0, 3), (0, 5), (0, 10), (1, None), (0, None))

    found = estimate(OPEN, pool(observing(OPEN), samples), PLAN).interval

    assert isinstance(found, Interval)
    half = float(stats.t.ppf(0.975, 2)) * sqrt(5.2)
    assert (found.low, found.high) == pytest.approx((6 - half, 6 + half))


BIAS = parse("judge_bias(judge=judge,human=human)")
BY_PATIENT = Plan(ends=Ends.JACKKNIFE, cluster="patient")
OFF = [[1, 1, 0, 0, 0], [0, 0, 0, -1], [1, 0, -1, 0, 1], [0, -1, 0, 1], [1, 1, 1, 0, 0], [0, 0]]
ALONE = [[one] for one in (1, 0, 0, 0, 1, 0, -1)]
SAME = [[one] * 4 for one in (1, 0, 0, 0, 1, 0)]
"""How far a judge is off, by cluster."""


def clustered(off: list[list[int]]) -> list[Sample]:
    """Make samples of which a judge is so far off."""
    said = [(max(0, one), max(0, -one)) for some in off for one in some]
    return judged(
        *said,
        patients="".join(name * len(some) for name, some in zip("abcdefg", off, strict=False)),
    )


def pulls(units: list[list[int]]) -> list[float]:
    """Leave units out of a mean; one without a label leaves it as it is."""
    size, total = sum(map(len, units)), sum(map(sum, units))
    without = [(total - sum(unit)) / (size - len(unit)) for unit in units]
    return [one - sum(without) / len(without) for one in without]


def times(off: list[list[int]], added: tuple[int, ...]) -> int:
    """Hold squares of clusters, and of one more of any of six kinds, to those of their samples."""
    most = ceil(sum(len(some) ** 2 for some in off) / sum(map(len, off)))
    kinds = [*([one] for one in added), [], []]
    whole = pulls([*off, *(kind * most for kind in kinds)])
    alone = pulls([*([one] for some in off for one in some), *(kinds * most)])
    clusters = sum(one**2 for one in whole[:-6]) + sum(one**2 for one in whole[-6:]) / 6
    samples = sum(one**2 for one in alone[: -6 * most])
    samples += sum(one**2 for one in alone[-6 * most :]) / 6
    return max(1, min(most, ceil(clusters / samples)))


def ends(units: list[list[int]]) -> tuple[float, float]:
    """Go t errors of the jackknife from a mean."""
    size, total, each, number = sum(map(len, units)), sum(map(sum, units)), pulls(units), len(units)
    squares, fourths = (sum(one**power for one in each) for power in (2, 4))
    freedom = min(sum(map(bool, units)) - 1.0, 2 * squares**2 / (fourths - squares**2 / number))
    half = float(stats.t.ppf(0.975, freedom)) * sqrt((number - 1) / number * squares)
    return total / size - half, total / size + half


def by_hand(off: list[list[int]], added: tuple[int, ...], most: int) -> tuple[float, float]:
    """Hold what is held with units that are added, of which two more have no label, and without."""
    many = times(off, added)
    both = ends([*off, *([one] * many for one in added), [], []]), ends(off)
    return max(-most, min(low for low, _ in both)), min(most, max(high for _, high in both))


@pytest.mark.parametrize(("off", "many"), [(ALONE, 1), (OFF, 2), (SAME, 4)])
def test_as_many_are_added_to_clusters_as_they_move_more_than_samples(
    off: list[list[int]], many: int
) -> None:
    found = estimate(
        BIAS, pool(observing(BIAS), clustered(off), names=("patient",)), BY_PATIENT
    ).interval

    assert times(off, (0, -1, 1, 0)) == many
    assert isinstance(found, Interval)
    assert (found.low, found.high) == pytest.approx(by_hand(off, (0, -1, 1, 0), 1))


@pytest.mark.parametrize("off", [ALONE, OFF, SAME])
def test_as_many_are_added_to_clusters_of_two_systems(off: list[list[int]]) -> None:
    never = [[0] * len(some) for some in off]
    both = [clustered(some) for some in (off, never)]

    found = compare(BIAS, pairs(observing(BIAS), *both, names=("patient",)), BY_PATIENT).interval

    assert isinstance(found, Interval)
    assert (found.low, found.high) == pytest.approx(by_hand(off, (0, -2, 2, 0), 2))


def test_a_judge_that_is_off_by_much_is_held_without_what_is_added_too() -> None:
    # Samples that are added say that it is off by 0: with few labels they move it by more than
    # they widen its interval.
    off = [[1]] * 9 + [[0]]

    found = estimate(BIAS, pool(observing(BIAS), judged(*((one, 0) for [one] in off))), PLAN)

    assert isinstance(found.interval, Interval)
    assert found.interval.high == pytest.approx(min(1, ends(off)[1]))
    assert found.interval.low == pytest.approx(by_hand(off, (0, -1, 1, 0), 1)[0])


def test_a_difference_of_labels_drawn_within_groups_is_held_without_what_is_added_too() -> None:
    said = [(1, 0)] * 24 + [(0, 0)] * 6
    both = [judged(*((0, one[at]) for one in said), patients="a" * 30) for at in range(2)]

    alike, within = (
        compare(definition, pairs(observing(definition), *both, names=("patient",)), PLAN)
        for definition in (
            parse("ppi(judge=judge,human=human,lambda=0)"),
            parse("ppi(judge=judge,human=human,lambda=0,drawn=within[patient])"),
        )
    )

    added, alone = (0, -1, 1, 0), [[one - two] for one, two in said]
    assert isinstance(alike.interval, Interval)
    assert isinstance(within.interval, Interval)
    assert alike.interval.high == pytest.approx(
        ends([*alone, *([one] for one in added), [], []])[1]
    )
    assert (within.interval.low, within.interval.high) == pytest.approx(by_hand(alone, added, 1))
    assert within.interval.high > alike.interval.high
    assert isinstance(alike.p_value, PValue)
    assert isinstance(within.p_value, PValue)
    assert within.p_value.value >= alike.p_value.value


def test_of_two_p_values_it_is_the_larger_as_of_both_intervals_all_is_held() -> None:
    # Of three labels one is 1, alone in its group of a third of all: a mean of 1/3, which is off by
    # as much, so t is 1. With a 1 and a -1 added to each group it would be told from 0.
    within = parse("ppi(judge=judge,human=human,lambda=0,drawn=within[patient])")
    assert isinstance(within, Estimator)
    samples = judged((1, 0), (0, 1), (1, 0), patients="aba")
    units = units_of(within, pool(observing(within), samples, names=("patient",)), None)

    found = p_of_zero(within, units)

    assert isinstance(found, PValue)
    assert float(found.value) == pytest.approx(2 * float(stats.t.sf(1, 2)))


def test_agreement_alone_is_no_certainty() -> None:
    found = estimate(PPI, seen(judged(*[(1, 1)] * 20, *[(1, None)] * 80)), PLAN).interval

    assert isinstance(found, Interval)
    assert found.low < 1 - 1 / 20
    assert found.high == 1


def test_of_a_quotient_that_may_have_no_bottom_all_is_left() -> None:
    rate = parse("rogan_gladen(judge=judge,human=human)")
    samples = judged((1, 1), (0, 0), (1, None), (0, None))

    found = estimate(rate, pool(observing(rate), samples), PLAN).interval

    assert found == Interval(0.0, 1.0, Fraction(19, 20))


def test_one_label_says_nothing_of_errors() -> None:
    samples = judged((0, 3), (1, None))
    assert isinstance(OPEN, Estimator)

    found = jackknife_interval(
        OPEN, units_of(OPEN, pool(observing(OPEN), samples)), 3.0, Fraction(19, 20)
    )

    assert found == FEW


def test_two_quotients_that_may_be_all_have_a_difference_that_may_be_all() -> None:
    rate = parse("rogan_gladen(judge=judge,human=human)")
    how = observing(rate)
    first = judged((1, 1), (0, 0), (1, 0), (0, 1), (1, 1), (0, 0), (1, None))
    second = judged((1, 1), (0, 0), (0, 0), (0, 1), (1, 1), (0, 0), (0, None))

    found = compare(rate, pairs(how, first, second), PLAN)

    # Of 3 samples that are so and 3 that are not, either judge may be no better than chance.
    assert isinstance(found.interval, Interval)
    assert (found.interval.low, found.interval.high) == (-1, 1)


def test_two_quotients_of_good_judges_are_told_apart() -> None:
    rate = parse("rogan_gladen(judge=judge,human=human)")
    how = observing(rate)
    said = [(1, 1)] * 45 + [(0, 1)] * 5 + [(0, 0)] * 45 + [(1, 0)] * 5
    first = judged(*said, *[(1, None)] * 300, *[(0, None)] * 100)
    second = judged(*said, *[(1, None)] * 100, *[(0, None)] * 300)

    found = compare(rate, pairs(how, first, second), PLAN)

    # q is 7/10 and 3/10, and both are divided by 9/10 + 9/10 - 1.
    assert found.difference == Defined(Fraction(1, 2))
    assert isinstance(found.interval, Interval)
    assert 0.3 < found.interval.low < 0.45
    assert 0.55 < found.interval.high < 0.7
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value < Fraction(1, 1000)


def test_a_judge_that_likes_one_system_shows_no_difference_by_that() -> None:
    # Humans find both systems alike, the judge says 1 of the first throughout.
    human = [1, 0] * 30
    first = judged(*[(1, one) for one in human], *[(1, None)] * 200)
    second = judged(*[(0, one) for one in human], *[(0, None)] * 200)

    found = compare(PPI, pairs(observing(PPI), first, second), PLAN)

    assert isinstance(found.p_value, PValue)
    assert found.p_value.value > Fraction(1, 2)
    assert isinstance(found.interval, Interval)
    assert found.interval.holds(0)
