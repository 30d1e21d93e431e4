"""What is read by whom, as values that travel: shards of files, tasks, and the plan of a run."""

from hashlib import sha256

from attrs import evolve, field, frozen

from measurand.edges.files import ReadOptions
from measurand.evidence.source import Source
from measurand.metrics.needs import Need

SHARD_BYTES = 64 * 2**20
"""How long a shard is that nobody said the length of."""


@frozen(kw_only=True)
class Shard:
    """A file of a source, or a range of it; `size` is its length in bytes, as far as it is known.

    `source` is the name of the source, `place` that of the file as the user knows it. The bounds
    are bytes for formats of lines, row groups for Parquet; an `end` of None is that of the file.

    >>> Shard(source="runs", place="a.jsonl", start=10, end=30, size=20).text()
    'a.jsonl (bytes 10 to 30)'
    """

    source: str
    place: str
    start: int = 0
    end: int | None = None
    size: int = 0
    unit: str = "bytes"

    @property
    def cut(self) -> bool:
        """Tell whether it is only a range of its file."""
        return bool(self.start) or self.end is not None

    @property
    def after(self) -> bool:
        """Tell whether it matters how many lines are before it: whether it is a range of lines."""
        return self.start > 0 and self.unit == "bytes"

    def text(self) -> str:
        """Name the file, and the range where it is one."""
        if not self.cut:
            return self.place
        last = "the end" if self.end is None else self.end
        return f"{self.place} ({self.unit} {self.start} to {last})"


@frozen(kw_only=True)
class Task:
    """All that a worker needs to read one shard.

    `root` is the folder that paths are relative to. `skip` goes on behind bad records, `keep_bad`
    keeps their bytes. `after` counts the lines before the shard; where they are not known yet it
    is 1 for a shard that is not the first of its file. `taken` are ids of shards before it, with
    the places where they stood. `compared` asks for digests of the ids of the shard, since other
    shards have ids too. `sought` holds digests (8 bytes each, ascending): the ids behind them are
    given with their places. With `lose`, a file that cannot be read fails the task.

    >>> shard = Shard(source="runs", place="a.jsonl")
    >>> Task(index=0, name="runs", source=Source(path="a.jsonl"), root=".", shard=shard).after
    0
    """

    index: int
    name: str
    source: Source
    root: str
    shard: Shard
    needs: tuple[Need, ...] = ()
    options: ReadOptions = field(factory=ReadOptions)
    skip: bool = False
    keep_bad: bool = False
    after: int = 0
    taken: tuple[tuple[str, str], ...] = ()
    compared: bool = False
    sought: bytes = b""
    lose: bool = False

    def again(self, *, after: int, taken: tuple[tuple[str, str], ...] = ()) -> "Task":
        """Make the task of reading the shard once more, when more is known."""
        return evolve(self, after=after, taken=taken, sought=b"")

    def seeking(self, digests: bytes) -> "Task":
        """Make the task of reading the shard once more, for the ids behind digests."""
        return evolve(self, sought=digests)


@frozen
class Plan:
    """The tasks of a run, in the order of sources, files and ranges.

    `signatures` says what is observed, need by need, and `digest` stands for all of it: two plans
    of one digest read the same ranges of the same names in the same way. What is in the files is
    no part of it.

    >>> Plan(()).digest == Plan(()).digest
    True
    """

    tasks: tuple[Task, ...]

    @property
    def signatures(self) -> tuple[str, ...]:
        """Write what is observed of every source."""
        needs = {task.name: task.needs for task in self.tasks}
        return tuple(sorted(f"{name}: {need!r}" for name, some in needs.items() for need in some))

    @property
    def sources(self) -> tuple[str, ...]:
        """Write the sources that are read."""
        sources = {task.name: task.source for task in self.tasks}
        return tuple(sorted(f"{name}: {source!r}" for name, source in sources.items()))

    @property
    def digest(self) -> str:
        """Give a digest of sources, needs, options and shards."""
        told = sha256()
        for line in (*self.signatures, *self.sources, *map(_line, self.tasks)):
            told.update(line.encode(errors="surrogatepass") + b"\n")
        return told.hexdigest()


def _line(task: Task) -> str:
    parts = (task.index, task.name, task.shard, task.options, task.skip, task.keep_bad)
    return repr(parts)
