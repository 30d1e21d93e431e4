"""Files as a whole: is it there, is it the one that was meant, and writing all of it or nothing."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EBADF, EDQUOT, EFBIG, ELOOP, ENOENT, ENOSPC, ENOTDIR
from hashlib import file_digest
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO

from returns.result import Failure, Result, Success

from measurand.edges.files.events import Bad, Event, Rest
from measurand.values.fault import Fault

Faults = tuple[Fault, ...]


class BrokenFileError(OSError):
    """Bytes that are there and cannot be read as what they are; says what was got and expected."""

    def __init__(self, got: str, expected: str, hint: str = "") -> None:
        super().__init__(got)
        self.fault = Fault(got=got, expected=expected, hint=hint)


DIGEST = "sha256 "
"""How what is expected of a file that has another digest begins."""


def check_file(path: Path, sha256: str = "", *, name: str = "") -> Faults:
    """Say what is wrong with a file before anything reads it; `name` is how the user calls it.

    >>> check_file(Path("no/such.jsonl"))[0].text()
    'no/such.jsonl: expected a file, got nothing of that name'
    """
    name = name or str(path)
    try:
        if (kind := kind_of(path)) != A_FILE:
            return (Fault(file=name, got=kind, expected=A_FILE),)
        with path.open("rb") as file:
            found = file_digest(file, "sha256").hexdigest() if sha256 else ""
    except (OSError, ValueError) as error:
        return (unreadable(error, name),)
    if found != sha256.lower():
        hint = "the file is not the one that was described: get that one, or correct the digest"
        return (Fault(file=name, got=found, expected=f"{DIGEST}{sha256.lower()}", hint=hint),)
    return ()


def named_from(path: Path, folder: Path) -> str:
    """Name a file as another one in a folder finds it.

    >>> named_from(Path("paper/README.md"), Path("paper")), named_from(Path("a.md"), Path("b"))
    ('README.md', '../a.md')
    """
    return Path(os.path.relpath(path, folder)).as_posix()


_PIECE = 2**20


def read_within(file: IO[bytes], most: int) -> bytes:
    """Read all that is there, but no more than one byte above `most`: so it shows that it is more.

    It is read in pieces, as to ask for so much at once is to ask for so much memory.

    >>> from io import BytesIO
    >>> read_within(BytesIO(b"abcdef"), 3), read_within(BytesIO(b"ab"), 2**60)
    (b'abcd', b'ab')
    """
    pieces: list[bytes] = []
    left = most + 1
    while left > 0 and (piece := file.read(min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def first_bytes(path: Path, most: int, *, name: str = "") -> Result[bytes, Faults]:
    """Read a file, but no more than one byte above `most`: so it shows that it is too long.

    >>> first_bytes(Path("no/such.toml"), 10).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    if faults := check_file(path, name=name):
        return Failure(faults)
    try:
        with path.open("rb") as file:
            return Success(read_within(file, most))
    except (OSError, ValueError) as error:
        return Failure((unreadable(error, name or str(path)),))


A_FILE, A_DIRECTORY, NOTHING = "a file", "a directory", "nothing of that name"
_ABSENT = {EBADF, ELOOP, ENOENT, ENOTDIR}


def kind_of(path: Path) -> str:
    """Say what a path names. From Python 3.14 on, `is_file` denies what it may not look at.

    >>> kind_of(Path("no/such.jsonl")), kind_of(Path("/"))
    ('nothing of that name', 'a directory')

    Raises OSError where it cannot be looked at: a name too long, a folder without permission.
    """
    try:
        mode = path.stat().st_mode
    except ValueError:
        return NOTHING
    except OSError as error:
        if error.errno in _ABSENT:
            return NOTHING
        raise
    if S_ISREG(mode):
        return A_FILE
    return A_DIRECTORY if S_ISDIR(mode) else "neither a file nor a directory"


def unreadable(error: Exception, name: str) -> Fault:
    """Make the fault of a file that cannot be read or written, by the system or by its bytes.

    >>> unreadable(BrokenFileError("gzip data that ends too early", "a whole file"), "a").text()
    'a: expected a whole file, got gzip data that ends too early'
    """
    if isinstance(error, BrokenFileError):
        return error.fault.at(file=name)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    full = isinstance(error, OSError) and error.errno in {ENOSPC, EDQUOT, EFBIG}
    expected = "room for it" if full else "a file that can be opened"
    return Fault(file=name, got=reason, expected=expected)


def atomic_write(path: Path, chunks: Iterable[bytes]) -> Result[int, Faults]:
    """Write a file whole or not at all; give its length.

    The bytes go to a new file beside it, which then takes its name: readers see the old file or
    the new one. Where the chunks raise, that is raised again and nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    try:
        kind = kind_of(target)
    except OSError as error:
        return Failure((unreadable(error, str(path)),))
    if kind not in {A_FILE, NOTHING}:
        return Failure((Fault(file=str(path), got=kind, expected=A_FILE),))
    beside = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}")
    try:
        length = _written(beside, chunks)
        beside.replace(target)
    except OSError as error:
        return Failure((unreadable(error, str(path)),))
    finally:
        with suppress(OSError):
            beside.unlink()
    return Success(length)


def _written(path: Path, chunks: Iterable[bytes]) -> int:
    with path.open("xb") as file:
        length = sum(file.write(chunk) for chunk in chunks)
        file.flush()
        os.fsync(file.fileno())
    return length


def quarantined(events: Iterable[Event]) -> Iterator[bytes]:
    r"""Give the bytes of the bad records as they stand, each from the start of a line.

    >>> list(quarantined([Bad((), b"{,\n"), Bad((), b"["), Rest(b"[["), Bad((), b"{\r\n")]))
    [b'{,\n', b'[', b'[[', b'\n', b'{\r\n']
    """
    ended = True
    for event in events:
        if not isinstance(event, Bad | Rest) or not event.raw:
            continue
        if isinstance(event, Bad) and not ended:
            yield b"\n"
        ended = event.raw.endswith(b"\n")
        yield event.raw
