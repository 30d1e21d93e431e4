"""What a paper prints, as values: tables of printed numbers, their definitions, their data."""

from math import prod

from attrs import field, frozen

from measurand.claims.source import Source
from measurand.metrics.grammar import Value
from measurand.metrics.signature import options
from measurand.values.printed import Printed, Rounding, Unit

Options = tuple[tuple[str, Value], ...]
"""Options of a definition as written, by name."""

MOST_DEFINITIONS = 100_000


@frozen(kw_only=True, cache_hash=True)
class Column:
    """A column: its metric, the options that are known of it, and how its numbers are printed.

    `known` is False where the definition is to be found: then only an audit speaks of it.

    >>> Column(name="f1", metric="f", known=False).known
    False

    Raises SignatureError for an unknown metric.
    """

    name: str
    metric: str = field()
    options: Options = ()
    known: bool = True
    unit: Unit = Unit.NONE
    decimals: int | None = None
    rounding: Rounding | None = None

    @metric.validator
    def _known_metric(self, _attribute: object, value: str) -> None:
        options(value)


@frozen(kw_only=True, cache_hash=True)
class Row:
    """A row: which samples it is about (by their groups), and what is printed in it.

    `data` names another source than the table's; `options` are known of this row alone.

    >>> Row(label="ours", where=(("run", "a"),)).cells
    ()
    """

    label: str
    where: tuple[tuple[str, str], ...] = ()
    data: str = ""
    options: Options = ()
    cells: tuple[tuple[str, Printed], ...] = ()


@frozen(kw_only=True, cache_hash=True)
class Choice:
    """One option of the space, and the values that are admissible.

    >>> Choice(option="data", values=("final", "first")).values
    ('final', 'first')
    """

    option: str
    values: tuple[str, ...]


@frozen(kw_only=True, cache_hash=True)
class Space:
    """The admissible definitions of some columns: a union of products of choices.

    >>> Space(columns=("f1",), products=((Choice(option="average", values=("micro",)),),)).size
    1

    Raises ValueError where it holds more than 100,000 definitions.
    """

    columns: tuple[str, ...]
    products: tuple[tuple[Choice, ...], ...] = field()

    @products.validator
    def _bounded(self, _attribute: object, _value: object) -> None:
        if self.size > MOST_DEFINITIONS:
            message = f"a space of at most {MOST_DEFINITIONS} definitions: got {self.size}"
            raise ValueError(message)

    @property
    def size(self) -> int:
        """Count the definitions, before equal ones are seen to be equal."""
        return sum(prod(len(choice.values) for choice in choices) for choices in self.products)


@frozen(kw_only=True, cache_hash=True)
class Table:
    """A printed table. `options` are known of all its columns.

    The most special knowledge wins: the table's options, then the column's, then the row's.

    >>> Table(name="2", data="runs", columns=(), rows=()).space is None
    True
    """

    name: str
    data: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    options: Options = ()
    source: str = ""
    space: Space | None = None

    def column(self, name: str) -> Column:
        """Find a column by its name."""
        return next(column for column in self.columns if column.name == name)


@frozen(kw_only=True, cache_hash=True)
class Claims:
    """A claims file: sources of data by name, and tables.

    >>> Claims(sources=(), tables=()).title
    ''
    """

    sources: tuple[tuple[str, Source], ...]
    tables: tuple[Table, ...]
    title: str = ""

    def source(self, name: str) -> Source:
        """Find a source by its name."""
        return dict(self.sources)[name]
