"""Claims of which every definition can be built."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from attrs import evolve
from hypothesis import strategies as st

from measurand.auditing.claims.ids import operands
from measurand.auditing.claims.model import (
    Choice,
    Claims,
    Column,
    Expectation,
    Operand,
    Options,
    Reference,
    Related,
    Relation,
    Row,
    Said,
    Scalar,
    Space,
    Table,
    Tolerance,
)
from measurand.auditing.proofs.sheet import Fact, Kind
from measurand.evidence.source import ConllColumns, Fields, LabelFile, Raters, Source
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


label_files = st.builds(
    LabelFile,
    path=st.text(min_size=1, max_size=8),
    format=st.sampled_from(["jsonl", "csv"]),
    id=paths,
    amounts=st.dictionaries(names, paths, min_size=1, max_size=2).map(
        lambda some: (*some.items(),)
    ),
    raters=st.sampled_from(Raters),
)
_filters = st.dictionaries(
    paths, st.lists(names, min_size=1, max_size=3).map(tuple), max_size=2
).map(lambda found: tuple(found.items()))
every_field = st.builds(
    Fields,
    id=paths | st.just("run+id"),
    gold=paths,
    pred=paths,
    pairs=paths,
    weight=paths,
    groups=named(paths),
    amounts=named(paths),
    lists=st.dictionaries(st.sampled_from(["first", "a b", "맛"]), paths).map(
        lambda some: tuple(some.items())
    ),
)
whole_sources = st.one_of(
    st.builds(
        Source,
        path=st.text(min_size=1, max_size=8),
        predictions=st.sampled_from(["", "second.jsonl"]),
        sha256=st.sampled_from(["", "0" * 64]),
        format=st.sampled_from(["jsonl", "csv"]),
        items=st.sampled_from(["auto", "slots", "label", "none"]),
        pattern=st.sampled_from(["", "{pred} <-> {gold} ({similarity})"]),
        where=_filters,
        fields=every_field,
    ),
    st.builds(
        Source,
        path=st.text(min_size=1, max_size=8),
        format=st.just("json"),
        records=st.just("evals"),
        input=st.sampled_from([(), (("end", "inclusive"),)]),
        where=_filters,
        fields=every_field,
    ),
    st.builds(
        Source, path=st.just("a.json"), format=st.just("json"), columns=named(paths), where=_filters
    ),
    st.builds(Source, path=st.just("a.jsonl"), where=_filters, labels=label_files),
    st.builds(
        Source,
        path=st.just("a.conll"),
        format=st.just("conll"),
        conll=st.builds(
            ConllColumns,
            gold=st.integers(-3, 9),
            pred=st.integers(-3, 9),
            separator=st.sampled_from(["tab", "space"]),
            document=names,
            comment=names,
            scheme=st.sampled_from(["lenient", "iob1", "iobes"]),
        ),
    ),
    st.builds(
        Source,
        path=st.just("a.jsonl"),
        fields=st.builds(Fields, hits=paths, predicted=paths, gold_count=paths),
    ),
    st.builds(
        Source,
        path=st.just("a.csv"),
        format=st.just("csv"),
        items=st.just("ratings"),
        fields=st.builds(Fields, rater=paths),
    ),
)
"""Sources of which every field is said in some."""


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


reasons = st.sampled_from(["seeds", 'an "old" tool', "맛"])
tolerances = st.builds(
    Tolerance, value=st.sampled_from([Fraction(1, 10), Fraction(1, 3), Fraction(2)]), reason=reasons
)
expectations = st.builds(
    Expectation, mismatch=reasons, review=st.dates(min_value=date(2026, 1, 1)).map(date.isoformat)
)
ats = st.sampled_from(["", "paper.tex", "paper.tex:3", "a b.md:3-7"])
facts = st.dictionaries(st.sampled_from(Fact), st.integers(0, 10**6), max_size=2).map(
    lambda found: tuple(found.items())
)


# Made once: a strategy that is made while drawing is looked into anew each time.
BOTH = st.booleans()
UNITS = st.sampled_from([Unit.NONE, Unit.PERCENT, Unit.POINTS])
ROLES = st.sampled_from(["", "", "f", "average"])
BETAS = st.sampled_from([Fraction(1), Fraction(1, 2)])
KNOWN = st.sampled_from([(), (("weights", "equal"),), (("a b", "x=[y]"), ("whole", "true"))])
GROUPS = st.sampled_from(["", "test"])
KINDS = st.sampled_from([kind.value for kind in Kind])
RELATIONS = st.sampled_from(Relation)
PHRASES = st.sampled_from(["about 11x", "doubled", "by 12%"])
NAMED = named(names)
STATED = digits.map(Printed.parse)
TOLERATED = st.none() | tolerances
EXPECTED = st.none() | expectations
FITTING = definitions.filter(takes_any_match)
CALLED = st.lists(names, unique=True, max_size=3)
LABELS = st.lists(names, max_size=3)
UP_TO_TWO = st.integers(0, 2)


@st.composite
def columns_of(draw: st.DrawFn) -> tuple[Column, ...]:
    """Draw columns with definitions, with roles, and with both."""
    called = draw(CALLED)
    return tuple(draw(one_column(name, called)) for name in called)


@st.composite
def one_column(draw: st.DrawFn, name: str, called: Sequence[str]) -> Column:
    """Draw a column among others."""
    unit = draw(UNITS)
    role = draw(ROLES)
    if role and draw(BOTH):
        beta, said = draw(BETAS), draw(KNOWN)
        made = Column(name=name, role=role, unit=unit, beta=beta, said=said)
    else:
        known = draw(BOTH)
        made = column(name, draw(FITTING), unit, known=known)
    return evolve(
        made,
        role=role,
        of=draw(some(called)) if role == "average" else (),
        group=draw(GROUPS),
        tolerance=draw(TOLERATED),
    )


def some(words: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw some words of a few."""
    return st.sampled_from([(), tuple(words[:1]), tuple(words)])


