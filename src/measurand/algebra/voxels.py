"""The door to numpy's bits: regions of a volume as one bit for each voxel, joined and counted.

x runs fastest; each row of voxels along x is filled up to whole bytes, its first voxel the highest
bit of its first byte, and bits past the width are 0 (`Packed` refuses others). So union and
intersection are bitwise or and and over all bytes, counting is counting ones, and no padding is
ever counted. Volumes are large and regions many: everything goes slab by slab or chunk by chunk,
and no array of a byte for each voxel of a volume is made where bits will do.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import gcd, prod
from typing import TYPE_CHECKING

from measurand.values.cells import Box, Shape
from measurand.values.regions import Boxes, Order, Packed, Region, Runs, misfit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = NDArray[np.uint8]

MOST_VOXELS = 2**31
"""Larger volumes are refused: their bits alone would fill 256 MB."""

_AXES = 3
_WORD = 8
_CHUNK = 2**17
"""How many words are counted at a time, so that they stay in the processor's cache."""

_AT_ONCE = 2**22
"""How many bytes of boxes are copied at a time."""


def pack(region: Region, shape: Shape) -> Packed:
    """Write a region as one bit for each voxel.

    >>> pack(Boxes((Box(0, 1, 0, 1, 1, 3),)), (1, 1, 4)).data == bytes([0b01100000])
    True

    Raises ValueError where the region does not fit the volume, or the volume has more than
    2**31 voxels.
    """
    return union((region,), shape)


def union(regions: Iterable[Region], shape: Shape) -> Packed:
    """Join regions of one volume; their order and repetitions change nothing.

    >>> regions = Runs((0, 1, 3)), Boxes((Box(0, 1, 0, 1, 1, 3),))
    >>> union(regions, (1, 1, 4)).data == bytes([0b11100000])
    True

    Raises ValueError where a region does not fit the volume, or the volume has more than
    2**31 voxels.
    """
    parts = tuple(regions)
    if prod(shape) > MOST_VOXELS:
        message = f"a volume of at most {MOST_VOXELS} voxels: got {shape}"
        raise ValueError(message)
    for region in parts:
        why = misfit(region, shape)
        if why is not None:
            raise ValueError(why)
    match parts:
        case (Packed() as one,):
            return one
        case _:
            pass
    import numpy as np

    bits = np.zeros(_rows(shape), dtype=np.uint8)
    for region in parts:
        match region:
            case Boxes(boxes):
                for box in dict.fromkeys(boxes):
                    _join_box(bits, box)
            case Runs():
                _join_runs(bits, region, shape)
            case Packed():
                bits |= _bits(region)
    return Packed(shape, bits.tobytes())


def pack_array(array: object) -> Packed:
    """Write an array of numbers as bits: every voxel that is not 0 belongs to the region.

    Anything that numpy reads as an array of three axes (z, y, x) will do.

    >>> pack_array([[[0, 0.3, 1, 0]]]).data == bytes([0b01100000])
    True

    Raises ValueError unless the array has three axes with voxels along each, and numbers that
    are not NaN.
    """
    import numpy as np

    volume = np.asarray(array)
    if volume.ndim != _AXES or min(volume.shape) < 1:
        message = f"a mask has three axes with voxels along each: got the shape {volume.shape}"
        raise ValueError(message)
    if volume.dtype.kind not in "biuf":
        message = f"a mask of numbers: got the type {volume.dtype}"
        raise ValueError(message)
    if volume.dtype.kind == "f" and bool(np.isnan(volume).any()):
        raise ValueError("a mask has no NaN")
    depth, height, width = volume.shape
    # One slab at a time: a copy of all voxels as booleans would be eight times the bits.
    slabs = (np.packbits(slab != 0, axis=-1).tobytes() for slab in volume)
    return Packed((depth, height, width), b"".join(slabs))


