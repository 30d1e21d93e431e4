"""Placeholder: to be written."""

from collections.abc import Iterator

from measurand.edges.formats.events import Event
from measurand.edges.formats.inputs.part import Part


def read_absa_xml(part: Part) -> Iterator[Event]:
    """Give an event for every record."""
    raise NotImplementedError(part.name)
