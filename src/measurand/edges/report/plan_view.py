"""What a run would read, by whom, and how long that may take, as a document."""

from collections.abc import Sequence

from attrs import frozen

from measurand.edges.report.document import Document, Grid, Prose


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
