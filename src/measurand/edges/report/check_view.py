"""A check as a document: verdicts first, then definitions and denominators."""

from collections.abc import Iterable, Mapping, Sequence

from toolz import groupby, unique

from measurand.algebra.preimage import band
from measurand.algebra.rounding import Fit
from measurand.audit.claims.check import Checks
from measurand.audit.claims.outcomes import Outcome
from measurand.audit.claims.table_check import CellCheck, TableCheck
from measurand.audit.claims.wording import off_text, terms_text, within_text
from measurand.edges.report.check_beside import beside_blocks, beside_summary, rules_blocks
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.numbers import show_score
from measurand.edges.report.source_view import (
    denominator_names,
    rare_of,
    shown_denominators,
    sources_grid,
)
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature
from measurand.values.verdict import Verdict

_MOST_ROWS = 3
_WORDS = {
    Verdict.HOLDS: "reproduced",
    Verdict.REFUTED: "not reproduced",
    Verdict.UNDECIDED: "undecided",
}


def verdict_word(cell: CellCheck) -> str:
    """Say a verdict as a referee would; a tie is named, and so is what was declared.

    >>> from measurand.values.printed import Printed
    >>> verdict_word(CellCheck(row="a", column="b", printed=Printed.parse("1"),
    ...                        verdict=Verdict.REFUTED))
    'not reproduced'
    """
    if cell.tolerated:
        return "reproduced (tolerated)"
    word = "reproduced (tie)" if cell.fit is Fit.TIE else _WORDS[cell.verdict]
    return f"{word} (expected)" if _failed_as_expected(cell) else word


def _failed_as_expected(cell: CellCheck) -> bool:
    return cell.expect is not None and cell.verdict is Verdict.REFUTED


def check_document(
    checks: Checks,
    readings: Mapping[str, Reading],
    *,
    title: str = "",
    outcomes: Sequence[Outcome] = (),
    against: Sequence[Block] = (),
) -> Document:
    """Lay out the verdicts on all tables, how data was read, and the sum at the end.

    Where something does not hold the sum stands at the top too. `outcomes` are counted where they
    say more than the cells of the tables; `against` is what a lock says, with its sum as the last
    block.

    >>> [block.title for block in check_document(Checks(), {})]
    ['check']
    """
    tables = checks.tables
    cells = [cell for table in tables for cell in table.cells]
    beside = tuple(beside_blocks(checks, outcomes))
    more = beside or any(one.kind == "rules" for one in outcomes)
    sums = [summary(cells)] if cells or not more else []
    if more:
        sums.append(beside_summary(outcomes))
    read = (sources_grid(readings),) if readings or not more else ()
    moved, counted = against[:-1], against[-1:]
    sum_ = Prose(tuple(sums))
    blocks = (
        *((sum_, *(counted if moved else ())) if moved or _lost(cells, outcomes) else ()),
        *(block for table in tables for block in _verdicts(table)),
        *moved,
        *beside,
        *(block for table in tables for block in _grounds(table, several=len(tables) > 1)),
        *read,
        *counted,
        sum_,
    )
    return (Section(title or "check", blocks),)


def _lost(cells: Sequence[CellCheck], outcomes: Sequence[Outcome]) -> bool:
    """Tell whether something does not hold."""
    found = outcomes or cells
    return any(one.verdict is not Verdict.HOLDS for one in found)


def summary(cells: Sequence[CellCheck]) -> str:
    """Count the verdicts in one sentence.

    >>> summary([])
    'Nothing was checked: undecided.'
    """
    if not cells:
        return "Nothing was checked: undecided."
    counts = dict.fromkeys(_WORDS.values(), 0)
    for cell in cells:
        counts[_WORDS[cell.verdict]] += 1
    ties = sum(cell.fit is Fit.TIE for cell in cells)
    tied = f" ({ties} at a tie)" if ties else ""
    return (
        f"{len(cells)} cells: {counts['reproduced']} reproduced{tied}, "
        f"{counts['not reproduced']} not reproduced, {counts['undecided']} undecided."
    )


def _verdicts(table: TableCheck) -> Iterable[Block]:
    if table.cells or table.proved is None:
        yield from _computed(table)
    if table.proved is not None:
        yield from rules_blocks(table.name, table.proved)


def _computed(table: TableCheck) -> Iterable[Block]:
    name = f"Table {table.name}" + (f" ({table.source})" if table.source else "")
    columns = list(unique(cell.column for cell in table.cells))
    yield Grid(
        name,
        ("row", *columns),
        tuple((cells[0].row, *_marks(cells, columns)) for cells in _printed_rows(table.cells)),
        notes=(
            "ok: reproduced at the printed precision; != not reproduced, with what was computed",
            *_floats(table.cells),
        ),
    )
    findings = [
        cell
        for cell in table.cells
        if cell.verdict is not Verdict.HOLDS or cell.tolerated or cell.expect
    ]
    if findings:
        yield Grid(
            "Findings",
            ("row", "column", "printed", "computed", "verdict", "off by", "why"),
            tuple(_finding(cell) for cell in findings),
            notes=("off by: computed minus printed, in units of the last printed digit",),
        )


