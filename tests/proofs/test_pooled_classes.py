"""Scores of several classes pooled have no matrix of one class: nothing is held to one."""

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

ROLES = {"P": Role.PRECISION, "R": Role.RECALL, "F1": Role.F, "Acc": Role.ACCURACY}
# Gold a a b b n n n n, called a b b a n n n n: 2 of 4 are right, as are 2 of 4 predictions, and
# 6 of 8 samples. Of one class, 2 misses and 2 false alarms of 8 would leave an accuracy of 1/2.
CELLS = ("50.0%", "50.0%", "50.0%", "75.0%")


def refuted(only: str, cells: tuple[str, ...] = CELLS) -> set[str]:
    """Name the rules that a table breaks."""
    options = (("average", "micro"), ("class", "item"), ("only", only))
    columns = tuple(
        Column(name=name, role=role, options=() if role is Role.ACCURACY else options)
        for name, role in ROLES.items()
    )
    printed = ((name, Printed.parse(text)) for name, text in zip(ROLES, cells, strict=True))
    facts = ((Fact.POSITIVES, 4), (Fact.NEGATIVES, 4), (Fact.SAMPLES, 8))
    sheet = Sheet(columns=columns, rows=(Row(label="ours", cells=tuple(printed)),), facts=facts)
    return {one.rule for one in lint(sheet).findings if one.verdict is Verdict.REFUTED}


@pytest.mark.parametrize("only", ["but[n]", "class[a,b]"])
def test_true_scores_of_several_classes_are_not_refuted(only: str) -> None:
    assert refuted(only) == set()
    assert refuted(only, ("50.0%", "50.0%", "60.0%", "75.0%"))  # F is of the two beside it


def test_of_one_class_the_same_numbers_are_no_matrix() -> None:
    assert "accuracy-from-p-and-r" in refuted("class[a]")
