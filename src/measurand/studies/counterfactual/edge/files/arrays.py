"""Arrays of numbers in .npy, .npz and NIfTI files, and masks made of them.

They are read in pieces of bounded size, and no pickle is opened. Of NIfTI files nibabel reads the
head. Their array lies along x, y, z, so its shape is the one of the volume backwards. The
orientation in the head is not looked at: voxel i, j, k is x, y, z of the volume.
"""

import gzip
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from attrs import frozen

from measurand.algebra.voxels import marked, packed_fortran, packed_rows
from measurand.edges.files.json.value import FaultError
from measurand.values.cells import Shape
from measurand.values.fault import Fault, shown
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


def unreadable_data(got: str, wanted: str, hint: str = "") -> FaultError:
    """Make the fault of a file whose bytes are not what they should be."""
    return FaultError(Fault(path="$", got=got, expected=wanted, hint=hint))


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


ABSENT = "pip install 'measurand[nifti]'"
_GZIP = b"\x1f\x8b"
_SIZES = {(348).to_bytes(4, order): 348 for order in ("little", "big")} | {
    (540).to_bytes(4, order): 540 for order in ("little", "big")
}
_LATEST = 2**24
_BEHIND = 2**16
"""So far behind the voxels the end of the packed data is looked for, where their checksum is."""


def nifti_mask(file: BinaryIO, shape: Shape) -> Packed:
    """Read the mask of a NIfTI file: voxels that are not 0 are marked.

    Raises FaultError where nibabel is not installed, the file is none or is cut off, or the mask
    has another shape.
    """
    start = file.read(2)
    file.seek(0)
    try:
        if start != _GZIP:
            return _mask(file.read, shape)
        with gzip.GzipFile(fileobj=file) as inner:
            mask = _mask(inner.read, shape)
            inner.read(_BEHIND)
            return mask
    except (EOFError, OSError, zlib.error) as error:
        raise unreadable_data(shown(str(error)), "a .nii.gz file that can be unpacked") from None


def _mask(read: Read, shape: Shape) -> Packed:
    start = read(4)
    size = _SIZES.get(start)
    if size is None:
        raise unreadable_data(f"a file that starts {shown(start.hex())}", "a NIfTI file")
    raw = start + exactly(read, size - 4)
    found, offset = _head(raw)
    if not size <= offset <= _LATEST:
        raise unreadable_data(f"byte {offset}", f"voxels that begin at byte {size} to {_LATEST}")
    exactly(read, offset - size)
    return packed(read, found, shape)


def _head(raw: bytes) -> tuple[Layout, int]:
    """Read where the voxels are, of which kind, and what to multiply and add."""
    try:
        from nibabel.nifti1 import Nifti1Header
        from nibabel.nifti2 import Nifti2Header
        from nibabel.spatialimages import HeaderDataError
    except ImportError:
        raise unreadable_data("no nibabel", "nibabel, which reads NIfTI files", ABSENT) from None
    kind = Nifti1Header if len(raw) == _SIZES[(348).to_bytes(4, "little")] else Nifti2Header
    try:
        stream = BytesIO(raw)
        head = kind.from_fileobj(stream, check=False)  # type: ignore[no-untyped-call]  # nibabel types no calls
        single = bytes(head["magic"].item())[:2] == b"n+"
        sizes = tuple(int(size) for size in head.get_data_shape())
        code, offset = head.get_data_dtype().str, int(head.get_data_offset())
        slope, shift = head.get_slope_inter()
    except (HeaderDataError, KeyError, OverflowError, ValueError) as error:
        raise unreadable_data(shown(str(error)), "the head of a NIfTI file") from None
    if not single:
        raise unreadable_data("the head of two files", "a NIfTI file with its voxels in it")
    plain = slope is None or shift is None
    scale = (1.0, 0.0) if plain else (float(slope), float(shift))
    along = Layout(as_code(code), sizes[::-1], slope=scale[0], shift=scale[1])
    return along, offset
