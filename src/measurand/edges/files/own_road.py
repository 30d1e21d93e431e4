"""Formats that are read for what is wanted of them: a road of their own, found by registry.

A sample of most formats is what its record holds, whoever asks. A scorecard of a review holds
dozens of lists and numbers, by rules of the study; definitions name a few of them. So the reader of
such a format is told what is observed, and it may count a part by itself, sooner than sample by
sample. The bags that a counter gives are those that observing every sample would give.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from attrs import frozen

from measurand.edges.files.samples.events import Event, ReadOptions
from measurand.edges.files.samples.part import Part
from measurand.edges.registry import Part as Added
from measurand.edges.registry import find
from measurand.evidence.evidence import Evidence
from measurand.evidence.inputs import FORMATS
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need

_READ_HERE = frozenset(FORMATS) - {"scorecards"}


class PartCounter(Protocol):
    """What counts the records of a part without making a sample of each."""

    def count_part(
        self, part: Part, note: Callable[[Event], None], tick: Callable[[int], None]
    ) -> tuple[int, Sequence[Mapping[Evidence, int]]]:
        """Give the number of records, and what is observed, need by need; note all else."""


@frozen(kw_only=True)
class OwnRoad:
    """How such a format is read.

    `check` raises SignatureError where what is observed is nothing that its records have. `read`
    gives samples that hold what is observed, `preview` what a look into a file shows, `counter`
    counts parts for some needs, where it can.
    """

    check: Callable[[Sequence[Observing]], object]
    read: Callable[[Part, Sequence[Observing]], Iterator[Event]]
    preview: Callable[[Part], Iterator[Event]]
    counter: Callable[[Source, Sequence[Need], ReadOptions], PartCounter | None]


def own_road(name: str) -> OwnRoad | None:
    """Find the road of a format; None where it is read as most are.

    >>> own_road("jsonl") is None, own_road("scorecards") is None
    (True, False)
    """
    entry = None if name in _READ_HERE else find(Added.FORMATS, name)
    return None if entry is None else entry.load(OwnRoad)


def check_observed(source: Source, observed: Sequence[Observing]) -> None:
    """Raise SignatureError where what is observed is nothing that records of the source have."""
    road = own_road(source.format)
    if road is not None:
        road.check(observed)
