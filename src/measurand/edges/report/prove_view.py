"""What a table alone proves, as a document: verdict, readings, proofs, a data set, assumptions."""

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen
from toolz import groupby, unique

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.prove_grounds import grounds_text
from measurand.edges.report.prove_parts import (
    data_grid,
    differing,
    revealed_grids,
    shared,
    short_reading,
)
from measurand.proofs.finding import Finding, Question
from measurand.proofs.prove import Proved
from measurand.proofs.sheet import Column
from measurand.values.verdict import Verdict, overall

WORDS = {
    Verdict.HOLDS: "possible",
    Verdict.REFUTED: "not reproducible",
    Verdict.UNDECIDED: "undecided",
}
LIMIT = "Rows that are consistent but false cannot be seen from a table."
_MOST = 12
_FEW = 5
_MOST_SAMPLES = 40
_ORDER = (Verdict.HOLDS, Verdict.UNDECIDED, Verdict.REFUTED)


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
            yield "Verdict: possible. Every question that was asked has an answer."
        case _:
            why = "something could not be decided" if asked else "nothing could be asked of it"
            yield f"Verdict: undecided, as {why}."
    counts = [
        f"{sum(question.verdict is verdict for question in asked)} {word}"
        for verdict, word in WORDS.items()
    ]
    many = "1 question" if len(asked) == 1 else f"{len(asked)} questions"
    yield f"{many}: {', '.join(counts)}."


def _table(table: ProvedTable) -> Iterator[Block]:
    yield Prose(tuple(headline(table)))
    yield from _read(table)
    asked = table.proved.questions
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
        yield from _found(verdict, [one for one in asked if one.verdict is verdict])
    yield from _possible([one for one in asked if one.verdict is Verdict.HOLDS])
    told = [one for one in asked if len(one.findings) > 1 and _telling(one)]
    yield from _few_readings([one for one in told if len(one.findings) <= _FEW])
    for question in told:
        if len(question.findings) > _FEW:
            yield _readings(question)
    yield from revealed_grids(table.proved.identified)
    yield from data_grid(table.proved.findings)
    yield from _assumed(table.proved.findings)


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
        yield Grid("Guessed, or not understood", ("where", "what"), table.notes)


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


def _found(verdict: Verdict, asked: Sequence[Question]) -> Iterator[Block]:
    if not asked:
        return
    titles = {Verdict.REFUTED: "Not reproducible", Verdict.UNDECIDED: "Undecided"}
    rows = []
    for question in asked:
        first = question.findings[0]
        many = len(question.findings)
        why = first.because if many == 1 else f"under each of {many} readings: see below"
        if many > 1 and verdict is Verdict.UNDECIDED:
            why = f"under some of {many} readings: see below"
        proof = "; ".join(map(grounds_text, first.grounds)) if many == 1 else ""
        rows.append((question.name, first.rule, why, proof))
    yield Grid(titles[verdict], ("question", "rule", "why", "proof"), tuple(rows))


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


def _telling(question: Question) -> bool:
    """Tell whether the readings differ in a way that says something."""
    refuted = any(one.verdict is Verdict.REFUTED for one in question.findings)
    return refuted or question.verdict is not Verdict.HOLDS


def _few_readings(asked: Sequence[Question]) -> Iterator[Block]:
    """List the readings of questions that have few of them, in one table."""
    if not asked:
        return
    rows = [
        ("" if at else question.name, *_reading(one, differing(question.findings)))
        for question in asked
        for at, one in enumerate(question.findings)
    ]
    yield Grid(
        "Readings",
        ("question", "reading", "verdict", "why", "proof"),
        tuple(rows),
        notes=("a question is possible if one of its readings is",),
    )


def _readings(question: Question) -> Grid:
    """List readings: all that are possible, then the others as far as there is room."""
    ranked = sorted(question.findings, key=lambda one: _ORDER.index(one.verdict))
    kept = [one for one in ranked if one.verdict is Verdict.HOLDS]
    room = max(_MOST - len(kept), _MOST // 2)
    others = [one for one in ranked if one.verdict is not Verdict.HOLDS]
    shown = (*kept, *others[:room])
    more = len(ranked) - len(shown)
    counts = [
        f"{sum(one.verdict is verdict for one in ranked)} {WORDS[verdict]}" for verdict in _ORDER
    ]
    told = f"{len(ranked)} readings: {', '.join(counts)}"
    notes = (f"{told}; {more} are not shown: --format json has all",) if more else (told,)
    return Grid(
        f"Readings of {question.name}",
        ("reading", "verdict", "why", "proof"),
        tuple(_reading(one, differing(question.findings)) for one in shown),
        notes=(*notes, *shared(question.findings)),
    )


def _reading(one: Finding, apart: frozenset[str]) -> tuple[str, ...]:
    proof = "; ".join(map(grounds_text, one.grounds))
    because = one.because.replace(f" under {one.reading}", "") if one.reading else one.because
    return short_reading(one.reading, apart) or one.rule, WORDS[one.verdict], because, proof


def _assumed(findings: Iterable[Finding]) -> Iterator[Block]:
    rules: dict[str, dict[str, None]] = {}
    for one in findings:
        rules.setdefault(one.rule, {}).update(dict.fromkeys(one.assumes))
    rows = [(rule, "; ".join(list(texts)[:_MOST])) for rule, texts in rules.items() if texts]
    if rows:
        yield Grid("What is assumed", ("rule", "assumes"), tuple(rows))
