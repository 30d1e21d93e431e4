"""A corpus gives the same samples whichever table it stands in, and any bytes give events."""

import csv
import json
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import assume, example, given
from hypothesis import strategies as st
from pyarrow import parquet

from measurand.edges.files import Bad, Event, Filtered, Rest, read
from measurand.edges.files.formats.csv_rows import Row, rows_of
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.lines import read_lines
from measurand.edges.files.sources.frames import events_of
from measurand.evidence.source import Source
from measurand.values.sample import Sample
from properties.strategies.effort import third

EVENTS = Sample | Filtered | Bad | Rest
Rows = Sequence[Mapping[str, object]]

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
slots = st.fixed_dictionaries({"aspect": text, "polarity": text | st.none()})
stars = st.integers(-(2**40), 2**40)
sides = (
    (pa.list_(pa.string()), st.lists(text, max_size=3)),
    (
        pa.list_(pa.struct({"aspect": pa.string(), "polarity": pa.string()})),
        st.lists(slots, max_size=3),
    ),
    (pa.int64(), stars),
    (pa.float64(), st.floats(allow_nan=False, allow_infinity=False)),
)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[pa.DataType, Rows]:
    """Draw rows whose gold and pred are of one type, and the type."""
    kind, side = draw(st.sampled_from(sides))
    ids = draw(st.lists(text.filter(bool), min_size=1, max_size=4, unique=True))
    weights = st.integers(0, 9)
    rows = [
        {
            "id": name,
            "gold": draw(side),
            "pred": draw(st.none() | side),
            "sample_weight": draw(weights),
            "groups": {"site": draw(text)},
        }
        for name in ids
    ]
    assume(not one_side_is_scores(rows))
    return kind, rows


def one_side_is_scores(rows: Rows) -> bool:
    """Tell whether one side alone has numbers that are not whole: as labels these are refused."""
    sides = ([row[side] for row in rows] for side in ("gold", "pred"))
    gold, pred = (any(isinstance(one, float) and one % 1 for one in side) for side in sides)
    return gold is not pred


def table_of(kind: pa.DataType, rows: Rows) -> pa.Table:
    schema = pa.schema(
        {
            "id": pa.string(),
            "gold": kind,
            "pred": kind,
            "sample_weight": pa.int64(),
            "groups": pa.struct({"site": pa.string()}),
        }
    )
    return pa.Table.from_pylist([dict(row) for row in rows], schema=schema)


def in_file(raw: bytes, kind: str = "jsonl", **choices: str) -> list[Event]:
    source = Source(path="a", format=kind, input=tuple(choices.items()))
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(raw)
        return list(read(source, root=Path(folder)))


def lines_of(rows: Rows) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def csv_of(rows: Rows, delimiter: str, end: str, quoting: int) -> bytes:
    file = StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting)  # type: ignore[arg-type] # any of its constants
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow(
            json.dumps(value) if name in {"gold", "pred", "groups"} else value
            for name, value in row.items()
        )
    return file.getvalue().encode()


@third
@given(
    corpora(),
    st.sampled_from(",\t;|"),
    # With QUOTE_MINIMAL and LF the csv module writes a lone CR without quotes, and cannot read it.
    st.sampled_from((("\n", csv.QUOTE_ALL), ("\r\n", csv.QUOTE_ALL), ("\r\n", csv.QUOTE_MINIMAL))),
)
def test_a_corpus_written_as_text_reads_as_its_lines_do(
    corpus: tuple[pa.DataType, Rows], delimiter: str, style: tuple[str, int]
) -> None:
    _, rows = corpus
    end, quoting = style

    expected = in_file(lines_of(rows))

    assert in_file(csv_of(rows, delimiter, end, quoting), "csv", lists="json") == expected
    assert all(isinstance(event, Sample) for event in expected)


@third
@given(corpora(), st.integers(1, 3))
def test_a_corpus_written_as_a_table_reads_as_its_lines_do(
    corpus: tuple[pa.DataType, Rows], size: int
) -> None:
    kind, rows = corpus
    table = table_of(kind, rows)
    columns, stream, whole = BytesIO(), BytesIO(), BytesIO()
    parquet.write_table(table, columns, row_group_size=size)
    with pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table, max_chunksize=size)
    with pa.ipc.new_file(whole, table.schema) as writer:
        writer.write_table(table, max_chunksize=size)

    expected = in_file(lines_of(rows))

    assert in_file(columns.getvalue(), "parquet") == expected
    assert in_file(stream.getvalue(), "arrow") == expected
    assert in_file(whole.getvalue(), "arrow") == expected


@third
@given(corpora())
def test_a_corpus_in_a_frame_gives_what_its_lines_give(corpus: tuple[pa.DataType, Rows]) -> None:
    kind, rows = corpus
    table = table_of(kind, rows)

    expected = in_file(lines_of(rows))

    assert list(events_of(rows)) == expected
    assert list(events_of(table)) == expected
    assert list(events_of(pl.from_arrow(table))) == expected
    assert list(events_of(pd.DataFrame(list(rows), dtype=object))) == expected


@given(st.text('ab ",', max_size=30) | st.text('a",\n', max_size=30), st.booleans())
@example('a,"b\n""c"\n\n"",\n', True)  # noqa: FBT003 what hypothesis passes
@example('"a"b\nc,"d', False)  # noqa: FBT003 the same
def test_rows_are_cut_as_the_csv_module_cuts_them(found: str, windows: bool) -> None:  # noqa: FBT001
    raw = found.replace("\n", "\r\n") if windows else found
    rows, fault = ours(raw)

    try:
        theirs = [row for row in csv.reader(StringIO(raw, newline=""), strict=True) if row]
    except csv.Error:
        assert fault
    else:
        assert (rows, fault) == (theirs, False)


def ours(raw: str) -> tuple[list[list[str]], bool]:
    rows: list[Row] = []
    try:
        rows.extend(rows_of(read_lines(BytesIO(raw.encode()), max_bytes=99), ",", max_bytes=99))
    except FaultError:
        return [], True
    return [list(row.cells) for row in rows], any(row.fault for row in rows)


@given(
    st.text('ab0,.;|"\n\r\t[]{}\0\u00e9', max_size=60).map(str.encode) | st.binary(max_size=60),
    st.sampled_from(
        (
            {},
            {"lists": "json", "empty": "null"},
            {"lists": ";", "empty": "none", "delimiter": "tab"},
        )
    ),
)
def test_any_bytes_below_a_header_give_events(raw: bytes, choices: Mapping[str, str]) -> None:
    mark = b"\t" if "delimiter" in choices else b","
    header = mark.join((b"id", b"gold", b"pred", b"sample_weight")) + b"\n"

    events = in_file(header + raw, "csv", **choices) + in_file(raw, "csv", **choices)

    assert all(isinstance(event, EVENTS) for event in events)
    assert all(event.faults for event in events if isinstance(event, Bad))


@third
@given(st.data(), st.sampled_from(("parquet", "stream", "file")))
def test_a_table_whose_bytes_were_hurt_gives_events(data: st.DataObject, kind: str) -> None:
    table = table_of(*data.draw(corpora()))
    file = BytesIO()
    if kind == "parquet":
        parquet.write_table(table, file)
    else:
        make = pa.ipc.new_stream if kind == "stream" else pa.ipc.new_file
        with make(file, table.schema) as writer:
            writer.write_table(table)
    raw = bytearray(file.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))

    events = in_file(bytes(raw), "parquet" if kind == "parquet" else "arrow")

    assert all(isinstance(event, EVENTS) for event in events)
