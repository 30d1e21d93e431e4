"""Cutting sources into shards, and the plan of a run: the tasks of all sources, in order.

Formats of lines are cut at byte offsets, each moved on to the next beginning of a line, so that
every line is in one shard wherever the cuts fall; Parquet is cut between row groups. What cannot be
entered in the middle (compressed files, streams, files joined with another) stays whole. The cuts
depend on sizes alone, and results add in any order: no engine, and no number of workers, changes a
result.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from attrs import evolve, frozen

from measurand.edges.engines.run import Run, ignored
from measurand.edges.engines.tasks import Plan, Shard, Task
from measurand.edges.engines.work import misnamed
from measurand.edges.files import check_source
from measurand.edges.files.files import unreadable
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.compression import MAGIC, compression_of
from measurand.edges.files.samples.format import Cut
from measurand.edges.files.samples.opening import is_stream
from measurand.edges.files.samples.source_files import Place, places
from measurand.edges.files.sources.reading import check_observed
from measurand.evidence.source import Source, Sources
from measurand.metrics.grammar import SignatureError
from measurand.metrics.needs import Need
from measurand.values.fault import Fault

GROUPS = "row groups"
_SEVERAL = 2
_CHUNK = 2**16


def shards_of(
    name: str, source: Source, places: Sequence[Place], shard_bytes: int
) -> Iterator[Shard]:
    """Cut the files of a source, in order: formats of lines into ranges, others file by file.

    Compressed files, streams and files with predictions beside them stay whole, and so do those
    that have a row for each rating. Parquet is cut
    between row groups.

    Raises OSError where a file cannot be read.
    """
    # Rows of a unit stand anywhere in a table of ratings.
    cut = Cut.NOWHERE if source.fields.rater else FORMATS[source.format].cut
    for place in places:
        path, size = place.path, _size(place.path)
        whole = path is None or bool(source.predictions) or is_stream(path) or not path.is_file()
        if whole or path is None or size <= shard_bytes:
            yield Shard(source=name, place=place.name, size=size)
        elif cut is Cut.ROW_GROUPS:
            yield from _grouped(name, place.name, splits(path), size, shard_bytes)
        elif cut is Cut.LINES:
            for start, end in _ranges(path, size, shard_bytes):
                long = (size if end is None else end) - start
                yield Shard(source=name, place=place.name, start=start, end=end, size=long)
        else:
            yield Shard(source=name, place=place.name, size=size)


def _grouped(
    name: str, place: str, groups: Sequence[tuple[int, int]], size: int, shard_bytes: int
) -> Iterator[Shard]:
    """Join row groups to shards, as if they all were of one length."""
    if len(groups) < _SEVERAL:
        yield Shard(source=name, place=place, size=size)
        return
    step = max(1, shard_bytes * len(groups) // size)
    for at in range(0, len(groups), step):
        some = groups[at : at + step]
        yield Shard(
            source=name,
            place=place,
            start=some[0][0],
            end=some[-1][1],
            size=size * len(some) // len(groups),
            unit=GROUPS,
        )


def _ranges(path: Path, size: int, shard_bytes: int) -> Sequence[tuple[int, int | None]]:
    """Cut a file of lines; where it cannot be read, who reads it as a whole says why."""
    try:
        with path.open("rb", buffering=0) as file:
            if compression_of(file.read(MAGIC)):
                return ((0, None),)
            begins = list(starts(file, size, shard_bytes))
    except OSError:
        return ((0, None),)
    return tuple(zip(begins, [*begins[1:], None], strict=True))


def splits(path: Path) -> Sequence[tuple[int, int]]:
    """Give the row groups of a Parquet file."""
    from measurand.edges.files.formats.arrow import splits as found

    return found(path)


def _size(path: Path | None) -> int:
    return path.stat().st_size if path is not None and path.is_file() else 0


def starts(file: BinaryIO, size: int, step: int) -> Iterator[int]:
    r"""Say where shards of about `step` bytes begin: each at the first line that starts there.

    >>> from io import BytesIO
    >>> list(starts(BytesIO(b"a\nbcdefgh\ni\n"), 12, 3))
    [0, 10]
    """
    at = 0
    while at < size:
        yield at
        at = _line_after(file, (at // step + 1) * step)


def _line_after(file: BinaryIO, least: int) -> int:
    """Find the first line that starts at a byte or behind it; where there is none, the end."""
    at = file.seek(least - 1)
    while chunk := file.read(_CHUNK):
        found = chunk.find(b"\n")
        if found >= 0:
            return at + found + 1
        at += len(chunk)
    return file.seek(0, os.SEEK_END)


def lines_in(path: Path, start: int, end: int) -> int:
    """Count the ends of line in a range of a file; 0 where it cannot be read.

    >>> lines_in(Path("no such file"), 0, 10)
    0
    """
    found = 0
    try:
        with path.open("rb") as file:
            file.seek(start)
            while start < end and (chunk := file.read(min(_CHUNK, end - start))):
                found += chunk.count(b"\n")
                start += len(chunk)
    except OSError:
        return 0
    return found


@frozen
class Planned:
    """The plan of a run, and what is wrong with sources, which then have no tasks.

    >>> Planned(Plan(()), {}).faults
    {}
    """

    plan: Plan
    faults: Mapping[str, tuple[Fault, ...]]


def planned(sources: Sources, by_source: Mapping[str, Sequence[Need]], run: Run) -> Planned:
    """Cut every source that is needed into shards.

    >>> from pathlib import Path
    >>> planned({}, {}, Run(root=Path("."))).plan.tasks
    ()
    """
    tasks: list[Task] = []
    wrong: dict[str, tuple[Fault, ...]] = {}
    for name, wanted in by_source.items():
        found = _shards(name, sources[name], wanted, run)
        match found:
            case [Fault(), *_]:
                wrong[name] = tuple(one for one in found if isinstance(one, Fault))
            case _:
                shards = [one for one in found if isinstance(one, Shard)]
                tasks += _tasks(sources[name], shards, wanted, run)
    plan = Plan(tuple(evolve(task, index=index) for index, task in enumerate(tasks)))
    return Planned(plan, wrong)


def _shards(
    name: str, source: Source, wanted: Sequence[Need], run: Run
) -> Sequence[Shard] | Sequence[Fault]:
    checked = check_source(source, root=run.root)
    if checked:
        return checked
    try:
        check_observed(source, [need.slice.observing for need in wanted])
        found = [place for place in places(source, run.root) if not isinstance(place, Fault)]
        return list(shards_of(name, source, found, run.shard_bytes))
    except SignatureError as error:
        return (misnamed(error).at(file=source.path),)
    except OSError as error:
        return (unreadable(error, source.path),)


def _tasks(
    source: Source, shards: Sequence[Shard], wanted: Sequence[Need], run: Run
) -> Iterator[Task]:
    for shard in shards:
        yield Task(
            index=0,
            name=shard.source,
            source=source,
            root=str(run.root.absolute()),
            shard=shard,
            needs=tuple(wanted),
            options=run.options,
            skip=run.skip,
            keep_bad=run.skip and run.sink is not ignored,
            # Where the true number is not known yet: a first line alone may have a byte order mark.
            after=1 if shard.after else 0,
            lose=run.lost == "leave_out",
            compared=run.options.ids != "off" and len(shards) > 1,
        )
