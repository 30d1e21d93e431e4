"""Decompressing: gzip and Zstandard, member after member, to no more bytes than is allowed.

A file of a few kilobytes can say that it is petabytes long, and what it says of its length need not
be true. So nothing that it says is believed: bytes are decompressed in pieces and counted, and what
was given may be at most so many times what was read, beyond a first 16 MiB that are free (short
texts that repeat themselves are packed a thousandfold in good faith). Memory is one piece.

Both formats allow several members one behind the other, as `cat a.gz b.gz` and parallel packers
make them. The end of a member is no end of the file: only the end of the bytes is.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Sequence
from io import SEEK_END, BytesIO
from struct import Struct
from typing import BinaryIO, Literal, Protocol, overload

from attrs import evolve, frozen

from measurand.edges.files.files import BrokenFileError
from measurand.edges.files.json.value import FaultError, wrong
from measurand.values.fault import shown

Compression = Literal["", "gzip", "zstd"]
Reads = Callable[[int], bytes]
MAGIC = 4
_GZIP, _ZSTD, _SKIPPED = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18"
_FREE = 2**24
_CHUNK = 2**18
_WITH_GZIP_HEADER = 31


class Frame(Protocol):
    """One compressed member of a file."""

    @property
    def eof(self) -> bool:
        """Tell whether its end has been met."""
        ...

    @property
    def unused_data(self) -> bytes:
        """Give what stands behind its end."""
        ...

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Take bytes, and give at most so many; asked again with none, the rest."""
        ...


class _GzipFrame:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(_WITH_GZIP_HEADER)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, most: int, /) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, most)


def compression_of(head: bytes) -> Compression:
    r"""Tell the compression of a file by its first four bytes; empty: none. Names say nothing.

    >>> compression_of(b"\x1f\x8b\x08\x00"), compression_of(b'{"id')
    ('gzip', '')
    """
    if head[:3] == _GZIP:
        return "gzip"
    skipped = head[1:4] == _SKIPPED and head[0] >> 4 == _SKIPPABLE
    return "zstd" if skipped or head[:4] == _ZSTD else ""


_SKIPPABLE = 5


class Unpacked:
    """The decompressed bytes of a stream of compressed ones.

    They may be `expansion` times as many, beyond the first 16 MiB. Zeros behind a gzip member are
    padding; anything else that is no further member is a fault.

    >>> from io import BytesIO
    >>> import gzip
    >>> packed = BytesIO(gzip.compress(b"ab") + gzip.compress(b"c"))
    >>> unpacked = Unpacked(packed.read, "gzip", expansion=1000)
    >>> [unpacked.read(9), unpacked.read(9), unpacked.read(9)]
    [b'ab', b'c', b'']
    """

    def __init__(self, packed: Reads, kind: Literal["gzip", "zstd"], *, expansion: int) -> None:
        """Begin.

        Raises BrokenFileError where the package that reads Zstandard is not there.
        """
        self._packed, self._kind, self._expansion = packed, kind, expansion
        self._new = _GzipFrame if kind == "gzip" else _zstd_frames()
        self._frame = self._new()
        self._data, self._started = b"", False
        self._met = self._given = 0

    def read(self, size: int) -> bytes:
        """Give at most so many bytes, none at the end.

        Raises BrokenFileError where the data is cut, spoilt, or becomes more than is allowed.
        """
        # A piece of input may give no output yet, and an empty answer would mean the end: so this
        # goes on until there are bytes, or none are left.
        while True:
            if self._frame.eof and not self._next_frame():
                return b""
            unpacked = self._decompressed(size)
            if unpacked:
                self._count(len(unpacked))
                return unpacked
            if not self._frame.eof:
                self._feed()

    def _next_frame(self) -> bool:
        rest = self._frame.unused_data
        while True:
            # Tapes and some packers fill the end of a gzip file with zeros: RFC 1952 knows no such
            # thing, gzip itself passes over them.
            rest = rest.lstrip(b"\0") if self._kind == "gzip" else rest
            rest = rest or self._taken()
            if not rest:
                return False
            if self._kind == "zstd" or rest.strip(b"\0"):
                break
        self._frame, self._data, self._started = self._new(), rest, True
        return True

    def _feed(self) -> None:
        self._data = self._taken()
        if not self._data:
            got = f"{self._kind} data that ends too early"
            raise BrokenFileError(got, f"a whole {self._kind} file", "was it cut off?")

    def _taken(self) -> bytes:
        packed = self._packed(_CHUNK)
        self._met += len(packed)
        return packed

    def _decompressed(self, size: int) -> bytes:
        data, self._data = self._data, b""
        try:
            return self._frame.decompress(data, size)
        except Exception as error:
            if not isinstance(error, zlib.error) and type(error).__name__ != "ZstdError":
                raise
            what = "bytes behind it that are" if self._started else "data that is"
            raise BrokenFileError(
                f"{self._kind} {what} not: {error}", f"a whole {self._kind} file"
            ) from None

    def _count(self, given: int) -> None:
        self._given += given
        if self._given > _FREE + self._expansion * self._met:
            raise BrokenFileError(
                f"more than {self._expansion} times as many bytes as the compressed ones",
                f"at most {self._expansion} times",
                "if you trust the file, say more with --max-expansion, or decompress it first",
            )


