"""What a claims file claims, as values: tables, single numbers, relations, phrases, allowances.

All is frozen and checked when it is made, so nothing later asks whether it makes sense. What a
table knows of a cell comes in layers, the most special last: its options, the column's, the row's.
A `Space` lists the definitions that are admissible where the definition is not known.

Names of the classes of claims are part of the format of locks (`lock.statements` writes them), so
they do not change.
"""

import re
from enum import Enum
from fractions import Fraction
from math import prod

from attrs import Factory, field, frozen

from measurand.auditing.proofs.sheet import Facts, Kind, Role
from measurand.evidence.source import Source
from measurand.metrics.grammar import Value
from measurand.metrics.signature import options
from measurand.values.printed import Printed, Rounding, Unit

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _said(what: str, text: str) -> None:
    if not text.strip():
        message = f"{what}: a reason: got an empty text"
        raise ValueError(message)


@frozen(kw_only=True)
class Tolerance:
    """How far a computed number may lie from what prints so, in printed units, and why.

    It widens the interval of the printed number on both sides; nothing is tolerated undeclared.

    >>> Tolerance(value=Fraction(1, 10), reason="another release of the tokenizer").text
    'within the declared tolerance 0.1: another release of the tokenizer'

    Raises ValueError where it is not above 0, or gives no reason.
    """

    value: Fraction = field()
    reason: str

    @value.validator
    def _above(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"value: a tolerance above 0: got {value}"
            raise ValueError(message)

    def __attrs_post_init__(self) -> None:
        _said("reason", self.reason)

    @property
    def text(self) -> str:
        """Say what was tolerated."""
        return f"within the declared tolerance {float(self.value):g}: {self.reason}"


@frozen(kw_only=True)
class Expectation:
    """That a number is not reproduced: why, and the day on which somebody looks again.

    Days are written as 2027-03-01, so that later ones come later in the order of texts.

    >>> Expectation(mismatch="micro in v1", review="2027-03-01").due("2027-03-01")
    False
    >>> Expectation(mismatch="micro in v1", review="2027-03-01").due("2027-03-02")
    True

    Raises ValueError where it gives no reason, or the review is no day.
    """

    mismatch: str
    review: str = field()

    @review.validator
    def _a_day(self, _attribute: object, value: str) -> None:
        if not _DAY.fullmatch(value):
            message = f"review: a day such as 2027-03-01: got {value[:40]!r}"
            raise ValueError(message)

    def __attrs_post_init__(self) -> None:
        _said("mismatch", self.mismatch)

    def due(self, today: str) -> bool:
        """Tell whether the day of the review is past."""
        return today > self.review


class Relation(Enum):
    """How two numbers stand to each other.

    `greater`, `less` and `equal` need no value. `difference` is left minus right, `ratio` left over
    right, `relative` their difference over right.
    """

    GREATER = "greater"
    LESS = "less"
    EQUAL = "equal"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    RELATIVE = "relative"

    @property
    def valued(self) -> bool:
        """Tell whether the relation comes to a printed number."""
        return self in {Relation.DIFFERENCE, Relation.RATIO, Relation.RELATIVE}


@frozen(cache_hash=True)
class Reference:
    """A cell (`table/row/column`) or a scalar claim, by its id.

    >>> Reference("1/ours/F1").id
    '1/ours/F1'
    """

    id: str


Operand = Reference | Printed
"""What is compared: a number of this file, or one that is stated exactly."""


@frozen(kw_only=True, cache_hash=True)
class Scalar:
    """One printed number outside of tables: computed from `data` where it names any.

    `metric` and `options` are its definition; without data it only serves relations and prose.

    >>> Scalar(id="n", printed=Printed.parse("212")).data
    ''
    """

    id: str
    printed: Printed
    data: str = ""
    where: tuple[tuple[str, str], ...] = ()
    metric: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    tolerance: Tolerance | None = None
    expect: Expectation | None = None
    at: str = ""


@frozen(kw_only=True, cache_hash=True)
class Related:
    """A relation between two numbers; `value` is what a difference or ratio was printed as.

    `unitless` says that no unit is written, and that it is still to be taken from the operands.

    >>> Related(id="a", left=Reference("1/x/F1"), right=Reference("1/y/F1"),
    ...         relation=Relation.GREATER).value is None
    True

    Raises ValueError where a value is missing, or stands where none belongs.
    """

    id: str
    left: Operand
    right: Operand
    relation: Relation
    value: Printed | None = field(default=None)
    tolerance: Tolerance | None = None
    expect: Expectation | None = None
    at: str = ""
    unitless: bool = False

    @value.validator
    def _fits(self, _attribute: object, value: Printed | None) -> None:
        if self.relation.valued != (value is not None):
            wanted = "a printed number" if self.relation.valued else "no value"
            message = f"value: {wanted} with {self.relation.value}: got another"
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Said:
    """A phrase about two numbers, as a text prints it: "about 11x", "doubled".

    >>> Said(id="a", says="doubled", left=Reference("b"), right=Reference("c")).expect is None
    True
    """

    id: str
    says: str
    left: Operand
    right: Operand
    expect: Expectation | None = None
    at: str = ""


Claim = Scalar | Related | Said

Options = tuple[tuple[str, Value], ...]
"""Options of a definition as written, by name."""

MOST_DEFINITIONS = 100_000


@frozen(kw_only=True, cache_hash=True)
class Column:
    """A column: its metric, the options that are known of it, and how its numbers are printed.

    `known` is False where the definition is to be found: then only an audit speaks of it; `read`
    names the options that the name of the column says, as `nDCG@10` says its k. A column
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
    read: tuple[str, ...] = ()
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
    """Who says what is admissible: a person, a tool, or the metrics themselves.

    A tool makes it up of a table and its samples. Metrics of families list the values of options
    that a reader would admit where a paper does not say them.
    """

    PERSON = "person"
    TOOL = "measurand"
    METRICS = "metrics"

    @property
    def made_up(self) -> bool:
        """Tell whether nobody said so: then to fail refutes nothing, and what is known stands."""
        return self is not Author.PERSON


@frozen(kw_only=True, cache_hash=True)
class Space:
    """The admissible definitions of some columns: a union of products of choices.

    Only what a person holds admissible can be refuted: a list that is made up proves nothing by
    failing.

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
    from them alone: by default where no data is named. `at` says where the table was printed, and
    `left` which of its rows are left out, each with the number of its cells: None where not said.

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
    left: tuple[tuple[str, int], ...] | None = None

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
