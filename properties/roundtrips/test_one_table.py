"""One table gives one verdict, whatever it is written in: a score, or the same refusal.

Tables of labels, or of tuples with one slot, hold integers, floats, truth values, texts and gaps,
each column of one type or of several. They are written as every format that can hold them and read
back. A table of text has no types: texts that spell numbers are numbers there, unless it is said
how labels are compared; then it too is one table with the others.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from attrs import frozen
from hypothesis import event, example, given
from hypothesis import strategies as st

from measurand import Sample, evaluate, parse
from measurand.edges.files import Bad, Event, read
from measurand.evidence.source import Source
from measurand.frames import events_of
from properties.strategies.effort import quarter

Label = bool | int | float | str
Cell = Label | None
Row = tuple[Label, Cell]
How = Literal["ask", "value", "text"]
Shape = Literal["label", "slot"]

INTEGERS = (0, 1, 2, -3)
FLOATS = (0.0, 1.0, 2.0, 0.5, -3.0, 1e-7, 1e22)
WORDS = ("a", "b", "one", "007", "+1", "1,0", "yes", "nan", "0x1")
SPELLED = ("0", "1", "1.0", "0.5", "0.50", "1e0", "true", "True", "FALSE")
KINDS: Sequence[Sequence[Label]] = (INTEGERS, FLOATS, (True, False), WORDS)
DEFINITIONS = tuple(
    parse(text)
    for text in ("accuracy", "f(average=macro[class],class=item)", "total(of=gold,class=item)")
)
HOWS: st.SearchStrategy[How] = st.sampled_from(("ask", "value", "text"))
SHAPES: st.SearchStrategy[Shape] = st.sampled_from(("label", "slot"))


@frozen
class Verdict:
    """The scores, or why there are none; `refused` is empty where there are some."""

    scores: tuple[str, ...]
    refused: str = ""


def columns(kinds: Sequence[Sequence[Label]]) -> st.SearchStrategy[Sequence[Label]]:
    """Draw what the cells of a column may be: mostly of one kind, at times of several."""
    one = st.sampled_from(kinds)
    return one | one | st.lists(one, min_size=2, max_size=2).map(lambda some: [*some[0], *some[1]])


@st.composite
def tables(draw: st.DrawFn, kinds: Sequence[Sequence[Label]] = KINDS) -> tuple[Row, ...]:
    """Draw the rows of a table: gold, and a prediction that may be missing."""
    gold = st.sampled_from(draw(columns(kinds)))
    answers = st.none() | st.sampled_from(draw(columns(kinds))) | gold
    return tuple(draw(st.lists(st.tuples(gold, answers), min_size=1, max_size=6)))


def verdict(events: Sequence[Event]) -> Verdict:
    """Score what was read, or give the faults without their files."""
    faults = [fault for one in events if isinstance(one, Bad) for fault in one.faults]
    if faults:
        return Verdict((), "; ".join(f"{one.expected}, got {one.got}" for one in faults))
    samples = [one for one in events if isinstance(one, Sample)]
    return Verdict(tuple(str(evaluate(one, samples)) for one in DEFINITIONS))


def records(rows: Sequence[tuple[Cell, Cell]], shape: Shape) -> list[dict[str, object]]:
    """Give the rows as records; in a slot an answer that is missing is no tuple."""

    def cell(value: Cell) -> object:
        if shape == "label" or value is None:
            return value
        return [{"stars": value}]

    return [
        {"id": at, "gold": cell(gold), "pred": cell(pred)} for at, (gold, pred) in enumerate(rows)
    ]


def in_files(rows: Sequence[Row], how: How, shape: Shape) -> dict[str, Verdict]:
    """Write a table as JSON Lines, JSON and CSV, in one file and in two, and read it."""
    whole = records(rows, shape)
    gold = [{"id": one["id"], "gold": one["gold"]} for one in whole]
    preds = [{"id": one["id"], "pred": one["pred"]} for one in reversed(whole)]
    aligned = {name: [one[name] for one in whole] for name in ("id", "gold", "pred")}
    texts = {
        "a.jsonl": lines(whole),
        "gold.jsonl": lines(gold),
        "pred.jsonl": lines(preds),
        "a.json": json.dumps(whole),
        "columns.json": json.dumps(aligned),
        "a.csv": table(whole),
        "gold.csv": table(gold),
        "pred.csv": table(preds),
    }
    said = (("labels", how),)
    cells = (*said, ("empty", "null"), *((("lists", "json"),) if shape == "slot" else ()))
    paired = tuple((name, name) for name in ("id", "gold", "pred"))
    sources = {
        "jsonl": Source(path="a.jsonl", input=said),
        "two jsonl": Source(path="gold.jsonl", predictions="pred.jsonl", input=said),
        "json": Source(path="a.json", format="json", input=said),
        "columns": Source(path="columns.json", format="json", columns=paired, input=said),
        "csv": Source(path="a.csv", format="csv", input=cells),
        "two csv": Source(path="gold.csv", predictions="pred.csv", format="csv", input=cells),
    }
    with TemporaryDirectory() as name:
        root = Path(name)
        for file, text in texts.items():
            (root / file).write_text(text, encoding="utf-8")
        return {kind: verdict(list(read(one, root=root))) for kind, one in sources.items()}


def lines(some: Sequence[Mapping[str, object]]) -> str:
    """Write JSON Lines."""
    return "".join(json.dumps(one) + "\n" for one in some)


def table(some: Sequence[Mapping[str, object]]) -> str:
    """Write CSV as most programs do; truth values and tuples are JSON."""

    def text(value: object) -> str:
        if isinstance(value, bool | list):
            return json.dumps(value)
        return "" if value is None else str(value)

    held = io.StringIO()
    writer = csv.writer(held)
    writer.writerow(some[0])
    writer.writerows([[text(value) for value in one.values()] for one in some])
    return held.getvalue()


def in_memory(rows: Sequence[Row], how: How, shape: Shape) -> dict[str, Verdict]:
    """Hold a table as rows and as data frames, as far as these can hold it, and read it."""
    whole = records(rows, shape)
    frames: dict[str, object] = {
        "dicts": whole,
        "pandas": pd.DataFrame(whole, dtype=object),
    }
    arrow = as_arrow(whole)
    if arrow is not None:
        frames |= {
            "pyarrow": arrow,
            "polars": pl.from_arrow(arrow),
            "duckdb": duckdb.from_arrow(arrow),
        }
    return {kind: verdict(list(events_of(one, labels=how))) for kind, one in frames.items()}


def in_columns(rows: Sequence[Row], how: How, shape: Shape) -> dict[str, Verdict]:
    """Write a table as Parquet and Arrow, where its columns have one type each, and read it."""
    arrow = as_arrow(records(rows, shape))
    if arrow is None:
        return {}
    said = (("labels", how),)
    with TemporaryDirectory() as name:
        root = Path(name)
        pq.write_table(arrow, root / "a.parquet")
        with (
            pa.OSFile(str(root / "a.arrow"), "wb") as file,
            pa.ipc.new_file(file, arrow.schema) as out,
        ):
            out.write_table(arrow)
        return {
            "parquet": verdict(
                list(read(Source(path="a.parquet", format="parquet", input=said), root=root))
            ),
            "arrow": verdict(
                list(read(Source(path="a.arrow", format="arrow", input=said), root=root))
            ),
        }


def as_arrow(whole: Sequence[Mapping[str, object]]) -> pa.Table | None:
    """Make columns of records; None where a column has several types, or Arrow would change one."""
    try:
        made = pa.Table.from_pylist(list(whole))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return None
    return made if repr(made.to_pylist()) == repr(list(whole)) else None


def everywhere(rows: Sequence[Row], how: How, shape: Shape) -> dict[str, Verdict]:
    """Read a table from everything that can hold it."""
    ways: Sequence[Callable[..., dict[str, Verdict]]] = (in_files, in_memory, in_columns)
    return {kind: one for way in ways for kind, one in way(rows, how, shape).items()}


def differing(verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """Give the verdicts that are not that of JSON Lines, and this one; none where all agree."""
    first = verdicts["jsonl"]
    other = {kind: one for kind, one in verdicts.items() if one != first}
    return {"jsonl": first, **other} if other else {}


@quarter
@given(tables(), SHAPES, HOWS)
@example(((1, 1.0), (0, 0.0), (1, None), (1, 1.0), (0, 1.0), (1, 1.0)), "label", "ask")
@example(((True, 1), (False, 0)), "label", "ask")
@example(((1, 1), (1.0, 1.0)), "label", "ask")
@example(((3, 3), (0.5, 0.5)), "slot", "ask")
def test_a_table_gives_one_verdict_in_every_format(
    rows: tuple[Row, ...],
    shape: Shape,
    how: How,
) -> None:
    verdicts = everywhere(rows, how, shape)

    event(f"{how}: {'refused' if verdicts['jsonl'].refused else 'scored'}, {len(verdicts)} ways")
    assert differing(verdicts) == {}


@quarter
@given(tables((*KINDS, SPELLED)), SHAPES, HOWS)
@example((("1", "1.0"),), "label", "ask")
@example(((1, "1"),), "label", "ask")
@example((("True", True),), "label", "value")
def test_texts_that_spell_numbers_are_told_from_numbers_wherever_there_are_types(
    rows: tuple[Row, ...],
    shape: Shape,
    how: How,
) -> None:
    verdicts = everywhere(rows, how, shape)
    text = [] if shape == "slot" or how != "ask" else [verdicts.pop("csv"), verdicts.pop("two csv")]

    assert differing(verdicts) == {}
    for one in text:  # it may ask where the others need not, or needs not where they do
        assert one.refused or verdicts["jsonl"].refused or one == verdicts["jsonl"]


@given(tables((*KINDS, SPELLED)), SHAPES)
def test_the_order_of_records_decides_nothing(rows: tuple[Row, ...], shape: Shape) -> None:
    there, back = (verdict(list(events_of(records(some, shape)))) for some in (rows, rows[::-1]))

    assert there == back


@given(tables((*KINDS, SPELLED)))
def test_said_by_value_labels_are_one_where_their_values_are(rows: tuple[Row, ...]) -> None:
    def value(cell: Cell) -> Cell:
        if isinstance(cell, str) and cell in {"true", "True", "FALSE"}:
            return cell.lower() == "true"
        if isinstance(cell, str) and cell in SPELLED:
            return float(cell)
        return float(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell

    plain = [(value(gold), value(pred)) for gold, pred in rows]
    of_types = [(type(value(gold)), value(gold)) for gold, _ in rows]
    hits = sum(
        pred is not None and (type(value(pred)), value(pred)) == one
        for one, (_, pred) in zip(of_types, rows, strict=True)
    )

    found = verdict(list(events_of(records(rows, "label"), labels="value")))

    assert found == verdict(list(events_of(records(plain, "label"), labels="value")))
    answered = sum(pred is not None for _, pred in rows)
    if not found.refused and answered:
        assert found.scores[0] == str(evaluate(DEFINITIONS[0], hit_or_miss(hits, answered)))


def hit_or_miss(hits: int, number: int) -> list[Sample]:
    """Make so many samples, of which some are hits."""
    return [
        Sample(id=str(at), gold=("x",), predicted=("x" if at < hits else "y",))
        for at in range(number)
    ]
