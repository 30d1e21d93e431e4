"""Answers to gold that is left out, counted by their keys; worked by hand."""

import pytest

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.observe import counts_aside
from measurand.evidence.sides import Wildcard, WildKind

Pairs = list[tuple[str, str]]
WILD = Wildcard(WildKind.GOLD, "term")
A, B, C, NONE = ("a", "+"), ("b", "+"), ("c", "-"), ("", "+")


@pytest.mark.parametrize(
    ("predicted", "gold", "whole", "expected"),
    [
        # a answers a; b answers the wild gold that is left out, and goes with it.
        ([A, B], [A], [A, NONE], (1, 1, 1)),
        # c has another polarity: nothing takes it, and it is a miss.
        ([A, C], [A], [A, NONE], (1, 2, 1)),
        # One wild gold takes one of two answers.
        ([B, ("d", "+")], [A], [A, NONE], (0, 1, 1)),
        # Gold that counts is answered first: nothing is left for the wild one.
        ([A], [A], [A, NONE], (1, 1, 1)),
        ([], [A], [A, NONE], (0, 0, 1)),
    ],
)
@pytest.mark.parametrize("match", [SetMatch(), MultisetMatch()])
def test_answers_to_gold_left_out_are_left_out(
    predicted: Pairs,
    gold: Pairs,
    whole: Pairs,
    expected: tuple[int, int, int],
    match: SetMatch | MultisetMatch,
) -> None:
    how = Observation(unit=("term", "polarity"), match=match, wildcard=WILD)

    assert counts_aside(how, list(predicted), list(gold), list(whole)) == expected


def test_repeated_answers_count_once_in_sets_and_each_in_multisets() -> None:
    """Of b, b one answers the wild gold; as a set both are one, and nothing is left."""
    sets = Observation(unit=("term", "polarity"), match=SetMatch(), wildcard=WILD)
    bags = Observation(unit=("term", "polarity"), match=MultisetMatch(), wildcard=WILD)

    assert counts_aside(sets, [A, B, B], [A], [A, NONE]) == (1, 1, 1)
    assert counts_aside(bags, [A, B, B], [A], [A, NONE]) == (1, 2, 1)
