"""The beginning of what is read, as far as it is looked at to tell its format.

A document that goes on behind what was looked at is closed behind its last whole element, by
counting brackets outside of strings: so its keys and first records are known without the rest.
"""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from attrs import frozen

from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.compression import LOCAL, members_of
from measurand.edges.files.samples.guesses import parsed
from measurand.edges.files.samples.opening import beginning, is_stream

MOST_LINES = 1000
_DEEP = 200
_MOST_ENTRIES, _MOST_FOLDERS = 10_000, 100
_MOST_OPENING = 2**20
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\],]', re.DOTALL)
_CLOSES = {b"{": b"}", b"[": b"]"}


@frozen(kw_only=True)
class Head:
    r"""The first bytes of a file, decompressed, and what they are.

    `lines` are its first lines; `document` is the value of the whole file, or of what is complete
    of its beginning where more follows, None where it is no JSON or one value a line; `entries` are
    the names of the files of a folder, or of the members of an archive; `more` tells whether bytes
    follow.

    >>> Head(name="a.csv", raw=b"id,gold\n", lines=(b"id,gold",)).document is None
    True
    """

    name: str
    raw: bytes = b""
    lines: Sequence[bytes] = ()
    document: Json = None
    entries: Sequence[str] = ()
    more: bool = False


def head_of(path: Path | None, name: str, *, most: int) -> Head:
    """Look at so many bytes of a file (None: standard input), or at the names in a folder.

    Raises OSError where it cannot be opened, or read.
    """
    if path is not None and not is_stream(path):
        if path.is_dir():
            return Head(name=name, entries=_entries(path))
        entries = _members(path)
        if entries:
            return Head(name=name, raw=LOCAL, entries=entries)
    raw, more = beginning(path, most)
    return head_of_bytes(raw, name, more=more)


def head_of_bytes(raw: bytes, name: str, *, more: bool) -> Head:
    r"""Take the first bytes of a file apart; `more` follow, or do not.

    >>> head_of_bytes(b'[{"id": 1}, {"id"', "a.json", more=True).document
    [{'id': 1}]
    """
    content = raw.removeprefix(BOM)
    lines = content.split(b"\n")
    first = lines[:-1] if more else lines
    return Head(
        name=name,
        raw=raw,
        lines=first[:MOST_LINES],
        document=_document(content, first, more=more),
        more=more,
    )


def _entries(folder: Path) -> Sequence[str]:
    """List what is in a folder, and in the folders in it."""
    inside = sorted(folder.iterdir())
    deeper = [sorted(one.iterdir()) for one in islice(filter(Path.is_dir, inside), _MOST_FOLDERS)]
    names = [str(one.relative_to(folder)) for group in (inside, *deeper) for one in group]
    return names[:_MOST_ENTRIES]


def _members(path: Path) -> Sequence[str]:
    with path.open("rb") as file:
        if file.read(len(LOCAL)) != LOCAL:
            return ()
        try:
            return [one.name for one in members_of(file)]
        except (FaultError, OSError):
            return ()


def _document(content: bytes, lines: Sequence[bytes], *, more: bool) -> Json:
    if content.lstrip()[:1] not in {b"{", b"["}:
        return parsed(content) if not more else None
    if not more:
        return parsed(content)
    filled = next((line for line in lines if line.strip()), b"")
    by_line = len(lines) > 1 and parsed(filled) is not None
    return None if by_line else parsed(opening(content[:_MOST_OPENING]))


def opening(raw: bytes) -> bytes:
    """Close the beginning of a JSON document behind its last whole element.

    >>> opening(b'{"a": [1, {"b": [2, 3], "c": "d')
    b'{"a": [1, {"b": [2, 3]}]}'
    """
    open_ones: list[bytes] = []
    whole, closing = 0, b""
    for found in _TOKEN.finditer(raw):
        mark = found[0]
        if mark in _CLOSES:
            open_ones.append(_CLOSES[mark])
            if len(open_ones) > _DEEP:
                break
        elif mark in {b"}", b"]"}:
            if not open_ones or open_ones.pop() != mark:
                break
        elif mark == b",":
            whole, closing = found.start(), b"".join(reversed(open_ones))
    return raw[:whole] + closing
