"""What a lock keeps of a claims file: all of it, so that nothing in it changes unseen."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from random import Random
from typing import get_args

import attrs
import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.claims.model import (
    Choice,
    Claims,
    Column,
    Expectation,
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
from measurand.auditing.lock.lock import Lock
from measurand.auditing.lock.statements import Edit, compare_statements, statements
from measurand.edges.files.locks import lock_of, lock_text
from measurand.evidence.source import ConllColumns, Fields, Source
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import read, read_value, write
from measurand.metrics.signature import brief, called, define, options, signature
from measurand.values.printed import Printed
from properties.strategies.claims import claims_values
from properties.strategies.definitions import definitions
from properties.strategies.effort import half

Path = tuple[str | int, ...]


def parts(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Walk every frozen value in a claims file, with the way to it."""
    if isinstance(value, tuple):
        for at, one in enumerate(value):
            yield from parts(one, (*path, at))
    elif attrs.has(type(value)) and type(value).__module__.startswith("measurand.auditing.claims"):
        yield path, value
        for one in attrs.fields(type(value)):  # type: ignore[arg-type]
            yield from parts(getattr(value, one.name), (*path, one.name))


def put(value: object, path: Path, new: object) -> object:
    """Put another value in its place."""
    if not path:
        return new
    first, *rest = path
    if isinstance(first, int):
        assert isinstance(value, tuple)
        return (*value[:first], put(value[first], tuple(rest), new), *value[first + 1 :])
    return remade(value, first, put(getattr(value, first), tuple(rest), new))


def remade(value: object, name: str, new: object) -> object:
    """Make a value anew, with another field."""
    assert attrs.has(type(value))
    return evolve(value, **{name: new})  # type: ignore[misc]  # any of them, which is asserted


PRINTED = Printed.parse("0.123456")
OTHERS: tuple[object, ...] = (
    (("Median", 4),),
    PRINTED,
    Printed.parse("7"),
    ConllColumns(gold=7),
    Fields(id="another"),
    Reference("n"),
    Tolerance(value=Fraction(7), reason="another"),
    Expectation(mismatch="another", review="2031-01-01"),
    Space(columns=("x",), products=()),
    7,
    Fraction(7),
    *("another", "a.b", "other.tex:9", "0" * 64, "1" * 64, "2031-01-01", "recall", "recall"),
    *("{gold} <-> {pred} ({similarity})", "json", "average", "space", "iob2", "spans"),
    ("another",),
    (("another", "other"),),
    (("another", ("other",)),),
    (("another", PRINTED),),
    (("another", 7),),
    (("another", read_value("other")),),
    (("another", Source(path="another")),),
    (("another", Tolerance(value=Fraction(7), reason="another")),),
    (("another", Expectation(mismatch="another", review="2031-01-01")),),
    (Table(name="another", columns=(), rows=()),),
    (Column(name="another", metric="f"),),
    (Row(label="another"),),
    (Scalar(id="another", printed=PRINTED),),
    ((Choice(option="beta", values=("7",)),),),
)
"""A value of each kind that a field of claims may have."""


def otherwise(value: object, kind: object) -> Iterator[object]:
    """Give values that may stand instead of one."""
    kinds = {one for one in (kind, *get_args(kind)) if isinstance(one, type)}
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, tuple) and value:
        yield value[:-1]
    for one in kinds:
        if issubclass(one, Enum):
            yield from (member for member in one if member is not value)
    yield from (one for one in OTHERS if type(one) in kinds or isinstance(one, tuple) or not kinds)


def changes(value: object, name: str) -> Iterator[object]:
    """Give a value with one field changed, as far as such a value can be."""
    kind = getattr(attrs.fields(attrs.resolve_types(type(value))), name).type  # type: ignore[arg-type, type-var]
    before = getattr(value, name)
    for other in otherwise(before, kind):
        same_shape = isinstance(other, tuple) == isinstance(before, tuple)
        if other != before and same_shape:
            try:
                yield remade(value, name, other)
            except (ValueError, TypeError, AttributeError):
                continue


@half
@given(claims_values(), st.data())
def test_no_field_changes_unseen(claims: Claims, data: st.DataObject) -> None:
    path, value = data.draw(st.sampled_from(list(parts(claims))))
    fields = [one.name for one in attrs.fields(type(value)) if one.init]  # type: ignore[arg-type]
    name = data.draw(st.sampled_from(fields))
    drawn = list(changes(value, name))
    assume(drawn)
    changed = put(claims, path, data.draw(st.sampled_from(drawn)))
    assert isinstance(changed, Claims)

    before, now = statements(claims), statements(changed)

    assert before != now
    if name != "options" or meaning(claims) != meaning(changed):
        assert compare_statements(before, now).edits


def meaning(claims: Claims) -> list[object]:
    """List what the columns of known definitions stand for; of others, what is written."""
    return [
        _defined(column, table) or column.options
        for table in claims.tables
        for column in table.columns
    ]


def _defined(column: Column, table: Table) -> Definition | None:
    try:
        beside = {name: value for name, value in table.options if name in options(column.metric)}
        return define(column.metric, {**beside, **dict(column.options)}) if column.known else None
    except ValueError:
        return None


def claims_of(definition: str, *, known: bool = True) -> Claims:
    """Claim a column of a definition as it is written."""
    call = called(definition)
    column = Column(name="F1", metric=call.name, options=call.options, known=known)
    return evolve(ONE, tables=(evolve(TABLE, columns=(column,), space=None),))


