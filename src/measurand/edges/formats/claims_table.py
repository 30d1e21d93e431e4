"""A table of a claims file: its columns, its rows and what is printed in them."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from measurand.claims.model import Column, Options, Row, Table
from measurand.edges.formats.claims_options import Scope, check_definitions, check_options
from measurand.edges.formats.claims_space import Names, read_space
from measurand.edges.formats.converter import Scalar, scalar
from measurand.edges.formats.gathering import Gathering, elements, entries
from measurand.edges.formats.misfit import MisfitError, message_fault, seen
from measurand.edges.formats.toml_tree import Place
from measurand.metrics.grammar import Call, SignatureError, read
from measurand.metrics.signature import options, parse
from measurand.values.printed import Printed, Rounding, Unit

UNKNOWN = "unknown"
_MOST_DECIMALS = 40


@frozen(kw_only=True)
class _TableShape:
    name: str
    data: str = ""
    source: str = ""
    options: Options = ()
    columns: Mapping[str, object]
    rows: tuple[object, ...] = ()
    space: Mapping[str, object] | None = None


@frozen(kw_only=True)
class _ColumnShape:
    definition: str
    metric: str = ""
    unit: Unit = Unit.NONE
    decimals: int | None = field(default=None)
    rounding: Rounding | None = None

    @decimals.validator
    def _few(self, _attribute: object, value: int | None) -> None:
        if value is not None and not 0 <= value <= _MOST_DECIMALS:
            message = f"decimals: from 0 to {_MOST_DECIMALS} decimals: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class _RowShape:
    label: str
    where: tuple[tuple[str, Scalar], ...] = ()
    data: str = ""
    options: Options = ()
    cells: Mapping[str, object] = field(factory=dict)


def read_table(
    tree: object, sources: Mapping[str, object], place: Place, faults: Gathering
) -> Table | None:
    """Read a table; None where something is wrong with it, and that is noted."""
    before = len(faults.found)
    shape = faults.take(tree, _TableShape, place)
    columns = {
        name: _column(name, part, (*place, "columns", name), faults)
        for name, part in entries(tree, "columns").items()
    }
    read = tuple(column for column in columns.values() if column is not None)
    scope = Scope(read, complete=len(read) == len(columns))
    names = Names(columns, sources)
    rows = [
        _row(part, names, scope, (*place, "rows", at), faults)
        for at, part in enumerate(elements(tree, "rows"))
    ]
    if shape is not None:
        _check_data(shape, rows, sources, place, faults)
        check_options(shape.options, scope, (*place, "options"), faults)
    table = _table(shape, read, rows, place, faults) if len(faults.found) == before else None
    space = None
    if shape is None or shape.space is not None:
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
        rows=tuple(row for row in rows if row is not None),
        options=shape.options,
        source=shape.source,
    )
    check_definitions(table, place, faults)
    return table


def _check_data(
    shape: _TableShape,
    rows: list[Row | None],
    sources: Mapping[str, object],
    place: Place,
    faults: Gathering,
) -> None:
    here = (*place, "data")
    if shape.data:
        if shape.data not in sources:
            faults.unknown(here, shape.data, sources, "the name of a source")
    elif not rows or any(row is not None and not row.data for row in rows):
        hint = 'a table names its data, as in data = "runs", or each of its rows does'
        faults.add(here, got="nothing", expected="the name of a source", hint=hint)


def _column(name: str, tree: object, place: Place, faults: Gathering) -> Column | None:
    shape = faults.take(tree, _ColumnShape, place)
    if shape is None:
        return None
    known = shape.definition != UNKNOWN
    call = _call(shape, place, faults)
    if call is None:
        return None
    return Column(
        name=name,
        metric=call.name,
        options=call.options,
        known=known,
        unit=shape.unit,
        decimals=shape.decimals,
        rounding=shape.rounding,
    )


def _call(shape: _ColumnShape, place: Place, faults: Gathering) -> Call | None:
    """Read the definition of a column, or what is known of it: at least its metric."""
    key, text = "definition", shape.definition
    if text == UNKNOWN:
        key, text = "metric", shape.metric
        if not text:
            hint = 'of an unknown definition the metric is known, as in metric = "f"'
            faults.add((*place, key), got="nothing", expected="the name of a metric", hint=hint)
            return None
    elif shape.metric:
        hint = 'metric stands beside definition = "unknown" only'
        faults.add((*place, "metric"), got=seen(shape.metric), expected="nothing", hint=hint)
    try:
        call = read(text)
        if key == "definition" or call.options or call.revision is not None:
            parse(text)
        else:
            options(call.name)
    except SignatureError as error:
        faults.add((*place, key), got=seen(text), expected=f"a {key}", hint=str(error))
        return None
    return call


def _row(tree: object, names: Names, scope: Scope, place: Place, faults: Gathering) -> Row | None:
    shape = faults.take(tree, _RowShape, place)
    cells = {
        name: _cell(name, part, names, (*place, "cells", name), faults)
        for name, part in entries(tree, "cells").items()
    }
    if shape is None:
        return None
    if shape.data and shape.data not in names.sources:
        faults.unknown((*place, "data"), shape.data, names.sources, "the name of a source")
    check_options(shape.options, scope, (*place, "options"), faults)
    return Row(
        label=shape.label,
        where=shape.where,
        data=shape.data,
        options=shape.options,
        cells=tuple((name, cell) for name, cell in cells.items() if cell is not None),
    )


def _cell(name: str, tree: object, names: Names, place: Place, faults: Gathering) -> Printed | None:
    if name not in names.columns:
        faults.unknown(place, name, names.columns, "a column of this table")
        return None
    column = names.columns[name]
    unit, decimals, rounding = (
        (column.unit, column.decimals, column.rounding) if column else (None, None, None)
    )
    try:
        return Printed.parse(scalar(tree), decimals=decimals, unit=unit, rounding=rounding)
    except ValueError as error:
        fault = error.fault if isinstance(error, MisfitError) else message_fault(str(error))
        fault = evolve(fault, hint=fault.hint or "leave out a cell that prints no number")
        faults.found.append((place, fault))
        return None
