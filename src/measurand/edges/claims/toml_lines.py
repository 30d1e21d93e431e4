"""Sources of data and metrics of one's own as lines of TOML: what differs from the defaults."""

import json
import re
from collections.abc import Iterator

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
    """Write a source: what differs from the defaults, and the group that tells rows apart.

    >>> for line in source_lines("runs", Source(path="runs.jsonl")):
    ...     print(line)
    [data.runs]
    path = "runs.jsonl"
    """
    yield f"[data.{name}]"
    yield f"path = {quoted(source.path)}"
    for what, said, usual in (
        ("sha256", source.sha256, ""),
        ("predictions", source.predictions, ""),
        ("predictions_sha256", source.predictions_sha256, ""),
        ("format", source.format, "jsonl"),
        ("items", source.items, "auto"),
    ):
        if said != usual:
            yield f"{what} = {quoted(said)}"
    if source.records:
        yield f"records = {quoted(source.records)}"
    if source.columns:
        pairs = ", ".join(f"{quoted(key)} = {quoted(value)}" for key, value in source.columns)
        yield f"columns = {{ {pairs} }}"
    if source.input:
        pairs = ", ".join(f"{name} = {quoted(value)}" for name, value in source.input)
        yield f"input = {{ {pairs} }}"
    if source.conll.separator != ConllColumns().separator:
        yield f"conll = {{ separator = {quoted(source.conll.separator)} }}"
    yield from _labels(source.labels)
    plain = Fields()
    fields = [
        f"{what} = {quoted(value)}"
        for what, value, usual in (
            ("id", source.fields.id, plain.id),
            ("gold", source.fields.gold, plain.gold),
            ("pred", source.fields.pred, plain.pred),
        )
        if value != usual
    ]
    if path:
        fields.append(f"groups = {{ {quoted(where)} = {quoted(path)} }}")
    if source.fields.amounts:
        pairs = ", ".join(f"{key(name)} = {quoted(path)}" for name, path in source.fields.amounts)
        fields.append(f"amounts = {{ {pairs} }}")
    if fields:
        yield ""
        yield f"[data.{name}.fields]"
        yield from fields


def _labels(file: LabelFile | None) -> Iterator[str]:
    if file is not None:
        yield f"labels = {{ {', '.join(_label_keys(file))} }}"


def _label_keys(file: LabelFile) -> Iterator[str]:
    plain = LabelFile(path=file.path, amounts=file.amounts, lists=file.lists)
    for what in ("path", "sha256", "format", "id", "items"):
        if what == "path" or getattr(file, what) != getattr(plain, what):
            yield f"{what} = {quoted(getattr(file, what))}"
    if file.raters is not plain.raters:
        yield f"raters = {quoted(file.raters.value)}"
    for what, named in (("input", file.input), ("amounts", file.amounts), ("lists", file.lists)):
        if named:
            pairs = ", ".join(f"{key(name)} = {quoted(path)}" for name, path in named)
            yield f"{what} = {{ {pairs} }}"


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
