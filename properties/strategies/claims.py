"""Claims of which every definition can be built."""

from collections.abc import Sequence

from hypothesis import strategies as st

from measurand.claims.model import Choice, Claims, Column, Options, Row, Space, Table
from measurand.claims.source import Fields, Source
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import read, read_value
from measurand.metrics.signature import options, signature
from measurand.values.printed import Printed, Unit
from properties.strategies.definitions import definitions

names = st.text(max_size=6) | st.sampled_from(["f1", "run", "a.b", 'say "x"', "\x7f", "맛", "[x]"])
paths = st.sampled_from(["run", "meta.run", "evals[-1].pred", '["odd key"]'])
digits = st.from_regex(r"[0-9]{1,4}(\.[0-9]{1,5})?", fullmatch=True)
SHARED = {
    "credit": ("similarity", "binary", "exact"),
    "charge": ("gold", "both"),
    "missing": ("skip", "empty"),
    "match": ("set", "greedy[threshold=0.7]", "spans[mode=iou,threshold=0.5]"),
    "normalise": ("none", "nfc+trim+lower"),
}


def named(values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    """Draw pairs with names that differ."""
    return st.dictionaries(names, values, max_size=3).map(lambda found: tuple(found.items()))


sources = st.builds(
    Source,
    path=st.text(min_size=1, max_size=8),
    sha256=st.sampled_from(["", "0" * 64]),
    where=st.dictionaries(
        paths, st.lists(names, min_size=1, max_size=3).map(tuple), max_size=2
    ).map(lambda found: tuple(found.items())),
    fields=st.builds(Fields, groups=named(paths), amounts=named(paths)),
)


def column(name: str, definition: Definition, unit: Unit, *, known: bool) -> Column:
    """Make a column of which a definition is known, or only what it is called and consists of."""
    call = read(signature(definition))
    return Column(name=name, metric=call.name, options=call.options, known=known, unit=unit)


def takes_any_match(definition: Definition) -> bool:
    """Say whether a row may set another matcher: a wildcard goes with some of them only."""
    written = signature(definition)
    return "wildcard=" not in written or "wildcard=off" in written


def option_lists(columns: Sequence[Column]) -> st.SearchStrategy[dict[str, list[str]]]:
    """Draw lists of values for options that some of the columns have."""
    having = [name for name in SHARED if any(name in options(column.metric) for column in columns)]
    if not having:
        return st.just({})
    return st.dictionaries(st.sampled_from(having), st.just(0), max_size=3).flatmap(
        lambda chosen: st.fixed_dictionaries(
            {
                name: st.lists(st.sampled_from(SHARED[name]), min_size=1, unique=True)
                for name in chosen
            }
        )
    )


def option_values(columns: Sequence[Column]) -> st.SearchStrategy[Options]:
    """Draw options that some of the columns have."""
    return option_lists(columns).map(
        lambda lists: tuple((name, read_value(values[0])) for name, values in lists.items())
    )


@st.composite
def tables(draw: st.DrawFn, name: str, data: Sequence[str]) -> Table:
    """Draw a table about some sources."""
    columns = tuple(
        column(
            called,
            draw(definitions.filter(takes_any_match)),
            draw(st.sampled_from([Unit.NONE, Unit.PERCENT, Unit.POINTS])),
            known=draw(st.booleans()),
        )
        for called in draw(st.lists(names, unique=True, max_size=3))
    )
    rows = tuple(
        Row(
            label=draw(names),
            where=draw(named(names)),
            data=draw(st.sampled_from(["", *data])),
            options=draw(option_values(columns)),
            cells=tuple(
                (column.name, Printed.parse(draw(digits), unit=column.unit))
                for column in columns
                if draw(st.booleans())
            ),
        )
        for _ in range(draw(st.integers(0, 3)))
    )
    return Table(
        name=name,
        data=draw(st.sampled_from(data)),
        source=draw(names),
        columns=columns,
        rows=rows,
        options=draw(option_values(columns)),
        space=draw(spaces(columns, data)),
    )


@st.composite
def spaces(draw: st.DrawFn, columns: Sequence[Column], data: Sequence[str]) -> Space | None:
    """Draw a space about some columns, or none."""
    if not columns or draw(st.booleans()):
        return None
    governed = [column for column in columns if column is columns[0] or draw(st.booleans())]
    products = tuple(
        (
            Choice(option="data", values=tuple(draw(st.permutations(data)))),
            *(
                Choice(option=name, values=tuple(values))
                for name, values in draw(option_lists(governed)).items()
            ),
        )
        for _ in range(draw(st.integers(1, 3)))
    )
    return Space(columns=tuple(column.name for column in governed), products=products)


@st.composite
def claims_values(draw: st.DrawFn) -> Claims:
    """Draw claims of which every definition can be built."""
    data = draw(st.lists(names, unique=True, min_size=1, max_size=2).filter(all))
    return Claims(
        sources=tuple((name, draw(sources)) for name in data),
        tables=tuple(
            draw(tables(name, data)) for name in draw(st.lists(names, unique=True, max_size=2))
        ),
        title=draw(names),
    )
