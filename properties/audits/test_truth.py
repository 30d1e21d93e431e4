"""An audit never rejects the definition that made the numbers, and agrees with the check of it."""

from hypothesis import assume, event, given

from measurand.auditing.claims.space import Candidate
from measurand.metrics.grammar import SignatureError
from measurand.values.verdict import Verdict
from properties.audits.tables import Audited, honest_tables, tables

Honest = tuple[Audited, Candidate]


def holds(made: Audited, one: Candidate) -> bool:
    try:
        return made.check(one).verdict is Verdict.HOLDS
    except SignatureError:
        return False


@given(honest_tables())
def test_an_audit_never_rejects_the_definition_that_made_the_numbers(drawn: Honest) -> None:
    made, truth = drawn
    assume(made.spots())

    found = made.audit()

    event(f"{len(found.survivors)} groups of survivors")
    assert truth in {one for group in found.survivors for one in group.candidates}
    assert found.verdict is Verdict.HOLDS
    assert found.without == ()


@given(honest_tables())
def test_the_check_of_the_definition_that_made_the_numbers_holds(drawn: Honest) -> None:
    made, truth = drawn
    assume(made.spots())

    assert made.check(truth).verdict is Verdict.HOLDS


@given(tables)
def test_a_candidate_survives_where_its_check_holds_and_nowhere_else(made: Audited) -> None:
    assume(made.spots())

    alive = made.alive()

    event(f"{len(alive)} of {len(made.tried)} survive")
    assert alive == {one for one in made.tried if holds(made, one)}


@given(honest_tables())
def test_with_skipped_records_nothing_holds(drawn: Honest) -> None:
    made, truth = drawn
    assume(made.spots())

    found = made.audit(skipped=1)

    assert found.survivors == ()
    assert found.verdict is Verdict.UNDECIDED
    assert made.check(truth, skipped=1).verdict is Verdict.UNDECIDED
