"""Reading as the arguments ask for it: how carefully, by whom, and what becomes of bad records."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from attrs import evolve

from measurand.edges.cli.arguments import StopError, quarantine_of, read_options, write
from measurand.edges.cli.progress import ticking, watching
from measurand.edges.cli.running import engine_of
from measurand.edges.engines.run import Run, Watch, ignored, unwatched
from measurand.edges.files import Bad, Rest, quarantined
from measurand.edges.files.files import unreadable

_CHUNK = 2**20


@contextmanager
def reading(arguments: argparse.Namespace, root: Path) -> Iterator[Run]:
    """Give the run that the arguments ask for; a quarantine is written when it ends well.

    Raises StopError where the quarantine cannot be written.
    """
    options = read_options(arguments)
    skip = arguments.on_error != "stop"
    sharded = vars(arguments).get("engine", "serial") != "serial" or vars(arguments).get("resume")
    with (
        _bad_records() as kept,
        engine_of(arguments) as engine,
        _telling(sharded=bool(sharded)) as (tick, watch),
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

        run = Run(root=root, options=options, skip=skip, sink=keep if skip else _drop, tick=tick)
        yield _running(arguments, evolve(run, engine=engine, watch=watch))
        target = quarantine_of(arguments)
        if target is not None:
            kept.seek(0)
            write(target, iter(lambda: kept.read(_CHUNK), b""))


def _bad_records() -> IO[bytes]:
    """Open what bad records are kept in until the run is done."""
    try:
        return TemporaryFile()
    except OSError as error:
        raise StopError((unreadable(error, "temporary file"),)) from error


@contextmanager
def _telling(*, sharded: bool) -> Iterator[tuple[Callable[[int], None], Watch]]:
    """Show how far a run is: by shards where there are some, else by records."""
    if sharded:
        with watching(sys.stderr) as watch:
            yield ignored, watch
    else:
        with ticking(sys.stderr) as tick:
            yield tick, unwatched


def _running(arguments: argparse.Namespace, run: Run) -> Run:
    """Say what becomes of a run that is broken off, for commands that have arguments for it."""
    if "engine" not in arguments:
        return run
    return evolve(
        run,
        resume=arguments.resume,
        lost="leave_out" if arguments.lost == "leave-out" else "stop",
        shard_bytes=arguments.shard_bytes or run.shard_bytes,
        most_rows=arguments.most_rows or run.most_rows,
        folder=arguments.scratch,
    )


def _drop(_event: Bad | Rest) -> None:
    """Keep nothing."""
