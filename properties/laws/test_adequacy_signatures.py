"""The laws of signatures catch every wrong one, and accuse no right one."""

import pytest

from measurand.edges.trials.suites import SIGNATURE_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(SIGNATURE_2026_1, 100)


def test_every_wrong_signature_is_caught_and_no_right_one(found: Adequacy) -> None:
    assert_adequate(found)


def test_the_search_finds_every_wrong_signature(found: Adequacy) -> None:
    assert overlooked(SIGNATURE_2026_1, found) == []
