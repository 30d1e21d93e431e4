"""The laws of scores of rankings catch every wrong one, and accuse no right one."""

from measurand.edges.trials.suites import RANKING_2026_1
from properties.laws.adequate import assert_adequate, judged, overlooked

FOUND = judged(RANKING_2026_1, 150)


def test_every_wrong_score_of_rankings_is_caught_and_no_right_one() -> None:
    assert_adequate(FOUND)


def test_the_search_finds_every_wrong_score_of_rankings() -> None:
    assert overlooked(RANKING_2026_1, FOUND) == []