def count(mask: Packed) -> int:
    """Count the voxels of a mask.

    >>> count(Packed((1, 1, 4), bytes([0b11100000])))
    3
    """
    import numpy as np

    words = np.frombuffer(mask.data, dtype=np.uint64, count=len(mask.data) // _WORD)
    tail = mask.data[len(words) * _WORD :]
    total = sum(_ones(words[start : start + _CHUNK]) for start in range(0, len(words), _CHUNK))
    return total + int.from_bytes(tail).bit_count()


def count_common(one: Packed, other: Packed) -> int:
    """Count the voxels that two masks of one volume share.

    >>> left, right = bytes([0b11100000]), bytes([0b00110000])
    >>> count_common(Packed((1, 1, 4), left), Packed((1, 1, 4), right))
    1

    Raises ValueError where the masks have different shapes.
    """
    if one.shape != other.shape:
        message = f"masks of one shape: got {one.shape} and {other.shape}"
        raise ValueError(message)
    import numpy as np

    size = len(one.data) // _WORD
    ours = np.frombuffer(one.data, dtype=np.uint64, count=size)
    theirs = np.frombuffer(other.data, dtype=np.uint64, count=size)
    total = sum(
        _ones(ours[start : start + _CHUNK] & theirs[start : start + _CHUNK])
        for start in range(0, size, _CHUNK)
    )
    ends = (int.from_bytes(mask.data[size * _WORD :]) for mask in (one, other))
    return total + (next(ends) & next(ends)).bit_count()


def counts_in(boxes: Sequence[Box], mask: Packed) -> tuple[int, ...]:
    """Count the voxels of a mask in each of several boxes.

    >>> mask = Packed((1, 1, 4), bytes([0b11100000]))
    >>> counts_in([Box(0, 1, 0, 1, 0, 2), Box(0, 1, 0, 1, 3, 4)], mask)
    (2, 0)

    Raises ValueError where a box reaches out of the volume.
    """
    why = misfit(Boxes(tuple(boxes)), mask.shape)
    if why is not None:
        raise ValueError(why)
    # Boxes that touch as many bytes along each axis are cut out and counted by one call of numpy.
    alike: defaultdict[tuple[int, int, int], list[Box]] = defaultdict(list)
    for box in dict.fromkeys(boxes):
        alike[box.z1 - box.z0, box.y1 - box.y0, (box.x1 + 7) // 8 - box.x0 // 8].append(box)
    bits = _bits(mask)
    counted: dict[Box, int] = {}
    for size, group in alike.items():
        most = max(1, _AT_ONCE // prod(size))
        for start in range(0, len(group), most):
            some = group[start : start + most]
            counted |= zip(some, _counts_alike(some, size, bits), strict=True)
    return tuple(counted[box] for box in boxes)


def _rows(shape: Shape) -> tuple[int, int, int]:
    depth, height, width = shape
    return depth, height, (width + 7) // 8


def _bits(mask: Packed) -> "Bits":
    import numpy as np

    return np.frombuffer(mask.data, dtype=np.uint8).reshape(_rows(mask.shape))


def _ones(words: "NDArray[np.uint64]") -> int:
    import numpy as np

    return int(np.bitwise_count(words).sum(dtype=np.int64))


def _row(box: Box) -> bytes:
    """Write the bits of a box in the bytes of a row that it touches."""
    first, last = box.x0 // 8, (box.x1 + 7) // 8
    return ((1 << box.x1 - box.x0) - 1 << 8 * last - box.x1).to_bytes(last - first)


def _join_box(bits: "Bits", box: Box) -> None:
    import numpy as np

    columns = slice(box.x0 // 8, (box.x1 + 7) // 8)
    bits[box.z0 : box.z1, box.y0 : box.y1, columns] |= np.frombuffer(_row(box), dtype=np.uint8)


def _counts_alike(boxes: Sequence[Box], size: tuple[int, int, int], bits: "Bits") -> list[int]:
    """Count in boxes that touch as many bytes along each axis, all at once."""
    import numpy as np
    from numpy.lib.stride_tricks import sliding_window_view

    deep, high, wide = size
    starts = [box.x0 // 8 for box in boxes]
    # The longest words in which all boxes begin and end: fewer of them to copy and to count.
    word = gcd(bits.shape[-1], wide, _WORD, *starts)
    rows = np.frombuffer(b"".join(_row(box) for box in boxes), dtype=f"u{word}")
    windows = sliding_window_view(bits.view(f"u{word}"), (deep, high, wide // word))
    at = np.array(
        [(box.z0, box.y0, start // word) for box, start in zip(boxes, starts, strict=True)]
    )
    inside = windows[tuple(at.T)] & rows.reshape(-1, 1, 1, wide // word)
    counts = np.bitwise_count(inside).reshape(len(boxes), -1).sum(axis=1, dtype=np.int64)
    return [int(number) for number in counts]


def _join_runs(bits: "Bits", runs: Runs, shape: Shape) -> None:
    """Unroll runs a slab at a time: one z of rows along x, or eight x of rows along z."""
    import numpy as np

    depth, height, width = shape
    ends = np.cumsum(np.array(runs.counts, dtype=np.int64))
    match runs.order:
        case Order.C:
            for z in range(depth):
                inside = _unrolled(ends, z * height * width, height * width)
                bits[z] |= np.packbits(inside.reshape(height, width), axis=-1)
        case Order.F:
            for first in range(0, width, 8):
                wide = min(8, width - first)
                inside = _unrolled(ends, first * height * depth, wide * height * depth)
                slab = np.packbits(inside.reshape(wide, height, depth), axis=0)
                bits[:, :, first // 8] |= slab[0].T


def _unrolled(ends: "NDArray[np.int64]", start: int, size: int) -> "NDArray[np.bool_]":
    """Say of each voxel of a stretch whether it is in a run that is inside."""
    import numpy as np

    first = int(np.searchsorted(ends, start, side="right"))
    last = int(np.searchsorted(ends, start + size, side="left"))
    cuts = np.concatenate(([start], ends[first:last], [start + size]))
    return np.repeat(np.arange(first, last + 1) % 2 == 1, np.diff(cuts))


# Masks from files come as raw numbers, of which only what is not zero counts: one byte a mark,
# packed from there, or told as runs. Marks keep the order of axes that the file has.


def marked(raw: bytes, code: str, slope: float = 1.0, shift: float = 0.0) -> bytes:
    r"""Mark the numbers that are not zero: one byte each, 1 or 0.

    `code` is numpy's name of the numbers ("<f4"); each stands for number * slope + shift.

    >>> marked(bytes([0, 3, 0, 255]), "|u1"), marked(bytes([0, 3]), "|u1", 1.0, -3.0)
    (b'\x00\x01\x00\x01', b'\x01\x00')

    Raises ValueError where a number is not finite.
    """
    import numpy as np

    values = np.frombuffer(raw, dtype=code)
    if values.dtype.kind == "f" and not bool(np.isfinite(values).all()):
        message = "finite numbers: got NaN or an infinite one"
        raise ValueError(message)
    plain = (slope, shift) == (1.0, 0.0)
    scaled = values if plain else values.astype(np.float64) * slope + shift
    return np.not_equal(scaled, 0).tobytes()


def packed_rows(marks: bytes, width: int) -> bytes:
    """Pack rows of so many marks into whole bytes each, the first voxel highest.

    >>> packed_rows(bytes([1, 0, 1, 1, 1, 1]), 3).hex()
    'a0e0'
    """
    import numpy as np

    rows = np.frombuffer(marks, dtype=np.uint8).reshape(-1, width)
    return np.packbits(rows, axis=1).tobytes()


def packed_fortran(marks: bytes, shape: Shape) -> bytes:
    """Pack marks that stand with z fastest and x slowest.

    >>> packed_fortran(bytes([1, 0, 1, 1]), (2, 1, 2)).hex()
    'c040'
    """
    import numpy as np

    depth, height, width = shape
    cube = np.frombuffer(marks, dtype=np.uint8).reshape(width, height, depth)
    return np.packbits(cube.transpose(2, 1, 0), axis=2).tobytes()


def run_lengths(data: bytes, shape: Shape) -> tuple[int, ...]:
    """List the lengths of the runs of packed bits, outside and inside in turn, outside first.

    >>> run_lengths(bytes([0b11010000]), (1, 1, 4)), run_lengths(bytes(1), (1, 1, 4))
    ((0, 2, 1, 1), (4,))
    """
    import numpy as np

    depth, height, width = shape
    rows = np.frombuffer(data, dtype=np.uint8).reshape(depth * height, -1)
    bits = np.unpackbits(rows, axis=1, count=width).ravel()
    ends = np.flatnonzero(bits[1:] != bits[:-1]) + 1
    lengths = np.diff(ends, prepend=0, append=bits.size)
    runs = tuple(int(length) for length in lengths)
    return (0, *runs) if bits[0] else runs
