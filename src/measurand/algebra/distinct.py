"""The distinct rows of columns that are arrays of numpy, counted without a Python object a row.

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
    import numpy as np

    if not len(columns[0]):
        return [[] for _ in columns], []
    coded = [_coded(column) for column in columns]
    sizes = [size for _, size, _, _ in coded]
    if prod(sizes) > _MOST:
        return None
    joint = coded[0][0]
    for codes, size, _, _ in coded[1:]:
        joint = joint * size + codes
    if prod(sizes) <= 4 * len(joint) + _ROOM:
        every = np.bincount(joint)
        rows = np.flatnonzero(every)
        counts: Codes = every[rows]
    else:
        rows, counts = np.unique(joint, return_counts=True)
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
