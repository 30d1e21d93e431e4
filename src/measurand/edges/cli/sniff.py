"""`measurand sniff`: what a file holds, and the commands that it supports, with its own names.

A file is one of five things: claims, metrics of one's own, records of a study, samples, or a
table. What it is decides which commands read it; which of these are shown, its content: a command
that would be refused is not shown. A definition is shown only where the samples that were looked at
can be scored under it. What stands in the way of the others is said.
"""

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from shlex import quote

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_check import computed_cells
from measurand.auditing.proofs.sheet import Column, Kind, Role
from measurand.edges.claims.load import load_located
from measurand.edges.cli.converters import file_named
from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.offered import Trial, next_step
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, argument, command, option, part
from measurand.edges.cli.sniffed_columns import MOST_NAMED, Steps, few
from measurand.edges.cli.sniffed_samples import of_samples, repeats_ids
from measurand.edges.cli.tables import TableFile, TableReading, is_claims, is_pasted, read_tables
from measurand.edges.files import Sniffed
from measurand.edges.files.json.value import Json
from measurand.edges.files.runs import logs_at
from measurand.edges.files.samples.guesses import Rows, guess_sides
from measurand.edges.files.sources.recognition import all_seen, first_head, keyed_rows
from measurand.edges.files.sources.recognition import recognised as told_format
from measurand.edges.files.sources.sniff import sniff, sniff_two
from measurand.edges.registry import NextStep, Unlock, records_like
from measurand.edges.report.source_view import sniff_document
from measurand.edges.tables.columns import DECIMAL_COMMA
from measurand.edges.tables.markup.reader import markup_of
from measurand.edges.tables.sheet import ReadTable
from measurand.edges.tables.vocabulary import head_of
from measurand.evidence.formats import Records
from measurand.evidence.source import Source

ABOUT = """\
Look at the start of a file (1000 lines or 8 MiB): what it holds, what had to be assumed, what has
to be said, and which commands it supports, to be pasted; then what would unlock others. Samples,
tables, claims files and the files of studies alike. Of a folder or a pattern the first file is
looked at. Exit code 2 where nothing can be read.
"""
EXAMPLES = """\
examples:
  measurand sniff docs/examples/silence/menus.jsonl
  measurand sniff docs/examples/tables/menus.md
  zcat runs.jsonl.gz | measurand sniff -
"""
_MOST_BYTES = 2**20
_NO_METRIC = frozenset({Role.VALUE, Role.SAMPLES, Role.SCORE, Role.PRECISION, Role.P})
"""What a head may be taken for that is the name of a column of samples as well: n, p, score."""


@frozen(kw_only=True)
class Request(Arguments):
    """The file that is looked at."""

    file: Path = argument(file_named, metavar="FILE", says="the file to look at, or -")
    predictions: str = option(
        str,
        metavar="FILE",
        default="",
        says="where the predictions stand, if not beside gold; joined by id",
    )
    output: Output = part(Output)


def run(request: Request) -> int:
    """Look, print, and return the exit code."""
    check_files(request, [("FILE", request.file)])
    seen = _two(request) if request.predictions else recognised(request.file)
    show(request.output, tree=lambda: seen, document=lambda: sniff_document(seen))
    return 0 if seen.samples or seen.supports else BAD_INPUT


def recognised(path: Path) -> Sniffed:
    """Look at a file, and say what it supports.

    >>> recognised(Path("no/such.toml")).supports
    ()
    """
    if is_claims(path) and path.is_file():
        return _of_toml(path)
    seen = sniff(path)
    logs = [*_of_logs(path)]
    if logs and seen.source is None:
        seen = Sniffed(file=str(path), kind="the log of an evaluation harness")
    tables, cautions = ([], ()) if logs or seen.samples else _tables(path)
    if tables:
        kind = _numbered(len(tables), "table of scores")
        found = Sniffed(file=str(path), kind=kind, warnings=cautions)
        return _with(found, [*_of_tables(path, tables, _how(cautions))])
    rows = keyed_rows(path)
    first = _first(path, rows)
    known = records_like(first) if isinstance(first, dict) else None
    of_study: list[NextStep | Unlock] = []
    if known is not None:
        of_study += (step.on(str(path)) for step in known.steps)
        of_study += known.unlocks
    if seen.source is None and not seen.looked and rows and path.is_file():
        seen = evolve(seen, looked=len(rows), whole=seen.whole and all_seen(path))
    own_rules = seen.source is not None and seen.source.kind.records is Records.OWN_RULES
    theirs = own_rules or (known is not None and seen.source is None)
    trial = Trial(path)
    own = () if theirs else trial.that_run(of_samples(path, seen, rows, trial))
    found = _with(seen, [*logs, *of_study, *own])
    # Where they are joined with what sets them apart, ids that come again are no fault.
    return evolve(found, faults=()) if found.supports and repeats_ids(seen) else found


def _two(request: Request) -> Sniffed:
    """Look at gold and at predictions in a second file, joined by an id of both."""
    file, second = request.file, request.predictions
    told = told_format(file, predictions=second)
    source = evolve(told or Source(path=str(file)), predictions=second)
    said: tuple[str, ...] = ()
    rows, answers = keyed_rows(file), keyed_rows(Path(second))
    if source.kind.mapped and rows and answers:
        fields, said = guess_sides(rows, answers, {})
        source = source if fields is None else evolve(source, fields=fields)
    seen = sniff_two(source)
    seen = evolve(seen, assumptions=(*said, *seen.assumptions))
    trial = Trial(file)
    return _with(seen, [*trial.that_run(of_samples(file, seen, (), trial))])


