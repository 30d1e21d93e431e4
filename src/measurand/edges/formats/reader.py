"""From a source to events: a sample, a dropped record or a bad one for every record, in order."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from measurand.claims.source import Source
from measurand.edges.formats.cards import read_cards
from measurand.edges.formats.conll import read_conll
from measurand.edges.formats.document import read_document
from measurand.edges.formats.events import Bad, Event, Filtered, ReadOptions
from measurand.edges.formats.files import check_file, unreadable
from measurand.edges.formats.filters import Where
from measurand.edges.formats.joined import read_joined
from measurand.edges.formats.jsonl import read_jsonl
from measurand.pipelines.review.quantities import Wanted
from measurand.values.fault import Fault

T = TypeVar("T")


def read(
    source: Source,
    *,
    root: Path,
    options: ReadOptions | None = None,
    wanted: Wanted | None = None,
) -> Iterator[Event]:
    """Read a source; paths in it are relative to the root, and faults show them as they are given.

    Memory is constant but for the index of ids, the second of two joined files, and a JSON
    document. Whatever the bytes are, this gives events: a fault of a whole file is a `Bad` without
    bytes. `wanted` says which lists and numbers the samples of scorecards hold.
    """
    faults = check_source(source, root=root)
    if faults:
        yield Bad(faults)
        return
    where = Where(source.where)
    events = _events(source, root, where, options or ReadOptions(), wanted or Wanted((), ()))
    try:
        yield from told(events, where, source.path)
    except OSError as error:
        yield Bad((unreadable(error, source.path),))


def check_source(source: Source, *, root: Path) -> tuple[Fault, ...]:
    """Say what is wrong with the files of a source as a whole: missing, or not the ones meant."""
    first = check_file(root / source.path, source.sha256, name=source.path)
    if not source.predictions:
        return first
    second = source.predictions
    return first + check_file(root / second, source.predictions_sha256, name=second)


def _events(
    source: Source, root: Path, where: Where, options: ReadOptions, wanted: Wanted
) -> Iterator[Event]:
    path = root / source.path
    match source.format:
        case "jsonl" if source.predictions:
            return read_joined(source, path, root / source.predictions, where, options)
        case "jsonl":
            return read_jsonl(source, path, where, options)
        case "json":
            return read_document(source, path, where, options)
        case "conll":
            return read_conll(source, path, options)
        case "scorecards":
            return read_cards(source, path, where, options, wanted)


def told(events: Iterable[T], where: Where, file: str) -> Iterator[T | Bad]:
    """Pass events on; say so where there were none, or where no record has what is filtered by."""
    count = absent = 0
    for event in events:
        count += 1
        absent += isinstance(event, Filtered) and bool(event.absent)
        yield event
    if not count:
        yield no_records(file)
    elif absent == count and where.absent:
        yield Bad((where.absent,))


def no_records(file: str) -> Bad:
    """Say that a file has nothing in it."""
    return Bad((Fault(file=file, got="a file without records", expected="samples"),))
