"""Definitions on the command line, which may name metrics of one's own."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.converters import file_named
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import Named, check_files
from measurand.edges.cli.request import Arguments, option, part_of
from measurand.evidence.relevance import RelevanceByRank
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.grammar import SignatureError, read
from measurand.metrics.metric import Metric
from measurand.metrics.needs import Reading, averages_of_labels, averages_unsaid
from measurand.metrics.signature import expanded, parse
from measurand.values.fault import Fault


@frozen(kw_only=True)
class OwnMetrics(Arguments):
    """Metrics of one's own."""

    file: Path | None = option(
        file_named,
        "--metrics",
        metavar="FILE",
        says="metrics of your own, in TOML: definitions and the heads of tables may name them",
    )


def definitions_of(request: Arguments, texts: Iterable[str]) -> list[Definition]:
    """Read the definitions of a request, with the metrics of one's own that they may name.

    Raises StopError for a definition that cannot be read, a file of metrics that cannot, and a
    metric that breaks a law.
    """
    metrics = own_metrics(request)
    return [parsed(text, metrics) for text in texts]


def own_metrics(request: Arguments, writes: Named = ()) -> Mapping[str, Metric]:
    """Read the metrics of the file that `--metrics` names; none where it names none.

    `writes` are the files that a command writes besides its output.

    Raises StopError for a file that cannot be read or would be written over, and a metric that
    breaks a law.
    """
    own = part_of(request, OwnMetrics)
    if own is None or own.file is None:
        return {}
    from measurand.edges.claims.metrics import load_metrics

    check_files(request, [("--metrics", own.file)], writes)
    metrics = load_metrics(own.file)
    if not is_successful(metrics):
        raise StopError(metrics.failure())
    return metrics.unwrap()


def parsed(text: str, metrics: Mapping[str, Metric]) -> Definition:
    """Read a definition as it is written on the command line.

    >>> parsed("total", {}).of.value
    'hits'

    Raises StopError for anything else.
    """
    try:
        return parse(expanded(text, metrics))
    except SignatureError as error:
        tool = _OF_TOOL.match(text)
        why = f"numbers of other tools are asked by --like {tool[0]}" if tool else str(error)
        raise stop("--definition", text[:60], "a definition", why) from error


def check_single(
    texts: Iterable[str], definitions: Iterable[Definition], readings: Mapping[str, Reading]
) -> None:
    """Refuse what is no number of its name where samples are one label on each side.

    >>> check_single(["f1"], [], {"a.jsonl": Reading()})
    >>> try:
    ...     check_single(["f1"], [], {"a.csv": Reading(single=True)})
    ... except StopError as error:
    ...     print(error.faults[0].expected)
    an average, or a positive label

    Raises StopError for F and its like without an average, and for rankings.
    """
    single = [name for name, reading in readings.items() if reading.single]
    if not single:
        return
    for text in texts:
        unsaid = averages_unsaid(text, read(text), averages_of_labels(text))
        if unsaid is not None:
            raise StopError((evolve(unsaid, path="--definition"),))
    for one in definitions:
        if isinstance(observing(one), RelevanceByRank):
            expected = "a ranking on each side: a list, or names with numbers, for each query"
            raise StopError((Fault(file=single[0], got="one label", expected=expected),))


_OF_TOOL = re.compile(r"[a-z_]{1,30}:[\w:.@]{1,60}")


def set_values(texts: Iterable[str]) -> dict[str, str]:
    """Read what --set says, option by option.

    >>> set_values(["missing = half"])
    {'missing': 'half'}

    Raises StopError for what sets nothing, and for an option that is set twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, mark, value = (part.strip() for part in text.partition("="))
        if not mark:
            raise stop("--set", text[:60] or "nothing", "OPTION=VALUE")
        if name in values:
            raise stop("--set", f"{name[:60]} twice", "every option once")
        values[name] = value
    return values