def _with(seen: Sniffed, steps: Sequence[NextStep | Unlock]) -> Sniffed:
    return evolve(
        seen,
        supports=tuple(one for one in steps if isinstance(one, NextStep)),
        unlocks=tuple(one for one in steps if isinstance(one, Unlock)),
    )


def _numbered(count: int, noun: str) -> str:
    """Count things.

    >>> _numbered(1, "table of scores"), _numbered(2, "table of scores")
    ('a table of scores', '2 tables of scores')
    """
    return f"a {noun}" if count == 1 else f"{count} {noun.replace('table', 'tables', 1)}"


def _first(path: Path, rows: Rows) -> Json:
    """Give the first record: of lines, of a list, or the one that a document is."""
    if rows:
        return dict(rows[0])
    try:
        document = first_head(str(path), Path(), most=_MOST_BYTES).document
    except OSError:
        return None
    return document[0] if isinstance(document, list) and document else document


def _of_toml(path: Path) -> Sniffed:
    """Look at a claims file, or at metrics of one's own."""
    file = str(path)
    try:
        keys = {*tomllib.loads(path.read_text(encoding="utf-8"))}
    except (OSError, ValueError):
        keys = set()
    if keys == {"metrics"}:
        about = "are these metrics what they are said to be?"
        steps = (
            next_step(about, "metrics", file),
            Unlock("score, check, audit", f"samples: measurand score FILE --metrics {file} -d ..."),
        )
        return _with(Sniffed(file=file, kind="metrics of your own"), steps)
    loaded = load_located(path)
    if not is_successful(loaded):
        return Sniffed(file=file, kind="a claims file with faults", faults=loaded.failure())
    claims = loaded.unwrap().claims
    tables, sources = len(claims.tables), len(claims.sources)
    kind = f"a claims file; tables: {tables}, sources of samples: {sources}"
    return _with(Sniffed(file=file, kind=kind), [*_of_claims(file, claims)])


def _of_claims(file: str, claims: Claims) -> Steps:
    yield next_step("is every printed number reproduced?", "check", file)
    computed = [column for table in claims.tables for _, column, _ in computed_cells(table)]
    if claims.tables:
        yield next_step("can any data print these numbers?", "prove", file)
    if computed:
        yield next_step("which definitions print this table?", "audit", file)
        yield next_step("freeze every number with its samples", "lock", file)
    else:
        yield Unlock("audit, lock, table", "samples: name them as [data.NAME] path = FILE")
    if any(column.known for column in computed):
        yield next_step("the sentence for the paper, and the appendix", "cite", file)
        yield next_step("print the tables anew, with intervals", "table", file, "--interval")


def _tables(path: Path) -> tuple[list[ReadTable], tuple[str, ...]]:
    """Read the tables of scores of a file, and what to be careful of; none where it is no such.

    Where commas seem to part decimals, it is read so: of what is not read nothing can be told.

    A table of commas may be samples: it is one of scores where a head names a metric.
    """
    markup = markup_of(path)
    if not (markup or is_pasted(path)) or not path.is_file():
        return [], ()
    try:
        tables, *_ = read_tables(TableFile(path), {})
        cautions = tuple(text for one in tables for text in one.cautions)
        if _how(cautions):
            tables, *_ = read_tables(TableFile(path, how=TableReading(decimal_comma=True)), {})
    except StopError:
        return [], ()
    sure = markup not in {None, "csv", "tsv"}
    scores = [
        one
        for one in tables
        if one.sheet.columns and (sure or any(_is_metric(column) for column in one.sheet.columns))
    ]
    return scores, cautions


def _is_metric(column: Column) -> bool:
    return column.role not in _NO_METRIC or head_of(column.name).metric is not None


def _how(cautions: Iterable[str]) -> tuple[str, ...]:
    """Say how numbers are read of which a caution says that they are not."""
    return (DECIMAL_COMMA,) if any(DECIMAL_COMMA in text for text in cautions) else ()


def _of_tables(path: Path, tables: Sequence[ReadTable], how: tuple[str, ...]) -> Steps:
    file = str(path)
    names = [column.name for one in tables for column in one.sheet.columns]
    yield next_step(f"do {few(names)} fit together?", "lint", file, *how)
    yield next_step("can any data print these numbers?", "prove", file, *how)
    yield next_step("write a claims file of it", "init", file, *how)
    labels = [row.label for one in tables for row in one.sheet.rows if row.kind is Kind.BODY]
    asked = (f"--pred {quote(f'{label}=FILE')}" for label in labels[:MOST_NAMED])
    needs = f"the samples behind it: --data FILE, or --gold FILE {' '.join(asked)}"
    yield Unlock("audit", needs)
    yield Unlock("check, lock, table", "a claims file, which `measurand init` writes")


def _of_logs(path: Path) -> Steps:
    """List what the log of an evaluation harness supports, whatever its samples are read as."""
    try:
        found = logs_at(str(path)) if path.is_file() else None
    except OSError:
        return
    if found is not None:
        yield next_step("hold what the log prints to its own samples", "check", str(path))
        yield Unlock("compare of logs", "logs of other systems on the same items, beside this one")


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
