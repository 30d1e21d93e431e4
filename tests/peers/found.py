"""What came out when the laws were tried on other libraries, and the file that keeps it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from attrs import asdict, frozen
from cattrs import Converter

from measurand.laws.kinds.judged import Fate, Judged, Judgement
from tests.peers.peer import Peer

RESULTS = Path(__file__).with_name("results.json")


@frozen(kw_only=True)
class Cell:
    """One law and one function: its fate, and, where it is broken, by what and how to read it."""

    law: str
    fate: str
    because: str = ""
    code: str = ""
    tone: str = ""
    says: str = ""
    known: str = ""


@frozen(kw_only=True)
class Function:
    """One function of a library under one suite."""

    name: str
    kind: str
    suite: str
    claims: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


@frozen(kw_only=True)
class Tried:
    """One library: its version, none where it is not there, and its functions."""

    name: str
    package: str
    version: str | None = None
    functions: tuple[Function, ...] = ()


@frozen(kw_only=True)
class Results:
    """Everything that one run found."""

    date: str
    python: str
    examples: int
    seed: int
    libraries: tuple[Tried, ...]


def version_of(package: str) -> str | None:
    """Give the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def function_of(peer: Peer, judged: Judgement) -> Function:
    """Join what came out with what is said of it."""
    cells = []
    for row in judged.laws:
        broken = row.fate is Fate.BROKEN and row.found is not None
        note = peer.notes.get(row.law) if broken else None
        cells.append(
            Cell(
                law=row.law,
                fate=row.fate.value,
                because=row.found.because if broken and row.found else _why(row),
                code=row.found.code() if broken and row.found else "",
                tone=note.tone.value if note else "",
                says=note.says if note else "",
                known=note.known if note else "",
            )
        )
    return Function(
        name=peer.subject.name,
        kind=judged.kind,
        suite=judged.suite,
        claims=tuple(sorted(judged.claims)),
        cells=tuple(cells),
    )


def _why(row: Judged) -> str:
    return row.because if row.fate is Fate.UNTESTED else ""


def unexplained(libraries: Iterable[Tried]) -> list[str]:
    """Name the broken cells of which nothing is said."""
    return [
        f"{library.name}: {function.name}: {cell.law}: {cell.because}"
        for library in libraries
        for function in library.functions
        for cell in function.cells
        if cell.fate == Fate.BROKEN.value and not cell.says
    ]


def outdated(peers: Mapping[str, Sequence[Peer]], libraries: Iterable[Tried]) -> list[str]:
    """Name the notes of cells that are not broken: mended upstream, or never broken."""
    broken = {
        (library.name, function.suite, function.name, cell.law)
        for library in libraries
        for function in library.functions
        for cell in function.cells
        if cell.fate == Fate.BROKEN.value
    }
    return [
        f"{name}: {peer.subject.name}: {law}"
        for name, tried in peers.items()
        for peer in tried
        for law in peer.notes
        if (name, peer.suite.name, peer.subject.name, law) not in broken
    ]


def write(results: Results, path: Path = RESULTS) -> None:
    """Keep results as a file, without what is empty."""
    kept = asdict(results, filter=lambda _, value: value not in {None, "", ()})
    text = json.dumps(kept, indent=0, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def read(path: Path = RESULTS) -> Results:
    """Read results that were kept."""
    return Converter().structure(json.loads(path.read_text(encoding="utf-8")), Results)
