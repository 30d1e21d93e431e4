"""The laws of scores of rankings catch every wrong one, and accuse no right one."""

import pytest

from measurand.edges.trials.suites import RANKING_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(RANKING_2026_1, 150)


def test_every_wrong_score_of_rankings_is_caught_and_no_right_one(found: Adequacy) -> None:
    assert_adequate(found)


def test_the_search_finds_every_wrong_score_of_rankings(found: Adequacy) -> None:
    assert overlooked(RANKING_2026_1, found) == []
