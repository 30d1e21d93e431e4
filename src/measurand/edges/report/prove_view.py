"""What a table alone proves, as a document: verdict, proofs, a data set, readings, assumptions."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen
from toolz import groupby, unique

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.prove_grounds import grounds_text
from measurand.edges.report.prove_parts import data_grid, revealed_grids
from measurand.edges.report.prove_readings import (
    WORDS,
    few_readings,
    many_readings,
    short_because,
    telling,
)
from measurand.proofs.doubts import options_of
from measurand.proofs.finding import Question
from measurand.proofs.odd import odd_rows
from measurand.proofs.prove import Proved
from measurand.proofs.sheet import Column
from measurand.values.verdict import Verdict, overall

__all__ = ["LIMIT", "WORDS", "ProvedTable", "headline", "prove_document"]

LIMIT = "Rows that are consistent but false cannot be seen from a table."
_RANGES = "ranges"
_MOST = 12
_FEW = 5
_TOLD = 3


@frozen(kw_only=True)
class ProvedTable:
    """A table, what was proven of it, and what was guessed on the way (a place, and a sentence).

    >>> from measurand.proofs.sheet import Sheet
    >>> ProvedTable(proved=Proved(Sheet(columns=(), rows=()), ())).notes
    ()
    """

    proved: Proved
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Name the table, and where it stands."""
        sheet = self.proved.sheet
        name = f"Table {sheet.name}" if sheet.name else "Table"
        return f"{name} ({sheet.source})" if sheet.source else name


def prove_document(tables: Sequence[ProvedTable], *, title: str = "", brief: str = "") -> Document:
    """Lay out what was proven of tables; `brief` is a closing sentence.

    >>> [block.title for block in prove_document((), title="lint")]
    ['lint']
    """
    sections = tuple(Section(table.name, tuple(_table(table))) for table in tables)
    end = [LIMIT, *([brief] if brief else [])]
    nothing = () if sections else (Prose(("No table: undecided.",)),)
    return (Section(title or "prove", (*sections, *nothing, Prose(tuple(end)))),)


def headline(table: ProvedTable) -> Iterator[str]:
    """Say the verdict on a table in two sentences."""
    proved = table.proved
    asked = proved.questions
    match overall(question.verdict for question in asked):
        case Verdict.REFUTED:
            yield "Verdict: not reproducible under what is assumed below."
        case Verdict.HOLDS:
            yield "Verdict: possible. No contradiction was found in what was checked."
        case _:
            why = "something could not be decided" if asked else "nothing could be asked of it"
            yield f"Verdict: undecided, as {why}."
    counts = [
        f"{sum(question.verdict is verdict for question in asked)} {word}"
        for verdict, word in WORDS.items()
    ]
    many = "1 question" if len(asked) == 1 else f"{len(asked)} questions"
    yield f"{many}: {', '.join(counts)}."
    yield from _unchecked(proved)
    yield from (f"Odd: {text}." for text in odd_rows(proved.findings))


def _unchecked(proved: Proved) -> Iterator[str]:
    """Say which numbers no rule but that of ranges speaks of."""
    checked = {
        (row, column)
        for one in proved.findings
        if one.rule != _RANGES
        for row in one.rows
        for column in one.columns
    }
    left = [
        name
        for row in proved.sheet.rows
        for name, _ in row.cells
        if (row.label, name) not in checked
    ]
    if not left:
        return
    names = list(dict.fromkeys(left))
    more = f" and {len(names) - _FEW} more columns" if len(names) > _FEW else ""
    cells = "1 cell" if len(left) == 1 else f"{len(left)} cells"
    yield (
        f"Held to no other number: {cells} in {', '.join(names[:_FEW])}{more}. What a column is "
        "can be said, as in --column NAME=accuracy."
    )


def _table(table: ProvedTable) -> Iterator[Block]:
    yield Prose(tuple(headline(table)))
    asked = table.proved.questions
    yield from _refuted([one for one in asked if one.verdict is Verdict.REFUTED])
    yield from _undecided([one for one in asked if one.verdict is Verdict.UNDECIDED])
    yield from revealed_grids(table.proved.identified)
    yield from data_grid(table.proved.findings)
    yield from _possible([one for one in asked if one.verdict is Verdict.HOLDS])
    told = [one for one in asked if len(one.findings) > 1 and telling(one)]
    yield from few_readings([one for one in told if len(one.findings) <= _FEW])
    for question in told:
        if len(question.findings) > _FEW:
            yield many_readings(question)
    yield from _read(table)
    yield from _assumed(asked)


