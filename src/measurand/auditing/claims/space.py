"""The admissible definitions of a table: candidates, enumerated from its space."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product

from attrs import field, frozen
from toolz import unique

from measurand.auditing.claims.cells import cell_definitions, slice_of
from measurand.auditing.claims.model import Choice, Column, Options, Row, Space, Table
from measurand.metrics.definitions import Definition
from measurand.metrics.families import kind_of
from measurand.metrics.grammar import SignatureError, Value, read_value, write_value
from measurand.metrics.needs import Need, Slice, joined
from measurand.metrics.signature import canonical, options

DATA = "data"


@frozen(cache_hash=True)
class Candidate:
    """One admissible reading: a source (empty: the table's own) and some options.

    >>> Candidate("first", (("average", read_value("micro")),)).texts
    {'data': 'first', 'average': 'micro'}
    """

    data: str = ""
    options: Options = field(default=())

    @property
    def texts(self) -> dict[str, str]:
        """Write the choices, the source first where one is chosen."""
        written = {name: write_value(value) for name, value in self.options}
        return {DATA: self.data, **written} if self.data else written

    @property
    def text(self) -> str:
        """Write the choices on one line."""
        return ", ".join(f"{name}={value}" for name, value in self.texts.items())


@lru_cache(maxsize=64)
def candidates(space: Space) -> tuple[Candidate, ...]:
    """List the candidates, each once, in the order of the space.

    >>> both = Space(columns=(), products=((Choice(option="beta", values=("1", "2")),),))
    >>> [candidate.text for candidate in candidates(both)]
    ['beta=1', 'beta=2']

    Raises SignatureError where a value cannot be read.
    """
    return tuple(unique(one for choices in space.products for one in product_candidates(choices)))


def product_candidates(choices: tuple[Choice, ...]) -> Iterator[Candidate]:
    """List the candidates of one product, in the order of its choices.

    >>> [one.text for one in product_candidates((Choice(option="data", values=("a", "b")),))]
    ['data=a', 'data=b']
    """
    sources = next((choice.values for choice in choices if choice.option == DATA), ("",))
    read = [
        [(choice.option, canonical(choice.option, read_value(value))) for value in choice.values]
        for choice in choices
        if choice.option != DATA
    ]
    for data in sources:
        for chosen in product(*read):
            yield Candidate(data, chosen)


def values_considered(space: Space) -> dict[str, tuple[str, ...]]:
    """List, for each option of a space, every value that some product admits.

    >>> betas = (Choice(option="beta", values=("1", "2")),)
    >>> values_considered(Space(columns=(), products=(betas,)))
    {'beta': ('1', '2')}
    """
    by_option: dict[str, dict[str, None]] = {}
    for choices in space.products:
        for choice in choices:
            by_option.setdefault(choice.option, {}).update(
                dict.fromkeys(map(_spelling(choice), choice.values))
            )
    return {option: tuple(values) for option, values in by_option.items()}


def _spelling(choice: Choice) -> Callable[[str], str]:
    if choice.option == DATA:
        return str
    return lambda value: write_value(canonical(choice.option, read_value(value)))


Place = tuple[Slice, Definition]
"""What a cell would be computed from, and how."""


@lru_cache(maxsize=64)
def admissible(table: Table) -> tuple[Candidate, ...]:
    """List the candidates of a table's space that are definitions of all its cells.

    Others cannot exist, such as a mean over classes of items without a class: they are no
    definitions, so they miss nothing.

    >>> admissible(Table(name="1", data="d", columns=(), rows=()))
    ()
    """
    if table.space is None:
        return ()
    kinds = list(kinds_of_cells(table, space_columns(table)))
    built = [_definitions(table, column, row.options) for row, column in kinds]
    return tuple(
        candidate
        for candidate, *definitions in zip(candidates(table.space), *built, strict=True)
        if not any(isinstance(one, SignatureError) for one in definitions)
    )


def kinds_of_cells(table: Table, columns: Iterable[Column]) -> Iterator[tuple[Row, Column]]:
    """Give one cell of each kind: rows of the same options are alike.

    >>> list(kinds_of_cells(Table(name="1", data="d", columns=(), rows=()), ()))
    []
    """
    named = {column.name: column for column in columns}
    cells = (
        (row, named[name])
        for row in table.rows
        for name, _ in row.cells
        if name in named and table.computes(row, named[name])
    )
    yield from unique(cells, key=lambda cell: (cell[0].options, cell[1].name))


@lru_cache(maxsize=1024)
def candidate_places(table: Table, row: Row, column: Column) -> tuple[Place, ...]:
    """Say what a cell would be computed from, and how, under each admissible candidate.

    >>> column = Column(name="n", metric="total")
    >>> space = Space(columns=("n",), products=((Choice(option="data", values=("other",)),),))
    >>> table = Table(name="1", data="d", columns=(column,), rows=(), space=space)
    >>> candidate_places(table, Row(label="a"), column)[0][0].data
    'other'
    """
    if table.space is None:
        return ()
    exist = frozenset(admissible(table))
    return tuple(
        (slice_of(table, row, definition, candidate.data), definition)
        for candidate, definition in zip(
            candidates(table.space), _definitions(table, column, row.options), strict=True
        )
        if candidate in exist and not isinstance(definition, SignatureError)
    )


@lru_cache(maxsize=1024)
def _definitions(
    table: Table, column: Column, known: Options
) -> tuple[Definition | SignatureError, ...]:
    """Build the definitions of a kind of cell, once for all rows about which the same is known."""
    tried = candidates(table.space) if table.space else ()
    row = Row(label="", options=known)
    foreign = _foreign(table, column)
    own = (
        tuple((name, value) for name, value in one.options if (name, value) not in foreign)
        for one in tried
    )
    return tuple(cell_definitions(table, column, row, own))


def _foreign(table: Table, column: Column) -> frozenset[tuple[str, Value]]:
    """List the choices that only metrics of other columns leave open, as BLEU its tokens to ROUGE.

    Options of one name mean as much as each metric says: what one is tried with is no choice of
    another, which stays what it is by default. What a person declares is of all columns.
    """
    if table.space is None or not table.space.author.made_up:
        return frozenset()
    own = _left_open(column.metric)
    others = {one.metric for one in space_columns(table)} - {column.metric}
    return frozenset(one for metric in others for one in _left_open(metric)) - own


@lru_cache(maxsize=256)
def _left_open(metric: str) -> frozenset[tuple[str, Value]]:
    """List the values of options that a metric of a family leaves open."""
    kind = kind_of(metric)
    return frozenset(
        (option, canonical(option, read_value(text)))
        for option, texts in (() if kind is None else kind.about.tried)
        for text in texts
    )


def values_of_column(table: Table, column: Column) -> dict[str, tuple[str, ...]]:
    """List, for each option of a space that a column has, the values that are tried of it.

    >>> values_of_column(Table(name="1", columns=(), rows=()), Column(name="n", metric="total"))
    {}
    """
    if table.space is None:
        return {}
    foreign = {(name, write_value(value)) for name, value in _foreign(table, column)}
    known = {name for name, _ in (*table.options, *column.options)}
    kept = (
        (option, tuple(value for value in values if (option, value) not in foreign))
        for option, values in values_considered(table.space).items()
        if option.partition(".")[0] in options(column.metric)
        and not (table.space.author.made_up and option in known)
    )
    return {option: values for option, values in kept if values}


def space_columns(table: Table) -> tuple[Column, ...]:
    """List the columns that the space of a table speaks of.

    >>> space_columns(Table(name="1", data="d", columns=(), rows=()))
    ()
    """
    names = table.space.columns if table.space else ()
    return tuple(column for column in table.columns if column.name in names and column.metric)


def untried_options(table: Table) -> tuple[str, ...]:
    """List the options of which not every value is tried or said; first those left as they are.

    >>> untried_options(Table(name="1", columns=(), rows=()))
    ()
    """
    known = {
        name: name in values_of_column(table, column)
        for column in space_columns(table)
        for name in options(column.metric)
        if not _settled(table, column, name)
    }
    return tuple(sorted(known, key=known.__getitem__))


def _settled(table: Table, column: Column, name: str) -> bool:
    """Tell whether a column says an option, or each value that it can have is tried."""
    if name in {said for said, _ in (*table.options, *column.options)}:
        return True
    values = options(column.metric)[name].codec.values
    return bool(values) and {*values} <= {*values_of_column(table, column).get(name, ())}


def space_needs(table: Table) -> tuple[Need, ...]:
    """Say what evidence the space of a table needs: observed once for each observation part.

    >>> space_needs(Table(name="1", data="d", columns=(), rows=()))
    ()
    """
    if table.space is None:
        return ()
    return joined(
        place
        for row in table.rows
        for column in space_columns(table)
        if table.computes(row, column) and any(name == column.name for name, _ in row.cells)
        for place in candidate_places(table, row, column)
    )
