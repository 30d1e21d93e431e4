"""Options as a claims file writes them, held against the metrics of the columns they speak of."""

from collections.abc import Iterator

from attrs import frozen

from measurand.audit.claims.cells import cell_definition
from measurand.audit.claims.model import Column, Options, Row, Table
from measurand.edges.files.gathering import Gathering
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.definitions import REVISIONS
from measurand.metrics.grammar import SignatureError, Value, write_value
from measurand.metrics.signature import options


def every_option() -> tuple[str, ...]:
    """List the options of all metrics.

    >>> {"average", "beta", "class"} <= set(every_option())
    True
    """
    return tuple(dict.fromkeys(name for metric in REVISIONS for name in options(metric)))


@frozen
class Scope:
    """The columns that options are said of; not `complete` where some could not be read.

    >>> Scope((Column(name="f1", metric="f"),)).having("beta")
    ('f',)
    """

    columns: tuple[Column, ...]
    complete: bool = True

    @property
    def metrics(self) -> tuple[str, ...]:
        """List the metrics of the columns."""
        return tuple(dict.fromkeys(column.metric for column in self.columns))

    def having(self, name: str) -> tuple[str, ...]:
        """List the metrics of the columns that have an option, or the one before its dot."""
        option = name.partition(".")[0]
        return tuple(metric for metric in self.metrics if option in options(metric))

    def check_name(self, name: str, place: Place, faults: Gathering) -> None:
        """Note an option that no metric has, or none of these columns."""
        known = every_option()
        option, dot, argument = name.partition(".")
        if option not in known or (dot and not argument):
            mine = [option for option in known if self.having(option)]
            hint = near(option, mine if self.complete else known)
            faults.add(place, got=seen(name), expected="the name of an option", hint=hint)
        elif self.complete and not self.having(name):
            hint = f"no column has it: their metrics are {', '.join(self.metrics) or 'none'}"
            faults.add(place, got=seen(name), expected="an option of these columns", hint=hint)

    def check_value(self, name: str, value: Value, place: Place, faults: Gathering) -> None:
        """Note a value that one of the columns cannot have; of an argument, cells are asked."""
        for metric in () if "." in name else self.having(name):
            try:
                options(metric)[name].codec.read(value)
            except ValueError as error:
                text = seen(write_value(value))
                faults.add(place, got=text, expected=f"a value of {name}", hint=str(error))
                return


def check_options(written: Options, scope: Scope, place: Place, faults: Gathering) -> None:
    """Note every option that does not fit the columns it is said of."""
    for name, value in written:
        scope.check_name(name, (*place, name), faults)
        scope.check_value(name, value, (*place, name), faults)


def check_definitions(table: Table, place: Place, faults: Gathering) -> None:
    """Note options that are fine one by one and make no definition together."""
    for row, column, at in _cells(table):
        computed = column.known and column.metric
        clash = clashing(table, column, row) if computed else ""
        if clash:
            where = ("rows", at, "options") if row.options else ("columns", column.name)
            expected = f"options that together define {column.name}"
            faults.add((*place, *where), got="a clash", expected=expected, hint=clash)


def _cells(table: Table) -> Iterator[tuple[Row, Column, int]]:
    """Walk the printed cells; of rows with the same options the first that has the column."""
    seen_before: set[tuple[Options, str]] = set()
    for at, row in enumerate(table.rows):
        for name, _ in row.cells:
            if (row.options, name) not in seen_before:
                seen_before.add((row.options, name))
                yield row, table.column(name), at


def clashing(table: Table, column: Column, row: Row) -> str:
    """Say why a cell can have no definition; empty where it has one.

    >>> column = Column(name="n", metric="total")
    >>> clashing(Table(name="1", data="d", columns=(column,), rows=()), column, Row(label="a"))
    ''
    """
    try:
        cell_definition(table, column, row)
    except SignatureError as error:
        return str(error)
    return ""
