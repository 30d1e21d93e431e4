"""The laws of signatures catch every wrong one, and accuse no right one."""

from measurand.edges.trials.suites import SIGNATURE_2026_1
from properties.laws.adequate import assert_adequate, judged, overlooked

FOUND = judged(SIGNATURE_2026_1, 100)


def test_every_wrong_signature_is_caught_and_no_right_one() -> None:
    assert_adequate(FOUND)


def test_the_search_finds_every_wrong_signature() -> None:
    assert overlooked(SIGNATURE_2026_1, FOUND) == []
