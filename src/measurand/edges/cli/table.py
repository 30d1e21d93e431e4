"""`measurand table`: a table to be printed, computed from a claims file and its data."""

from pathlib import Path
from typing import Literal

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.pairing import Rows
from measurand.auditing.claims.paper import PaperTable, Wanted, paper_needs, paper_table
from measurand.edges.cli.claims import ClaimsFile, Selection, gathered, load_claims
from measurand.edges.cli.definitions import OwnMetrics
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.interval_plan import IntervalPlan, Significance, plan_of
from measurand.edges.cli.output import FORMATS, Format, Target, emit
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    choice,
    command,
    option,
    part,
    repeated,
    switch,
)
from measurand.edges.engines.serial import MOST_FAULTS, collect
from measurand.edges.report import render, to_json
from measurand.edges.report.paper_layout import layout
from measurand.edges.report.paper_view import (
    paper_document,
    paper_json,
    paper_latex,
    paper_markdown,
    paper_page,
)
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.score import Undefined
from measurand.values.suggest import did_you_mean

ABOUT = """\
Print the tables of a claims file anew: every cell whose definition is known is computed from the
data, and rounded as its column is printed. What is best is marked, where it is known which way is
better. With --interval every number has one; with --against every other row is tested against one
row on the same samples, and letters name the adjusted p-values. The caption says in sentences what
the columns are; what is undefined is a dash, and a note says why.

exit codes: 0 done; 2 bad input; 3 some number is undefined, or records were skipped.
"""
EXAMPLES = """\
examples:
  measurand table docs/examples/silence/claims.toml
  measurand table claims.toml --table 2 --format latex --output table2.tex
  measurand table claims.toml --interval --ends bca --against baseline --format html
  measurand table claims.toml --lower Cost --against quiet --pair-by menu
"""
_TABLE = "the table"


@frozen(kw_only=True)
class PageOutput(Target):
    """How a table is written, which may be a page, and where."""

    format: Format | Literal["html"] = choice(
        (*FORMATS, "html"), says="how the result is written", default="text"
    )

    @property
    def style(self) -> str:
        """Name how what is printed is written."""
        return self.format


@frozen(kw_only=True)
class Request(Arguments):
    """The tables of a claims file, and what is said beside their numbers."""

    claims: Path = argument(Path, metavar="CLAIMS", says="a claims file (TOML)")
    complete: bool = switch(
        group=_TABLE, says="compute cells too that the claims file does not print"
    )
    lower: tuple[str, ...] = repeated(
        str, metavar="COLUMN", group=_TABLE, says="in this column less is better; may be repeated"
    )
    higher: tuple[str, ...] = repeated(
        str,
        metavar="COLUMN",
        group=_TABLE,
        says="in this column more is better (of rates that is known); may be repeated",
    )
    interval: bool = switch(group=_TABLE, says="give every number an interval, as the options say")
    against: str = option(
        str,
        metavar="ROW",
        default="",
        group=_TABLE,
        says="test every other row against this one; without it nothing is tested",
    )
    pair_by: tuple[str, ...] = repeated(
        str,
        metavar="GROUP",
        group=_TABLE,
        says="samples of two rows are the same where this group is (default: where their ids are);"
        " may be repeated",
    )
    selection: Selection = part(Selection)
    metrics: OwnMetrics = part(OwnMetrics)
    reading: Reading = part(Reading)
    output: PageOutput = part(PageOutput)
    intervals: IntervalPlan = part(IntervalPlan)
    tests: Significance = part(Significance)

    @property
    def file(self) -> ClaimsFile:
        """Name the claims file and what is selected from it."""
        return ClaimsFile(self.claims, self.selection)


def run(request: Request) -> int:
    """Compute, print, and return the exit code."""
    wanted = _wanted(request)
    claims = load_claims(request, request.file).claims
    _check(request, claims)
    with reading(request.reading, request.file.root) as how:
        evidence = gathered(how, claims, paper_needs(claims, wanted))
    rows = _rows(request, claims) if wanted.against else Rows(claims, {})
    judge = Judge(evidence)
    tables = [paper_table(table, judge, wanted, rows.pair) for table in claims.tables]
    code = _code(tables, skipped=any(one.missing for one in evidence.readings.values()))
    laid = [layout(table, wanted, evidence.readings) for table in tables]
    match request.output.format:
        case "json":
            tree = paper_json(tables, wanted, evidence.readings, title=claims.title, code=code)
            text = to_json(tree)
        case "md":
            text = paper_markdown(laid)
        case "latex":
            text = paper_latex(laid)
        case "html":
            text = paper_page(laid, title=claims.title)
        case "csv":
            text = render(paper_document(laid, title=claims.title), "csv")
        case _:
            text = render(paper_document(laid, title=claims.title), "text")
    emit(request.output, text)
    return code


def _wanted(request: Request) -> Wanted:
    written = request.intervals.written
    if not request.interval and not request.against and written:
        raise stop(written[0], "neither", "an interval or a test", "say --interval or --against")
    return Wanted(
        plan=plan_of(request.intervals, request.tests),
        intervals=request.interval,
        against=request.against,
        lower=request.lower,
        higher=request.higher,
        complete=request.complete,
    )


def _check(request: Request, claims: Claims) -> None:
    """Refuse columns and rows that are in no table, and columns that go both ways."""
    columns = [column.name for table in claims.tables for column in table.columns]
    rows = [row.label for table in claims.tables for row in table.rows]
    asked = [
        *(("--lower", name, columns) for name in request.lower),
        *(("--higher", name, columns) for name in request.higher),
        *(("--against", name, rows) for name in [request.against] if name),
    ]
    faults = [
        Fault(
            path=option,
            got=name,
            expected=f"one of {', '.join(dict.fromkeys(known))}",
            hint=did_you_mean(name, known).removeprefix(": "),
        )
        for option, name, known in asked
        if name not in known
    ]
    faults += [
        Fault(path="--lower", got=f"{name}, and --higher {name}", expected="one of the two")
        for name in request.lower
        if name in request.higher
    ]
    if faults:
        raise StopError(tuple(faults))


def _rows(request: Request, claims: Claims) -> Rows:
    """Read every sample of the sources whose rows are paired."""
    samples: dict[str, tuple[Sample, ...]] = {}
    sources = Rows(claims, {}).sources
    # Bad records were kept in the quarantine when they were read first.
    quiet = "stop" if request.reading.on_error == "stop" else "skip"
    with reading(evolve(request.reading, on_error=quiet), request.file.root) as how:
        for name in sources:
            found = collect(claims.source(name), how)
            if not is_successful(found):
                raise StopError(found.failure()[:MOST_FAULTS])
            samples[name], _ = found.unwrap()
    return Rows(claims, samples, request.pair_by, request.intervals.cluster)


def _code(tables: list[PaperTable], *, skipped: bool) -> int:
    lost = any(isinstance(cell.score, Undefined) for table in tables for cell in table.cells)
    empty = not any(table.rows for table in tables)
    return code_where(left_open=lost or skipped or empty)


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
