"""From a source to events: a sample, a dropped record or a bad one for every record, in order.

Reading never stops at a bad record and never raises for what is in a file: whatever the bytes are,
there are events. What holds of a source as a whole (which values filters met, of what types labels
are, where the ends of spans lie) is known at its end alone, and comes as a last `Bad` without
bytes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.files.events import Bad, Event, Filtered, IdIndex, ReadOptions, Rest
from measurand.edges.files.files import unreadable
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.filters import Where
from measurand.edges.files.samples.ids import Ids, digest
from measurand.edges.files.samples.opening import MOST_LINES, is_stream, located
from measurand.edges.files.samples.part import ID, LOST, OTHER, TIED, Countdown, Part, Shared
from measurand.edges.files.samples.ratings import units
from measurand.edges.files.samples.sample_of_record import HAS, LACKS
from measurand.edges.files.samples.source_files import places, second_faults
from measurand.edges.files.samples.span_ends import agreed, shown_by, shows_both
from measurand.edges.files.sources.labels import RATERS, beside, by_id, tied, without_sample
from measurand.evidence.observation import Observing
from measurand.evidence.paths import Path as JsonPath
from measurand.evidence.source import LabelFile, Raters, Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample

T = TypeVar("T")


def read(
    source: Source,
    *,
    root: Path,
    options: ReadOptions | None = None,
    observed: Sequence[Observing] = (),
    shared: Shared | None = None,
) -> Iterator[Event]:
    """Read a source; paths in it are relative to the root, and faults show them as they are given.

    Memory is constant but for the index of ids, the second of two joined files, and documents that
    are no lines. Whatever the bytes are, this gives events: a fault of a whole file is a `Bad`
    without bytes. `observed` is what samples of a format with a road of its own are to hold. Where
    nothing says whether the ends of spans are inside, and the first records show it, all are read
    so; where they do not, samples say that it is open. `shared` notes what records say together.
    `options` say how careful reading is, and its bounds.

    >>> from measurand.values.sample import Sample
    >>> menus = read(Source(path="menus.jsonl"), root=Path("docs/examples/silence"))
    >>> sum(isinstance(event, Sample) for event in menus)
    16
    """
    events = _read(source, root, options or ReadOptions(), observed, shared or Shared(source))
    return events if source.end else agreed(events, source)


def _read(
    source: Source,
    root: Path,
    options: ReadOptions,
    observed: Sequence[Observing] = (),
    shared: Shared | None = None,
) -> Iterator[Event]:
    faults = check_source(source, root=root)
    if faults:
        yield Bad(faults)
        return
    noted = shared or Shared(source)
    parts = parts_of(source, root=root, options=options, shared=noted)
    events = (event for part in parts for event in part_events(part, observed))
    yield from noting_absence(events, noted.where, source.path)
    if options.limit is None:
        for one in lost_labels(source, root, noted.matched):
            yield Bad((one,), lost_label=some_met(noted.matched))
        yield from (Bad((one,)) for one in never_met(source, root, noted.matched))
    if (doubt := noted.doubt()) is not None:
        yield Bad((doubt.at(file=source.path),))


def parts_of(
    source: Source, *, root: Path, options: ReadOptions, shared: Shared | None = None
) -> Iterator[Part]:
    """Give a part for every file of a source; they share their ids and what they note of it.

    >>> [part.name for part in parts_of(Source(path="-"), root=Path("."), options=ReadOptions())]
    ['-']
    """
    ids, left = Ids(options.ids), Countdown(options.limit)
    noted = shared or Shared(source)
    for place in places(source, root):
        if isinstance(place, Fault):
            return
        ids.begin(place.name)
        yield Part(
            source=source,
            root=root,
            name=place.name,
            path=place.path,
            options=options,
            shared=noted,
            ids=ids,
            left=left,
        )


def check_source(source: Source, *, root: Path) -> tuple[Fault, ...]:
    """Say what is wrong with the files of a source as a whole: missing, or not the ones meant."""
    first = tuple(place for place in places(source, root) if isinstance(place, Fault))
    if source.predictions and not FORMATS[source.format].whole_folders:
        first += second_faults(source, root)
    if source.labels is None:
        return first
    return first + tuple(_labels(source.labels, root).swap().value_or(()))


def _labels(
    file: LabelFile, root: Path, misfit: Callable[[Sample], Sequence[Fault]] | None = None
) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
    """Read a file of labels; a record of it that is faulty fails it."""
    if is_streamed(file.source, root):
        got = "a stream"
        return Failure((Fault(file=file.path, got=got, expected="a file that can be read again"),))
    ids: IdIndex = "exact" if file.raters is Raters.ONE else "off"
    found: list[Sample] = []
    faults: list[Fault] = []
    for event in read(file.source, root=root, options=ReadOptions(ids=ids, misfit=misfit)):
        if isinstance(event, Sample):
            found.append(event)
        elif isinstance(event, Bad):
            faults += (of_labels(fault.at(file=file.path)) for fault in event.faults)
    return Failure(tuple(faults)) if faults else Success(tuple(found))


TWICE = "ids that differ"
"""What is expected where an id stands twice."""


def of_labels(fault: Fault) -> Fault:
    """Name what speaks of labels, where a hint speaks of samples.

    >>> said = Fault(got="the id 'a' again", expected="ids that differ", hint="join it")
    >>> of_labels(said).hint == RATERS
    True
    """
    again = fault.expected == TWICE
    return evolve(fault, hint=RATERS if again else fault.hint.replace("--field id=", "--human-id "))


def _labelled(events: Iterable[Event], part: Part, file: LabelFile) -> Iterator[Event]:
    """Put labels beside the samples that they are about, and note which of them were met."""
    shared = part.shared
    if shared.label_records is None:
        labels = _labels(file, part.root).value_or(())
        shared.label_records, shared.tied = by_id(labels, file), tied(labels, file)
    known = shared.label_records
    for event in events:
        match event:
            case Sample(id=name) | Filtered(id=str(name)):
                shared.met.add(ID + name if name in known else OTHER)
            case Rest():
                pass
            case _:
                shared.met.add(LOST)
        if not isinstance(event, Sample):
            yield event
            continue
        if event.id in shared.tied:
            shared.met.add(TIED + event.id)
        yield beside(event, known.get(event.id), file)


def lost_labels(
    source: Source, root: Path, matched: Collection[tuple[str, str]]
) -> tuple[Fault, ...]:
    """Say which labels are about no sample of a source that was read as a whole.

    Where records were faulty, their labels are not known: then some label has to be met at least,
    unless no record could be read, of which nothing can be told.

    >>> lost_labels(Source(path="a.jsonl"), Path(), ())
    ()
    """
    if source.labels is None:
        return ()
    notes = {text for path, text in matched if not path}
    met = {text.removeprefix(ID) for text in notes if text.startswith(ID)}
    if LOST in notes and (met or OTHER not in notes):
        return ()
    ids = {one.id for one in _labels(source.labels, root).value_or(())}
    lost = ids - met
    if not lost:
        return ()
    # Only a reader knows the lines: it reads once more, and refuses these.
    refused = partial(without_sample, lost=lost, none=len(lost) == len(ids), file=source.labels)
    return _labels(source.labels, root, refused).swap().value_or(())


def some_met(matched: Iterable[tuple[str, str]]) -> bool:
    """Tell whether some label is of a sample: then the key fits, and others may be left out.

    >>> some_met([("", "+human")])
    False
    """
    return any(not path and text.startswith(ID) for path, text in matched)


def tied_labels(matched: Iterable[tuple[str, str]]) -> int:
    """Count the samples that have no label since their raters are tied.

    >>> tied_labels([("", "%a"), ("", "=a"), ("run", "%b")])
    1
    """
    return sum(not path and text.startswith(TIED) for path, text in matched)


def never_met(
    source: Source, root: Path, matched: Collection[tuple[str, str]]
) -> tuple[Fault, ...]:
    """Say what records may lack, and no record of a source has that was read as a whole.

    A path is mistyped then, or nobody was asked; both are better said than read as no labels.

    >>> from measurand.evidence.source import Fields
    >>> fields = Fields(amounts=(("human", "humn"),), sparse=("human",))
    >>> source = Source(path="a.jsonl", fields=fields)
    >>> never_met(source, Path(), [("", "-human"), ("", "+human")])
    ()
    >>> never_met(source, Path(), [("", "-human")])[0].text()
    'a.jsonl: $.humn: expected a value in some record, got none'
    """
    notes = {text for path, text in matched if not path}
    return tuple(
        _never(source, root, name)
        for name in source.fields.sparse
        if LACKS + name in notes and HAS + name not in notes
    )


def _never(source: Source, root: Path, name: str) -> Fault:
    """Say what the first records have instead, by reading them as if they had to have it."""
    fields = source.fields
    bare = Fault(
        file=source.path,
        path=JsonPath.parse(dict(fields.amounts)[name]).place,
        got="none",
        expected="a value in some record",
    )
    if is_streamed(source, root):
        return bare
    needed = evolve(source, fields=evolve(fields, sparse=()), where=(), labels=None)
    events = islice(_read(needed, root, ReadOptions(ids="off")), MOST_LINES)
    faults = [event.faults[0] for event in events if isinstance(event, Bad) and event.raw]
    # The first record may have no label, and so not the key that was meant.
    named = [one for one in faults if one.hint.startswith("did you mean")]
    first = next(iter(named or faults), bare)
    return first if first is bare else evolve(first, expected=f"{first.expected} in some record")


def settled(source: Source, *, root: Path, options: ReadOptions) -> Source | Fault:
    """Say of a source whether the end of a span is inside it, as its first records show.

    A thousand of them are looked at, where nothing was said; streams are not, for they can be read
    once. A source that shows nothing stays as it is; one that shows both is a fault.

    >>> settled(Source(path="no/such.jsonl"), root=Path(), options=ReadOptions()).end
    ''
    """
    if source.end or is_streamed(source, root):
        return source
    first = islice(_read(source, root, evolve(options, sample=None)), MOST_LINES)
    match shown_by(first):
        case ():
            return source
        case (ends,):
            return evolve(source, input=(*source.input, ("end", ends.value)))
        case _:
            return shows_both(source.path)


def is_streamed(source: Source, root: Path) -> bool:
    """Tell whether a file of a source is a stream, which is read once.

    >>> is_streamed(Source(path="-"), Path())
    True
    """
    paths = [place.path for place in places(source, root) if not isinstance(place, Fault)]
    second = [located(source.predictions, root)] if source.predictions else []
    return any(path is None or is_stream(path) for path in (*paths, *second))


def part_events(part: Part, observed: Sequence[Observing] = ()) -> Iterator[Event]:
    """Give the events of a part; what the system does not let us read is a `Bad` without bytes."""
    share = part.options.sample
    least = None if share is None else int(share * 2**64)
    try:
        labels, events = part.source.labels, _events(part, observed)
        for event in events if labels is None else _labelled(events, part, labels):
            if not isinstance(event, Rest) and not part.left.take():
                return
            if least is not None and isinstance(event, Sample) and digest(event.id) >= least:
                yield Filtered(line=0, file=part.name)
            else:
                yield event
    except OSError as error:
        yield Bad((unreadable(error, part.name),))


def _events(part: Part, observed: Sequence[Observing]) -> Iterator[Event]:
    kind = FORMATS[part.source.format]
    events = kind.read(part) if kind.own_road is None else kind.own_road.read(part, observed)
    return units(events, part) if part.source.fields.rater else events


def check_observed(source: Source, observed: Sequence[Observing]) -> None:
    """Raise SignatureError where what is observed is nothing that records of the source have.

    >>> check_observed(Source(path="a.jsonl"), ())
    """
    road = FORMATS[source.format].own_road
    if road is not None:
        road.check(observed)


def noting_absence(events: Iterable[T], where: Where, file: str) -> Iterator[T | Bad]:
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
