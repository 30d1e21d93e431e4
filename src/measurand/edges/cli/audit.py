"""`measurand audit`: find the definitions that print a table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from attrs import evolve, field, frozen

from measurand.auditing.claims.audit import audit_needs, audit_table
from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.default_space import tried_space
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Author, Claims, Column, Table
from measurand.auditing.claims.separating_sample import (
    Separation,
    Survivors,
    separate,
    survivors_of,
)
from measurand.auditing.claims.specification_curves import table_curves
from measurand.auditing.claims.table_check import check_needs
from measurand.auditing.claims.tools import MOST_RUN, confirmed, tool_needs, with_tools
from measurand.edges.cli.claims import (
    ClaimsFile,
    Selection,
    gathered,
    load_claims,
    printed_by,
)
from measurand.edges.cli.definitions import OwnMetrics, own_metrics
from measurand.edges.cli.exit_codes import exit_code
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import Named, check_files, check_folders
from measurand.edges.cli.output import Output, page_option, show, write
from measurand.edges.cli.reading import Reading, Running, read_options, reading
from measurand.edges.cli.request import Arguments, argument, command, option, part, repeated
from measurand.edges.cli.run_report import RunPlan, dry_run, recording
from measurand.edges.cli.sources import as_read
from measurand.edges.cli.table_samples import (
    TableSamples,
    claims_made,
    paper_path,
    read_with_samples,
    samples_behind,
)
from measurand.edges.cli.tables import TableFile, TableReading, is_claims
from measurand.edges.engines.run import Run
from measurand.edges.engines.tasks import SHARD_BYTES
from measurand.edges.files import ReadOptions, read
from measurand.edges.files.samples.part import Shared
from measurand.edges.report.audit_view import audit_document, audited
from measurand.edges.report.claims_json import audit_json
from measurand.edges.report.verdict_pages import Shown, audit_page
from measurand.edges.tables.grid import Overrides
from measurand.edges.tables.vocabulary import head_of
from measurand.metrics.grammar import read_value
from measurand.metrics.needs import Gathered, Need, Where, merged
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

ABOUT = """\
Try every admissible definition of a claims file (its [table.space]) on the data: which fit the
table, which choices that identifies and which not, which sample would tell those that fit apart,
and the definitional uncertainty of each number. Where a table has no space, the choices are tried
that its metrics of families leave open. A table with its samples is audited as it stands: then the
definitions that are usual for such samples are tried, and those of every known tool.
"""
EXAMPLES = """\
examples:
  measurand audit docs/examples/silence/claims.toml
  measurand audit table.md --data runs.jsonl --where system=run.name
  measurand audit table.md --gold gold.csv --pred ours=ours.csv --pred bert=bert.csv -o claims.toml
  measurand audit claims.toml --table 2 --format md --output audit.md
  measurand audit claims.toml --html audit.html --curve ours/F1
