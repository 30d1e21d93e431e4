"""`measurand cite`: what a paper says of its numbers, and the appendix with their definitions."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from attrs import frozen

from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.model import Table
from measurand.edges.cli.claims import ClaimsFile, Selection, load_claims
from measurand.edges.cli.definitions import OwnMetrics, definitions_of
from measurand.edges.cli.faults import stop
from measurand.edges.cli.interval_plan import IntervalPlan, Significance, plan_of
from measurand.edges.cli.output import Output, emit, show
from measurand.edges.cli.request import Arguments, arguments, command, part, switch
from measurand.edges.cli.tables import is_claims
from measurand.edges.report.methods import (
    Citation,
    CitedTable,
    cite_document,
    cite_latex,
    cited,
    comparison_sentence,
    interval_sentence,
)
from measurand.metrics.definitions import Definition

ABOUT = """\
Write what a paper says of its numbers: a sentence a table with metric, average, matching and every
option that is not the default, how intervals and p-values are made, and the version; then the
appendix with each definition in full. No data are read. Columns whose definition is not known are
named.
"""
EXAMPLES = """\
examples:
  measurand cite 'f(average=micro)'
  measurand cite docs/examples/silence/claims.toml --interval --cluster menu
  measurand cite claims.toml --tested --format latex --output methods.tex
"""


@frozen(kw_only=True)
class Request(Arguments):
    """A claims file, or definitions, and what is said of intervals and tests."""

    what: tuple[str, ...] = arguments(
        str, metavar="CLAIMS|SIGNATURE", says="a claims file (.toml), or definitions"
    )
    interval: bool = switch(says="say how intervals are made, as the options say")
    tested: bool = switch(says="say how systems are compared, as the options say")
    selection: Selection = part(Selection)
    metrics: OwnMetrics = part(OwnMetrics)
    output: Output = part(Output)
    intervals: IntervalPlan = part(IntervalPlan)
    tests: Significance = part(Significance)


def run(request: Request) -> int:
    """Write, and return the exit code.

    Raises StopError where a file or a definition cannot be read.
    """
    citation = Citation(
        tables=tuple(_tables(request)),
        inference=tuple(_inference(request)),
        software=f"Numbers are computed by measurand {version('measurand')}, under the "
        "definitions of the appendix.",
    )
    if request.output.format == "latex":
        emit(request.output, cite_latex(citation))
    else:
        show(request.output, tree=lambda: citation, document=lambda: cite_document(citation))
    return 0


def _tables(request: Request) -> Iterator[CitedTable]:
    files = [text for text in request.what if is_claims(Path(text))]
    if not files:
        yield cited([("", one) for one in definitions_of(request, request.what)])
        return
    if len(request.what) > 1:
        raise stop("CLAIMS|SIGNATURE", "several", "one claims file, or definitions alone")
    file = ClaimsFile(Path(files[0]), request.selection)
    for table in load_claims(request, file).claims.tables:
        known = list(_columns(table))
        named = {label.partition(" (")[0] for label, _ in known} | {label for label, _ in known}
        unknown = [one.name for one in table.columns if one.name not in named]
        yield cited(known, table=table.name, unknown=unknown)


def _columns(table: Table) -> Iterator[tuple[str, Definition]]:
    """Give each definition of each column, with its rows where a column has several."""
    for column in table.columns:
        rows: dict[Definition, list[str]] = {}
        for row in table.rows:
            if column.known and table.computes(row, column):
                rows.setdefault(cell_definition(table, column, row), []).append(row.label)
        for definition, labels in rows.items():
            places = f" ({', '.join(labels)})" if len(rows) > 1 else ""
            yield f"{column.name}{places}", definition


def _inference(request: Request) -> Iterator[str]:
    plan = plan_of(request.intervals, request.tests)
    if request.interval or request.intervals.written:
        yield interval_sentence(plan)
    if request.tested:
        yield comparison_sentence(plan)


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
