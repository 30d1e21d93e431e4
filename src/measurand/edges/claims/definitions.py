"""Definitions and options in a claims file: written out, named once and used as `@name`, or pinned.

Options are held against the metrics of the columns that they speak of, where all of these are
known: where one could not be read, an option may be of that one, and only names that no metric has
are faults.
"""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.model import Column, Options, Row, Table
from measurand.edges.claims.gathering import Gathering
from measurand.edges.files.json.schema_error import near, seen
from measurand.edges.files.toml_tree import Place
from measurand.metrics.definitions import kinds
from measurand.metrics.grammar import Call, SignatureError, Value, read, write_value
from measurand.metrics.metric import Metric
from measurand.metrics.signature import expanded, options, parse, signature, spelled

MARK = "@"


@frozen
class Definitions:
    """The named definitions, and the metrics of one's own that definitions may name.

    With `pin` every definition is to be written in full. `broken` are names (of definitions with
    their mark) whose own fault is noted already: who uses them adds none.

    >>> Definitions({"n": "total(of=hits)"}).call("@n", ("definition",), Gathering()).name
    'total'
    """

    known: Mapping[str, str] = field(factory=dict)
    metrics: Mapping[str, Metric] = field(factory=dict)
    pin: bool = False
    broken: frozenset[str] = frozenset()

    def text(self, written: str, place: Place, faults: Gathering) -> str | None:
        """Look up a name; None where nothing has it, and that is noted."""
        if not written.startswith(MARK):
            return written
        name = written.removeprefix(MARK)
        if name in self.known:
            return self.known[name]
        if written in self.broken:
            return None
        hint = near(name, self.known) or "name it once: [definitions]"
        faults.add(place, got=seen(written), expected="a name of [definitions]", hint=hint)
        return None

    def call(self, written: str, place: Place, faults: Gathering) -> Call | None:
        """Read a definition; None where it is none, or not pinned, and that is noted.

        That of a metric of one's own is the one of its formula.
        """
        text = self.text(written, place, faults)
        if text is None:
            return None
        try:
            if read(text).name in self.broken:
                return None
            plain = expanded(text, self.metrics)
            call, full = spelled(read(plain)), signature(parse(plain))
        except SignatureError as error:
            faults.add(place, got=seen(written), expected="a definition", hint=str(error))
            return None
        if self.pin and text != full and not written.startswith(MARK):
            faults.add(place, got=seen(text), expected="a complete definition", hint=_paste(full))
            return None
        return call


def _paste(full: str) -> str:
    return f"write {full}"


def read_definitions(
    tree: Mapping[str, object], before: Definitions, faults: Gathering
) -> dict[str, str]:
    """Read the table of named definitions, beside those of the files that are included."""
    definitions: dict[str, str] = {}
    for name, part in tree.items():
        place = ("definitions", name)
        text = faults.take(part, str, place)
        if text is None:
            continue
        if text.startswith(MARK):
            faults.add(place, got=seen(text), expected="a definition that is written out")
            continue
        if name in before.known:
            hint = "an included file has it"
            faults.add(place, got=f"{seen(name)} again", expected="another name", hint=hint)
            continue
        if before.call(text, place, faults) is not None:
            definitions[name] = expanded(text, before.metrics)
    return definitions


@frozen
class KnownNames:
    """What a table or a claim may speak of: sources and definitions by their names."""

    sources: Mapping[str, object]
    definitions: Definitions = field(factory=Definitions)


def every_option() -> tuple[str, ...]:
    """List the options of all metrics.

    >>> {"average", "beta", "class"} <= set(every_option())
    True
    """
    return tuple(dict.fromkeys(name for metric in kinds() for name in options(metric)))


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
