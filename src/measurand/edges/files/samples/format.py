"""A format as who reads it knows it: its declaration, what tells its files, what reads them.

One value of this class stands in each module of `edges.files.formats`, and in the modules of
packages that add formats (entry points of the group `measurand.formats`). What differs from format
to format is a field here, so that nothing else has to ask what a format is called.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Protocol

from attrs import frozen

from measurand.edges.files.events import Event, ReadOptions
from measurand.edges.files.json.value import Json
from measurand.edges.files.samples.guesses import Guess, Rows
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.evidence import Evidence
from measurand.evidence.formats import Format
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need


class Extent(Enum):
    """How much of a file a reader needs before it can say anything of it.

    Of lines a beginning is a file too, so that a first look reads it as one. A document says
    nothing before its end. Readers that open the file themselves are handed a path, not bytes.
    """

    LINES = "lines"
    DOCUMENT = "document"
    FILE = "file"


class Cut(Enum):
    """Where a file may be cut, so that many read it at once: nowhere, at lines, at row groups.

    Lines are no place to cut where a record may have several, as a quoted cell of CSV has.
    """

    NOWHERE = "nowhere"
    LINES = "lines"
    ROW_GROUPS = "row groups"


class PartCounter(Protocol):
    """What counts the records of a part without making a sample of each."""

    def count_part(
        self, part: Part, note: Callable[[Event], None], tick: Callable[[int], None]
    ) -> tuple[int, Sequence[Mapping[Evidence, int]]]:
        """Give the number of records, and what is observed, need by need; note all else."""


@frozen(kw_only=True)
class OwnReader:
    """How a format is read whose records hold more than a sample does.

    A sample of most formats is what its record holds, whoever asks. A scorecard of a review holds
    dozens of lists and numbers, by rules of the study; definitions name a few of them. So the
    reader of such a format is told what is observed, and it may count a part by itself, sooner than
    sample by sample: the bags that it gives are those that observing every sample would give.

    `check` raises SignatureError where what is observed is nothing that its records have. `read`
    gives samples that hold what is observed. `counter` counts parts for some needs, where it can.
    """

    check: Callable[[Sequence[Observing]], object]
    read: Callable[[Part, Sequence[Observing]], Iterator[Event]]
    counter: Callable[[Source, Sequence[Need], ReadOptions], PartCounter | None]


@frozen(kw_only=True, eq=False)
class SampleFormat(Format):
    """A format of samples with its reader.

    `read` gives an event for every record of a part; it raises OSError and nothing else. `sniff`
    says how a file that begins so seems to be meant, None where it is of another format.
    `read_gold` reads gold alone, where predictions stand in a second file. `oddities` says what a
    first look tells and no reader would: tags that are in no span, what is not scored. `structure`
    names the choices that a look at the file decides, so that they need not be said. `cut` is where
    it may be cut; with `named_by_line` faults and samples are then named by the number of a line.
    `first_rows` gives the first rows of a table by the names of its columns, whatever these mean;
    `first_gold` the values of gold of the first records, where these are known without reading
    them. `settled` joins what a look decides of gold with what it decides of a second file.
    `extent` says how much of a file the reader needs, and `own_road` is for records that hold more
    than a sample does.

    >>> from measurand.edges.files.formats import FORMATS
    >>> FORMATS["csv"].extent.value
    'lines'
    """

    read: Callable[[Part], Iterator[Event]]
    sniff: Callable[[Head], Guess | None]
    extent: Extent = Extent.LINES
    read_gold: Callable[[Part], Iterator[Event]] | None = None
    oddities: Callable[[Part], tuple[str, ...]] | None = None
    structure: frozenset[str] = frozenset()
    cut: Cut = Cut.NOWHERE
    named_by_line: bool = False
    first_rows: Callable[[Head], Rows] | None = None
    first_gold: Callable[[Head, Source], Sequence[Json]] | None = None
    settled: Callable[[Mapping[str, str], Mapping[str, str]], Mapping[str, str]] | None = None
    own_road: OwnReader | None = None
