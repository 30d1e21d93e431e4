"""A table of a claims file: its columns, its rows, and what is known of all of them."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from measurand.audit.claims.model import Column, Options, Row, Table
from measurand.audit.proofs.sheet import Role
from measurand.edges.claims.columns import Kin, read_column
from measurand.edges.claims.declared import check_at, read_facts
from measurand.edges.claims.definitions import Definitions
from measurand.edges.claims.options import Scope, check_definitions, check_options
from measurand.edges.claims.rows import check_rows, read_row
from measurand.edges.claims.space import Names, read_space
from measurand.edges.files.gathering import Gathering, elements, entries
from measurand.edges.files.toml_tree import Place
from measurand.edges.tables.cells import paired
from measurand.edges.tables.vocabulary import says_deviation
from measurand.values.printed import Printed, as_floats


@frozen
class Known:
    """What a table or a claim may speak of: sources and definitions by their names."""

    sources: Mapping[str, object]
    definitions: Definitions = field(factory=Definitions)


@frozen(kw_only=True)
class _TableShape:
    name: str
    data: str = ""
    source: str = ""
    options: Options = ()
    columns: Mapping[str, object]
    rows: tuple[object, ...] = ()
    space: Mapping[str, object] | None = None
    facts: tuple[tuple[str, int], ...] = ()
    computed: bool = True
    rules: bool | None = None
    at: str = ""


def read_table(tree: object, known: Known, place: Place, faults: Gathering) -> Table | None:
    """Read a table; None where something is wrong with it, and that is noted."""
    before = len(faults.found)
    tree = _in_pairs(tree)
    shape = faults.take(tree, _TableShape, place)
    kin = Kin(entries(tree, "columns"), known.definitions)
    columns = {
        name: read_column(name, kin, (*place, "columns", name), faults) for name in kin.columns
    }
    read = tuple(column for column in columns.values() if column is not None)
    scope = Scope(
        tuple(column for column in read if column.metric), complete=len(read) == len(columns)
    )
    names = Names(columns, known.sources)
    rows = [
        read_row(part, names, scope, (*place, "rows", at), faults)
        for at, part in enumerate(elements(tree, "rows"))
    ]
    if shape is not None:
        _check_data(shape, rows, names, place, faults)
        check_options(shape.options, scope, (*place, "options"), faults)
        check_rows(rows, place, faults)
        check_at(shape.at, place, faults)
    sound = scope.complete and len(faults.found) == before
    table = _table(shape, read, rows, place, faults) if sound else None
    space = None
    if isinstance(tree, dict) and "space" in tree:
        space = read_space(entries(tree, "space"), names, table, (*place, "space"), faults)
    return None if table is None else evolve(table, space=space)


def _table(
    shape: _TableShape | None,
    columns: tuple[Column, ...],
    rows: list[Row | None],
    place: Place,
    faults: Gathering,
) -> Table | None:
    if shape is None:
        return None
    table = Table(
        name=shape.name,
        data=shape.data,
        columns=columns,
        rows=_in_columns([row for row in rows if row is not None], columns),
        options=shape.options,
        source=shape.source,
        facts=read_facts(shape.facts, (*place, "facts"), faults),
        computed=shape.computed,
        at=shape.at,
    )
    check_definitions(table, place, faults)
    return table if shape.rules is None else evolve(table, rules=shape.rules)


def _in_pairs(tree: object) -> object:
    """Part cells of two numbers, as 63.3 ± 0.4; the second is of the column `F1 ±`.

    A table that has no such column gets one, of which nothing is known but its unit.
    """
    rows, columns = elements(tree, "rows"), dict(entries(tree, "columns"))
    if not isinstance(tree, dict) or not any(map(_has_pair, rows)):
        return tree
    parted = [
        {**row, "cells": _parted(entries(row, "cells"), columns)}
        if _has_pair(row) and isinstance(row, dict)
        else row
        for row in rows
    ]
    return {**tree, "rows": parted, "columns": columns}


def _has_pair(row: object) -> bool:
    return any(_second(name, text) is not None for name, text in entries(row, "cells").items())


def _second(name: str, text: object) -> tuple[Printed, Printed] | None:
    return paired(text, brackets=says_deviation(name)) if isinstance(text, str) else None


def _parted(cells: Mapping[str, object], columns: dict[str, object]) -> Mapping[str, object]:
    found: dict[str, object] = {}
    for name, text in cells.items():
        both, beside = _second(name, text), f"{name} ±"
        if both is None or beside in cells or name not in columns:
            found[name] = text
            continue
        found |= {name: both[0].text, beside: both[1].text}
        told = entries(columns, name)
        known = {key: told[key] for key in ("unit", "group", "rounding") if key in told}
        deviation = {"role": Role.SD.value, "of": [name]}
        role = deviation if says_deviation(name) else {"role": Role.VALUE.value}
        columns.setdefault(beside, {**role, **known})
    return found


def _in_columns(rows: list[Row], columns: tuple[Column, ...]) -> tuple[Row, ...]:
    """Read each column of numbers together, where nothing is said of how they were rounded."""
    cells = [dict(row.cells) for row in rows]
    for column in columns:
        if column.rounding is None and column.decimals is None:
            together = as_floats([row.get(column.name) for row in cells])
            for row, cell in zip(cells, together, strict=True):
                if cell is not None:
                    row[column.name] = cell
    return tuple(
        evolve(row, cells=tuple(own.items())) for row, own in zip(rows, cells, strict=True)
    )


def _check_data(
    shape: _TableShape, rows: list[Row | None], names: Names, place: Place, faults: Gathering
) -> None:
    here = (*place, "data")
    if shape.data:
        if shape.data not in names.sources:
            faults.unknown(here, shape.data, names.sources, "the name of a source")
    elif shape.computed and _needs_data(rows, names.columns):
        hint = 'a table names its data, as in data = "runs", or each of its rows does'
        faults.add(here, got="nothing", expected="the name of a source", hint=hint)


def _needs_data(rows: list[Row | None], columns: Mapping[str, Column | None]) -> bool:
    """Tell whether something is to be computed of which no row says from what."""
    defined = {name for name, column in columns.items() if column is None or column.metric}
    if columns and not defined:
        return False
    return not rows or any(
        row.computed
        and not row.data
        and (not row.cells or any(name in defined for name, _ in row.cells))
        for row in rows
        if row is not None
    )
