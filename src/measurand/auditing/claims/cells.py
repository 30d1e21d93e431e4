"""The cells of a table: the definition of each, its slice of samples, and its denominators."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from measurand.auditing.claims.model import Column, Options, Row, Table
from measurand.evidence.observation import Observing
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.grammar import SignatureError, Term, Value, write_value
from measurand.metrics.needs import Slice, Where
from measurand.metrics.options import CLASS
from measurand.metrics.signature import define, options


def written_options(
    table: Table, column: Column, row: Row, extra: Options = ()
) -> dict[str, Value]:
    """Collect the options of a cell: the table's, the column's, the row's, then the extra ones.

    Options that the metric does not have are left out: they speak of other columns. A dotted name
    such as `match.scope` sets one argument of an option and leaves its others. What nobody said to
    be admissible (`Author.made_up`) never replaces what is known of a column or a row. Which
    classes a mean over classes runs over is left out where the average is another, unless the
    column or the row says it: it speaks of other columns, or of other averages. So do the classes
    that are tried alone, where the average is known.

    >>> column = Column(name="n", metric="total")
    >>> table = Table(name="1", data="d", columns=(column,), rows=())
    >>> written_options(table, column, Row(label="a"))
    {}
    """
    values: dict[str, Value] = {}
    own = (column.options, row.options)
    tried = table.space is not None and table.space.author.made_up
    said = {name for layer in own for name, _ in layer}
    if tried and _AVERAGE in said:
        extra = tuple(pair for pair in extra if pair[0] != _ONLY)
    for layer in (table.options, *((extra, *own) if tried else (*own, extra))):
        _overlay(values, column.metric, layer)
    averages = _AVERAGE in options(column.metric) and _OVER not in said
    if averages and not _by_class(values.get(_AVERAGE, ())):
        values.pop(_OVER, None)
    return values


_AVERAGE, _ONLY, _OVER = "average", "only", "over"


def _by_class(average: Value) -> bool:
    keys = (argument for term in average for _, argument in term.arguments)
    return any(write_value(key) == CLASS for key in keys)


def _overlay(values: dict[str, Value], metric: str, layer: Options) -> None:
    known = options(metric)
    for name, value in sorted(layer, key=lambda pair: "." in pair[0]):
        option, _, argument = name.partition(".")
        if option in known:
            values[option] = amended(values.get(option, ()), argument, value)


def amended(before: Value, argument: str, value: Value) -> Value:
    """Replace a value, or one argument of it.

    >>> from measurand.metrics.grammar import read_value, write_value
    >>> write_value(amended(read_value("spans[mode=type,scope=joint]"), "scope",
    ...                     read_value("by_type")))
    'spans[mode=type,scope=by_type]'
    """
    if not argument or not before:
        return value
    head = before[0]
    kept = tuple(pair for pair in head.arguments if pair[0] != argument)
    return (Term(head.atom, (*kept, (argument, value))), *before[1:])


def cell_definition(table: Table, column: Column, row: Row, extra: Options = ()) -> Definition:
    """Build the definition of a cell.

    >>> column = Column(name="n", metric="total")
    >>> cell_definition(Table(name="1", data="d", columns=(column,), rows=()), column,
    ...                 Row(label="a")).of.value
    'hits'

    Raises SignatureError where options do not fit together.
    """
    return _defined(column.metric, tuple(written_options(table, column, row, extra).items()))


def cell_definitions(
    table: Table, column: Column, row: Row, extras: Iterable[Options]
) -> Iterator[Definition | SignatureError]:
    """Build the definition of a cell under each of many extra options; an impossible one is told.

    >>> column = Column(name="n", metric="f")
    >>> table = Table(name="1", data="d", columns=(column,), rows=())
    >>> list(cell_definitions(table, column, Row(label="a"), [(("beta", (Term("0"),)),)]))
    [SignatureError('f: beta is positive: got 0')]
    """
    for extra in extras:
        try:
            yield cell_definition(table, column, row, extra)
        except SignatureError as error:
            yield error


@lru_cache(maxsize=2**16)
def _defined(metric: str, values: Options) -> Definition:
    return define(metric, dict(values))


def slice_of(table: Table, row: Row, definition: Definition, data: str = "") -> Slice:
    """Name the slice from which a cell is computed.

    >>> slice_of(Table(name="1", data="d", columns=(), rows=()), Row(label="a"),
    ...          define("total", {})).data
    'd'
    """
    return _sliced(data or row.data or table.data, row.where, observing(definition))


@lru_cache(maxsize=2**14)
def _sliced(data: str, where: Where, how: Observing) -> Slice:
    return Slice(data, where, how)
