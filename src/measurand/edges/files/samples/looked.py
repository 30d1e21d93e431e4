"""The events of the beginning of a file: what its reader makes of what was looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.files import unreadable
from measurand.edges.files.own_road import own_road
from measurand.edges.files.samples.events import Bad, Event
from measurand.edges.files.samples.head import MOST_LINES, Head
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.opened import Window
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.places import places
from measurand.edges.files.samples.reader import part_events
from measurand.evidence.inputs import Format
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample

_LINES: frozenset[Format] = frozenset(("jsonl", "csv", "conll", "quads", "lm-eval", "scorecards"))
"""The formats that are read line by line, of which a beginning is a file too."""
_OPENED: frozenset[Format] = frozenset(("parquet", "arrow", "dataset", "brat", "absa-xml"))
"""The formats whose readers open the file themselves."""


@frozen(kw_only=True, eq=False)
class Seen(Part):
    """A part whose bytes are those that were looked at."""

    text: bytes = b""

    @contextmanager
    def open(self) -> Iterator[BufferedReader]:
        """Open the bytes."""
        yield BufferedReader(Window(BytesIO(self.text).read))


def events_of(
    source: Source, head: Head, root: Path | None, *, gold: bool = False
) -> tuple[list[Event], bool]:
    """Read what was looked at, at most 1000 records; tell whether that is all of the file.

    What is no text is opened again, below the root; without one it is not read. `gold` says that
    predictions stand elsewhere, so that samples have none.

    >>> head = Head(name="a.jsonl", raw=b"{}", lines=(b"{}",))
    >>> [bad], whole = events_of(Source(path="a.jsonl"), head, None)
    >>> bad.faults[0].got, whole
    ('an object with 0 keys', True)
    """
    if head.entries or source.format in _OPENED:
        part = None if root is None else _opened(source, head, root)
        cut = part is None
    elif source.format in _LINES:
        cut = head.more or head.raw.count(b"\n") > len(head.lines)
        text = b"\n".join([*head.lines, b""] if cut else head.lines)
        part = _seen(source, head, text)
    else:
        cut = head.more
        part = None if cut else _seen(source, head, head.raw)
    if part is None:
        return [], not cut
    events = list(islice(_gold(part) if gold else _all(part), MOST_LINES))
    if cut and source.format == "csv" and events and isinstance(events[-1], Bad):
        # A cell in quotes may go on behind the last line that was looked at.
        events.pop()
    if (doubt := part.shared.doubt()) is not None:
        events.append(Bad((doubt.at(file=head.name),)))
    return events, not cut and len(events) < MOST_LINES


def _seen(source: Source, head: Head, text: bytes) -> Part:
    return Seen(source=source, root=Path(), name=head.name, path=None, ids=Ids("exact"), text=text)


def _opened(source: Source, head: Head, root: Path) -> Part | None:
    first = places(source, root)[0]
    if isinstance(first, Fault):
        return None
    return Part(source=source, root=root, name=head.name, path=first.path, ids=Ids("exact"))


def _all(part: Part) -> Iterator[Event]:
    """Read gold and predictions, or what a format with a road of its own shows."""
    road = own_road(part.source.format)
    return part_events(part) if road is None else road.preview(part)


def _gold(part: Part) -> Iterator[Event]:
    """Read gold alone."""
    try:
        match part.source.format:
            case "brat":
                from measurand.edges.files.samples.brat import gold_events

                yield from gold_events(part)
            case "absa-xml":
                from measurand.edges.files.samples.absa_xml import gold_events as sentences

                yield from sentences(part)
            case "quads":
                from measurand.edges.files.samples.quads import gold_events as lines

                with part.open() as file:
                    yield from lines(file, part)
            case _:
                yield from map(_alone, part_events(_of_last_column(part)))
    except OSError as error:
        yield Bad((unreadable(error, part.name),))


def _of_last_column(part: Part) -> Part:
    said = (*part.source.input, ("gold", "-1"))
    return evolve(part, source=evolve(part.source, input=said))


def _alone(event: Event) -> Event:
    return evolve(event, predicted=None) if isinstance(event, Sample) else event
