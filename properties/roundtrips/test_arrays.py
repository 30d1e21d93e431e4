"""Columns give the pool of the samples that they are, or the refusal that these get.

The other road is the reader of frames: a dict a row, a sample a dict, one observation a sample.
Columns hold texts, integers, floats, truth values and gaps, of one type or of several, as lists,
as arrays of numpy, and as columns of pandas, polars and pyarrow where these can hold them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from attrs import evolve, frozen
from hypothesis import assume, example, given
from hypothesis import strategies as st
from returns.result import Failure, Result, Success

from measurand import Pool, Sample, observing, pool
from measurand.edges.trials.strategies.samples import Shape
from measurand.evidence.cross_product import Crossing, meet, summed
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import (
    Absent,
    ClassKind,
    ClassOf,
    ColumnOf,
    Observation,
    Observing,
    Together,
    Values,
)
from measurand.evidence.observe import observe
from measurand.evidence.pool import observer
from measurand.evidence.source import Fields, ItemKind
from measurand.frames import (
    pool_of,
    pool_of_indicators,
    pool_of_labels,
    pool_of_numbers,
    samples_of,
)
from measurand.metrics.definitions import Definition, F, group_keys
from measurand.metrics.finalise import Finaliser
from measurand.values.fault import Fault
from measurand.values.tally import Tally
from properties.strategies.definitions import definitions
from properties.strategies.observations import corpora_seen, observations

Cell = bool | int | float | str | None
How = Literal["ask", "value", "text"]

INTEGERS = (0, 1, 2, -3, 2**40)
FLOATS = (0.0, -0.0, 1.0, 2.0, 0.5, 1e-7, 1e22, float("nan"))
WORDS = ("a", "b", "A", " a", "", "007", "O", "B-PER", "x\0")
SPELLED = ("0", "1", "1.0", "0.50", "true", "True")
KINDS: Sequence[Sequence[Cell]] = (INTEGERS, FLOATS, (True, False), WORDS, SPELLED)
AMOUNTS: Sequence[Sequence[Cell]] = ((0, 1), (0.25, 0.1, None), (True, None), (float("nan"), 3))
WEIGHTS: Sequence[Sequence[Cell]] = ((1,), (1, 2), (0.5, 0.1), (0, 1.0, 1), (1, None), (1, -1))
NUMBERED = st.sampled_from(("cost", "b.c"))
Matrix = Sequence[Sequence[int]]
Answers = Sequence[Sequence[int] | None]
HOWS: st.SearchStrategy[How] = st.sampled_from(("ask", "value", "text"))

observed = st.one_of(
    observations(Shape.TEXTS, classed=True),
    observations(Shape.TEXTS, classed=False),
    definitions.map(observing),
    st.sampled_from((ColumnOf("cost"), ColumnOf("cost", Values.BINARY))),
    st.just(Together((Observation(), ColumnOf("cost"), ColumnOf("b.c")))),
)


def columns(kinds: Sequence[Sequence[Cell]], size: int) -> st.SearchStrategy[list[Cell]]:
    """Draw a column: mostly of one kind, at times of several."""
    one = st.sampled_from(kinds)
    cells = one | one | st.tuples(one, one).map(lambda some: (*some[0], *some[1]))
    return cells.flatmap(lambda some: st.lists(st.sampled_from(some), min_size=size, max_size=size))


def of_texts(size: int) -> st.SearchStrategy[tuple[list[Cell], list[Cell]]]:
    """Draw gold labels and answers, some of which are none."""
    answers = (*WORDS, None)
    return st.tuples(columns((WORDS, WORDS[:3]), size), columns((answers, WORDS[:3]), size))


@frozen
class Table:
    """Columns of one table."""

    gold: Sequence[Cell]
    predicted: Sequence[Cell]
    weights: Sequence[Cell] | None
    groups: Mapping[str, Sequence[Cell]]
    numbers: Mapping[str, Sequence[Cell]]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    size = draw(st.integers(0, 12))
    gaps = draw(st.booleans())
    names = st.sets(st.sampled_from(("document", "b.c", "")), max_size=2)
    answers = columns([(*kind, *([None] * gaps)) for kind in KINDS], size)
    gold = draw(columns(KINDS, size))
    return Table(
        gold,
        draw(st.permutations(gold) | answers),
        draw(st.none() | columns(WEIGHTS, size)),
        {name: draw(columns(KINDS, size)) for name in sorted(draw(names))},
        {
            name: draw(columns(AMOUNTS, size))
            for name in draw(st.sets(st.sampled_from(("cost", "b.c"))))
        },
    )


Verdict = Pool | tuple[str, ...] | str


def verdict(asked: Callable[[], Result[Pool, tuple[Fault, ...]]]) -> Verdict:
    """Give the pool, or why there is none."""
    try:
        match asked():
            case Success(Pool() as found):
                return found
            case Failure(faults):
                return tuple(fault.text() for fault in faults)
            case _:
                raise AssertionError
    except UnfitSampleError as error:
        return str(error)


def by_samples(
    how: Observing, table: Table, items: ItemKind, labels: How
) -> Result[Pool, tuple[Fault, ...]]:
    """Take the other road, a sample for each row."""
    rows: list[dict[str, object]] = [
        {"id": at, "gold": gold, "pred": answer}
        for at, (gold, answer) in enumerate(zip(table.gold, table.predicted, strict=True))
    ]
    for at, row in enumerate(rows):
        if table.weights is not None:
            row["sample_weight"] = table.weights[at]
        row["groups"] = {name: column[at] for name, column in table.groups.items()}
        row["numbers"] = {name: column[at] for name, column in table.numbers.items()}
    amounts = tuple((name, f'numbers["{name}"]') for name in table.numbers)
    samples = samples_of(rows, fields=Fields(amounts=amounts), items=items, labels=labels)
    return samples.map(lambda found: pool(how, found, names=tuple(table.groups)))


def as_lists(column: Sequence[Cell]) -> Iterable[object]:
    return iter(column)


def as_numpy(column: Sequence[Cell]) -> Iterable[object]:
    kinds = set(map(type, column))
    plain = len(kinds) == 1 and "x\0" not in column and kinds != {type(None)}
    cells: Iterable[object] = np.array(column, dtype=None if plain else object)
    return cells


def as_pandas(column: Sequence[Cell]) -> Iterable[object]:
    alone = len(set(map(type, column))) == 1
    cells: Iterable[object] = pd.Series(
        column, dtype=None if alone and None not in column else object
    )
    return cells


def as_polars(column: Sequence[Cell]) -> Iterable[object]:
    alone = len(set(map(type, column)) - {type(None)}) == 1
    return pl.Series(column) if alone else column


def as_arrow(column: Sequence[Cell]) -> Iterable[object]:
    alone = len(set(map(type, column)) - {type(None)}) == 1
    return pa.array(column) if alone else column


HOLDERS = st.sampled_from((as_lists, as_numpy, as_pandas, as_polars, as_arrow))


@given(observed, tables(), HOWS, HOLDERS)
@example(
    Observation(), Table([1, True], [True, 1], None, {}, {}), "text", as_lists
)  # equal to Python, two labels
@example(Observation(), Table([0.0, -0.0], [-0.0, 0.0], None, {}, {}), "text", as_numpy)
def test_columns_of_labels_give_the_pool_of_their_samples(
    how: Observing,
    table: Table,
    labels: How,
    held: Callable[[Sequence[Cell]], Iterable[object]],
) -> None:
    found = verdict(
        lambda: pool_of_labels(
            how,
            held(table.gold),
            held(table.predicted),
            weights=None if table.weights is None else held(table.weights),
            groups={name: held(column) for name, column in table.groups.items()},
            numbers={name: held(column) for name, column in table.numbers.items()},
            labels=labels,
        )
    )

    assert found == verdict(lambda: by_samples(how, table, "label", labels))


@given(definitions, st.integers(0, 12).flatmap(of_texts))
@example(F(observation=Observation(classes=ClassOf(ClassKind.ITEM))), (["a"] * 3, ["a", "b", None]))
def test_columns_of_labels_score_as_their_samples_do(
    definition: Definition, sides: tuple[Sequence[Cell], Sequence[Cell]]
) -> None:
    how, (gold, answers) = observing(definition), sides
    assume(not group_keys(definition))
    table = Table(gold, answers, None, {}, {})

    found = verdict(lambda: pool_of_labels(how, gold, answers))

    expected = verdict(lambda: by_samples(how, table, "label", "ask"))
    if isinstance(found, Pool) and isinstance(expected, Pool):
        assert Finaliser(found).score(definition) == Finaliser(expected).score(definition)
        assert found.excluded() == expected.excluded()
        assert found.scored() == expected.scored()
    assert found == expected


@st.composite
def two_sides(draw: st.DrawFn) -> tuple[Observation, Sample]:
    """Draw an observation, and a sample that has the sides of two."""
    how = draw(
        observations(draw(st.sampled_from((Shape.TEXTS, Shape.SLOTS, Shape.SPANS))), classed=True)
    )
    samples = list(draw(corpora_seen(how)))
    gold, answer = (draw(st.sampled_from(samples)) if samples else Sample(id="") for _ in range(2))
    weight = draw(st.sampled_from((Fraction(1), Fraction(0), Fraction(1, 3))))
    return how, Sample(id="", gold=gold.gold, predicted=answer.predicted, weight=weight)


@given(two_sides())
def test_crossed_sides_give_the_evidence_of_the_sample(drawn: tuple[Observation, Sample]) -> None:
    how, sample = drawn
    crossing = Crossing(how)

    def crossed() -> Evidence:
        sides = crossing.gold(sample.gold), crossing.answer(sample.predicted)
        return crossing.pair(*sides, sample.weight)

    assert outcome(crossed) == outcome(lambda: observe(how, sample))


@given(
    observations(Shape.TEXTS, classed=True),
    st.sampled_from((ClassKind.NONE, ClassKind.ITEM)),
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(WORDS), max_size=4),
            st.none() | st.lists(st.sampled_from(WORDS), max_size=4),
            st.integers(1, 3),
        ),
        max_size=6,
    ),
)
@example(
    Observation(),
    ClassKind.ITEM,
    [(["a", "b"], ["b"], 2), (["a", "a"], ["a"], 1), (["a"], None, 1)],
)
@example(Observation(), ClassKind.ITEM, [(["a"], ["b"], 2), (["b"], ["a"], 1), (["a"], ["a"], 1)])
def test_rows_of_crossed_sides_add_up_to_their_samples_class_by_class(
    how: Observation,
    other: ClassKind,
    pairs: Sequence[tuple[list[str], list[str] | None, int]],
) -> None:
    # What sides have in common is the same under any classes, so one road finds it for others.
    finding, crossing = Crossing(evolve(how, classes=ClassOf(other))), Crossing(how)
    try:
        met = meet(
            [finding.gold(tuple(gold)) for gold, _, _ in pairs],
            [finding.answer(None if one is None else tuple(one)) for _, one, _ in pairs],
            [count for *_, count in pairs],
        )
        found = crossing.crossed(met)
        expected = Counter[Evidence]()
        for gold, one, count in pairs:
            sample = Sample(gold=tuple(gold), predicted=None if one is None else tuple(one))
            expected[observe(how, sample)] += count
    except UnfitSampleError:
        assume(False)  # noqa: FBT003

    def added(rows: Iterable[tuple[Evidence, int, int]]) -> tuple[dict[str, Tally], int]:
        totals: dict[str, Tally] = {}
        samples = 0
        for row, count, many in rows:
            samples += many if isinstance(row, Observed) else 0
            for label, tally in row.tallies if isinstance(row, Observed) else ():
                totals[label] = totals.get(label, Tally()) + tally.scaled(count)
        return {label: one for label, one in totals.items() if one != Tally()}, samples

    assert dict(found) == dict(expected)
    assert added(summed(found)) == added((row, count, count) for row, count in expected.items())


VERDICTS = Together((ColumnOf("cost"), ColumnOf("said", Values.BINARY, Absent.LACKING)))


@st.composite
def seen_twice(draw: st.DrawFn) -> tuple[Observing, Sequence[Sample]]:
    """Draw an observation and samples, most of them of few labels, with and without weights."""
    side: st.SearchStrategy[tuple[str, ...]] = st.sampled_from((("a",), ("b",), ("a", "b"), ()))
    weights = st.sampled_from((Fraction(1), Fraction(1), Fraction(2), Fraction(0)))
    numbers = st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(1)))
    names = st.lists(st.sampled_from(("cost", "said")), unique=True)
    amounts = names.flatmap(
        lambda some: st.tuples(*(st.tuples(st.just(one), numbers) for one in sorted(some)))
    )
    samples = st.builds(
        Sample, id=NUMBERED, gold=side, predicted=side | st.none(), weight=weights, amounts=amounts
    )
    plain: st.SearchStrategy[Observing] = st.sampled_from(
        (Observation(), ColumnOf("cost"), VERDICTS)
    )
    return draw(plain | observed), draw(st.lists(samples, min_size=2, max_size=12))


@given(seen_twice())
@example((VERDICTS, [Sample(amounts=(("cost", Fraction(1)),), weight=Fraction(n)) for n in (1, 2)]))
@example((VERDICTS, [Sample(amounts=(("cost", Fraction(n)),)) for n in (1, 2)]))
@example((VERDICTS, [Sample(reasons=(("cost", why),)) for why in ("lost", "late")]))
def test_a_sample_whose_labels_were_seen_is_observed_as_any_other(
    drawn: tuple[Observing, Sequence[Sample]],
) -> None:
    how, corpus = drawn
    seen = observer(how)

    found = [outcome(partial(seen, one)) for one in corpus]

    assert found == [outcome(partial(observe, how, one)) for one in corpus]


def outcome(asked: Callable[[], Evidence]) -> Evidence | str:
    try:
        return asked()
    except UnfitSampleError as error:
        return str(error)


@st.composite
def matrices(
    draw: st.DrawFn,
) -> tuple[Sequence[str], Sequence[Sequence[int]], Sequence[Sequence[int] | None]]:
    classes = draw(st.lists(st.sampled_from(WORDS), max_size=4, unique=True))
    size = draw(st.integers(0, 6))
    row = st.lists(st.sampled_from((0, 1)), min_size=len(classes), max_size=len(classes))
    rows = st.lists(row, min_size=size, max_size=size)
    return classes, draw(rows), draw(rows | st.lists(st.none() | row, min_size=size, max_size=size))


@given(observed, matrices())
def test_rows_of_0_and_1_give_the_pool_of_the_classes_that_they_name(
    how: Observing,
    drawn: tuple[Sequence[str], Matrix, Answers],
) -> None:
    classes, gold, predicted = drawn

    found = verdict(lambda: pool_of_indicators(how, gold, predicted, classes))

    def named(row: Sequence[int]) -> tuple[str, ...]:
        return tuple(name for name, cell in zip(classes, row, strict=True) if cell)

    samples = [
        Sample(id=str(at), gold=named(right), predicted=None if mine is None else named(mine))
        for at, (right, mine) in enumerate(zip(gold, predicted, strict=True))
    ]
    assert found == verdict(lambda: Success(pool(how, samples)))


JUDGED = Together((ColumnOf("cost"), ColumnOf("b.c", absent=Absent.LACKING)))


@given(
    st.sampled_from((ColumnOf("cost"), Together((ColumnOf("cost"), ColumnOf("b.c"))), JUDGED)),
    tables(),
    HOLDERS,
)
@example(JUDGED, Table(["a", "a"], ["a", "a"], None, {}, {"cost": [1, 1], "b.c": [None, 1]}), list)
def test_columns_of_numbers_give_the_pool_of_their_samples(
    how: Observing, table: Table, held: Callable[[Sequence[Cell]], Iterable[object]]
) -> None:
    found = verdict(
        lambda: pool_of_numbers(
            how,
            {name: held(column) for name, column in table.numbers.items()},
            weights=None if table.weights is None else held(table.weights),
        )
    )

    bare = evolve(table, groups={})
    if table.numbers:
        assert found == verdict(lambda: by_samples(how, bare, "none", "ask"))


def as_objects(column: Sequence[Cell]) -> Iterable[object]:
    cells: Iterable[object] = pd.Series(column, dtype=object)
    return cells


KINDS_OF_ITEMS: st.SearchStrategy[ItemKind] = st.sampled_from(("auto", "label", "none"))
TWICE = st.sampled_from((1, 1, 1, 2))


@given(observed, tables(), HOWS, KINDS_OF_ITEMS, TWICE)
def test_frames_give_the_pool_of_their_samples(
    how: Observing, table: Table, labels: How, items: ItemKind, each: int
) -> None:
    groups = {f"group{at}": column for at, column in enumerate(table.groups.values())}
    numbers = {f"number{at}": column for at, column in enumerate(table.numbers.values())}
    data: dict[str, Sequence[Cell]] = {
        "id": [at // each for at in range(len(table.gold))],
        "gold": table.gold,
        "pred": table.predicted,
        **({} if table.weights is None else {"sample_weight": table.weights}),
        **groups,
        **numbers,
    }
    names = tuple(table.groups)
    fields = Fields(
        groups=tuple(zip(names, groups, strict=True)),
        amounts=tuple(zip(table.numbers, numbers, strict=True)),
    )
    frames: list[object] = [
        pd.DataFrame({name: held(column) for name, column in data.items()})
        for held in (as_pandas, as_objects)
    ]
    if all(len(set(map(type, column)) - {type(None)}) == 1 for column in data.values()):
        frames += [pl.DataFrame(data), pa.table(data)]

    def counted(frame: object) -> Result[Pool, tuple[Fault, ...]]:
        return pool_of(how, frame, names=names, fields=fields, items=items, labels=labels)

    def one_by_one(frame: object) -> Result[Pool, tuple[Fault, ...]]:
        samples = samples_of(frame, fields=fields, items=items, labels=labels)
        return samples.map(lambda found: pool(how, found, names=names))

    for frame in frames:
        assert verdict(partial(counted, frame)) == verdict(partial(one_by_one, frame))
