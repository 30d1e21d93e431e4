"""Claims files from bytes: what they include, and every fault with its file, line and place.

A claims file may come from anybody. So its size is bounded, and so is how many files are included
and how deep; each is read once, told by where its links lead, so that no circle is followed. Where
an included file has faults they are told under its own name, and what includes it is read no more.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath
from types import MappingProxyType

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.text_check import MOST_LINES, Texts
from measurand.edges.claims.file import (
    LocatedClaims,
    check_joined,
    includes_of,
    is_pinned,
    join_includes,
    read_file,
    rebase_paths,
)
from measurand.edges.claims.gathering import Gathering, placed, right_schema
from measurand.edges.claims.shapes import MOST_FILES
from measurand.edges.files.files import check_file, first_bytes, unreadable
from measurand.edges.files.json.schema_error import seen
from measurand.edges.files.json.value import not_utf8
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.source_files import fleeting
from measurand.edges.files.toml_tree import Place, key_lines, place_text, read_tree
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault, visible

Faults = tuple[Fault, ...]

MOST_BYTES = 16 * 2**20
MOST_DEEP = 8


@frozen(kw_only=True)
class IncludeContext:
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


def load(path: Path, inside: IncludeContext) -> Result[LocatedClaims, Faults]:
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


def located_of(raw: bytes, inside: IncludeContext) -> Result[LocatedClaims, Faults]:
    """Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> located_of(b"schema = 1", IncludeContext(file="c.toml", folder=None)).unwrap().files
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


def _located_of_text(
    text: str, marked: Faults, inside: IncludeContext
) -> Result[LocatedClaims, Faults]:
    return read_tree(text).bind(lambda tree: _read(tree, text, marked, inside))


def _read(
    tree: Mapping[str, object], text: str, marked: Faults, inside: IncludeContext
) -> Result[LocatedClaims, Faults]:
    faults = Gathering()
    if not right_schema(tree, faults):
        return Failure(placed(faults.found, key_lines(text)))
    pin = inside.pin or is_pinned(tree)
    inner = _inner(tree, evolve(inside, pin=pin), faults)
    if isinstance(inner, Failure):
        return Failure((*placed(faults.found, key_lines(text)), *inner.failure()))
    parts = inner.unwrap()
    own = read_file(tree, parts, inside.metrics, pin=pin, faults=faults)
    if own is None or marked:
        return Failure(placed(faults.found, key_lines(text)))
    lines = key_lines(text)
    located = join_includes(own, parts, inside.file, lines)
    check_joined(located, len(own.claims), faults)
    return Failure(placed(faults.found, lines)) if faults.found else Success(located)


def _inner(
    tree: Mapping[str, object], inside: IncludeContext, faults: Gathering
) -> Result[tuple[LocatedClaims, ...], Faults]:
    """Read what a file includes; the faults of those files have their own names and lines."""
    parts: list[LocatedClaims] = []
    wrong: list[Fault] = []
    for name, place in includes_of(tree):
        opened = _opened(name, place, inside, faults)
        if opened is None:
            continue
        path, inner = opened
        located = load(path, inner).map(partial(rebase_paths, folder=PurePath(name).parent))
        if is_successful(located):
            _check_beside(located.unwrap(), parts, place, faults)
            parts.append(located.unwrap())
        else:
            wrong.extend(located.failure())
    return Failure(tuple(wrong)) if wrong else Success(tuple(parts))


def _opened(
    name: str, place: Place, inside: IncludeContext, faults: Gathering
) -> tuple[Path, IncludeContext] | None:
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


def _refusal(real: str, inside: IncludeContext) -> tuple[str, str] | None:
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
    part: LocatedClaims, before: Sequence[LocatedClaims], place: Place, faults: Gathering
) -> None:
    """Note what two included files both have."""
    for other in before:
        for what, name in sorted(_named(part) & _named(other)):
            hint = f"{other.files[0]} has it too"
            got = f"{what} {seen(name)} again"
            faults.add(place, got=got, expected="names that differ", hint=hint)


