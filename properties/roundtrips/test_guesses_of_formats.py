"""One table in four formats is guessed alike: names and values tell what a column holds."""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
from hypothesis import event, example, given
from hypothesis import strategies as st
from pyarrow import feather, parquet

from measurand.edges.files.sources.recognition import keyed_rows
from measurand.edges.files.sources.sniff import Sniffed, sniff

Table = Mapping[str, Sequence[str]]
names = st.sampled_from(
    ("id", "qid", "question_id", "model", "gold", "target", "pred", "answer", "note", "odd key")
)
# Few values, so that ids repeat and are told apart by another column, or not at all.
cells = st.sampled_from(("a", "b", "c", "d d", "Émile"))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    # One line alone may be a JSON document as well.
    size = draw(st.integers(2, 6))
    columns = draw(st.lists(names, min_size=2, max_size=6, unique=True))
    column = st.lists(cells, min_size=size, max_size=size)
    return {name: draw(column) for name in columns}


LONG = {
    "id": ["a", "b", "a", "b"],
    "model": ["a", "a", "b", "b"],
    "gold": [*"aabb"],
    "pred": [*"aaab"],
}


@given(tables())
@example(LONG)
def test_one_table_is_guessed_alike_in_every_format(table: Table) -> None:
    with TemporaryDirectory() as name:
        files = _written(table, Path(name))

        seen = [sniff(file) for file in files]
        rows = [[*keyed_rows(file)] for file in files]

    first, *others = [(_said(one), one.samples, one.looked) for one in seen]
    assert others == [first] * len(others)
    assert rows == [rows[0]] * len(rows)
    event(f"understood: {seen[0].source is not None}")
    event(f"joined ids: {seen[0].source is not None and '+' in seen[0].source.fields.id}")


def _said(one: Sniffed) -> tuple[object, list[str]]:
    """Give the fields, and what is assumed of them; what separates cells is a matter of CSV."""
    fields = None if one.source is None else one.source.fields
    return fields, [text for text in one.assumptions if not text.startswith("cells are")]


def _written(table: Table, folder: Path) -> list[Path]:
    """Write a table by writers of others."""
    files = [folder / f"a.{ending}" for ending in ("jsonl", "csv", "parquet", "feather")]
    rows = [*zip(*table.values(), strict=True)]
    lines = (json.dumps(dict(zip(table, row, strict=True))) + "\n" for row in rows)
    files[0].write_text("".join(lines))
    with files[1].open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*table], *rows])
    parquet.write_table(pa.table(dict(table)), files[2])
    feather.write_feather(pa.table(dict(table)), files[3])
    return files
