"""A source of data as lines of a claims file."""

import json
from collections.abc import Iterator

from measurand.claims.source import ConllColumns, Fields, Source


def source_lines(name: str, source: Source, *, where: str = "", path: str = "") -> Iterator[str]:
    """Write a source: what differs from the defaults, and the group that tells rows apart.

    >>> for line in source_lines("runs", Source(path="runs.jsonl")):
    ...     print(line)
    [data.runs]
    path = "runs.jsonl"
    """
    yield f"[data.{name}]"
    yield f"path = {_text(source.path)}"
    for what, said, usual in (
        ("sha256", source.sha256, ""),
        ("predictions", source.predictions, ""),
        ("predictions_sha256", source.predictions_sha256, ""),
        ("format", source.format, "jsonl"),
        ("items", source.items, "auto"),
    ):
        if said != usual:
            yield f"{what} = {_text(said)}"
    if source.records:
        yield f"records = {_text(source.records)}"
    if source.columns:
        pairs = ", ".join(f"{_text(key)} = {_text(value)}" for key, value in source.columns)
        yield f"columns = {{ {pairs} }}"
    if source.input:
        pairs = ", ".join(f"{name} = {_text(value)}" for name, value in source.input)
        yield f"input = {{ {pairs} }}"
    if source.conll.separator != ConllColumns().separator:
        yield f"conll = {{ separator = {_text(source.conll.separator)} }}"
    plain = Fields()
    fields = [
        f"{what} = {_text(value)}"
        for what, value, usual in (
            ("id", source.fields.id, plain.id),
            ("gold", source.fields.gold, plain.gold),
            ("pred", source.fields.pred, plain.pred),
        )
        if value != usual
    ]
    if path:
        fields.append(f"groups = {{ {_text(where)} = {_text(path)} }}")
    if fields:
        yield ""
        yield f"[data.{name}.fields]"
        yield from fields


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
