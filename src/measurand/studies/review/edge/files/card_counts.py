"""Counting scorecards by their codes: where nothing is grouped, and pairs are equal keys."""

from collections.abc import Callable, Sequence

from attrs import frozen

from measurand.edges.files.events import Event, ReadOptions
from measurand.edges.files.samples.part import Part
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need
from measurand.studies.review.edge.files.cards import NewCard, read_digests, refused
from measurand.studies.review.evidence_codes import Code, Coder, has_codes

_MOST = 2**17
_TICK = 10_000


def coded(source: Source, wanted: Sequence[Need], options: ReadOptions) -> Coder | None:
    """Make the coder of what is wanted of scorecards; None where whole samples are needed.

    >>> coded(Source(path="a.jsonl", format="scorecards"), (), ReadOptions(strict=True)) is None
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
    return Coder.of(observations) if all(map(has_codes, observations)) else None


def _silent(_count: int) -> None:
    """Tell nobody."""


@frozen
class CardCounter:
    """Counts the scorecards of a part by their codes: each different line is read once."""

    coder: Coder
    observed: tuple[Observing, ...]

    def count_part(
        self, part: Part, note: Callable[[Event], None], tick: Callable[[int], None] = _silent
    ) -> tuple[int, list[dict[Evidence, int]]]:
        """Give the number of scorecards, and what is observed, need by need; note all else."""
        codes = Codes(tick)
        for event in read_digests(part, again=codes.again):
            if isinstance(event, NewCard):
                try:
                    codes.add(event.digest, self.coder.code(event.card))
                except UnfitSampleError as error:
                    note(refused(event, error, part.name))
            else:
                note(event)
        return len(codes), [codes.evidence(self.coder, one) for one in self.observed]


def card_counter(source: Source, needs: Sequence[Need], options: ReadOptions) -> CardCounter | None:
    """Make the counter for some needs; None where whole samples are needed.

    Raises SignatureError where a definition names what no scorecard has.
    """
    coder = coded(source, needs, options)
    observed = tuple(need.slice.observing for need in needs)
    return None if coder is None else CardCounter(coder, observed)


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