@st.composite
def rows_of(draw: st.DrawFn, columns: Sequence[Column], data: Sequence[str]) -> tuple[Row, ...]:
    """Draw rows, some of them about others."""
    labels = draw(LABELS)
    return tuple(draw(one_row(label, labels, columns, data)) for label in labels)


@st.composite
def one_row(
    draw: st.DrawFn,
    label: str,
    labels: Sequence[str],
    columns: Sequence[Column],
    data: Sequence[str],
) -> Row:
    """Draw a row among others."""
    cells = {
        column.name: Printed.parse(draw(digits), unit=column.unit)
        for column in columns
        if draw(BOTH)
    }
    kind = draw(KINDS)
    declared = draw(some([*cells]))
    return Row(
        label=label,
        where=draw(NAMED),
        data=draw(st.sampled_from(["", *data])),
        options=draw(option_values(defined(columns))),
        cells=tuple(cells.items()),
        kind=kind,
        of=draw(some(labels)) if kind != "body" else (),
        facts=draw(facts),
        weights=tuple(dict.fromkeys(labels, 3).items()) if kind == "average" else (),
        computed=draw(BOTH),
        tolerances=tuple((name, draw(tolerances)) for name in declared),
        expected=tuple((name, draw(expectations)) for name in declared),
        at=draw(ats),
    )


def defined(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Leave out columns with a role alone."""
    return tuple(column for column in columns if column.metric)


@st.composite
def tables(draw: st.DrawFn, name: str, data: Sequence[str]) -> Table:
    """Draw a table about some sources, or about none."""
    columns = draw(columns_of())
    computed = draw(BOTH)
    return Table(
        name=name,
        data=draw(st.sampled_from(data if computed else ["", *data])),
        source=draw(names),
        columns=columns,
        rows=draw(rows_of(columns, data)),
        options=draw(option_values(defined(columns))),
        space=draw(spaces(defined(columns), data)),
        facts=draw(facts),
        computed=computed,
        rules=draw(BOTH),
        at=draw(ats),
    )


@st.composite
def spaces(draw: st.DrawFn, columns: Sequence[Column], data: Sequence[str]) -> Space | None:
    """Draw a space about some columns, or none."""
    if not columns or draw(BOTH):
        return None
    governed = [column for column in columns if column is columns[0] or draw(BOTH)]
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
    made = Claims(
        sources=tuple((name, draw(sources)) for name in data),
        tables=tuple(
            draw(tables(name, data)) for name in draw(st.lists(names, unique=True, max_size=2))
        ),
        title=draw(names),
    )
    scalars = tuple(draw(one_scalar(f"number {at}", data)) for at in range(draw(UP_TO_TWO)))
    known = [Reference(name) for name in operands(evolve(made, claims=scalars))]
    count = draw(UP_TO_TWO)
    others = tuple(draw(one_claim(f"claim {at}", known)) for at in range(count))
    return evolve(made, claims=(*scalars, *others))


@st.composite
def one_scalar(draw: st.DrawFn, name: str, data: Sequence[str]) -> Scalar:
    """Draw a claim of one number, computed or not."""
    unit = draw(UNITS)
    computed = draw(BOTH)
    call = read(signature(draw(definitions)))
    return Scalar(
        id=name,
        printed=Printed.parse(draw(digits), unit=unit),
        data=draw(st.sampled_from(data)) if computed else "",
        where=draw(NAMED),
        metric=call.name if computed else "",
        options=call.options if computed else (),
        tolerance=draw(TOLERATED),
        expect=draw(EXPECTED),
        at=draw(ats),
    )


@st.composite
def one_claim(draw: st.DrawFn, name: str, known: Sequence[Reference]) -> Related | Said:
    """Draw a relation or a phrase between what is known, and stated numbers."""
    sides: st.SearchStrategy[Operand] = st.sampled_from(known) | STATED if known else STATED
    relation = draw(RELATIONS)
    if draw(BOTH):
        return Said(
            id=name,
            says=draw(PHRASES),
            left=draw(sides),
            right=draw(sides),
            expect=draw(EXPECTED),
            at=draw(ats),
        )
    return Related(
        id=name,
        left=draw(sides),
        right=draw(sides),
        relation=relation,
        value=draw(STATED) if relation.valued else None,
        tolerance=draw(TOLERATED),
        expect=draw(EXPECTED),
        at=draw(ats),
    )
