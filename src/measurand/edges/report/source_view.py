"""Sources as a document: how they were read, what a run would read, and a first look at a file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import join

from attrs import frozen

from measurand.edges.files import Sniffed
from measurand.edges.registry import NextStep
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.evidence.formats import format_named
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Reading
from measurand.values.english import counted

_ABSENT = "absent classes"

_IDS = {
    "exact": "every id kept",
    "digest": "8-byte digests",
    "off": "not looked for",
}


def sources_grid(readings: Mapping[str, Reading]) -> Grid:
    """Say what was read of each source, what was dropped or faulty, and how ids were watched.

    >>> sources_grid({"runs": Reading(read=6)}).rows
    (('runs', '6', '', '0', '0', '6', 'every id kept'),)
    """
    lost = any(reading.lost for reading in readings.values())
    partly = tuple(note for name, reading in readings.items() for note in _partly(name, reading))
    whole = not any(one.dropped or one.skipped for one in readings.values())
    return Grid(
        "Sources",
        (
            *("source", "read", "joined", "dropped", "faulty", "samples", "repeated ids"),
            *(("lost",) if lost else ()),
        ),
        tuple(
            (
                name,
                str(reading.read),
                str(reading.kept) if reading.paired else "",
                str(reading.dropped),
                str(reading.skipped),
                str(reading.kept),
                _IDS[reading.ids],
                *((str(len(reading.lost)),) if lost else ()),
            )
            for name, reading in readings.items()
        ),
        notes=(
            "joined: records of two files that were paired by id; dropped: by a filter",
            *partly,
        ),
        aside=whole and not partly,
    )


def _partly(name: str, reading: Reading) -> Iterator[str]:
    """Name what is lost, and say so where not all was asked for: no number speaks of the rest."""
    if reading.unmatched:
        yield f"of {name} no record was kept that has {', '.join(reading.unmatched)}"
    if reading.labels_skipped:
        labels = counted(reading.labels_skipped, "label")
        yield f"of the labels of {name} skipped: {labels} of ids that no sample has"
    if reading.labels_tied:
        samples = counted(reading.labels_tied, "sample")
        yield f"of {name} left without a label, as raters are tied: {samples}"
    if reading.only:
        yield f"of {name} only a part was asked for: {reading.only}"
    if reading.ends_by:
        why = {"said": "as was said", "shown": "as its first records show"}[reading.ends_by]
        yield f"the ends of spans of {name} are {reading.ends}: {why}"
    if reading.tags:
        yield f"the tags of {name} are read as {reading.tags}"
    if reading.lost:
        yield f"lost, and in no number here: of {name}, {', '.join(reading.lost)}"


def rare_of(numbers: Iterable[Denominators]) -> tuple[str, ...]:
    """Name the denominators that have a column only where some number has one.

    >>> rare_of([Denominators(), Denominators(lost=1)])
    ('lost shards',)
    """
    some = list(numbers)
    lost, absent = any(one.lost for one in some), any(one.absent for one in some)
    return (*(("lost shards",) if lost else ()), *((_ABSENT,) if absent else ()))


def denominator_names(rare: tuple[str, ...]) -> tuple[str, ...]:
    """Name the columns of denominators, with those of `rare_of` behind.

    >>> denominator_names(("lost shards",))[-1]
    'lost shards'
    """
    return ("read", "dropped", "faulty", "scored", "excluded", "units", "left out", *rare)


def shown_denominators(numbers: Denominators, rare: tuple[str, ...]) -> tuple[str, ...]:
    """Write denominators, in the order of their names.

    >>> shown_denominators(Denominators(read=6, scored=6, units=6), ())
    ('6', '0', '0', '6', '0', '6', '0')
    """
    excluded = ", ".join(f"{count} {reason}" for reason, count in numbers.excluded.items())
    return (
        str(numbers.read),
        str(numbers.dropped),
        str(numbers.skipped),
        str(numbers.scored),
        excluded or "0",
        str(numbers.units),
        str(numbers.left_out),
        *(", ".join(numbers.absent) if name == _ABSENT else str(numbers.lost) for name in rare),
    )


def sniff_document(seen: Sniffed) -> Document:
    """Lay out what was understood, what was assumed and what is wrong.

    >>> sniff_document(Sniffed(file="a.jsonl"))[0].title
    'a.jsonl'
    """
    return (Section(seen.file, tuple(_blocks(seen)), spare=True),)


def _open(seen: Sniffed) -> bool:
    """Tell whether the format leaves something open."""
    return seen.format is not None and bool(format_named(seen.format).choices)


def _blocks(seen: Sniffed) -> Iterator[Block]:
    yield Prose(
        (
            *_holds(seen),
            *(f"Encoding: {note}." for note in seen.encoding),
            *([f"Read so: {join(seen.words)}"] if seen.words else []),
            *([f"What can be said: `measurand formats {seen.format}`"] if _open(seen) else []),
        )
    )
    for title, lines in (
        ("First samples", seen.samples),
        ("To be said", seen.needed),
        ("Assumed", seen.assumptions),
        ("Warnings", seen.warnings),
        ("Faults", tuple(fault.text() for fault in seen.faults)),
    ):
        if lines:
            yield Section(title, (Prose(lines),))
    if seen.supports:
        lines = tuple(_listed(seen.supports))
        yield Section("What can be done", (Prose(lines, code=True),))
    if seen.unlocks:
        lines = tuple(f"{one.what}: {one.needs}" for one in seen.unlocks)
        yield Section("What would unlock more", (Prose(lines),))


def _holds(seen: Sniffed) -> Iterator[str]:
    """Say what the file holds: samples of a format, or what is no samples."""
    if seen.kind:
        yield f"{seen.kind[0].upper()}{seen.kind[1:]}."
        return
    extent = "all of it" if seen.whole else "its start"
    yield f"Format: {seen.format or 'not clear'}. Items: {seen.items or 'not clear'}."
    if seen.looked or not seen.faults:
        yield f"Looked at {counted(seen.looked, 'record')} ({extent})."


def _listed(steps: Iterable[NextStep]) -> Iterator[str]:
    """Write commands below what they do, as lines that a shell can be handed."""
    for step in steps:
        yield f"# {step.does}"
        yield step.command


@frozen(kw_only=True)
class PlannedSource:
    """What would be read of one source; bytes are those of the files, compressed or not.

    >>> PlannedSource(name="runs", format="jsonl", files=2, bytes=10, shards=3).shards
    3
    """

    name: str
    format: str
    files: int
    bytes: int
    shards: int


@frozen(kw_only=True)
class DryRun:
    """A plan that is not carried out: sources, definitions, who would read, and for how long.

    `seconds` is None where nothing could be timed; `records` likewise.

    >>> DryRun(sources=(), observed=(), engine="serial", workers=1, digest="").seconds is None
    True
    """

    sources: tuple[PlannedSource, ...]
    observed: tuple[str, ...]
    engine: str
    workers: int
    digest: str
    records: int | None = None
    seconds: float | None = None
    rate: float | None = None


def dry_run_document(found: DryRun) -> Document:
    """Lay out a plan.

    >>> found = DryRun(sources=(), observed=(), engine="serial", workers=1, digest="0" * 64)
    >>> dry_run_document(found)[0].title
    'Would be read'
    """
    return (
        Grid(
            "Would be read",
            ("source", "format", "files", "bytes", "shards"),
            tuple(
                (one.name, one.format, str(one.files), f"{one.bytes:,}", str(one.shards))
                for one in found.sources
            ),
        ),
        *(
            (Grid("Under", ("definition",), tuple((text,) for text in found.observed)),)
            if found.observed
            else ()
        ),
        Prose(tuple(_said(found))),
    )


def _said(found: DryRun) -> Sequence[str]:
    who = "this process" if found.workers == 1 else f"{found.workers} processes"
    lines = [
        f"Engine: {found.engine}, {who}. Plan {found.digest[:12]}. Nothing was read but a probe."
    ]
    if found.seconds is None or found.rate is None or found.records is None:
        return [*lines, "No estimate: no file of plain lines to time."]
    rate = f"{found.rate / 1e6:.0f} MB a second and processor, as the first 8 MiB took"
    told = f"About {found.records:,} records, {_time(found.seconds)} at {rate}"
    return [*lines, f"{told}; intervals and reports come on top."]


def _time(seconds: float) -> str:
    """Write a time.

    >>> _time(0.2), _time(75), _time(7300)
    ('under a second', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 1:
        return "under a second"
    minutes, rest = divmod(whole, 60)
    hours, minutes_left = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes_left} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
