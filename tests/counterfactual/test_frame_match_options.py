"""Matched frames: options that make no sense are refused."""

import re
from fractions import Fraction

import pytest

from measurand.studies.counterfactual.frame_match import FrameMatch, Weights


@pytest.mark.parametrize("threshold", [Fraction(0), Fraction(11, 10)])
def test_a_threshold_is_positive_and_at_most_one(threshold: Fraction) -> None:
    with pytest.raises(ValueError, match="threshold"):
        FrameMatch(threshold=threshold)


@pytest.mark.parametrize(
    ("aliases", "why"),
    [
        ((frozenset({"a", "b"}), frozenset({"b"})), "in one group of aliases: got 'b' in 2"),
        ((frozenset({"A"}),), "aliases are in lower case: got 'A'"),
    ],
)
def test_aliases_are_groups_in_lower_case(aliases: tuple[frozenset[str], ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        FrameMatch(aliases=aliases)


def test_weights_add_to_at_most_one() -> None:
    with pytest.raises(ValueError, match=re.escape("add to at most 1: got 11/10")):
        Weights(finding=Fraction(1, 2))
    with pytest.raises(ValueError, match=re.escape("add to at most 1: got 11/10")):
        Weights(alias=Fraction(1, 2))
    with pytest.raises(ValueError, match="must be >= 0"):
        Weights(laterality_open=Fraction(-1, 10))


def test_weights_are_coarse_enough_to_add_exactly() -> None:
    with pytest.raises(ValueError, match="a common denominator of at most 1000000"):
        Weights(polarity=Fraction(0.1))
