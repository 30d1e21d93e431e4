"""`measurand table`: a table to be printed, computed from a claims file and its data."""

import argparse

from returns.pipeline import is_successful

from measurand.audit.claims.judge import Judge
from measurand.audit.claims.model import Claims
from measurand.audit.claims.pairing import Rows
from measurand.audit.claims.paper import PaperTable, Wanted, paper_needs
from measurand.audit.claims.paper_made import paper_table
from measurand.edges.cli.arguments import FORMATS, StopError, emit
from measurand.edges.cli.claims import add_claims, data_root, gathered, load
from measurand.edges.cli.planned import add_plan, add_tests, plan_of, planned
from measurand.edges.cli.reads import reading
from measurand.edges.engines.serial import MOST_FAULTS, collect
from measurand.edges.report import render, to_json
from measurand.edges.report.paper_html import paper_page
from measurand.edges.report.paper_json import paper_json
from measurand.edges.report.paper_layout import layout
from measurand.edges.report.paper_text import paper_document, paper_latex, paper_markdown
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
_OPEN = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser, (*FORMATS, "html"))
    group = parser.add_argument_group("the table")
    group.add_argument(
        "--complete",
        action="store_true",
        help="compute cells too that the claims file does not print",
    )
    group.add_argument(
        "--lower",
        action="append",
        default=[],
        metavar="COLUMN",
        help="in this column less is better; may be repeated",
    )
    group.add_argument(
        "--higher",
        action="append",
        default=[],
        metavar="COLUMN",
        help="in this column more is better (of rates that is known); may be repeated",
    )
    group.add_argument(
        "--interval", action="store_true", help="give every number an interval, as the options say"
    )
    group.add_argument(
        "--against",
        default="",
        metavar="ROW",
        help="test every other row against this one; without it nothing is tested",
    )
    group.add_argument(
        "--pair-by",
        action="append",
        default=[],
        metavar="GROUP",
        help="samples of two rows are the same where this group is (default: where their ids are);"
        " may be repeated",
    )
    add_plan(parser)
    add_tests(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compute, print, and return the exit code."""
    wanted = _wanted(arguments)
    claims = load(arguments)
    _check(arguments, claims)
    found = gathered(arguments, claims, paper_needs(claims, wanted))
    rows = _rows(arguments, claims) if wanted.against else Rows(claims, {})
    judge = Judge(found)
    tables = [paper_table(table, judge, wanted, rows.pair) for table in claims.tables]
    code = _code(tables, skipped=any(one.missing for one in found.readings.values()))
    laid = [layout(table, wanted, found.readings) for table in tables]
    match arguments.format:
        case "json":
            tree = paper_json(tables, wanted, found.readings, title=claims.title, code=code)
            emit(arguments, to_json(tree))
        case "md":
            emit(arguments, paper_markdown(laid))
        case "latex":
            emit(arguments, paper_latex(laid))
        case "html":
            emit(arguments, paper_page(laid, title=claims.title))
        case _:
            emit(arguments, render(paper_document(laid, title=claims.title), arguments.format))
    return code


def _wanted(arguments: argparse.Namespace) -> Wanted:
    if not arguments.interval and not arguments.against and (asked := planned(arguments)):
        hint = "say --interval or --against"
        expected = "an interval or a test"
        raise StopError((Fault(path=asked[0], got="neither", expected=expected, hint=hint),))
    return Wanted(
        plan=plan_of(arguments),
        intervals=arguments.interval,
        against=arguments.against,
        lower=tuple(arguments.lower),
        higher=tuple(arguments.higher),
        complete=arguments.complete,
    )


def _check(arguments: argparse.Namespace, claims: Claims) -> None:
    """Refuse columns and rows that are in no table, and columns that go both ways."""
    columns = [column.name for table in claims.tables for column in table.columns]
    rows = [row.label for table in claims.tables for row in table.rows]
    asked = [
        *(("--lower", name, columns) for name in arguments.lower),
        *(("--higher", name, columns) for name in arguments.higher),
        *(("--against", name, rows) for name in [arguments.against] if name),
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
        for name in arguments.lower
        if name in arguments.higher
    ]
    if faults:
        raise StopError(tuple(faults))


def _rows(arguments: argparse.Namespace, claims: Claims) -> Rows:
    """Read every sample of the sources whose rows are paired."""
    samples: dict[str, tuple[Sample, ...]] = {}
    sources = Rows(claims, {}).sources
    arguments = argparse.Namespace(**{**vars(arguments), "on_error": _quiet(arguments.on_error)})
    with reading(arguments, data_root(arguments)) as how:
        for name in sources:
            found = collect(claims.source(name), how)
            if not is_successful(found):
                raise StopError(found.failure()[:MOST_FAULTS])
            samples[name], _ = found.unwrap()
    return Rows(claims, samples, tuple(arguments.pair_by), arguments.cluster)


def _quiet(on_error: str) -> str:
    """Keep nothing of bad records a second time."""
    return on_error if on_error == "stop" else "skip"


def _code(tables: list[PaperTable], *, skipped: bool) -> int:
    lost = any(isinstance(cell.score, Undefined) for table in tables for cell in table.cells)
    return _OPEN if lost or skipped or not any(table.rows for table in tables) else 0
