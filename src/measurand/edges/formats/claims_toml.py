"""The claims file: TOML to claims, or every fault of it with its place and line."""

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, field, frozen
from returns.result import Failure, Result, Success

from measurand.claims.model import Claims, Table
from measurand.claims.source import Source
from measurand.edges.formats.claims_table import read_table
from measurand.edges.formats.files import check_file, unreadable
from measurand.edges.formats.gathering import Gathering, elements, entries
from measurand.edges.formats.json_value import not_utf8
from measurand.edges.formats.lines import BOM
from measurand.edges.formats.misfit import Placed, seen
from measurand.edges.formats.toml_tree import key_lines, line_of, place_text, read_tree
from measurand.values.fault import Fault

Faults = tuple[Fault, ...]

SCHEMA = 1
MOST_BYTES = 16 * 2**20


@frozen(kw_only=True)
class _FileShape:
    schema: object
    title: str = ""
    data: Mapping[str, object] = field(factory=dict)
    table: tuple[object, ...] = ()


def load_claims(path: Path) -> Result[Claims, Faults]:
    """Read a claims file of at most 16 MiB.

    >>> load_claims(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    return _read(path).bind(lambda raw: claims_of(raw, file=str(path)))


def _read(path: Path) -> Result[bytes, Faults]:
    name = str(path)
    faults = check_file(path)
    if faults:
        return Failure(faults)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        return Failure((unreadable(error, name),))
    if len(raw) > MOST_BYTES:
        expected = f"a claims file of at most {MOST_BYTES // 2**20} MiB"
        hint = "samples stand in files of their own, which the claims file names"
        return Failure((Fault(file=name, got="a longer one", expected=expected, hint=hint),))
    return Success(raw)


def claims_of(raw: bytes, *, file: str = "") -> Result[Claims, Faults]:
    r"""Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> claims_of(b"schema = 1").unwrap()
    Claims(sources=(), tables=(), title='')
    >>> claims_of(b"schema = 1\ntabel = []", file="c.toml").failure()[0].text()
    "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?"
    """
    marked = _marked(raw)
    return (
        _decoded(raw.removeprefix(BOM))
        .bind(lambda text: _claims_of_text(text, marked))
        .alt(lambda faults: tuple(fault.at(file=file) for fault in (*marked, *faults)))
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


def _claims_of_text(text: str, marked: Faults) -> Result[Claims, Faults]:
    return read_tree(text).bind(lambda tree: _claims(tree, text, marked))


def _claims(tree: Mapping[str, object], text: str, marked: Faults) -> Result[Claims, Faults]:
    faults = Gathering()
    claims = _read_claims(tree, faults)
    if claims is None or faults.found or marked:
        return Failure(_located(faults.found, text))
    return Success(claims)


def _located(found: list[Placed], text: str) -> Faults:
    lines = key_lines(text)
    placed = (
        evolve(fault, path=place_text(place), line=line_of(place, lines)) for place, fault in found
    )
    return tuple(sorted(placed, key=lambda fault: fault.line))


def _read_claims(tree: Mapping[str, object], faults: Gathering) -> Claims | None:
    schema = tree.get("schema", SCHEMA)
    if schema != SCHEMA or isinstance(schema, bool):
        hint = "a file of another schema needs another release of this program"
        faults.add(("schema",), got=seen(schema), expected=str(SCHEMA), hint=hint)
        return None
    shape = faults.take(tree, _FileShape, ())
    data = entries(tree, "data")
    sources = {name: faults.take(part, Source, ("data", name)) for name, part in data.items()}
    tables = [
        read_table(part, data, ("table", at), faults)
        for at, part in enumerate(elements(tree, "table"))
    ]
    _check_names(tables, faults)
    if shape is None:
        return None
    return Claims(
        sources=tuple((name, source) for name, source in sources.items() if source is not None),
        tables=tuple(table for table in tables if table is not None),
        title=shape.title,
    )


def _check_names(tables: list[Table | None], faults: Gathering) -> None:
    names = [table and table.name for table in tables]
    for at, name in enumerate(names):
        if name is not None and name in names[:at]:
            hint = f"table[{names.index(name)}] has it: reports and --table tell tables by name"
            place = ("table", at, "name")
            faults.add(place, got=f"{seen(name)} again", expected="another name", hint=hint)
