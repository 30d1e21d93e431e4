"""The laws of intervals are enough: each wrong one is caught, each law is needed."""

import pytest

from measurand.edges.trials.suites import INTERVAL_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(INTERVAL_2026_1, 70)


def test_the_laws_of_intervals_catch_every_wrong_one_and_accuse_no_right_one(
    found: Adequacy,
) -> None:
    assert_adequate(found, at_least=30)


def test_the_search_finds_every_wrong_one_in_its_budget(found: Adequacy) -> None:
    assert overlooked(INTERVAL_2026_1, found) == []
