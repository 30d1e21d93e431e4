"""Rows that are true and were once refuted: averages, totals, means over runs, units left out.

The numbers are invented; each is worked out in its comment.
"""

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

MICRO = (("average", "micro"),)
BODY, AVERAGE, TOTAL = Kind.BODY, Kind.AVERAGE, Kind.TOTAL
Rows = tuple[tuple[Kind, str], ...]


def sheet(names: str, rows: Rows, *facts: tuple[Fact, int], micro: bool = False) -> Sheet:
    """Print rows under columns that are named by their roles."""
    columns = tuple(
        Column(name=n, role=Role(n), options=MICRO if micro else ()) for n in names.split()
    )
    made = (
        Row(
            label=f"r{at}",
            kind=kind,
            cells=tuple(
                (column.name, Printed.parse(text))
                for column, text in zip(columns, texts.split(), strict=True)
                if text != "-"
            ),
        )
        for at, (kind, texts) in enumerate(rows)
    )
    return Sheet(columns=columns, rows=tuple(made), facts=facts)


@pytest.mark.parametrize(
    "true",
    [
        # One error of 0 and one of 2: the means over both are 1 and 2, though n is 1.
        sheet(
            "mae mse",
            ((BODY, "0.0 0.0"), (BODY, "2.0 4.0"), (AVERAGE, "1.0 2.0")),
            (Fact.SAMPLES, 1),
        ),
        # F is 0 of (1, 0) and of (0, 1), so its mean is 0, not that of the mean P and R.
        sheet(
            "precision recall f",
            ((BODY, "1.0 0.0 0.0"), (BODY, "0.0 1.0 0.0"), (AVERAGE, "0.5 0.5 0.0")),
            micro=True,
        ),
        # One system has no predictions, so only its recall is in an average.
        sheet(
            "precision recall f",
            ((BODY, "- 0.0 -"), (BODY, "1.0 1.0 1.0"), (AVERAGE, "1.0 0.5 1.0")),
        ),
        # Samples (1, 0) and (0, 1) as runs of one system.
        sheet("precision recall f", ((BODY, "0.5 0.5 0.0"),), (Fact.RUNS, 2), micro=True),
        # Hits and false alarms average 2.5 and 1.5: each is rounded, and so is their sum.
        sheet("hits fp predicted", ((BODY, "2 1 3"), (BODY, "3 2 5"), (AVERAGE, "3 2 4"))),
        # The accuracy of a total row may be the mean of those above it.
        sheet(
            "tp fp fn tn accuracy",
            ((BODY, "1 0 0 0 1.00"), (BODY, "0 1 1 1 0.33"), (TOTAL, "1 1 1 1 0.67")),
        ),
        # Mean recall of both classes: 1/1 and 1/3 give 2/3, mean precision 1/3 and 1/1.
        sheet(
            "precision recall accuracy",
            ((BODY, "0.67 0.67 0.50"),),
            (Fact.POSITIVES, 1),
            (Fact.NEGATIVES, 3),
        ),
        # One share alone need not be all of it.
        sheet("share", ((BODY, "40%"),)),
    ],
)
def test_a_true_row_is_not_refuted(true: Sheet) -> None:
    asked = lint(true).questions
    assert [one.name for one in asked if one.verdict is Verdict.REFUTED] == []


@pytest.mark.parametrize(
    ("printed", "known"), [("0.33", Verdict.HOLDS), ("33", Verdict.HOLDS), ("41", Verdict.REFUTED)]
)
def test_a_relative_difference_without_a_unit_is_a_fraction_or_in_percent(
    printed: str, known: Verdict
) -> None:
    cells = (("x", "80%"), ("y", "60%"), ("d", printed))
    columns = (
        Column(name="x"),
        Column(name="y"),
        Column(name="d", role=Role.DIFFERENCE, of=("x", "y")),
    )
    row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    [asked] = lint(Sheet(columns=columns, rows=(row,))).questions
    assert asked.verdict is known
