"""Sources of data and metrics of one's own as lines of TOML: what differs from the defaults."""

import json
import re
from collections.abc import Iterable, Iterator
from enum import Enum

from attrs import evolve, fields

from measurand.algebra.formula_text import text as formula_text
from measurand.edges.files.json.exact import exact_text
from measurand.evidence.source import ConllColumns, Fields, LabelFile, Source
from measurand.metrics.metric import Metric

_BARE = re.compile(r"[A-Za-z0-9_-]{1,100}")


def quoted(text: str) -> str:
    r"""Write a text as a string of TOML.

    >>> quoted('a "b" \x7f')
    '"a \\"b\\" \\u007f"'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(text: str) -> str:
    """Write a key of TOML: bare where it may be.

    >>> key("F1"), key("F1 (%)")
    ('F1', '"F1 (%)"')
    """
    return text if _BARE.fullmatch(text) else quoted(text)


def source_lines(name: str, source: Source, *, where: str = "", path: str = "") -> Iterator[str]:
    """Write a source: all that differs from the defaults, and the group that tells rows apart.

    >>> for line in source_lines("runs", Source(path="runs.jsonl")):
    ...     print(line)
    [data.runs]
    path = "runs.jsonl"
    """
    groups = {**dict(source.fields.groups), **({where: path} if path else {})}
    inside = evolve(source.fields, groups=tuple(groups.items()))
    said = sorted(_said(source), key=lambda one: _ORDER.index(one[0]) if one[0] in _ORDER else 99)
    yield f"[data.{name}]"
    yield from (f"{what} = {_written(value)}" for what, value in said if what != "fields")
    if lines := [f"{what} = {_written(value)}" for what, value in _said(inside)]:
        yield ""
        yield f"[data.{name}.fields]"
        yield from lines


_ORDER = (
    *("path", "sha256", "predictions", "predictions_sha256", "format", "items", "records"),
    *("columns", "input", "conll", "labels"),
)
"""The keys of a source that stand first; the class has others, which follow in its order."""


def _said(value: Source | Fields | ConllColumns | LabelFile) -> Iterator[tuple[str, object]]:
    """List what differs from the defaults of a class: every field that it has, now and later."""
    for one in fields(type(value)):
        made = getattr(one.default, "factory", None)
        if (found := getattr(value, one.name)) != (one.default if made is None else made()):
            yield one.name, found


def _written(value: object) -> str:
    """Write a text, a number, a word, a list of texts, pairs, or what a class says, on one line."""
    match value:
        case str():
            return quoted(value)
        case int():
            return str(value)
        case Enum():
            return quoted(str(value.value))
        case tuple() if all(isinstance(one, str) for one in value):
            return f"[{', '.join(map(quoted, value))}]"
        case tuple():
            return _inline(value)
        case ConllColumns() | LabelFile():
            return _inline(tuple(_said(value)))
        case _:
            message = f"what a source says: got {type(value).__name__}"
            raise TypeError(message)


def _inline(pairs: Iterable[tuple[str, object]]) -> str:
    return f"{{ {', '.join(f'{key(name)} = {_written(value)}' for name, value in pairs)} }}"


def metric_lines(metric: Metric) -> Iterator[str]:
    """Write a metric of one's own: what differs from the defaults.

    >>> from measurand.metrics.metric import GOLD, HITS
    >>> for line in metric_lines(Metric(name="found", formula=HITS / GOLD, says="found", low=0)):
    ...     print(line)
    [metrics.found]
    formula = "hits / gold"
    range = ["0", "inf"]
    says = "found"
    """
    yield f"[metrics.{metric.name}]"
    yield f"formula = {quoted(formula_text(metric.formula))}"
    if metric.params:
        pairs = ", ".join(f"{name} = {quoted(exact_text(value))}" for name, value in metric.params)
        yield f"params = {{ {pairs} }}"
    if (metric.low, metric.high) != (None, None):
        low, high = ("-inf" if metric.low is None else metric.low), metric.high
        yield f'range = ["{low}", "{"inf" if high is None else high}"]'
    for what, words in (
        ("rises", metric.rises),
        ("falls", metric.falls),
        ("words", metric.words),
    ):
        if words:
            yield f"{what} = [{', '.join(map(quoted, words))}]"
    if metric.mirror:
        yield f"mirror = {quoted(metric.mirror)}"
    if metric.source:
        yield f"source = {quoted(metric.source)}"
    yield f"says = {quoted(metric.says)}"
