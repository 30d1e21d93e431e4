"""What a paper prints, as values: tables of printed numbers, their definitions, their data."""

from enum import Enum
from fractions import Fraction
from math import prod

from attrs import Factory, field, frozen

from measurand.audit.claims.claim import Claim
from measurand.audit.claims.declared import Expectation, Tolerance
from measurand.audit.proofs.sheet import Facts, Kind, Role
from measurand.evidence.source import Source
from measurand.metrics.grammar import Value
from measurand.metrics.signature import options
from measurand.values.printed import Printed, Rounding, Unit

Options = tuple[tuple[str, Value], ...]
"""Options of a definition as written, by name."""

MOST_DEFINITIONS = 100_000


@frozen(kw_only=True, cache_hash=True)
class Column:
    """A column: its metric, the options that are known of it, and how its numbers are printed.

    `known` is False where the definition is to be found: then only an audit speaks of it. A column
    without a metric is never computed. `role` is what its numbers are said to be, in a word of
    `proofs.sheet.Role` (empty: what the metric says); `of`, `group` and `beta` are read as there,
    and `said` are the options of such a column, as `weights` and `equal`.

    >>> Column(name="f1", metric="f", known=False).known
    False
    >>> Column(name="acc", role="accuracy").metric
    ''

    Raises SignatureError for an unknown metric, ValueError for an unknown role, a beta that is not
    above 0, or a column with neither metric nor role.
    """

    name: str
    metric: str = field(default="")
    options: Options = ()
    known: bool = True
    unit: Unit = Unit.NONE
    decimals: int | None = None
    rounding: Rounding | None = None
    role: str = field(default="")
    of: tuple[str, ...] = ()
    group: str = ""
    beta: Fraction = field(default=Fraction(1))
    said: tuple[tuple[str, str], ...] = ()
    tolerance: Tolerance | None = None

    @metric.validator
    def _known_metric(self, _attribute: object, value: str) -> None:
        if value:
            options(value)

    @role.validator
    def _known_role(self, _attribute: object, value: str) -> None:
        if value:
            Role(value)
        elif not self.metric:
            message = "a metric or a role: got neither"
            raise ValueError(message)

    @beta.validator
    def _positive(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"beta: a beta above 0: got {value}"
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Row:
    """A row: which samples it is about (by their groups), and what is printed in it.

    `data` names another source than the table's; `options` are known of this row alone. `kind` is a
    word of `proofs.sheet.Kind`; `of` and `weights` say what an average or a total is made of. Only
    rows that are `computed` need data: by default all but averages and totals. `tolerances` and
    `expected` are declared for single cells, by column; `at` says where the row was printed.

    >>> Row(label="ours", where=(("run", "a"),)).cells
    ()
    >>> Row(label="mean", kind="average").computed
    False

    Raises ValueError for an unknown kind.
    """

    label: str
    where: tuple[tuple[str, str], ...] = ()
    data: str = ""
    options: Options = ()
    cells: tuple[tuple[str, Printed], ...] = ()
    kind: str = field(default=Kind.BODY.value)
    of: tuple[str, ...] = ()
    facts: Facts = ()
    weights: tuple[tuple[str, int], ...] = ()
    computed: bool = field(
        default=Factory(lambda self: self.kind == Kind.BODY.value, takes_self=True)
    )
    tolerances: tuple[tuple[str, Tolerance], ...] = ()
    expected: tuple[tuple[str, Expectation], ...] = ()
    at: str = ""

    @kind.validator
    def _known_kind(self, _attribute: object, value: str) -> None:
        Kind(value)


@frozen(kw_only=True, cache_hash=True)
class Choice:
    """One option of the space, and the values that are admissible.

    >>> Choice(option="data", values=("final", "first")).values
    ('final', 'first')
    """

    option: str
    values: tuple[str, ...]


class Author(Enum):
    """Who says what is admissible: a person, or a tool that made it up from a table and data."""

    PERSON = "person"
    TOOL = "measurand"


@frozen(kw_only=True, cache_hash=True)
class Space:
    """The admissible definitions of some columns: a union of products of choices.

    Only what a person holds admissible can be refuted: a tool's list proves nothing by failing.

    >>> Space(columns=("f1",), products=((Choice(option="average", values=("micro",)),),)).size
    1

    Raises ValueError where it holds more than 100,000 definitions.
    """

    columns: tuple[str, ...]
    products: tuple[tuple[Choice, ...], ...] = field()
    author: Author = Author.PERSON

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

    The most special knowledge wins: the table's options, then the column's, then the row's. `facts`
    are whole numbers that the paper states. `rules` holds the printed numbers to what can be proven
    from them alone: by default where no data is named. `at` says where the table was printed.

    >>> Table(name="2", data="runs", columns=(), rows=()).space is None
    True
    >>> Table(name="2", columns=(), rows=()).rules
    True
    """

    name: str
    data: str = ""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    options: Options = ()
    source: str = ""
    space: Space | None = None
    facts: Facts = ()
    computed: bool = True
    rules: bool = field(
        default=Factory(lambda self: not self.data and not self.own_data, takes_self=True)
    )
    at: str = ""

    @property
    def own_data(self) -> tuple[str, ...]:
        """List the sources that rows name themselves."""
        return tuple(row.data for row in self.rows if row.data)

    def computes(self, row: Row, column: Column) -> bool:
        """Tell whether a cell is to be computed, now or by an audit."""
        return self.computed and row.computed and bool(column.metric)

    def column(self, name: str) -> Column:
        """Find a column by its name."""
        return next(column for column in self.columns if column.name == name)


@frozen(kw_only=True, cache_hash=True)
class Claims:
    """A claims file with what it includes: sources of data by name, tables, and other claims.

    >>> Claims(sources=(), tables=()).title
    ''
    """

    sources: tuple[tuple[str, Source], ...]
    tables: tuple[Table, ...]
    title: str = ""
    claims: tuple[Claim, ...] = ()

    def source(self, name: str) -> Source:
        """Find a source by its name."""
        return dict(self.sources)[name]
