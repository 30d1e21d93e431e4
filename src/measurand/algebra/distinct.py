"""The distinct rows of columns that are arrays of numpy, counted without a Python object a row.

Columns of a matrix are counted too, as what is in them, whatever stands in which row (`multisets`).

Nothing here imports numpy before somebody hands over what is an array of it.
"""

import sys
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.generic]
    Codes = NDArray[np.int64]

_ROOM, _MOST = 2**16, 2**62
_BITS = 62


def is_array(column: object) -> "TypeGuard[Array]":
    """Tell whether something is an array of numpy of one dimension.

    >>> is_array([1, 2])
    False
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(column, numpy.ndarray):
        return False
    return column.ndim == 1 and not isinstance(column, numpy.ma.MaskedArray)


def countable(column: object) -> "TypeGuard[Array]":
    """Tell whether something is an array of integers (of at most 63 bits), or of doubles.

    >>> import numpy as np
    >>> countable(np.array([1, 2])), countable(np.array([True])), countable([1])
    (True, False, False)
    """
    if not is_array(column):
        return False
    kind, size = column.dtype.kind, column.dtype.itemsize
    return kind == "i" or (kind == "u" and size < 8) or (kind == "f" and size == 8)  # noqa: PLR2004


def distinct(columns: "Sequence[Array]") -> tuple[list[list[object]], list[int]] | None:
    """Give the distinct rows, column by column and as Python numbers, and how often each occurs.

    Doubles are told apart by their bits. None where there are too many kinds of rows to number.

    >>> import numpy as np
    >>> distinct([np.array([3, 5, 3]), np.array([0.5, 0.5, 0.5])])
    ([[3, 5], [0.5, 0.5]], [2, 1])
    """
    if not len(columns[0]):
        return [[] for _ in columns], []
    coded = [_coded(column) for column in columns]
    sizes = [size for _, size, _, _ in coded]
    if prod(sizes) > _MOST:
        return None
    joint = coded[0][0]
    for codes, size, _, _ in coded[1:]:
        joint = joint * size + codes
    rows, counts = _counts(joint, prod(sizes))
    listed: list[list[object]] = []
    for (_, size, low, values), column in zip(reversed(coded), reversed(columns), strict=True):
        own = rows % size
        rows = rows // size
        numbers: Array = own + low if values is None else values[own]
        listed.append(numbers.view(column.dtype).tolist() if _doubles(column) else numbers.tolist())
    return listed[::-1], counts.tolist()


def _doubles(column: "Array") -> bool:
    return column.dtype.kind == "f"


def _coded(column: "Array") -> "tuple[Codes, int, int, Codes | None]":
    """Write a column as codes: these, how many, and the least value or the value of each."""
    import numpy as np

    bits: Codes = (
        np.ascontiguousarray(column).view(np.int64)
        if _doubles(column)
        else column.astype(np.int64, copy=False)
    )
    low, high = int(bits.min()), int(bits.max())
    if high - low <= 4 * len(bits) + _ROOM:
        return bits - low, high - low + 1, low, None
    values, codes = np.unique(bits, return_inverse=True)
    return codes, len(values), 0, values


def is_matrix(value: object) -> "TypeGuard[Array]":
    """Tell whether something is an array of numpy of two dimensions, of integers or doubles.

    >>> import numpy as np
    >>> is_matrix(np.zeros((2, 3))), is_matrix(np.zeros(3)), is_matrix([[0, 1]])
    (True, False, False)
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray) or value.ndim != 2:  # noqa: PLR2004
        return False
    return not isinstance(value, numpy.ma.MaskedArray) and countable(value.reshape(-1))


