"""Suites never change: a new law appears only in a suite of a new name."""

from measurand.edges.trials.suites import NEWEST, SUITES
from measurand.laws import every_law
from measurand.laws.kinds.registry import KINDS
from tests.testing.pinned_suites import PINNED


def test_the_laws_of_a_suite_are_those_that_it_had_when_it_was_named() -> None:
    found = {name: tuple(law.id for law in suite.listing.laws) for name, suite in SUITES.items()}

    assert found == PINNED


def test_every_kind_is_registered_with_its_suites_and_the_laws_of_the_newest() -> None:
    suites: dict[str, list[str]] = {}
    for name, suite in SUITES.items():
        suites.setdefault(suite.kind_name, []).append(name)

    assert {kind.name: list(kind.suites) for kind in KINDS} == suites
    assert {kind.name: kind.laws for kind in KINDS} == {
        name: suite.listing.laws for name, suite in NEWEST.items()
    }


def test_every_law_is_listed_under_its_kind_and_an_id_that_is_a_word() -> None:
    laws = every_law()

    assert {law.of for law in laws} == {"definitions", *NEWEST}
    assert len({(law.of, law.id) for law in laws}) == len(laws)
    assert all(law.id.replace("-", "").isalnum() for law in laws)
    assert all(law.says.endswith(".") for law in laws)


def test_what_a_law_needs_is_a_claim_that_its_kind_knows() -> None:
    for kind in KINDS:
        needed = {claim for law in kind.laws for claim in law.needs}

        assert needed <= {*kind.claims, "exact"}, kind.name


def test_the_newest_suite_of_a_kind_is_the_last_that_was_named() -> None:
    for kind in KINDS:
        assert NEWEST[kind.name].name == kind.suites[-1]
