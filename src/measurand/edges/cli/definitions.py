"""Definitions on the command line, which may name metrics of one's own."""

import argparse
from collections.abc import Mapping

from returns.pipeline import is_successful

from measurand.edges.claims.metrics import load_metrics
from measurand.edges.cli.arguments import StopError, file_named
from measurand.edges.cli.guard import Named, check_files
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import SignatureError
from measurand.metrics.metric import Metric
from measurand.metrics.signature import expanded, parse
from measurand.values.fault import Fault


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a file of metrics."""
    parser.add_argument(
        "--metrics",
        type=file_named,
        metavar="FILE",
        help="metrics of your own, in TOML: definitions and the heads of tables may name them",
    )


def asked_definitions(arguments: argparse.Namespace) -> list[Definition]:
    """Read the definitions of a command, with the metrics of one's own that they may name.

    Raises StopError for a definition that cannot be read, a file of metrics that cannot, and a
    metric that breaks a law.
    """
    metrics = own_metrics(arguments)
    return [parsed(text, metrics) for text in arguments.definition]


def own_metrics(arguments: argparse.Namespace, writes: Named = ()) -> Mapping[str, Metric]:
    """Read the metrics of the file that `--metrics` names; none where it names none.

    `writes` are the files that a command writes besides its output.

    Raises StopError for a file that cannot be read or would be written over, and a metric that
    breaks a law.
    """
    if arguments.metrics is None:
        return {}
    check_files(arguments, [("--metrics", arguments.metrics)], writes)
    found = load_metrics(arguments.metrics)
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


def parsed(text: str, metrics: Mapping[str, Metric]) -> Definition:
    """Read a definition as it is written on the command line.

    >>> parsed("total", {}).of.value
    'hits'

    Raises StopError for anything else.
    """
    try:
        return parse(expanded(text, metrics))
    except SignatureError as error:
        fault = Fault(path="--definition", got=text[:60], expected="a definition", hint=str(error))
        raise StopError((fault,)) from error
