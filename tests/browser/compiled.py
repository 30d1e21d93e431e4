"""Compile what a first verdict imports, in the Python of the page: it is ready in half of the time.

Python compiles a module whenever it finds no bytecode, and a tab keeps none. Bytecode is twice as
large as its source, so all other modules stay sources, and of lines functions keep the first.
"""

import importlib.util
import io
import json
import marshal
import re
import sys
from pathlib import Path, PurePosixPath
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

sys.path.insert(0, "/packages")
HEADER = importlib.util.MAGIC_NUMBER + bytes(12)
OLDEST = (1980, 1, 1, 0, 0, 0)
UNUSED = re.compile(
    r"_pyrepl/|antigravity|bdb\.|cProfile|cmd\.|doctest|ftplib|idlelib/|imaplib|mailbox|modulefinder|"
    r"multiprocessing/|pdb\.|pickletools|poplib|profile\.|pstats|pyclbr|pydoc|rlcompleter|smtplib|"
    r"socketserver|sqlite3/|tabnanny|trace\.|unittest/|webbrowser|wsgiref/|xmlrpc/|zipapp|"
    r"encodings/(?:mac_|hp_|ptcp|palmos|koi8_[tr]|kz1|tis_|cp(?!125|437|850|93|94|95|65001))"
)
"""Debuggers, servers, mail, and code pages of old machines: a tab has no use for them."""
FIRST = {"do": "lint", "text": "model,P,R,F1\nours,60.0,50.0,70.0\n"}


def imported() -> set[str]:
    """Give a first verdict, and name the files of all modules that were loaded."""
    from measurand.edges.page.answer import Auditor  # noqa: PLC0415  # it is what is measured

    auditor = Auditor(Path("/"))
    auditor.about()
    auditor.answer(json.dumps(FIRST))
    files = (getattr(module, "__file__", None) for module in [*sys.modules.values()])
    return {file for file in files if file}


def bare(code: CodeType) -> CodeType:
    """Say of each instruction the first line of its function alone: without any, no trace is told.

    An entry of the table is of up to eight units of two bytes: 1, the kind 13 (a line without
    columns) in four bits, the units less one in three; then by how much the line changes.
    """
    inner = (bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    full, rest = divmod(len(code.co_code) // 2, 8)
    lines = _line(8) * full + (_line(rest) if rest else b"")
    return code.replace(co_linetable=lines, co_consts=tuple(inner))


def _line(units: int) -> bytes:
    return bytes((0x80 | 13 << 3 | units - 1, 0))


def compiled(source: bytes, name: str, folder: str, files: set[str]) -> tuple[str, bytes]:
    """Give bytecode in the place of a source that is among the files."""
    if not name.endswith(".py") or f"{folder}/{name}" not in files:
        return name, source
    code = compile(source, name, "exec", dont_inherit=True)
    return f"{PurePosixPath(name).with_suffix('.pyc')}", HEADER + marshal.dumps(bare(code))


def archive(content: bytes, folder: str, files: set[str]) -> bytes:
    """Compile an archive whose modules were loaded from a folder."""
    made = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as old, ZipFile(made, "w") as new:
        for name in old.namelist():
            if UNUSED.match(name) and f"{folder}/{name}" not in files:
                continue
            inner, bytecode = compiled(old.read(name), name, folder, files)
            new.writestr(ZipInfo(inner, OLDEST), bytecode, ZIP_DEFLATED, 9)
    return made.getvalue()


if __name__ == "__main__":
    files = imported()
    stdlib = next(path for path in sys.path if path.endswith(".zip"))
    Path("/made").mkdir()
    for old, new, folder in (
        ("/packages.zip", "packages.zip", "/packages"),
        ("/stdlib.zip", "python_stdlib.zip", stdlib),
    ):
        Path("/made", new).write_bytes(archive(Path(old).read_bytes(), folder, files))
