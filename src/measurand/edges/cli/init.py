"""`measurand init`: a claims file from a table."""

import argparse
import os
import sys
from hashlib import file_digest
from pathlib import Path

from attrs import evolve
from returns.pipeline import is_successful

from measurand.edges.cli.arguments import StopError, write
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.tables import STDIN, add_table, is_claims, read_tables
from measurand.edges.formats import sniff
from measurand.edges.formats.claims_toml import claims_of
from measurand.edges.formats.claims_writer import Data, claims_text
from measurand.edges.formats.inputs.streams import is_stream
from measurand.values.fault import Fault

ABOUT = """\
Write a claims file from a table: every number as it is printed, what was guessed as comments. A
file that is there is not overwritten. `measurand check` on it holds the table to what its numbers
alone prove; with --data it also names the data, and `measurand audit` looks for the definitions.
"""
EXAMPLES = """\
examples:
  measurand init docs/examples/tables/menus.md -o claims.toml
  measurand init table2.tex --column 'Avg=average[P,R]' --fact samples=124 -o claims.toml
  measurand init table.csv --data runs.jsonl --where system=run.name -o claims.toml
"""
_DATA = "runs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser, "a table (.csv, .tsv, .md, .tex, .html), or - for stdin")
    group = parser.add_argument_group("data")
    group.add_argument("--data", type=Path, metavar="FILE", help="the samples behind the table")
    group.add_argument(
        "--where",
        default="",
        metavar="GROUP[=PATH]",
        help="rows are about the samples whose GROUP is their label; PATH says where it stands in "
        "a record (default: in its `groups`)",
    )
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE (default: print it)"
    )
    group.add_argument("--force", action="store_true", help="overwrite FILE if it is there")


def run(arguments: argparse.Namespace) -> int:
    """Write the claims file, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    check_files(arguments, [("TABLE", arguments.table), ("--data", arguments.data)])
    check_folders([("--output", arguments.output)])
    _check(arguments)
    tables, left, faults = read_tables(arguments)
    title = "standard input" if arguments.table == STDIN else arguments.table.name
    text = claims_text(tables, title=title, data=_data(arguments))
    text += f"\n# {left}\n" if left else ""
    loaded = claims_of(text.encode(), file="the claims file that was made")
    if not is_successful(loaded):
        raise StopError(loaded.failure())
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        write(arguments.output, text)
        count = sum(len(row.cells) for table in tables for row in table.sheet.rows)
        guesses = sum(len(table.notes) for table in tables)
        sys.stderr.write(
            f"{arguments.output}: {count} cells; {guesses} comments say what was guessed or left "
            f"out\nnext: measurand {'check' if arguments.data is None else 'audit'} "
            f"{arguments.output}\n"
        )
    if faults:
        raise StopError(faults)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what would overwrite a file, or reads no table.

    Raises StopError.
    """
    if is_claims(arguments.table):
        expected = "a table in CSV, Markdown or LaTeX"
        raise StopError((Fault(file=str(arguments.table), got="a claims file", expected=expected),))
    if arguments.where and arguments.data is None:
        expected = "--data FILE beside it"
        raise StopError((Fault(path="--where", got="no data", expected=expected),))
    output = arguments.output
    if output is not None and not arguments.force and os.path.lexists(output):
        hint = "--force overwrites it"
        expected = "a file that is not there yet"
        raise StopError((Fault(file=str(output), got="one that is", expected=expected, hint=hint),))


def _digest(path: Path) -> str:
    """Take the digest of a file; a folder and a pattern have none."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _data(arguments: argparse.Namespace) -> Data | None:
    """Look at the data, and name it as the claims file will find it.

    Raises StopError where it cannot be read as samples.
    """
    if arguments.data is None:
        return None
    if is_stream(arguments.data):
        expected = "a file that can be read again, for the claims file names it"
        raise StopError((Fault(path="--data", got=str(arguments.data), expected=expected),))
    seen = sniff(arguments.data)
    if seen.source is None or not seen.samples:
        faults = seen.faults or (
            Fault(
                file=str(arguments.data),
                got="none that was understood",
                expected="samples",
                hint=f"see `measurand sniff`: {'; '.join((*seen.needed, *seen.assumptions))}",
            ),
        )
        raise StopError(faults)
    folder = Path.cwd() if arguments.output is None else arguments.output.parent
    path = os.path.relpath(arguments.data, folder)
    digest = _digest(arguments.data)
    group, _, place = arguments.where.partition("=")
    source = evolve(seen.source, path=Path(path).as_posix(), sha256=digest)
    notes = (*seen.assumptions, *seen.warnings)
    return Data(name=_DATA, source=source, notes=notes, where=group, path=place)
