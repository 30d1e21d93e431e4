"""`--record`: what a run was, as JSON in a file of its own."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from attrs import define

from measurand.audit.claims.cells import cell_definition
from measurand.audit.claims.model import Claims
from measurand.audit.claims.table_check import computed_cells
from measurand.edges.cli.arguments import StopError, write
from measurand.edges.cli.dry_run import shards_of, workers_of
from measurand.edges.cli.guard import check_folders
from measurand.edges.engines.record import (
    Input,
    RunRecord,
    inputs_of,
    plain_record,
    totals,
    versions,
)
from measurand.edges.engines.run import Run
from measurand.edges.report import to_json
from measurand.evidence.source import Sources
from measurand.metrics.needs import Gathered, Need
from measurand.metrics.signature import signature
from measurand.values.fault import Fault


@define
class Recorder:
    """Keeps what a record says until the run is done.

    >>> Recorder().gathered is None
    True
    """

    meant: tuple[Sources, Sequence[Need], Run] | None = None
    definitions: Sequence[str] = ()
    gathered: Gathered | None = None


@contextmanager
def recording(arguments: argparse.Namespace) -> Iterator[Recorder]:
    """Time what is done in the block, and write the record of it; also where it ends with faults.

    Raises StopError where the record cannot be written.
    """
    path: Path | None = arguments.record
    check_folders([("--record", path)])
    recorder, started, begun = Recorder(), datetime.now(UTC), monotonic()
    faults: tuple[Fault, ...] = ()
    try:
        yield recorder
    except StopError as stop:
        faults = stop.faults
        raise
    except KeyboardInterrupt:
        faults = (Fault(got="an interrupt", expected="a run that ends by itself"),)
        raise
    finally:
        if path is not None:
            record = _record(arguments, recorder, faults)
            tree = {
                **plain_record(record),
                "started": started.isoformat(timespec="seconds"),
                "seconds": round(monotonic() - begun, 3),
            }
            write(path, to_json(tree))


def printed_by(claims: Claims) -> tuple[str, ...]:
    """List the definitions of printed cells, each once, as signatures.

    >>> printed_by(Claims(sources=(), tables=()))
    ()
    """
    found = (
        cell_definition(table, column, row)
        for table in claims.tables
        for row, column, _ in computed_cells(table)
        if column.known
    )
    return tuple(sorted({signature(one) for one in found}))


def _record(arguments: argparse.Namespace, kept: Recorder, faults: Sequence[Fault]) -> RunRecord:
    by_name = {} if kept.gathered is None else kept.gathered.readings
    readings = tuple(by_name.values())
    inputs: tuple[Input, ...] = ()
    shards = 0
    if kept.meant is not None:
        sources, needs, run = kept.meant
        inputs = inputs_of(sources.values(), run.root)
        shards = shards_of(sources, needs, run)
    counted = totals(readings)
    return RunRecord(
        definitions=tuple(kept.definitions),
        inputs=inputs,
        ends={name: f"{one.ends}, {one.ends_by}" for name, one in by_name.items() if one.ends_by},
        engine=arguments.engine,
        workers=workers_of(arguments),
        shards=shards,
        versions=versions(),
        faults=tuple(fault.text() for fault in faults),
        lost=tuple(place for reading in readings for place in reading.lost),
        read=counted["read"],
        dropped=counted["dropped"],
        skipped=counted["skipped"],
    )
