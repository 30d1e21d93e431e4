"""Holm monotonicity: what every adjustment of a family of p-values keeps."""

from collections.abc import Sequence
from fractions import Fraction
from math import nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.adjustment import Correction, adjust, adjust_floats, rejected
from properties.oracles import stats, stats_multiple

corrections = st.sampled_from(Correction)
# Few denominators, so that ties and p-values on the edge of alpha are common.
probabilities = st.integers(0, 40).map(lambda k: Fraction(k, 40)) | st.fractions(0, 1)
families = st.lists(probabilities, max_size=8)
floats = st.floats(0, 1) | st.integers(0, 40).map(lambda k: k / 40)


def steps_up(p_values: Sequence[Fraction], bounds: Sequence[Fraction]) -> list[bool]:
    """Reject all up to the largest rank whose p-value is within its bound."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    last = max((rank for rank, at in enumerate(order) if p_values[at] <= bounds[rank]), default=-1)
    return [order.index(at) <= last for at in range(len(p_values))]


@given(families, corrections)
def test_an_adjusted_p_value_is_a_probability_not_below_its_raw_one(
    raw: list[Fraction], how: Correction
) -> None:
    adjusted = adjust(raw, how)

    assert all(p <= q <= 1 for p, q in zip(raw, adjusted, strict=True))


@given(families, corrections)
def test_adjusted_p_values_rise_with_the_raw_ones_and_ties_share(
    raw: list[Fraction], how: Correction
) -> None:
    adjusted = adjust(raw, how)

    pairs = [
        (p, q) for p in zip(raw, adjusted, strict=True) for q in zip(raw, adjusted, strict=True)
    ]
    assert all(one[1] <= other[1] for one, other in pairs if one[0] <= other[0])


@given(st.data(), families.filter(bool), corrections)
def test_a_larger_p_value_lowers_no_other(
    data: st.DataObject, raw: list[Fraction], how: Correction
) -> None:
    at = data.draw(st.integers(0, len(raw) - 1))
    larger = [*raw[:at], max(raw[at], data.draw(probabilities)), *raw[at + 1 :]]

    assert all(p <= q for p, q in zip(adjust(raw, how), adjust(larger, how), strict=True))


@given(families)
def test_each_correction_is_at_most_the_stricter_one(raw: list[Fraction]) -> None:
    order = (
        Correction.NONE,
        Correction.BENJAMINI_HOCHBERG,
        Correction.HOCHBERG,
        Correction.HOLM,
        Correction.BONFERRONI,
    )

    rows = zip(*(adjust(raw, how) for how in order), strict=True)

    assert all(list(row) == sorted(row) for row in rows)


@given(st.data(), families, corrections)
def test_the_order_of_tests_plays_no_part(
    data: st.DataObject, raw: list[Fraction], how: Correction
) -> None:
    order = data.draw(st.permutations(range(len(raw))))

    adjusted = adjust(raw, how)

    assert adjust([raw[at] for at in order], how) == tuple(adjusted[at] for at in order)


@given(families, probabilities, corrections)
def test_rejected_is_adjusted_to_the_level(
    raw: list[Fraction], alpha: Fraction, how: Correction
) -> None:
    decisions = rejected(raw, how, alpha=alpha)

    assert decisions == tuple(p <= alpha for p in adjust(raw, how))
    assert decisions == rejected(adjust(raw, how), Correction.NONE, alpha=alpha)


# At alpha = 1 a step stops at p <= 1 / m, while every adjusted p-value is at most 1.
@given(families, probabilities.filter(lambda alpha: alpha < 1))
def test_holm_decides_as_stepping_down_does(raw: list[Fraction], alpha: Fraction) -> None:
    assert list(rejected(raw, alpha=alpha)) == stats.holm_rejects(raw, alpha)


@given(families, probabilities.filter(lambda alpha: alpha < 1))
def test_hochberg_and_benjamini_hochberg_decide_as_stepping_up_does(
    raw: list[Fraction], alpha: Fraction
) -> None:
    m = len(raw)
    hochberg = [alpha / (m - rank) for rank in range(m)]
    fdr = [alpha * (rank + 1) / m for rank in range(m)]

    assert list(rejected(raw, Correction.HOCHBERG, alpha=alpha)) == steps_up(raw, hochberg)
    assert list(rejected(raw, Correction.BENJAMINI_HOCHBERG, alpha=alpha)) == steps_up(raw, fdr)


@given(st.lists(probabilities, max_size=6))
def test_holm_is_the_closure_of_bonferroni(raw: list[Fraction]) -> None:
    assert list(adjust(raw)) == stats_multiple.closed(raw)


@given(families, st.integers(0, 5))
def test_every_correction_agrees_with_its_oracle(raw: list[Fraction], more: int) -> None:
    m = len(raw) + more

    assert list(adjust(raw, Correction.HOLM, m=m)) == stats.holm(raw, m)
    assert list(adjust(raw, Correction.BONFERRONI, m=m)) == stats_multiple.bonferroni(raw, m)
    assert list(adjust(raw, Correction.HOCHBERG)) == stats_multiple.hochberg(raw)
    assert list(adjust(raw, Correction.BENJAMINI_HOCHBERG)) == stats_multiple.benjamini_hochberg(
        raw
    )
    assert list(adjust(raw, Correction.NONE)) == raw


@given(families, corrections, st.integers(0, 5), st.integers(0, 5))
def test_a_larger_family_gives_larger_p_values(
    raw: list[Fraction], how: Correction, more: int, most: int
) -> None:
    small = adjust(raw, how, m=len(raw) + more)
    large = adjust(raw, how, m=len(raw) + more + most)

    assert all(p <= q for p, q in zip(small, large, strict=True))


@given(families, corrections, st.integers(0, 5))
def test_a_test_that_is_not_there_counts_as_one_with_p_1(
    raw: list[Fraction], how: Correction, more: int
) -> None:
    padded = adjust([*raw, *[Fraction(1)] * more], how)

    assert adjust(raw, how, m=len(raw) + more) == padded[: len(raw)]


@given(st.lists(floats, max_size=12), corrections, st.integers(0, 3))
def test_floats_are_the_nearest_to_the_exact_result(
    raw: list[float], how: Correction, more: int
) -> None:
    m = len(raw) + more
    exact = [float(p) for p in adjust([Fraction(p) for p in raw], how, m=m)]

    found = adjust_floats(raw, how, m=m).tolist()

    if how is Correction.BENJAMINI_HOCHBERG:
        near = zip(found, exact, strict=True)
        assert all(nextafter(q, -1) <= p <= nextafter(q, 2) for p, q in near)
    else:
        assert found == exact


@pytest.mark.parametrize("how", Correction)
@given(raw=families.filter(bool))
def test_one_family_of_one_test_is_left_alone(how: Correction, raw: list[Fraction]) -> None:
    assert adjust(raw[:1], how) == (raw[0],)


@given(st.lists(floats, max_size=8), floats, corrections)
def test_decisions_on_floats_are_those_on_the_numbers_they_are(
    raw: list[float], alpha: float, how: Correction
) -> None:
    exact = [Fraction(p) for p in raw]

    assert rejected(raw, how, alpha=alpha) == rejected(exact, how, alpha=Fraction(alpha))
