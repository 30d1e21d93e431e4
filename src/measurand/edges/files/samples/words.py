"""A source as the words of a command line."""

from collections.abc import Iterator

from measurand.evidence.source import ConllColumns, Source

_PLAIN = ("id", "gold", "pred", "pairs", "weight", "hits", "predicted", "gold_count")


def words_of(source: Source) -> tuple[str, ...]:
    """Write how a source is read; empty where only a claims file can say it.

    >>> from measurand.evidence.source import Fields
    >>> words_of(Source(path="a.jsonl", fields=Fields(gold="target")))
    ('--input-format', 'jsonl', '--field', 'gold=target')
    """
    if source.columns or source.conll != ConllColumns():
        return ()
    return tuple(word for flag, text in _flags(source) for word in (flag, text))


def _flags(source: Source) -> Iterator[tuple[str, str]]:
    yield "--input-format", source.format
    for name, value in source.input:
        yield "--input", f"{name}={value}"
    if source.records:
        yield "--records", source.records
    if source.items != "auto":
        yield "--items", source.items
    fields = source.fields
    for name in _PLAIN:
        if not fields.is_default(name):
            yield "--field", f"{name}={getattr(fields, name)}"
    for group, pairs in (("groups", fields.groups), ("lists", fields.lists)):
        for name, path in pairs:
            yield "--field", f"{group}.{name}={path}"
    for name, path in fields.amounts:
        yield "--number", f"{name}={path}"
