"""Ranks of four systems with figures from elsewhere, and what is refused."""

from fractions import Fraction
from itertools import combinations
from math import isclose

import pytest

from measurand.inference.adjustment import adjust
from measurand.inference.rank_certificate import (
    PairClaim,
    RankCertificate,
    exchanged,
    faults,
    taken,
)
from measurand.inference.rank_sets import (
    RankSet,
    items_needed,
    paired_error,
    rank_sets,
    tie_groups,
)
from measurand.inference.ranks import mcnemar
from measurand.values.score import Undefined

NAMES = ("north", "south", "west", "east")
# Of 60 items: how many the first alone has right, and the second alone; and the tests' p-values
# after Holm, computed by hand from binomial tails.
DISCORDANT = ((10, 4), (18, 3), (18, 2), (15, 6), (17, 7), (12, 13))
ADJUSTED = (0.35913086, 0.00744820, 0.00241470, 0.25565863, 0.25565863, 1.0)


def test_four_systems_on_sixty_items() -> None:
    found = adjust([mcnemar(one, two) for one, two in DISCORDANT])
    pairs = zip(combinations(NAMES, 2), found, strict=True)
    beats = {pair: True for pair, p in pairs if p <= Fraction(1, 20)}

    assert [round(float(p), 8) for p in found] == list(ADJUSTED)
    assert [one.text for one in rank_sets(NAMES, beats).values()] == ["1-2", "1-4", "2-4", "2-4"]
    assert tie_groups(NAMES, beats) == (("north", "south"), ("south", "west", "east"))


# 18 items up, 2 down, 40 alike: mean 16/60, and the deviation of 60 numbers by hand.
def test_the_error_of_sixty_differences() -> None:
    differences = [Fraction(1)] * 18 + [Fraction(-1)] * 2 + [Fraction(0)] * 40

    found = paired_error(differences)

    assert isinstance(found, float)
    assert round(found, 6) == 0.066667
    assert isclose(found**2, (20 - 60 * (16 / 60) ** 2) / 59 / 60)


# Two clusters of two items whose sums are 2 and 0: the squares are 1 and 1, times 2, over 16.
def test_clusters_vary_whole() -> None:
    found = paired_error([Fraction(one) for one in (1, 1, 0, 0)], ["a", "a", "b", "b"])

    assert found == 0.5
    assert paired_error([Fraction(1)], ["a"]) == Undefined("fewer than two clusters")


# (1.959964 + 0.841621)^2 is 7.848880: 100 items, error 0.1, difference 0.2 ask for 196.2.
def test_items_that_separate_two_systems() -> None:
    assert items_needed(100, 0.2, 0.1, alpha=Fraction(1, 20)) == 197
    assert items_needed(100, 0.2, 0.0, alpha=Fraction(1, 20)) == Undefined("no spread")


def test_a_pair_is_named_once() -> None:
    with pytest.raises(ValueError, match="each pair of the systems once: got 'b' and 'a'"):
        rank_sets("ab", {("b", "a"): True, ("a", "b"): True})
    with pytest.raises(ValueError, match="ranks from 1 on"):
        RankSet(best=2, worst=1)


def claim(times: int) -> PairClaim:
    return PairClaim(
        first=0,
        second=1,
        items=times,
        units=((Fraction(1), times),),
        difference=Fraction(1),
        p_value=Fraction(1, 32),
        adjusted=Fraction(1, 32),
        exact=True,
        separated=True,
    )


def test_a_certificate_that_would_take_for_ever_is_taken_as_it_stands() -> None:
    one = RankCertificate(systems=("a", "b"), ranks=((1, 1), (2, 2)), pairs=(claim(2**40),))

    assert (faults(one), taken(one)) == ((), 1)
    assert exchanged([(Fraction(1, 3**at), 1) for at in range(60)]) is None


def test_a_certificate_names_each_pair_once() -> None:
    many = tuple(str(at) for at in range(10**6))

    assert faults(RankCertificate(systems=many, ranks=(), pairs=(claim(6),))) == (
        "each of 499999500000 pairs once: got 1",
    )
    twice = RankCertificate(systems=("a", "b", "c"), ranks=(), pairs=(claim(6), claim(6), claim(6)))
    assert faults(twice) == ("each of 3 pairs once: got 3",)
