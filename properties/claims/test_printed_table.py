"""A table of the paper is held to its claims cell by cell, whatever its labels and heads are."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.claims.printed_table import PrintedRow, PrintedTable, differences
from measurand.auditing.proofs.sheet import Kind
from measurand.edges.tables.grid import Overrides, RawTable
from measurand.edges.tables.sheet import sheet_of
from measurand.values.printed import Printed

LABELS = st.text("abcΔ v2.-", min_size=1, max_size=8).map(str.strip).filter(any)
WORDS = st.sampled_from(["Delta v2", "Median", "Avg.", "best", "Total", "all", "p", "Δ to base"])
NAMES = st.lists(LABELS | WORDS, min_size=2, max_size=5, unique=True)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    rows, heads = draw(NAMES), draw(NAMES)
    number = st.integers(0, 999).map(lambda tenths: Printed.parse(f"{tenths / 10:.1f}"))
    return Table(
        name="1",
        columns=tuple(Column(name=head, role="value") for head in heads),
        rows=tuple(
            Row(label=row, cells=tuple((head, draw(number)) for head in heads)) for row in rows
        ),
        left=(),
    )


def as_printed(rows: Sequence[Row]) -> list[PrintedTable]:
    there = (
        PrintedRow(label=row.label, line=at, cells=row.cells) for at, row in enumerate(rows, 3)
    )
    return [PrintedTable(first=1, last=2 + len(rows), rows=tuple(there))]


@given(tables())
def test_what_is_printed_as_claimed_differs_in_nothing(table: Table) -> None:
    assert differences(table, table.rows, as_printed(table.rows)) == ()


@given(tables())
def test_a_file_with_names_of_its_own_is_accused_of_none(table: Table) -> None:
    named, own = evolve(table, left=None), evolve(table.rows[0], label="a name of its own")

    assert differences(named, [own, *table.rows[1:]], as_printed(table.rows)) is None


@given(tables(), st.data())
def test_two_cells_that_are_exchanged_are_both_named(table: Table, data: st.DataObject) -> None:
    spots = [(at, number) for at, row in enumerate(table.rows) for number in range(len(row.cells))]
    one, other = data.draw(st.lists(st.sampled_from(spots), min_size=2, max_size=2, unique=True))
    cells = {spot: table.rows[spot[0]].cells[spot[1]][1] for spot in spots}
    assume(cells[one].text != cells[other].text)
    moved = {**cells, one: cells[other], other: cells[one]}
    rows = [
        evolve(row, cells=tuple((name, moved[at, n]) for n, (name, _) in enumerate(row.cells)))
        for at, row in enumerate(table.rows)
    ]

    found = differences(table, table.rows, as_printed(rows))

    assert found is not None
    assert len(found) == 2


@given(tables())
def test_a_row_that_is_added_or_renamed_is_named(table: Table) -> None:
    first, *rest = table.rows
    other = evolve(first, label="another")

    assert differences(table, table.rows, as_printed([*table.rows, other])) == (
        f"line {3 + len(table.rows)}: row 'another' is not in the claims",
    )
    assert differences(table, table.rows, as_printed([other, *rest])) == (
        f"no row {first.label!r}",
        "line 3: row 'another' is not in the claims",
    )


@given(NAMES)
def test_a_row_that_names_a_system_is_of_that_system_whatever_its_words_are(
    labels: list[str],
) -> None:
    table = RawTable(header=("system", "F1"), rows=tuple((label, "63.3") for label in labels))

    read = sheet_of(table, Overrides(systems=frozenset(labels))).unwrap()

    assert [(row.label, row.kind) for row in read.sheet.rows] == [
        (label, Kind.BODY) for label in labels
    ]
    assert read.unstated == ()
