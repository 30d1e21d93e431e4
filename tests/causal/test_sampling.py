"""A random subset of subjects: who is drawn, and where the mean of all lies."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import log, sqrt

import pytest

from measurand.studies.causal.sampling import SampledBounds, Sampling, draw_subjects, sampled_bounds

LEVEL = Fraction(95, 100)
BINARY = (Fraction(0), Fraction(1))
HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))


def of(
    values: list[Fraction], size: int, levels: tuple[Fraction, ...] | None = None
) -> SampledBounds:
    return sampled_bounds(values, values, size, LEVEL, levels=levels)


def test_all_are_asked_where_no_size_is_set_or_it_is_large() -> None:
    names = ("a", "b", "c")

    for size in (None, 3, 9):
        assert draw_subjects(names, Sampling(size=size), sample="1", kind="intervention") == names


def test_so_many_are_asked_as_the_size_says_in_their_order() -> None:
    names = tuple("abcdefghij")

    found = draw_subjects(names, Sampling(size=4), sample="1", kind="intervention")

    assert len(found) == 4
    assert list(found) == sorted(found)


def test_a_larger_sample_has_all_of_a_smaller_one() -> None:
    names = tuple("abcdefghij")

    samples = [
        set(draw_subjects(names, Sampling(size=size), sample="1", kind="abductive"))
        for size in range(1, 11)
    ]

    assert all(small < large for small, large in pairwise(samples))


@pytest.mark.parametrize(
    "other", [("2", "intervention", 0), ("1", "abductive", 0), ("1", "intervention", 1)]
)
def test_samples_kinds_and_seeds_draw_apart(other: tuple[str, str, int]) -> None:
    names = tuple("abcdefghijklmnopqrstuvwxyz")
    sample, kind, seed = other

    first = draw_subjects(names, Sampling(size=13), sample="1", kind="intervention")
    second = draw_subjects(names, Sampling(size=13, seed=seed), sample=sample, kind=kind)

    assert first != second


def test_every_pair_of_four_is_drawn_about_as_often() -> None:
    # 600 seeds over 6 pairs: 100 each; a chi-square of 5 degrees is above 20.5 once in a thousand
    counts = dict.fromkeys(combinations("abcd", 2), 0)
    for seed in range(600):
        pair = draw_subjects(
            tuple("abcd"), Sampling(size=2, seed=seed), sample="1", kind="intervention"
        )
        counts[pair[0], pair[1]] += 1

    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 20.5


def test_the_whole_population_is_certain() -> None:
    found = of([Fraction(1), Fraction(0), Fraction(1, 4)], 3)

    assert (found.low, found.high, found.how) == (Fraction(5, 12), Fraction(5, 12), "all subjects")


def test_five_hits_of_five_from_ten() -> None:
    # P(5 of 5 | 6 of 10) = 6/252 < 0.025 < 21/252 = P(5 of 5 | 7 of 10): hypergeometric, by hand
    found = of([Fraction(1)] * 5, 10, BINARY)

    assert (found.low, found.high) == (Fraction(7, 10), Fraction(1))
    assert found.how == "exact counts"


def test_one_hit_of_two_from_four_may_be_any_that_is_possible() -> None:
    # K = 1, 2, 3: P(at least one hit | 1) = 1/2, P(at most one | 3) = 1/2
    found = of([Fraction(1), Fraction(0)], 4, BINARY)

    assert (found.low, found.high) == (Fraction(1, 4), Fraction(3, 4))


def test_two_levels_share_the_error() -> None:
    # 8 of 10 sampled, all full marks: of 2 others none need be. Each of two levels has an error of
    # 1/80 on a side: P(8 of 8 | 9 of 10) = C(9, 8)/C(10, 8) = 9/45 and P(8 of 8 | 8) = 1/45 > 1/80
    found = of([Fraction(1)] * 8, 10, HALVES)

    assert (found.low, found.high) == (Fraction(8, 10), Fraction(1))
    # with one level less the error is 1/40 > 1/45: 8 of 10 is ruled out
    assert of([Fraction(1)] * 8, 10, BINARY).low == Fraction(9, 10)


def test_a_share_between_the_levels_falls_back_on_the_inequality() -> None:
    # n = 50 of N = 100: rho = min(1 - 49/100, 1/2 * 51/50) = 51/100
    values = [Fraction(1, 3)] * 50
    half = sqrt(0.51 * log(40) / 100)

    found = of(values, 100, HALVES)

    assert found.how == "inequality"
    assert float(found.low) == pytest.approx(max(1 / 6, 1 / 3 - half))
    assert float(found.high) == pytest.approx(1 / 3 + half)


def test_of_most_subjects_the_rest_says_more() -> None:
    # n = 80 of N = 100: 1 - n/N = 1/5 times 81/80, well below 1 - 79/100
    found = of([Fraction(1, 3)] * 80, 100)

    half = sqrt(0.2 * 81 / 80 * log(40) / 160)
    assert float(found.low) == pytest.approx(max(80 / 300, 1 / 3 - half))
    assert float(found.high) == pytest.approx(1 / 3 + half)


def test_what_was_not_asked_lies_between_0_and_1() -> None:
    found = of([Fraction(1, 3)] * 2, 3)

    assert (found.low, found.high) == (Fraction(2, 9), Fraction(5, 9))


def test_open_subjects_widen_both_ends() -> None:
    low, high = [Fraction(0), Fraction(1)], [Fraction(1), Fraction(1)]

    found = sampled_bounds(low, high, 4, LEVEL, levels=BINARY)

    assert (found.low, found.high) == (Fraction(1, 4), Fraction(1))


def test_many_subjects_are_bounded_by_the_inequality() -> None:
    assert of([Fraction(1)] * 10, 401, BINARY).how == "inequality"
    assert of([Fraction(1)] * 10, 400, BINARY).how == "exact counts"


@pytest.mark.parametrize(("low", "size"), [([], 3), ([Fraction(1)] * 4, 3)])
def test_a_sample_is_part_of_the_population(low: list[Fraction], size: int) -> None:
    with pytest.raises(ValueError, match=f"a sample of 1 to 3 subjects: got {len(low)} and"):
        sampled_bounds(low, low, size, LEVEL)


def test_a_sample_has_at_least_one_subject() -> None:
    with pytest.raises(ValueError, match="'size' must be >= 1: 0"):
        Sampling(size=0)


def test_a_seed_is_not_negative() -> None:
    with pytest.raises(ValueError, match="'seed' must be >= 0: -1"):
        Sampling(seed=-1)


def test_a_level_lies_between_0_and_1() -> None:
    with pytest.raises(ValueError, match="a level lies between 0 and 1: got 1"):
        Sampling(level=Fraction(1))
