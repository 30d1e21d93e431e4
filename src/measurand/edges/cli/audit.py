"""`measurand audit`: find the definitions that print a table."""

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from attrs import field, frozen

from measurand.audit.claims.audit import audit_needs, audit_table
from measurand.audit.claims.audit_result import TableAudit
from measurand.audit.claims.judge import Judge
from measurand.audit.claims.model import Author, Claims
from measurand.audit.claims.separating_sample import Separation, Survivors, separate, survivors_of
from measurand.audit.claims.specification_curves import table_curves
from measurand.audit.claims.table_check import check_needs
from measurand.audit.claims.tools import MOST_RUN, confirmed, tool_needs, with_tools
from measurand.edges.cli.arguments import StopError, emit, read_options, write
from measurand.edges.cli.behind import add_behind, behind, claims_made, files_behind
from measurand.edges.cli.claims import add_claims, data_root, gathered, load_found
from measurand.edges.cli.definitions import own_metrics
from measurand.edges.cli.dry_run import dry_run
from measurand.edges.cli.exits import exit_code
from measurand.edges.cli.guard import Named, check_files, check_folders
from measurand.edges.cli.pages import add_page
from measurand.edges.cli.reads import reading
from measurand.edges.cli.recording import printed_by, recording
from measurand.edges.cli.running import add_running
from measurand.edges.cli.sources import as_read
from measurand.edges.cli.tables import add_said, is_claims, read_tables, said_of
from measurand.edges.engines.run import Run
from measurand.edges.engines.tasks import SHARD_BYTES
from measurand.edges.files import read
from measurand.edges.files.samples.part import Shared
from measurand.edges.report import render, to_json
from measurand.edges.report.audit_view import audit_document, audited
from measurand.edges.report.claims_json import audit_json
from measurand.edges.report.verdict_pages import Shown, audit_page
from measurand.edges.tables.overrides import Overrides
from measurand.metrics.needs import Gathered, Where, merged
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

ABOUT = """\
Try every admissible definition of a claims file (its [table.space]) on the data: which fit the
table, which choices that identifies and which not, which sample would tell those that fit apart,
and the definitional uncertainty of each number. A table with its samples is audited as it stands:
then the definitions that are usual for such samples are tried, and those of every known tool.
"""
EXAMPLES = """\
examples:
  measurand audit docs/examples/silence/claims.toml
  measurand audit table.md --data runs.jsonl --where system=run.name
  measurand audit table.md --gold gold.csv --pred ours=ours.csv --pred bert=bert.csv -o claims.toml
  measurand audit claims.toml --table 2 --format md --output audit.md
  measurand audit claims.toml --html audit.html --curve ours/F1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser, or_table=True)
    add_behind(parser)
    add_said(parser)
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
    """Audit, print, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    writes = [("--html", arguments.html), ("-o", arguments.kept)]
    faults: tuple[Fault, ...] = ()
    check_folders(writes)
    if is_claims(arguments.claims):
        _claims_alone(arguments)
        claims = load_found(arguments, writes).claims
    else:
        arguments, claims, faults = _of_table(arguments, writes)
    _check_curves(arguments, claims)
    if arguments.dry_run:
        with reading(arguments, data_root(arguments)) as how:
            needs = merged((*audit_needs(claims), *check_needs(claims)))
            return dry_run(arguments, dict(claims.sources), needs, how)
    with recording(arguments) as recorder:
        needs = merged((*audit_needs(claims), *check_needs(claims)))
        size = arguments.shard_bytes or SHARD_BYTES
        recorder.meant = (
            dict(claims.sources),
            needs,
            Run(root=data_root(arguments), shard_bytes=size),
        )
        recorder.definitions = printed_by(claims)
        found = gathered(arguments, claims, check_needs(claims), tried=audit_needs(claims))
        recorder.gathered = found
    judge = Judge(found)
    audits = _attributed(arguments, claims, [audit_table(one, judge) for one in claims.tables])
    tables = [(table, _separation(arguments, claims, table, found)) for table in audits]
    nothing = () if audited(table for table, _ in tables) else (Verdict.UNDECIDED,)
    code = exit_code((*(table.verdict for table, _ in tables), *nothing))
    if arguments.html is not None:
        write(arguments.html, _page(arguments, claims, judge, tables))
    if arguments.format == "json":
        emit(arguments, to_json(audit_json(tables, found.readings, title=claims.title, code=code)))
    else:
        emit(
            arguments,
            render(audit_document(tables, found.readings, title=claims.title), arguments.format),
        )
    if faults:
        raise StopError(faults)
    return code


