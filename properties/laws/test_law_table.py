"""The law table holds: what is promised cannot be broken, what is refuted breaks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.laws.counterexamples import REFUTATIONS
from measurand.laws.table import CATALOGUE, LAW_TABLE, LAWS, Promised, Refuted
from measurand.metrics.definitions import REVISIONS, name_of
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.signature import signature
from measurand.metrics.standard import MEASURES
from properties.strategies.cases import cases

BY_NAME = {law.name: law for law in LAWS}
CELLS = [
    (definition, law, cell) for definition, row in LAW_TABLE.items() for law, cell in row.items()
]
PROMISED = [(name, law) for name, law, cell in CELLS if isinstance(cell, Promised)]
REFUTED = [(name, law, cell) for name, law, cell in CELLS if isinstance(cell, Refuted)]
SOME = max(30, settings().max_examples // 2)


@pytest.mark.parametrize("definition", CATALOGUE)
@settings(max_examples=SOME)
@given(data=st.data())
def test_promises_are_kept(definition: str, data: st.DataObject) -> None:
    # One test a definition, not one a cell: beyond a thousand of them Hypothesis has too deep a
    # chain of settings. So each drawn case is tried on every law, too.
    subject = CATALOGUE[definition]
    case = data.draw(cases(subject))

    outcomes = {
        law: BY_NAME[law].check(subject, case) for name, law in PROMISED if name == definition
    }

    assert {law: found for law, found in outcomes.items() if found != Holds()} == {}


@pytest.mark.parametrize(("definition", "law", "cell"), REFUTED)
def test_a_refuted_law_breaks_in_its_case(definition: str, law: str, cell: Refuted) -> None:
    assert isinstance(BY_NAME[law].check(CATALOGUE[definition], cell.case), Broken)


def test_the_table_has_no_blanks() -> None:
    assert list(LAW_TABLE) == list(CATALOGUE)
    assert all(list(row) == [law.name for law in LAWS] for row in LAW_TABLE.values())


def test_every_refutation_is_of_a_law_and_of_definitions_in_the_catalogue() -> None:
    named = [
        (law, name) for law, found in REFUTATIONS.items() for _, names in found for name in names
    ]

    assert {law for law, _ in named} <= set(BY_NAME)
    assert {name for _, name in named} <= set(CATALOGUE)
    assert len(named) == len(set(named)) == len(REFUTED)


def test_every_metric_stands_in_the_table_and_no_definition_twice() -> None:
    # Formulas have suites of their own, and proofs.
    named = set(REVISIONS) - {*MEASURES, *NUMERIC, "formula"}
    assert {name_of(definition) for definition in CATALOGUE.values()} == named
    assert len({signature(definition) for definition in CATALOGUE.values()}) == len(CATALOGUE)


@pytest.mark.parametrize("law", [law.name for law in LAWS if law.name in REFUTATIONS])
def test_a_law_that_some_refute_is_promised_by_others(law: str) -> None:
    assert any(name == law for _, name in PROMISED)
