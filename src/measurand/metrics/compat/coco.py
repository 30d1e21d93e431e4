"""Intersection over union of boxes and masks, as the tools of COCO compute it.

As a definition it is Jaccard of areas: the common area is what hits are, and each side's area is
its number of items. The floats are others for boxes, whose areas are rounded products of sides,
than for masks, whose areas are counts; so each repeats the tool's own operations.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import isfinite, nan

from attrs import frozen

from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation
from measurand.metrics.compat.count_arithmetic import observed, unit_value
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, Jaccard, Precision, name_of
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import ZEROES, EmptyValue
from measurand.metrics.units import row_tally
from measurand.values.regions import Runs
from measurand.values.sample import Sample
from measurand.values.tally import Tally

CocoBox = tuple[float, float, float, float]
"""x, y, width, height."""

REGIONS = "coco.regions"
"""The group of a sample that says what its areas are of: boxes, or masks."""
_SIDES = ("x", "y", "w", "h")
_MORE, _SIGN, _BITS, _ZERO = 0x20, 0x10, 0x1F, 48
_PLAIN = 3
"""Runs that are written as they are, before differences."""
_GIVEN = Observation(match=GivenCounts())


@frozen
class OnePair:
    """Areas of one prediction and one gold region, and one division; of boxes, from their sides.

    >>> OnePair(crowd=True).says
    'products and sums of sides in double precision, one division by the predicted area'
    """

    boxes: bool = True
    crowd: bool = False

    @property
    def says(self) -> str:
        """Say the operations in words."""
        areas = (
            "products and sums of sides in double precision" if self.boxes else "counts of pixels"
        )
        return f"{areas}, one division by the {'predicted area' if self.crowd else 'union'}"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number of one pair.

        Raises ValueError unless there is one sample, made from boxes where boxes are meant.
        """
        if not isinstance(definition, Jaccard | Precision):
            message = f"a jaccard or a precision: got {name_of(definition)}"
            raise TypeError(message)
        if len(samples) != 1:
            message = f"one pair of regions, as the tool has a number for each: got {len(samples)}"
            raise ValueError(message)
        if self.boxes:
            return box_iou(_box(samples[0], "pred"), _box(samples[0], "gold"), crowd=self.crowd)
        rows = observed(definition, samples)
        return unit_value(definition, row_tally(rows[0])) if rows else nan


def box_iou(predicted: CocoBox, gold: CocoBox, *, crowd: bool = False) -> float:
    """Divide the common area of two boxes by their union, in double precision.

    In a crowd, by the predicted area. Boxes that do not overlap have 0, boxes without area too.

    >>> box_iou((0, 0, 2, 2), (1, 0, 2, 2)), box_iou((0, 0, 2, 2), (1, 0, 2, 2), crowd=True)
    (0.3333333333333333, 0.5)
    """
    x, y, w, h = predicted
    left, top, wide, high = gold
    width = min(w + x, wide + left) - max(x, left)
    height = min(h + y, high + top) - max(y, top)
    if width <= 0 or height <= 0:
        return 0.0
    common = width * height
    below = w * h if crowd else w * h + wide * high - common
    return common / below if below else nan


def as_coco_iou(of: str = "boxes", *, crowd: bool = False) -> Compatible:
    """Say the IoU of boxes or masks as a definition of ours: Jaccard of areas.

    Against a gold region that is a crowd it is the share of the predicted area that lies in the
    crowd: the precision of areas. It is a number of one pair of regions.

    >>> as_coco_iou().definition.both_empty.value
    '0'
    >>> as_coco_iou("masks", crowd=True).call
    'mask.iou(dt, gt, [1]) of masks'

    Raises ValueError for other regions.
    """
    if of not in {"boxes", "masks"}:
        message = f"boxes or masks: got {of!r}"
        raise ValueError(message)
    return Compatible(
        tool="pycocotools",
        call=f"mask.iou(dt, gt, [{int(crowd)}]) of {of}",
        versions=("2.0.11",),
        definition=(
            Precision(observation=_GIVEN, empty=EmptyRules(both_empty=ZEROES))
            if crowd
            else Jaccard(observation=_GIVEN, both_empty=EmptyValue.ZERO)
        ),
        arithmetic=OnePair(boxes=of == "boxes", crowd=crowd),
        default=not crowd,
        of_one=True,
        refuses=Regions(of),
    )


@frozen
class Regions:
    """What the tool presupposes: areas of one pair of boxes or masks, and no other tallies.

    >>> Regions("masks")(Sample(id="7", counts=(("", Tally(1, 2, 2)),)))
    "areas of masks, as measurand.compat.sample_of_masks makes them: got others in '7'"
    """

    of: str

    def __call__(self, sample: Sample) -> str:
        """Say why a sample is no pair of such regions; empty where it is one."""
        if sample.group(REGIONS) == self.of:
            return ""
        made = f"measurand.compat.sample_of_{self.of}"
        return f"areas of {self.of}, as {made} makes them: got others in {sample.id!r}"


