"""IoU of many cells with a large mask, beside one OR of two masks of booleans."""

import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import median

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.voxels import count, pack_array
from measurand.studies.counterfactual.grounding import grounding_metrics, overlaps
from measurand.values.cells import Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Packed
from measurand.values.share import Share
from tests.benchmarks.measure import ratios

SIZE = 512
LEVEL = 5
CELLS = 1000
REPEATED = 7
"""Each round takes the least of so many runs: they last milliseconds, and other programs run."""

Mask = NDArray[np.bool_]


@frozen
class Timed:
    """A thing to time, and what it is called."""

    name: str
    run: Callable[[], object]


def drawn() -> tuple[Mask, list[Cell]]:
    """Draw a mask of about 1 in 100 voxels, and distinct cells."""
    lesions = np.random.default_rng(3).random((SIZE,) * 3, dtype=np.float32) < 0.01
    chance = random.Random(3)  # noqa: S311 - benchmark data, not a secret
    wide = 2**LEVEL
    places = chance.sample(range(wide**3), CELLS)
    return lesions, [Cell(LEVEL, at % wide, at // wide % wide, at // wide**2) for at in places]


def by_booleans(lesions: Mask, cells: list[Cell]) -> Fraction:
    """Work the IoU out on masks of booleans."""
    covered = np.zeros_like(lesions)
    for cell in cells:
        box = cell.box((SIZE,) * 3)
        covered[box.z0 : box.z1, box.y0 : box.y1, box.x0 : box.x1] = True
    shared, either = np.count_nonzero(covered & lesions), np.count_nonzero(covered | lesions)
    return Fraction(int(shared), int(either))


def iou(lesions: Packed, cells: list[Cell]) -> Fraction:
    """Work the IoU out on bits."""
    [one] = overlaps([cells], lesions)
    return Fraction(one.shared, one.size + count(lesions) - one.shared)


def sample(lesions: Packed, cells: list[Cell]) -> Grounded:
    """Make a sample with one frame that cites all cells."""
    cited = tuple(range(len(cells)))
    return Grounded(
        id="1",
        shape=lesions.shape,
        tokens=tuple(
            Token(id=at, cell=cell, score=0.5, uncertainty=0.5) for at, cell in enumerate(cells)
        ),
        generation=Generation((Frame(finding="mass", polarity="present", citations=cited),)),
        lesions=(Lesion(id=0, region=lesions),),
    )


def least(run: Callable[[], object]) -> float:
    """Time a thing several times; give the least CPU seconds."""
    found: list[float] = []
    for _ in range(REPEATED):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return min(found)


def voxel_ratio(rounds: int) -> Iterator[str]:
    """Compare the IoU of cells, and all metrics of grounding, with one OR."""
    lesions, cells = drawn()
    other, packed = ~lesions, pack_array(lesions)
    one, out = sample(packed, cells), np.empty_like(lesions)
    right = by_booleans(lesions, cells)
    measured = dict(grounding_metrics(one))["iou_union"]
    same = iou(packed, cells) == right == (measured.value if isinstance(measured, Share) else None)
    ours = (
        Timed("IoU of the cells", lambda: iou(packed, cells)),
        Timed("all metrics of a sample", lambda: grounding_metrics(one)),
    )
    theirs = (
        Timed("one OR, into a new mask", lambda: lesions | other),
        Timed("one OR, into a mask there is", lambda: np.logical_or(lesions, other, out=out)),
    )
    found: dict[str, list[float]] = {timed.name: [] for timed in (*ours, *theirs)}
    for _ in range(rounds):
        for timed in (*ours, *theirs):
            found[timed.name].append(least(timed.run))
    yield (
        f"grounding: {CELLS:,} cells of level {LEVEL}, a mask of {SIZE}^3 voxels "
        f"({'same numbers' if same else 'OTHER NUMBERS'} as on booleans)"
    )
    for timed in ours:
        against = "  ".join(
            f"/ {base.name}: {ratios(found[timed.name], found[base.name])}" for base in theirs
        )
        yield f"  {timed.name:24s} {1000 * median(found[timed.name]):6.1f} ms  {against}"


if __name__ == "__main__":
    import sys

    for line in voxel_ratio(3):
        sys.stdout.write(f"{line}\n")
