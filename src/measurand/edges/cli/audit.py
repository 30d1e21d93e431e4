"""`measurand audit`: find the definitions that print a table."""

import argparse
from collections.abc import Iterator, Sequence

from measurand.claims.audit import audit_needs, audit_table
from measurand.claims.audited import TableAudit
from measurand.claims.check import check_needs
from measurand.claims.judge import Judge
from measurand.claims.model import Claims
from measurand.claims.needs import Gathered, Need, merged
from measurand.claims.separate import Question, Separation, questions, separate
from measurand.claims.spread import spread
from measurand.edges.cli.arguments import StopError, emit, read_options, write
from measurand.edges.cli.claims import add_claims, data_root, gathered, load_found
from measurand.edges.cli.dry_run import dry_run
from measurand.edges.cli.exits import exit_code
from measurand.edges.cli.guard import check_folders
from measurand.edges.cli.pages import add_page, missing_extra
from measurand.edges.cli.reads import reading
from measurand.edges.cli.recording import printed_by, recording
from measurand.edges.cli.running import add_running
from measurand.edges.engines.cards import names_wanted
from measurand.edges.engines.plan import SHARD_BYTES
from measurand.edges.engines.run import Run
from measurand.edges.formats import read
from measurand.edges.report import render, to_json
from measurand.edges.report.audit_html import MissingExtraError, Shown, audit_page
from measurand.edges.report.audit_view import audit_document, audited
from measurand.edges.report.plain_view import audit_plain
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

ABOUT = """\
Try every admissible definition of a claims file (its [table.space]) on the data: which reproduce
the table, which choices that identifies and which not, which sample would tell the survivors
apart, and the definitional uncertainty of each number.
"""
EXAMPLES = """\
examples:
  measurand audit docs/examples/silence/claims.toml
  measurand audit claims.toml --table 2 --format md --output audit.md
  measurand audit claims.toml --html audit.html --curve ours/F1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser)
    add_running(parser, whole=True)
    add_page(parser, "how far numbers move, and every definition in order")
    parser.add_argument(
        "--curve",
        action="append",
        default=[],
        metavar="ROW/COLUMN",
        help="draw every definition of this cell alone; may be repeated (default: the first cells)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Audit, print, and return the exit code."""
    writes = [("--html", arguments.html)]
    check_folders(writes)
    claims = load_found(arguments, writes).claims
    _check_curves(arguments, claims)
    if arguments.dry_run:
        with reading(arguments, data_root(arguments)) as how:
            needs = merged((*audit_needs(claims), *check_needs(claims)))
            return dry_run(arguments, claims, needs, how)
    with recording(arguments) as recorder:
        needs = merged((*audit_needs(claims), *check_needs(claims)))
        size = arguments.shard_bytes or SHARD_BYTES
        recorder.meant = (claims, needs, Run(root=data_root(arguments), shard_bytes=size))
        recorder.definitions = printed_by(claims)
        found = gathered(arguments, claims, check_needs(claims), tried=audit_needs(claims))
        recorder.gathered = found
    judge = Judge(found)
    tables = [
        (table, _separation(arguments, claims, table, found))
        for table in (audit_table(one, judge) for one in claims.tables)
    ]
    nothing = () if audited(table for table, _ in tables) else (Verdict.UNDECIDED,)
    code = exit_code((*(table.verdict for table, _ in tables), *nothing))
    if arguments.html is not None:
        write(arguments.html, _page(arguments, claims, judge, tables))
    if arguments.format == "json":
        emit(arguments, to_json(audit_plain(tables, found.readings, title=claims.title, code=code)))
    else:
        emit(
            arguments,
            render(audit_document(tables, found.readings, title=claims.title), arguments.format),
        )
    return code


def _check_curves(arguments: argparse.Namespace, claims: Claims) -> None:
    """Refuse cells that are in no table."""
    known = [
        f"{row.label}/{name}"
        for table in claims.tables
        for row in table.rows
        for name, _ in row.cells
    ]
    faults = tuple(
        Fault(
            path="--curve",
            got=name,
            expected="a cell of a table, as ROW/COLUMN",
            hint=did_you_mean(name, known).removeprefix(": "),
        )
        for name in arguments.curve
        if name not in known
    )
    if arguments.curve and arguments.html is None:
        faults = (Fault(path="--curve", got="no --html", expected="a page to draw it on"),)
    if faults:
        raise StopError(faults)


def _page(
    arguments: argparse.Namespace,
    claims: Claims,
    judge: Judge,
    tables: Sequence[tuple[TableAudit, Separation | None]],
) -> str:
    spreads = [spread(table, judge) for table in claims.tables]
    try:
        return audit_page(
            tables,
            spreads,
            judge.gathered.readings,
            Shown(
                title=claims.title,
                source=str(arguments.claims),
                cells=tuple(arguments.curve),
            ),
        )
    except MissingExtraError as error:
        raise missing_extra(error, "--html") from error


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