def sample_of_boxes(predicted: CocoBox, gold: CocoBox) -> Sample:
    """Make the sample of a pair of boxes: exact areas, and the sides beside them.

    >>> sample_of_boxes((0, 0, 2, 2), (1, 0, 2, 2)).counts
    (('', Tally(hits=Fraction(2, 1), predicted=Fraction(4, 1), gold=Fraction(4, 1))),)

    Raises ValueError for sides that are negative or not finite.
    """
    for box in (predicted, gold):
        if not all(map(isfinite, box)) or box[2] < 0 or box[3] < 0:
            message = f"finite x, y and sides that are not negative: got {box}"
            raise ValueError(message)
    (x, y, w, h), (left, top, wide, high) = (
        tuple(Fraction(side) for side in box) for box in (predicted, gold)
    )
    width = max(Fraction(0), min(x + w, left + wide) - max(x, left))
    height = max(Fraction(0), min(y + h, top + high) - max(y, top))
    amounts = {
        f"{whose} {side}": Fraction(value)
        for whose, box in (("gold", gold), ("pred", predicted))
        for side, value in zip(_SIDES, box, strict=True)
    }
    return Sample(
        id="pair",
        counts=(("", Tally(width * height, w * h, wide * high)),),
        amounts=tuple(sorted(amounts.items())),
        groups=((REGIONS, "boxes"),),
    )


def _box(sample: Sample, whose: str) -> CocoBox:
    x, y, w, h = (float(sample.amount(f"{whose} {side}") or 0) for side in _SIDES)
    return x, y, w, h


def sample_of_masks(predicted: Runs, gold: Runs) -> Sample:
    """Make the sample of a pair of masks of one image: counts of pixels.

    >>> sample_of_masks(Runs((1, 2, 3)), Runs((2, 2, 2))).counts
    (('', Tally(hits=1, predicted=2, gold=2)),)

    Raises ValueError for masks of different sizes or orders, and for a run of length 0 that is not
    the first: the tool does not write them.
    """
    for mask in (predicted, gold):
        if 0 in mask.counts[1:]:
            message = "runs of at least one pixel, but for the first: got 0"
            raise ValueError(message)
    sizes = sum(predicted.counts), sum(gold.counts)
    if sizes[0] != sizes[1] or predicted.order is not gold.order:
        message = (
            "masks of one image, with runs of one order: "
            f"got {sizes[0]} pixels {predicted.order.value}, {sizes[1]} {gold.order.value}"
        )
        raise ValueError(message)
    tally = Tally(_common(predicted, gold), sum(predicted.counts[1::2]), sum(gold.counts[1::2]))
    return Sample(id="pair", counts=(("", tally),), groups=((REGIONS, "masks"),))


def _inside(mask: Runs) -> list[tuple[int, int]]:
    ends = list(accumulate(mask.counts))
    return list(zip(ends[::2], ends[1::2], strict=False))


def _common(one: Runs, other: Runs) -> int:
    first, second = _inside(one), _inside(other)
    shared = at = 0
    for start, end in first:
        while at < len(second) and second[at][1] <= start:
            at += 1
        after = at
        while after < len(second) and second[after][0] < end:
            shared += min(end, second[after][1]) - max(start, second[after][0])
            after += 1
        at = max(at, after - 1)
    return shared


def run_lengths(text: str) -> tuple[int, ...]:
    r"""Read the compressed runs that the tool writes as `counts`: five bits a letter, differences.

    From the fourth run on a number is the difference to the one two before.

    >>> run_lengths("052203")
    (0, 5, 2, 7, 2, 10)

    Raises ValueError for a letter outside the code, and for a text that ends within a number.
    """
    counts: list[int] = []
    value = shift = 0
    for letter in text:
        code = ord(letter) - _ZERO
        if not 0 <= code < 2 * _MORE:
            message = f"letters from '0' to 'o': got {letter!r}"
            raise ValueError(message)
        value |= (code & _BITS) << shift
        shift += 5
        if code & _MORE:
            continue
        value -= (1 << shift) if code & _SIGN else 0
        counts.append(value + (counts[-2] if len(counts) >= _PLAIN else 0))
        value = shift = 0
    if shift:
        message = "a text that ends with a number: got its beginning"
        raise ValueError(message)
    return tuple(counts)


def known_of_coco() -> tuple[Compatible, ...]:
    """List the calls that the auditor knows: of given areas, with a crowd and without.

    >>> [one.call for one in known_of_coco()]
    ['mask.iou(dt, gt, [0]) of masks', 'mask.iou(dt, gt, [1]) of masks']
    """
    return (as_coco_iou("masks"), as_coco_iou("masks", crowd=True))
