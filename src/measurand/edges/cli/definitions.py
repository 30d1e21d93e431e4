"""Definitions on the command line, which may name metrics of one's own."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from returns.result import Failure, Success

from measurand.edges.cli.arguments import StopError
from measurand.edges.formats.metrics_toml import load_metrics
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import SignatureError
from measurand.metrics.metric import Metric
from measurand.metrics.signature import expanded, parse
from measurand.values.fault import Fault


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a file of metrics."""
    parser.add_argument(
        "--metrics", metavar="FILE", help="metrics of your own that definitions may name, in TOML"
    )


def asked_definitions(arguments: argparse.Namespace) -> list[Definition]:
    """Read the definitions of a command, with the metrics of one's own that they may name.

    Raises StopError for a definition that cannot be read, a file of metrics that cannot, and a
    metric that breaks a law.
    """
    metrics = own_metrics(arguments)
    return [parsed(text, metrics) for text in arguments.definition]


def own_metrics(arguments: argparse.Namespace) -> Mapping[str, Metric]:
    """Read the metrics of the file that `--metrics` names; none where it names none.

    Raises StopError for a file that cannot be read, and a metric that breaks a law.
    """
    file: str | None = arguments.metrics
    match load_metrics(Path(file)) if file else Success[Mapping[str, Metric]]({}):
        case Success(metrics):
            return metrics
        case Failure(faults):
            raise StopError(faults)
        case other:
            raise AssertionError(other)


def metrics_files(arguments: argparse.Namespace) -> list[tuple[str, Path]]:
    """Name the file of metrics after its option, if there is one."""
    return [("--metrics", Path(arguments.metrics))] if arguments.metrics else []


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
