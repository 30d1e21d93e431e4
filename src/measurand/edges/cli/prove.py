"""`measurand lint` and `prove`: what follows from printed numbers, at once and with search."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from measurand.algebra.highs import noting_guessers
from measurand.auditing.proofs.coincidence import DEFAULT_ODD_AT
from measurand.auditing.proofs.feasible.reading import default_readings
from measurand.auditing.proofs.feasible.search import Effort, Watch
from measurand.auditing.proofs.prove import Proved, lint, lint_apart, prove
from measurand.edges.cli.converters import whole
from measurand.edges.cli.definitions import OwnMetrics, own_metrics
from measurand.edges.cli.exit_codes import CODES, FINDING, HOLDS, OPEN, Undecided
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.output import VerdictOutput, page_option, show, write
from measurand.edges.cli.progress import searching
from measurand.edges.cli.request import (
    Arguments,
    argument,
    arguments,
    choice,
    command,
    option,
    part,
    repeated,
)
from measurand.edges.cli.tables import LoadedTable, NamedTables, TableFile, load_tables
from measurand.edges.files.json.exact import decimal_text, short_text
from measurand.edges.files.json.shapes import Tree
from measurand.edges.report import Document, to_json
from measurand.edges.report.issue import Told, told_of_tables
from measurand.edges.report.prove_json import certificates_json, prove_json
from measurand.edges.report.prove_view import STATEMENTS, ProvedTable, prove_document
from measurand.edges.report.prove_words import data_set, guessed_text
from measurand.edges.report.verdict_pages import prove_page
from measurand.edges.tables.columns import DECIMAL_COMMA
from measurand.edges.tables.premises import open_under_definition
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault
from measurand.values.printed import Rounding
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import TableVerdict, worst

LINT_ABOUT = """\
Hold the numbers of a table to the rules that need no search: F between what P and R allow, means
of so many samples, intervals around their estimates, averages and sums of rows and columns. Each
question is possible, not reproducible under what is assumed (with the proof), odd (possible, but
only in an unusual way, or not the way in which its siblings are), or undecided.
"""
LINT_EXAMPLES = """\
examples:
  measurand lint docs/examples/tables/menus.md
  measurand lint table2.tex --fact samples=124 --column 'Avg=average[P,R]'
  measurand lint claims.toml --table 2 --format json
  measurand lint tables/*.csv --undecided ok
  pdftotext -layout paper.pdf - | measurand lint - --markup text
"""


ABOUT = """\
Decide from the printed numbers of a table alone whether some data set prints them, definition by
definition: possible (with a synthetic data set that does), not reproducible (with a proof that is
checked apart from the search), or undecided: beyond the budget. What `lint` asks is asked too.
"""
EXAMPLES = """\
examples:
  measurand prove docs/examples/tables/menus.md
  measurand prove table2.tex --fact samples=6 --reading 'average=macro[sample]'
  measurand prove claims.toml --table 2 --witness data.jsonl --certificates proofs.json
  measurand prove table.csv --steps 500000000 --nodes 20000 --most-samples 1000
"""


_counting = whole(1, 10**9 - 1, "a whole number above 0")
_ODD = {"note": OPEN, "fail": FINDING, "ok": HOLDS}
_PLAIN = Effort()
_SEARCH = "search (its budget is the same on every machine)"


@frozen(kw_only=True)
class Odd(Arguments):
    """How unlikely a coincidence has to be, and what an odd table exits with."""

    exits: Literal["note", "fail", "ok"] = choice(
        ("note", "fail", "ok"),
        "--odd",
        default="note",
        says="exit with 3 where numbers are odd (note, default), with 1, or with 0",
    )
    at: int = option(
        _counting,
        "--odd-at",
        default=DEFAULT_ODD_AT,
        metavar="N",
        says="a row is odd whose siblings fit what it misses with a chance of at most 1 in 10^N",
    )


@frozen(kw_only=True)
class _Proving(Arguments):
    """What both are asked of tables."""

    html: Path | None = page_option("what F allows, row by row")
    certificates: Path | None = option(
        Path,
        metavar="FILE",
        says="write a certificate of each refutation as JSON, which anybody can check: measurand "
        "verify FILE",
    )
    metrics: OwnMetrics = part(OwnMetrics)
    undecided: Undecided = part(Undecided)
    odd: Odd = part(Odd)
    how: NamedTables = part(NamedTables)
    output: VerdictOutput = part(VerdictOutput)
    text: bytes | None = None
    """What the file would hold, where a caller in Python hands over the table itself."""

    def file(self, path: Path) -> TableFile:
        """Name a file of tables with what is said of them."""
        return TableFile(path, self.how.names, self.how, self.text)


@frozen(kw_only=True)
class LintRequest(_Proving):
    """Tables that are held to the rules that need no search."""

    table: tuple[Path, ...] = arguments(
        Path,
        metavar="TABLE",
        says="a table (.csv, .tsv, .md, .tex, .html, .txt), a claims file (.toml), or - for stdin; "
        "or several",
    )


@frozen(kw_only=True)
class ProveRequest(_Proving):
    """A table of which it is decided whether any data print it."""

    table: Path = argument(
        Path,
        metavar="TABLE",
        says="a table (.csv, .tsv, .md, .tex, .html, .txt), a claims file (.toml), or - for stdin",
    )
    steps: int = option(
        _counting,
        default=_PLAIN.steps,
        metavar="N",
        group=_SEARCH,
        says="work for one table in all, over its rows and readings; what is not reached is "
        f"undecided, beyond the budget (default: {_PLAIN.steps}, some seconds)",
    )
    nodes: int = option(
        _counting,
        default=_PLAIN.nodes,
        metavar="N",
        group=_SEARCH,
        says="halves that are tried for one program, then it is undecided",
    )
    most_samples: int = option(
        _counting,
        default=_PLAIN.most,
        metavar="N",
        group=_SEARCH,
        says="up to how many samples are looked for, where nothing says",
    )
    reading: tuple[str, ...] = repeated(
        str,
        metavar="OPTION=VALUE",
        group=_SEARCH,
        says="ask only readings with this option, such as average=macro[sample] or credit=binary; "
        "several values of one option are alternatives",
    )
    witness: Path | None = option(
        Path,
        metavar="FILE",
        group=_SEARCH,
        says="write the synthetic data set as JSONL: hits, predicted, gold_count, by system",
    )


@frozen(kw_only=True)
class Proofs:
    """What was proven of the tables of files, what that exits with, and what could not be read.

    `left` is a sentence on tables that were left out, and `solver` says who was asked for guesses
    in a search: nobody, where it needed none.
    """

    command: str
    files: str
    tables: tuple[ProvedTable, ...]
    code: int
    left: str = ""
    solver: str = ""
    faults: tuple[Fault, ...] = ()

    @property
    def brief(self) -> str:
        """Say what was left out, and who guessed."""
        return " ".join(filter(None, (self.left, self.solver and guessed_text(self.solver))))

    @property
    def title(self) -> str:
        """Name the command and its files."""
        return f"{self.command}: {self.files}"

    def tree(self) -> Tree:
        """Make the tree of its JSON."""
        return prove_json(
            self.tables,
            command=self.command,
            title=self.files,
            code=self.code,
            solver=self.solver,
        )

    def document(self) -> Document:
        """Lay it out as a report."""
        return prove_document(self.tables, title=self.title, brief=self.brief)

    def told(self) -> Told:
        """Gather what is told of it in words to use."""
        tool = f"measurand {version('measurand')} ({self.command})"
        return told_of_tables(self.tables, tool=tool)

    def page(self) -> str:
        """Write it as a page with pictures."""
        return prove_page(self.tables, title=self.title, brief=self.brief, source=self.files)


def run_lint(request: LintRequest) -> int:
    """Ask the cheap rules, print, and return the exit code.

    Raises StopError with the faults of files and tables that cannot be read, after what the others
    say.
    """
    writes = [("--certificates", request.certificates), ("--html", request.html)]
    check_files(request, [("TABLE", path) for path in request.table], writes)
    check_folders(writes)
    return _show(request, linted(request, own_metrics(request, writes)))


_NONE: Mapping[str, Metric] = {}


def linted(request: LintRequest, metrics: Mapping[str, Metric] = _NONE) -> Proofs:
    """Ask the cheap rules of every table; heads may name `metrics` of one's own."""
    asked: list[LoadedTable] = []
    left_out: list[str] = []
    faults: list[Fault] = []
    for path in request.table:
        try:
            some, left, broken = load_tables(request.file(path), metrics)
        except StopError as error:
            faults += error.faults
            continue
        asked += some
        left_out.append(left)
        faults += broken
    tables = tuple(_each(asked, partial(_linted, odd_at=request.odd.at)))
    return Proofs(
        command="lint",
        files=", ".join(request.file(path).title for path in request.table),
        tables=tables,
        code=_code(request, tables),
        left=" ".join(filter(None, left_out)),
        faults=tuple(faults),
    )


def lint_of(file: TableFile, metrics: Mapping[str, Metric] = _NONE) -> tuple[ProvedTable, ...]:
    """Ask the cheap rules of the tables of one file, as `measurand lint` does.

    Raises StopError with the faults of what cannot be read.
    """
    asked, _, faults = load_tables(file, metrics)
    if faults:
        raise StopError(faults)
    return tuple(_each(asked, partial(_linted, odd_at=DEFAULT_ODD_AT)))


def not_read(table: ProvedTable) -> bool:
    """Tell whether numbers of a table were not read, as a comma may part their decimals."""
    return any(DECIMAL_COMMA in text for text in table.cautions)


def _linted(asked: LoadedTable, *, odd_at: int) -> ProvedTable:
    if asked.parts is not None:
        proved = lint_apart(asked.sheet, asked.parts, asked.premises)
        return ProvedTable(proved=proved, notes=asked.notes, what=STATEMENTS)
    found = lint(asked.sheet, asked.premises, odd_at=odd_at)
    return _shown(found, asked)


def _shown(proved: Proved, asked: LoadedTable) -> ProvedTable:
    """Show what was proven of a table, with what was guessed of it."""
    return ProvedTable(
        proved=proved,
        notes=asked.notes,
        elsewhere=asked.elsewhere,
        cautions=asked.cautions,
    )


def run_prove(request: ProveRequest) -> int:
    """Ask all rules, print, write what was asked for, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    writes = [
        ("--witness", request.witness),
        ("--certificates", request.certificates),
        ("--html", request.html),
    ]
    check_files(request, [("TABLE", request.table)], writes)
    check_folders(writes)
    found = proved(request, own_metrics(request, writes))
    if request.witness is not None:
        _write_witness(request.witness, found.tables)
    return _show(request, found)


def proved(
    request: ProveRequest, metrics: Mapping[str, Metric] = _NONE, watch: Watch | None = None
) -> Proofs:
    """Ask all rules of every table; `watch` is told what is searched, else a terminal shows it.

    Raises StopError where no table can be read.
    """
    file = request.file(request.table)
    asked, left, faults = load_tables(file, metrics)
    asked = [_narrowed(one, request.reading) for one in asked]
    watching = searching(sys.stderr) if watch is None else nullcontext(watch)
    with watching as told, noting_guessers() as guessers:
        effort = Effort(
            nodes=request.nodes, most=request.most_samples, steps=request.steps, watch=told
        )
        tables = tuple(_each(asked, partial(_proved, effort=effort, odd_at=request.odd.at)))
    return Proofs(
        command="prove",
        files=file.title,
        tables=tables,
        code=_code(request, tables),
        left=left,
        solver=", ".join(sorted(guessers)),
        faults=faults,
    )


def _each(
    asked: Sequence[LoadedTable], prove: Callable[[LoadedTable], ProvedTable]
) -> Iterator[ProvedTable]:
    """Prove one table after another; on a terminal, standard error says which."""
    for number, one in enumerate(asked, 1):
        if sys.stderr.isatty():
            sys.stderr.write(f"table {number} of {len(asked)}: {one.sheet.name or 'the table'}\n")
        yield prove(one)


def _show(request: _Proving, found: Proofs) -> int:
    """Print what was proven, and return the exit code: what is odd exits as `--odd` says.

    Raises StopError with the faults of what could not be read, after what the rest says.
    """
    if found.tables or not found.faults:
        if request.html is not None:
            write(request.html, found.page())
        if request.certificates is not None:
            _write_certificates(request.certificates, found.tables)
        show(request.output, tree=found.tree, document=found.document, told=found.told)
    if found.faults:
        raise StopError(found.faults)
    return found.code


def _write_certificates(path: Path, tables: Sequence[ProvedTable]) -> None:
    """Write the certificates of what is refuted; say so where nothing is."""
    outcomes = {one.outcome for table in tables for one in table.proved.questions}
    if TableVerdict.NOT_REPRODUCIBLE in outcomes:
        by = f"measurand {version('measurand')}"
        write(path, to_json(certificates_json(tables, by=by)))
    else:
        sys.stderr.write(f"nothing is refuted: {path} is not written\n")


def _code(request: _Proving, tables: Sequence[ProvedTable]) -> int:
    outcome = worst(table.proved.outcome for table in tables)
    every = [question.outcome for table in tables for question in table.proved.questions]
    if outcome is not TableVerdict.ODD:
        unread = any(map(not_read, tables))
        code = CODES[outcome.verdict] or (OPEN if unread else HOLDS)
        return request.undecided.code(code, unchecked=unread or not every)
    # What is odd may be let pass; what is undecided beside it is another question.
    beside = TableVerdict.UNDECIDED in {*every, *(one.proved.outcome for one in tables)}
    if request.odd.exits == "ok" and beside:
        return request.undecided.code(OPEN)
    return _ODD[request.odd.exits]


def _narrowed(asked: LoadedTable, wanted: Sequence[str]) -> LoadedTable:
    """Keep the readings that were asked for; they say how scores were made.

    Raises StopError where none is left.
    """
    if not wanted:
        return asked
    readings = default_readings() if asked.readings is None else asked.readings
    kept = readings
    for name in dict.fromkeys(word.partition("=")[0] for word in wanted):
        values = {word.partition("=")[2] for word in wanted if word.partition("=")[0] == name}
        kept = tuple(one for one in kept if dict(one.options).get(name) in values)
        if not kept:
            known = dict.fromkeys(
                f"{name}={dict(one.options)[name]}" for one in readings if name in dict(one.options)
            )
            names = dict.fromkeys(option for one in readings for option, _ in one.options)
            expected = f"one of {', '.join(known or names)}"
            got = ", ".join(word for word in wanted if word.partition("=")[0] == name)
            raise stop("--reading", got, expected)
    return evolve(asked, readings=kept, premises=open_under_definition(asked.premises))


def _proved(asked: LoadedTable, *, effort: Effort, odd_at: int) -> ProvedTable:
    if asked.parts is not None:
        return _linted(asked, odd_at=odd_at)
    proved = prove(
        asked.sheet,
        asked.readings,
        premises=asked.premises,
        effort=effort,
        odd_at=odd_at,
    )
    return _shown(proved, asked)


def _write_witness(path: Path, tables: Sequence[ProvedTable]) -> None:
    """Write the data set of the first table that has one; say so where none has."""
    for table in tables:
        _, samples = data_set(table.proved.findings)
        if samples:
            write(path, "".join(_lines(samples)))
            return
    sys.stderr.write(f"no synthetic data set was found: {path} is not written\n")


def _lines(samples: Sequence[tuple[str, tuple[Sample, ...]]]) -> Iterator[str]:
    for label, some in samples:
        for one in some:
            tally = dict(one.counts or ()).get("", Tally())
            counts = (tally.hits, tally.predicted, tally.gold)
            hits, predicted, gold = map(_count, counts)
            name, system = json.dumps(f"{label}/{one.id}"), json.dumps(label)
            yield (
                f'{{"id": {name}, "groups": {{"system": {system}}}, "hits": {hits}, '
                f'"predicted": {predicted}, "gold_count": {gold}}}\n'
            )


def _count(number: int | Fraction) -> str:
    """Write a number of JSON: exactly where it has at most 30 decimals, else rounded down."""
    exact = Fraction(number)
    short = short_text(exact, _PLACES)
    return short if Fraction(short) == exact else decimal_text(exact, _PLACES, Rounding.FLOOR)


_PLACES = 30


LINT = command(LintRequest, run_lint, about=LINT_ABOUT, examples=LINT_EXAMPLES)
PROVE = command(ProveRequest, run_prove, about=ABOUT, examples=EXAMPLES)
