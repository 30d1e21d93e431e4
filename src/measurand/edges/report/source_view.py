"""How sources were read, as a grid: it stands in every report."""

from collections.abc import Iterator, Mapping

from measurand.edges.report.document import Grid
from measurand.metrics.needs import Reading

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
            *(note for name, reading in readings.items() for note in _partly(name, reading)),
        ),
    )


def _partly(name: str, reading: Reading) -> Iterator[str]:
    """Name what is lost, and say so where not all was asked for: no number speaks of the rest."""
    if reading.unmatched:
        yield f"of {name} no record was kept that has {', '.join(reading.unmatched)}"
    if reading.only:
        yield f"of {name} only a part was asked for: {reading.only}"
    if reading.ends_by:
        why = {"said": "as was said", "shown": "as its first records show"}[reading.ends_by]
        yield f"the ends of spans of {name} are {reading.ends}: {why}"
    if reading.tags:
        yield f"the tags of {name} are read as {reading.tags}"
    if reading.lost:
        yield f"lost, and in no number here: of {name}, {', '.join(reading.lost)}"
