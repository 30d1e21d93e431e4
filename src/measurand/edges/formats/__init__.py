"""Bytes to samples or faults: the formats that are read, and what is written."""

from measurand.edges.formats.cards import NewCard, read_digests, refused
from measurand.edges.formats.events import Bad, Event, Filtered, ReadOptions, Rest
from measurand.edges.formats.files import atomic_write, check_file, quarantined
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.reader import (
    check_source,
    no_records,
    part_events,
    parts_of,
    read,
    settled,
)
from measurand.edges.formats.records import fast_type, read_fast
from measurand.edges.formats.sniff import Sniffed, sniff

__all__ = [
    "Bad",
    "Event",
    "Filtered",
    "NewCard",
    "Part",
    "ReadOptions",
    "Rest",
    "Sniffed",
    "atomic_write",
    "check_file",
    "check_source",
    "fast_type",
    "no_records",
    "part_events",
    "parts_of",
    "quarantined",
    "read",
    "read_digests",
    "read_fast",
    "refused",
    "settled",
    "sniff",
]
