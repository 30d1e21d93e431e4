"""Files of lines of every kind, cut anywhere, and an engine that gives its results in any order."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, field, frozen
from hypothesis import strategies as st
from returns.result import Result

from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Engine, Run, Watch
from measurand.edges.engines.serial import gather
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import work
from measurand.edges.files import ReadOptions
from measurand.edges.files.events import IdIndex
from measurand.evidence.matching import MultisetMatch
from measurand.evidence.observation import ColumnOf, Missing, Observation, Observing
from measurand.evidence.source import Source, Sources
from measurand.metrics.needs import Gathered, Need, Slice
from measurand.values.fault import Fault

BOM = b"\xef\xbb\xbf"
SHORTEST = 90
IDS = ("1", "2", "3", "x/y")


def _record(**more: object) -> bytes:
    record = {"id": 9, "gold": ["a", "b"], "pred": ["a"], "groups": {"run": "x"}, **more}
    return json.dumps(record).encode()


# What a line can be: some are taken by the hot loop, some by no other road than the general one.
LINES: tuple[bytes, ...] = (
    b"",
    b"  \t",
    _record(pred=None),
    _record(id=7, gold=["b"], pred=["b"], groups={"run": "y"}),
    _record(id="lacks", groups={}),
    _record(id="weighs", sample_weight=2),
    _record(id="spans", gold=[{"start": 0, "end": 1, "label": "A"}], pred=[]),
    _record(id="slots", gold=[{"aspect": "a", "polarity": None}], pred=[{"aspect": "a"}]),
    _record(id="counts", gold=["a"] * 40),
    _record(id="integer", gold=[{"aspect": 1}], pred=[{"aspect": "2"}]),
    _record(id="float", gold=[{"aspect": 1.0}], pred=[]),
    _record(id="label", gold=1, pred=None),
    _record(id="truth", gold=True, pred=True),
    _record(gold=3),
    _record(id=["no", "id"]),
    BOM + _record(id="marked"),
    b"{bad",
    b"[1, 2]",
    b'{"id": "cut"',
    b'{"id": "\xff\xfe", "gold": []}',
    "{\u2028}".encode(),
)


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Draw a file: lines of every kind, some of them with an id that others have too."""
    known = st.sampled_from(IDS).map(lambda one: _record(id=one))
    new = st.integers(100, 999).map(lambda one: _record(id=one, pred=["a", "b"]))
    ends = draw(st.sampled_from([b"\n", b"\r\n"]))
    lines = draw(st.lists(st.sampled_from(LINES) | known | new, max_size=9))
    start = draw(st.sampled_from([b"", BOM]))
    return start + ends.join(lines) + draw(st.sampled_from([b"", ends]))


def of(how: Observing, *names: str, run: str | None = None) -> Need:
    where = () if run is None else (("run", run),)
    return Need(Slice("runs", where, how), names)


PLAIN, MANY = Observation(), Observation(match=MultisetMatch())
NEEDS: tuple[tuple[Need, ...], ...] = (
    (of(PLAIN),),
    (of(PLAIN), of(MANY)),
    (of(PLAIN, "run"),),
    (of(PLAIN, run="x"), of(Observation(missing=Missing.EMPTY), "run")),
    (of(Observation(unit=("aspect",))), of(ColumnOf("cost"))),
)


@frozen
class Asked:
    """What is asked of some files, and how they are cut."""

    files: tuple[bytes, ...]
    needs: tuple[Need, ...] = NEEDS[0]
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    options: ReadOptions = field(factory=ReadOptions)
    skip: bool = False
    shard_bytes: int = 1

    @property
    def sources(self) -> Sources:
        """Name the files as one source."""
        path = "0.jsonl" if len(self.files) == 1 else "*.jsonl"
        return {"runs": Source(path=path, where=self.where)}

    @contextmanager
    def written(self) -> Iterator[Path]:
        """Write the files to a folder of their own."""
        with TemporaryDirectory() as folder:
            for at, raw in enumerate(self.files):
                (Path(folder) / f"{at}.jsonl").write_bytes(raw)
            yield Path(folder)

    def run(self, root: Path) -> Run:
        """Say how the files are read, without an engine."""
        return Run(root=root, options=self.options, skip=self.skip, shard_bytes=self.shard_bytes)

    def gather(self, run: Run) -> Result[Gathered, tuple[Fault, ...]]:
        """Gather what is asked of them."""
        return gather(self.sources, self.needs, run)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """Draw files, what is asked of them, and how they are cut."""
    most = draw(st.sampled_from([SHORTEST, 2**20]))
    indexes: tuple[IdIndex, ...] = ("exact", "exact", "digest", "off")
    index = draw(st.sampled_from(indexes))
    return Asked(
        files=tuple(draw(st.lists(texts(), min_size=1, max_size=2))),
        needs=draw(st.sampled_from(NEEDS)),
        where=draw(st.sampled_from([(), (), (("groups.run", ("x",)),), (("nowhere", ("x",)),)])),
        options=ReadOptions(ids=index, max_line_bytes=most),
        skip=draw(st.booleans()),
        shard_bytes=draw(st.sampled_from([1, 7, 60, 61, 150, 400, 10**6])),
    )


@frozen
class Given:
    """What a run gave: its result, and the bytes of bad records."""

    found: Result[Gathered, tuple[Fault, ...]]
    bad: bytes


def given_by(asked: Asked, engine: Engine | None = None) -> Given:
    """Gather what is asked, by an engine or by none."""
    kept: list[bytes] = []
    with asked.written() as root:
        how = evolve(asked.run(root), engine=engine, sink=lambda event: kept.append(event.raw))
        found = asked.gather(how)
    # What is bad is only kept for runs that go on behind it.
    return Given(found, b"".join(kept) if asked.skip else b"")


def in_order(order: Callable[[Sequence[Task]], Sequence[Task]]) -> Engine:
    """Make an engine that does tasks in this process, in an order of its own."""

    def run(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
        return map(work, order(tasks))

    return run


def shuffled(data: st.DataObject) -> Engine:
    """Make an engine that does tasks in an order that is drawn."""
    return in_order(lambda tasks: data.draw(st.permutations(tasks)))


def losing(*indexes: int, when: Callable[[int], bool] | None = None) -> Engine:
    """Make an engine that loses some shards."""
    lose = when or indexes.__contains__

    def run(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
        for task in tasks:
            yield Lost(task, "it was dropped") if lose(task.index) else work(task)

    return run
