"""The texts of a paper, in which claims are looked up."""

from collections.abc import Iterable
from pathlib import Path

from measurand.audit.claims.text_check import MOST_LINES, Texts
from measurand.edges.files.files import check_file, unreadable
from measurand.values.fault import Fault

MOST_BYTES = 16 * 2**20


def read_texts(paths: Iterable[str], root: Path) -> Texts:
    """Read the lines of each file, or say why it cannot be read; bytes that are no UTF-8 are shown.

    A file of more than 16 MiB or a million lines is not read.

    >>> read_texts(["no/such.tex"], Path())["no/such.tex"].text()
    'no/such.tex: expected a file, got nothing of that name'
    """
    return {path: _read(path, root) for path in paths}


def _read(path: str, root: Path) -> tuple[str, ...] | Fault:
    try:
        faults = check_file(root / path, name=path)
        if faults:
            return faults[0]
        with (root / path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        return unreadable(error, path)
    if len(raw) > MOST_BYTES or raw.count(b"\n") >= MOST_LINES:
        expected = f"a text of at most {MOST_BYTES // 2**20} MiB and {MOST_LINES} lines"
        return Fault(file=path, got="a longer one", expected=expected)
    text = raw.decode(errors="backslashreplace").replace("\r\n", "\n")
    return tuple(text.removesuffix("\n").split("\n"))
