"""The example tables of docs/examples/formats, and what writes them.

`python -m tests.formats.tables` writes the files again.
"""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from measurand.edges.files import Event, ReadOptions, read
from measurand.evidence.source import Fields, Source

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats"
FIELDS = Fields(groups=(("kitchen", "kitchen"),), amounts=(("grams", "grams"),))
ROWS: Sequence[Mapping[str, object]] = (
    {"id": "d1", "gold": ["egg", "milk"], "pred": ["milk"], "kitchen": "north", "grams": "0.85"},
    {"id": "d2", "gold": [], "pred": None, "kitchen": "south", "grams": "1.20"},
    {"id": "d3", "gold": ["nut"], "pred": ["nut", "soy"], "kitchen": "south", "grams": "0.10"},
)
SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "gold": pa.list_(pa.string()),
        "pred": pa.list_(pa.string()),
        "kitchen": pa.dictionary(pa.int8(), pa.string()),
        "grams": pa.decimal128(6, 2),
    }
)
STATE = {"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": "test"}
LABELS = {"names": ["mild", "hot"], "_type": "ClassLabel"}
TEXT = {"dtype": "string", "_type": "Value"}


def table() -> pa.Table:
    """Make the example as a table of Arrow."""
    rows = [{**row, "grams": Decimal(str(row["grams"]))} for row in ROWS]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def write_stream(path: Path, found: pa.Table) -> None:
    """Write an Arrow stream."""
    with pa.ipc.new_stream(path, found.schema) as writer:
        writer.write_table(found)


def write_file(path: Path, found: pa.Table) -> None:
    """Write an Arrow file."""
    with pa.ipc.new_file(path, found.schema) as writer:
        writer.write_table(found)


def write_dataset(folder: Path, found: pa.Table, features: object) -> None:
    """Write what `Dataset.save_to_disk` writes."""
    folder.mkdir(parents=True, exist_ok=True)
    write_stream(folder / "data-00000-of-00001.arrow", found)
    (folder / "state.json").write_text(json.dumps(STATE, indent=2) + "\n")
    (folder / "dataset_info.json").write_text(json.dumps({"features": features}, indent=2) + "\n")


def found(folder: Path, source: Source, options: ReadOptions | None = None) -> list[Event]:
    """Read a source whose file is there."""
    return list(read(source, root=folder, options=options))


def main() -> None:
    """Write all example files."""
    for name in ("csv", "parquet", "arrow", "dataset"):
        (EXAMPLES / name).mkdir(parents=True, exist_ok=True)
    lines = [
        f"{row['id']},{_cell(row['gold'])},{_cell(row['pred'])},{row['kitchen']},{row['grams']}"
        for row in ROWS
    ]
    (EXAMPLES / "csv/allergens.csv").write_text("\n".join([",".join(SCHEMA.names), *lines, ""]))
    parquet.write_table(table(), EXAMPLES / "parquet/allergens.parquet", store_schema=True)
    write_file(EXAMPLES / "arrow/allergens.arrow", table())
    spices = pa.table({"id": ["s1", "s2", "s3"], "gold": [0, 1, 1], "pred": [0, 0, None]})
    write_dataset(
        EXAMPLES / "dataset/spices/test", spices, {"id": TEXT, "gold": LABELS, "pred": LABELS}
    )
    (EXAMPLES / "dataset/spices/dataset_dict.json").write_text('{"splits": ["test"]}\n')


def _cell(items: object) -> str:
    return "; ".join(items) if isinstance(items, list) else ""


if __name__ == "__main__":
    main()
