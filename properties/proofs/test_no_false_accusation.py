"""THE LAW over all rules at once: no question about a true table is answered by a refutation.

The tables are printed of drawn samples, by any rounding and in any unit, with their options told or
left open. What they keep to is only what findings say that they assume: for instance, that rules
that take a sample out of one mean alone are told.
"""

from hypothesis import given

from measurand.auditing.proofs.confusion.one_matrix import one_matrix
from measurand.auditing.proofs.finding import questions
from measurand.auditing.proofs.prove import Proved, lint
from measurand.auditing.proofs.sheet import Sheet
from measurand.values.verdict import Verdict
from properties.proofs.true_columns import confused, derived, erring, significant
from properties.proofs.true_tables import matched
from properties.strategies.effort import third


def accused(proved: Proved) -> list[str]:
    """List the questions that are refuted, with every reading."""
    return [
        f"{one.name}: {[finding.because for finding in one.findings]}"
        for one in proved.questions
        if one.verdict is Verdict.REFUTED
    ]


@third
@given(matched())
def test_no_table_of_matched_items_is_accused(sheet: Sheet) -> None:
    assert accused(lint(sheet)) == []


@third
@given(confused())
def test_no_table_of_confusion_matrices_is_accused(sheet: Sheet) -> None:
    assert accused(lint(sheet)) == []


@third
@given(erring())
def test_no_table_of_errors_is_accused(sheet: Sheet) -> None:
    assert accused(lint(sheet)) == []


@third
@given(significant())
def test_no_table_of_means_and_p_values_is_accused(sheet: Sheet) -> None:
    assert accused(lint(sheet)) == []


@third
@given(derived())
def test_no_column_that_is_made_of_others_is_accused(sheet: Sheet) -> None:
    assert accused(lint(sheet)) == []


@third
@given(confused())
def test_no_table_of_confusion_matrices_is_accused_by_a_search(sheet: Sheet) -> None:
    assert accused(Proved(sheet, questions(one_matrix(sheet)))) == []