def bit_rows(matrix: object) -> tuple[list[list[int]], list[int]] | None:
    """Give the distinct rows of a matrix of 0 and 1, and which of them each row is.

    None where it is no array of numpy of two dimensions, holds something else, or is too wide.

    >>> import numpy as np
    >>> bit_rows(np.array([[0, 1], [1, 1], [0, 1]]))
    ([[0, 1], [1, 1]], [0, 1, 0])
    """
    if not is_plain_matrix(matrix) or not 0 < matrix.shape[1] < _BITS:
        return None
    import numpy as np

    with np.errstate(invalid="ignore"):
        bits = matrix.astype(np.int64)
    # NaN, of which the cast makes any number, is equal to none.
    if not (bits == matrix).all() or not ((bits == 0) | (bits == 1)).all():
        return None
    powers = 1 << np.arange(matrix.shape[1])[::-1]
    codes, places = np.unique(bits @ powers, return_inverse=True)
    rows: list[list[int]] = ((codes[:, None] & powers) > 0).astype(np.int64).tolist()
    return rows, places.tolist()


def is_plain_matrix(value: object) -> "TypeGuard[Array]":
    """Tell whether something is an array of numpy of two dimensions, of numbers or truth values.

    >>> import numpy as np
    >>> is_plain_matrix(np.array([[True]])), is_plain_matrix(np.array([["a"]]))
    (True, False)
    """
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray) or value.ndim != 2:  # noqa: PLR2004
        return False
    return value.dtype.kind in "biuf" and not isinstance(value, numpy.ma.MaskedArray)


def multisets(matrix: "Array") -> tuple[list[object], list[tuple[int, ...]], list[int]]:
    """Count the columns of a matrix by what is in them, in any order; NaN is nothing.

    Gives numbers, the places among them of what is in each distinct column, and how often that
    occurs. Zeros are one number, whatever their sign.

    >>> import numpy as np
    >>> multisets(np.array([[1.0, 3.0, 1.0], [3.0, 1.0, float("nan")]]))
    ([0.0, 1.0, 2.0, 3.0], [(1,), (1, 3)], [1, 2])
    """
    import numpy as np

    height, width = matrix.shape
    if not height or not width:
        return [], [()] * bool(width), [width] * bool(width)
    values, codes = _ranked(matrix.reshape(-1))
    gap, base = len(values), height + 1
    if base**gap > _MOST:
        inside = np.sort(codes.reshape(height, width).T, axis=1)
        rows, counts = np.unique(inside, axis=0, return_counts=True)
        units = [tuple([at for at in row if at < gap]) for row in rows.tolist()]
        return values, units, counts.tolist()
    # How often each number is in a column is a digit of one number.
    powers = base ** np.arange(gap + 1)
    powers[gap] = 0
    joint, counts = _counts(powers[codes].reshape(height, width).sum(axis=0), base**gap)
    digits = (joint[:, None] // powers[:gap] % base).tolist()
    units = [tuple([at for at, n in enumerate(row) for _ in range(n)]) for row in digits]
    return values, units, counts.tolist()


def _ranked(cells: "Array") -> "tuple[list[object], Codes]":
    """Give the numbers that there are, or some more, and the place of each cell among them."""
    import numpy as np

    if not _doubles(cells):
        codes, size, low, values = _coded(cells)
        every: list[object] = (
            list(range(low, low + size)) if values is None else list(values.tolist())
        )
        return every, codes
    numbers = cells.astype(np.float64, copy=False)
    gaps = np.isnan(numbers)
    filled = np.where(gaps, 0.0, numbers)
    low_end, high_end = float(filled.min()), float(filled.max())
    if high_end - low_end <= _ROOM and abs(low_end) < _ROOM:
        whole = filled.astype(np.int64)
        if np.array_equal(whole, filled):
            base = int(low_end)
            listed: list[object] = [float(base + at) for at in range(int(high_end) - base + 1)]
            return listed, np.where(gaps, len(listed), whole - base)
    some, places = np.unique(filled, return_inverse=True)
    return list(some.tolist()), np.where(gaps, len(some), places)


def _counts(joint: "Codes", most: int) -> "tuple[Codes, Codes]":
    """Count codes below some number: which there are, and how often."""
    import numpy as np

    if most > 4 * len(joint) + _ROOM:
        codes, counts = np.unique(joint, return_counts=True)
        return codes, counts
    every = np.bincount(joint)
    there = np.flatnonzero(every)
    return there, every[there]
