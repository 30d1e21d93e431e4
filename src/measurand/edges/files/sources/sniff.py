"""A first look at a file: what it seems to be, what was assumed, and what is wrong already.

The beginning of a file is read by the reader that will read all of it, so a look never says
anything else than the run. Of a file of lines the beginning is a file too; of a document, only the
whole is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from itertools import chain, islice
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Rest
from measurand.edges.files.files import unreadable
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.json.value import duplicate_keys
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import parsed
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.opening import MOST_LINES, Head, Window, head_of_bytes
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.source_files import places
from measurand.edges.files.samples.span_ends import agreed, shown_by
from measurand.edges.files.sources.reading import read
from measurand.edges.files.sources.recognition import first_head, recognise
from measurand.edges.registry import NextStep, Unlock
from measurand.evidence.observe import SAY_END
from measurand.evidence.source import ConllColumns, Source
from measurand.values.fault import Fault, shown, visible
from measurand.values.items import Item, Slots, Span, item_text
from measurand.values.sample import GOLD, PREDICTED, Sample, SpanEnds


@frozen(kw_only=True, eq=False)
class HeadPart(Part):
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
    kind = FORMATS[source.format]
    if head.entries or kind.extent is Extent.FILE:
        part = None if root is None else _opened(source, head, root)
        cut = part is None
    elif kind.extent is Extent.LINES:
        cut = head.more or head.raw.count(b"\n") > len(head.lines)
        text = b"\n".join([*head.lines, b""] if cut else head.lines)
        part = _part_of_head(source, head, text)
    else:
        cut = head.more
        part = None if cut else _part_of_head(source, head, head.raw)
    if part is None:
        return [], not cut
    events = list(islice(_read(part, kind, gold=gold), MOST_LINES))
    if cut and kind.text_cells and events and isinstance(events[-1], Bad):
        # A cell in quotes may go on behind the last line that was looked at.
        events.pop()
    if (doubt := part.shared.doubt()) is not None:
        events.append(Bad((doubt.at(file=head.name),)))
    return events, not cut and len(events) < MOST_LINES


def _part_of_head(source: Source, head: Head, text: bytes) -> Part:
    return HeadPart(
        source=source, root=Path(), name=head.name, path=None, ids=Ids("exact"), text=text
    )


def _opened(source: Source, head: Head, root: Path) -> Part | None:
    first = places(source, root)[0]
    if isinstance(first, Fault):
        return None
    return Part(source=source, root=root, name=head.name, path=first.path, ids=Ids("exact"))


def _read(part: Part, kind: SampleFormat, *, gold: bool) -> Iterator[Event]:
    """Read gold alone, or predictions beside it."""
    read = kind.read_gold if gold else kind.read
    try:
        yield from () if read is None else read(part)
    except OSError as error:
        yield Bad((unreadable(error, part.name),))


def oddities_of(source: Source, head: Head, root: Path | None, *, gold: bool) -> tuple[str, ...]:
    r"""Say in sentences what is odd about the beginning of a file, or a folder below the root.

    `gold` says that predictions stand elsewhere: then the last column of tags is gold.

    >>> head = Head(name="a.tsv", lines=(b"EU\tO\tI-ORG",))
    >>> [said] = oddities_of(Source(path="a.tsv", format="conll"), head, None, gold=False)
    >>> said.partition(",")[0]
    'column -1: 1 tag continues no span'
    """
    kind = FORMATS[source.format]
    if kind.oddities is None:
        return ()
    meant = (
        evolve(source, predictions=head.name) if gold and kind.extent is Extent.LINES else source
    )
    if kind.extent is not Extent.FILE:
        return kind.oddities(_part_of_head(meant, head, b"\n".join(head.lines)))
    if root is None:
        return ()
    path = root / source.path
    return kind.oddities(Part(source=meant, root=root, name=head.name, path=path))


_PLAIN = ("id", "gold", "pred", "pairs", "weight", "rater", "hits", "predicted", "gold_count")


def command_words(source: Source) -> tuple[str, ...]:
    """Write how a source is read; empty where only a claims file can say it.

    >>> from measurand.evidence.source import Fields
    >>> command_words(Source(path="a.jsonl", fields=Fields(gold="target")))
    ('--input-format', 'jsonl', '--field', 'gold=target')
    """
    if source.columns or source.conll != ConllColumns():
        return ()
    return tuple(word for flag, text in _flags(source) for word in (flag, text))


def _flags(source: Source) -> Iterator[tuple[str, str]]:
    yield "--input-format", source.format
    if source.predictions:
        yield "--predictions", source.predictions
    for name, value in source.input:
        yield "--input", f"{name}={value}"
    if source.records:
        yield "--records", source.records
    if source.items != "auto":
        yield "--items", source.items
    fields = source.fields
    for name in _PLAIN:
        if not fields.is_default(name):
            yield "--field", f"{name}={getattr(fields, name)}"
    for group, pairs in (("groups", fields.groups), ("lists", fields.lists)):
        for name, path in pairs:
            yield "--field", f"{group}.{name}={path}"
    for name, path in fields.amounts:
        yield "--number", f"{name}={path}"


_MOST_BYTES = 8 * 2**20
_FIRST = 2**10
_MOST_SAID, _MOST_ALIKE = 20, 3
_SAMPLES = 3
_WIDE = 100
_ENDS = (10_000, 200_000)
_EXPECTED = "a format that `measurand formats` lists"
_WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff")
_REFUSED = (
    (b"\x80\x02", "a pickle, which is never read: reading one runs what is in it"),
    (b"\x80\x03", "a pickle, which is never read: reading one runs what is in it"),
    (b"\x80\x04", "a pickle, which is never read: reading one runs what is in it"),
    (b"\x80\x05", "a pickle, which is never read: reading one runs what is in it"),
    (b"\xff\xfe", "text in UTF-16: write it in UTF-8"),
    (b"\xfe\xff", "text in UTF-16: write it in UTF-8"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or a document of an office program: save it as CSV"),
    (b"PK\x03\x04", "an archive: unpack it; of a spreadsheet, save it as CSV"),
    (b"%PDF", "a PDF"),
    (b"BZh", "a file packed by bzip2: unpack it, or pack it with gzip"),
    (b"\xfd7zXZ\0", "a file packed by xz: unpack it, or pack it with gzip"),
)


@frozen(kw_only=True)
class Sniffed:
    """What a first look at a file found.

    `kind` says what it holds that is no samples, such as a table of scores; empty for samples.
    `source` is how it would be read, None where that is not clear; `words` say so on a command
    line. `looked` counts the records looked at; `whole` tells whether that is all of the file.
    `encoding` notes what is unusual about the bytes, `items` what gold and predictions are made of,
    `samples` are the first three, as text. `supports` are the commands that the file supports as it
    is, `unlocks` what others need. `assumptions` are what no reader can know, `warnings`
    what readers would not notice. `needed` is what has to be said, with the words that say it.
    """

    file: str
    kind: str = ""
    format: str | None = None
    source: Source | None = None
    words: tuple[str, ...] = ()
    looked: int = 0
    whole: bool = True
    encoding: tuple[str, ...] = ()
    items: str = ""
    samples: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    supports: tuple[NextStep, ...] = ()
    unlocks: tuple[Unlock, ...] = ()


def sniff(path: Path, *, name: str = "") -> Sniffed:
    """Look at the first 1000 lines of a file, or 8 MiB; `name` is how the user calls it.

    Of a folder or a pattern the first file is looked at. Standard input is looked at as far, and
    not consumed.

    >>> sniff(Path("no/such.jsonl")).faults[0].got
    'nothing of that name'
    """
    name = name or str(path)
    files = places(Source(path=str(path)), Path())
    if faults := tuple(one for one in files if isinstance(one, Fault)):
        return Sniffed(file=name, faults=tuple(fault.at(file=name) for fault in faults))
    try:
        return _sniffed(first_head(str(path), Path(), most=_MOST_BYTES), name, Path())
    except OSError as error:
        return Sniffed(file=name, faults=(unreadable(error, name),))


def refused(path: Path) -> Fault | None:
    """Say of a file that it is what is never read, such as a pickle; None of any other."""
    try:
        head = first_head(str(path), Path(), most=_FIRST)
    except OSError:
        return None
    if head.raw.startswith(_WIDE_TEXT) or not head.raw.startswith(tuple(m for m, _ in _REFUSED)):
        return None
    return _unknown(head, str(path))


def sniff_two(source: Source) -> Sniffed:
    """Look at the first 1000 samples of gold and of predictions that stand in a second file.

    >>> sniff_two(Source(path="no/such.csv", predictions="a.csv")).faults[0].got
    'nothing of that name'
    """
    events = list(islice(read(source, root=Path()), MOST_LINES))
    samples = [event for event in events if isinstance(event, Sample)]
    bad = [fault for event in events if isinstance(event, Bad) for fault in event.faults]
    needed = dict.fromkeys(_needed(fault) for fault in bad)
    return Sniffed(
        file=source.path,
        format=source.format,
        source=source,
        words=command_words(source),
        looked=sum(map(_is_record, events)),
        whole=len(events) < MOST_LINES,
        items=_made_of(samples),
        samples=tuple(_shown(sample) for sample in samples[:_SAMPLES]),
        assumptions=tuple(_about(samples, shown_by(events), gold=False)),
        needed=tuple(text for text in needed if text)[:_MOST_SAID],
        faults=_unlike([fault for fault in bad if not _needed(fault)]),
    )


def first_samples(source: Source) -> tuple[Sample, ...]:
    """Read the samples of a source that a first look sees; none where it cannot be opened.

    >>> first_samples(Source(path="no such file"))
    ()
    """
    if source.predictions:
        events = list(islice(read(source, root=Path()), MOST_LINES))
    else:
        try:
            head = first_head(source.path, Path(), most=_MOST_BYTES)
        except OSError:
            return ()
        events, _ = events_of(source, head, Path())
    return tuple(event for event in events if isinstance(event, Sample))


def sniff_bytes(head: bytes, name: str, *, more: bool) -> Sniffed:
    r"""Say what the first bytes of a file tell; `more` follow, or do not.

    >>> sniff_bytes(b'{"id": 1, "gold": ["a"], "pred": ["a"]}\n', "a.jsonl", more=False).items
    'strings'
    """
    return _sniffed(head_of_bytes(head, name, more=more), name, None)


def _sniffed(head: Head, name: str, root: Path | None) -> Sniffed:
    recognition = recognise(head)
    if recognition is None:
        return Sniffed(file=name, encoding=_encoding(head), faults=(_unknown(head, name),))
    guess, kind = recognition.guess, recognition.format
    if kind.extent is Extent.LINES and head.more and not head.lines:
        expected = f"a first line of at most {len(head.raw)} bytes"
        return Sniffed(
            file=name,
            format=kind.name,
            whole=False,
            encoding=_encoding(head),
            faults=(Fault(file=name, got="more", expected=expected),),
        )
    gold = any("--predictions" in said for said in guess.assumptions)
    events, whole = (
        ([], not head.more)
        if guess.source is None
        else events_of(guess.source, head, root, gold=gold)
    )
    source, ends = guess.source, shown_by(events)
    if source is not None and len(ends) == 1:
        events = list(agreed(iter(events), source))
        source = evolve(source, input=(*source.input, ("end", ends[0].value)))
    samples = [event for event in events if isinstance(event, Sample)]
    bad = [fault for event in events if isinstance(event, Bad) for fault in event.faults]
    needed = dict.fromkeys(_needed(fault) for fault in bad)
    odd = () if guess.source is None else oddities_of(guess.source, head, root, gold=gold)
    return Sniffed(
        file=name,
        format=kind.name,
        source=source,
        words=() if source is None else command_words(source),
        looked=sum(map(_is_record, events)),
        whole=whole,
        encoding=_encoding(head),
        items=_made_of(samples),
        samples=tuple(_shown(sample, gold=gold) for sample in samples[:_SAMPLES]),
        assumptions=(*guess.assumptions, *_about(samples, ends, gold=gold)),
        needed=tuple(text for text in needed if text)[:_MOST_SAID],
        warnings=tuple(islice(chain(_warnings(kind, head), odd), _MOST_SAID)),
        faults=_unlike([fault for fault in bad if not _needed(fault)]),
    )


def _unlike(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """List the first faults, three of those that differ by their line alone."""
    seen = Counter[Fault]()
    kept = []
    for fault in faults:
        kind = evolve(fault, line=0)
        seen[kind] += 1
        if seen[kind] <= _MOST_ALIKE:
            kept.append(fault)
    return tuple(kept[:_MOST_SAID])


def _is_record(event: Event) -> bool:
    """Tell a record from a fault of the whole file, and from the rest of a line."""
    return bool(event.raw) if isinstance(event, Bad) else not isinstance(event, Rest)


def _unknown(head: Head, name: str) -> Fault:
    raw = head.raw
    known = next((text for magic, text in _REFUSED if raw.startswith(magic)), "")
    if head.entries and not raw:
        got = f"a folder with {shown(head.entries[0])} in it"
    elif not raw:
        got = "an empty file"
    else:
        got = known or shown(raw[:30].decode(errors="replace"))
    return Fault(file=name, got=got, expected=_EXPECTED)


def _encoding(head: Head) -> tuple[str, ...]:
    text = b"\0" not in head.raw[:1000]
    notes = {
        "it starts with a byte order mark, which is dropped": head.raw.startswith(BOM),
        "lines end with CR LF, of which CR is dropped": text and b"\r\n" in head.raw,
    }
    return tuple(note for note, there in notes.items() if there)


def _needed(fault: Fault) -> str:
    """Say what a fault asks the user to decide; empty where it asks nothing."""
    about = fault.expected.removeprefix("to be told ")
    return f"{about}: {fault.hint}" if fault.hint.startswith("say --") else ""


def _warnings(kind: SampleFormat, head: Head) -> Iterator[str]:
    texts = [head.raw] if kind.extent is Extent.DOCUMENT else head.lines
    if head.raw.removeprefix(BOM).lstrip()[:1] in {b"{", b"["}:
        yield from _repeated_keys(texts)
    rows = _rows(head)
    if rows in _ENDS:
        yield (
            f"exactly {rows} records: tables that W&B logs are cut to 10000 in a run and 200000 in "
            "an artifact, without a word; compare with the number that the run itself noted"
        )


def _rows(head: Head) -> int:
    """Count the records of a file that was looked at as a whole; 0 of another."""
    if head.more:
        return 0
    match head.document:
        case {"data": list(rows)} | list(rows):
            return len(rows)
        case _:
            return sum(1 for line in head.raw.split(b"\n") if line.strip())


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
        "names with numbers": any(pairs for sample in samples for _, pairs in sample.graded),
    }
    return " and ".join(kind for kind, there in kinds.items() if there)


def _slot_names(items: Sequence[Item]) -> list[str]:
    names = {name for item in items if isinstance(item, Slots) for name, _ in item.entries}
    return sorted(names)[:_MOST_SAID]


def _about(samples: Sequence[Sample], ends: Sequence[SpanEnds], *, gold: bool) -> Iterator[str]:
    spans = any(isinstance(item, Span) for sample in samples for item in sample.gold)
    silent = sum(sample.predicted is None for sample in samples)
    weighed = sum(sample.weight != 1 for sample in samples)
    if len(ends) > 1:
        yield f"some spans can only have their end inside, others only outside: {SAY_END}"
    elif ends:
        yield f"the ends of spans are {ends[0].value}, as their texts or their lengths show"
    elif any(sample.ends is SpanEnds.OPEN for sample in samples):
        yield f"nothing shows whether the end of a span is inside it: here it is not; {SAY_END}"
    elif spans:
        yield "spans are half-open: end is not inside"
    if silent and not gold:
        yield f"null says that no answer was given: {silent} of the samples looked at"
    if weighed:
        yield f"{weighed} of the samples looked at have a weight that is not 1"


def _shown(sample: Sample, *, gold: bool = False) -> str:
    """Write a sample in one line.

    >>> _shown(Sample(id="7", gold=("a", "b"), predicted=None))
    '7: gold a; b | no answer'
    """
    told = (
        f"predicted {_listed(sample, PREDICTED)}" if sample.predicted is not None else "no answer"
    )
    known = _listed(sample, GOLD)
    beside = "" if gold else f" | {told[:_WIDE]}"
    return visible(f"{sample.id[:_WIDE]}: gold {known[:_WIDE]}{beside}")


def _listed(sample: Sample, name: str) -> str:
    """Write the items of a list, or the names in it with their numbers."""
    graded = sample.grades(name) or ()
    items = [item_text(item) for item in (sample.items(name) or ())[:_MOST_SAID]]
    pairs = [f"{one} {float(number):g}" for one, number in graded[:_MOST_SAID]]
    return "; ".join([*items, *pairs]) or "nothing"