def _claims_alone(arguments: argparse.Namespace) -> None:
    """Refuse, beside a claims file, what it says itself.

    Raises StopError naming the option.
    """
    said = (
        ("--data", arguments.data is not None),
        ("--gold", arguments.gold is not None),
        ("--pred", bool(arguments.pred)),
        ("--where", bool(arguments.where)),
        ("--field", bool(arguments.field)),
        ("--items", arguments.items is not None),
        ("-o", arguments.kept is not None),
        ("--column", said_of(arguments) != Overrides() or arguments.markup is not None),
    )
    expected = "a claims file alone, which says itself what it is about; or a table"
    faults = tuple(
        Fault(path=option, got=f"{option} beside {arguments.claims}", expected=expected)
        for option, there in said
        if there
    )
    if faults:
        raise StopError(faults)


def _of_table(
    arguments: argparse.Namespace, writes: Named
) -> tuple[argparse.Namespace, Claims, tuple[Fault, ...]]:
    """Make the claims of a table and its samples; with -o they are kept.

    The faults are those of tables beside it that cannot be read.

    Raises StopError where there are no samples, or they cannot be read.
    """
    table = arguments.claims
    asked = argparse.Namespace(
        **vars(arguments) | {"table": table, "names": arguments.table or [], "root": Path()}
    )
    check_files(asked, [("TABLE", table), *files_behind(asked)], writes)
    if asked.data is None and asked.gold is None:
        hint = "say --data FILE, or --gold FILE with --pred ROW=FILE; `measurand lint` asks the "
        fault = Fault(
            file=str(table),
            got="a table alone",
            expected="its samples beside it",
            hint=f"{hint}numbers alone",
        )
        raise StopError((fault,))
    tables, left, faults = read_tables(asked, own_metrics(asked, writes))
    _, claims = claims_made(asked, tables, left, behind(asked, tables, Path()))
    if asked.kept is not None:
        text, _ = claims_made(asked, tables, left, behind(asked, tables, asked.kept.parent))
        write(asked.kept, text)
    asked.table = None
    return asked, claims, faults


def _attributed(
    arguments: argparse.Namespace, claims: Claims, audits: Sequence[TableAudit]
) -> list[TableAudit]:
    """Name tools: those whose definition is among those that fit, else any that is known.

    Tools are tried beside the space where it does not fit; a tool that was not run on the samples
    is not named.
    """
    missed = [
        table
        for table, found in zip(claims.tables, audits, strict=True)
        if found.cells and found.verdict is not Verdict.HOLDS
    ]
    if missed:
        needs = merged(need for table in missed for need in tool_needs(table))
        judge = Judge(gathered(arguments, claims, (), tried=needs))
        audits = [
            with_tools(table, found, judge) if table in missed else found
            for table, found in zip(claims.tables, audits, strict=True)
        ]
    if not any(one.recognised or one.tools for one in audits):
        return list(audits)
    kept = _Kept(arguments, claims)
    return [
        confirmed(table, found, kept.of) for table, found in zip(claims.tables, audits, strict=True)
    ]


@frozen(eq=False)
class _Kept:
    """The samples of sources, each read once, as far as a tool may be run on them."""

    arguments: argparse.Namespace
    claims: Claims
    _read: dict[str, tuple[Sample, ...]] = field(factory=dict, init=False)

    def of(self, data: str, where: Where) -> tuple[Sample, ...] | None:
        """Give the samples of some groups of a source; None where there are too many."""
        if data not in self._read:
            self._read[data] = self._samples(data)
        found = self._read[data]
        if len(found) > MOST_RUN:
            return None
        return tuple(one for one in found if all(one.group(key) == value for key, value in where))

    def _samples(self, data: str) -> tuple[Sample, ...]:
        source, root = self.claims.source(data), data_root(self.arguments)
        shared = Shared(source)
        events = read(source, root=root, options=read_options(self.arguments), shared=shared)
        samples = (event for event in events if isinstance(event, Sample))
        return tuple(as_read(islice(samples, MOST_RUN + 1), source, shared.kinds))


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
    spreads = [table_curves(table, judge) for table in claims.tables]
    return audit_page(
        tables,
        spreads,
        judge.gathered.readings,
        Shown(title=claims.title, source=str(arguments.claims), cells=tuple(arguments.curve)),
    )


def _separation(
    arguments: argparse.Namespace, claims: Claims, audited: TableAudit, found: Gathered
) -> Separation | None:
    table = next(table for table in claims.tables if table.name == audited.name)
    if audited.author is Author.TOOL:
        return None
    asked = survivors_of(table, audited, found)
    return separate(asked, _samples(arguments, claims, asked)) if asked else None


def _samples(
    arguments: argparse.Namespace, claims: Claims, asked: tuple[Survivors, ...]
) -> Iterator[Sample]:
    """Read again the samples that the survivors were computed from."""
    source = claims.source(asked[0].data)
    observed = [part.observing for question in asked for part in question.pools]
    options = read_options(arguments)
    events = read(source, root=data_root(arguments), options=options, observed=observed)
    return (event for event in events if isinstance(event, Sample))
