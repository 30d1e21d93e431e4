"""A check as a document: verdicts first, then definitions and denominators.

Beside the cells of tables stand rules, claims, declared cells and the paper's text.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from measurand.auditing.claims.check import Checks
from measurand.auditing.claims.claim_check import ClaimCheck
from measurand.auditing.claims.outcomes import Outcome
from measurand.edges.report.document import Block, Grid, Prose
from measurand.values.verdict import TableVerdict, Verdict

if TYPE_CHECKING:
    from measurand.auditing.proofs.prove import Proved
from collections.abc import Mapping

from attrs import evolve
from toolz import groupby, unique

from measurand.algebra.preimage import band
from measurand.algebra.rounding import Fit
from measurand.auditing.claims.table_check import CellCheck, TableCheck
from measurand.auditing.claims.text_check import TextCheck
from measurand.auditing.claims.wording import off_text, terms_text, within_text
from measurand.edges.report.document import Document, Section
from measurand.edges.report.numbers import show_score
from measurand.edges.report.outcome_words import left_out
from measurand.edges.report.source_view import (
    denominator_names,
    rare_of,
    shown_denominators,
    sources_grid,
)
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature

Tree = dict[str, object]

_TEXTS = {
    Verdict.HOLDS: "printed there",
    Verdict.REFUTED: "not printed there",
    Verdict.UNDECIDED: "undecided",
}


def rules_blocks(name: str, proved: "Proved") -> Iterable[Block]:
    """Show which questions the numbers of a table answer badly, count all, and name odd rows.

    >>> from measurand.auditing.proofs.prove import Proved
    >>> from measurand.auditing.proofs.sheet import Sheet
    >>> [block] = rules_blocks("1", Proved(Sheet(columns=(), rows=()), ()))
    >>> block.lines[0][:38]
    'Table 1: what its numbers alone prove.'
    """
    from measurand.edges.report.prove_view import oddity_text

    told = [one for one in proved.questions if one.outcome is not TableVerdict.POSSIBLE]
    rows = tuple(
        (one.name, one.outcome.value, finding.reading or "any", finding.because)
        for one in told
        for finding in one.findings
    )
    title = f"Table {name}: what its numbers alone prove"
    if rows:
        # What is odd is said below; what is refuted or open stands in the table alone.
        calm = all(one.outcome is TableVerdict.ODD for one in told)
        yield Grid(title, ("question", "answer", "reading", "because"), rows, aside=calm)
    asked = proved.questions
    sums = ((sum(one.outcome is outcome for one in asked), outcome) for outcome in TableVerdict)
    counts = ", ".join(f"{number} {outcome.value}" for number, outcome in sums if number)
    many = len(asked)
    lead = "" if rows else f"{title}. "
    end = f": {counts}." if counts else "."
    odd = (one for one in asked if one.outcome is TableVerdict.ODD)
    counted = f"{lead}{many} question{'' if many == 1 else 's'}{end}"
    yield Prose((counted, *(f"Odd: {oddity_text(one)}" for one in odd)))


def beside_blocks(checks: Checks, outcomes: Sequence[Outcome]) -> Iterable[Block]:
    """Show claims beside tables, what was declared of single numbers, and places in the paper.

    >>> list(beside_blocks(Checks(), ()))
    []
    """
    expected = {one.id for one in outcomes if one.expected_to_fail}
    if checks.claims:
        heads = ("claim", "says", "from", "computed", "verdict", "why")
        lost = [one for one in checks.claims if one.verdict is not Verdict.HOLDS]
        yield _shorter(
            Grid("Claims", heads, tuple(_claim(one, expected) for one in checks.claims)),
            [_claim(one, expected) for one in lost],
        )
    declared = [one for one in outcomes if one.tolerated or one.expected_to_fail]
    if declared:
        yield Grid(
            "Declared",
            ("claim", "declared", "outcome", "why"),
            tuple(map(_declared, declared)),
        )
    if checks.texts:
        places = ("place", "prints", "verdict", "why")
        missing = [one for one in checks.texts if one.verdict is not Verdict.HOLDS]
        yield _shorter(
            Grid("In the paper", places, tuple(map(_text, checks.texts))), [*map(_text, missing)]
        )


def _text(one: TextCheck) -> tuple[str, ...]:
    return (one.at, one.claimed, _TEXTS[one.verdict], one.because)


def _shorter(grid: Grid, rows: Sequence[tuple[str, ...]]) -> Grid:
    """Show some rows of a grid in a short answer, and none of it where there are none."""
    if len(rows) == len(grid.rows):
        return grid
    return evolve(grid, short=evolve(grid, rows=tuple(rows))) if rows else evolve(grid, aside=True)


def _claim(one: ClaimCheck, expected: Collection[str]) -> tuple[str, ...]:
    missed = one.verdict is Verdict.REFUTED and one.id in expected
    verdict = one.verdict.value + (" (expected)" if missed else "")
    return (one.id, one.claimed, one.basis, one.computed, verdict, one.because)


def _declared(one: Outcome) -> tuple[str, ...]:
    if one.tolerated and not one.expected_to_fail:
        return (one.id, one.tolerated, one.verdict.value, "")
    said = f"expected not to be reproduced: {one.expected_to_fail}"
    return (one.id, said, one.verdict.value, one.because or one.note)


def beside_summary(outcomes: Sequence[Outcome]) -> str:
    """Count the outcomes in one sentence, those that were declared named.

    >>> beside_summary([Outcome(id="a", kind="cell", verdict=Verdict.HOLDS)])
    '1 claim: 1 holds.'
    """
    many = len(outcomes)
    holds, refuted, undecided = (
        sum(one.verdict is verdict for one in outcomes) for verdict in Verdict
    )
    notes = [
        (sum(bool(one.tolerated) for one in outcomes), "within a declared tolerance"),
        (_failing(outcomes), "expected not to be reproduced"),
    ]
    named = ", ".join(f"{count} {what}" for count, what in notes if count)
    said = (
        f"{holds} hold{'s' if holds == 1 else ''}{f' ({named})' if named else ''}" * bool(holds),
        f"{refuted} refuted" * bool(refuted),
        f"{undecided} undecided" * bool(undecided),
    )
    return f"{many} claim{'' if many == 1 else 's'}: {', '.join(filter(None, said))}."


def _failing(outcomes: Sequence[Outcome]) -> int:
    return sum(bool(one.expected_to_fail) and one.verdict is Verdict.HOLDS for one in outcomes)


_MOST_ROWS = 3
_PAIR = 2
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
    sums += _unheld([name for table in tables if table.proved is None for name in table.unheld])
    sums += left_out([one for table in tables for one in table.left])
    if more:
        sums.append(beside_summary(outcomes))
    read = (sources_grid(readings),) if readings or not more else ()
    moved, counted = against[:-1], against[-1:]
    sum_ = Prose(tuple(sums))
    first = bool(moved) or _lost(cells, outcomes)
    blocks = (
        *((sum_, *(counted if moved else ())) if first else ()),
        *(block for table in tables for block in _verdicts(table)),
        *moved,
        *beside,
        *(block for table in tables for block in _grounds(table, several=len(tables) > 1)),
        *read,
        *(evolve(one, aside=bool(moved)) for one in counted if isinstance(one, Prose)),
        evolve(sum_, aside=first),
    )
    return (Section(title or "check", blocks, spare=True),)


def _lost(cells: Sequence[CellCheck], outcomes: Sequence[Outcome]) -> bool:
    """Tell whether something does not hold."""
    found = outcomes or cells
    return any(one.verdict is not Verdict.HOLDS for one in found)


def _unheld(names: Sequence[str]) -> list[str]:
    """Say which numbers are in columns of which nothing is declared."""
    many = f"{len(names)} number{'' if len(names) == 1 else 's'}"
    return [f"Held to nothing: {many} in {', '.join(unique(names))}."] if names else []


def summary(cells: Sequence[CellCheck]) -> str:
    """Count the verdicts in one sentence.

    >>> summary([])
    'Nothing was checked: undecided.'
    """
    if not cells:
        return "Nothing was checked: undecided."
    ties = sum(cell.fit is Fit.TIE for cell in cells)
    tied = f" ({ties} at a tie)" if ties else ""
    sums = ((sum(cell.verdict is one for cell in cells), one) for one in Verdict)
    counts = (
        f"{number} {_WORDS[one]}{tied if one is Verdict.HOLDS else ''}"
        for number, one in sums
        if number
    )
    return f"{len(cells)} cell{'' if len(cells) == 1 else 's'}: {', '.join(counts)}."


def _verdicts(table: TableCheck) -> Iterable[Block]:
    if table.cells or table.proved is None:
        yield from _computed(table)
    if table.proved is not None:
        yield from rules_blocks(table.name, table.proved)


def _computed(table: TableCheck) -> Iterable[Block]:
    name = f"Table {table.name}" + (f" ({table.source})" if table.source else "")
    columns = list(unique(cell.column for cell in table.cells))
    findings = [
        cell
        for cell in table.cells
        if cell.verdict is not Verdict.HOLDS or cell.tolerated or cell.expect
    ]
    lost = any(cell.verdict is Verdict.REFUTED for cell in findings)
    different = "; != not reproduced, with what was computed" if lost else ""
    yield Grid(
        name,
        ("row", *columns),
        tuple((cells[0].row, *_marks(cells, columns)) for cells in _printed_rows(table.cells)),
        notes=(f"ok: reproduced at the printed precision{different}", *_floats(table.cells)),
        aside=True,
    )
    if findings:
        heads = ("row", "column", "printed", "computed", "verdict", "off by", "why")
        yield Grid(
            "Findings",
            heads,
            tuple(map(_finding, findings)),
            notes=("off by: computed minus printed, in the printed unit", *_unlike_counts(table)),
            short=evolve(_short_findings(name, heads, findings), notes=_unlike_counts(table)),
        )


def _unlike_counts(table: TableCheck) -> tuple[str, ...]:
    """Say where a row that is not reproduced has other samples, by their number, than the rest."""
    known = [cell for cell in table.cells if cell.definition is not None]
    counts = {
        cell.row: cell.denominators.scored + sum(cell.denominators.excluded.values())
        for cell in known
    }
    [(usual, times)] = Counter(counts.values()).most_common(1) or [(0, 0)]
    refuted = unique(cell.row for cell in known if cell.verdict is Verdict.REFUTED)
    odd = [row for row in refuted if counts[row] != usual]
    if 2 * times > len(counts) and odd:
        told = ", ".join(f"{row} {counts[row]}" for row in odd)
        return (f"samples: {told}; most rows {usual}",)
    if len(counts) == _PAIR and len({*counts.values()}) == _PAIR:
        return ("samples: " + ", ".join(f"{row} {count}" for row, count in counts.items()),)
    return ()


def _short_findings(title: str, heads: Sequence[str], findings: Sequence[CellCheck]) -> Grid:
    """Lay out findings without their verdict, where all have the plainest one."""
    plain = all(verdict_word(cell) == _WORDS[Verdict.REFUTED] for cell in findings)
    rows = [_short_finding(cell) for cell in findings]
    told = [
        at
        for at, head in enumerate(heads)
        if any(row[at] for row in rows) and not (plain and head == "verdict")
    ]
    named = f"{title}: not reproduced" if plain else title
    return Grid(
        named, tuple(heads[at] for at in told), tuple(tuple(row[at] for at in told) for row in rows)
    )


def _short_finding(cell: CellCheck) -> tuple[str, ...]:
    """Name the first definition that would print a cell, and count the others."""
    few = cell.reproduced_by[:1]
    more = len(cell.reproduced_by) - len(few)
    *whole, why = _finding(evolve(cell, reproduced_by=few))
    return (*whole, f"{why} (or {more} more)" if more > 0 else why)


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
    off = "" if cell.off is None else off_text(cell.off, cell.printed)
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
    by_definition = groupby(lambda cell: cell.definition, known)
    every = list(unique(cell.row for cell in cells))
    whose = [
        (
            definition,
            ", ".join(unique(cell.column for cell in same)),
            _rows(list(unique(cell.row for cell in same)), every),
        )
        for definition, same in by_definition.items()
    ]
    heads = ("columns", "rows", "signature")
    rows = tuple((*where, signature(one)) for one, *where in whose)
    return Grid(title, heads, rows, aside=True)


def _rows(labels: list[str], everything: list[str]) -> str:
    if len(labels) == len(everything):
        return "all"
    more = len(labels) - _MOST_ROWS
    return ", ".join(labels[:_MOST_ROWS]) + (f" and {more} more" if more > 0 else "")


def _denominators(cells: Sequence[CellCheck], title: str) -> Grid:
    known = [cell for cell in cells if cell.definition is not None]
    rare = rare_of(cell.denominators for cell in known)
    by_row = groupby(lambda cell: (cell.row, shown_denominators(cell.denominators, rare)), known)
    names = ("row", "columns", *denominator_names(rare))
    rows = tuple(
        (row, ", ".join(unique(cell.column for cell in same)), *numbers)
        for (row, numbers), same in by_row.items()
    )
    grid = Grid(title, names, rows, notes=_DENOMINATORS)
    if not any(map(_lacks, known)):
        return evolve(grid, aside=True)
    told = [at for at in range(len(names)) if any(row[at] != "0" for row in rows)]
    short = Grid(
        title, tuple(names[at] for at in told), tuple(tuple(row[at] for at in told) for row in rows)
    )
    return evolve(grid, short=short)


_DENOMINATORS = (
    "read, dropped, faulty: records of the source; scored, excluded: samples of the row;",
    "units: in the mean; left out: units whose score is undefined or skipped by a rule",
)


def _lacks(cell: CellCheck) -> bool:
    """Tell whether something was left out of a number."""
    counts = cell.denominators
    return bool(
        counts.dropped or counts.skipped or counts.excluded or counts.left_out or counts.lost
    )
