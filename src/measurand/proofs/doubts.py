"""Doubtful guesses: what a table may as well not mean takes back what was refuted by it."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from measurand.proofs.finding import Finding, Question, questions
from measurand.proofs.sheet import Column, Kind, Sheet
from measurand.values.verdict import Verdict

_MARK = " is a guess; what says it: "


@frozen
class Doubt:
    """A guess that may be another one: where it is, in words, and the option that says it.

    >>> Doubt("samples = 124", "--fact samples=124").text
    'samples = 124 is a guess; what says it: --fact samples=124'
    """

    what: str
    option: str
    column: str = ""
    row: str = ""

    @property
    def text(self) -> str:
        """Say it as an assumption."""
        return f"{self.what}{_MARK}{self.option}"


def doubts(sheet: Sheet, sure: Sheet) -> tuple[Doubt, ...]:
    """List what a sheet guesses beyond a sure one: facts, roles of columns, and kinds of rows.

    >>> from measurand.proofs.sheet import Fact
    >>> found = doubts(Sheet(columns=(), rows=(), facts=((Fact.SAMPLES, 124),)),
    ...                Sheet(columns=(), rows=()))
    >>> [one.option for one in found]
    ['--fact samples=124']
    """
    return tuple(_doubts(sheet, sure))


def _doubts(sheet: Sheet, sure: Sheet) -> Iterator[Doubt]:
    for fact, number in sheet.facts:
        if (fact, number) not in sure.facts:
            word = f"{fact.value}={number}"
            yield Doubt(f"{fact.value} = {number}", f"--fact {word}")
    known = {column.name: column for column in sure.columns}
    for column in sheet.columns:
        if column.role is not known[column.name].role:
            option = f"--column {shlex.quote(_said(column))}"
            yield Doubt(f"{column.name} as {column.role.value}", option, column=column.name)
    labels = {row.label for row in sure.rows}
    for row in sheet.rows:
        if row.label not in labels:
            what = f"row {row.label} as {_KINDS[row.kind]}"
            option = f"--row {shlex.quote(f'{row.label}={row.kind.value}')}"
            yield Doubt(what, option, row=row.label)


_KINDS = {Kind.BODY: "a system", Kind.AVERAGE: "the mean", Kind.TOTAL: "the sum"}


def _said(column: Column) -> str:
    of = f"[{_joined(column.of)}]" if column.of else ""
    beta = f":beta={column.beta}" if column.beta != 1 else ""
    return f"{column.name}={column.role.value}{of}{beta}"


def _joined(names: Sequence[str]) -> str:
    """Write names as a line of CSV, as the command line reads them."""
    return ",".join(map(_quoted, names))


def _quoted(name: str) -> str:
    bare = name and not set(name) & set(',"\r\n')
    return name if bare else '"' + name.replace('"', '""') + '"'


def options_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """List the options that would say what findings guess.

    >>> options_of(())
    ()
    """
    texts = (text for one in findings for text in one.assumes if _MARK in text)
    return tuple(dict.fromkeys(text.rpartition(_MARK)[2] for text in texts))


def softened(
    found: Sequence[Finding], sure: Sequence[Finding], guessed: Sequence[Doubt]
) -> tuple[Finding, ...]:
    """Leave refuted only what is refuted without doubtful guesses; the rest becomes undecided.

    `found` is what follows with all guesses, `sure` what follows without doubtful ones. A question
    that `sure` refutes has its proofs from there.

    >>> softened((), (), ())
    ()
    """
    certain = {one.name: one for one in questions(sure) if one.verdict is Verdict.REFUTED}
    asked = questions(found)
    names = {question.name for question in asked}
    return (
        *(one for question in asked for one in _one(question, certain, guessed)),
        *(one for name, own in certain.items() if name not in names for one in own.findings),
    )


def _one(
    question: Question, certain: dict[str, Question], guessed: Sequence[Doubt]
) -> tuple[Finding, ...]:
    if question.name in certain:
        return certain[question.name].findings
    if question.verdict is not Verdict.REFUTED:
        return question.findings
    return tuple(_undecided(finding, guessed) for finding in question.findings)


def _undecided(finding: Finding, guessed: Sequence[Doubt]) -> Finding:
    about = _relevant({*finding.rows}, {*finding.columns}, guessed)
    old = finding.because.removeprefix("not reproducible").lstrip(" :")
    guesses = ", ".join(one.what for one in about)
    return evolve(
        finding,
        verdict=Verdict.UNDECIDED,
        because=f"not reproducible if the guesses are right ({guesses}): {old}",
        assumes=(*finding.assumes, *(one.text for one in about)),
    )


def _relevant(
    rows: AbstractSet[str], columns: AbstractSet[str], guessed: Sequence[Doubt]
) -> tuple[Doubt, ...]:
    """Pick the guesses about the cells of a finding, or else those about the whole table."""
    near = tuple(one for one in guessed if one.row in rows or one.column in columns)
    whole = tuple(one for one in guessed if not one.row and not one.column)
    return near or whole or tuple(guessed)