def _floats(cells: Sequence[CellCheck]) -> Iterable[str]:
    """Say why floats that are printed in full may be off, by the one that may be so the most."""
    wide = [(band(one.printed, one.added), one) for one in cells if one.score is not None]
    known = [(width, one) for width, one in wide if width is not None]
    if known:
        _, most = max(known, key=lambda pair: pair[0])
        yield (
            "within: a sum of binary floats may be so far off, as it grows with what is added: "
            f"at most {terms_text(most.printed, most.added)}"
        )


def _within(cell: CellCheck) -> str:
    text = within_text(cell.printed, cell.added) if cell.score is not None else ""
    return f" ({text})" if text else ""


def _grounds(table: TableCheck, *, several: bool) -> Iterable[Block]:
    """Say how the cells were computed; of several tables, each is named."""
    if not table.cells and table.proved is not None:
        return
    whose = f" of Table {table.name}" if several else ""
    yield _definitions(table.cells, f"Definitions{whose}")
    yield _denominators(table.cells, f"Denominators{whose}")


def _printed_rows(cells: Sequence[CellCheck]) -> list[list[CellCheck]]:
    """Part cells into rows as they are printed: two rows may have one label."""
    rows: list[list[CellCheck]] = []
    for cell in cells:
        told = {before.column for before in rows[-1]} if rows else set()
        if rows and rows[-1][0].row == cell.row and cell.column not in told:
            rows[-1].append(cell)
        else:
            rows.append([cell])
    return rows


def _marks(cells: Sequence[CellCheck], columns: Sequence[str]) -> tuple[str, ...]:
    by_column = {cell.column: cell for cell in cells}
    return tuple(_mark(by_column[name]) if name in by_column else "" for name in columns)


def _mark(cell: CellCheck) -> str:
    if cell.verdict is Verdict.UNDECIDED:
        return f"{cell.printed.text} ?"
    if cell.verdict is Verdict.REFUTED and cell.score is not None:
        expected = " (expected)" if cell.expect else ""
        return f"{cell.printed.text} != {show_score(cell.score, cell.printed)}{expected}"
    if cell.tolerated:
        return f"{cell.printed.text} ok (tolerated)"
    return f"{cell.printed.text} ok{' (tie)' if cell.fit is Fit.TIE else _within(cell)}"


def _finding(cell: CellCheck) -> tuple[str, ...]:
    off = "" if cell.off is None else off_text(cell.off)
    computed = "" if cell.score is None else show_score(cell.score, cell.printed)
    return (
        cell.row,
        cell.column,
        cell.printed.text,
        computed,
        verdict_word(cell),
        off,
        _why(cell),
    )


def _why(cell: CellCheck) -> str:
    told = [cell.because, cell.tolerated.text if cell.tolerated else ""]
    if within := _within(cell):
        told.append(f"allowed{within}: {terms_text(cell.printed, cell.added)}")
    if cell.expect is not None:
        but = ", but it is" if cell.verdict is Verdict.HOLDS else ""
        told.append(f"expected not to be reproduced{but}: {cell.expect.mismatch}")
    if cell.reproduced_by:
        told.append(f"reproduced by: {' | '.join(cell.reproduced_by)}")
    return "; ".join(filter(None, told))


def _definitions(cells: Sequence[CellCheck], title: str) -> Grid:
    known = [cell for cell in cells if cell.definition is not None]
    by_text = groupby(lambda cell: signature(cell.definition), known)
    return Grid(
        title,
        ("columns", "rows", "signature"),
        tuple(
            (
                ", ".join(unique(cell.column for cell in same)),
                _rows(list(unique(cell.row for cell in same)), list(unique(c.row for c in cells))),
                text,
            )
            for text, same in by_text.items()
        ),
    )


def _rows(labels: list[str], everything: list[str]) -> str:
    if len(labels) == len(everything):
        return "all"
    more = len(labels) - _MOST_ROWS
    return ", ".join(labels[:_MOST_ROWS]) + (f" and {more} more" if more > 0 else "")


def _denominators(cells: Sequence[CellCheck], title: str) -> Grid:
    known = [cell for cell in cells if cell.definition is not None]
    rare = rare_of(cell.denominators for cell in known)
    by_row = groupby(lambda cell: (cell.row, shown_denominators(cell.denominators, rare)), known)
    return Grid(
        title,
        ("row", "columns", *denominator_names(rare)),
        tuple(
            (row, ", ".join(unique(cell.column for cell in same)), *numbers)
            for (row, numbers), same in by_row.items()
        ),
        notes=(
            "read, dropped, faulty: records of the source; scored, excluded: samples of the row;",
            "units: in the mean; left out: units whose score is undefined or skipped by a rule",
        ),
    )
