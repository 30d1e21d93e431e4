"""Adjusted p-values of every vector on a grid, against the closure of Bonferroni's test.

Sizes: all 1,554 vectors of one to four p-values out of 0, 1/100, 1/40, 1/20, 1/3 and 1, and all
1,024 of five out of 0, 1/100, 1/40 and 1/2; families of up to two tests more than have a p-value.
"""

from fractions import Fraction
from itertools import product

import pytest

from measurand.inference.adjustment import Correction, adjust, rejected
from properties.oracles.stats_multiple import benjamini_hochberg, bonferroni, closed, hochberg

GRID = [
    Fraction(0),
    Fraction(1, 100),
    Fraction(1, 40),
    Fraction(1, 20),
    Fraction(1, 3),
    Fraction(1),
]
COARSE = [Fraction(0), Fraction(1, 100), Fraction(1, 40), Fraction(1, 2)]
VECTORS = [vector for size in range(1, 5) for vector in product(GRID, repeat=size)]
ALPHAS = [Fraction(1, 100), Fraction(1, 20), Fraction(1, 10)]


def test_holm_of_2578_vectors_is_the_closure_of_bonferroni() -> None:
    vectors = [*VECTORS, *product(COARSE, repeat=5)]

    for vector in vectors:
        assert list(adjust(vector)) == closed(vector)

    assert len(vectors) == 1554 + 1024


def test_hochberg_bonferroni_and_benjamini_hochberg_of_1554_vectors_are_their_definitions() -> None:
    for vector in VECTORS:
        assert list(adjust(vector, Correction.HOCHBERG)) == hochberg(vector)
        assert list(adjust(vector, Correction.BONFERRONI)) == bonferroni(vector)
        assert list(adjust(vector, Correction.BENJAMINI_HOCHBERG)) == benjamini_hochberg(vector)


def test_of_1554_vectors_those_are_rejected_whose_adjusted_p_is_at_most_alpha() -> None:
    for vector in VECTORS:
        adjusted = closed(vector)
        for alpha in ALPHAS:
            assert rejected(vector, alpha=alpha) == tuple(p <= alpha for p in adjusted)


@pytest.mark.parametrize("more", [1, 2])
def test_tests_without_a_p_value_count_as_if_it_were_one(more: int) -> None:
    vectors = [vector for vector in VECTORS if len(vector) < 4]
    for vector in vectors:
        filled = closed([*vector, *[Fraction(1)] * more])

        assert list(adjust(vector, m=len(vector) + more)) == filled[: len(vector)]

    assert len(vectors) == 258
