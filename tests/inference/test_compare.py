"""Scores with intervals and systems compared: published data, golden numbers, sizes of effect."""

from fractions import Fraction

import pytest

from measurand.inference.bootstrap_intervals import SAME
from measurand.inference.comparison import (
    compare,
    compares,
    estimate,
    estimates,
)
from measurand.inference.effects import Effect, Effects
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.metrics.signature import parse
from measurand.values.score import Defined, Undefined
from properties.oracles import stats
from tests.inference.judged import MEAN, SUM, answered, one, two

# scipy.stats.bootstrap's tests: intervals of the mean by R's boot with 1,000,000 resamples.
WHOLE = [10, 12, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]
SCIPY = [*map(Fraction, WHOLE), Fraction("12.5"), Fraction("12.5"), Fraction("13.9")]
# Darwin's maize in eighths of an inch, as in Fisher (1935).
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
BY_CLASS = "f(average=macro[class],class=item)"


def made(found: Interval | Undefined) -> Interval:
    assert isinstance(found, Interval)
    return found


@pytest.mark.parametrize("stream", [Stream.NUMPY, Stream.RAW])
@pytest.mark.parametrize(
    ("ends", "low", "high"),
    [
        (Ends.PERCENTILE, "28.8625", "84.2375"),
        (Ends.BASIC, "23.75", "79.125"),
        (Ends.BCA, "32.24375", "91.4"),
    ],
)
def test_random_resamples_come_near_the_published_intervals(
    stream: Stream, ends: Ends, low: str, high: str
) -> None:
    # The ends are those of the exact law. A quantile of 20,000 resamples at 2.5 % is off by .0011
    # in probability (one standard error), a third of a unit at most here; five of them at most.
    found = made(
        estimate(MEAN, one(SCIPY), Plan(ends=ends, replicates=20_000, stream=stream)).interval
    )

    assert found.low == pytest.approx(float(low), abs=1.5)
    assert found.high == pytest.approx(float(high), abs=2.0)


def test_random_resamples_leave_out_as_much_of_the_exact_law_as_they_should() -> None:
    law = stats.mean_law(SCIPY)
    found = made(estimate(MEAN, one(SCIPY), Plan(replicates=20_000)).interval)

    below = sum(float(chance) for value, chance in law.items() if value < Fraction(found.low))
    above = sum(float(chance) for value, chance in law.items() if value > Fraction(found.high))
    assert below == pytest.approx(0.025, abs=0.0055)
    assert above == pytest.approx(0.025, abs=0.0055)


@pytest.mark.parametrize(
    ("ends", "low", "high"),
    [
        (Ends.PERCENTILE, 28.8625, 84.2375),
        (Ends.BASIC, 23.75, 79.125),
        (Ends.BCA, 32.24375, 91.4),
    ],
)
def test_the_exact_stream_gives_the_published_intervals(
    ends: Ends, low: float, high: float
) -> None:
    found = made(estimate(MEAN, one(SCIPY), Plan(ends=ends, stream=Stream.EXACT)).interval)

    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


def test_darwins_maize_by_the_sign_flip_test() -> None:
    # 863 of 32768 patterns reach 314 on one side (Fisher 1935); ours has two.
    plan = Plan(replicates=1)
    for how in (MEAN, SUM):
        found = compare(how, two(MAIZE), plan)
        assert found.p_value == PValue(
            Fraction(1726, 32768), "sign-flip, exact", Fraction(2, 2**15)
        )
    assert stats.sign_flip([Fraction(d) for d in MAIZE], "greater") == Fraction(863, 32768)


def test_darwins_maize_by_random_signs() -> None:
    found = compare(MEAN, two(MAIZE), Plan(patterns=1)).p_value

    # 10,000 patterns of probability .0527: five standard errors are .0112.
    assert isinstance(found, PValue)
    assert found.how == "sign-flip, Monte Carlo"
    assert float(found.value) == pytest.approx(1726 / 32768, abs=0.0112)
    assert found.least == Fraction(1, 10001)