def _zstd_frames() -> Callable[[], Frame]:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        got = "a file compressed by Zstandard"
        raise BrokenFileError(got, "what reads it", "pip install backports.zstd") from None
    return zstd.ZstdDecompressor


# Zip archives from outside: members are read in memory, one at a time, and every size is counted.
#
# Nothing is ever written under the name of a member. Methods: stored, Deflate and Zstandard (93).
# The directory at the end says where members are; members that overlap are refused, for a bomb
# of a few kilobytes is made by letting thousands of entries share one packed stream.

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_END_WIDE, _LOCATOR = b"PK\x06\x06", b"PK\x06\x07"
_ENTRY = Struct("<4s6H3L5H2L")
_HEADER = Struct("<4s5H3L2H")
_ENDS = Struct("<4s4H2LH")
_WIDE = Struct("<4sQ2H2L4Q")
_SITE = Struct("<4sLQL")
_FIELD = Struct("<2H")
_LONGEST_END = _ENDS.size + 0xFFFF
_FULL, _FULL_SHORT, _EXTRA_WIDE = 0xFFFFFFFF, 0xFFFF, 1
_ENCRYPTED, _UTF8 = 0x1, 0x800
STORED, DEFLATED, ZSTANDARD = 0, 8, 93
MOST_DIRECTORY = 2**26
"""The directory of an archive has at most so many bytes."""
_READ = 2**16
_ENDLESS = 2**64 - 1


@frozen(kw_only=True)
class Member:
    """What the directory of an archive says of a member.

    `packed` and `size` are its lengths, compressed and not; `start` is where its header begins.

    >>> Member(name="a", method=0, flags=0, crc=0, packed=1, size=1, start=0).encrypted
    False
    """

    name: str
    method: int
    flags: int
    crc: int
    packed: int
    size: int
    start: int

    @property
    def encrypted(self) -> bool:
        """Tell whether a password is needed."""
        return bool(self.flags & _ENCRYPTED)


@frozen(eq=False)
class Members(Sequence[Member]):
    """The members of an archive, made of its directory as they are asked for.

    So an archive of many costs the bytes of its directory, and no more.
    """

    _raw: bytes
    _places: "array[int]"

    def __len__(self) -> int:
        """Count them."""
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Member: ...
    @overload
    def __getitem__(self, at: slice) -> "Members": ...
    def __getitem__(self, at: int | slice) -> "Member | Members":
        """Give the member at a place of the directory, or those of a slice."""
        if isinstance(at, slice):
            return Members(self._raw, self._places[at])
        return _entry(self._raw, self._places[at])[0]


