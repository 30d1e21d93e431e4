"""Win rates at equal length: what must be so of any comparisons, and the slopes of a likelihood."""

from fractions import Fraction
from math import exp, inf, log, sqrt, tanh
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from measurand.inference.interval import Interval
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


def ends(found: LengthControlled) -> tuple[float, float]:
    """Give the interval of what length does; without one everything is open."""
    one = found.effect_interval
    return (one.low, one.high) if isinstance(one, Interval) else (-inf, inf)


@given(DUELS)
def test_exchanging_the_systems_leaves_what_is_left_to_one(duels: list[Duel]) -> None:
    turned = [Duel(won=1 - one.won, longer=-one.longer, cluster=one.cluster) for one in duels]

    found, other = length_controlled(duels), length_controlled(turned)

    if isinstance(found, LengthControlled):
        assert isinstance(other, LengthControlled)
        assert other.rate == pytest.approx(1 - found.rate, abs=1e-7)
        assert other.interval.low == pytest.approx(1 - found.interval.high, abs=1e-7)
        assert other.effect == pytest.approx(found.effect, abs=1e-6, rel=1e-6)
        assert ends(other) == pytest.approx(ends(found), abs=1e-6, rel=1e-4)
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


def half(moved: list[float], likelihood: float) -> float:
    """Take t errors, as a list: the larger of two errors, and degrees of freedom of the first."""
    number = len(moved)
    squares = [one**2 for one in moved]
    total = sum(squares)
    spread = sum((one - total / number) ** 2 for one in squares)
    # What is left of a difference of floats is no spread.
    few = 2 * total**2 / spread if spread > 1e-15 * total**2 else number - 1
    error = sqrt(max(total * (number - 1) / number, likelihood))
    return float(stats.t.ppf(0.975, max(1, min(few, number - 1)))) * error


def stepped(duels: list[Duel], found: LengthControlled) -> list[float]:
    """Take one step of Newton without each unit, of whole matrices; and what these are of."""
    spread = stdev(one.longer for one in duels)
    rows = np.array([[1.0, tanh(one.longer / spread)] for one in duels])
    odds = rows @ np.array([log(found.rate / (1 - found.rate)), found.effect])
    p = 1 / (1 + np.exp(-odds))
    rest = np.array([float(one.won) for one in duels]) - p
    names = [at if one.cluster is None else one.cluster for at, one in enumerate(duels)]
    moved = []
    for name in dict.fromkeys(names):
        kept = np.array([other != name for other in names])
        moved.append(np.linalg.solve(information(rows[kept], p[kept]), rows[kept].T @ rest[kept]))
    alike = np.linalg.inv(information(rows, p)) * (rest**2).sum() / (p * (1 - p)).sum()
    return [half([float(one[at]) for one in moved], float(alike[at, at])) for at in (0, 1)]


def information(rows: NDArray[np.float64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(rows.T @ np.diag(p * (1 - p)) @ rows, dtype=np.float64)


@given(DUELS)
def test_intervals_are_those_of_one_step_without_each_unit(duels: list[Duel]) -> None:
    found = length_controlled(duels)
    if not isinstance(found, LengthControlled):
        return
    if not isinstance(found.effect_interval, Interval):
        assert (found.interval.low, found.interval.high) == (0, 1)
        return
    # Far out, and where nearly all hangs on one unit, floats of two roads part.
    if abs(found.effect) > 8 or found.effect_interval.high > 1e3:
        return

    of_odds, of_effect = stepped(duels, found)

    assert found.effect_interval.high - found.effect == pytest.approx(of_effect, rel=1e-4, abs=1e-6)
    odds = log(found.rate / (1 - found.rate))
    assert found.interval.high == pytest.approx(1 / (1 + exp(-odds - of_odds)), abs=1e-6)
    assert found.interval.low == pytest.approx(1 / (1 + exp(-odds + of_odds)), abs=1e-6)
