"""The door to numpy for masks that come as bytes: which voxels are marked, packed or as runs."""

from measurand.values.cells import Shape


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
    found = tuple(int(length) for length in lengths)
    return (0, *found) if bits[0] else found
