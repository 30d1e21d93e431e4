"""Masks in NIfTI files, .nii and .nii.gz: nibabel reads the head, the voxels are read in pieces.

The array of such a file lies along x, y, z, so its shape is the one of the volume backwards. The
orientation in its head is not looked at: voxel i, j, k is x, y, z of the volume.
"""

import gzip
import zlib
from io import BytesIO
from typing import BinaryIO

from measurand.studies.counterfactual.edge.files.beside import unreadable_data
from measurand.studies.counterfactual.edge.files.npy import Layout, Read, as_code, exactly, packed
from measurand.values.cells import Shape
from measurand.values.fault import shown
from measurand.values.regions import Packed

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