def _named(part: LocatedClaims) -> set[tuple[str, str]]:
    claims = part.claims
    return {
        *(("data", name) for name, _ in claims.sources),
        *(("table", table.name) for table in claims.tables),
        *(("claim", claim.id) for claim in claims.claims),
        *(("definition", name) for name in part.definitions),
        *(("metric", name) for name in part.metrics),
    }


def outermost_context(path: Path, metrics: Mapping[str, Metric]) -> IncludeContext:
    """Say how the outermost file is reached, and which metrics every file may name.

    >>> outermost_context(Path("docs/claims.toml"), {}).folder.name
    'docs'
    """
    real = os.path.realpath(path)
    opened = {real: str(path)}
    return IncludeContext(
        file=str(path), folder=path.parent, around=(real,), opened=opened, metrics=metrics
    )


_NONE: Mapping[str, Metric] = MappingProxyType({})


def load_claims(path: Path) -> Result[Claims, Faults]:
    """Read a claims file of at most 16 MiB, and what it includes.

    >>> load_claims(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    return load_located(path).map(lambda found: found.claims)


def load_located(
    path: Path, root: Path | None = None, metrics: Mapping[str, Metric] = _NONE
) -> Result[LocatedClaims, Faults]:
    """Read a claims file, and remember where each of its sources, tables and claims stands.

    With the `root` that paths of data start at, data has to be files: a claims file may come from
    anybody, and a pipe or a device that it names is read by nobody, or without an end. `metrics`
    are those that its definitions may name besides its own.

    >>> load_located(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    try:
        inside = outermost_context(path, metrics)
    except ValueError:
        inside = IncludeContext(file=str(path), folder=None)
    located = load(path, inside).map(lambda one: evolve(one, metrics={**metrics, **one.metrics}))
    return located if root is None else located.bind(lambda one: _of_files(one, root))


def _of_files(located: LocatedClaims, root: Path) -> Result[LocatedClaims, Faults]:
    sources = zip(located.claims.sources, located.sources, strict=True)
    faults = tuple(
        Fault(
            file=origin.file,
            line=origin.line((key,)),
            path=place_text((*origin.place, key)),
            got=f"{visible(name)}, {what}",
            expected="a file, or files, that can be read again",
            hint="write it to a file first, or name it on the command line: measurand score",
        )
        for (_, source), origin in sources
        for key, name in (("path", source.path), *source.beside)
        if (what := fleeting(name, root))
    )
    return Failure(faults) if faults else Success(located)


def claims_of(raw: bytes, *, file: str = "") -> Result[Claims, Faults]:
    r"""Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> claims_of(b"schema = 1").unwrap().tables
    ()
    >>> claims_of(b"schema = 1\ntabel = []", file="c.toml").failure()[0].text()
    "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?"
    """
    return located_of(raw, IncludeContext(file=file, folder=None)).map(lambda found: found.claims)


MOST_TEXT = 16 * 2**20


def read_texts(paths: Iterable[str], root: Path) -> Texts:
    """Read the lines of each file, or say why it cannot be read; bytes that are no UTF-8 are shown.

    A file of more than 16 MiB or a million lines is not read.

    >>> read_texts(["no/such.tex"], Path())["no/such.tex"].text()
    'no/such.tex: expected a file, got nothing of that name'
    """
    return {path: _lines_of(path, root) for path in paths}


def _lines_of(path: str, root: Path) -> tuple[str, ...] | Fault:
    try:
        faults = check_file(root / path, name=path)
        if faults:
            return faults[0]
        with (root / path).open("rb") as file:
            raw = file.read(MOST_TEXT + 1)
    except (OSError, ValueError) as error:
        return unreadable(error, path)
    if len(raw) > MOST_TEXT or raw.count(b"\n") >= MOST_LINES:
        expected = f"a text of at most {MOST_TEXT // 2**20} MiB and {MOST_LINES} lines"
        return Fault(file=path, got="a longer one", expected=expected)
    text = raw.decode(errors="backslashreplace").replace("\r\n", "\n")
    return tuple(text.removesuffix("\n").split("\n"))
