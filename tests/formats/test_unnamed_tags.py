"""Lists of tags that nobody said what they are, in every format: spans, or a set of strings."""

import csv
import json
from io import StringIO
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from measurand.edges.files.sources.recognition import unnamed_tags
from measurand.evidence.source import Source
from measurand.frames import samples_of

ROWS = [
    {"id": "1", "gold": ["B-PER", "I-PER", "O"], "pred": ["B-PER", "O", "O"]},
    {"id": "2", "gold": ["O"], "pred": ["O"]},
]
ASKED = "to be told what they are"


def write(path: Path, kind: str) -> Source:
    """Write the rows as a file of a format."""
    source = Source(path="a", format=kind)
    match kind:
        case "jsonl":
            path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
        case "json":
            path.write_text(json.dumps(ROWS))
        case "csv":
            held = StringIO()
            writer = csv.writer(held)
            writer.writerow(ROWS[0])
            writer.writerows(
                [row["id"], " ".join(row["gold"]), " ".join(row["pred"])] for row in ROWS
            )
            path.write_text(held.getvalue())
            source = Source(path="a", format=kind, input=(("lists", " "),))
        case _:
            parquet.write_table(pa.Table.from_pylist(ROWS), path)
    return source


@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "parquet"])
def test_tags_are_asked_about_in_every_format(tmp_path: Path, kind: str) -> None:
    source = write(tmp_path / "a", kind)

    found = unnamed_tags(source, tmp_path)

    assert found is not None
    assert (found.expected, found.got) == (ASKED, "tags such as 'B-PER'")


@pytest.mark.parametrize("frame", [ROWS, pd.DataFrame(ROWS), pa.Table.from_pylist(ROWS)])
def test_tags_are_asked_about_in_frames(frame: object) -> None:
    [fault] = samples_of(frame).failure()

    assert fault.expected == ASKED
    assert len(samples_of(frame, items="iob2").unwrap()[0].gold) == 1


def test_aligned_lists_are_asked_about_too(tmp_path: Path) -> None:
    columns = {side: [row[side] for row in ROWS] for side in ("gold", "pred")}
    (tmp_path / "a").write_text(json.dumps(columns))
    named = tuple((side, side) for side in columns)

    assert unnamed_tags(Source(path="a", format="json", columns=named), tmp_path) is not None


def test_a_tag_a_record_is_asked_about_too(tmp_path: Path) -> None:
    rows = [{"id": str(at), "gold": tag, "pred": "O"} for at, tag in enumerate(("B-PER", "O"))]
    (tmp_path / "a").write_text("".join(json.dumps(row) + "\n" for row in rows))

    assert unnamed_tags(Source(path="a"), tmp_path) is not None


@pytest.mark.parametrize("tags", [["S-A", "O"], ["U-A", "O"], ["I-A", "O"]])
def test_tags_of_every_scheme_are_seen(tmp_path: Path, tags: list[str]) -> None:
    (tmp_path / "a").write_text(json.dumps({"id": "1", "gold": tags, "pred": tags}) + "\n")

    assert unnamed_tags(Source(path="a"), tmp_path) is not None


@pytest.mark.parametrize(
    "gold", [["B-12", "C"], ["O", "AB", "A"], ["O", "B"], ["milk"], [], "B-PER"]
)
def test_other_texts_are_none(tmp_path: Path, gold: object) -> None:
    (tmp_path / "a").write_text(json.dumps({"id": "1", "gold": gold, "pred": gold}) + "\n")

    assert unnamed_tags(Source(path="a"), tmp_path) is None
