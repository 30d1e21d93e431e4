"""`measurand audit`: find the definitions that print a table."""

import argparse
from collections.abc import Iterator

from measurand.claims.audit import audit, audit_needs
from measurand.claims.audited import TableAudit
from measurand.claims.check import check_needs
from measurand.claims.model import Claims
from measurand.claims.needs import Gathered, Need
from measurand.claims.separate import Question, Separation, questions, separate
from measurand.edges.cli.arguments import emit, read_options
from measurand.edges.cli.claims import add_claims, data_root, gathered, load
from measurand.edges.cli.exits import exit_code
from measurand.edges.engines.cards import names_wanted
from measurand.edges.formats import read
from measurand.edges.report import render, to_json
from measurand.edges.report.audit_view import audit_document
from measurand.edges.report.plain_view import audit_plain
from measurand.values.sample import Sample

ABOUT = """\
Try every admissible definition of a claims file (its [table.space]) on the data: which reproduce
the table, which choices that identifies and which not, which sample would tell the survivors
apart, and the definitional uncertainty of each number.
"""
EXAMPLES = """\
examples:
  measurand audit docs/examples/silence/claims.toml
  measurand audit claims.toml --table 2 --format md --output audit.md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser)


def run(arguments: argparse.Namespace) -> int:
    """Audit, print, and return the exit code."""
    claims = load(arguments)
    found = gathered(arguments, claims, check_needs(claims), tried=audit_needs(claims))
    tables = [
        (table, _separation(arguments, claims, table, found)) for table in audit(claims, found)
    ]
    code = exit_code(table.verdict for table, _ in tables)
    if arguments.format == "json":
        emit(arguments, to_json(audit_plain(tables, found.readings, title=claims.title, code=code)))
    else:
        emit(
            arguments,
            render(audit_document(tables, found.readings, title=claims.title), arguments.format),
        )
    return code


def _separation(
    arguments: argparse.Namespace, claims: Claims, audited: TableAudit, found: Gathered
) -> Separation | None:
    table = next(table for table in claims.tables if table.name == audited.name)
    asked = questions(table, audited, found)
    return separate(asked, _samples(arguments, claims, asked)) if asked else None


def _samples(
    arguments: argparse.Namespace, claims: Claims, asked: tuple[Question, ...]
) -> Iterator[Sample]:
    """Read again the samples that the survivors were computed from."""
    source = claims.source(asked[0].data)
    needs = [Need(part) for question in asked for part in question.pools]
    wanted = names_wanted(source, needs)
    events = read(source, root=data_root(arguments), options=read_options(arguments), wanted=wanted)
    return (event for event in events if isinstance(event, Sample))
