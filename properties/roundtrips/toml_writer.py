"""Claims written as TOML, one statement for each key, with the line of each."""

import json
from collections.abc import Iterator, Mapping

from attrs import frozen

from measurand.claims.model import Claims, Column, Options, Row, Table
from measurand.claims.source import Source
from measurand.edges.formats.toml_tree import Place
from measurand.metrics.grammar import write_value
from measurand.values.printed import Printed


@frozen
class Toml:
    """Lines of TOML, and where each key was written."""

    lines: list[str]
    places: dict[Place, int]

    def header(self, place: Place, *, many: bool = False) -> None:
        """Open a table."""
        path = ".".join(quoted(part) for part in place if isinstance(part, str))
        self.places[place] = self.add(f"[[{path}]]" if many else f"[{path}]")

    def key(self, place: Place, value: object) -> None:
        """Write a key of the open table."""
        self.places[place] = self.add(f"{quoted(str(place[-1]))} = {literal(value)}")

    def add(self, text: str) -> int:
        """Write a statement and give its line."""
        self.lines.extend(("# a comment, then [no header] and no = key", text))
        start = sum(line.count("\n") + 1 for line in self.lines[:-1])
        return start + 1


def quoted(text: str) -> str:
    """Write a text as TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def literal(value: object) -> str:
    """Write a value as TOML; long texts and lists go over several lines."""
    match value:
        case Mapping():
            inner = (f"{quoted(str(key))} = {literal(part)}" for key, part in value.items())
            return f"{{ {', '.join(inner)} }}"
        case list() | tuple():
            return "[\n" + "".join(f"  {literal(part)}, # ]\n" for part in value) + "]"
        case Printed():
            return value.text.removesuffix("%")
        case str():
            return quoted(value)
        case _:
            return str(value)


def texts(written: Options) -> dict[str, str]:
    return {name: write_value(value) for name, value in written}


def plain_source(source: Source) -> Iterator[tuple[str, object]]:
    yield "path", source.path
    yield "sha256", source.sha256
    yield "where", {path: list(accepted) for path, accepted in source.where}
    fields = {"groups": dict(source.fields.groups), "amounts": dict(source.fields.amounts)}
    yield "fields", fields


def plain_column(column: Column) -> Iterator[tuple[str, object]]:
    options_text = ",".join(f"{name}={write_value(value)}" for name, value in column.options)
    text = f"{column.metric}({options_text})"
    yield "definition", text if column.known else "unknown"
    if not column.known:
        yield "metric", text
    yield "unit", column.unit.value
    if column.rounding is not None:
        yield "rounding", column.rounding.value


def plain_row(row: Row) -> Iterator[tuple[str, object]]:
    yield "label", row.label
    yield "where", dict(row.where)
    yield "data", row.data
    yield "options", texts(row.options)
    yield "cells", dict(row.cells)


def written(claims: Claims) -> Toml:
    """Write claims, one statement for each key."""
    toml = Toml([], {})
    toml.key(("schema",), 1)
    toml.key(("title",), claims.title)
    for name, source in claims.sources:
        fill(toml, ("data", name), plain_source(source))
    for at, table in enumerate(claims.tables):
        write_table(toml, ("table", at), table)
    return toml


def fill(
    toml: Toml, place: Place, keys: Iterator[tuple[str, object]], *, many: bool = False
) -> None:
    toml.header(place, many=many)
    for key, value in keys:
        toml.key((*place, key), value)


def write_table(toml: Toml, place: Place, table: Table) -> None:
    own = {"name": table.name, "data": table.data, "source": table.source}
    fill(toml, place, iter({**own, "options": texts(table.options)}.items()), many=True)
    if not table.columns:
        toml.header((*place, "columns"))
    for column in table.columns:
        fill(toml, (*place, "columns", column.name), plain_column(column))
    for at, row in enumerate(table.rows):
        fill(toml, (*place, "rows", at), plain_row(row), many=True)
    if table.space is None:
        return
    here = (*place, "space")
    fill(toml, here, iter({"columns": list(table.space.columns)}.items()))
    for at, product in enumerate(table.space.products):
        choices: Mapping[str, object] = {choice.option: choice.values for choice in product}
        fill(toml, (*here, "any", at), iter(choices.items()), many=True)


def one_line(tree: object) -> str:
    """Write a tree on one line."""
    match tree:
        case bool():
            return str(tree).lower()
        case list():
            return f"[{', '.join(map(one_line, tree))}]"
        case dict():
            return f"{{{', '.join(f'{quoted(key)} = {one_line(v)}' for key, v in tree.items())}}}"
        case _:
            return literal(tree)
