"""Numbers that cannot be what their head says: a slip is told, another meaning is not accused."""

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Role
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.values.verdict import TableVerdict

ODD, POSSIBLE = TableVerdict.ODD, TableVerdict.POSSIBLE


def read(header: str, lines: str) -> ReadTable:
    """Read a table whose cells have no spaces; lines are parted by semicolons."""
    rows = tuple(tuple(line.split()) for line in lines.split(";"))
    return sheet_of(RawTable(header=tuple(header.split(",")), rows=rows)).unwrap()


def outcome(table: ReadTable) -> TableVerdict:
    return lint(table.sheet, table.premises).outcome


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        ("Test,P value", "a 5.05"),
        ("Test,P value", "a 0.05; b 5.05; c 0.31"),
        ("Model,Accuracy", "a 85.1; b 851; c 86.0"),
        ("Model,F1", "a 85.1; b 85.7; c 873"),
        ("Model,Accuracy,F1", "a 0.85 0.80; b 1.91 0.90; c 0.88 0.84"),
        ("Model,Kappa,F1", "a 0.61 0.80; b 1.70 0.81; c 0.66 0.84"),
        ("Model,MCC", "a 61.0; b 610; c 66.4"),
        ("Model,AUC", "a 91.0; b 911; c 92.0"),
        ("Model,R2", "a 0.81; b 0.85; c 8.1"),
        ("Model,TP,FP", "a 81 4; b -85 6; c 83 5"),
    ],
)
def test_a_slip_under_a_plain_head_is_odd(header: str, lines: str) -> None:
    assert outcome(read(header, lines)) is ODD


@pytest.mark.parametrize(
    ("header", "lines"),
    [("Model,Accuracy (%)", "a 85.1; b 851; c 86.0"), ("Model,Accuracy", "a 85.1%; b 185.1%")],
)
def test_a_slip_is_told_where_the_unit_is_printed_too(header: str, lines: str) -> None:
    assert outcome(read(header, lines)) is not POSSIBLE


@pytest.mark.parametrize(
    ("header", "lines"),
    [
        # Amounts of another kind under the same head: metres, bits, nanograms an hour.
        ("Method,Accuracy", "a 120; b 85; c 310"),
        ("Drug,AUC", "a 45; b 320; c 810; d 77"),
        ("Model,F1", "a 85.1; b 1,234; c 86.0"),
        # A row of another kind below the scores.
        ("Model,Precision,Recall,F1", "a 80 70 75; b 81 71 76; n 1200 1200 1200"),
        # A row of changes.
        ("Model,Precision,Recall", "a 80 70; b 81 71; other -1.0 -2.0"),
        ("Model,TP,FP", "a 81 4; b 85 6; b-a -4 -2"),
        # Weak systems in percent, and one that is better.
        ("Model,F1", "a 0.3; b 1.2; c 0.0"),
        ("Model,EM,F1", "a 0.3 0.9; b 1.2 2.1; c 0.0 0.4"),
        # What was predicted need be no count.
        ("Case,Pred,Truth", "a -1.5 -1.2; b 2.0 3.0"),
        ("Model,R2", "a 0.81; b 0.85; c 1.00"),
        ("Model,R2", "a 81.0; b 85.0; c 84.0"),
    ],
)
def test_another_meaning_of_a_head_is_possible(header: str, lines: str) -> None:
    assert outcome(read(header, lines)) in {POSSIBLE, TableVerdict.UNDECIDED}


def test_few_impossible_numbers_leave_the_role_and_many_take_it_back() -> None:
    few = read("Model,Accuracy", "a 85.1; b 851; c 86.0").sheet.columns
    many = read("Model,Accuracy", "a 851; b 851; c 86.0").sheet.columns

    assert [one.role for one in few] == [Role.RATE]
    assert [one.role for one in many] == [Role.VALUE]
