"""Small volumes with lesions of every kind, and answers that cite cells of any level.

Rows end inside the first, second and third byte; some are four bytes long.
"""

from itertools import groupby

from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import boxes
from measurand.values.cells import Box, Cell, Shape
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes, Order, Packed, Region, Runs

Voxel = tuple[int, int, int]
Voxels = frozenset[Voxel]

shapes: st.SearchStrategy[Shape] = st.tuples(
    st.integers(1, 4), st.integers(1, 4), st.integers(1, 17) | st.just(32)
)


def inside(box: Box) -> Voxels:
    """List the voxels z, y, x of a box."""
    return frozenset(
        (z, y, x)
        for z in range(box.z0, box.z1)
        for y in range(box.y0, box.y1)
        for x in range(box.x0, box.x1)
    )


def voxels(shape: Shape) -> list[Voxel]:
    """List all voxels of a volume, x fastest."""
    depth, height, width = shape
    return [(z, y, x) for z in range(depth) for y in range(height) for x in range(width)]


def as_boxes(some: Voxels) -> Boxes:
    """Write voxels as boxes of one voxel."""
    return Boxes(tuple(Box(z, z + 1, y, y + 1, x, x + 1) for z, y, x in sorted(some)))


def as_runs(some: Voxels, shape: Shape, order: Order) -> Runs:
    """Write voxels as runs."""
    walk = voxels(shape)
    if order is Order.F:
        walk = sorted(walk, key=lambda voxel: voxel[::-1])
    runs = [(there, len(list(group))) for there, group in groupby(walk, some.__contains__)]
    first = (0,) if runs[0][0] else ()
    return Runs((*first, *(length for _, length in runs)), order)


def as_packed(some: Voxels, shape: Shape) -> Packed:
    """Write voxels as bits, one row along x after another."""
    depth, height, width = shape
    data = b""
    for z in range(depth):
        for y in range(height):
            row = "".join("1" if (z, y, x) in some else "0" for x in range(width))
            row += "0" * (-width % 8)
            data += bytes(int(row[at : at + 8], 2) for at in range(0, len(row), 8))
    return Packed(shape, data)


def written(some: Voxels, shape: Shape) -> list[Region]:
    """Write voxels in every way there is."""
    return [
        as_boxes(some),
        as_runs(some, shape, Order.C),
        as_runs(some, shape, Order.F),
        as_packed(some, shape),
    ]


@st.composite
def parts_of(draw: st.DrawFn, shape: Shape) -> Voxels:
    """Draw the voxels of some boxes, and a few single ones."""
    whole = draw(st.lists(boxes(shape), max_size=2))
    single = draw(st.lists(st.sampled_from(voxels(shape)), max_size=3))
    return frozenset(single).union(*(inside(box) for box in whole))


@st.composite
def regions(draw: st.DrawFn, shape: Shape) -> Region:
    """Draw a region, boxes that overlap among them."""
    if draw(st.booleans()):
        return Boxes(tuple(draw(st.lists(boxes(shape), max_size=3))))
    some, which = draw(parts_of(shape)), draw(st.sampled_from((None, *Order)))
    return as_packed(some, shape) if which is None else as_runs(some, shape, which)


@st.composite
def cells(draw: st.DrawFn, deepest: int = 4) -> Cell:
    """Draw a cell of a level up to 4, so that neighbours may share voxels."""
    level = draw(st.integers(0, deepest))
    x, y, z = (draw(st.integers(0, 2**level - 1)) for _ in range(3))
    return Cell(level, x, y, z)


frames = st.builds(
    Frame,
    finding=st.just("nodule"),
    polarity=st.sampled_from(("present", "present", "positive", "Present", "absent")),
    citations=st.none() | st.lists(st.integers(0, 6), max_size=5).map(tuple),
    refused=st.sampled_from((False, False, True)),
)


@st.composite
def scenes(draw: st.DrawFn) -> Grounded:
    """Draw a sample; some citations are of tokens that are not there."""
    shape = draw(shapes)
    found = draw(st.lists(cells(), max_size=6))
    marked = draw(st.lists(regions(shape), max_size=3))
    return Grounded(
        id="1",
        shape=shape,
        tokens=tuple(
            Token(id=at, cell=cell, score=0.5, uncertainty=0.5) for at, cell in enumerate(found)
        ),
        generation=Generation(tuple(draw(st.lists(frames, max_size=3)))),
        lesions=tuple(Lesion(id=at, region=region) for at, region in enumerate(marked)),
    )
