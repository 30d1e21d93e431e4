"""What is proved of a law holds of every definition and corpus that are drawn."""

from hypothesis import event, given
from hypothesis import strategies as st

from measurand.algebra.law import Broken
from measurand.laws.case import claims
from measurand.laws.proofs import proof_of, verified
from measurand.laws.table import LAWS
from measurand.metrics.definitions import Definition
from properties.inference.test_measures import measures
from properties.strategies.cases import cases
from properties.strategies.definitions import averaged


@given(data=st.data(), definition=averaged | measures)
def test_no_case_breaks_a_law_that_is_proved(data: st.DataObject, definition: Definition) -> None:
    case = data.draw(cases(definition))
    for law in LAWS:
        if law.needs <= claims(definition) and (proof := proof_of(definition, law.name)):
            event(law.name)
            assert verified(definition, law.name, proof)
            found = law.check(definition, case)
            assert not isinstance(found, Broken), (law.name, found)
