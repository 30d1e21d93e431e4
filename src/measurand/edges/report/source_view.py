"""How sources were read, as a grid: it stands in every report."""

from collections.abc import Mapping

from measurand.claims.needs import Reading
from measurand.edges.report.document import Grid

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
    return Grid(
        "Sources",
        ("source", "read", "joined", "dropped", "faulty", "samples", "repeated ids"),
        tuple(
            (
                name,
                str(reading.read),
                str(reading.kept) if reading.paired else "",
                str(reading.dropped),
                str(reading.skipped),
                str(reading.kept),
                _IDS[reading.ids],
            )
            for name, reading in readings.items()
        ),
        notes=("joined: records of two files that were paired by id; dropped: by a filter",),
    )
