"""How data is read: how carefully, by whom, how much of it, and what becomes of bad records."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import IO, Literal

from attrs import evolve, frozen

from measurand.edges.cli.converters import count, share, size
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.output import write
from measurand.edges.cli.progress import ticking, watching
from measurand.edges.cli.request import Arguments, choice, option, switch
from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.run import Engine, Run, Watch, ignored, unwatched
from measurand.edges.engines.spilled_counts import MOST_ROWS
from measurand.edges.engines.tasks import SHARD_BYTES
from measurand.edges.files import Bad, ReadOptions, Rest, quarantined
from measurand.edges.files.files import unreadable
from measurand.values.fault import Fault

_CHUNK = 2**20
_QUARANTINE = "quarantine="
FIRST = "first"
"""What a faulty record does to a trial: it ends it, and nothing more is read. Nobody writes it."""


def on_error(text: str) -> str:
    """Read what a faulty record does.

    >>> on_error("quarantine=bad.jsonl")
    'quarantine=bad.jsonl'

    Raises ValueError for anything else.
    """
    if text in {"stop", "skip"} or (text.startswith(_QUARANTINE) and len(text) > len(_QUARANTINE)):
        return text
    message = f"stop, skip or quarantine=FILE: got {text!r}"
    raise ValueError(message)


@frozen(kw_only=True)
class FaultyRecords(Arguments):
    """What a faulty record does; None where something else says it."""

    on_error: str | None = None

    @property
    def quarantine(self) -> Path | None:
        """Name the file of the quarantine; None where there is none.

        >>> FaultyRecords(on_error="skip").quarantine is None
        True
        """
        how = self.on_error or ""
        return Path(how.removeprefix(_QUARANTINE)) if how.startswith(_QUARANTINE) else None


@frozen(kw_only=True)
class Reading(FaultyRecords):
    """How carefully data is read."""

    TITLE = "reading"

    on_error: str = option(
        on_error,
        metavar="stop|skip|quarantine=FILE",
        default="stop",
        says="what a faulty record does: fail the run, all faults listed (default); be skipped and "
        "counted; or be skipped, counted and kept byte for byte in FILE; labels of humans are "
        "skipped where no sample has their id",
    )
    ids: Literal["exact", "digest", "off"] = choice(
        ("exact", "digest", "off"),
        default="exact",
        rare=True,
        says="how repeated ids are found: every id kept (default), 8-byte digests, or not at all",
    )
    strict: bool = switch(says="refuse duplicate JSON keys too (slower)", rare=True)


@frozen(kw_only=True)
class Running(Arguments):
    """Who reads, and what becomes of a run that is broken off; of files that are read whole."""

    TITLE = "running"

    engine: Literal["serial", "processes", "dask", "spark"] = choice(
        ("serial", "processes", "dask", "spark"),
        default="serial",
        says="who reads: this process (default), several, or a cluster; the numbers are the same",
    )
    workers: int | None = option(
        count, metavar="N", says="how many processes read (default: every core)"
    )
    cluster_address: str = option(
        str,
        metavar="URL",
        default="",
        rare=True,
        says="dask, spark: where the cluster is (default: one that is started here)",
    )
    shard_bytes: int | None = option(
        size,
        metavar="SIZE",
        rare=True,
        says=f"how long a shard of a file of lines is (default: {SHARD_BYTES // 2**20}MiB)",
    )
    resume: Path | None = option(
        Path,
        metavar="DIR",
        rare=True,
        says="keep what is done in DIR, and go on from there when the command is run again",
    )
    lost: Literal["stop", "leave-out"] = choice(
        ("stop", "leave-out"),
        default="stop",
        rare=True,
        says="what becomes of a shard that failed twice, or a file that cannot be read to its end:"
        " it ends the run (default), or is left out, which is told beside every number",
    )
    most_rows: int | None = option(
        count,
        metavar="N",
        rare=True,
        says="how many distinct rows of evidence are held in memory before they go to a file"
        f" (default: {MOST_ROWS:,})",
    )
    scratch: Path | None = option(
        Path,
        metavar="DIR",
        rare=True,
        says="the folder of that file (default: the system's for temporary files)",
    )
    limit: int | None = None
    share: Fraction | None = None
    max_expansion: int | None = option(
        count,
        metavar="N",
        rare=True,
        says="how many times as long a compressed file may become (default: 1000)",
    )
    dry_run: bool = switch(says="say what would be read, by whom, and how long that may take")
    record: Path | None = option(
        Path,
        metavar="FILE",
        rare=True,
        says="write a record of the run (JSON): definitions, inputs with digests, engine, versions",
    )


@frozen(kw_only=True)
class PartlyRunning(Running):
    """Who reads, and how much of it."""

    limit: int | None = option(count, metavar="N", says="read the first N records of a source only")
    share: Fraction | None = option(
        share,
        "--sample",
        metavar="SHARE",
        says="read this share of the samples only, chosen by their ids: always the same ones",
    )


SERIAL = Running()
"""How a command reads that has no options for it: all of it, in this process."""


def read_options(how: Reading, running: Running = SERIAL) -> ReadOptions:
    """Say how careful reading is, and how much is read."""
    plain = ReadOptions()
    return ReadOptions(
        ids=how.ids,
        strict=how.strict,
        sample=running.share,
        limit=running.limit,
        max_expansion=running.max_expansion or plain.max_expansion,
    )


@contextmanager
def reading(how: Reading, root: Path, running: Running = SERIAL) -> Iterator[Run]:
    """Give the run that is asked for; a quarantine is written when it ends well.

    Raises StopError where the quarantine cannot be written.
    """
    skip = how.on_error not in {"stop", FIRST}
    sharded = running.engine != "serial" or running.resume is not None
    with (
        _bad_records() as kept,
        engine_of(running) as engine,
        _progress(sharded=sharded) as (tick, watch),
    ):
        last = b"\n"

        def keep(event: Bad | Rest) -> None:
            nonlocal last
            # The last line of the source before this one may have had no end.
            if isinstance(event, Bad) and event.raw and not last.endswith(b"\n"):
                kept.write(b"\n")
            for chunk in quarantined([event]):
                kept.write(chunk)
                last = chunk

        plain = Run(root=root)
        yield evolve(
            plain,
            options=read_options(how, running),
            skip=skip,
            sink=keep if skip else _ended if how.on_error == FIRST else ignored,
            tick=tick,
            engine=engine,
            watch=watch,
            resume=running.resume,
            lost="leave_out" if running.lost == "leave-out" else "stop",
            shard_bytes=running.shard_bytes or plain.shard_bytes,
            most_rows=running.most_rows or plain.most_rows,
            folder=running.scratch,
        )
        if how.quarantine is not None:
            kept.seek(0)
            write(how.quarantine, iter(lambda: kept.read(_CHUNK), b""))


def _ended(event: Bad | Rest) -> None:
    """End a trial at the first fault.

    Raises StopError with it.
    """
    if isinstance(event, Bad) and event.faults:
        raise StopError(event.faults[:1])


def _bad_records() -> IO[bytes]:
    """Open what bad records are kept in until the run is done."""
    # tempfile loads compressors and random numbers: most runs need no such file.
    from tempfile import TemporaryFile

    try:
        return TemporaryFile()
    except OSError as error:
        raise StopError((unreadable(error, "temporary file"),)) from error


@contextmanager
def _progress(*, sharded: bool) -> Iterator[tuple[Callable[[int], None], Watch]]:
    """Show how far a run is: by shards where there are some, else by records."""
    if sharded:
        with watching(sys.stderr) as watch:
            yield ignored, watch
    else:
        with ticking(sys.stderr) as tick:
            yield tick, unwatched


@contextmanager
def engine_of(running: Running) -> Iterator[Engine | None]:
    """Give the engine that is asked for; None where this process reads.

    Raises StopError where options do not go together, or a package or a cluster is not there.
    """
    workers, address = running.workers, running.cluster_address
    if faults := tuple(_clashes(running)):
        raise StopError(faults)
    match running.engine:
        case "processes":
            from measurand.edges.engines.processes import processes

            yield processes(workers)
        case "dask":
            from measurand.edges.engines.dask_engine import dask
            from measurand.edges.engines.processes import cores

            with _cluster_faults(), dask(workers or cores(), address=address) as engine:
                yield engine
        case "spark":
            from measurand.edges.engines.spark_engine import spark

            with _cluster_faults(), spark(address or f"local[{workers or '*'}]") as engine:
                yield engine
        case _:
            yield None


@contextmanager
def _cluster_faults() -> Iterator[None]:
    try:
        yield
    except ClusterError as error:
        raise StopError((error.fault,)) from error


def _clashes(running: Running) -> Iterator[Fault]:
    kind, limit = running.engine, running.limit
    serial, clustered = kind == "serial", kind in {"dask", "spark"}
    named = f"--engine {kind}"
    for name, wrong, expected, got in (
        ("--workers", serial and running.workers, "--engine processes, dask or spark", named),
        (
            "--cluster-address",
            running.cluster_address and not clustered,
            "--engine dask or spark",
            named,
        ),
        (
            "--shard-bytes",
            running.shard_bytes and serial and not running.resume,
            "--engine processes, dask or spark, or --resume",
            named,
        ),
        ("--limit", limit and not serial, "--engine serial", named),
        ("--limit", limit and running.resume, "a run that reads all", "--resume"),
        ("--record", running.record and running.dry_run, "a run", "--dry-run"),
    ):
        if wrong:
            yield Fault(path=name, got=got, expected=expected)


def workers_of(running: Running) -> int:
    """Count the processes that read.

    >>> workers_of(Running())
    1
    """
    if running.engine == "serial":
        return 1
    from measurand.edges.engines.processes import cores

    return running.workers or cores()
