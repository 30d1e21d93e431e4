"""Rows that stand out from the others, and rows that do not."""

from measurand.proofs.odd import odd_rows

from measurand.proofs.finding import Finding
from measurand.proofs.prove import lint
from measurand.proofs.sheet import Column, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

ROLES = {"P": Role.PRECISION, "R": Role.RECALL, "F1": Role.F}


def sheet(*rows: tuple[str, str, str]) -> Sheet:
    """Make up a table of precision, recall and F1 in percent."""
    return Sheet(
        columns=tuple(Column(name=name, role=role) for name, role in ROLES.items()),
        rows=tuple(
            Row(
                label=str(at),
                cells=tuple(
                    (name, Printed.parse(f"{text}%")) for name, text in zip(ROLES, row, strict=True)
                ),
            )
            for at, row in enumerate(rows)
        ),
    )


def finding(row: str, reading: str, verdict: Verdict) -> Finding:
    return Finding(
        rule="f",
        question=f"f: {row}",
        verdict=verdict,
        rows=(row,),
        columns=("F1",),
        because="",
        reading=reading,
    )


def test_recall_and_f1_that_changed_places_stand_out() -> None:
    # The last row prints R and F1 in each other's place.
    table = sheet(
        ("71.2", "64.9", "67.9"),
        ("78.4", "75.1", "76.7"),
        ("86.1", "85.4", "85.7"),
        ("84.6", "83.7", "82.9"),
    )

    (odd,) = odd_rows(lint(table).findings)

    assert odd == (
        "3 / P, R, F1 fits only average=macro[sample],aggregate=mean; the 3 other rows fit "
        "average=micro or average=macro[sample],aggregate=harmonic"
    )


def test_a_table_of_one_definition_has_no_odd_row() -> None:
    table = sheet(("71.2", "64.9", "67.9"), ("78.4", "75.1", "76.7"), ("86.1", "85.4", "85.7"))

    assert odd_rows(lint(table).findings) == ()


def test_of_two_rows_neither_is_odd() -> None:
    assert odd_rows(lint(sheet(("71.2", "64.9", "67.9"), ("84.6", "83.7", "82.9"))).findings) == ()


def test_a_refuted_row_is_named_elsewhere() -> None:
    fitting = [finding(row, "micro", Verdict.HOLDS) for row in "ab"]

    assert odd_rows([*fitting, finding("c", "micro", Verdict.REFUTED)]) == ()
