"""The laws of scores of lists of tuples: each wrong one is caught, no right one is accused."""

import pytest

from measurand.edges.trials.suites import TUPLE_F1_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(TUPLE_F1_2026_1, 80)


def test_every_wrong_score_of_tuples_is_caught_and_no_right_one_is_accused(found: Adequacy) -> None:
    assert_adequate(found, at_least=50)


def test_each_wrong_score_of_tuples_is_found_within_a_hundred_examples(found: Adequacy) -> None:
    assert overlooked(TUPLE_F1_2026_1, found) == []
