"""Leaderboards of alpaca_eval as runs: a row each, with `annotations.json` beside it.

A leaderboard is a CSV file whose first column names models, or one row as JSON. Annotations are of
one model; a leaderboard of several rows has those of the row that they name.
"""

import csv
from collections.abc import Iterator, Mapping
from hashlib import sha256
from math import nan
from pathlib import Path

from measurand.auditing.runs.small_harnesses import (
    ALPACA,
    ALPACA_METRICS,
    ValuesRecipe,
    leaderboard_faults,
    preference,
)
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import read_within
from measurand.edges.files.json.floats import decode_floats, value_of
from measurand.edges.files.json.value import FaultError, Json, Number, expected, wrong
from measurand.edges.files.lines import BOM
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding
from measurand.evidence.runs import (
    Aggregate,
    Attempt,
    Column,
    Remark,
    Run,
    Statistic,
    Value,
    Weight,
)
from measurand.values.english import counted

_KEYS = ("win_rate", "standard_error", "n_wins", "n_total")
_FITTED = frozenset({"length_controlled_winrate", "lc_standard_error"})
_COLUMN = "preference"
_FILE = "annotations.json"


def recognises(head: Head) -> bool:
    """Tell a leaderboard by its columns.

    >>> recognises(Head(name="a.csv", raw=b",win_rate,standard_error,n_wins,n_total"))
    True
    """
    first = head.raw.lstrip()[:4096].partition(b"\n")[0]
    found = head.raw[:4096] if head.raw.lstrip()[:1] == b"{" else first
    return all(key.encode() in found for key in _KEYS)


def read_leaderboard(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read the rows of a leaderboard.

    Raises FaultError for what is none, OSError where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        raw = read_within(file, options.max_document_bytes)
    if len(raw) > options.max_document_bytes:
        raise wrong(f"more than {options.max_document_bytes} bytes", "a shorter file")
    rows = _json_rows(raw, options) if raw.lstrip()[:1] == b"{" else _csv_rows(raw)
    attempts = _annotations(path.parent / _FILE, options)
    for model, row in rows.items():
        mine = [one for one, other in attempts if not model or other == model]
        if not mine and len(rows) == 1:
            mine = [one for one, _ in attempts]
        yield _run(name, model, row, mine or None)


def _json_rows(raw: bytes, options: ReadOptions) -> dict[str, dict[str, float]]:
    value = decode_floats(raw, max_depth=options.max_depth)
    held = holding(value, (), "a leaderboard of alpaca_eval")
    if _KEYS[0] in held:
        return {"": _numbers(held, "$")}
    return {
        model: _numbers(holding(row, _KEYS, "a row"), f"$.{model}") for model, row in held.items()
    }


def _numbers(row: Mapping[str, Json], place: str) -> dict[str, float]:
    found = {}
    for key, value in row.items():
        if isinstance(value, int | Number) and not isinstance(value, bool):
            number = value_of(value)
            found[key] = float(number) if isinstance(number, float | int) else nan
        elif key in _KEYS:
            raise expected("a number", value, path=f"{place}.{key}")
    return found


def _csv_rows(raw: bytes) -> dict[str, dict[str, float]]:
    try:
        lines = raw.removeprefix(BOM).decode().splitlines()
        heads, *rows = csv.reader(lines)
    except UnicodeDecodeError:
        raise wrong("other bytes", "UTF-8") from None
    except csv.Error as error:
        raise wrong(str(error), "rows of a CSV file") from None
    found: dict[str, dict[str, float]] = {}
    for number, row in enumerate(rows, 2):
        if len(row) != len(heads):
            raise FaultError(
                wrong(counted(len(row), "cell"), f"{len(heads)}").fault.at(line=number)
            )
        if row[0] in found:
            raise FaultError(wrong(f"{row[0]!r} twice", "names that differ").fault.at(line=number))
        held = dict(zip(heads[1:], row[1:], strict=True))
        found[row[0]] = {key: _float(text) for key, text in held.items() if _is_float(text)}
    return found


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _float(text: str) -> float:
    return float(text)


def _annotations(path: Path, options: ReadOptions) -> list[tuple[Attempt, str]]:
    """Read annotations, each with the model that it is of; none where the file is not there.

    Raises FaultError naming the file.
    """
    if not path.is_file():
        return []
    with opened(path, expansion=options.max_expansion) as file:
        raw = read_within(file, options.max_document_bytes)
    try:
        rows = decode_floats(raw, max_depth=options.max_depth)
        if not isinstance(rows, list):
            raise expected("a list of annotations", rows, path="$")
        return [_annotation(row, at) for at, row in enumerate(rows)]
    except FaultError as error:
        raise FaultError(error.fault.at(file=str(path))) from None


def _annotation(row: Json, at: int) -> tuple[Attempt, str]:
    held = holding(row, ("preference",), f"an annotation in $[{at}]")
    value: Value = value_of(held["preference"])
    if isinstance(value, bool) or not isinstance(value, float | int | None):
        raise expected("a number", held["preference"], path=f"$[{at}].preference")
    won = nan if value is None else preference(float(value))
    content = sha256(str(held.get("instruction", "")).encode("utf-8", "replace")).digest()[:8]
    attempt = Attempt(
        item=content.hex() if "instruction" in held else str(at),
        scores={_COLUMN: won},
        content=content,
    )
    return attempt, str(held.get("generator_2", ""))


def _run(name: str, model: str, row: Mapping[str, float], attempts: list[Attempt] | None) -> Run:
    column = Column(name=_COLUMN)
    aggregates = tuple(
        Aggregate(
            name=key,
            metric=key,
            printed=value,
            place=f"$.{model}.{key}" if model else f"$.{key}",
            column=column,
            statistic=Statistic.MEAN if key == "win_rate" else Statistic.OTHER,
            recipes=()
            if key not in ALPACA_METRICS
            else (
                ValuesRecipe(harness=ALPACA, metric=key, column=_COLUMN, of=ALPACA_METRICS[key]),
            ),
            unknown="it asks for the fitted model of lengths" if key in _FITTED else "",
        )
        for key, value in row.items()
        if key in ALPACA_METRICS or key in _FITTED
    )
    remarks = tuple(
        Remark(kind="counts", says=says, weight=Weight.REFUTES) for says in leaderboard_faults(row)
    )
    values = {} if attempts is None else {_COLUMN: [(a.item, a.scores[_COLUMN]) for a in attempts]}
    return Run(
        file=name,
        harness=ALPACA,
        part=model,
        system=model,
        attempts=None if attempts is None else tuple(attempts),
        logged=None if attempts is None else len(attempts),
        values=values,
        aggregates=aggregates,
        remarks=remarks,
    )


FORMAT = RunFormat(
    name=ALPACA,
    about="leaderboards of alpaca_eval, with annotations.json beside them",
    files="leaderboard.csv, .json",
    recognises=recognises,
    read=read_leaderboard,
)
