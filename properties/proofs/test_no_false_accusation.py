"""THE LAW over all rules at once: no question about a true table is answered by a refutation."""

from hypothesis import given

from measurand.proofs.prove import lint
from measurand.proofs.sheet import Sheet
from measurand.values.verdict import Verdict
from properties.proofs.true_tables import matched


def accused(sheet: Sheet) -> list[str]:
    """List the refutations of a table, with what it prints."""
    return [
        f"{one.name}: {[finding.because for finding in one.findings]}"
        for one in lint(sheet).questions
        if one.verdict is Verdict.REFUTED
    ]


@given(matched())
def test_a_true_table_of_matched_items_is_not_accused(sheet: Sheet) -> None:
    assert accused(sheet) == []
