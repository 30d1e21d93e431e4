"""How long a plan may take: a little of the first file is read, and timed."""

from pathlib import Path
from time import process_time

from attrs import evolve, frozen

from measurand.edges.engines.shards import starts
from measurand.edges.engines.tasks import Plan, Shard, Task
from measurand.edges.engines.work import work
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.format import Cut
from measurand.edges.files.samples.opening import is_stream, located

_PROBE = 8 * 2**20


@frozen(kw_only=True)
class Estimate:
    """What a probe of some bytes gave: records, and seconds of one processor.

    >>> Estimate(bytes=100, records=4, seconds=0.5).rate
    200.0
    """

    bytes: int
    records: int
    seconds: float

    @property
    def rate(self) -> float:
        """Give bytes in a second of one processor."""
        return self.bytes / max(self.seconds, 1e-6)


def probed(plan: Plan) -> Estimate | None:
    """Read the first 8 MiB of the first file of plain lines; None where there is none.

    >>> probed(Plan(())) is None
    True
    """
    task = next((task for task in plan.tasks if _plain(task)), None)
    if task is None:
        return None
    shard = _shortened(task)
    begun = process_time()
    partial = work(evolve(task, shard=shard, compared=False))
    seconds = process_time() - begun
    return Estimate(bytes=shard.size, records=partial.read, seconds=seconds)


def _plain(task: Task) -> bool:
    path = Path(task.root) / task.shard.place
    plain = FORMATS[task.source.format].cut is Cut.LINES and not task.source.predictions
    return plain and not is_stream(located(task.shard.place, Path(task.root))) and path.is_file()


def _shortened(task: Task) -> Shard:
    shard = task.shard
    if shard.size <= _PROBE:
        return shard
    with (Path(task.root) / shard.place).open("rb", buffering=0) as file:
        found = starts(file, shard.start + shard.size, _PROBE)
        end = next((at for at in found if at > shard.start), shard.start + shard.size)
    return evolve(shard, end=end, size=end - shard.start)
