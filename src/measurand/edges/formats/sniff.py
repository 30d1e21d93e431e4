"""A first look at a file: what it seems to be, what was assumed, and what is wrong already."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path

from attrs import frozen

from measurand.claims.source import Format, Source
from measurand.edges.formats.conll import conll_events
from measurand.edges.formats.document import document_events
from measurand.edges.formats.events import Bad, Event, ReadOptions, Rest
from measurand.edges.formats.files import check_file, unreadable
from measurand.edges.formats.filters import Where
from measurand.edges.formats.guess import (
    Guess,
    format_of,
    guess_conll,
    guess_json,
    guess_jsonl,
    parsed,
)
from measurand.edges.formats.json_value import duplicate_keys
from measurand.edges.formats.jsonl import LineReader
from measurand.edges.formats.lines import BOM
from measurand.values.fault import Fault, shown, visible
from measurand.values.items import Item, Slots, Span, item_text
from measurand.values.sample import Sample

_MOST_BYTES = 8 * 2**20
_MOST_LINES = 1000
_MOST_SAID = 20
_SAMPLES = 3
_WIDE = 100


@frozen(kw_only=True)
class Sniffed:
    """What a first look at a file found.

    `source` is how it would be read, None where that is not clear. `looked` counts the records
    looked at; `whole` tells whether that is all of the file. `encoding` notes what is unusual about
    the bytes, `items` what gold and predictions are made of, `samples` are the first three, as
    text. `assumptions` are what no reader can know, `warnings` what readers would not notice.
    """

    file: str
    format: Format | None = None
    source: Source | None = None
    looked: int = 0
    whole: bool = True
    encoding: tuple[str, ...] = ()
    items: str = ""
    samples: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def sniff(path: Path, *, name: str = "") -> Sniffed:
    """Look at the first 1000 lines of a file, or 8 MiB; `name` is how the user calls it.

    >>> sniff(Path("no/such.jsonl")).faults[0].got
    'nothing of that name'
    """
    name = name or str(path)
    faults = check_file(path, name=name)
    if faults:
        return Sniffed(file=name, faults=faults)
    try:
        with path.open("rb") as file:
            head, more = file.read(_MOST_BYTES), bool(file.read(1))
    except OSError as error:
        return Sniffed(file=name, faults=(unreadable(error, name),))
    return looked_at(head, name, more=more)


def looked_at(head: bytes, name: str, *, more: bool) -> Sniffed:
    """Say what the first bytes of a file tell; `more` follow, or do not.

    >>> looked_at(b'{"id": 1, "gold": ["a"], "pred": ["a"]}\\n', "a.jsonl", more=False).items
    'strings'
    """
    lines = head.removeprefix(BOM).split(b"\n")
    kept = lines[:-1] if more else lines
    document = None if more else parsed(head.removeprefix(BOM))
    kind = format_of(kept[:_MOST_LINES], document)
    if kind is None:
        return Sniffed(file=name, encoding=_encoding(head), faults=(_unknown(head, name),))
    guess = _guess(kind, kept[:_MOST_LINES], document, name)
    first = b"\n".join([*kept[:_MOST_LINES], b""] if len(kept) > _MOST_LINES or more else kept)
    events = list(_events(guess.source, document, head, first))
    samples = [event for event in events if isinstance(event, Sample)]
    cut = more or (kind != "json" and len(kept) > _MOST_LINES)
    bad = [fault for event in events if isinstance(event, Bad) for fault in event.faults]
    return Sniffed(
        file=name,
        format=kind,
        source=guess.source,
        looked=sum(not isinstance(event, Rest) for event in events),
        whole=not cut,
        encoding=_encoding(head),
        items=_made_of(samples),
        samples=tuple(_text(sample) for sample in samples[:_SAMPLES]),
        assumptions=(*guess.assumptions, *_about(samples)),
        warnings=tuple(islice(_repeated_keys(kind, kept, document, head), _MOST_SAID)),
        faults=tuple(bad[:_MOST_SAID]),
    )


def _unknown(head: bytes, name: str) -> Fault:
    got = shown(head[:30].decode(errors="replace")) if head else "an empty file"
    return Fault(file=name, got=got, expected="JSON Lines, a JSON document or CoNLL columns")


def _encoding(head: bytes) -> tuple[str, ...]:
    notes = {
        "starts with a byte order mark, which is dropped": head.startswith(BOM),
        "lines end with CR LF, of which CR is dropped": b"\r\n" in head,
        "the last line has no end of line": bool(head) and not head.endswith(b"\n"),
    }
    return tuple(note for note, there in notes.items() if there)


def _guess(kind: Format, lines: Sequence[bytes], document: object, name: str) -> Guess:
    match kind:
        case "jsonl":
            rows = [row for row in map(parsed, lines) if isinstance(row, dict)]
            return guess_jsonl(rows, name)
        case "json":
            return guess_json(document, name)
        case "conll":
            return guess_conll(lines, name)


def _events(
    source: Source | None, document: object, head: bytes, first: bytes
) -> Iterator[Event]:
    if source is None:
        return iter(())
    options = ReadOptions()
    match source.format:
        case "jsonl":
            return LineReader(source, Where(()), options).events(BytesIO(first))
        case "json":
            return islice(document_events(head, source, Where(()), options), _MOST_LINES)
        case "conll":
            return conll_events(BytesIO(first), source, options)
