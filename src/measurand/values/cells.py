"""Cells of an octree over a volume, and the boxes of voxels that they cover."""

import re

from attrs import field, frozen, validators

Shape = tuple[int, int, int]
"""The voxels of a volume along z, y and x (depth, height, width)."""

DEEPEST = 20
"""No volume has more than 2**20 voxels along an axis; deeper cells are refused."""

_LONGEST = 100
_ID = re.compile(
    r"L([0-9]{1,9}):\s*(\(?)\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*(\)?)\s*\Z"
)


@frozen
class Box:
    """The voxels z0 <= z < z1, y0 <= y < y1, x0 <= x < x1.

    >>> Box(0, 4, 0, 4, 4, 7).voxels
    48

    Raises ValueError where a bound is negative or an axis is empty.
    """

    z0: int = field(validator=validators.ge(0))
    z1: int
    y0: int = field(validator=validators.ge(0))
    y1: int
    x0: int = field(validator=validators.ge(0))
    x1: int

    def __attrs_post_init__(self) -> None:
        if self.z1 <= self.z0 or self.y1 <= self.y0 or self.x1 <= self.x0:
            message = f"a box has voxels along every axis: got {self.bounds}"
            raise ValueError(message)

    @property
    def bounds(self) -> tuple[int, int, int, int, int, int]:
        """List z0, z1, y0, y1, x0, x1."""
        return self.z0, self.z1, self.y0, self.y1, self.x0, self.x1

    @property
    def voxels(self) -> int:
        """Count the voxels."""
        return (self.z1 - self.z0) * (self.y1 - self.y0) * (self.x1 - self.x0)

    def inside(self, shape: Shape) -> bool:
        """Decide whether the box lies in a volume.

        >>> Box(0, 4, 0, 4, 4, 7).inside((4, 4, 6))
        False
        """
        return self.z1 <= shape[0] and self.y1 <= shape[1] and self.x1 <= shape[2]


@frozen(order=True)
class Cell:
    """One of the 8**level cells that a volume is cut into; the id names x, y, z in this order.

    >>> Cell(1, 0, 0, 1).id
    'L1:0,0,1'

    Raises ValueError for a level outside [0, 20] or an index outside [0, 2**level).
    """

    level: int = field(validator=[validators.ge(0), validators.le(DEEPEST)])
    x: int
    y: int
    z: int

    def __attrs_post_init__(self) -> None:
        wide = 2**self.level
        if not (0 <= self.x < wide and 0 <= self.y < wide and 0 <= self.z < wide):
            message = (
                f"a cell of level {self.level} has indices from 0 to {wide - 1}: "
                f"got {self.x},{self.y},{self.z}"
            )
            raise ValueError(message)

    @property
    def id(self) -> str:
        """Write the canonical id."""
        return f"L{self.level}:{self.x},{self.y},{self.z}"

    def box(self, shape: Shape) -> Box:
        """Find the voxels: floor(size * i / n) to floor(size * (i + 1) / n), at least one.

        Where an axis has fewer than n = 2**level voxels, neighbouring cells share voxels.

        >>> Cell(1, 1, 0, 0).box((8, 8, 8))
        Box(z0=0, z1=4, y0=0, y1=4, x0=4, x1=8)
        """
        z0, z1 = _slice(self.z, self.level, shape[0])
        y0, y1 = _slice(self.y, self.level, shape[1])
        x0, x1 = _slice(self.x, self.level, shape[2])
        return Box(z0, z1, y0, y1, x0, x1)

    def children(self) -> tuple["Cell", ...]:
        """List the eight cells inside, z fastest.

        >>> [cell.id for cell in Cell(0, 0, 0, 0).children()][:3]
        ['L1:0,0,0', 'L1:0,0,1', 'L1:0,1,0']
        """
        ends = (0, 1)
        return tuple(
            Cell(self.level + 1, 2 * self.x + a, 2 * self.y + b, 2 * self.z + c)
            for a in ends
            for b in ends
            for c in ends
        )


def _slice(index: int, level: int, size: int) -> tuple[int, int]:
    start = size * index >> level
    return start, max(start + 1, size * (index + 1) >> level)


def read_cell(text: str) -> Cell:
    """Read a cell id; spaces, leading zeros and one pair of parentheses are accepted.

    >>> read_cell("L01: (1, 0,0)").id
    'L1:1,0,0'

    Raises ValueError where the text is no id, or the cell is out of range.
    """
    match = _ID.match(text) if len(text) < _LONGEST else None
    if match is None or bool(match[2]) != bool(match[6]):
        message = f"a cell id such as 'L1:0,0,1' (level, then x,y,z): got {text[:40]!r}"
        raise ValueError(message)
    level, x, y, z = (int(match[at]) for at in (1, 3, 4, 5))
    if level > DEEPEST:
        message = f"a level of at most {DEEPEST}: got {text[:40]!r}"
        raise ValueError(message)
    return Cell(level, x, y, z)
