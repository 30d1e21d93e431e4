"""Arguments that say who reads, how much of it, and what becomes of a run that is broken off."""

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.planned import share
from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.run import Engine
from measurand.edges.engines.spilled_counts import MOST_ROWS
from measurand.edges.engines.tasks import SHARD_BYTES
from measurand.values.fault import Fault

ENGINES = ("serial", "processes", "dask", "spark")
_SIZE = re.compile(r"([0-9]{1,15})([KMG]i?B?|B)?")
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_BINARY = {"K": 2**10, "M": 2**20, "G": 2**30}


def size(text: str) -> int:
    """Read a number of bytes.

    >>> size("64MiB"), size("1000"), size("2G")
    (67108864, 1000, 2000000000)

    Raises argparse.ArgumentTypeError for anything else.
    """
    found = _SIZE.fullmatch(text)
    unit = (found[2] or "") if found else ""
    factor = _BINARY[unit[0]] if unit[1:2] == "i" else _UNITS[unit[:1]]
    number = int(found[1]) * factor if found else 0
    if number < 1:
        message = f"a number of bytes, such as 64MiB: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return number


def count(text: str) -> int:
    """Read a whole number above 0.

    >>> count("12")
    12

    Raises argparse.ArgumentTypeError for anything else.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(10**15)) and int(text)):
        message = f"a whole number above 0: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def add_running(parser: argparse.ArgumentParser, *, whole: bool = False) -> None:
    """Add what says who reads, and how much; `whole` is for commands that read everything."""
    group = parser.add_argument_group("running")
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default="serial",
        help="who reads: this process (default), several, or a cluster; the numbers are the same",
    )
    group.add_argument(
        "--workers", type=count, metavar="N", help="how many processes read (default: every core)"
    )
    group.add_argument(
        "--cluster-address",
        default="",
        metavar="URL",
        help="dask, spark: where the cluster is (default: one that is started here)",
    )
    group.add_argument(
        "--shard-bytes",
        type=size,
        metavar="SIZE",
        help=f"how long a shard of a file of lines is (default: {SHARD_BYTES // 2**20}MiB)",
    )
    group.add_argument(
        "--resume",
        type=Path,
        metavar="DIR",
        help="keep what is done in DIR, and go on from there when the command is run again",
    )
    group.add_argument(
        "--lost",
        choices=("stop", "leave-out"),
        default="stop",
        help="what becomes of a shard that failed twice, or a file that cannot be read to its end:"
        " it ends the run (default), or is left out, which is told beside every number",
    )
    group.add_argument(
        "--most-rows",
        type=count,
        metavar="N",
        help="how many distinct rows of evidence are held in memory before they go to a file"
        f" (default: {MOST_ROWS:,})",
    )
    group.add_argument(
        "--scratch",
        type=Path,
        metavar="DIR",
        help="the folder of that file (default: the system's for temporary files)",
    )
    if not whole:
        _add_share(group)
    group.add_argument(
        "--max-expansion",
        type=count,
        metavar="N",
        help="how many times as long a compressed file may become (default: 1000)",
    )
    group.add_argument(
        "--dry-run",
        action="store_true",
        help="say what would be read, by whom, and how long that may take",
    )
    group.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write a record of the run (JSON): definitions, inputs with digests, engine, versions",
    )


def _add_share(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--limit", type=count, metavar="N", help="read the first N records of a source only"
    )
    group.add_argument(
        "--sample",
        dest="share",
        type=share,
        metavar="SHARE",
        help="read this share of the samples only, chosen by their ids: always the same ones",
    )


@contextmanager
def engine_of(arguments: argparse.Namespace) -> Iterator[Engine | None]:
    """Give the engine that is asked for; None where this process reads.

    Raises StopError where options do not go together, or a package or a cluster is not there.
    """
    if "engine" not in arguments:
        yield None
        return
    kind, workers, address = arguments.engine, arguments.workers, arguments.cluster_address
    if faults := tuple(_clashes(arguments)):
        raise StopError(faults)
    match kind:
        case "processes":
            from measurand.edges.engines.processes import processes

            yield processes(workers)
        case "dask":
            from measurand.edges.engines.dask_engine import dask
            from measurand.edges.engines.processes import cores

            with _told(), dask(workers or cores(), address=address) as engine:
                yield engine
        case "spark":
            from measurand.edges.engines.spark_engine import spark

            with _told(), spark(address or f"local[{workers or '*'}]") as engine:
                yield engine
        case _:
            yield None


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except ClusterError as error:
        raise StopError((error.fault,)) from error


def alone(arguments: argparse.Namespace, expected: str) -> None:
    """Refuse what only goes with files that are read once, in shards.

    >>> alone(argparse.Namespace(engine="serial", dry_run=False), "one file")

    Raises StopError naming the options.
    """
    said = vars(arguments)
    asked = {
        f"--engine {arguments.engine}": arguments.engine != "serial",
        "--resume": said.get("resume"),
        "--record": said.get("record"),
        "--dry-run": arguments.dry_run,
        "--predictions": said.get("predictions"),
    }
    if faults := [
        Fault(path=name, got="two files", expected=expected) for name in asked if asked[name]
    ]:
        raise StopError(tuple(faults))


def _clashes(arguments: argparse.Namespace) -> Iterator[Fault]:
    said = vars(arguments)
    kind, limit = arguments.engine, said.get("limit")
    serial, clustered = kind == "serial", kind in {"dask", "spark"}
    named = f"--engine {kind}"
    for option, wrong, expected, got in (
        ("--workers", serial and arguments.workers, "--engine processes, dask or spark", named),
        (
            "--cluster-address",
            arguments.cluster_address and not clustered,
            "--engine dask or spark",
            named,
        ),
        (
            "--shard-bytes",
            arguments.shard_bytes and serial and not arguments.resume,
            "--engine processes, dask or spark, or --resume",
            named,
        ),
        ("--limit", limit and not serial, "--engine serial", named),
        ("--limit", limit and arguments.resume, "a run that reads all", "--resume"),
        ("--record", arguments.record and arguments.dry_run, "a run", "--dry-run"),
    ):
        if wrong:
            yield Fault(path=option, got=got, expected=expected)
