"""`measurand init`: a claims file from a table."""

import argparse
import os
import sys
from pathlib import Path

from measurand.edges.cli.arguments import StopError, write
from measurand.edges.cli.behind import add_behind, behind, claims_made, files_behind
from measurand.edges.cli.definitions import own_metrics
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.tables import add_table, is_claims, read_tables
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
  measurand init table.md --gold gold.csv --pred ours=ours.csv --pred bert=bert.csv -o claims.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser, "a table (.csv, .tsv, .md, .tex, .html), or - for stdin")
    add_behind(parser)
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to FILE (default: print it)"
    )
    group.add_argument("--force", action="store_true", help="overwrite FILE if it is there")
    parser.set_defaults(format="toml")


def run(arguments: argparse.Namespace) -> int:
    """Write the claims file, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    check_files(arguments, [("TABLE", arguments.table), *files_behind(arguments)])
    check_folders([("--output", arguments.output)])
    _check(arguments)
    tables, left, faults = read_tables(arguments, own_metrics(arguments))
    found = behind(arguments, tables)
    text, _ = claims_made(arguments, tables, left, found)
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        write(arguments.output, text)
        count = sum(len(row.cells) for table in tables for row in table.sheet.rows)
        guesses = sum(len(table.notes) for table in tables)
        sys.stderr.write(
            f"{arguments.output}: {count} cells; {guesses} comments say what was guessed or left "
            f"out\nnext: measurand {'check' if found is None else 'audit'} "
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
        expected = "a table in CSV, Markdown, LaTeX or HTML"
        raise StopError((Fault(file=str(arguments.table), got="a claims file", expected=expected),))
    output = arguments.output
    if output is not None and not arguments.force and os.path.lexists(output):
        hint = "--force overwrites it"
        expected = "a file that is not there yet"
        raise StopError((Fault(file=str(output), got="one that is", expected=expected, hint=hint),))
