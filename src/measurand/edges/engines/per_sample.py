"""What was observed of every single sample, beside the pools: the samples that moved have names."""

from collections.abc import Mapping, Sequence

from attrs import frozen
from returns.result import Result

from measurand.auditing.lock.evidence import SampleRows
from measurand.edges.engines.serial import Run, gather
from measurand.edges.engines.tallies import Tallies
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import Observing
from measurand.evidence.pool import Place
from measurand.evidence.source import Sources
from measurand.metrics.needs import Gathered, Need, Slice
from measurand.values.fault import Fault
from measurand.values.sample import Sample


@frozen
class PerSample:
    """The pools of all slices and how sources were read, and what each sample of a slice gave.

    A slice of more samples than were asked for is pooled, and its samples are not kept.

    >>> PerSample(Gathered({}, {}), {}).samples
    {}
    """

    gathered: Gathered
    samples: Mapping[Slice, SampleRows]


def per_sample(
    sources: Sources, needs: Sequence[Need], run: Run, *, most: int | None = None
) -> Result[PerSample, tuple[Fault, ...]]:
    """Read every source that is needed, once; pool what is observed, and keep it sample by sample.

    Every record is read as a whole sample, which is slower than `gather` where that need not. Of a
    slice with more than `most` samples none are kept.

    >>> from pathlib import Path
    >>> per_sample({}, (), Run(root=Path("."))).unwrap().samples
    {}
    """
    counted: list[_Kept] = []

    def counting(wanted: Sequence[Need]) -> Tallies:
        counted.append(_Kept(wanted, most))
        return counted[-1]

    found = gather(sources, needs, run, counting=counting)
    return found.map(lambda met: PerSample(met, _joined(counted)))


def _joined(counted: Sequence["_Kept"]) -> dict[Slice, SampleRows]:
    return {part: rows for kept in counted for part, rows in kept.samples().items()}


class Whole(Tallies):
    """Tallies that keep every sample as it was read, for what needs whole samples.

    >>> whole = Whole(())
    >>> whole.add(Sample(id="1"))
    >>> len(whole.samples)
    1
    """

    def __init__(self, wanted: Sequence[Need]) -> None:
        """Start with nothing counted."""
        super().__init__(wanted)
        self.samples: list[Sample] = []

    def add(self, sample: Sample) -> None:
        """Count a sample, and keep it."""
        super().add(sample)
        self.samples.append(sample)


class _Kept(Tallies):
    """Tallies that remember what each sample gave."""

    def __init__(self, wanted: Sequence[Need], most: int | None) -> None:
        super().__init__(wanted)
        self._most = most
        self._rows: list[list[tuple[str, Place, Evidence]] | None] = [[] for _ in wanted]

    def _add(self, index: int, sample: Sample, seen: dict[Observing, Evidence]) -> None:
        super()._add(index, sample, seen)
        rows = self._rows[index]
        if rows is None:
            return
        if self._most is not None and len(rows) >= self._most:
            self._rows[index] = None
            return
        need = self._wanted[index]
        # A group that a sample lacks is empty here, as it is in the pool.
        place = tuple(sample.group(name) or "" for name in need.names)
        rows.append((sample.id, place, seen[need.slice.observing]))

    def samples(self) -> dict[Slice, SampleRows]:
        """Give the samples of every slice that has no more than were asked for."""
        return {
            need.slice: SampleRows(need.names, rows)
            for need, rows in zip(self._wanted, self._rows, strict=True)
            if rows is not None
        }
