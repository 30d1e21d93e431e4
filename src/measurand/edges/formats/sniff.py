"""A first look at a file: what it seems to be, what was assumed, and what is wrong already."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path

from attrs import frozen

from measurand.claims.inputs import Format
from measurand.claims.source import Source
from measurand.edges.formats.cards import card_events
from measurand.edges.formats.conll import conll_events
from measurand.edges.formats.document import document_events
from measurand.edges.formats.events import Bad, Event, Rest
from measurand.edges.formats.files import check_file, unreadable
from measurand.edges.formats.guess import (
    Guess,
    format_of,
    guess_conll,
    guess_json,
    guess_jsonl,
    guess_scorecards,
    parsed,
)
from measurand.edges.formats.ids import Ids
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.json_value import Json, duplicate_keys
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
    r"""Say what the first bytes of a file tell; `more` follow, or do not.

    >>> looked_at(b'{"id": 1, "gold": ["a"], "pred": ["a"]}\n', "a.jsonl", more=False).items
    'strings'
    """
    lines = head.removeprefix(BOM).split(b"\n")
    lines = lines[:-1] if more else lines
    document = None if more else parsed(head.removeprefix(BOM))
    first = lines[:_MOST_LINES]
    kind = format_of(first, document)
    if kind is None:
        return Sniffed(file=name, encoding=_encoding(head), faults=(_unknown(head, name),))
    guess = _guess(kind, first, document, name)
    cut = more or (kind != "json" and len(lines) > _MOST_LINES)
    text = head if kind == "json" else b"\n".join([*first, b""] if cut else first)
    events = list(_events(guess.source, text)) if guess.source else []
    samples = [event for event in events if isinstance(event, Sample)]
    bad = [fault for event in events if isinstance(event, Bad) for fault in event.faults]
    repeated = _repeated_keys([text] if kind == "json" else first)
    return Sniffed(
        file=name,
        format=kind,
        source=guess.source,
        looked=sum(not isinstance(event, Rest) for event in events),
        whole=not cut,
        encoding=_encoding(head),
        items=_made_of(samples),
        samples=tuple(_shown(sample) for sample in samples[:_SAMPLES]),
        assumptions=(*guess.assumptions, *_about(samples)),
        warnings=tuple(islice(repeated, _MOST_SAID)),
        faults=tuple(bad[:_MOST_SAID]),
    )


def _unknown(head: bytes, name: str) -> Fault:
    got = shown(head[:30].decode(errors="replace")) if head else "an empty file"
    return Fault(file=name, got=got, expected="JSON Lines, a JSON document or CoNLL columns")


def _encoding(head: bytes) -> tuple[str, ...]:
    notes = {
        "it starts with a byte order mark, which is dropped": head.startswith(BOM),
        "lines end with CR LF, of which CR is dropped": b"\r\n" in head,
    }
    return tuple(note for note, there in notes.items() if there)


def _guess(kind: Format, lines: Sequence[bytes], document: Json, name: str) -> Guess:
    match kind:
        case "jsonl":
            return guess_jsonl([row for row in map(parsed, lines) if isinstance(row, dict)], name)
        case "json":
            return guess_json(document, name)
        case "conll":
            return guess_conll(lines, name)
        case "scorecards":
            return guess_scorecards(name)
        case _:
            return Guess(source=None)


def _events(source: Source, text: bytes) -> Iterator[Event]:
    part = Part(source=source, root=Path(), name=source.path, path=None, ids=Ids("exact"))
    match source.format:
        case "jsonl":
            return LineReader(part).events(BytesIO(text))
        case "json":
            return islice(document_events(text, part), _MOST_LINES)
        case "conll":
            return conll_events(BytesIO(text), part)
        case "scorecards":
            return card_events(BytesIO(text), part)
        case _:
            return iter(())


def _repeated_keys(texts: Sequence[bytes]) -> Iterator[str]:
    """Tell of keys that stand twice in one object, by line."""
    for number, text in enumerate(texts, 1):
        body = text.removeprefix(BOM)
        keys = duplicate_keys(body) if parsed(body) is not None else ()
        if keys:
            place = f"line {number}" if len(texts) > 1 else "an object"
            yield f"{place} has twice {', '.join(map(shown, keys[:3]))}: only the last is read"


def _made_of(samples: Sequence[Sample]) -> str:
    """Name the kinds of items, and the slots."""
    items = [item for sample in samples for item in (*sample.gold, *(sample.predicted or ()))]
    kinds = {
        "strings": any(isinstance(item, str) for item in items),
        f"slots ({', '.join(_slot_names(items))})": any(isinstance(item, Slots) for item in items),
        "spans": any(isinstance(item, Span) for item in items),
    }
    return " and ".join(kind for kind, there in kinds.items() if there)


def _slot_names(items: Sequence[Item]) -> list[str]:
    names = {name for item in items if isinstance(item, Slots) for name, _ in item.entries}
    return sorted(names)[:_MOST_SAID]


def _about(samples: Sequence[Sample]) -> Iterator[str]:
    spans = any(isinstance(item, Span) for sample in samples for item in sample.gold)
    silent = sum(sample.predicted is None for sample in samples)
    weighed = sum(sample.weight != 1 for sample in samples)
    if spans:
        yield "spans are half-open: end is not inside"
    if silent:
        yield f"null says that no answer was given: {silent} of the samples looked at"
    if weighed:
        yield f"{weighed} of the samples looked at have a weight that is not 1"


def _shown(sample: Sample) -> str:
    """Write a sample in one line.

    >>> _shown(Sample(id="7", gold=("a", "b"), predicted=None))
    '7: gold a; b | no answer'
    """
    gold = "; ".join(item_text(item) for item in sample.gold[:_MOST_SAID]) or "nothing"
    given = sample.predicted or ()
    answer = "; ".join(item_text(item) for item in given[:_MOST_SAID]) or "nothing"
    told = "no answer" if sample.predicted is None else f"predicted {answer}"
    return visible(f"{sample.id[:_WIDE]}: gold {gold[:_WIDE]} | {told[:_WIDE]}")