@given(definitions, definitions, st.randoms(use_true_random=False))
def test_definitions_are_compared_by_what_they_mean(
    one: Definition, other: Definition, random: Random
) -> None:
    full = read(signature(one))
    turned = write(evolve(full, options=tuple(random.sample(full.options, len(full.options)))))
    short = statements(claims_of(brief(one)))

    for text in (signature(one), turned):
        assert not compare_statements(short, statements(claims_of(text))).findings
        assert not compare_statements(statements(claims_of(text)), short).findings
    changed = compare_statements(short, statements(claims_of(brief(other)))).findings
    assert bool(changed) == (one != other)


def test_a_default_says_something_where_a_definition_is_to_be_found() -> None:
    said, unsaid = (statements(claims_of(text, known=False)) for text in ("f(over=union)", "f"))

    assert compare_statements(said, unsaid).findings


SCALAR = Scalar(id="n", printed=PRINTED, at="a.tex:3")
RELATED = Related(
    id="r",
    left=Reference("n"),
    right=Reference("n"),
    relation=Relation.RATIO,
    value=PRINTED,
    tolerance=Tolerance(value=Fraction(1), reason="seeds"),
    expect=Expectation(mismatch="seeds", review="2030-01-01"),
)
PHRASE = Said(id="s", says="doubled", left=PRINTED, right=Reference("n"))
ROW = Row(label="ours", cells=(("F1", PRINTED),))
SPACE = Space(columns=("F1",), products=((Choice(option="beta", values=("1", "2")),),))
TABLE = Table(
    left=(("Mean", 2),),
    name="1",
    columns=(Column(name="F1", metric="f"),),
    rows=(ROW,),
    data="d",
    space=SPACE,
)
TALLIED = Fields(hits="h", predicted="p", gold_count="g")
ONE = Claims(
    sources=(
        ("d", Source(path="d.jsonl", predictions="p.jsonl")),
        ("e", Source(path="e.json", format="json", records="a", fields=TALLIED)),
        ("f", Source(path="f", format="inspect", input=(("unfinished", "read"),))),
        ("g", Source(path="g.json", format="json", columns=(("gold", "a"),))),
        ("h", Source(path="h.jsonl", pattern="{pred} - {gold} ({similarity})")),
    ),
    tables=(TABLE,),
    title="t",
    claims=(SCALAR, RELATED, PHRASE),
)
FIELDS = sorted(
    {
        (type(value).__name__, one.name)
        for _, value in parts(ONE)
        for one in attrs.fields(type(value))  # type: ignore[arg-type]
        if one.init
    }
)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_every_field_of_every_part_is_one_that_the_lock_sees(kind: str, name: str) -> None:
    changed = [
        put(ONE, path, one)
        for path, value in parts(ONE)
        if type(value).__name__ == kind
        for one in changes(value, name)
    ]

    assert changed, "no other value of this field was tried: add one to OTHERS"
    for one in changed:
        assert isinstance(one, Claims)
        assert compare_statements(statements(ONE), statements(one)).edits


@half
@given(claims_values())
def test_the_order_of_tables_claims_and_sources_says_nothing(claims: Claims) -> None:
    turned = evolve(
        claims,
        sources=claims.sources[::-1],
        tables=tuple(evolve(one, columns=one.columns[::-1]) for one in claims.tables[::-1]),
        claims=claims.claims[::-1],
    )

    assert statements(turned) == statements(claims)


@half
@given(claims_values(), st.data())
def test_what_is_taken_away_is_a_finding_and_what_is_added_a_note(
    claims: Claims, data: st.DataObject
) -> None:
    places = [("claims", at) for at in range(len(claims.claims))]
    places += [("tables", at) for at in range(len(claims.tables))]
    assume(places)
    name, at = data.draw(st.sampled_from(places))
    kept = getattr(claims, name)
    fewer = put(claims, (name,), (*kept[:at], *kept[at + 1 :]))
    assert isinstance(fewer, Claims)

    gone = compare_statements(statements(claims), statements(fewer))
    come = compare_statements(statements(fewer), statements(claims))

    assert [one.edit for one in gone.edits] == [Edit.VANISHED]
    assert [one.edit for one in come.edits] == [Edit.ADDED]
    assert not come.findings


PLACES = st.lists(
    st.sampled_from(
        ["tables", "claims", "[x]", '["', '"]', ".at", ".rows", ".expected", ".tolerance", ".value"]
    )
    | st.text(max_size=2)
).map("".join)
SAID = st.sampled_from(["", "1/0", "1e999999999", "9" * 5000, "a:0", "True", "a:9-3"]) | st.text()


@given(st.dictionaries(PLACES, SAID), st.dictionaries(PLACES, SAID), st.booleans())
def test_whatever_stands_in_a_lock_is_compared(
    old: dict[str, str],
    new: dict[str, str],
    partly: bool,  # noqa: FBT001  (drawn)
) -> None:
    found = compare_statements(old, new, partly=partly)

    assert not compare_statements(old, old).edits
    assert partly or old == new or found.edits
    assert all(one.text for one in found.edits if one.place)


@half
@given(claims_values())
def test_a_lock_reads_back_what_was_said(claims: Claims) -> None:
    lock = Lock(statements=statements(claims))

    assert lock_of(lock_text(lock).encode()).unwrap() == lock
