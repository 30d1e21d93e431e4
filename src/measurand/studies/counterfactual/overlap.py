"""How much of some cells lies in lesions: each cell is counted once, a union is a sum."""

from collections.abc import Collection, Iterable, Sequence

from attrs import field, frozen

from measurand.algebra.voxels import count, count_common, counts_in, union
from measurand.values.cells import Cell, Shape
from measurand.values.regions import Boxes, Packed


@frozen
class Overlap:
    """The voxels of some cells, and how many of them lie in lesions.

    >>> Overlap(shared=4, size=16).size
    16

    Raises ValueError unless 0 <= shared <= size.
    """

    shared: int
    size: int = field()

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.shared <= self.size:
            message = f"the shared voxels are some of {self.size}: got {self.shared}"
            raise ValueError(message)


def outermost(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Leave out cells that repeat or lie in another one of them; sort the others.

    >>> [cell.id for cell in outermost([Cell(2, 1, 0, 0), Cell(1, 1, 0, 0), Cell(1, 0, 0, 0)])]
    ['L1:0,0,0', 'L1:1,0,0']
    """
    known = {(cell.level, cell.x, cell.y, cell.z): cell for cell in cells}
    levels = sorted({level for level, *_ in known})
    return tuple(
        known[level, x, y, z]
        for level, x, y, z in sorted(known)
        if not any(
            (above, x >> level - above, y >> level - above, z >> level - above) in known
            for above in levels
            if above < level
        )
    )


def overlaps(groups: Sequence[Collection[Cell]], lesions: Packed) -> tuple[Overlap, ...]:
    """Find the overlap of each group of cells, taken together, with a mask.

    >>> mask = Packed((2, 2, 2), bytes([128, 128, 0, 0]))
    >>> cells = Cell(1, 0, 0, 0), Cell(1, 1, 0, 0)
    >>> overlaps([cells, cells[1:]], mask)
    (Overlap(shared=1, size=2), Overlap(shared=0, size=1))
    """
    cells = list(dict.fromkeys(cell for group in groups for cell in group))
    boxes = [cell.box(lesions.shape) for cell in cells]
    shared = counts_in(boxes, lesions)
    alone = {
        cell: Overlap(found, box.voxels)
        for cell, box, found in zip(cells, boxes, shared, strict=True)
    }
    return tuple(_together(group, alone, lesions) for group in groups)


def _together(group: Collection[Cell], alone: dict[Cell, Overlap], lesions: Packed) -> Overlap:
    match tuple(group):
        case (one,):
            return alone[one]
        case some:
            kept = outermost(some)
    if all(_apart(cell, lesions.shape) for cell in kept):
        return Overlap(
            sum(alone[cell].shared for cell in kept), sum(alone[cell].size for cell in kept)
        )
    covered = union([Boxes(tuple(cell.box(lesions.shape) for cell in kept))], lesions.shape)
    return Overlap(count_common(covered, lesions), count(covered))


def _apart(cell: Cell, shape: Shape) -> bool:
    """Decide whether cells of this level and above share voxels only where one holds another."""
    return min(shape) >> cell.level > 0