def _read(table: ProvedTable) -> Iterator[Block]:
    sheet = table.proved.sheet
    if sheet.columns:
        facts = [f"{fact.value} = {number}" for fact, number in sheet.facts]
        yield Grid(
            "What was read",
            ("column", "read as", "group", "unit", "of", "definition"),
            tuple(_column(column, table) for column in sheet.columns),
            notes=(f"known of every row: {', '.join(facts)}",) if facts else (),
        )
    if table.notes:
        same = groupby(lambda note: note[1], table.notes)
        notes = tuple((_places([where for where, _ in some]), what) for what, some in same.items())
        yield Grid("Guessed, or not understood", ("where", "what"), notes)


def _places(wheres: Sequence[str]) -> str:
    """Join the places of one note."""
    more = f" and {len(wheres) - _MOST} more" if len(wheres) > _MOST else ""
    return ", ".join(filter(None, wheres[:_MOST])) + more


def _column(column: Column, table: ProvedTable) -> tuple[str, ...]:
    cells = [row.cell(column.name) for row in table.proved.sheet.rows]
    units = unique(cell.unit.value for cell in cells if cell is not None)
    beta = f" (beta {column.beta})" if column.beta != 1 else ""
    options = ",".join(f"{name}={value}" for name, value in column.options)
    shown = ", ".join(units)
    unit = "" if shown == "none" else shown
    return (
        column.name,
        f"{column.role.value}{beta}",
        column.group,
        unit,
        ", ".join(column.of),
        options,
    )


def _refuted(asked: Sequence[Question]) -> Iterator[Block]:
    """Give each question that is not reproducible with its proof."""
    if not asked:
        return
    rows = []
    for question in asked:
        first = question.findings[0]
        many = len(question.findings)
        why = first.because if many == 1 else f"under each of {many} readings: see below"
        proof = "; ".join(map(grounds_text, first.grounds)) if many == 1 else ""
        rows.append((question.name, first.rule, why, proof))
    yield Grid("Not reproducible", ("question", "rule", "why", "proof"), tuple(rows))


def _undecided(asked: Sequence[Question]) -> Iterator[Block]:
    """Give each open question with what would have to be said to decide it."""
    if not asked:
        return
    rows = []
    for question in asked:
        open_ = [one for one in question.findings if one.verdict is Verdict.UNDECIDED]
        texts = list(unique(short_because(one) for one in open_))
        more = f"; and {len(texts) - _TOLD} more reasons" if len(texts) > _TOLD else ""
        why = "; ".join(texts[:_TOLD]) + more
        options = " ".join(options_of(open_))
        rows.append((question.name, open_[0].rule if open_ else "", why, options))
    some = any(row[-1] for row in rows)
    names = ("question", "rule", "why", "what would say it")
    yield Grid(
        "Undecided",
        names if some else names[:-1],
        tuple(row if some else row[:-1] for row in rows),
    )


def _possible(asked: Sequence[Question]) -> Iterator[Block]:
    """Count what is possible by rule; each has its witness in JSON."""
    if not asked:
        return
    rules = groupby(lambda question: question.findings[0].rule, asked)
    yield Grid(
        "Possible",
        ("rule", "questions", "for instance"),
        tuple((rule, str(len(same)), _instance(same[0])) for rule, same in rules.items()),
    )


def _instance(question: Question) -> str:
    holds = next(one for one in question.findings if one.verdict is Verdict.HOLDS)
    _, _, cells = question.name.partition(": ")
    return f"{cells or question.name}: {holds.because}"


def _assumed(asked: Iterable[Question]) -> Iterator[Block]:
    """List what verdicts stand on; readings that do not decide a question add nothing to it."""
    rules: dict[str, dict[str, None]] = {}
    deciding = (
        one for question in asked for one in question.findings if one.verdict is question.verdict
    )
    for one in deciding:
        rules.setdefault(one.rule, {}).update(dict.fromkeys(one.assumes))
    rows = [(rule, "; ".join(list(texts)[:_MOST])) for rule, texts in rules.items() if texts]
    if rows:
        yield Grid("What is assumed", ("rule", "assumes"), tuple(rows))
