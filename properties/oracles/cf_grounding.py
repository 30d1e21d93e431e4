"""Where the cited cells are and where the lesions are, one voxel (z, y, x) at a time.

The defaults are the readings of the program as it ran. None is undefined.
"""

import re
from collections.abc import Sequence
from fractions import Fraction

from properties.oracles.cf_sample import (
    POSITIVE,
    FrameRow,
    LesionRow,
    Rle,
    Sample,
    cited,
    refused,
    resolved,
    says,
)

Voxel = tuple[int, int, int]
Voxels = set[Voxel]

NUMBERS = r"(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)"
PLAIN = re.compile(rf"L(\d+):\s*{NUMBERS}\s*", re.ASCII)
LEGACY = re.compile(rf"L(\d+):\s*\(\s*{NUMBERS}\s*\)\s*", re.ASCII)

LEAST_OF_A_TOKEN = Fraction(1, 10)
"""A token hits where at least as much of it is lesion."""


def cell(text: str) -> tuple[int, int, int, int] | None:
    """Read level, x, y, z; None where the text is no cell id."""
    for pattern in (PLAIN, LEGACY):
        found = pattern.fullmatch(text)
        if found:
            level, x, y, z = (int(part) for part in found.groups())
            return level, x, y, z
    return None


def axis(size: int, level: int, index: int) -> list[int]:
    """List the positions along one axis, as a Python slice takes them: below 0 from the end."""
    start = size * index // 2**level
    end = max(start + 1, size * (index + 1) // 2**level)
    return list(range(size))[start:end]


def cell_voxels(text: str, shape: Sequence[int]) -> Voxels:
    """List the voxels of a cell: none where the id is no cell id, or is out of range."""
    found = cell(text)
    if found is None:
        return set()
    level, x, y, z = found
    depth, height, width = shape
    return {
        (at_z, at_y, at_x)
        for at_z in axis(depth, level, z)
        for at_y in axis(height, level, y)
        for at_x in axis(width, level, x)
    }


def lesion_voxels(lesion: LesionRow, shape: Sequence[int]) -> Voxels:
    """List the voxels of one lesion."""
    if "rle" in lesion:
        return run_voxels(lesion["rle"], shape)
    return {
        (z, y, x)
        for z0, z1, y0, y1, x0, x1 in lesion.get("boxes", [])
        for z in range(z0, z1)
        for y in range(y0, y1)
        for x in range(x0, x1)
    }


def run_voxels(rle: Rle, shape: Sequence[int]) -> Voxels:
    """Walk the voxels in their order: the last axis moves fastest (C), or the first one (F)."""
    depth, height, width = shape
    if rle["order"] == "C":
        walk = [(z, y, x) for z in range(depth) for y in range(height) for x in range(width)]
    else:
        walk = [(z, y, x) for x in range(width) for y in range(height) for z in range(depth)]
    inside = [at % 2 == 1 for at, count in enumerate(rle["counts"]) for _ in range(count)]
    return {voxel for voxel, there in zip(walk, inside, strict=True) if there}


def iou(a: Voxels, b: Voxels, *, both_empty: str = "zero") -> Fraction | None:
    """Divide the shared voxels by all."""
    if not a | b:
        return empty(both_empty)
    return Fraction(len(a & b), len(a | b))


def dice(a: Voxels, b: Voxels, *, both_empty: str = "zero") -> Fraction | None:
    """Divide the shared voxels by the mean of the two sizes."""
    if not a | b:
        return empty(both_empty)
    return Fraction(2 * len(a & b), len(a) + len(b))


def overlap(a: Voxels, b: Voxels) -> Fraction:
    """Divide the shared voxels by those of the first; 0 where it has none."""
    return Fraction(len(a & b), len(a)) if a else Fraction(0)


def empty(how: str) -> Fraction | None:
    return {"zero": Fraction(0), "one": Fraction(1), "undefined": None}[how]


def citing(
    sample: Sample,
    *,
    refusals: str = "counted",
    positive: Sequence[str] = POSITIVE,
    any_case: bool = False,
) -> list[FrameRow]:
    """List the frames whose citations count."""
    return [
        frame
        for frame in sample["gen"]["frames"]
        if says(frame, positive, any_case=any_case)
        and (refusals == "counted" or not refused(frame))
    ]


def measure(
    sample: Sample,
    *,
    largest_of: str = "token",
    refusals: str = "counted",
    positive: Sequence[str] = POSITIVE,
    any_case: bool = False,
    nothing: str = "zero",
    both_empty: str = "zero",
) -> dict[str, Fraction | None]:
    """Measure how the citations hit the lesions.

    `largest_of`: the iou_max and dice_max are over single cited tokens, or over the sets of tokens
    that single frames cite. `nothing`: what all is where no cited token is to be found.
    """
    shape = sample["volume_shape"]
    each_lesion = [lesion_voxels(lesion, shape) for lesion in sample["lesions"]]
    lesions: Voxels = {voxel for lesion in each_lesion for voxel in lesion}
    frames = citing(sample, refusals=refusals, positive=positive, any_case=any_case)
    ids = sorted({one for frame in frames for one in cited(frame)})
    tokens = [cell_voxels(token["cell_id"], shape) for token in resolved(sample, ids)]
    if not tokens:
        names = ("iou_union", "iou_max", "dice_union", "dice_max", "overlap_union")
        hits = ("hit", "hit_any_intersection", "lesions_touched")
        hits += ("overlap_ratio", "hit_lesion_coverage")
        return dict.fromkeys((*names, *hits), empty(nothing))
    union: Voxels = {voxel for token in tokens for voxel in token}
    pieces = tokens
    if largest_of == "frame":
        sets = [resolved(sample, cited(frame)) for frame in frames]
        pieces = [
            {voxel for token in some for voxel in cell_voxels(token["cell_id"], shape)}
            for some in sets
            if some
        ]
    most = max(overlap(token, lesions) for token in tokens)
    reached = len([1 for lesion in each_lesion if lesion & union])
    return {
        "iou_union": iou(union, lesions, both_empty=both_empty),
        "iou_max": largest([iou(piece, lesions, both_empty=both_empty) for piece in pieces]),
        "dice_union": dice(union, lesions, both_empty=both_empty),
        "dice_max": largest([dice(piece, lesions, both_empty=both_empty) for piece in pieces]),
        "hit": Fraction(most >= LEAST_OF_A_TOKEN),
        "hit_any_intersection": Fraction(bool(union & lesions)),
        "lesions_touched": Fraction(reached, len(each_lesion) or 1),
        "overlap_union": overlap(union, lesions),
        "overlap_ratio": sum((overlap(token, lesions) for token in tokens), Fraction(0))
        / len(tokens),
        "hit_lesion_coverage": Fraction(
            bool(lesions) and any(10 * len(token & lesions) >= len(lesions) for token in tokens)
        ),
    }


def largest(found: Sequence[Fraction | None]) -> Fraction | None:
    """Take the largest that is defined."""
    known = [one for one in found if one is not None]
    return max(known) if known else None


def mask_sanity(sample: Sample, root: str = "L0:0,0,0") -> Fraction:
    """Compare all tokens together with the whole volume: mean of the gain in IoU over lesions."""
    shape = sample["volume_shape"]
    tokens = [cell_voxels(token["cell_id"], shape) for token in sample["tokens"]]
    fine: Voxels = {voxel for token in tokens for voxel in token}
    coarse = cell_voxels(root, shape)
    gains: list[Fraction] = []
    for lesion in sample["lesions"]:
        voxels = lesion_voxels(lesion, shape)
        gains.append((iou(fine, voxels) or Fraction(0)) - (iou(coarse, voxels) or Fraction(0)))
    return sum(gains, Fraction(0)) / (len(gains) or 1)
