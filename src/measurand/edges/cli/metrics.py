"""`measurand metrics`: the metrics that there are, and whether those of a file keep their laws."""

import re
from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful

from measurand.edges.claims.metrics import metric_bytes, read_metrics
from measurand.edges.cli.converters import file_named
from measurand.edges.cli.exit_codes import HOLDS, code_where
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, command, optional_argument, part, switch
from measurand.edges.report.metrics_view import (
    MetricLaws,
    laws_document,
    metric_document,
    metric_json,
    metric_named,
    metrics_document,
    metrics_json,
    nearest_metric,
)
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import Refuted, laws_of

ABOUT = """\
List the metrics: those of counts, each one formula, and those of families, ours and those of
packages, with the laws that they promise. With a file of metrics of one's own (TOML; nothing
in it is run), ask the laws of each: proved for all counts, tested on every small unit, or refuted,
with the smallest unit that breaks it. Exit code 1 where a law is refuted. With the name of a metric
say what it is: its formula, range and source, where it is undefined, its options.
"""
EXAMPLES = """\
examples:
  measurand metrics f1
  measurand metrics docs/examples/metrics/overlap.toml
  measurand metrics mine.toml --latex
  measurand metrics mine.toml --format json
"""


@frozen(kw_only=True)
class Request(Arguments):
    """Metrics whose laws are asked; without a file ours are listed."""

    file: Path | None = optional_argument(
        file_named, metavar="FILE|NAME", says="metrics in TOML, or a metric (default: all)"
    )
    latex: bool = switch(says="show formulas as LaTeX, too")
    output: Output = part(Output)


def run(request: Request) -> int:
    """Ask the laws, print, and return the exit code.

    Raises StopError with the faults of a file that cannot be read.
    """
    file = request.file
    if file is None:
        _show(request, [(one, ()) for one in (*STANDARD.values(), *NUMERIC.values())])
        return HOLDS
    if not file.exists() and (named := metric_named(str(file))):
        show(
            request.output,
            tree=lambda: metric_json(named),
            document=lambda: metric_document(named, mathematics=request.latex),
        )
        return HOLDS
    if not file.exists() and re.fullmatch(r"\w+", str(file)):
        hint = nearest_metric(str(file)) or "`measurand metrics` lists those with a formula"
        raise stop("FILE", f"neither, in {str(file)!r}", "a file, or the name of a metric", hint)
    check_files(request, [("FILE", file)])
    read = metric_bytes(file).bind(lambda raw: read_metrics(raw, file=str(file)))
    if not is_successful(read):
        raise StopError(read.failure())
    metrics = read.unwrap()
    known = {**STANDARD, **metrics}
    asked = [(metric, laws_of(metric, known)) for metric in metrics.values()]
    _show(request, asked)
    refuted = any(isinstance(law.outcome, Refuted) for _, laws in asked for law in laws)
    return code_where(finding=bool(refuted))


def _show(request: Request, asked: MetricLaws) -> None:
    plain = request.file is None and not request.latex
    show(
        request.output,
        tree=lambda: metrics_json(asked),
        document=lambda: (
            metrics_document() if plain else laws_document(asked, mathematics=request.latex)
        ),
    )


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
