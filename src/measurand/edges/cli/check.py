"""`measurand check`: recompute every printed cell."""

import argparse

from measurand.claims.check import check, check_needs
from measurand.edges.cli.arguments import emit
from measurand.edges.cli.claims import add_claims, gathered, load
from measurand.edges.cli.exits import exit_code
from measurand.edges.report import render, to_json
from measurand.edges.report.check_view import check_document
from measurand.edges.report.plain_view import check_plain

ABOUT = """\
Recompute every printed cell at its printed precision: reproduced, not reproduced (with what was
computed), or undecided (and why). Every number is shown with its definition and denominators.
"""
EXAMPLES = """\
examples:
  measurand check docs/examples/silence/claims.toml
  measurand check claims.toml --table 2 --format json
  measurand check claims.toml --on-error quarantine=bad.jsonl
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check, print, and return the exit code."""
    claims = load(arguments)
    found = gathered(arguments, claims, check_needs(claims))
    tables = check(claims, found)
    code = exit_code(table.verdict for table in tables)
    if arguments.format == "json":
        emit(arguments, to_json(check_plain(tables, found.readings, title=claims.title, code=code)))
    else:
        emit(
            arguments,
            render(check_document(tables, found.readings, title=claims.title), arguments.format),
        )
    return code
