"""How a source is read, as names and texts: what a lock keeps of the settings of a claims file."""

from collections.abc import Iterator

from measurand.claims.lock import Named
from measurand.claims.source import Source


def source_settings(source: Source) -> Named:
    """List how a source is read, where that is not the default; not which file it is.

    >>> source_settings(Source(path="a.jsonl", items="label", where=(("task", ("x", "y")),)))
    (('items', 'label'), ('where.task', 'x, y'))
    """
    return tuple(sorted(_settings(source)))


_PLAIN = ("format", "records", "items", "pattern")
_COLUMNS = ("gold", "pred", "separator", "document", "comment", "scheme")
_FIELDS = ("id", "gold", "pred", "pairs", "weight", "hits", "predicted", "gold_count")


def _settings(source: Source) -> Iterator[tuple[str, str]]:
    usual = Source(path=source.path)
    for lead, names, found, default in (
        ("", _PLAIN, source, usual),
        ("conll.", _COLUMNS, source.conll, usual.conll),
        ("fields.", _FIELDS, source.fields, usual.fields),
    ):
        for name in names:
            value = getattr(found, name)
            if value != getattr(default, name):
                yield lead + name, str(value)
    for lead, pairs in (
        ("columns", source.columns),
        ("fields.groups", source.fields.groups),
        ("fields.amounts", source.fields.amounts),
        ("fields.lists", source.fields.lists),
        ("input", source.input),
    ):
        yield from ((f"{lead}.{name}", path) for name, path in pairs)
    for lead, filters in (
        ("where", source.where),
        ("predictions_where", source.predictions_where),
    ):
        yield from ((f"{lead}.{path}", ", ".join(values)) for path, values in filters)
