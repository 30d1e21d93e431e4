"""Bytes in a file, and what reading it gives."""

from collections.abc import Iterable
from pathlib import Path

from measurand.edges.files import Bad, Event, ReadOptions, read
from measurand.evidence.source import Source
from measurand.values.sample import Sample

PLAIN = Source(path="a.jsonl")
GOOD = b'{"id": "1", "gold": ["a"], "pred": ["a", "b"]}\n'


def events(
    folder: Path, raw: bytes, source: Source = PLAIN, options: ReadOptions | None = None
) -> list[Event]:
    """Write the file of a source and read it."""
    (folder / source.path).write_bytes(raw)
    return list(read(source, root=folder, options=options))


def faults(found: Iterable[Event]) -> list[str]:
    """Give the faults as a user sees them."""
    return [fault.text() for event in found if isinstance(event, Bad) for fault in event.faults]


def samples(found: Iterable[Event]) -> list[Sample]:
    """Give the samples."""
    return [event for event in found if isinstance(event, Sample)]


def sample(folder: Path, record: str, source: Source = PLAIN) -> Sample:
    """Read the one sample of one record."""
    [found] = events(folder, record.encode() + b"\n", source)
    assert isinstance(found, Sample), faults([found])
    return found


def fault(folder: Path, record: str, source: Source = PLAIN) -> str:
    """Read a record that has one fault."""
    [found] = faults(events(folder, record.encode() + b"\n", source))
    return found