def members_of(file: BinaryIO) -> Members:
    """List the members of an archive, in the order of its directory.

    >>> from zipfile import ZipFile
    >>> held = BytesIO()
    >>> with ZipFile(held, "w") as archive:
    ...     archive.writestr("a.json", "[1, 2]")
    >>> [(one.name, one.size) for one in members_of(held)]
    [('a.json', 6)]

    Raises FaultError where it is no archive, ends too early, or members overlap; OSError where it
    cannot be read.
    """
    size, start = _directory(file)
    if size > MOST_DIRECTORY:
        raise wrong(f"a directory of {size} bytes", f"one of at most {MOST_DIRECTORY}")
    file.seek(start)
    raw = file.read(size)
    if len(raw) < size:
        raise _broken("a directory that ends too early")
    places, starts, ends, at = array("Q"), array("Q"), array("Q"), 0
    while at < len(raw):
        member, behind = _entry(raw, at)
        # The sum of two numbers of eight bytes may need nine.
        ends.append(min(member.start + _HEADER.size + member.packed, _ENDLESS))
        starts.append(member.start)
        places.append(at)
        at = behind
    members = Members(raw, places)
    _apart(members, starts, ends, start)
    return members


def _broken(got: str) -> FaultError:
    return wrong(got, "a whole zip archive", "was it cut off?")


def _directory(file: BinaryIO) -> tuple[int, int]:
    """Find the directory: how long it is, and where it begins."""
    length = file.seek(0, SEEK_END)
    file.seek(max(0, length - _LONGEST_END))
    tail = file.read(_LONGEST_END)
    # Behind the mark stands a comment of at most 64 KiB, so it is looked for from the back.
    at = tail.rfind(END, 0, len(tail) - _ENDS.size + len(END))
    if at < 0:
        raise _broken("no end of its directory")
    _, _, _, _, _, size, start, _ = _ENDS.unpack_from(tail, at)
    end = length - len(tail) + at
    if _FULL in {size, start}:
        size, start, end = _wide(file, end)
    if start + size > end:
        raise _broken("a directory that is not where it should be")
    return size, start


def _wide(file: BinaryIO, end: int) -> tuple[int, int, int]:
    """Read the end of a directory whose numbers have eight bytes."""
    file.seek(max(0, end - _SITE.size))
    raw = file.read(_SITE.size)
    if len(raw) < _SITE.size or raw[:4] != _LOCATOR:
        raise _broken("no end of its long directory")
    at = _SITE.unpack(raw)[2]
    if at > end:
        raise _broken("an end of its long directory that is not where it should be")
    file.seek(at)
    raw = file.read(_WIDE.size)
    if len(raw) < _WIDE.size or raw[:4] != _END_WIDE:
        raise _broken("no end of its long directory")
    found = _WIDE.unpack(raw)
    return found[8], found[9], at


def _entry(raw: bytes, at: int) -> tuple[Member, int]:
    """Read an entry of the directory; then where the next one begins."""
    if at + _ENTRY.size > len(raw) or raw[at : at + 4] != CENTRAL:
        raise _broken("an entry of its directory that is none")
    entry = _ENTRY.unpack_from(raw, at)
    flags, method, crc, packed, size = entry[3], entry[4], *entry[7:10]
    lengths, start = entry[10:13], entry[16]
    at += _ENTRY.size
    behind = at + lengths[0]
    name, extra = raw[at:behind], raw[behind : behind + lengths[1]]
    at += sum(lengths)
    if at > len(raw):
        raise _broken("an entry of its directory that ends too early")
    size, packed, start = _widened(extra, size, packed, start)
    member = Member(
        name=_named(name, flags),
        method=method,
        flags=flags,
        crc=crc,
        packed=packed,
        size=size,
        start=start,
    )
    return member, at


def _named(name: bytes, flags: int) -> str:
    if not flags & _UTF8:
        return name.decode("cp437")
    return name.decode(errors="replace")