"""


@frozen(kw_only=True)
class Request(Arguments):
    """A claims file, or a table with its samples, and what is said of its definitions."""

    claims: Path = argument(
        Path,
        metavar="CLAIMS|TABLE",
        says="a claims file (.toml), or a table (.csv, .tsv, .md, .tex) with its samples",
    )
    kept: Path | None = option(Path, "-o", metavar="FILE", says="of a table: keep its claims file")
    html: Path | None = page_option("how far numbers move, and every definition in order")
    curve: tuple[str, ...] = repeated(
        str,
        metavar="ROW/COLUMN",
        says="draw every definition of this cell alone; may be repeated (default: the first cells)",
    )
    selection: Selection = part(Selection)
    metrics: OwnMetrics = part(OwnMetrics)
    reading: Reading = part(Reading)
    output: Output = part(Output)
    samples: TableSamples = part(TableSamples)
    how: TableReading = part(TableReading)
    running: Running = part(Running)
    text: bytes | None = None
    """What the table would hold, where a caller in Python hands over the table itself."""

    @property
    def writes(self) -> Named:
        """Name the files that are written besides the output."""
        return (("--html", self.html), ("-o", self.kept))


@frozen(kw_only=True)
class _Audited:
    """The claims that are audited, where their data are, and faults of tables beside them."""

    request: Request
    claims: Claims
    root: Path
    faults: tuple[Fault, ...] = ()

    @contextmanager
    def reading(self) -> Iterator[Run]:
        """Read as is asked for."""
        with reading(self.request.reading, self.root, self.request.running) as run:
            yield run

    def gathered(self, needs: Sequence[Need], tried: Sequence[Need]) -> Gathered:
        """Read the data; what is only tried may not fit the samples."""
        with self.reading() as run:
            return gathered(run, self.claims, needs, tried)


def run(request: Request) -> int:
    """Audit, print, and return the exit code.

    Raises StopError with the faults of tables that cannot be read, after what the others say.
    """
    check_folders(request.writes)
    if is_claims(request.claims):
        _check_claims_alone(request)
        file = ClaimsFile(request.claims, request.selection)
        claims = _spaced(load_claims(request, file, request.writes).claims)
        audited_claims = _Audited(request=request, claims=claims, root=file.root)
    else:
        audited_claims = _of_table(request)
        claims = audited_claims.claims
    _check_curves(request, claims)
    needs = merged((*audit_needs(claims), *check_needs(claims)))
    sources, running = dict(claims.sources), request.running
    if running.dry_run:
        with audited_claims.reading() as how:
            return dry_run(running, request.output, RunPlan(sources, needs, how))
    with recording(running) as recorder:
        size = running.shard_bytes or SHARD_BYTES
        how = Run(root=audited_claims.root, shard_bytes=size)
        recorder.plan = RunPlan(sources, needs, how, printed_by(claims))
        evidence = audited_claims.gathered(check_needs(claims), audit_needs(claims))
        recorder.gathered = evidence
    judge = Judge(evidence)
    audits = _attributed(audited_claims, [audit_table(one, judge) for one in claims.tables])
    tables = [(table, _separation(audited_claims, table, evidence)) for table in audits]
    nothing = () if audited(table for table, _ in tables) else (Verdict.UNDECIDED,)
    code = exit_code((*(table.verdict for table, _ in tables), *nothing))
    if request.html is not None:
        write(request.html, _page(request, claims, judge, tables))
    show(
        request.output,
        tree=lambda: audit_json(tables, evidence.readings, title=claims.title, code=code),
        document=lambda: audit_document(tables, evidence.readings, title=claims.title),
    )
    if audited_claims.faults:
        raise StopError(audited_claims.faults)
    return code


def _spaced(claims: Claims) -> Claims:
    """Give each table without a space that of what its metrics leave open, and read their names."""
    return evolve(claims, tables=tuple(map(_with_space, claims.tables)))


def _with_space(table: Table) -> Table:
    named = evolve(table, columns=tuple(map(_read_name, table.columns)))
    return named if named.space else evolve(named, space=tried_space(named))


def _read_name(column: Column) -> Column:
    """Take what the name of a column says of a definition that is not known: the k of `nDCG@10`."""
    head = head_of(column.name)
    if column.known or head.metric is None or head.metric.name != column.metric:
        return column
    said = {name: read_value(text) for name, text in head.options}
    written = dict(column.options)
    agreed = tuple(name for name, value in said.items() if written.get(name, value) == value)
    return evolve(column, options=tuple({**said, **written}.items()), read=agreed)


def _check_claims_alone(request: Request) -> None:
    """Refuse, beside a claims file, what it says itself.

    Raises StopError naming the option.
    """
    how = request.how
    written = [
        *request.samples.written,
        *(("-o",) if request.kept is not None else ()),
        *(("--column",) if how.said != Overrides() or how.markup is not None else ()),
    ]
    expected = "a claims file alone, which says itself what it is about; or a table"
    faults = tuple(
        Fault(path=option, got=f"{option} beside {request.claims}", expected=expected)
        for option in written
    )
    if faults:
        raise StopError(faults)


def _of_table(request: Request) -> _Audited:
    """Make the claims of a table and its samples; with -o they are kept.

    The faults are those of tables beside it that cannot be read.

    Raises StopError where there are no samples, or they cannot be read.
    """
    samples, writes = request.samples, request.writes
    check_files(request, [("TABLE", request.claims), *samples.files], writes)
    if samples.data is None and samples.gold is None:
        hint = "say --data FILE, or --gold FILE with --pred ROW=FILE; `measurand lint` asks the "
        fault = Fault(
            file=str(request.claims),
            got="a table alone",
            expected="its samples beside it",
            hint=f"{hint}numbers alone",
        )
        raise StopError((fault,))
    file = TableFile(request.claims, request.selection.table, request.how, request.text)
    (tables, left, faults), here = read_with_samples(
        samples, file, own_metrics(request, writes), Path()
    )
    claims = _spaced(claims_made(file.title, tables, left, here)[1])
    if request.kept is not None:
        beside = samples_behind(samples, tables, request.kept.parent)
        paper = "" if request.text else paper_path(request.claims, request.kept.parent)
        text, _ = claims_made(file.title, tables, left, beside, paper=paper)
        write(request.kept, text)
    return _Audited(request=request, claims=claims, root=Path(), faults=faults)


def _attributed(asked: _Audited, audits: Sequence[TableAudit]) -> list[TableAudit]:
    """Name tools: those whose definition is among those that fit, else any that is known.

    Tools are tried beside the space where it does not fit; a tool that was not run on the samples
    is not named.
    """
    claims = asked.claims
    missed = [
        table
        for table, audit in zip(claims.tables, audits, strict=True)
        if audit.cells and audit.verdict is not Verdict.HOLDS
    ]
    if missed:
        needs = merged(need for table in missed for need in tool_needs(table))
        judge = Judge(asked.gathered((), needs))
        audits = [
            with_tools(table, audit, judge) if table in missed else audit
            for table, audit in zip(claims.tables, audits, strict=True)
        ]
    if not any(one.recognised or one.tools for one in audits):
        return list(audits)
    kept = _Kept(asked)
    return [
        confirmed(table, audit, kept.of) for table, audit in zip(claims.tables, audits, strict=True)
    ]


@frozen(eq=False)
class _Kept:
    """The samples of sources, each read once, as far as a tool may be run on them."""

    asked: _Audited
    _read: dict[str, tuple[Sample, ...]] = field(factory=dict, init=False)

    def of(self, data: str, where: Where) -> tuple[Sample, ...] | None:
        """Give the samples of some groups of a source; None where there are too many."""
        if data not in self._read:
            self._read[data] = self._samples(data)
        samples = self._read[data]
        if len(samples) > MOST_RUN:
            return None
        return tuple(one for one in samples if all(one.group(key) == value for key, value in where))

    def _samples(self, data: str) -> tuple[Sample, ...]:
        source = self.asked.claims.source(data)
        shared = Shared(source)
        events = read(source, root=self.asked.root, options=_options(self.asked), shared=shared)
        samples = (event for event in events if isinstance(event, Sample))
        return tuple(as_read(islice(samples, MOST_RUN + 1), source, shared.kinds))


def _options(asked: _Audited) -> ReadOptions:
    return read_options(asked.request.reading, asked.request.running)


def _check_curves(request: Request, claims: Claims) -> None:
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
        for name in request.curve
        if name not in known
    )
    if request.curve and request.html is None:
        faults = (Fault(path="--curve", got="no --html", expected="a page to draw it on"),)
    if faults:
        raise StopError(faults)


def _page(
    request: Request,
    claims: Claims,
    judge: Judge,
    tables: Sequence[tuple[TableAudit, Separation | None]],
) -> str:
    spreads = [table_curves(table, judge) for table in claims.tables]
    shown = Shown(title=claims.title, source=str(request.claims), cells=request.curve)
    return audit_page(tables, spreads, judge.gathered.readings, shown)


def _separation(asked: _Audited, audit: TableAudit, evidence: Gathered) -> Separation | None:
    table = next(table for table in asked.claims.tables if table.name == audit.name)
    if audit.author is Author.TOOL:
        return None
    survivors = survivors_of(table, audit, evidence)
    return separate(survivors, _samples(asked, survivors)) if survivors else None


def _samples(asked: _Audited, survivors: tuple[Survivors, ...]) -> Iterator[Sample]:
    """Read again the samples that the survivors were computed from."""
    source = asked.claims.source(survivors[0].data)
    observed = [part.observing for one in survivors for part in one.pools]
    events = read(source, root=asked.root, options=_options(asked), observed=observed)
    return (event for event in events if isinstance(event, Sample))


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
