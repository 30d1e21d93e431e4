"""Which slip of the pen would explain an odd cell: one digit changed, or two exchanged.

A repair is a number that differs from the printed one in one digit, or in the order of two that
stand side by side, with which the question is answered to the last digit where its siblings are,
and otherwise possible in the usual way. It lies in the range of its column, and leaves nothing else
odd. It is never a correction: several may fit, and the slip may have been made elsewhere.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from attrs import evolve, frozen

from measurand.auditing.proofs.closed.ranges import within_range
from measurand.auditing.proofs.finding import Finding, Question, Rule
from measurand.auditing.proofs.sheet import Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict, Verdict

MOST = 3
"""Repairs that are given for one question."""

_DIGITS = "0123456789"
_MOST_TRIED = 400
_MOST_CHECKED = 6
_MOST_SIBLINGS = 8
_ODD = frozenset({TableVerdict.ODD, TableVerdict.NOT_REPRODUCIBLE})
Judge = Callable[[Sheet], tuple[Question, ...]]


@frozen
class Repair:
    """A number that would fit in the place of a printed one.

    >>> Repair("bert", "R", Printed.parse("68.2"), Printed.parse("86.2")).text
    '86.2 in place of 68.2 (bert / R)'
    """

    row: str
    column: str
    printed: Printed
    instead: Printed

    @property
    def text(self) -> str:
        """Say what would fit, and where."""
        place = f"{self.row} / {self.column}"
        return f"{self.instead.text} in place of {self.printed.text} ({place})"


def slips(printed: Printed) -> Iterator[Printed]:
    """List the numbers that differ by two exchanged digits, then those by one digit.

    >>> [one.text for one in slips(Printed.parse("1.2"))][:4]
    ['2.1', '0.2', '2.2', '3.2']
    """
    scale = 10**printed.decimals
    digits = str(abs(printed.value * scale).numerator).rjust(printed.decimals + 1, "0")
    sign = -1 if printed.value < 0 else 1
    seen = {digits}
    exchanged = (
        digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        for at in range(len(digits) - 1)
    )
    changed = (
        digits[:at] + other + digits[at + 1 :]
        for at in range(len(digits))
        for other in "0123456789"
    )
    for word in (*exchanged, *changed):
        if word not in seen and _as_long(word, digits, printed.decimals):
            seen.add(word)
            yield evolve(printed, value=sign * Fraction(int(word), scale))


def _as_long(word: str, digits: str, decimals: int) -> bool:
    """Tell whether as many digits stand before the point, or one of three or more is too many."""
    before, after = (len(text.lstrip("0")) - decimals for text in (digits, word))
    return before <= 1 or after >= min(before, 2)


def repairs(
    sheet: Sheet, question: Question, rules: Sequence[Rule], judge: Judge
) -> tuple[Repair, ...]:
    """Find what would fit in the place of one cell of an odd question, three at most.

    Of a question over many cells nothing is said: too much would fit.

    `rules` are those that ask it; `judge` answers every question of a sheet.

    >>> repairs(Sheet(columns=(), rows=()), Question("q", ()), (), lambda sheet: ())
    ()
    """
    # Rules are asked anew for every slip, so they are asked about as few rows as answer the same.
    few, tried = _narrowed(sheet, question, rules), _slips(sheet, question)
    if len(tried) > _MOST_TRIED:
        return ()
    near = _with_siblings(sheet, question)
    answered = [
        (repair, _findings_of(_with(few, repair), question.name, rules)) for repair in tried
    ]
    fitting = [repair for repair, findings in answered if _fits(question, findings)]
    fitting.sort(
        key={repair: _order(repair, findings) for repair, findings in answered}.__getitem__
    )
    calm = (
        repair
        for repair in fitting[:_MOST_CHECKED]
        if not any(
            one.outcome in _ODD and _touches(one, repair) for one in judge(_with(near, repair))
        )
    )
    return tuple(islice(calm, MOST))


def _narrowed(sheet: Sheet, question: Question, rules: Sequence[Rule]) -> Sheet:
    """Keep only the rows of a question, where its answers are the same without the others."""
    rows = {row for one in question.findings for row in one.rows}
    few = evolve(
        sheet,
        rows=tuple(
            evolve(
                row,
                of=tuple(label for label in row.of if label in rows),
                weights=tuple(one for one in row.weights if one[0] in rows),
            )
            for row in sheet.rows
            if row.label in rows
        ),
    )
    same = _findings_of(few, question.name, rules) == _findings_of(sheet, question.name, rules)
    return few if same else sheet


def _with_siblings(sheet: Sheet, question: Question) -> Sheet:
    """Keep the rows of a question and a few siblings, which show how its columns are made."""
    rows = {row for one in question.findings for row in one.rows}
    others = [row.label for row in sheet.rows if row.label not in rows]
    kept = {*rows, *others[:_MOST_SIBLINGS]}
    near = (
        row
        for row in sheet.rows
        if row.label in kept and {*row.of, *(label for label, _ in row.weights)} <= kept
    )
    return evolve(sheet, rows=tuple(near))


def _order(repair: Repair, findings: Sequence[Finding]) -> tuple[bool, bool, Fraction]:
    """Put exchanged digits first, then what fits a formula to the last digit, then what is near."""
    sharp = any(
        one.sharp is not None and not one.sharp.miss and one.verdict is not Verdict.REFUTED
        for one in findings
    )
    same = _same(repair.printed, repair.instead)
    change = abs(repair.instead.value - repair.printed.value)
    return not same, not sharp, Fraction(0) if same else change


def _slips(sheet: Sheet, question: Question) -> list[Repair]:
    """List slips of all cells of a question: exchanged digits first."""
    rows = {row for one in question.findings for row in one.rows}
    named = dict.fromkeys(name for one in question.findings for name in one.columns)
    columns = {name: within_range(sheet, sheet.column(name)) for name in named}
    some = [
        Repair(row.label, name, cell, one)
        for row in sheet.rows
        if row.label in rows
        for name, fits in columns.items()
        if (cell := row.cell(name)) is not None
        for one in slips(cell)
        if fits(one)
    ]
    return sorted(some, key=lambda repair: not _same(repair.printed, repair.instead))


def _same(one: Printed, other: Printed) -> bool:
    """Tell whether two numbers have the same digits in another order."""
    return sorted(one.text) == sorted(other.text)


def _with(sheet: Sheet, repair: Repair) -> Sheet:
    return evolve(sheet, rows=tuple(_row(row, repair) for row in sheet.rows))


def _row(row: Row, repair: Repair) -> Row:
    if row.label != repair.row:
        return row
    cells = tuple(
        (name, repair.instead if name == repair.column else cell) for name, cell in row.cells
    )
    return evolve(row, cells=cells)


def _findings_of(sheet: Sheet, name: str, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    return tuple(one for rule in rules for one in rule.check(sheet) if one.question == name)


def _fits(question: Question, findings: Sequence[Finding]) -> bool:
    if question.coincidence is not None:
        reading = question.coincidence.reading
        same = (one.sharp for one in findings if one.reading == reading)
        return any(one is not None and not one.miss for one in same)
    return any(one.verdict is not Verdict.REFUTED and not one.unusual for one in findings)


def _touches(question: Question, repair: Repair) -> bool:
    return any(repair.row in one.rows and repair.column in one.columns for one in question.findings)
