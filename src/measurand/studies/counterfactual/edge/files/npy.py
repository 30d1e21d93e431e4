"""Arrays of numbers in .npy and .npz files, read in pieces of bounded size; no pickle is opened."""

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from attrs import frozen

from measurand.algebra.voxels import marked, packed_fortran, packed_rows
from measurand.studies.counterfactual.edge.files.beside import unreadable_data
from measurand.values.cells import Shape
from measurand.values.fault import shown
from measurand.values.regions import Packed

Read = Callable[[int], bytes]
PIECE = 2**22
_MAGIC = b"\x93NUMPY"
_LENGTHS = {1: "<H", 2: "<I", 3: "<I"}
_LONGEST, _MOST_DIGITS = 2**16, 18
_CODE = re.compile(r"[<>|=]?(b1|[iu][1248]|f[248])")
_DESCR = re.compile(r"""['"]descr['"]\s*:\s*['"]([^'"]{1,20})['"]""")
_ORDER = re.compile(r"""['"]fortran_order['"]\s*:\s*(True|False)""")
_SHAPE = re.compile(r"""['"]shape['"]\s*:\s*\(([0-9,\s]{0,200})\)""")


@frozen
class Layout:
    """How the numbers of an array lie in a file: numpy's code, the sizes, and the order.

    Each stands for number * slope + shift.

    >>> Layout("<f4", (2, 3)).width
    4
    """

    code: str
    shape: tuple[int, ...]
    fortran: bool = False
    slope: float = 1.0
    shift: float = 0.0

    @property
    def width(self) -> int:
        """Count the bytes of a number."""
        return int(self.code[-1])


def exactly(read: Read, count: int) -> bytes:
    """Read so many bytes.

    >>> from io import BytesIO
    >>> exactly(BytesIO(b"abc").read, 2)
    b'ab'

    Raises FaultError where there are fewer.
    """
    found = read(count)
    while len(found) < count and (more := read(count - len(found))):
        found += more
    if len(found) < count:
        hint = "is the file cut off?"
        raise unreadable_data(f"{len(found)}", f"{count} more bytes of the array", hint)
    return found


def as_code(descr: str) -> str:
    """Take numpy's name of plain numbers or truth values.

    >>> as_code("<f4")
    '<f4'

    Raises FaultError for objects, texts, records, and numbers with an imaginary part.
    """
    if _CODE.fullmatch(descr):
        return descr
    hint = "a pickle is not opened" if "O" in descr else ""
    raise unreadable_data(f"dtype {shown(descr)}", "an array of numbers or truth values", hint)


def layout(read: Read) -> Layout:
    """Read the head of an .npy file, up to where its numbers begin.

    Raises FaultError where it is no such file, or holds no plain numbers.
    """
    head = read(8)
    length = (
        _LENGTHS.get(head[6]) if head.startswith(_MAGIC) and len(head) == len(_MAGIC) + 2 else None
    )
    if length is None:
        raise unreadable_data(f"a file that starts {shown(head.hex())}", "a .npy file")
    [size] = struct.unpack(length, exactly(read, struct.calcsize(length)))
    if size > _LONGEST:
        raise unreadable_data(f"{size}", f"a .npy file with a head of at most {_LONGEST} bytes")
    text = exactly(read, size).decode("latin-1")
    descr, order, shape = _DESCR.search(text), _ORDER.search(text), _SHAPE.search(text)
    if descr is None or order is None or shape is None:
        raise unreadable_data(f"the head {shown(text)}", "an array of numbers of one kind")
    sizes = shape[1].replace(",", " ").split()
    if any(len(size) > _MOST_DIGITS for size in sizes):
        raise unreadable_data(shown(shape[1]), f"sizes of at most {_MOST_DIGITS} digits")
    return Layout(as_code(descr[1]), tuple(map(int, sizes)), order[1] == "True")


def npy_mask(file: BinaryIO, shape: Shape) -> Packed:
    """Read the mask of an .npy file: voxels that are not 0 are marked.

    Raises FaultError where it has another shape, is cut off, or holds what is no number.
    """
    found = layout(file.read)
    return packed(file.read, found, shape)


def npz_mask(file: BinaryIO, key: str, shape: Shape) -> Packed:
    """Read one array of an .npz file as a mask.

    Raises FaultError where there is no such array, and as `npy_mask` does.
    """
    try:
        with ZipFile(file) as archive:
            names = archive.namelist()
            if f"{key}.npy" not in names:
                known = ", ".join(name.removesuffix(".npy") for name in names[:8])
                raise unreadable_data(f"a file with {known or 'none'}", f"the array {shown(key)}")
            info = archive.getinfo(f"{key}.npy")
            if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
                raise unreadable_data(f"method {info.compress_type}", "plain or deflated data")
            with archive.open(info) as member:
                mask = packed(member.read, layout(member.read), shape)
                member.read(1)  # at the end the checksum is compared
                return mask
    except (
        BadZipFile,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        zlib.error,
    ) as error:
        raise unreadable_data(shown(str(error)), "an .npz file that can be opened") from None


def packed(read: Read, found: Layout, shape: Shape) -> Packed:
    """Mark the numbers that follow, and pack the marks.

    Raises FaultError where the array has another shape, is cut off, or holds a NaN.
    """
    if found.shape != shape:
        hint = "masks lie along z, y, x as volume_shape does"
        raise unreadable_data(f"{found.shape}", f"a mask of shape {shape}", hint)
    try:
        if not found.fortran:
            pieces = _marks(read, found, shape[2], shape[0] * shape[1])
            return Packed(shape, b"".join(packed_rows(piece, shape[2]) for piece in pieces))
        pieces = _marks(read, found, shape[0], shape[1] * shape[2])
        return Packed(shape, packed_fortran(b"".join(pieces), shape))
    except ValueError as error:
        wanted, _, got = str(error).partition(": got ")
        raise unreadable_data(got, wanted) from None


def _marks(read: Read, found: Layout, size: int, rows: int) -> Iterator[bytes]:
    """Mark whole rows of so many numbers, some rows at a time."""
    width = size * found.width
    step = max(1, PIECE // width)
    for start in range(0, rows, step):
        raw = exactly(read, min(step, rows - start) * width)
        yield marked(raw, found.code, found.slope, found.shift)
