"""The law table is true: what is promised holds, what is refuted breaks, nothing is left out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.laws.catalogue import CATALOGUE, LAWS
from measurand.laws.table import LAW_TABLE, Promised, Refuted
from properties.strategies.cases import cases

KNOWN = {law.name: law for law in LAWS}
PROMISED = [place for place, cell in LAW_TABLE.items() if isinstance(cell, Promised)]
REFUTED = [(*place, cell.case) for place, cell in LAW_TABLE.items() if isinstance(cell, Refuted)]


def test_the_table_has_no_blanks() -> None:
    assert set(LAW_TABLE) == {(name, law.name) for name in CATALOGUE for law in LAWS}


def test_every_law_is_promised_by_some_definition_and_most_are_refuted_by_another() -> None:
    promised = {law for _, law in PROMISED}
    refuted = {law for _, law, _ in REFUTED}

    assert promised == set(KNOWN)
    assert set(KNOWN) - refuted == {"counts", "sample order", "partition", "signature"}


@pytest.mark.parametrize("name", list(CATALOGUE))
@given(data=st.data())
@settings(max_examples=40)
def test_a_definition_keeps_what_it_promises(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(CATALOGUE[name]))

    for law in LAWS:
        if isinstance(LAW_TABLE[name, law.name], Promised):
            assert law.check(CATALOGUE[name], case) == Holds(), law.says


def test_a_refuted_law_breaks_in_the_case_that_is_told() -> None:
    for name, law, case in REFUTED:
        found = KNOWN[law].check(CATALOGUE[name], case)

        assert isinstance(found, Broken), (name, law)
