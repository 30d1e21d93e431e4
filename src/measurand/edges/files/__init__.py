"""Bytes to samples or faults: the formats that are read, and what is written."""

from measurand.edges.files.events import Bad, Event, Filtered, ReadOptions, Rest
from measurand.edges.files.files import atomic_write, check_file, quarantined
from measurand.edges.files.formats.jsonl import fast_type, read_fast
from measurand.edges.files.samples.part import Part
from measurand.edges.files.sources.reading import (
    check_source,
    lost_labels,
    never_met,
    no_records,
    part_events,
    parts_of,
    read,
    settled,
    some_met,
    tied_labels,
)
from measurand.edges.files.sources.sniff import Sniffed, sniff

__all__ = [
    "Bad",
    "Event",
    "Filtered",
    "Part",
    "ReadOptions",
    "Rest",
    "Sniffed",
    "atomic_write",
    "check_file",
    "check_source",
    "fast_type",
    "lost_labels",
    "never_met",
    "no_records",
    "part_events",
    "parts_of",
    "quarantined",
    "read",
    "read_fast",
    "settled",
    "sniff",
    "some_met",
    "tied_labels",
]
