"""What a table alone proves, as a document: verdict, proofs, a data set, readings, assumptions."""

from collections.abc import Iterator, Sequence
from math import floor

from attrs import evolve, frozen
from toolz import groupby, unique

from measurand.auditing.proofs.finding import Coincidence, Question
from measurand.auditing.proofs.premises import SCORE, Premise, Standing
from measurand.auditing.proofs.prove import Proved
from measurand.auditing.proofs.sheet import Column
from measurand.auditing.proofs.worlds import options_to_ask
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.prove_words import (
    WORDS,
    data_grid,
    few_readings,
    grounds_text,
    many_readings,
    revealed_grids,
    short_because,
    telling,
)
from measurand.values.english import counted
from measurand.values.verdict import TableVerdict, Verdict

__all__ = ["LIMIT", "WORDS", "ProvedTable", "headline", "prove_document"]

LIMIT = "Rows that are consistent but false cannot be seen from a table."
TABLE, STATEMENTS = "Table", "Statements"
_NOTHING = "nothing was found here to check"
_RANGES = "ranges"
_MOST = 12
_FEW = 5
_TOLD = 3


@frozen(kw_only=True)
class ProvedTable:
    """A table, what was proven of it, and what was guessed on the way (a place, and a sentence).

    `what` says what it is: the statements of a text are asked about as rows of a table. Cells
    `elsewhere`, by row and column, are held to others among these statements. `cautions` are the
    notes that are told first.

    >>> from measurand.auditing.proofs.sheet import Sheet
    >>> ProvedTable(proved=Proved(Sheet(columns=(), rows=()), ())).notes
    ()
    """

    proved: Proved
    notes: tuple[tuple[str, str], ...] = ()
    what: str = TABLE
    elsewhere: frozenset[tuple[str, str]] = frozenset()
    cautions: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name the table, and where it stands."""
        sheet = self.proved.sheet
        alone = "The table" if self.what == "Table" else self.what
        name = f"{self.what} {sheet.name}" if sheet.name else alone
        return f"{name} ({sheet.source})" if sheet.source else name


def prove_document(tables: Sequence[ProvedTable], *, title: str = "", brief: str = "") -> Document:
    """Lay out what was proven of tables; `brief` is a closing sentence.

    >>> [block.title for block in prove_document((), title="lint")]
    ['lint']
    """
    sections = tuple(Section(table.name, tuple(_table(table)), spare=True) for table in tables)
    nothing = () if sections else (Prose(("No table: undecided.",)),)
    # What cannot be seen matters where nothing was.
    calm = all(table.proved.outcome is TableVerdict.POSSIBLE for table in tables)
    end = (Prose((LIMIT,), aside=not calm), *([Prose((brief,))] if brief else []))
    return (Section(title or "prove", (*sections, *nothing, *end), spare=True),)


def headline(table: ProvedTable) -> Iterator[str]:
    """Say the verdict on a table, count its questions, and name what is odd and what to ask."""
    proved = table.proved
    asked = proved.questions
    match proved.outcome:
        case TableVerdict.NOT_REPRODUCIBLE:
            yield "Verdict: not reproducible under what is assumed below."
        case TableVerdict.ODD:
            yield "Verdict: odd. It is possible, but in an unusual way, or unlike its siblings."
        case TableVerdict.POSSIBLE:
            yield "Verdict: possible. No contradiction was found in what was checked."
        case TableVerdict.UNDECIDED:
            other = "else " if table.elsewhere else ""
            none = f"nothing {other}could be asked of it"
            nothing = _NOTHING if table.what == STATEMENTS else none
            why = "something could not be decided" if asked else nothing
            yield f"Verdict: undecided, as {why}."
    sums = ((sum(one.outcome is outcome for one in asked), outcome) for outcome in TableVerdict)
    counts = [f"{number} {outcome.value}" for number, outcome in sums if number]
    many = "1 question" if len(asked) == 1 else f"{len(asked)} questions"
    yield f"{many}{': ' if counts else ''}{', '.join(counts)}."
    yield from _unchecked(table)
    odd = [one for one in asked if one.outcome is TableVerdict.ODD]
    yield from (f"Odd: {oddity_text(one)}" for one in odd[:_MOST])
    if len(odd) > _MOST:
        yield f"Odd: {len(odd) - _MOST} more, see below."
    told = [finding.because for one in odd for finding in one.findings]
    yield from (f"Note: {one}." for one in table.cautions if one not in told)
    yield from (f"Note: {note}." for note in calm_notes(proved))
    options = options_to_ask(asked, proved.premises)
    if options:
        yield f"What would settle most: {' and '.join(options)} (or what is true instead)."


def calm_notes(proved: Proved) -> tuple[str, ...]:
    """List the first notes on numbers that are possible.

    >>> from measurand.auditing.proofs.sheet import Sheet
    >>> calm_notes(Proved(Sheet(columns=(), rows=()), ()))
    ()
    """
    calm = (one for one in proved.questions if one.outcome is TableVerdict.POSSIBLE)
    notes = unique(one.note for question in calm for one in question.findings if one.note)
    return tuple(notes)[:_MOST]


def oddity_text(question: Question) -> str:
    """Say why numbers are odd, and what would fit in their place.

    >>> oddity_text(Question("f: a / P, R, F1", ()))
    'a / P, R, F1.'
    """
    where = question.name.partition(": ")[2] or question.name
    why = oddity_reason(question)
    return f"{where}: {why}." if why else f"{where}."


def oddity_reason(question: Question) -> str:
    """Say why, without the cells.

    >>> oddity_reason(Question("f: a / P, R, F1", ()))
    ''
    """
    parts = [_coincidence(question.coincidence)] if question.coincidence else [*_ways(question)]
    fits = f"{', or '.join(question.repairs)} would fit" if question.repairs else ""
    return "; ".join(filter(None, (*parts, fits)))


def _coincidence(found: Coincidence) -> str:
    many = len(found.siblings)
    others = found.siblings[0] if many == 1 else f"the {many} others beside it"
    reading = f" ({found.reading})" if found.reading else ""
    once = floor(1 / found.chance)
    chance = str(once) if once < _LARGE else f"10^{len(str(once)) - 1}"
    fit = f"fit{'s' if many == 1 else ''} to the last digit{reading}"
    return f"{others} {fit}, by chance 1 in {chance}; here {short_because(found.finding)}"


def _ways(question: Question) -> Iterator[str]:
    """Say how else it could be: by unusual readings, and by unusual alternatives of premises."""
    refuted = [one for one in question.findings if one.verdict is Verdict.REFUTED]
    for nearest in (refuted or question.findings)[:1]:
        yield short_because(nearest)
    readings = [
        _LEFT_OUT if one.rule == _F else one.reading
        for one in question.findings
        if one.unusual and one.verdict is not Verdict.REFUTED
    ]
    some = [*_few(list(dict.fromkeys(readings))), *other_ways(question)]
    if some := list(dict.fromkeys(some)):
        yield f"possible only if {', or '.join(some[:_MOST])}"


def _few(readings: Sequence[str]) -> Sequence[str]:
    """Shorten readings that are many: to what they have in common, and their number.

    >>> _few(["a=1,b=1,c=1", "a=1,b=2,c=1", "a=1,b=3,c=1", "a=1,b=4,c=1"])
    ['a=1,c=1 (in each of 4 readings)']
    """
    if len(readings) <= _TOLD:
        return readings
    parts = [dict.fromkeys(one.split(",")) for one in readings]
    common = [part for part in parts[0] if all(part in one for one in parts)]
    if common:
        return [f"{','.join(common)} (in each of {len(readings)} readings)"]
    return [*readings[:_TOLD], f"one of {len(readings) - _TOLD} other readings"]


_F = "f-from-p-and-r"


def other_ways(question: Question) -> Iterator[str]:
    """Name the alternatives that free a question; those of several columns together.

    >>> list(other_ways(Question("f: a / P, R, F1", ())))
    []
    """
    alike: dict[str, dict[str, None]] = {}
    for world in question.freed:
        for premise, other in world.choices:
            if other is not premise.chosen:
                names = premise.columns if premise.id == SCORE else ()
                alike.setdefault(other.name, {}).update(dict.fromkeys(names))
    for name, columns in alike.items():
        yield f"{' or '.join(map(repr, columns))} is {name}" if columns else name


_LEFT_OUT = "samples are left out of one of the means"
_LARGE = 10**7


def unheld_cells(table: ProvedTable) -> tuple[str, ...]:
    """Name the column of each number that no rule but that of ranges speaks of, here or elsewhere.

    >>> from measurand.auditing.proofs.sheet import Sheet
    >>> unheld_cells(ProvedTable(proved=Proved(Sheet(columns=(), rows=()), ())))
    ()
    """
    proved = table.proved
    checked = {
        (row, column)
        for one in proved.findings
        if one.rule != _RANGES
        for row in one.rows
        for column in one.columns
    }
    return tuple(
        name
        for row in proved.sheet.rows
        for name, _ in row.cells
        if (row.label, name) not in checked | table.elsewhere
    )


def _unchecked(table: ProvedTable) -> Iterator[str]:
    printed = {(row.label, name) for row in table.proved.sheet.rows for name, _ in row.cells}
    elsewhere = len(printed & table.elsewhere)
    if elsewhere:
        yield f"Held under {STATEMENTS}: {elsewhere} cells, counts of groups to their percentages."
    left = unheld_cells(table)
    if not left:
        return
    names = list(dict.fromkeys(left))
    more = f" and {counted(len(names) - _FEW, 'more column')}" if len(names) > _FEW else ""
    cells = counted(len(left), "cell")
    yield (
        f"Held to no other number: {cells} in {', '.join(names[:_FEW])}{more}. What a column is "
        "can be said, as in --column NAME=accuracy."
    )


def _table(table: ProvedTable) -> Iterator[Block]:
    yield Prose(tuple(headline(table)))
    asked = table.proved.questions
    yield from _refuted([one for one in asked if one.outcome is TableVerdict.NOT_REPRODUCIBLE])
    yield from _odd([one for one in asked if one.outcome is TableVerdict.ODD])
    yield from _undecided([one for one in asked if one.outcome is TableVerdict.UNDECIDED])
    yield from revealed_grids(table.proved.identified)
    yield from data_grid(table.proved.findings)
    yield from _possible([one for one in asked if one.outcome is TableVerdict.POSSIBLE])
    told = [one for one in asked if len(one.findings) > 1 and telling(one)]
    refuted = table.proved.outcome is TableVerdict.NOT_REPRODUCIBLE
    readings = (
        *few_readings([one for one in told if len(one.findings) <= _FEW]),
        *many_readings([one for one in told if len(one.findings) > _FEW]),
    )
    yield from (evolve(grid, aside=not refuted) for grid in readings)
    yield from _read(table)
    yield from _premises(table.proved.premises)
    yield from _assumed(asked)


def _odd(asked: Sequence[Question]) -> Iterator[Block]:
    """Give each odd question with what would close what frees it."""
    if not asked:
        return
    rows = tuple(
        (one.name, one.findings[0].rule, oddity_reason(one), " ".join(one.settle)) for one in asked
    )
    heads = ("question", "rule", "why", "what would settle it")
    yield Grid("Odd", heads, rows, aside=len(asked) <= _MOST)


def _premises(premises: Sequence[Premise]) -> Iterator[Block]:
    """List what the table leaves open: what is used, what else it may be, and what says it.

    Those of several columns that leave the same open stand in one line, with the option of the
    first.
    """
    open_ones = [one for one in premises if one.standing is not Standing.SAID]
    alike = groupby(lambda one: (one.id, one.standing, one.alternatives[0].name), open_ones)
    rows = tuple(_premise(same) for same in alike.values())
    heads = ("premise", "used", "or else", "standing", "what settles it")
    if rows:
        yield Grid("Premises", heads, rows, aside=True)


def _premise(same: Sequence[Premise]) -> tuple[str, ...]:
    first = same[0]
    scopes = [one.scope for one in same if one.scope != "table"]
    others = unique(
        other.name + ("" if other.usual else " (unusual)")
        for one in same
        for other in one.admitted[1:]
    )
    return (
        f"{first.id}: {_places(scopes)}" if scopes else first.id,
        first.chosen.name,
        "; ".join(others),
        first.standing.value,
        first.settle + (", ..." if len(same) > 1 else ""),
    )


def _read(table: ProvedTable) -> Iterator[Block]:
    sheet = table.proved.sheet
    if sheet.columns:
        facts = [f"{fact.value} = {number}" for fact, number in sheet.facts]
        yield Grid(
            "What was read",
            ("column", "read as", "group", "unit", "of", "definition"),
            tuple(_column(column, table) for column in sheet.columns),
            notes=(f"known of every row: {', '.join(facts)}",) if facts else (),
            aside=True,
        )
    if table.notes:
        same = groupby(lambda note: note[1], table.notes)
        notes = tuple((_places([where for where, _ in some]), what) for what, some in same.items())
        yield Grid("Guessed, or not understood", ("where", "what"), notes, aside=True)


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
        f"{column.what}{beta}",
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
        plain = many == 1 or all(one.unusual for one in question.findings[1:])
        why = first.because if plain else f"under each of {many} readings: see below"
        if plain and many > 1:
            why += f" (nor under {many - 1} unusual reading{'s' if many > 2 else ''})"  # noqa: PLR2004
        proof = "; ".join(map(grounds_text, first.grounds)) if plain else ""
        rows.append((question.name, first.rule, why, proof))
    yield Grid("Not reproducible", ("question", "rule", "why", "proof"), tuple(rows))


def _undecided(asked: Sequence[Question]) -> Iterator[Block]:
    """Give each undecided question with the one thing that is missing."""
    if not asked:
        return
    rows = []
    for question in asked:
        open_ = [one for one in question.findings if one.verdict is Verdict.UNDECIDED]
        texts = list(unique(short_because(one) for one in open_))
        more = f"; and {len(texts) - _TOLD} more reasons" if len(texts) > _TOLD else ""
        why = "; ".join(texts[:_TOLD]) + more
        cause = question.why_undecided
        rule = question.findings[0].rule if question.findings else ""
        rows.append((question.name, rule, "" if cause is None else cause.value, why))
    yield Grid("Undecided", ("question", "rule", "cause", "why"), tuple(rows))


def _possible(asked: Sequence[Question]) -> Iterator[Block]:
    """Count what is possible by rule; each has its witness in JSON."""
    if not asked:
        return
    rules = groupby(lambda question: question.findings[0].rule, asked)
    yield Grid(
        "Possible",
        ("rule", "questions", "for instance"),
        tuple((rule, str(len(same)), _instance(same[0])) for rule, same in rules.items()),
        aside=True,
    )


def _instance(question: Question) -> str:
    ranked = sorted(question.findings, key=lambda one: _BEST.index(one.verdict))
    _, _, cells = question.name.partition(": ")
    best = ranked[0]
    if best.verdict is Verdict.REFUTED:
        return f"{cells or question.name}: possible if {', or '.join(other_ways(question))}"
    return f"{cells or question.name}: {best.because}"


_BEST = (Verdict.HOLDS, Verdict.UNDECIDED, Verdict.REFUTED)


def _assumed(asked: Sequence[Question]) -> Iterator[Block]:
    """List what verdicts stand on; readings that do not decide a question add nothing to it."""
    rules: dict[str, dict[str, None]] = {}
    deciding = (
        one for question in asked for one in question.findings if one.verdict is question.verdict
    )
    for one in deciding:
        rules.setdefault(one.rule, {}).update(dict.fromkeys(one.assumes))
    rows = [(rule, "; ".join(list(texts)[:_MOST])) for rule, texts in rules.items() if texts]
    if rows:
        calm = all(one.outcome is not TableVerdict.NOT_REPRODUCIBLE for one in asked)
        yield Grid("What is assumed", ("rule", "assumes"), tuple(rows), aside=calm)
