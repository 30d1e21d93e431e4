"""The laws of paired tests are enough: each wrong one is caught, each law is needed."""

import pytest

from measurand.edges.trials.suites import PAIRED_TEST_2026_1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(PAIRED_TEST_2026_1, 100)


def test_the_laws_of_paired_tests_catch_every_wrong_one_and_accuse_no_right_one(
    found: Adequacy,
) -> None:
    assert_adequate(found, at_least=30)


def test_the_search_finds_every_wrong_one_in_its_budget(found: Adequacy) -> None:
    assert overlooked(PAIRED_TEST_2026_1, found) == []
