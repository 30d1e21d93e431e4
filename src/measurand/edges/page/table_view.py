"""What a page shows of a table: its cells with marks, its findings in decimals, what is open.

A proof is a pair of intervals of fractions. A person reads decimals: so each end is written in as
many digits as show that the two do not meet, rounded outwards, with the fractions beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen
from toolz import unique

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.finding import Clash, Finding, Question
from measurand.auditing.proofs.sheet import Row, Sheet
from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.edges.page.controls import Control, Patch, controls_of, patch_of
from measurand.edges.report.prove_view import ProvedTable, headline, other_ways
from measurand.edges.report.prove_words import grounds_text, short_because
from measurand.values.printed import Rounding, Unit
from measurand.values.verdict import TableVerdict, Verdict

_MOST_DIGITS = 12
_MORE_DIGITS = 2
_PERCENT = 100


@frozen(kw_only=True)
class ClashView:
    """What is printed and what may be, in decimals, on the scale that the column is printed in.

    A pair of equal ends is one number. `exact` has the same in fractions.
    """

    row: str
    column: str
    cell: str
    unit: str
    printed: tuple[str, str]
    allowed: tuple[str, str]
    exact: str


@frozen(kw_only=True)
class CellMark:
    """A cell that is part of a finding: one that clashes, or one that stands beside it."""

    row: str
    column: str
    verdict: TableVerdict
    clashes: bool


@frozen(kw_only=True)
class QuestionView:
    """A question whose numbers are not simply possible: why, and what would settle it."""

    name: str
    verdict: TableVerdict
    cause: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    because: tuple[str, ...]
    readings: int
    clashes: tuple[ClashView, ...]
    proofs: tuple[str, ...]
    assumes: tuple[str, ...]
    chance: str
    only_if: tuple[str, ...]
    fits: tuple[str, ...]
    settles: tuple[Patch, ...]


@frozen(kw_only=True)
class RowView:
    """A row: its label, what it is, and a cell for each column, which may be empty."""

    label: str
    kind: str
    cells: tuple[str, ...]


@frozen(kw_only=True)
class TableView:
    """A table as it was read, with what was found."""

    name: str
    source: str
    verdict: TableVerdict
    asked: int
    counts: Mapping[str, int]
    lines: tuple[str, ...]
    columns: tuple[Mapping[str, str], ...]
    rows: tuple[RowView, ...]
    marks: tuple[CellMark, ...]
    findings: tuple[QuestionView, ...]
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
    asked = proved.questions
    outcomes = [one.outcome for one in asked]
    told = [one for one in asked if one.outcome is not TableVerdict.POSSIBLE]
    return TableView(
        name=sheet.name,
        source=sheet.source,
        verdict=proved.outcome,
        asked=len(asked),
        counts={one.value: outcomes.count(one) for one in TableVerdict},
        lines=tuple(headline(table)),
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
        marks=tuple(mark for one in told for mark in _marks(one, sheet)),
        findings=tuple(_question(one, sheet) for one in sorted(told, key=_gravity)),
        controls=controls_of(proved.premises, sheet),
        settles=tuple(patch_of(one) for one in _ask(table)),
        notes=tuple({"where": where, "what": what} for where, what in table.notes),
    )


def _ask(table: ProvedTable) -> tuple[str, ...]:
    from measurand.auditing.proofs.worlds import options_to_ask

    return options_to_ask(table.proved.questions, table.proved.premises)


_GRAVEST = (TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD, TableVerdict.UNDECIDED)


def _gravity(question: Question) -> int:
    return _GRAVEST.index(question.outcome)


def _cell(row: Row, column: str) -> str:
    printed = row.cell(column)
    return "" if printed is None else printed.text


def _refuted(question: Question) -> list[Finding]:
    return [one for one in question.findings if one.verdict is Verdict.REFUTED]


def _telling(question: Question) -> Sequence[Finding]:
    """Give the findings that a verdict is told by: those that refute, else all that are open."""
    if question.coincidence is not None:
        return [question.coincidence.finding]
    return _refuted(question) or question.findings


def _marks(question: Question, sheet: Sheet) -> Iterator[CellMark]:
    """Mark the cells of a question; those that a proof names clash, or all where none is named."""
    if question.outcome is TableVerdict.UNDECIDED:
        return
    telling = _telling(question)
    names = {ground.what for one in telling for ground in one.grounds if isinstance(ground, Clash)}
    seen = unique((row, name) for one in telling for row in one.rows for name in one.columns)
    cells = [(row.label, name) for row in sheet.rows for name, _ in row.cells]
    there = [cell for cell in seen if cell in cells]
    named = any(name in names for _, name in there)
    for row, name in there:
        yield CellMark(
            row=row,
            column=name,
            verdict=question.outcome,
            clashes=name in names or not named,
        )


def _question(question: Question, sheet: Sheet) -> QuestionView:
    telling = _telling(question)
    coincidence = question.coincidence
    grounds = [
        ground for one in telling if one.verdict is Verdict.REFUTED for ground in one.grounds
    ]
    cause = question.why_undecided
    return QuestionView(
        name=question.name,
        verdict=question.outcome,
        cause="" if cause is None else cause.value,
        rows=tuple(unique(row for one in telling for row in one.rows)),
        columns=tuple(unique(name for one in telling for name in one.columns)),
        because=tuple(unique(map(short_because, telling))),
        readings=len(question.findings),
        clashes=tuple(unique(clash for one in telling for clash in _clashes(one, sheet))),
        proofs=tuple(unique(map(grounds_text, grounds))),
        assumes=tuple(unique(text for one in telling for text in one.assumes)),
        chance="" if coincidence is None else str(int(1 / coincidence.chance)),
        only_if=tuple(_only_if(question)),
        fits=question.repairs,
        settles=tuple(map(patch_of, question.settle)),
    )


def _only_if(question: Question) -> Iterator[str]:
    if question.outcome is TableVerdict.ODD and question.coincidence is None:
        open_ones = [one for one in question.findings if one.verdict is not Verdict.REFUTED]
        yield from unique(one.because for one in open_ones if one.unusual)
        yield from other_ways(question)


def _clashes(finding: Finding, sheet: Sheet) -> Iterator[ClashView]:
    for ground in finding.grounds:
        if isinstance(ground, Clash):
            rows = [
                one for one in sheet.rows if one.label in finding.rows and one.cell(ground.what)
            ]
            row = rows[0] if len(rows) == 1 else None
            printed = None if row is None else row.cell(ground.what)
            percent = printed is not None and printed.unit is Unit.PERCENT
            scale = _PERCENT if percent else 1
            digits = (0 if printed is None else printed.decimals) + _MORE_DIGITS
            mine, other = decimals(ground.printed, ground.allowed, scale=scale, digits=digits)
            yield ClashView(
                row="" if row is None else row.label,
                column=ground.what,
                cell="" if printed is None else printed.text,
                unit="%" if percent else "",
                printed=mine,
                allowed=other,
                exact=f"{_fractions(ground.printed)} ∩ {_fractions(ground.allowed)} = ∅",
            )


def _fractions(interval: Interval) -> str:
    ends = list(dict.fromkeys((exact_text(interval.low), exact_text(interval.high))))
    return f"[{', '.join(ends)}]" if len(ends) > 1 else f"{{{ends[0]}}}"


Ends = tuple[str, str]


def decimals(printed: Interval, allowed: Interval, *, scale: int, digits: int) -> tuple[Ends, Ends]:
    """Write two intervals in decimals, outwards, with as many digits as show that they do not meet.

    >>> decimals(Interval(Fraction(1773, 2000), Fraction(71, 80)),
    ...          Interval(Fraction(67, 75), Fraction(67, 75)), scale=100, digits=3)
    (('88.65', '88.75'), ('89.333', '89.334'))
    """
    while True:
        mine, other = _ends(printed, scale, digits), _ends(allowed, scale, digits)
        apart = Fraction(mine[1]) < Fraction(other[0]) or Fraction(other[1]) < Fraction(mine[0])
        if apart or digits >= _MOST_DIGITS:
            return mine, other
        digits += 1


def _ends(interval: Interval, scale: int, digits: int) -> Ends:
    low = decimal_text(interval.low * scale, digits, Rounding.FLOOR)
    high = decimal_text(interval.high * scale, digits, Rounding.CEILING)
    return _short(low), _short(high)


def _short(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
