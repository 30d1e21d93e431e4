"""`measurand metrics`: the metrics that there are, and whether those of a file keep their laws."""

import argparse

from returns.pipeline import is_successful

from measurand.edges.claims.metrics import metric_bytes, read_metrics
from measurand.edges.cli.arguments import StopError, add_output, emit, file_named
from measurand.edges.cli.exits import CODES
from measurand.edges.cli.guard import check_files
from measurand.edges.report import render, to_json
from measurand.edges.report.metrics_view import (
    Asked,
    laws_document,
    metrics_document,
    metrics_plain,
)
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import Refuted, laws_of
from measurand.values.verdict import Verdict

ABOUT = """\
List the metrics of counts: each is one formula. With a file of metrics of one's own (TOML; nothing
in it is run), ask the laws of each: proved for all counts, tested on every small unit, or refuted,
with the smallest unit that breaks it. Exit code 1 where a law is refuted.
"""
EXAMPLES = """\
examples:
  measurand metrics docs/examples/metrics/overlap.toml
  measurand metrics mine.toml --latex
  measurand metrics mine.toml --format json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", type=file_named, nargs="?", help="metrics in TOML (default: ours)"
    )
    parser.add_argument("--latex", action="store_true", help="show formulas as LaTeX, too")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask the laws, print, and return the exit code.

    Raises StopError with the faults of a file that cannot be read.
    """
    if arguments.file is None:
        _show(arguments, [(metric, ()) for metric in STANDARD.values()])
        return CODES[Verdict.HOLDS]
    check_files(arguments, [("FILE", arguments.file)])
    read = metric_bytes(arguments.file).bind(
        lambda raw: read_metrics(raw, file=str(arguments.file))
    )
    if not is_successful(read):
        raise StopError(read.failure())
    metrics = read.unwrap()
    known = {**STANDARD, **metrics}
    asked = [(metric, laws_of(metric, known)) for metric in metrics.values()]
    _show(arguments, asked)
    refuted = any(isinstance(law.outcome, Refuted) for _, laws in asked for law in laws)
    return CODES[Verdict.REFUTED if refuted else Verdict.HOLDS]


def _show(arguments: argparse.Namespace, asked: Asked) -> None:
    if arguments.format == "json":
        emit(arguments, to_json(metrics_plain(asked)))
        return
    if arguments.file is None and not arguments.latex:
        emit(arguments, render(metrics_document(), arguments.format))
        return
    document = laws_document(asked, mathematics=arguments.latex)
    emit(arguments, render(document, arguments.format))
