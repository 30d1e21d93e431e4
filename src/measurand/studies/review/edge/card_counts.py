"""Counting scorecards by their codes: where nothing is grouped, and pairs are equal keys."""

from collections.abc import Callable, Sequence

from measurand.edges.files import ReadOptions
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need
from measurand.studies.review.coding import Code, Coder, simple
from measurand.studies.review.quantities import Wanted

_MOST = 2**17
_TICK = 10_000


def names_wanted(source: Source, wanted: Sequence[Need]) -> Wanted | None:
    """Say which lists and numbers the samples of scorecards must hold; None for other sources.

    >>> names_wanted(Source(path="a.jsonl"), ()) is None
    True

    Raises SignatureError where a definition names what no scorecard has.
    """
    if source.format != "scorecards":
        return None
    return Wanted.of(need.slice.observing for need in wanted)


def coded(source: Source, wanted: Sequence[Need], options: ReadOptions) -> Coder | None:
    """Make the coder of what is wanted of scorecards; None where whole samples are needed.

    >>> coded(Source(path="a.jsonl"), (), ReadOptions()) is None
    True

    Raises SignatureError where a definition names what no scorecard has.
    """
    if source.format != "scorecards" or source.where or options.strict:
        return None
    if options.sample is not None or options.limit is not None:
        return None
    if any(need.names or need.slice.where for need in wanted):
        return None
    observations = [need.slice.observing for need in wanted]
    return Coder.of(observations) if all(map(simple, observations)) else None


def _silent(_count: int) -> None:
    """Tell nobody."""


class Codes:
    """How often each code occurred; the codes of the lines met last are known by their digests.

    >>> codes = Codes()
    >>> codes.add(b"d", (1,))
    >>> codes.again(b"d"), codes.again(b"e")
    (True, False)
    >>> codes.counts
    {(1,): 2}
    """

    def __init__(self, tick: Callable[[int], None] = _silent) -> None:
        """Start with none; `tick` is told now and then how many there are."""
        self._tick = tick
        self._firsts = 0
        self.repeats = 0
        self._places: dict[bytes, int] = {}
        self._codes: list[Code] = []
        self._numbers: list[int] = []
        self._index: dict[Code, int] = {}

    @property
    def counts(self) -> dict[Code, int]:
        """Count every code."""
        return dict(zip(self._codes, self._numbers, strict=True))

    def add(self, digest: bytes, code: Code) -> None:
        """Count a code, and know it by the digest of its line, if it has one."""
        self._firsts += 1
        place = self._index.setdefault(code, len(self._codes))
        if place == len(self._codes):
            self._codes.append(code)
            self._numbers.append(0)
        self._numbers[place] += 1
        if digest:
            if len(self._places) >= _MOST:
                self._places.clear()
            self._places[digest] = place

    def again(self, digest: bytes) -> bool:
        """Count the code of a line that was met before; say whether it was."""
        place = self._places.get(digest)
        if place is None:
            return False
        self._numbers[place] += 1
        self.repeats += 1
        if not self.repeats % _TICK:
            self._tick(len(self))
        return True

    def __len__(self) -> int:
        """Count the scorecards."""
        return self.repeats + self._firsts

    def evidence(self, coder: Coder, observing: Observing) -> dict[Evidence, int]:
        """Make evidence of the codes, under one of the observations."""
        found: dict[Evidence, int] = {}
        for code, number in zip(self._codes, self._numbers, strict=True):
            row = coder.evidence(observing, code)
            found[row] = found.get(row, 0) + number
        return found
