"""What a run was: what it read, how, with what, and how long that took."""

import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from attrs import field, frozen

from measurand.edges.files.json.shapes import JsonDocument
from measurand.edges.files.samples.opening import is_stream
from measurand.edges.files.samples.source_files import (
    ENDS,
    WHOLE,
    ends_digest,
    files_of,
    whole_digest,
)
from measurand.evidence.source import Source
from measurand.metrics.needs import Reading

_LOADED = ("numpy", "scipy", "pyarrow", "duckdb", "distributed", "pyspark")


@frozen(kw_only=True)
class Input:
    """A file that was read: its name, length and digest.

    `kind` says of what: "sha256" of all bytes; "sha256 of the first and last 65536 bytes" of a file
    longer than 1 GiB; "none" of a stream, or of what could not be read.

    >>> Input(name="-").kind
    'none'
    """

    name: str
    bytes: int = 0
    digest: str = ""
    kind: str = "none"


@frozen(kw_only=True)
class RunRecord:
    """What a run was. `started` is a time as ISO 8601 writes it, `seconds` is how long it took.

    `ends` says of sources whether the end of a span is inside it, where that was said or shown.
    `read`, `dropped` and `skipped` count records of all sources; `lost` names shards that are in no
    number. `versions` are those of Python, of this package, and of what else was loaded.

    >>> plain_record(RunRecord(definitions=("total",), engine="serial"))["engine"]
    'serial'
    """

    definitions: tuple[str, ...]
    inputs: tuple[Input, ...] = ()
    ends: Mapping[str, str] = field(factory=dict)
    engine: str = "serial"
    workers: int = 1
    shards: int = 0
    versions: Mapping[str, str] = field(factory=dict)
    started: str = ""
    seconds: float = 0.0
    read: int = 0
    dropped: int = 0
    skipped: int = 0
    faults: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


RECORD = JsonDocument(
    "record", {}, body=RunRecord, version=0, written="the record of a run (--record)", schema=str
)


def plain_record(record: RunRecord) -> dict[str, object]:
    """Make a tree for JSON.

    >>> plain_record(RunRecord(definitions=()))["schema"]
    'measurand-run/1'
    """
    return RECORD.tree(record, schema="measurand-run/1")


def totals(readings: Iterable[Reading]) -> dict[str, int]:
    """Add up what was read of all sources.

    >>> totals([Reading(read=3, skipped=1), Reading(read=2)])
    {'read': 5, 'dropped': 0, 'skipped': 1}
    """
    found = tuple(readings)
    return {
        name: sum(getattr(one, name) for one in found) for name in ("read", "dropped", "skipped")
    }


def versions() -> dict[str, str]:
    """Give the versions of Python, this package, msgspec, and of libraries that were loaded.

    >>> {"measurand", "msgspec", "python"} <= versions().keys()
    True
    """
    loaded = [name for name in _LOADED if name in sys.modules]
    return {
        "python": python_version(),
        **{name: version(name) for name in ("measurand", "msgspec", *loaded)},
    }


def inputs_of(sources: Iterable[Source], root: Path) -> tuple[Input, ...]:
    """Describe every file that sources name, each once.

    >>> inputs_of([Source(path="-")], Path("."))
    (Input(name='-', bytes=0, digest='', kind='none'),)
    """
    named: dict[str, Path] = {}
    for source in sources:
        named.update(files_of(source, root))
    return tuple(_input(name, path) for name, path in named.items())


def _input(name: str, path: Path) -> Input:
    if is_stream(path):
        return Input(name=name)
    try:
        size = path.stat().st_size
        if size <= WHOLE:
            return Input(name=name, bytes=size, digest=whole_digest(path), kind="sha256")
        kind = f"sha256 of the first and last {ENDS} bytes"
        return Input(name=name, bytes=size, digest=ends_digest(path), kind=kind)
    except OSError:
        return Input(name=name)
