"""Claims written as TOML, one statement for each key, with the line of each."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction

from attrs import frozen

from measurand.auditing.claims.model import (
    Claim,
    Claims,
    Column,
    Expectation,
    Operand,
    Options,
    Reference,
    Related,
    Row,
    Said,
    Scalar,
    Table,
    Tolerance,
)
from measurand.edges.files.toml_tree import Place
from measurand.evidence.source import Source
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
        case Fraction():
            return quoted(str(value))
        case bool():
            return str(value).lower()
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


def definition(metric: str, written: Options) -> str:
    return f"{metric}({','.join(f'{name}={write_value(value)}' for name, value in written)})"


def plain_column(column: Column, names: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    if column.metric:
        text = definition(column.metric, column.options)
        yield "definition", names.get(text, text) if column.known else "unknown"
        if not column.known:
            yield "metric", text
    else:
        yield "beta", column.beta
        yield "options", dict(column.said)
    yield "unit", column.unit.value
    if column.rounding is not None:
        yield "rounding", column.rounding.value
    yield from {"role": column.role, "of": column.of, "group": column.group}.items()
    if column.tolerance is not None:
        yield "tolerance", plain_tolerance(column.tolerance)


def plain_tolerance(tolerance: Tolerance) -> dict[str, object]:
    return {"value": tolerance.value, "reason": tolerance.reason}


def plain_expect(expect: Expectation) -> dict[str, object]:
    return {"mismatch": expect.mismatch, "review": date.fromisoformat(expect.review)}


def plain_row(row: Row) -> Iterator[tuple[str, object]]:
    yield "label", row.label
    yield "where", dict(row.where)
    yield "data", row.data
    yield "options", texts(row.options)
    yield "cells", dict(row.cells)
    yield "kind", row.kind
    yield "of", row.of
    yield "facts", {fact.value: number for fact, number in row.facts}
    yield "weights", dict(row.weights)
    yield "computed", row.computed
    yield "tolerance", {name: plain_tolerance(one) for name, one in row.tolerances}
    yield "expect", {name: plain_expect(one) for name, one in row.expected}
    yield "at", row.at


def plain_claim(claim: Claim) -> Iterator[tuple[str, object]]:
    yield "id", claim.id
    match claim:
        case Scalar():
            yield from {"value": claim.printed, "unit": claim.printed.unit.value}.items()
            yield "where", dict(claim.where)
            if claim.data:
                yield "data", claim.data
                yield "definition", definition(claim.metric, claim.options)
        case Related():
            yield from sides(claim.left, claim.right)
            yield "is", claim.relation.value
            yield "unit", "none" if claim.value is None else claim.value.unit.value
            if claim.value is not None:
                yield "value", claim.value
        case Said():
            yield from sides(claim.left, claim.right)
            yield "says", claim.says
    if not isinstance(claim, Said) and claim.tolerance is not None:
        yield "tolerance", plain_tolerance(claim.tolerance)
    if claim.expect is not None:
        yield "expect", plain_expect(claim.expect)
    yield "at", claim.at


def sides(left: Operand, right: Operand) -> Iterator[tuple[str, object]]:
    for name, side in (("left", left), ("right", right)):
        yield name, side.id if isinstance(side, Reference) else side


def named_definitions(claims: Claims) -> dict[str, str]:
    """Give every known definition of a column a name: texts by what is written for them."""
    found = {
        definition(column.metric, column.options): None
        for table in claims.tables
        for column in table.columns
        if column.metric and column.known
    }
    return {text: f"@d {at}" for at, text in enumerate(found)}


def written(claims: Claims, *, named: bool = False) -> Toml:
    """Write claims, one statement for each key; with `named`, definitions stand apart."""
    toml = Toml([], {})
    toml.key(("schema",), 1)
    toml.key(("title",), claims.title)
    names = named_definitions(claims) if named else {}
    if names:
        defined = {name.removeprefix("@"): text for text, name in names.items()}
        fill(toml, ("definitions",), iter(defined.items()))
    for name, source in claims.sources:
        fill(toml, ("data", name), plain_source(source))
    for at, table in enumerate(claims.tables):
        write_table(toml, ("table", at), table, names)
    for at, claim in enumerate(claims.claims):
        fill(toml, ("claim", at), plain_claim(claim), many=True)
    return toml


def fill(
    toml: Toml, place: Place, keys: Iterator[tuple[str, object]], *, many: bool = False
) -> None:
    toml.header(place, many=many)
    for key, value in keys:
        toml.key((*place, key), value)


def write_table(toml: Toml, place: Place, table: Table, names: Mapping[str, str]) -> None:
    own = {
        "name": table.name,
        "data": table.data,
        "source": table.source,
        "at": table.at,
        "facts": {fact.value: number for fact, number in table.facts},
        "computed": table.computed,
        "rules": table.rules,
    }
    fill(toml, place, iter({**own, "options": texts(table.options)}.items()), many=True)
    if not table.columns:
        toml.header((*place, "columns"))
    for column in table.columns:
        fill(toml, (*place, "columns", column.name), plain_column(column, names))
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
