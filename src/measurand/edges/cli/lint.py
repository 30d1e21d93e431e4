"""`measurand lint`: what follows from the numbers of a table at once."""

import argparse
from functools import partial

from measurand.audit.proofs.prove import lint
from measurand.edges.cli.arguments import StopError, add_output, one_of
from measurand.edges.cli.definitions import own_metrics
from measurand.edges.cli.exits import add_undecided
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.pages import add_page
from measurand.edges.cli.proving import add_odd, proven, show
from measurand.edges.cli.tables import Asked, add_table, load_tables
from measurand.edges.report.prove_view import ProvedTable
from measurand.values.fault import Fault

ABOUT = """\
Hold the numbers of a table to the rules that need no search: F between what P and R allow, means
of so many samples, intervals around their estimates, averages and sums of rows and columns. Each
question is possible, not reproducible under what is assumed (with the proof), odd (possible, but
only in an unusual way, or not the way in which its siblings are), or undecided.
"""
EXAMPLES = """\
examples:
  measurand lint docs/examples/tables/menus.md
  measurand lint table2.tex --fact samples=124 --column 'Avg=average[P,R]'
  measurand lint claims.toml --table 2 --format json
  measurand lint tables/*.csv --undecided ok
  pdftotext paper.pdf - | my-table-finder | measurand lint - --markup csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    what = (
        "a table (.csv, .tsv, .md, .tex, .html), a claims file (.toml), or - for stdin; or several"
    )
    add_table(parser, what, several=True)
    add_undecided(parser)
    add_odd(parser)
    add_page(parser, "what F allows, row by row")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the cheap rules, print, and return the exit code.

    Raises StopError with the faults of files and tables that cannot be read, after what the others
    say.
    """
    writes = [("--html", arguments.html)]
    check_files(arguments, [("TABLE", path) for path in arguments.table], writes)
    check_folders(writes)
    metrics = own_metrics(arguments, writes)
    asked: list[Asked] = []
    told: list[str] = []
    faults: list[Fault] = []
    for path in arguments.table:
        try:
            some, left, broken = load_tables(one_of(arguments, "table", path), metrics)
        except StopError as error:
            faults += error.faults
            continue
        asked += some
        told.append(left)
        faults += broken
    left = " ".join(filter(None, told))
    code = 0
    if asked or not faults:
        code = show(
            arguments,
            list(proven(asked, partial(_linted, odd_at=arguments.odd_at))),
            command="lint",
            left=left,
        )
    if faults:
        raise StopError(tuple(faults))
    return code


def _linted(asked: Asked, *, odd_at: int) -> ProvedTable:
    return ProvedTable(proved=lint(asked.sheet, asked.premises, odd_at=odd_at), notes=asked.notes)
