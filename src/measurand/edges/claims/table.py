"""A table of a claims file: its columns, its rows, and what is known of all of them.

Columns are read first, for a cell is printed in the unit and with the rounding of its column, and
options are held against the metrics that columns have. A column that could not be read is None and
not absent: what speaks of it is then no fault of its own.
"""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.proofs.sheet import Kind, Role
from measurand.edges.claims.definitions import (
    Definitions,
    KnownNames,
    Scope,
    check_definitions,
    check_options,
)
from measurand.edges.claims.gathering import (
    Gathering,
    check_at,
    check_known,
    elements,
    entries,
    read_expect,
    read_facts,
    read_printed,
)
from measurand.edges.claims.shapes import ColumnShape, RowShape, TableShape
from measurand.edges.claims.space import Names, read_space
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.edges.tables.cells import paired
from measurand.edges.tables.vocabulary import says_deviation
from measurand.metrics.grammar import Call, SignatureError, read
from measurand.metrics.signature import called, expanded, parse
from measurand.values.printed import Printed, as_floats

UNKNOWN = "unknown"


@frozen
class ColumnContext:
    """What a column may speak of: the columns of its table, and named definitions."""

    columns: Mapping[str, object]
    definitions: Definitions


def read_column(name: str, kin: ColumnContext, place: Place, faults: Gathering) -> Column | None:
    """Read a column; None where something is wrong with it, and that is noted."""
    tree = kin.columns[name]
    before = len(faults.found)
    shape = faults.take(tree, ColumnShape, place)
    if shape is None:
        return None
    _check_role(shape, kin.columns, place, faults)
    call = _call(shape, kin.definitions, place, faults)
    if len(faults.found) > before or (shape.definition and call is None):
        return None
    return Column(
        name=name,
        metric=call.name if call else "",
        options=call.options if call else (),
        known=shape.definition != UNKNOWN,
        unit=shape.unit,
        decimals=shape.decimals,
        rounding=shape.rounding,
        role=shape.role,
        of=shape.of,
        group=shape.group,
        beta=Fraction(1) if shape.beta is None else shape.beta,
        said=shape.options,
        tolerance=shape.tolerance,
    )


def _check_role(
    shape: ColumnShape, columns: Mapping[str, object], place: Place, faults: Gathering
) -> None:
    words = {role.value: role for role in Role}
    if shape.role and shape.role not in words:
        hint = near(shape.role, words)
        faults.add((*place, "role"), got=seen(shape.role), expected="a role", hint=hint)
    if shape.beta is not None and (shape.definition or shape.beta <= 0):
        hint = "a definition says its own beta" if shape.definition else ""
        expected = "nothing" if shape.definition else "a number above 0"
        faults.add((*place, "beta"), got=seen(str(shape.beta)), expected=expected, hint=hint)
    if shape.options and (shape.definition or shape.metric):
        hint = "a definition has its options in its brackets, as in f(average=micro)"
        faults.add((*place, "options"), got="options", expected="nothing", hint=hint)
    check_known(shape.of, columns, (*place, "of"), "a column of this table", faults)


def _call(
    shape: ColumnShape, definitions: Definitions, place: Place, faults: Gathering
) -> Call | None:
    """Read the definition of a column, or what is known of it; None where it has only a role."""
    if shape.definition == UNKNOWN:
        return _metric(shape.metric, definitions, (*place, "metric"), faults)
    if shape.metric:
        hint = 'metric stands beside definition = "unknown" only'
        faults.add((*place, "metric"), got=seen(shape.metric), expected="nothing", hint=hint)
    if shape.definition:
        return definitions.call(shape.definition, (*place, "definition"), faults)
    if not shape.role:
        hint = 'or a role, such as role = "accuracy", of a column that is not computed'
        faults.add((*place, "definition"), got="nothing", expected="a definition", hint=hint)
    return None


