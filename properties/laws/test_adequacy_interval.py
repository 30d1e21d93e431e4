"""The laws of intervals are enough: each wrong one is caught, each law is needed."""

from measurand.edges.trials.suites import INTERVAL_2026_1
from properties.laws.adequate import assert_adequate, judged, overlooked

FOUND = judged(INTERVAL_2026_1, 70)


def test_the_laws_of_intervals_catch_every_wrong_one_and_accuse_no_right_one() -> None:
    assert_adequate(FOUND, at_least=30)


def test_the_search_finds_every_wrong_one_in_its_budget() -> None:
    assert overlooked(INTERVAL_2026_1, FOUND) == []
