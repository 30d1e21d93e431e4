"""Regions of a volume: boxes, runs of voxels, packed bits. Every one is a set of voxels.

Three ways to write one set, since sources have each of them and a copy as booleans would be eight
times the bits. A region does not know its volume unless it is packed; whether it fits one is asked
where both are known (`misfit`). What is counted or joined is packed first (`algebra.voxels`).
"""

from enum import Enum
from math import prod

from attrs import field, frozen

from measurand.values.cells import Box, Shape


class Order(Enum):
    """Which axis of runs moves fastest: the last one (C) or the first one (F)."""

    C = "C"
    F = "F"


@frozen
class Boxes:
    """The union of boxes; none is the empty region.

    >>> Boxes((Box(0, 1, 0, 1, 0, 1),)).boxes[0].voxels
    1
    """

    boxes: tuple[Box, ...] = ()


@frozen
class Runs:
    """Run lengths of voxels outside and inside in turn, the first one outside (it may be 0).

    `order` says which axis moves fastest.

    >>> Runs((2, 3, 3), Order.C).counts
    (2, 3, 3)

    Raises ValueError for a negative length.
    """

    counts: tuple[int, ...] = field()
    order: Order = Order.C

    @counts.validator
    def _lengths(self, _attribute: object, value: tuple[int, ...]) -> None:
        if any(count < 0 for count in value):
            message = f"run lengths are not negative: got {min(value)}"
            raise ValueError(message)


@frozen(repr=False)
class Packed:
    """One bit for every voxel, rows along x packed into whole bytes, the first voxel highest.

    `data` has depth * height * ceil(width / 8) bytes; the bits past the width are 0.

    >>> Packed((1, 1, 4), bytes([0b10100000])).shape
    (1, 1, 4)

    Raises ValueError where the bytes do not fit the shape, or a bit past the width is 1.
    """

    shape: Shape = field()
    data: bytes = field()

    @data.validator
    def _fits(self, _attribute: object, value: bytes) -> None:
        depth, height, width = self.shape
        wanted = depth * height * ((width + 7) // 8)
        if len(value) != wanted:
            message = f"{wanted} bytes for a volume of {self.shape}: got {len(value)}"
            raise ValueError(message)
        past = -width % 8
        ends = value[(width + 7) // 8 - 1 :: (width + 7) // 8] if past else b""
        if ends.translate(None, bytes(range(0, 256, 1 << past))):
            message = f"the bits past the width of {width} are 0: got a 1"
            raise ValueError(message)

    def __repr__(self) -> str:
        """Name the size; the bits would fill the screen."""
        return f"Packed(shape={self.shape}, {len(self.data)} bytes)"


Region = Boxes | Runs | Packed


def misfit(region: Region, shape: Shape) -> str | None:
    """Say why a region is none of a volume; None where it is.

    >>> misfit(Runs((2, 3)), (1, 1, 8))
    'runs of 8 voxels in all: got 5'
    """
    match region:
        case Boxes(boxes):
            wrong = next((box for box in boxes if not box.inside(shape)), None)
            return None if wrong is None else f"boxes inside {shape}: got {wrong.bounds}"
        case Runs(counts):
            wanted, got = prod(shape), sum(counts)
            return None if got == wanted else f"runs of {wanted} voxels in all: got {got}"
        case Packed(found):
            return None if found == shape else f"a mask of shape {shape}: got {found}"