def _widened(extra: bytes, *numbers: int) -> tuple[int, int, int]:
    """Take the numbers that do not fit into four bytes from the extra field."""
    wide, at = b"", 0
    while at + _FIELD.size <= len(extra) and not wide:
        kind, length = _FIELD.unpack_from(extra, at)
        at += _FIELD.size + length
        wide = extra[at - length : at] if kind == _EXTRA_WIDE else b""
    found = []
    for number in numbers:
        if number == _FULL and len(wide) >= 8:  # noqa: PLR2004 # the bytes of a long number
            found.append(int.from_bytes(wide[:8], "little"))
            wide = wide[8:]
        else:
            found.append(number)
    size, packed, start = found
    return size, packed, start


def _apart(members: Members, starts: Sequence[int], ends: Sequence[int], directory: int) -> None:
    """Refuse members that share bytes: a small file could hold endless ones."""
    placed = sorted(range(len(starts)), key=starts.__getitem__)
    following = [*(starts[at] for at in placed[1:]), directory]
    for at, behind in zip(placed, following, strict=False):
        if ends[at] > behind:
            got = f"{shown(members[at].name)}, which reaches into what follows it"
            raise wrong(got, "members that do not overlap")


def read_member(file: BinaryIO, member: Member, *, most: int, expansion: int) -> bytes:
    """Read a member: at most so many bytes, and beyond 16 MiB so many times the compressed ones.

    >>> from zipfile import ZipFile
    >>> held = BytesIO()
    >>> with ZipFile(held, "w") as archive:
    ...     archive.writestr("a.json", "[1, 2]")
    >>> read_member(held, members_of(held)[0], most=2**20, expansion=100)
    b'[1, 2]'

    Raises FaultError where it is encrypted, too long, broken, or not as the directory says; OSError
    where it cannot be read.
    """
    if member.encrypted:
        raise _about(member, "an encrypted member", "one without a password")
    bound = min(most, _FREE + expansion * member.packed)
    if member.size > bound:
        got = f"{member.size} bytes from {member.packed}"
        raise _about(member, got, f"at most {bound}", "extract it first, if you trust it")
    packed = _packed(file, member)
    content = _unpacked(packed, member, expansion)
    if len(content) != member.size or zlib.crc32(content) != member.crc:
        raise _about(member, "other bytes", "those whose checksum its directory gives")
    return content


def _about(member: Member, got: str, expected: str, hint: str = "") -> FaultError:
    return wrong(got, expected, hint, path=member.name)


def _packed(file: BinaryIO, member: Member) -> bytes:
    file.seek(member.start)
    raw = file.read(_HEADER.size)
    if len(raw) < _HEADER.size or raw[:4] != LOCAL:
        raise _about(member, "no header", "a member where its directory says")
    header = _HEADER.unpack(raw)
    name = file.read(header[9])
    if _named(name, member.flags) != member.name:
        got = f"the name {shown(_named(name, member.flags))} at its bytes"
        raise _about(member, got, "the name that its directory gives")
    file.seek(header[10], 1)
    packed = file.read(member.packed)
    if len(packed) < member.packed:
        raise _about(member, f"{len(packed)} bytes", f"{member.packed}", "was the file cut off?")
    return packed


def _unpacked(packed: bytes, member: Member, expansion: int) -> bytes:
    """Decompress at most one byte more than the directory says."""
    most = member.size + 1
    try:
        if member.method == DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, most)
        if member.method == ZSTANDARD:
            return _zstd(packed, most, expansion)
    except zlib.error as error:
        raise _about(member, f"data that cannot be read: {error}", "a whole member") from None
    except BrokenFileError as error:
        raise FaultError(evolve(error.fault, path=member.name)) from None
    if member.method == STORED:
        return packed[:most]
    got = f"compression method {member.method}"
    raise _about(member, got, "stored, Deflate (8) or Zstandard (93)")


def _zstd(packed: bytes, most: int, expansion: int) -> bytes:
    unpacked = Unpacked(BytesIO(packed).read, "zstd", expansion=expansion)
    pieces: list[bytes] = []
    left = most
    while left and (piece := unpacked.read(min(_READ, left))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
