"""`measurand init`: a claims file from a table."""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from measurand.edges.claims.writer import TableData
from measurand.edges.cli.definitions import OwnMetrics, own_metrics
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.fitted import with_fitted
from measurand.edges.cli.output import Target, write
from measurand.edges.cli.progress import ticking
from measurand.edges.cli.request import Arguments, argument, command, option, part, switch
from measurand.edges.cli.table_samples import (
    TableSamples,
    claims_made,
    paper_path,
    read_with_samples,
)
from measurand.edges.cli.tables import NamedTables, TableFile, draft_of, is_claims, read_once
from measurand.edges.engines.run import Run
from measurand.edges.report.outcome_words import left_out
from measurand.edges.tables.columns import DECIMAL_COMMA
from measurand.edges.tables.grid import Note
from measurand.edges.tables.sheet import ReadTable
from measurand.values.english import counted
from measurand.values.fault import Fault

_MOST_TOLD = 3
ABOUT = """\
Write a claims file from a table: every number as it is printed, what was guessed as comments. A
file that is there is not overwritten. `measurand check` on it holds the table to what its numbers
alone prove; with --data it also names the data, and `measurand audit` looks for the definitions;
with --fit those are written that alone print their columns.
"""
EXAMPLES = """\
examples:
  measurand init docs/examples/tables/menus.md -o claims.toml
  measurand init table2.tex --column 'Avg=average[P,R]' --fact samples=124 -o claims.toml
  measurand init table.csv --data runs.jsonl --where system=run.name -o claims.toml
  measurand init table.md --data runs.jsonl --fit -o claims.toml
  measurand init table.md --gold gold.csv --pred ours=ours.csv --pred bert=bert.csv -o claims.toml
"""


@frozen(kw_only=True)
class NewClaims(Target):
    """The claims file that is written."""

    file: Path | None = option(
        Path, "-o", "--output", metavar="FILE", says="write to FILE (default: print it)"
    )
    force: bool = switch(says="overwrite FILE if it is there")

    @property
    def style(self) -> str:
        """Name how what is printed is written."""
        return "toml"


@frozen(kw_only=True)
class Request(Arguments):
    """The table, how it is read, the samples behind it, and where its claims go."""

    table: Path = argument(
        Path, metavar="TABLE", says="a table (.csv, .tsv, .md, .tex, .html, .txt), or - for stdin"
    )
    metrics: OwnMetrics = part(OwnMetrics)
    how: NamedTables = part(NamedTables)
    samples: TableSamples = part(TableSamples)
    fit: bool = switch(
        says="write a definition that alone, of what its column often means, prints all cells that "
        "have samples: found, not known"
    )
    output: NewClaims = part(NewClaims)


def run(request: Request) -> int:
    """Write the claims file, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    output = request.output.file
    check_files(request, [("TABLE", request.table), *request.samples.files])
    check_folders([("--output", output)])
    _check(request)
    file = read_once(TableFile(request.table, request.how.names, request.how))
    folder = Path.cwd() if output is None else output.parent
    near: tuple[str, ...] = ()
    (tables, left, faults), data = read_with_samples(
        request.samples, file, own_metrics(request), folder
    )
    _check_commas(file, tables)
    if request.fit and data is None:
        raise stop("--fit", "no samples", "--data FILE, or --gold FILE with --pred ROW=FILE")
    if request.fit and data is not None:
        with ticking(sys.stderr) as tick:
            fitted = with_fitted(file.title, tables, data, Run(root=folder, tick=tick))
        data, near = fitted.data, fitted.near
    paper = paper_path(request.table, folder)
    draft = draft_of(file, folder) if data is None else None
    text, _ = claims_made(file.title, tables, left, data, paper=paper, draft=draft)
    cautions = [f"note: {text}\n" for table in tables for text in table.cautions]
    if output is None:
        sys.stdout.write(text)
    else:
        write(output, text)
        sys.stderr.write(_told(output, tables, data, near, fit=request.fit))
    sys.stderr.write("".join(cautions))
    if faults:
        raise StopError(faults)
    return 0


def _check_commas(file: TableFile, tables: Sequence[ReadTable]) -> None:
    """Refuse to write claims without a number, where a comma parts the decimals of some.

    Raises StopError.
    """
    unread = [f"none: {one}" for table in tables for one in table.cautions if DECIMAL_COMMA in one]
    if unread and not any(row.cells for one in tables for row in one.sheet.rows):
        expected = "a table with numbers"
        raise StopError((Fault(file=str(file.path), got=unread[0], expected=expected),))


def _told(
    output: Path,
    tables: Sequence[ReadTable],
    data: TableData | None,
    near: Sequence[str],
    *,
    fit: bool,
) -> str:
    """Say what was written, what of it was found or is near, and what comes next."""
    count = sum(len(row.cells) for table in tables for row in table.sheet.rows)
    guesses = sum(len(table.notes) for table in tables)
    lines = [f"{counted(count, 'cell')}; {guesses} comments say what was guessed or left out"]
    lines[0] = f"{output}: {lines[0]}"
    unread = [note for table in tables for note in table.notes if note.unread]
    lines += _unread(unread)
    names = [column.name for table in tables for column in table.sheet.columns]
    found = [] if data is None else [name for (_, name), _ in data.fitted]
    if found:
        lines.append(f"found, not known: the definitions of {', '.join(found)}")
    if fit and len(found) < len(names):
        lines.append(f"of {counted(len(names) - len(found), 'column')} none was found")
        lines += near
    lines += left_out([(row.label, row.cells) for one in tables for row in one.unstated])
    if data is not None and not fit:
        lines.append("--fit writes the definitions that alone print their columns")
    step = "check" if data is None or (fit and len(found) == len(names)) else "audit"
    lost = sum(note.unread for note in unread)
    part = f" ({count} of {counted(count + lost, 'cell')})" if lost else ""
    return "\n".join((*lines, f"next: measurand {step} {output}{part}", ""))


def _unread(notes: Sequence[Note]) -> Iterator[str]:
    """Name the cells that are not read; what is a caution is told wherever a table is."""
    told = [note for note in notes if not note.caution]
    for note in told[:_MOST_TOLD]:
        yield f"{note.where}: {note.text}"
    if len(told) > _MOST_TOLD:
        yield f"{counted(len(told) - _MOST_TOLD, 'more cell')} not read: see the comments"


def _check(request: Request) -> None:
    """Refuse what would overwrite a file, or reads no table.

    Raises StopError.
    """
    if is_claims(request.table):
        expected = "a table in CSV, Markdown, LaTeX or HTML"
        raise StopError((Fault(file=str(request.table), got="a claims file", expected=expected),))
    output = request.output.file
    if output is not None and not request.output.force and os.path.lexists(output):
        hint = "--force overwrites it"
        expected = "a file that is not there yet"
        raise StopError((Fault(file=str(output), got="one that is", expected=expected, hint=hint),))


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
