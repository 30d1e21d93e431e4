"""An audit as a document: survivors, what is identified, spreads, what would separate."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from toolz import unique

from measurand.auditing.claims.audit_result import (
    CellAudit,
    Choosing,
    End,
    Finding,
    Group,
    TableAudit,
)
from measurand.auditing.claims.model import Author
from measurand.auditing.claims.separating_sample import Separation
from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.wording import off_text
from measurand.edges.report.audit_words import attributed, beside, recognised_grid, said
from measurand.edges.report.check_view import summary, verdict_word
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.numbers import show_score
from measurand.edges.report.outcome_words import left_out
from measurand.edges.report.source_view import sources_grid
from measurand.metrics.needs import Reading
from measurand.values.english import counted
from measurand.values.items import item_text
from measurand.values.printed import Printed
from measurand.values.quantity import Quantity, bounds
from measurand.values.sample import GOLD, PREDICTED, Sample
from measurand.values.score import Defined
from measurand.values.verdict import Verdict

_MOST_SHOWN = 12
_MOST_NEAREST = 3


def audit_document(
    tables: Sequence[tuple[TableAudit, Separation | None]],
    readings: Mapping[str, Reading],
    *,
    title: str = "",
) -> Document:
    """Lay out the audits of all tables, and how data was read.

    >>> [block.title for block in audit_document((), {})]
    ['audit']
    """
    sections = tuple(
        Section(_name(table), tuple(_table(table, separation)), spare=True)
        for table, separation in tables
    )
    lead = () if audited(table for table, _ in tables) else (Prose((_nothing(tables),)),)
    told = tuple(_sentences(tables))
    return (
        Section(title or "audit", (*told, *lead, *sections, sources_grid(readings)), spare=True),
    )


def _sentences(tables: Sequence[tuple[TableAudit, Separation | None]]) -> Iterable[Block]:
    """Begin with sentences for a person; of several tables, each is named."""
    for table, _ in tables:
        sentences = said(table)
        lead = (f"{_name(table)}:",) if sentences and len(tables) > 1 else ()
        if sentences:
            yield Prose((*lead, *sentences))


def audited(tables: Iterable[TableAudit]) -> bool:
    """Tell whether any table has a space of definitions: without one there is only a check.

    >>> audited(())
    False
    """
    return any(table.cells for table in tables)


def _nothing(tables: Sequence[object]) -> str:
    hint = "; declare what is admissible, in a [table.space]" if tables else ""
    return f"Nothing was audited: undecided{hint}."


def _name(table: TableAudit) -> str:
    return f"Table {table.name}" + (f" ({table.source})" if table.source else "")


def _table(table: TableAudit, separation: Separation | None) -> Iterable[Block]:
    yield Prose(tuple(headline(table)), short=Prose(tuple(headline(table, short=True))))
    if table.cells and table.author is Author.TOOL:
        yield from _made_up(table)
        return
    if table.cells:
        yield _groups(table)
        if table.choices:
            yield _choices(table.choices)
        elif table.findings:
            yield _findings(table.findings)
        yield from _separation(table, separation)
        yield from _cells(table.cells)
    if table.recognised:
        yield recognised_grid(table.recognised)
    if beside(table):
        yield recognised_grid(beside(table), beside=True)
    if table.checked:
        yield from _checked(table)


def _made_up(table: TableAudit) -> Iterable[Block]:
    """Lay out a table whose space a tool made up: its cells, and whose numbers they are.

    What else was tried is in the tree and on the page: nobody asked for these definitions.
    """
    names = list(unique(cell.column for cell in table.cells))
    rows: list[tuple[str, dict[str, str]]] = []
    missed = {(miss.row, miss.column): miss for fit in table.fits for miss in fit.misses}
    for cell in table.cells:
        miss = missed.get((cell.row, cell.column))
        told = "ok" if miss is None else f"!= {show_score(miss.score, cell.printed)}"
        # Two rows may have one label.
        if not rows or rows[-1][0] != cell.row or cell.column in rows[-1][1]:
            rows.append((cell.row, {}))
        rows[-1][1][cell.column] = f"{cell.printed.text} {told}"
    yield Grid(
        "Cells",
        ("row", *names),
        tuple((row, *(texts.get(name, "") for name in names)) for row, texts in rows),
        notes=("ok: what the definition gives prints so; !=: what it gives instead",),
        aside=True,
    )
    if attributed(table):
        yield recognised_grid(attributed(table))
    if beside(table):
        yield recognised_grid(beside(table), beside=True)
    if table.checked:
        yield from _checked(table)


def headline(table: TableAudit, *, short: bool = False) -> Iterable[str]:
    """Say the verdict on a table in sentences; short, without what is settled.

    >>> list(headline(TableAudit(name="1", source="", candidates=0, cells=(), groups=(),
    ...                          findings=(), without=(), checked=())))
    ['As checked: undecided.', 'No space of definitions is declared: only its check speaks.']
    """
    verdict = f"{'Verdict' if table.cells else 'As checked'}: {table.verdict.value}."
    if not table.cells:
        yield verdict
        yield "No space of definitions is declared: only its check speaks."
        yield from left_out(table.left)
        return
    yield from _fits(table, verdict, short=short)
    yield from _identified(table, short=short)
    yield from _printed_by(table, short=short)
    yield from left_out(table.left)


def _fits(table: TableAudit, verdict: str, *, short: bool) -> Iterator[str]:
    """Say how many definitions fit the cells, and whether those declared are among them."""
    alive, outcomes = sum(len(group.candidates) for group in table.survivors), len(table.survivors)
    holding = sum(cell.verdict is Verdict.HOLDS for cell in table.declared)
    fits = f"{alive} of {table.candidates} {_listed(table)} {'fits' if alive == 1 else 'fit'}"
    cells = f"all {len(table.cells)} cells" if len(table.cells) > 1 else "the one cell"
    among = f"; {counted(outcomes, 'outcome')} among them" if alive else ""
    wrong = holding < len(table.declared)
    if short:
        are = f"{holding} {'is' if holding == 1 else 'are'} reproduced"
        declared = f"; as declared, {are}" if wrong else ""
        yield f"{verdict} {fits} {cells}{among if outcomes > 1 else ''}{declared}."
    else:
        yield verdict
        yield f"{fits} {cells}{among}."
        if wrong:
            those = f"{holding} of these {len(table.declared)} cells are"
            those = those if len(table.declared) > 1 else "the cell is not"
            yield (
                f"As declared, {those} reproduced: the declared definitions are not the ones that"
                " print this table."
            )


def _identified(table: TableAudit, *, short: bool) -> Iterator[str]:
    """Say which options the cells decide, and which they leave open."""
    sure = [finding.option for finding in table.findings if finding.identified]
    unsure = [
        finding.option
        for finding in table.findings
        if not finding.identified and len(finding.considered) > 1
    ]
    if sure and not short:
        yield f"Identified by the table: {', '.join(sure)}."
    if unsure:
        yield f"Not identified by the table: {', '.join(unsure)}."


def _printed_by(table: TableAudit, *, short: bool) -> Iterator[str]:
    """Say which cells every definition prints, and which cells and rows none does."""
    dull = sum(cell.reproduced == cell.tried for cell in table.cells)
    if dull:
        yield f"{counted(dull, 'cell')} printed by every definition: not informative."
    lost = [cell for cell in table.cells if cell.verdict is not Verdict.HOLDS]
    if short and len(lost) == len(table.cells):
        return
    if lost:
        lost_cells = counted(len(lost), "cell")
        yield f"{lost_cells} printed by none of them."
    if table.without:
        rows = list(table.without[:_MOST_SHOWN])
        more = len(table.without) - len(rows)
        rows += [f"and {more} more"] if more else []
        yield f"Rows that no single definition fits: {', '.join(rows)}."


def _listed(table: TableAudit) -> str:
    return "admissible definitions" if table.author is Author.PERSON else "definitions tried"


def _groups(table: TableAudit) -> Grid:
    shown = table.survivors or table.groups
    most = _MOST_SHOWN if table.survivors or table.author is Author.PERSON else _MOST_NEAREST
    title = "Definitions that fit" if table.survivors else "Nearest definitions"
    return Grid(
        title,
        ("explained", "independent", "missed", "undecided", "definitions"),
        tuple(_group(group, len(table.cells)) for group in shown[:most]),
        notes=(
            "independent: explained cells whose outcomes over the space differ from one another",
            *((f"and {len(shown) - most} more groups",) if len(shown) > most else ()),
        ),
        aside=len(shown) <= 1 or table.author is not Author.PERSON,
    )


def _group(group: Group, cells: int) -> tuple[str, ...]:
    return (
        f"{group.explained} of {cells}",
        str(group.independent),
        str(group.missed),
        str(group.undecided),
        _candidates(group.candidates, most=4),
    )


def _candidates(candidates: Sequence[Candidate], *, most: int = 1) -> str:
    shown = "; ".join(candidate.text or "as declared" for candidate in candidates[:most])
    return shown + (f" (and {len(candidates) - most} more)" if len(candidates) > most else "")


def _findings(findings: Sequence[Finding]) -> Grid:
    return Grid(
        "What the table identifies",
        ("option", "identified", "survive", "considered"),
        tuple(
            (
                finding.option,
                "yes" if finding.identified else _why(finding),
                ", ".join(finding.survive),
                ", ".join(finding.considered),
            )
            for finding in findings
        ),
        aside=True,
    )


def _choices(choices: Sequence[Choosing]) -> Grid:
    return Grid(
        "How each choice is known",
        ("option", "of", "value", "standing", "by", "or else"),
        tuple(
            (
                one.option,
                ", ".join(one.columns),
                one.value,
                one.standing.value,
                one.because,
                ", ".join(one.others),
            )
            for one in choices
        ),
        notes=("or else: other values that print all cells",),
        aside=True,
    )


def _why(finding: Finding) -> str:
    return "not in question" if len(finding.considered) == 1 else "no"


def _separation(table: TableAudit, found: Separation | None) -> Iterable[Block]:
    definitions = sum(len(group.candidates) for group in table.survivors)
    if definitions <= 1:
        return
    if found is None:
        yield Prose(("No sample was found that would tell the survivors apart.",))
        return
    printed = next(cell.printed for cell in table.cells if cell.column == found.column)
    yield Prose(
        (
            f"A sample that tells the survivors apart ({found.origin}):",
            f"  {sample_text(found.sample)}",
            f"Added to row {found.row}, column {found.column} would be:",
            *(
                f"  {show_score(score, printed)} under {_candidates(candidates, most=2)}"
                for score, candidates in found.scores
            ),
        )
    )


def sample_text(sample: Sample) -> str:
    """Write a sample shortly.

    >>> sample_text(Sample(id="1", gold=("a",), predicted=()))
    "id '1', gold [a], predicted []"
    """
    if sample.amounts:
        numbers = ", ".join(f"{name} {float(value):g}" for name, value in sample.amounts[:8])
        return f"id {sample.id!r}, {numbers}"
    graded = {
        name: [f"{key} {float(grade):g}" for key, grade in pairs or ()]
        for name, pairs in sample.graded
    }
    gold = ", ".join(graded.get(GOLD) or [item_text(item) for item in sample.gold[:8]])
    answer = ", ".join(
        graded.get(PREDICTED) or [item_text(item) for item in (sample.predicted or ())[:8]]
    )
    pairs = "; ".join(
        f"{item_text(pair.predicted)} ~ {item_text(pair.gold)} {float(pair.value):g}"
        for pair in sample.similarities[:4]
    )
    told = "no answer" if sample.predicted is None else f"predicted [{answer}]"
    return f"id {sample.id!r}, gold [{gold}], {told}" + (f", pairs {pairs}" if pairs else "")


def _cells(cells: Sequence[CellAudit]) -> Iterable[Block]:
    ends = [end for cell in cells for end in (cell.low, cell.high) if end is not None]
    names = {one: f"d{at}" for at, one in enumerate(unique(end.candidates[0] for end in ends), 1)}
    yield Grid(
        "Cells: who prints them, and how far they move over the space",
        ("row", "column", "printed", "printed by", "lowest", "by", "highest", "by", "half-range"),
        tuple(_cell(cell, names) for cell in cells),
        notes=(
            "lowest to highest is the definitional uncertainty of the number (VIM 2.27) in printed",
            "units, all definitions weighing alike; by: the first definition that gives this end",
        ),
        aside=True,
    )
    yield Grid(
        "Definitions at the ends",
        ("by", "definition"),
        tuple((name, one.text or "as declared") for one, name in names.items()),
        aside=True,
    )


def _cell(cell: CellAudit, names: Mapping[Candidate, str]) -> tuple[str, ...]:
    by = f"{cell.reproduced} of {cell.tried}"
    if cell.nearest is not None:
        _, score, off = cell.nearest
        by += f"; nearest {show_score(score, cell.printed)} (off by {off_text(off, cell.printed)})"
    if cell.low is None or cell.high is None:
        return (cell.row, cell.column, cell.printed.text, by, *["undefined", ""] * 2, "")
    return (
        cell.row,
        cell.column,
        cell.printed.text,
        by,
        *_end(cell.low, cell.printed, names),
        *_end(cell.high, cell.printed, names),
        show_score(Defined(half_range(cell.low.value, cell.high.value)), cell.printed),
    )


def _end(end: End, printed: Printed, names: Mapping[Candidate, str]) -> tuple[str, str]:
    return show_score(Defined(end.value), printed), names[end.candidates[0]]


def half_range(low: Quantity, high: Quantity) -> Fraction:
    """Halve the distance of two quantities; irrational ones to 28 digits.

    >>> half_range(Fraction(1, 2), Fraction(1))
    Fraction(1, 4)
    """
    (start, _), (end, _) = bounds(low, _DIGITS), bounds(high, _DIGITS)
    return (end - start) / 2


_DIGITS = 28
"""Fewer than scores are kept with that are known by their ends alone."""


def _checked(table: TableAudit) -> Iterable[Block]:
    lost = [cell for cell in table.checked if cell.verdict is not Verdict.HOLDS]
    yield Prose((f"Outside the space: {summary(table.checked)}",), aside=not lost)
    if lost:
        yield Grid(
            "Cells outside the space: findings",
            ("row", "column", "printed", "computed", "verdict", "why"),
            tuple(
                (
                    cell.row,
                    cell.column,
                    cell.printed.text,
                    "" if cell.score is None else show_score(cell.score, cell.printed),
                    verdict_word(cell),
                    cell.because,
                )
                for cell in lost
            ),
        )
