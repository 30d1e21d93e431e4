"""Build the page of the auditor: `make site` puts it into build/site/table, beside the docs.

The page itself is the files of docs/page as they are. What it loads comes from two registries, each
pinned with what it must hash to: Pyodide and HiGHS by the lock file of npm, msgspec for Pyodide by
docs/page/wheels.txt. Our own package and the pure ones that it needs go into one zip. What a first
verdict imports is compiled (`compiled.py`), and what no answer of the page imports is left out.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = DOCS / "page"
PARTS = ROOT / "build" / "page"
SITE = ROOT / "build" / "site" / "table"

OURS = (
    "auditor.js",
    "dom.js",
    "examples.js",
    "extras.js",
    "index.html",
    "language.js",
    "page.css",
    "page.js",
    "paste.js",
    "view.js",
    "words.js",
    "worker.js",
)
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
HIGHS = ("highs.mjs", "highs.wasm")
LICENCES = ("pyodide", "highs")
FILES = frozenset(
    {
        *OURS,
        *(f"pyodide/{name}" for name in PYODIDE),
        *(f"highs/{name}" for name in HIGHS),
        "gallery.js",
        "packages.zip",
    }
)
"""Every file of the page, and nothing else is served."""

MOST_BYTES = 20_000_000
PURE = ("attr", "attrs", "cattrs", "measurand", "returns", "toolz", "typing_extensions")
"""What is packed: our package, and what it imports to read and prove tables."""

_UNASKED = ("edges/testing", "edges/trials", "edges/verbs", "laws/kinds")
"""Folders of our package that no request of a page imports."""

_PLATFORM = (
    *("--only-binary", ":all:", "--python-version", "3.14", "--implementation", "cp"),
    *("--abi", "cp314", "--platform", "pyemscripten_2026_0_wasm32"),
)
_KEPT = frozenset({".py", ".css", ".js", ".json", ".typed"})
_OLDEST = (1980, 1, 1, 0, 0, 0)


def main() -> int:
    """Build, and say how large it is."""
    size = built()
    sys.stdout.write(f"{SITE.relative_to(ROOT)}: {len(FILES)} files, {size / 1e6:.1f} MB\n")
    return 0


def built(site: Path = SITE) -> int:
    """Build the page into a folder, and give its size in bytes."""
    modules, wheel = installed(), downloaded()
    shutil.rmtree(site, ignore_errors=True)
    for name in OURS:
        _copy(PAGE / name, site / name)
    for folder, names in (("pyodide", PYODIDE), ("highs/build", HIGHS)):
        for name in names:
            _copy(modules / folder / name, site / folder.removesuffix("/build") / name)
    packed(site / "packages.zip", wheel)
    compiled(site, modules / "pyodide")
    (site / "gallery.js").write_text(gallery(), encoding="utf-8")
    return sum(path.stat().st_size for path in site.rglob("*") if path.is_file())


def gallery() -> str:
    """Write the public cases of the docs as a module: of each its id, what is asked, its files."""
    listed = [
        {"id": name, "do": do, "files": files}
        for name, do, files in (*cases_of_tables(), *cases_of_logs())
    ]
    return f"export default {json.dumps(listed, ensure_ascii=False, indent=1)};\n"


Case = tuple[str, str, dict[str, str]]
_PART = re.compile(r"^(?:# [^\n]*\n)*\[\[(table|claim)\]\]$", re.MULTILINE)
_NAME = re.compile(r'^(?:name|id) = "([^ ",]+)', re.MULTILINE)


def cases_of_tables() -> Iterator[Case]:
    """Cut the claims file of the gallery into its cases: each a claims file of its own."""
    text = (DOCS / "examples" / "gallery" / "claims.toml").read_text(encoding="utf-8")
    starts = [*(part.start() for part in _PART.finditer(text)), len(text)]
    parts: dict[str, list[str]] = {}
    for start, end in pairwise(starts):
        name = _NAME.search(text, start, end)
        if name is not None:
            parts.setdefault(name[1], []).append(text[start:end].rstrip())
    for case, some in parts.items():
        do = "lint" if any("[[table]]" in part for part in some) else "check"
        whole = "\n\n".join(("schema = 1", *some))
        yield case, do, {"claims.toml": f"{whole}\n"}


def cases_of_logs() -> Iterator[Case]:
    """Give the logs of the gallery with their samples."""
    folder = DOCS / "examples" / "records"
    for log in sorted(folder.glob("*.json")):
        files = (log, log.with_name(f"{log.stem}_samples.jsonl"))
        yield log.stem, "check", {path.name: path.read_text(encoding="utf-8") for path in files}


def installed() -> Path:
    """Install what the lock file of npm names, unless it is there, and give the folder."""
    lock = PAGE / "package-lock.json"
    kept = PARTS / lock.name
    modules = PARTS / "node_modules"
    if not (modules.is_dir() and kept.is_file() and kept.read_bytes() == lock.read_bytes()):
        PARTS.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PAGE / "package.json", PARTS / "package.json")
        kept.unlink(missing_ok=True)
        shutil.copyfile(lock, PARTS / "package-lock.json")
        command = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
        try:
            subprocess.run(command, cwd=PARTS, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            kept.unlink(missing_ok=True)
            sys.exit(f"npm ci failed: the page needs npm for its parts; the docs do not ({error})")
    return modules


def downloaded() -> Path:
    """Download the wheel of msgspec for Pyodide, unless it is there, and give its path."""
    wanted = re.search(r"msgspec==(\S+)", (PAGE / "wheels.txt").read_text(encoding="utf-8"))
    found = list((PARTS / "wheels").glob(f"msgspec-{wanted[1] if wanted else ''}-*.whl"))
    if not found:
        command = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
        where = ("--dest", str(PARTS / "wheels"), "-r", str(PAGE / "wheels.txt"))
        checked = ("--disable-pip-version-check", "--require-hashes")
        subprocess.run((*command, *checked, *_PLATFORM, *where), check=True)
        found = list((PARTS / "wheels").glob("msgspec-*.whl"))
    return found[0]


def packed(target: Path, wheel: Path) -> None:
    """Put the packages into a zip that is the same wherever it is made of the same files."""
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted((*_sources(), *_of_wheel(wheel))):
            archive.writestr(ZipInfo(name, _OLDEST), content, ZIP_DEFLATED, 9)


def compiled(site: Path, pyodide: Path) -> None:
    """Put what the Python of the page compiled, now or before, into the place of sources.

    Where node is not there, or fails, sources are served: the page does the same, but later.
    """
    programs = tuple(Path(__file__).with_name(f"compiled.{end}") for end in ("mjs", "py"))
    packages, stdlib = site / "packages.zip", site / "pyodide" / "python_stdlib.zip"
    _copy(pyodide / "python_stdlib.zip", stdlib)
    parts = (*programs, packages, stdlib)
    made = PARTS / "compiled" / sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
    if not (made / stdlib.name).is_file():
        shutil.rmtree(made.parent, ignore_errors=True)
        made.mkdir(parents=True)
        command = ("node", str(programs[0]), str(pyodide), str(packages), str(made))
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.stderr.write(f"nothing is compiled, and sources are served: {error}\n")
            return
    for path in (packages, stdlib):
        _copy(made / path.name, path)


def _sources() -> Iterator[tuple[str, bytes]]:
    for name in PURE:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            sys.exit(f"{name} is not installed")
        origin = Path(spec.origin)
        if origin.name != "__init__.py":
            yield origin.name, _bare(origin.read_bytes(), origin.suffix)
            continue
        for path in sorted(origin.parent.rglob("*")):
            if path.suffix in _KEPT and not left_out(path):
                inner = path.relative_to(origin.parent).as_posix()
                yield f"{name}/{inner}", _bare(path.read_bytes(), path.suffix)
    # Python finds the version of a package in its metadata; entry points are left out.
    yield (
        "measurand-0.dist-info/METADATA",
        f"Metadata-Version: 2.1\nName: measurand\nVersion: {_version()}\n".encode(),
    )


def _bare(source: bytes, suffix: str) -> bytes:
    """Leave comments and docstrings out of a module: it loads sooner, and does the same.

    >>> _bare(b"def f():\\n    'Says.'\\n\\n# why\\nx = 1", ".py")
    b'def f():\\n    pass\\nx = 1'
    """
    if suffix != ".py":
        return source
    tree = ast.parse(source)
    for node in ast.walk(tree):
        said = ast.get_docstring(node, clean=False) if isinstance(node, _DOCUMENTED) else None
        if said is not None and isinstance(node, _DOCUMENTED):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree).encode()


_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _version() -> str:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"$', text, re.MULTILINE)
    return found[1] if found else "0"


def left_out(path: Path) -> bool:
    """Leave out what a browser cannot run, and plugins of other programs."""
    left_out = "__pycache__" in path.parts or path.parent.name == "mypy" or "contrib" in path.parts
    return left_out or any(f"/measurand/{folder}/" in path.as_posix() for folder in _UNASKED)


def _of_wheel(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith((".pyi", "RECORD")):
                yield name, archive.read(name)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    sys.exit(main())
