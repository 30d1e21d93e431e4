"""A row of a claims file: what it is about, and what is printed in it."""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from measurand.audit.claims.model import Options, Row, Tolerance
from measurand.audit.proofs.sheet import Kind
from measurand.edges.claims.declared import check_at, check_known, read_expect, read_facts
from measurand.edges.claims.options import Scope, check_options
from measurand.edges.claims.space import Names
from measurand.edges.files.gathering import Gathering, entries
from measurand.edges.files.json.converter import Scalar, scalar
from measurand.edges.files.json.schema_error import MisfitError, message_fault
from measurand.edges.files.toml_tree import Place
from measurand.values.printed import Printed, Rounding, Unit


@frozen(kw_only=True)
class _RowShape:
    label: str
    where: tuple[tuple[str, Scalar], ...] = ()
    data: str = ""
    options: Options = ()
    cells: Mapping[str, object] = field(factory=dict)
    kind: Kind = Kind.BODY
    of: tuple[str, ...] = ()
    facts: tuple[tuple[str, int], ...] = ()
    weights: tuple[tuple[str, int], ...] = ()
    computed: bool | None = None
    tolerance: tuple[tuple[str, Tolerance], ...] = ()
    expect: Mapping[str, object] = field(factory=dict)
    at: str = ""


def read_row(
    tree: object, names: Names, scope: Scope, place: Place, faults: Gathering
) -> Row | None:
    """Read a row; None where something is wrong with it, and that is noted."""
    shape = faults.take(tree, _RowShape, place)
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


def read_printed(
    tree: object,
    how: tuple[Unit | None, int | None, Rounding | None],
    place: Place,
    faults: Gathering,
    *,
    hint: str = "",
) -> Printed | None:
    """Read a printed number in a unit, with so many decimals, rounded so.

    >>> from measurand.edges.files.toml_tree import Digits
    >>> read_printed(Digits("63.30"), (Unit.PERCENT, None, None), (), Gathering()).text
    '63.30%'
    """
    unit, decimals, rounding = how
    try:
        return Printed.parse(scalar(tree), decimals=decimals, unit=unit, rounding=rounding)
    except ValueError as error:
        fault = error.fault if isinstance(error, MisfitError) else message_fault(str(error))
        faults.found.append((place, evolve(fault, hint=fault.hint or hint)))
        return None
