"""A lock of runs as JSON: the same bytes for the same lock, a line for every figure."""

import json
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.auditing.lock.runs import LockedRun
from measurand.edges.files.files import Faults, atomic_write, first_bytes
from measurand.edges.files.json.converter import plain, structured
from measurand.edges.files.json.value import FaultError, decode
from measurand.edges.files.toml_tree import place_text
from measurand.values.fault import Fault, shown

SCHEMA = "measurand-runs-lock/1"
_MOST_BYTES = 2**28
_DEEPEST = 12
_MOST_FAULTS = 20


@frozen(kw_only=True)
class _File:
    schema: str
    runs: tuple[LockedRun, ...]


def run_lock_text(runs: Sequence[LockedRun]) -> str:
    """Write a lock.

    >>> run_lock_text([]).splitlines()[1]
    ' "schema": "measurand-runs-lock/1",'
    """
    tree = {"schema": SCHEMA, "runs": [plain(one) for one in runs]}
    return json.dumps(tree, indent=1, ensure_ascii=False) + "\n"


def write_run_lock(path: Path, runs: Sequence[LockedRun]) -> Result[int, Faults]:
    """Write a lock, whole or not at all; a file that is there and is no lock of runs is refused."""
    there = first_bytes(path, _MOST_BYTES) if path.exists() else None
    if there is not None and is_successful(there) and _schema(there.unwrap()) != SCHEMA:
        got, expected = "a file that is no lock of runs", "a lock of runs, or no file"
        hint = "it would be lost: name another file"
        return Failure((Fault(file=str(path), got=got, expected=expected, hint=hint),))
    return atomic_write(path, [run_lock_text(runs).encode("utf-8", "backslashreplace")])


def read_run_lock(path: Path) -> Result[tuple[LockedRun, ...], Faults]:
    """Read a lock of runs, or list what is wrong with it.

    >>> read_run_lock(Path("no/such.json")).failure()[0].got
    'nothing of that name'
    """
    return first_bytes(path, _MOST_BYTES).bind(lambda raw: _lock(raw, str(path)))


def _lock(raw: bytes, file: str) -> Result[tuple[LockedRun, ...], Faults]:
    schema = _schema(raw)
    if len(raw) > _MOST_BYTES or schema != SCHEMA:
        got = "a longer file" if len(raw) > _MOST_BYTES else schema or "no schema"
        expected = f"a lock of the schema {SCHEMA!r}"
        return Failure((Fault(file=file, got=got, expected=expected),))
    found = structured(decode(raw, max_depth=_DEEPEST), _File)
    if is_successful(found):
        return Success(found.unwrap().runs)
    return Failure(
        tuple(
            evolve(fault, file=file, path=place_text(place))
            for place, fault in found.failure()[:_MOST_FAULTS]
        )
    )


def _schema(raw: bytes) -> str:
    """Give the schema of a document; empty where it has none."""
    try:
        tree = decode(raw, max_depth=_DEEPEST)
    except FaultError:
        return ""
    schema = tree.get("schema") if isinstance(tree, dict) else None
    return schema if isinstance(schema, str) else "" if schema is None else shown(schema)
