"""How well the cells that an answer cites cover the lesions of its volume.

Cells are those of an octree: halving each axis, level by level, makes eight cells of one. Two cells
are apart, or one holds the other, so that the union of some is the sum over the outermost of them,
and each voxel is counted once. Only in a volume with fewer voxels along an axis than a level has
cells do boxes overlap otherwise; there the union is counted voxel by voxel.

All numbers are fractions of counts of voxels: intersection over union (Jaccard 1901), Dice (1945),
and shares of what is cited or marked.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen, validators

from measurand.algebra.voxels import count, count_common, counts_in, pack, union
from measurand.metrics.options import Zero
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.values.cells import Cell, Shape
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded
from measurand.values.regions import Boxes, Packed
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share


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
        cell: Overlap(hits, box.voxels)
        for cell, box, hits in zip(cells, boxes, shared, strict=True)
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


READS = frozenset({SamplePart.CELLS, SamplePart.TOKENS, SamplePart.FRAMES, SamplePart.CITATIONS})
"""What the metrics of grounding read of tokens and answer."""

NAMES = (
    "iou_union",
    "iou_max",
    "dice_union",
    "dice_max",
    "overlap_union",
    "overlap_ratio",
    "overlap_ratio_max",
    "hit",
    "hit_any_intersection",
    "hit_lesion_coverage",
    "lesions_touched",
)
"""The metrics, in the order in which `measure` gives them."""


class Citing(Enum):
    """Whose citations count: those of frames that say that a finding is there, or all."""

    POSITIVE = "positive"
    ALL = "all"


class Refused(Enum):
    """Whether the citations of refused frames count."""

    COUNTED = "counted"
    LEFT_OUT = "left_out"


class CitationUnit(Enum):
    """What one citation is for `iou_max` and `dice_max`: a token, or all those of one frame."""

    TOKEN = "token"  # noqa: S105
    FRAME = "frame"


class BothEmpty(Enum):
    """What a sample measures that cites nothing and has no lesion."""

    ZERO = "zero"
    ONE = "one"
    UNDEFINED = "undefined"


@frozen(kw_only=True)
class Grounding:
    """One reading of the metrics of grounding.

    Nothing is cited where no frame counts, those that count cite nothing, or no cited token is
    there. `nothing` says what a sample with lesions measures then, `no_lesion` what one without
    lesions measures that cites something, `both_empty` what is left. `hit_from` is the least share
    of a cited cell, in (0, 1], that must lie in lesions for `hit`, and of the lesions that must lie
    in it for `hit_lesion_coverage`.

    >>> Grounding().each.value, Grounding().hit_from
    ('token', Fraction(1, 10))
    """

    citing: Citing = Citing.POSITIVE
    polarity: Polarity = POSITIVE
    refused: Refused = Refused.COUNTED
    each: CitationUnit = CitationUnit.TOKEN
    nothing: Zero = Zero.ZERO
    no_lesion: Zero = Zero.ZERO
    both_empty: BothEmpty = BothEmpty.ZERO
    hit_from: Fraction = field(
        default=Fraction(1, 10),
        validator=[
            validators.instance_of(Fraction),
            validators.gt(Fraction(0)),
            validators.le(Fraction(1)),
        ],
    )


def grounding_metrics(
    sample: Grounded, how: Grounding | None = None
) -> tuple[tuple[str, Measured], ...]:
    """Measure a sample; numbers are exact, in [0, 1], made of counts of voxels; `how` says which.

    With U the voxels of all cited cells and L those of all lesions: `iou_union` is |U and L| over
    |U or L|, `dice_union` 2 |U and L| over |U| + |L|, `overlap_union` |U and L| over |U|. The same
    of the best single citation are `iou_max` and `dice_max`, of the best single token t
    `overlap_ratio_max`; `overlap_ratio` is the mean of |t and L| over |t| of all cited tokens, each
    once. `hit` is 1 where the best one lies in lesions by at least `hit_from`,
    `hit_any_intersection` where any cited voxel does, `hit_lesion_coverage` where one token has at
    least `hit_from` of all lesion voxels; `lesions_touched` is the share of the lesions that have a
    cited voxel (a lesion without voxels has none).

    >>> from measurand.values.cells import Box
    >>> from measurand.values.frames import Generation
    >>> from measurand.values.grounded import Lesion, Token
    >>> from measurand.values.regions import Boxes
    >>> sample = Grounded(
    ...     id="1",
    ...     shape=(2, 2, 2),
    ...     tokens=(Token(id=3, cell=Cell(0, 0, 0, 0), score=0.5, uncertainty=0.5),),
    ...     generation=Generation((Frame(finding="mass", polarity="present", citations=(3,)),)),
    ...     lesions=(Lesion(id=0, region=Boxes((Box(0, 1, 0, 1, 0, 2),))),),
    ... )
    >>> dict(grounding_metrics(sample))["iou_union"]
    Share(top=Fraction(2, 1), bottom=Fraction(8, 1))

    Raises ValueError for a volume of more than 2**31 voxels.
    """
    how = how or Grounding()
    frames = [frame for frame in sample.generation.frames if _counts(frame, how)]
    each = tuple(filter(None, (_cells(sample, frame) for frame in frames)))
    tokens = _cells(sample, *frames)
    cited = tuple(dict.fromkeys(tokens))
    regions = [lesion.region for lesion in sample.lesions]
    lesions = union(regions, sample.shape)
    marked = count(lesions)
    ruled = _ruled(how, None if cited else _nothing(frames), marked)
    if ruled is not None:
        return tuple((name, ruled) for name in NAMES)
    alone = [(cell,) for cell in cited]
    together, *rest = overlaps([cited, *alone, *each], lesions)
    cells, frame_wise = rest[: len(alone)], rest[len(alone) :]
    single = cells if how.each is CitationUnit.TOKEN else frame_wise
    extents = _union(together, marked) + _best(single, marked) + _ratios(cells, how.hit_from)
    by_cell = dict(zip(cited, cells, strict=True))
    of_tokens = [by_cell[cell] for cell in tokens]
    hits = [together.shared > 0] if len(regions) == 1 else list(_touched(sample, cited))
    rates = (
        ("hit_any_intersection", share(int(together.shared > 0))),
        ("lesions_touched", share(sum(hits), max(1, len(hits)))),
        ("hit_lesion_coverage", share(int(_covers(cells, marked, how.hit_from)))),
        ("overlap_ratio", _mean([_over(one.shared, one.size).value for one in of_tokens])),
    )
    by_name = dict(extents + rates)
    return tuple((name, by_name[name]) for name in NAMES)


def _counts(frame: Frame, how: Grounding) -> bool:
    if frame.refused and how.refused is Refused.LEFT_OUT:
        return False
    return how.citing is Citing.ALL or how.polarity.is_positive(frame)


def _cells(sample: Grounded, *frames: Frame) -> tuple[Cell, ...]:
    """List the cells of the tokens that frames cite, each token once."""
    ids = dict.fromkeys(which for frame in frames for which in frame.cited)
    tokens = (sample.token(which) for which in ids)
    return tuple(token.cell for token in tokens if token is not None)


def _nothing(frames: Sequence[Frame]) -> str:
    """Say why nothing is cited."""
    if not frames:
        return "no frame counts"
    return "no cited token is there" if any(frame.cited for frame in frames) else "nothing is cited"


def _ruled(how: Grounding, nothing: str | None, marked: int) -> Measured | None:
    """Say what all metrics are where something is missing; None where counting says it."""
    if nothing is None:
        return _unless_zero(how.no_lesion, "no lesion") if not marked else None
    if marked:
        return _unless_zero(how.nothing, nothing)
    match how.both_empty:
        case BothEmpty.ZERO:
            return None
        case BothEmpty.ONE:
            return share(1)
        case BothEmpty.UNDEFINED:
            return Undefined(f"{nothing} and no lesion")


def _unless_zero(rule: Zero, why: str) -> Undefined | None:
    return Undefined(why) if rule is Zero.UNDEFINED else None


def _over(top: int, bottom: int) -> Share:
    """Divide; nothing over nothing is 0 here, as other rules were asked before."""
    return share(top, bottom) if bottom else share(0)


def _iou(one: Overlap, marked: int) -> Share:
    return _over(one.shared, one.size + marked - one.shared)


def _dice(one: Overlap, marked: int) -> Share:
    return _over(2 * one.shared, one.size + marked)


def _union(together: Overlap, marked: int) -> tuple[tuple[str, Share], ...]:
    return (
        ("iou_union", _iou(together, marked)),
        ("dice_union", _dice(together, marked)),
        ("overlap_union", _over(together.shared, together.size)),
    )


def _best(single: Sequence[Overlap], marked: int) -> tuple[tuple[str, Share], ...]:
    some = _most(single)
    return (
        ("iou_max", max((_iou(one, marked) for one in some), key=_largest)),
        ("dice_max", max((_dice(one, marked) for one in some), key=_largest)),
    )


def _ratios(cells: Sequence[Overlap], hit_from: Fraction) -> tuple[tuple[str, Share], ...]:
    best = max((_over(one.shared, one.size) for one in _most(cells)), key=_largest)
    return ("overlap_ratio_max", best), ("hit", share(int(best.value >= hit_from)))


def _covers(cells: Sequence[Overlap], marked: int, least: Fraction) -> bool:
    """Tell whether one cell has so much of the lesions, of which there are some."""
    return bool(marked) and any(one.shared >= least * marked for one in cells)


def _mean(values: Sequence[Fraction]) -> Share:
    return Share(sum(values, Fraction(0)), Fraction(max(1, len(values))))


def _most(some: Sequence[Overlap]) -> list[Overlap]:
    """Keep, of those with as many voxels, the one with the most in lesions: it is best in all."""
    best = {0: 0} if not some else {}
    for one in some:
        best[one.size] = max(one.shared, best.get(one.size, 0))
    return [Overlap(shared, size) for size, shared in best.items()]


def _largest(one: Share) -> tuple[Fraction, Fraction]:
    """Order by value, and among equals by voxels, so that the order of citations plays no part."""
    return one.value, one.bottom


def _touched(sample: Grounded, cited: Sequence[Cell]) -> Iterator[bool]:
    """Say of each lesion whether a cited cell has one of its voxels."""
    boxes = [cell.box(sample.shape) for cell in cited]
    for lesion in sample.lesions:
        yield any(counts_in(boxes, pack(lesion.region, sample.shape)))