def test_ten_differences_of_one_sign_have_two_patterns_of_1024() -> None:
    found = compare(MEAN, two(range(1, 11)), Plan(replicates=1)).p_value

    assert found == PValue(Fraction(2, 1024), "sign-flip, exact", Fraction(2, 1024))


def test_two_systems_that_are_right_or_wrong_are_tested_as_by_mcnemar() -> None:
    # Of 12 both have 4 right, one has 6 more: 2 of 64 patterns.
    found = compare(parse("exact_match"), answered(10, 4, 12, "exact_match"), Plan(replicates=1))

    assert found.difference == Defined(Fraction(1, 2))
    assert found.p_value == PValue(Fraction(1, 32), "sign-flip, exact", Fraction(1, 32))
    assert isinstance(found.effects, Effects)
    assert found.effects.dominance.value == 0.5


def test_sizes_of_effect_by_hand() -> None:
    # 1, 2, 3: mean 2, standard deviation 1 with n - 1. Turned round: -2 and -1.
    found = compare(MEAN, two([1, 2, 3]), Plan(stream=Stream.EXACT)).effects
    back = compare(MEAN, two([0, 0, 0], [1, 2, 3]), Plan(stream=Stream.EXACT)).effects

    why = Undefined("no resamples are drawn")
    assert found == Effects(Effect(2.0, why), Effect(1.0, why))
    assert back == Effects(Effect(-2.0, why), Effect(-1.0, why))


def test_the_effect_of_equal_differences_has_no_size() -> None:
    found = compare(MEAN, two([2, 2, 2]), Plan(replicates=10)).effects

    assert isinstance(found, Effects)
    assert found.standardised == Undefined("all differences are equal")
    assert found.dominance == Effect(1.0, Interval(1.0, 1.0, Fraction(19, 20), SAME))


def test_ratios_that_are_no_means_have_no_size_of_effect() -> None:
    found = compare(parse("f(average=micro)"), answered(10, 4, 12), Plan(replicates=10))
    many = compare(parse(BY_CLASS), answered(3, 2, 4, BY_CLASS), Plan(replicates=10))

    assert isinstance(found.effects, Effects)
    assert many.effects == Undefined("sizes of effect are of means of differences of units")


@pytest.mark.parametrize(
    ("stream", "interval", "p_value"),
    [
        (Stream.NUMPY, (2.7983333333333333, 37.666666666666664), Fraction(62, 1001)),
        (Stream.RAW, (2.4650000000000003, 37.67499999999999), Fraction(62, 1001)),
    ],
)
def test_intervals_of_a_seed_are_golden(
    stream: Stream, interval: tuple[float, float], p_value: Fraction
) -> None:
    plan = Plan(seed=7, replicates=1000, stream=stream, patterns=1)

    found = compare(MEAN, two(MAIZE), plan, key="maize")

    ends = made(found.interval)
    moved = (
        "numpy has moved its multinomial: reports of the stream numpy change, and say so"
        if stream is Stream.NUMPY
        else "the stream raw is derived here and must never move"
    )
    assert (ends.low, ends.high) == interval, moved
    assert isinstance(found.p_value, PValue)
    assert found.p_value.value == p_value, "raw coins must never move"


def test_other_seeds_keys_and_families_draw_apart() -> None:
    def drawn(plan: Plan, key: str = "") -> Interval:
        return made(compare(MEAN, two(MAIZE), plan, key=key).interval)

    plain = Plan(replicates=50)
    others = [
        drawn(plain),
        drawn(plain, "other"),
        drawn(Plan(replicates=50, seed=1)),
        drawn(Plan(replicates=50, family="other")),
    ]
    assert len(set(others)) == 4


def test_definitions_share_their_resamples() -> None:
    plan = Plan(replicates=50)
    mean, total = estimates([MEAN, SUM], one(MAIZE), plan)

    assert made(total.interval).low == pytest.approx(15 * made(mean.interval).low, rel=1e-12)
    low, high = (made(found.interval).low for found in compares([MEAN, SUM], two(MAIZE), plan))
    assert high == pytest.approx(15 * low, rel=1e-12)