def _metric(text: str, definitions: Definitions, place: Place, faults: Gathering) -> Call | None:
    """Read at least the metric of an unknown definition."""
    if not text:
        hint = 'of an unknown definition the metric is known, as in metric = "f"'
        faults.add(place, got="nothing", expected="the name of a metric", hint=hint)
        return None
    try:
        call = read(text)
        if call.name in definitions.broken:
            return None
        plain = expanded(text, definitions.metrics)
        found = called(plain)
        if call.options or call.revision is not None:
            parse(plain)
    except SignatureError as error:
        faults.add(place, got=seen(text), expected="a metric", hint=str(error))
        return None
    return found


def read_row(
    tree: object, names: Names, scope: Scope, place: Place, faults: Gathering
) -> Row | None:
    """Read a row; None where something is wrong with it, and that is noted."""
    shape = faults.take(tree, RowShape, place)
    cells = {
        name: _cell(name, part, names, (*place, "cells", name), faults)
        for name, part in entries(tree, "cells").items()
    }
    expected = {
        name: read_expect(part, (*place, "expect", name), faults)
        for name, part in entries(tree, "expect").items()
    }
    if shape is None:
        return None
    if shape.data and shape.data not in names.sources:
        faults.unknown((*place, "data"), shape.data, names.sources, "the name of a source")
    check_options(shape.options, scope, (*place, "options"), faults)
    check_at(shape.at, place, faults)
    check_known(expected, cells, (*place, "expect"), "a cell of this row", faults)
    declared = [name for name, _ in shape.tolerance]
    check_known(declared, cells, (*place, "tolerance"), "a cell of this row", faults)
    return Row(
        label=shape.label,
        where=shape.where,
        data=shape.data,
        options=shape.options,
        cells=tuple((name, cell) for name, cell in cells.items() if cell is not None),
        kind=shape.kind.value,
        of=shape.of,
        facts=read_facts(shape.facts, (*place, "facts"), faults),
        weights=shape.weights,
        computed=shape.kind is Kind.BODY if shape.computed is None else shape.computed,
        tolerances=shape.tolerance,
        expected=tuple((name, one) for name, one in expected.items() if one is not None),
        at=shape.at,
    )


def check_rows(rows: list[Row | None], place: Place, faults: Gathering) -> None:
    """Note rows that an average or a total is said to be made of, and that are not there."""
    known = {row.label: row for row in rows if row is not None}
    if len(rows) != sum(row is not None for row in rows):
        return
    for at, row in enumerate(rows):
        if row is None:
            continue
        here = (*place, "rows", at)
        check_known(row.of, known, (*here, "of"), "the label of a row", faults)
        for label, weight in row.weights:
            there = (*here, "weights", label)
            check_known([label], known, there, "the label of a row", faults)
            if weight < 0:
                faults.add(there, got=str(weight), expected="a whole number from 0")


def _cell(name: str, tree: object, names: Names, place: Place, faults: Gathering) -> Printed | None:
    if name not in names.columns:
        faults.unknown(place, name, names.columns, "a column of this table")
        return None
    column = names.columns[name]
    unit, decimals, rounding = (
        (column.unit, column.decimals, column.rounding) if column else (None, None, None)
    )
    hint = "leave out a cell that prints no number"
    return read_printed(tree, (unit, decimals, rounding), place, faults, hint=hint)


def read_table(tree: object, known: KnownNames, place: Place, faults: Gathering) -> Table | None:
    """Read a table; None where something is wrong with it, and that is noted."""
    before = len(faults.found)
    tree = _in_pairs(tree)
    shape = faults.take(tree, TableShape, place)
    kin = ColumnContext(entries(tree, "columns"), known.definitions)
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
    shape: TableShape | None,
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
        left=shape.left,
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
    parted: dict[str, object] = {}
    for name, text in cells.items():
        both, beside = _second(name, text), f"{name} ±"
        if both is None or beside in cells or name not in columns:
            parted[name] = text
            continue
        parted |= {name: both[0].text, beside: both[1].text}
        column = entries(columns, name)
        known = {key: column[key] for key in ("unit", "group", "rounding") if key in column}
        deviation = {"role": Role.SD.value, "of": [name]}
        role = deviation if says_deviation(name) else {"role": Role.VALUE.value}
        columns.setdefault(beside, {**role, **known})
    return parted


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
    shape: TableShape, rows: list[Row | None], names: Names, place: Place, faults: Gathering
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
