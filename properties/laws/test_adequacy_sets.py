"""The laws of scores of sets: each wrong one is caught, no right one is accused."""

import pytest

from measurand.edges.trials.suites import SET_F1_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked

TEXTBOOK = (
    "range",
    "identity",
    "disjoint",
    "swap",
    "sample-order",
    "missing-prediction",
)


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(SET_F1_2026_1, 100)


def test_every_wrong_score_of_sets_is_caught_and_no_right_one_is_accused(found: Adequacy) -> None:
    assert_adequate(found, at_least=40)


def test_each_wrong_score_of_sets_is_found_within_a_hundred_examples(found: Adequacy) -> None:
    assert overlooked(SET_F1_2026_1, found) == []


def test_six_textbook_laws_alone_catch_less_than_half_of_the_wrong_scores(found: Adequacy) -> None:
    # Research for this library measured 10 of 19, with six such laws on scores of tuples.
    assert (len(found.by(TEXTBOOK)), len(found.caught)) == (17, 47)
