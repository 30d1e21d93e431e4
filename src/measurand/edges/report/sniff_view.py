"""A first look at a file as a document."""

from collections.abc import Iterator
from shlex import join

from measurand.edges.files import Sniffed
from measurand.edges.report.document import Block, Document, Prose, Section
from measurand.evidence.formats import format_named


def sniff_document(seen: Sniffed) -> Document:
    """Lay out what was understood, what was assumed and what is wrong.

    >>> sniff_document(Sniffed(file="a.jsonl"))[0].title
    'a.jsonl'
    """
    return (Section(seen.file, tuple(_blocks(seen))),)


def _open(seen: Sniffed) -> bool:
    """Tell whether the format leaves something open."""
    return seen.format is not None and bool(format_named(seen.format).choices)


def _blocks(seen: Sniffed) -> Iterator[Block]:
    extent = "all of it" if seen.whole else "its start"
    yield Prose(
        (
            f"Format: {seen.format or 'not clear'}. Items: {seen.items or 'not clear'}.",
            f"Looked at {seen.looked} records ({extent}).",
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
