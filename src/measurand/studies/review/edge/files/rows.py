"""Rows of a review, one a line: objects as they stand, and scorecards for a second look."""

from collections.abc import Iterator
from pathlib import Path

from measurand.edges.files.events import Bad, Event, ReadOptions, Rest
from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.lines import BUFFER, Line, Lines, read_lines
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.sample_of_record import Filters, Record, Where, record_of
from measurand.edges.files.sources.reading import noting_absence
from measurand.evidence.source import Source
from measurand.studies.review.edge.files.cards import CardReader, NewCard, bad_line
from measurand.studies.review.edge.files.format import PLACES


def read_rows(path: Path, filters: Filters, options: ReadOptions) -> Iterator[Record | Event]:
    """Give the object of every line that is not blank, or another event."""
    name = str(path)
    faults = check_file(path)
    if faults:
        yield Bad(faults)
        return
    where = Where(filters, PLACES)
    try:
        with path.open("rb", buffering=BUFFER) as file:
            yield from noting_absence(_rows(file, name, where, options), where, name)
    except OSError as error:
        yield Bad((unreadable(error, name),))


def _rows(file: Lines, name: str, where: Where, options: ReadOptions) -> Iterator[Record | Event]:
    for line in read_lines(file, max_bytes=options.max_line_bytes):
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield _row(line, name, where, options)


def _row(line: Line, name: str, where: Where, options: ReadOptions) -> Record | Event:
    try:
        record = record_of(line, name, options)
        return where.drops(record) or record
    except FaultError as error:
        return bad_line(error, line, name)


def look_again(path: Path, filters: Filters, options: ReadOptions) -> Iterator[NewCard]:
    """Give the scorecards of a file that was read before; what cannot be read is passed over."""
    source, name = Source(path=str(path), format="scorecards", where=filters), str(path)
    part = Part(source=source, root=Path(), name=name, path=path, options=options)
    reader = CardReader(part)
    with part.open() as file:
        yield from (found for found in reader.cards(file) if isinstance(found, NewCard))
