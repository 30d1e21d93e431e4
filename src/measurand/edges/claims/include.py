"""Claims files that include others: each read once, in its own folder, within bounds."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.edges.claims.file import (
    check_joined,
    included,
    joined,
    moved,
    pinned,
    read_file,
)
from measurand.edges.claims.located import Located
from measurand.edges.files.files import check_file, first_bytes
from measurand.edges.files.gathering import Gathering, placed, right_schema
from measurand.edges.files.json.schema_error import seen
from measurand.edges.files.json.value import not_utf8
from measurand.edges.files.lines import BOM
from measurand.edges.files.toml_tree import Place, key_lines, read_tree
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault

Faults = tuple[Fault, ...]

MOST_BYTES = 16 * 2**20
MOST_DEEP = 8
MOST_FILES = 100


@frozen(kw_only=True)
class Inside:
    """How a file is reached: its name for the user, its folder, and the files around it.

    Without a `folder` (the bytes come from nowhere) nothing can be included. `opened` holds every
    file that was read, by where links lead; `metrics` are those that every file may name.
    """

    file: str
    folder: Path | None
    pin: bool = False
    around: tuple[str, ...] = ()
    opened: dict[str, str] = field(factory=dict)
    metrics: Mapping[str, Metric] = field(factory=dict)


def load(path: Path, inside: Inside) -> Result[Located, Faults]:
    """Read a claims file of at most 16 MiB, and what it includes."""
    return read_bytes(path, inside.file).bind(lambda raw: located_of(raw, inside))


def read_bytes(path: Path, name: str) -> Result[bytes, Faults]:
    """Read the bytes of a claims file, if they are few enough.

    >>> read_bytes(Path("no/such.toml"), "c.toml").failure()[0].text()
    'c.toml: expected a file, got nothing of that name'
    """
    expected = f"a claims file of at most {MOST_BYTES // 2**20} MiB"
    hint = "samples stand in files of their own, which the claims file names"
    longer = Fault(file=name, got="a longer one", expected=expected, hint=hint)
    return first_bytes(path, MOST_BYTES, name=name).bind(
        lambda raw: Failure((longer,)) if len(raw) > MOST_BYTES else Success(raw)
    )


def located_of(raw: bytes, inside: Inside) -> Result[Located, Faults]:
    """Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> located_of(b"schema = 1", Inside(file="c.toml", folder=None)).unwrap().files
    ('c.toml',)
    """
    marked = _marked(raw)
    return (
        _decoded(raw.removeprefix(BOM))
        .bind(lambda text: _located_of_text(text, marked, inside))
        .alt(lambda faults: tuple(fault.at(file=inside.file) for fault in (*marked, *faults)))
    )


def _marked(raw: bytes) -> Faults:
    if not raw.startswith(BOM):
        return ()
    hint = "save the file as UTF-8 without BOM"
    return (Fault(line=1, got="a byte order mark", expected="TOML from the start", hint=hint),)


def _decoded(raw: bytes) -> Result[str, Faults]:
    try:
        return Success(raw.decode())
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return Failure((evolve(not_utf8(raw), line=line),))


def _located_of_text(text: str, marked: Faults, inside: Inside) -> Result[Located, Faults]:
    return read_tree(text).bind(lambda tree: _read(tree, text, marked, inside))


def _read(
    tree: Mapping[str, object], text: str, marked: Faults, inside: Inside
) -> Result[Located, Faults]:
    faults = Gathering()
    if not right_schema(tree, faults):
        return Failure(placed(faults.found, key_lines(text)))
    pin = inside.pin or pinned(tree)
    inner = _inner(tree, evolve(inside, pin=pin), faults)
    if isinstance(inner, Failure):
        return Failure((*placed(faults.found, key_lines(text)), *inner.failure()))
    parts = inner.unwrap()
    whole = read_file(tree, parts, inside.metrics, pin=pin, faults=faults)
    if whole is None or marked:
        return Failure(placed(faults.found, key_lines(text)))
    lines = key_lines(text)
    found = joined(whole, parts, inside.file, lines)
    check_joined(found, len(whole.claims), faults)
    return Failure(placed(faults.found, lines)) if faults.found else Success(found)


def _inner(
    tree: Mapping[str, object], inside: Inside, faults: Gathering
) -> Result[tuple[Located, ...], Faults]:
    """Read what a file includes; the faults of those files have their own names and lines."""
    parts: list[Located] = []
    wrong: list[Fault] = []
    for name, place in included(tree):
        opened = _opened(name, place, inside, faults)
        if opened is None:
            continue
        path, inner = opened
        found = load(path, inner).map(partial(moved, folder=PurePath(name).parent))
        if is_successful(found):
            _check_beside(found.unwrap(), parts, place, faults)
            parts.append(found.unwrap())
        else:
            wrong.extend(found.failure())
    return Failure(tuple(wrong)) if wrong else Success(tuple(parts))


def _opened(
    name: str, place: Place, inside: Inside, faults: Gathering
) -> tuple[Path, Inside] | None:
    """Say which file is meant; None where it may not be read, and that is noted."""
    if inside.folder is None:
        hint = "this claims file has no folder to look in"
        faults.add(place, got=seen(name), expected="nothing", hint=hint)
        return None
    path = inside.folder / name
    try:
        real = os.path.realpath(path)
        missing = check_file(path)
    except ValueError:
        faults.add(place, got=seen(name), expected="a path")
        return None
    if missing:
        faults.add(place, got=missing[0].got, expected="a file", hint=str(path))
        return None
    refusal = _refusal(real, inside)
    if refusal:
        faults.add(place, got=seen(name), expected=refusal[0], hint=refusal[1])
        return None
    file = str(PurePath(inside.file).parent / name)
    inside.opened[real] = file
    around = (*inside.around, real)
    return path, evolve(inside, file=file, folder=path.parent, around=around)


def _refusal(real: str, inside: Inside) -> tuple[str, str] | None:
    if real in inside.around:
        return "a file that does not include this one", f"{inside.opened[real]} does"
    if real in inside.opened:
        return "each file once", f"{inside.opened[real]} is read already"
    if len(inside.around) > MOST_DEEP:
        return f"files included at most {MOST_DEEP} deep", ""
    if len(inside.opened) > MOST_FILES:
        return f"at most {MOST_FILES} included files", ""
    return None


def _check_beside(
    part: Located, before: Sequence[Located], place: Place, faults: Gathering
) -> None:
    """Note what two included files both have."""
    for other in before:
        for what, name in sorted(_named(part) & _named(other)):
            hint = f"{other.files[0]} has it too"
            got = f"{what} {seen(name)} again"
            faults.add(place, got=got, expected="names that differ", hint=hint)


def _named(part: Located) -> set[tuple[str, str]]:
    claims = part.claims
    return {
        *(("data", name) for name, _ in claims.sources),
        *(("table", table.name) for table in claims.tables),
        *(("claim", claim.id) for claim in claims.claims),
        *(("definition", name) for name in part.definitions),
        *(("metric", name) for name in part.metrics),
    }


def opening(path: Path, metrics: Mapping[str, Metric]) -> Inside:
    """Say how the outermost file is reached, and which metrics every file may name.

    >>> opening(Path("docs/claims.toml"), {}).folder.name
    'docs'
    """
    real = os.path.realpath(path)
    opened = {real: str(path)}
    return Inside(
        file=str(path), folder=path.parent, around=(real,), opened=opened, metrics=metrics
    )
