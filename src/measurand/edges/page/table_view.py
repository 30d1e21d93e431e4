"""What a page shows of a table: its cells with marks, its doubts, and what is open as controls."""

from collections.abc import Iterator, Mapping

from attrs import frozen
from toolz import unique

from measurand.auditing.proofs.finding import Clash, Question
from measurand.auditing.proofs.sheet import Row, Sheet
from measurand.auditing.proofs.worlds import options_to_ask
from measurand.edges.page.controls import Control, Patch, controls_of, patch_of
from measurand.edges.report.doubts import Doubt, doubts_of, telling_findings
from measurand.edges.report.prove_view import ProvedTable, calm_notes, unheld_cells
from measurand.values.verdict import TableVerdict


@frozen(kw_only=True)
class CellMark:
    """A cell that is part of a doubt: one that clashes, or one that stands beside it."""

    row: str
    column: str
    verdict: TableVerdict
    clashes: bool


@frozen(kw_only=True)
class DoubtView:
    """A doubt, where it is, and what would settle it, as changes of the request."""

    doubt: Doubt
    where: str
    settles: tuple[Patch, ...]


@frozen(kw_only=True)
class RowView:
    """A row: its label, what it is, and a cell for each column, which may be empty."""

    label: str
    kind: str
    cells: tuple[str, ...]


@frozen(kw_only=True)
class TableView:
    """A table as it was read, with what was found.

    `asked` counts questions, and `unheld` numbers that no rule but that of ranges speaks of.
    """

    name: str
    source: str
    verdict: TableVerdict
    asked: int
    counts: Mapping[str, int]
    unheld: int
    remarks: tuple[str, ...]
    columns: tuple[Mapping[str, str], ...]
    rows: tuple[RowView, ...]
    marks: tuple[CellMark, ...]
    doubts: tuple[DoubtView, ...]
    controls: tuple[Control, ...]
    settles: tuple[Patch, ...]
    notes: tuple[Mapping[str, str], ...]


def table_view(table: ProvedTable) -> TableView:
    """Show a table.

    >>> from measurand.auditing.proofs.prove import Proved
    >>> empty = Proved(Sheet(columns=(), rows=()), ())
    >>> table_view(ProvedTable(proved=empty)).verdict.value
    'undecided'
    """
    proved = table.proved
    sheet = proved.sheet
    outcomes = [one.outcome for one in proved.questions]
    asked = options_to_ask(proved.questions, proved.premises)
    return TableView(
        name=sheet.name,
        source=sheet.source,
        verdict=proved.outcome,
        asked=len(outcomes),
        counts={one.value: outcomes.count(one) for one in TableVerdict},
        unheld=len(unheld_cells(table)),
        remarks=calm_notes(proved),
        columns=tuple(
            {"name": one.name, "role": one.what, "group": one.group} for one in sheet.columns
        ),
        rows=tuple(
            RowView(
                label=row.label,
                kind=row.kind.value,
                cells=tuple(_cell(row, one.name) for one in sheet.columns),
            )
            for row in sheet.rows
        ),
        marks=tuple(mark for one in proved.questions for mark in _marks(one, sheet)),
        doubts=tuple(
            DoubtView(doubt=one, where=one.where, settles=tuple(map(patch_of, one.settle)))
            for one in doubts_of(table)
        ),
        controls=controls_of(proved.premises, sheet),
        settles=tuple(map(patch_of, asked)),
        notes=tuple({"where": where, "what": what} for where, what in table.notes),
    )


def sentences_of(table: TableView) -> Iterator[str]:
    """List what is said of a table in sentences of the program, each once.

    >>> from measurand.auditing.proofs.prove import Proved
    >>> list(sentences_of(table_view(ProvedTable(proved=Proved(Sheet(columns=(), rows=()), ())))))
    []
    """
    yield from unique(filter(None, _sentences(table)))


def _sentences(table: TableView) -> Iterator[str]:
    for one in (view.doubt for view in table.doubts):
        yield one.cause
        yield from (*one.because, *one.proofs, *one.assumes, *one.only_if, *one.fits)
    for control in table.controls:
        yield control.because
        yield from (choice.name for choice in control.choices)
    for note in table.notes:
        yield from note.values()
    yield from table.remarks


def _cell(row: Row, column: str) -> str:
    printed = row.cell(column)
    return "" if printed is None else printed.text


def _marks(question: Question, sheet: Sheet) -> Iterator[CellMark]:
    """Mark the cells of a question; those that a proof names clash, or all where none is named."""
    if question.outcome in {TableVerdict.UNDECIDED, TableVerdict.POSSIBLE}:
        return
    telling = telling_findings(question)
    names = {ground.what for one in telling for ground in one.grounds if isinstance(ground, Clash)}
    seen = unique((row, name) for one in telling for row in one.rows for name in one.columns)
    cells = {(row.label, name) for row in sheet.rows for name, _ in row.cells}
    there = [cell for cell in seen if cell in cells]
    named = any(name in names for _, name in there)
    for row, name in there:
        yield CellMark(
            row=row,
            column=name,
            verdict=question.outcome,
            clashes=name in names or not named,
        )
