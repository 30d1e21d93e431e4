"""Win rates at equal length: what must be so of any comparisons, and the slopes of a likelihood."""

from fractions import Fraction
from math import exp, tanh
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.length_control import Duel, LengthControlled, length_controlled

DUELS = st.lists(
    st.builds(
        Duel,
        won=st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]),
        longer=st.integers(-9, 9).map(float),
        cluster=st.sampled_from([None, "a", "b", "c"]),
    ),
    max_size=14,
)


@given(DUELS)
def test_exchanging_the_systems_leaves_what_is_left_to_one(duels: list[Duel]) -> None:
    turned = [Duel(won=1 - one.won, longer=-one.longer, cluster=one.cluster) for one in duels]

    found, other = length_controlled(duels), length_controlled(turned)

    if isinstance(found, LengthControlled):
        assert isinstance(other, LengthControlled)
        assert other.rate == pytest.approx(1 - found.rate, abs=1e-7)
        assert other.interval.low == pytest.approx(1 - found.interval.high, abs=1e-7)
        assert other.effect == pytest.approx(found.effect, abs=1e-6, rel=1e-6)
    else:
        assert other == found


@given(DUELS, st.sampled_from([0.25, 3.0, 1000.0]))
def test_the_unit_of_lengths_does_not_matter(duels: list[Duel], unit: float) -> None:
    other = [Duel(won=one.won, longer=one.longer * unit, cluster=one.cluster) for one in duels]

    found, scaled = length_controlled(duels), length_controlled(other)

    if isinstance(found, LengthControlled):
        assert isinstance(scaled, LengthControlled)
        assert scaled.rate == pytest.approx(found.rate, abs=1e-7)
    else:
        assert scaled == found


@given(DUELS, st.permutations(range(14)))
def test_order_does_not_matter(duels: list[Duel], order: list[int]) -> None:
    mixed = [duels[at] for at in order if at < len(duels)]

    found, other = length_controlled(duels), length_controlled(mixed)

    if isinstance(found, LengthControlled):
        assert isinstance(other, LengthControlled)
        assert other.rate == pytest.approx(found.rate, abs=1e-7)
    else:
        assert other == found


@given(DUELS)
def test_at_the_top_expected_wins_are_the_wins_and_so_along_lengths(duels: list[Duel]) -> None:
    found = length_controlled(duels)
    if not isinstance(found, LengthControlled):
        return
    spread = stdev(one.longer for one in duels)
    odds = found.rate / (1 - found.rate)
    curves = [tanh(one.longer / spread) for one in duels]
    off = [
        float(one.won) - 1 / (1 + exp(-found.effect * t) / odds)
        for one, t in zip(duels, curves, strict=True)
    ]

    assert sum(off) == pytest.approx(0, abs=1e-6)
    assert sum(o * t for o, t in zip(off, curves, strict=True)) == pytest.approx(0, abs=1e-6)
    assert 0 <= found.interval.low <= found.rate <= found.interval.high <= 1
