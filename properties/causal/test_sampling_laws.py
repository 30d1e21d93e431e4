"""Sampling subjects: the estimate is right on average, and its interval as often as it says."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.sampling import Sampling, draw_subjects, sampled_bounds
from properties.strategies.effort import third

HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))
BINARY = (Fraction(0), Fraction(1))
LEVELS = st.sampled_from([Fraction(1, 2), Fraction(4, 5), Fraction(9, 10), Fraction(95, 100)])
NAMES = st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=1, max_size=9, unique=True)


def populations(values: st.SearchStrategy[Fraction]) -> st.SearchStrategy[list[Fraction]]:
    return st.lists(values, min_size=2, max_size=9)


def covered(
    population: list[Fraction], size: int, level: Fraction, levels: tuple[Fraction, ...] | None
) -> Fraction:
    """Count over all subsets how many intervals hold the mean of all."""
    mean = sum(population, Fraction(0)) / len(population)
    found = [
        sampled_bounds(sample, sample, len(population), level, levels=levels)
        for sample in combinations(population, size)
    ]
    return Fraction(sum(one.low <= mean <= one.high for one in found), len(found))


@third
@given(populations(st.sampled_from(BINARY)), st.data(), LEVELS)
def test_counts_of_two_levels_cover(
    population: list[Fraction], data: st.DataObject, level: Fraction
) -> None:
    size = data.draw(st.integers(1, len(population) - 1))

    assert covered(population, size, level, BINARY) >= level


@third
@given(populations(st.sampled_from(HALVES)), st.data(), LEVELS)
def test_counts_of_three_levels_cover(
    population: list[Fraction], data: st.DataObject, level: Fraction
) -> None:
    size = data.draw(st.integers(1, len(population) - 1))

    assert covered(population, size, level, HALVES) >= level


@third
@given(populations(st.fractions(0, 1, max_denominator=9)), st.data(), LEVELS)
def test_the_inequality_covers(
    population: list[Fraction], data: st.DataObject, level: Fraction
) -> None:
    size = data.draw(st.integers(1, len(population) - 1))

    assert covered(population, size, level, None) >= level


@given(populations(st.sampled_from(HALVES)), st.data(), LEVELS)
def test_an_interval_holds_the_estimate_and_keeps_to_what_is_certain(
    population: list[Fraction], data: st.DataObject, level: Fraction
) -> None:
    sample = population[: data.draw(st.integers(1, len(population)))]
    levels = data.draw(st.sampled_from([HALVES, None]))

    found = sampled_bounds(sample, sample, len(population), level, levels=levels)

    total, rest = sum(sample, Fraction(0)), len(population) - len(sample)
    assert total / len(population) <= found.low <= total / len(sample) <= found.high
    assert found.high <= (total + rest) / len(population)


@given(NAMES, st.integers(1, 9), st.integers(0, 5))
def test_the_order_of_the_subjects_plays_no_part(names: list[str], size: int, seed: int) -> None:
    how = Sampling(size=size, seed=seed)
    forwards = draw_subjects(names, how, sample="s", kind="k")
    backwards = draw_subjects(names[::-1], how, sample="s", kind="k")

    assert forwards == backwards[::-1]
    assert len(forwards) == min(size, len(names))
