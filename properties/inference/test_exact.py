"""The exact bootstrap against every resample, one by one, and the laws of its intervals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.inference.bootstrap_intervals import bca_tails, even_tails
from measurand.inference.exact import exact_mean, exact_ratio
from measurand.inference.interval import Ends, Interval
from measurand.values.score import Undefined
from properties.oracles import stats

Row = tuple[Fraction, Fraction]

values = st.fractions(-3, 3, max_denominator=6)
samples = st.lists(values, min_size=1, max_size=5)
whole = st.integers(0, 4).map(Fraction)
rows = st.lists(
    st.tuples(whole, whole).map(lambda row: (min(row), max(row))), min_size=1, max_size=5
).filter(lambda drawn: any(bottom for _, bottom in drawn))
# Levels with short fractions, so that the law of few samples often meets a tail exactly.
levels = st.sampled_from([Fraction(text) for text in ("1/2", "3/4", "7/9", "9/10", "19/20")])
kinds = st.sampled_from(Ends)
LEVEL = Fraction(95, 100)
NEAR = Fraction(1, 10**9)


def counted(sample: Sequence[Fraction]) -> list[tuple[Fraction, int]]:
    return list(Counter(sample).items())


def made(found: Interval | Undefined) -> Interval:
    assert isinstance(found, Interval)
    return found


def outward(law: Mapping[Fraction, Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """Cut less than a tail off each end: ties are taken outwards."""
    rising = sorted(law)
    ends = []
    for values, tail in ((rising, low), (rising[::-1], high)):
        chances = accumulate(law[one] for one in values)
        reached = (one for one, chance in zip(values, chances, strict=True) if chance >= tail)
        ends.append(next(reached, values[-1]))
    return ends


def ratio(nothing: Fraction, drawn: Sequence[Row]) -> Fraction:
    top, bottom = (sum((row[at] for row in drawn), start=Fraction(0)) for at in (0, 1))
    return top / bottom if bottom else nothing


@given(samples, levels)
def test_the_percentile_interval_is_that_of_every_resample(
    sample: list[Fraction], level: Fraction
) -> None:
    tail = (1 - level) / 2
    expected = outward(stats.bootstrap_law(sample, stats.mean), tail, tail)

    interval = made(exact_mean(counted(sample), level=level))

    assert [interval.low, interval.high] == [float(end) for end in expected]


@given(rows, levels, st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]))
def test_the_percentile_interval_of_a_ratio_is_that_of_every_resample(
    drawn: list[Row], level: Fraction, nothing: Fraction
) -> None:
    tail = (1 - level) / 2
    law = stats.bootstrap_law(drawn, lambda resample: ratio(nothing, resample))
    expected = outward(law, tail, tail)

    interval = made(exact_ratio(Counter(drawn).items(), level=level, nothing=nothing))

    assert [interval.low, interval.high] == [float(end) for end in expected]


@given(rows, levels)
def test_resamples_that_divide_by_0_are_left_out_up_to_a_tail(
    drawn: list[Row], level: Fraction
) -> None:
    marked = Fraction(10**6)
    law = stats.bootstrap_law(drawn, lambda resample: ratio(marked, resample))
    lost, tail = law.pop(marked, Fraction(0)), (1 - level) / 2
    among = {value: chance / (1 - lost) for value, chance in law.items()}

    found = exact_ratio(Counter(drawn).items(), level=level)

    # An end that a tail meets, or nearly, may be either of two in floats.
    assume(not any(abs(sum(among[v] for v in among if v <= end) - tail) < NEAR for end in among))
    assume(not any(abs(sum(among[v] for v in among if v >= end) - tail) < NEAR for end in among))
    if lost > tail:
        assert isinstance(found, Undefined)
    else:
        interval = made(found)
        assert [interval.low, interval.high] == [float(e) for e in outward(among, tail, tail)]
        assert len(among) == 1 or (interval.how is not None) == (lost > 0)


@given(samples.filter(lambda sample: len(set(sample)) > 1), levels)
def test_the_bca_interval_is_that_of_every_resample(
    sample: list[Fraction], level: Fraction
) -> None:
    law, mean = stats.bootstrap_law(sample, stats.mean), stats.mean(sample)
    skew = stats.acceleration(stats.left_out(sample, stats.mean))
    tails = bca_tails(level, float(stats.below(law, mean)), skew)
    # The tails are floats: an end lies between those of slightly smaller and larger tails.
    wide = outward(law, *(Fraction(tail) - NEAR for tail in tails))
    tight = outward(law, *(Fraction(tail) + NEAR for tail in tails))

    interval = made(exact_mean(counted(sample), level=level, ends=Ends.BCA))

    assert float(wide[0]) <= interval.low <= float(tight[0])
    assert float(tight[1]) <= interval.high <= float(wide[1])


@given(rows, levels)
def test_the_bca_interval_of_a_ratio_is_that_of_every_resample(
    drawn: list[Row], level: Fraction
) -> None:
    assume(all(bottom for _, bottom in drawn))
    assume(len({top / bottom for top, bottom in drawn}) > 1)

    def one(resample: Sequence[Row]) -> Fraction:
        return ratio(Fraction(0), resample)

    law = stats.bootstrap_law(drawn, one)
    skew = stats.acceleration(stats.left_out(drawn, one))
    tails = bca_tails(level, float(stats.below(law, one(drawn))), skew)
    wide = outward(law, *(Fraction(tail) - NEAR for tail in tails))
    tight = outward(law, *(Fraction(tail) + NEAR for tail in tails))

    interval = made(exact_ratio(Counter(drawn).items(), level=level, ends=Ends.BCA))

    assert float(wide[0]) <= interval.low <= float(tight[0])
    assert float(tight[1]) <= interval.high <= float(wide[1])


@given(samples, levels)
def test_the_basic_interval_mirrors_the_percentile_interval(
    sample: list[Fraction], level: Fraction
) -> None:
    tail = (1 - level) / 2
    low, high = outward(stats.bootstrap_law(sample, stats.mean), tail, tail)
    twice = 2 * stats.mean(sample)

    interval = made(exact_mean(counted(sample), level=level, ends=Ends.BASIC))

    assert [interval.low, interval.high] == [float(twice - high), float(twice - low)]


def few_sums(sample: Sequence[int]) -> dict[Fraction, Fraction]:
    """Find the law of the mean by one power of one large integer: its digits count sequences."""
    n = len(sample)
    width = (n**n).bit_length()
    ways: int = sum(1 << (width * value) for value in sample) ** n
    mask = (1 << width) - 1
    digits = (ways >> (width * total) & mask for total in range(n * max(sample) + 1))
    return {Fraction(at, n): Fraction(count, n**n) for at, count in enumerate(digits) if count}


@pytest.mark.parametrize(
    "sample", [[0] * 90 + [1] * 10, [0] * 60 + [1] * 20 + [3] * 5, [0] * 57 + [1, 1, 40]]
)
@pytest.mark.parametrize("ends", [Ends.PERCENTILE, Ends.BCA])
def test_more_samples_agree_with_integer_powers(sample: list[int], ends: Ends) -> None:
    law = few_sums(sample)
    exact = [Fraction(value) for value in sample]
    tails = even_tails(LEVEL)
    if ends is Ends.BCA:
        skew = stats.acceleration(stats.left_out(exact, stats.mean))
        tails = bca_tails(LEVEL, float(stats.below(law, stats.mean(exact))), skew)
    expected = outward(law, *(Fraction(tail) for tail in tails))

    interval = made(exact_mean(counted(exact), ends=ends))

    assert [interval.low, interval.high] == [float(end) for end in expected]


@given(samples, levels, kinds, values, values)
def test_shift_and_scale_move_the_interval_along(
    sample: list[Fraction], level: Fraction, ends: Ends, shift: Fraction, scale: Fraction
) -> None:
    interval = made(exact_mean(counted(sample), level=level, ends=ends))
    moved = made(
        exact_mean(counted([scale * one + shift for one in sample]), level=level, ends=ends)
    )

    expected = sorted(float(scale) * end + float(shift) for end in (interval.low, interval.high))
    assert [moved.low, moved.high] == pytest.approx(expected, abs=1e-12)


@given(rows, levels, st.fractions(1, 7, max_denominator=5))
def test_a_ratio_does_not_see_the_unit_of_its_sums(
    drawn: list[Row], level: Fraction, unit: Fraction
) -> None:
    scaled = [((top * unit, bottom * unit), 1) for top, bottom in drawn]
    nothing = Fraction(1)

    assert exact_ratio(scaled, level=level, nothing=nothing) == exact_ratio(
        [(row, 1) for row in drawn], level=level, nothing=nothing
    )


@given(samples, levels, kinds, st.fractions(1, 5, max_denominator=3))
def test_a_mean_is_a_ratio_over_equal_bottoms(
    sample: list[Fraction], level: Fraction, ends: Ends, bottom: Fraction
) -> None:
    over = [((value * bottom, bottom), 1) for value in sample]

    assert exact_ratio(over, level=level, ends=ends) == exact_mean(
        counted(sample), level=level, ends=ends
    )


@given(st.data(), rows, levels, kinds)
def test_neither_order_nor_partition_of_rows_plays_a_part(
    data: st.DataObject, drawn: list[Row], level: Fraction, ends: Ends
) -> None:
    mixed = [(row, 1) for row in data.draw(st.permutations(drawn))]
    nothing = Fraction(1)

    assert exact_ratio(mixed, level=level, ends=ends, nothing=nothing) == exact_ratio(
        Counter(drawn).items(), level=level, ends=ends, nothing=nothing
    )


@given(samples, levels)
@example([Fraction(0)] * 4 + [Fraction(1)], Fraction(1, 4))
def test_percentile_and_basic_hold_the_mean_where_both_sides_reach_the_tail(
    sample: list[Fraction], level: Fraction
) -> None:
    # Not always: at low levels the mean of skewed data may lie outside of its own interval.
    law, mean, tail = stats.bootstrap_law(sample, stats.mean), stats.mean(sample), (1 - level) / 2
    up = sum(chance for value, chance in law.items() if value >= mean)
    down = sum(chance for value, chance in law.items() if value <= mean)
    expected = min(up, down) >= tail

    for ends in (Ends.PERCENTILE, Ends.BASIC):
        interval = made(exact_mean(counted(sample), level=level, ends=ends))
        assert interval.holds(float(mean)) or not expected
    # Percentile: and only there.
    assert made(exact_mean(counted(sample), level=level)).holds(float(mean)) == expected


@given(samples, st.sampled_from([Fraction(9, 10), LEVEL, Fraction(99, 100)]), kinds)
def test_at_the_usual_levels_every_interval_of_few_samples_holds_the_mean(
    sample: list[Fraction], level: Fraction, ends: Ends
) -> None:
    interval = made(exact_mean(counted(sample), level=level, ends=ends))

    assert interval.low <= float(stats.mean(sample)) <= interval.high


@given(samples, kinds)
def test_more_confidence_is_never_narrower(sample: list[Fraction], ends: Ends) -> None:
    inner = made(exact_mean(counted(sample), level=Fraction(8, 10), ends=ends))
    outer = made(exact_mean(counted(sample), level=LEVEL, ends=ends))

    assert outer.low <= inner.low
    assert inner.high <= outer.high


@given(samples, kinds)
def test_only_equal_samples_give_a_flagged_point(sample: list[Fraction], ends: Ends) -> None:
    interval = made(exact_mean(counted(sample), ends=ends))

    assert (interval.degenerate is not None) == (len(set(sample)) == 1)
    assert interval.degenerate is None or interval.low == float(sample[0])
