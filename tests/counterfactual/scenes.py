"""Small volumes with lesions, and answers that cite cells of them."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from measurand.studies.counterfactual.grounding import Grounding, grounding_metrics
from measurand.values.cells import Box, Shape, read_cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes, Region
from measurand.values.share import Measured, Share
from tests.counterfactual.demo import DEMO

SHAPE = (4, 4, 4)


def boxes(*bounds: tuple[int, int, int, int, int, int]) -> Boxes:
    """Make a region of boxes z0, z1, y0, y1, x0, x1."""
    return Boxes(tuple(Box(*one) for one in bounds))


def lesions(*regions: Region) -> tuple[Lesion, ...]:
    """Number lesions from 0."""
    return tuple(Lesion(id=at, region=region) for at, region in enumerate(regions))


def claim(*cited: int, polarity: str = "present", refused: bool = False) -> Frame:
    """Claim a nodule, and cite tokens."""
    return Frame(finding="nodule", polarity=polarity, citations=cited, refused=refused)


def scene(
    cells: Sequence[str], frames: Sequence[Frame], *regions: Region, shape: Shape = SHAPE
) -> Grounded:
    """Make a sample; its tokens are numbered from 0."""
    return Grounded(
        id="1",
        shape=shape,
        tokens=tuple(
            Token(id=at, cell=read_cell(cell), score=0.5, uncertainty=0.5)
            for at, cell in enumerate(cells)
        ),
        generation=Generation(tuple(frames)),
        lesions=lesions(*regions),
    )


GOLD = (
    Frame(
        finding="nodule", polarity="present", laterality="right", location="RUL", size_bin="6-8mm"
    ),
    Frame(finding="effusion", polarity="absent", location="pleura"),
)
WHOLE_DEMO = evolve(
    DEMO,
    lesions=lesions(boxes((0, 4, 0, 4, 4, 7)), boxes((5, 8, 5, 8, 5, 8))),
    gold=GOLD,
    report="A 7 mm nodule in the right upper lobe. No pleural effusion.",
)
"""The sample of section 5 with its lesions, gold frames and report."""

CORNER = "L1:0,0,0"
BESIDE = "L1:1,0,0"
LESION = boxes((0, 2, 0, 2, 0, 2))
"""Exactly the voxels of the cell in the corner."""


def one(sample: Grounded, name: str, how: Grounding | None = None) -> Measured:
    """Measure one thing."""
    return dict(grounding_metrics(sample, how))[name]


def value(sample: Grounded, name: str, how: Grounding | None = None) -> Fraction:
    """Measure one thing, which is defined."""
    found = one(sample, name, how)
    assert isinstance(found, Share)
    return found.value
