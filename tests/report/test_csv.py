"""Documents as CSV: golden text, several grids, and cells that would be formulas."""

import pytest

from measurand.edges.report.document import Grid, Prose
from measurand.edges.report.render import csv_text, guarded
from measurand.values.fault import visible
from tests.report.sample_document import DOCUMENT


def test_a_document_as_csv() -> None:
    assert csv_text(DOCUMENT) == (
        "row,printed,signature\n"
        '맛|있다 (ours),63.3%,"f/1(beta=1,average=macro[sample])"\n'
        "分类\\x1b[31m,-7,'=1+1\n"
        ",,`x` _y_ $z\n"
    )


def test_several_grids_are_parted_and_titled() -> None:
    one, two = Grid("One", ("a",), (("1",),)), Grid("Two", ("b", "c"), ())

    assert csv_text((one, Prose(("left out",)), two)) == "One\na\n1\n\nTwo\nb,c\n"


@pytest.mark.parametrize(
    "cell",
    [
        *(
            "=1+1",
            "+x",
            "-x",
            "@SUM(A1)",
            "=",
            "-1+2",
            "+1;2",
            "-1 ok",
            " =1",
            "\uff1d1",
            "--",
            "-$",
        ),
        *("-1/2/3", "-15/A4", "-.", "+,1", "-1/", "-1e", "-١/٢", "-1%+2", "-1\n"),
        *("-1 [2]", "-1 [-2, A1]", "-1^a(1)", "-1^2", "-1[1, 2]"),
    ],
)
def test_what_a_spreadsheet_would_compute_is_guarded(cell: str) -> None:
    assert guarded(cell) == f"'{visible(cell)}"


@pytest.mark.parametrize(
    "cell",
    [
        *("-1", "+0.50", "-1e-5", "-12.5%", "-$0.01", "-", "63.3%", "a=b"),
        *("-15/4", "-1e5", "+3", "-.5", "-1.", "-1,234.5", "-12 %", "+1E+05"),
        *("-3.75 [-4.1, +3]", "-3.75^ab", "-1% [-2%, 0%]\u2020^a", "-\u20ac3"),
    ],
)
def test_numbers_are_not_guarded(cell: str) -> None:
    assert guarded(cell) == cell
