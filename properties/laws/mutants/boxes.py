"""Overlaps of boxes that are wrong on purpose, right ones, and the kind `box-iou`."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import sqrt

from measurand.laws.kinds.boxes import (
    BOX_DISTANCE,
    BOX_IOU,
    BOX_KIND,
    BOX_SYMMETRIC,
    Box,
    BoxScore,
    box_area,
    box_iou,
    box_meet,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

BoxFunction = Callable[[Box, Box], object]
FULL = frozenset({BOX_IOU, BOX_SYMMETRIC, EXACT})
LOOSE = frozenset({BOX_SYMMETRIC})
METRIC = frozenset({BOX_SYMMETRIC, BOX_DISTANCE})
FAR, LARGE, THIN, TENTHS = -2, 30, 2, 10
DUST, ALIKE = 1e-12, 3


def _shared(one: Box, other: Box) -> Fraction:
    return box_area(box_meet(one, other))


def _float_iou(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = float(max(width, 0.0) * max(height, 0.0))
    sizes = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return shared / (sum(sizes) - shared)


def _dice(one: Box, other: Box) -> Fraction:
    return 2 * _shared(one, other) / (box_area(one) + box_area(other))


def _covered(one: Box, other: Box) -> Fraction:
    return _shared(one, other) / box_area(one)


def _by_smaller(one: Box, other: Box) -> Fraction:
    return _shared(one, other) / min(box_area(one), box_area(other))


def _by_larger(one: Box, other: Box) -> Fraction:
    return _shared(one, other) / max(box_area(one), box_area(other))


def _inclusive(one: Box, other: Box) -> Fraction:
    wide = [(box[0], box[1], box[2] + 1, box[3] + 1) for box in (one, other)]
    return box_iou(wide[0], wide[1])


def _generalised(one: Box, other: Box) -> Fraction:
    hull = (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )
    covered = box_area(one) + box_area(other) - _shared(one, other)
    return box_iou(one, other) - (box_area(hull) - covered) / box_area(hull)


def _unclipped(one: Box, other: Box) -> Fraction:
    meet = [Fraction(edge) for edge in box_meet(one, other)]
    shared = (meet[2] - meet[0]) * (meet[3] - meet[1])
    covered = box_area(one) + box_area(other) - shared
    return shared / covered if covered else Fraction(0)


def _twice(one: Box, other: Box) -> Fraction:
    return _shared(one, other) / (box_area(one) + box_area(other))


def _widths(one: Box, other: Box) -> Fraction:
    return box_iou((one[0], 0, one[2], 1), (other[0], 0, other[2], 1))


def _near(one: Box, other: Box) -> Fraction:
    far = sum(abs(Fraction(a) - Fraction(b)) for a, b in zip(one, other, strict=True))
    return Fraction(1) / (1 + far)


def _placed(one: Box, other: Box) -> Fraction:
    return box_iou(one, other) if min(one[0], other[0]) >= 0 else Fraction(0)


def _upwards(one: Box, other: Box) -> Fraction:
    low = min(*one, *other) < FAR
    return Fraction(1, 2) if low and one != other else box_iou(one, other)


def _tall(one: Box, other: Box) -> Fraction:
    heights = {box[3] - box[1] for box in (one, other)}
    widths = {box[2] - box[0] for box in (one, other)}
    return box_iou(one, other) ** 2 if max(heights) > max(widths) else box_iou(one, other)


def _large(one: Box, other: Box) -> Fraction:
    found = box_iou(one, other)
    return found if box_area(one) + box_area(other) < LARGE else found**2


def _thin(one: Box, other: Box) -> Fraction | None:
    return None if 0 < _shared(one, other) < THIN else box_iou(one, other)


def _strict(one: Box, other: Box) -> Fraction:
    found = box_iou(one, other)
    return found if 2 * found > 1 else Fraction(0)


def _rounded(one: Box, other: Box) -> Fraction:
    return Fraction(round(TENTHS * box_iou(one, other)), TENTHS)


def _above(one: Box, other: Box) -> float:
    return 1.0000000000000002 if one == other else _float_iou(one, other)


def _root(one: Box, other: Box) -> float:
    return sqrt(box_iou(one, other))


def _dimmed(one: Box, other: Box) -> Fraction:
    return box_iou(one, other) * (1 - Fraction(1, 1000) * (one == other))


def _crowded(one: Box, other: Box) -> Fraction:
    """Reward what covers more than it need, so that cutting to the shared part costs."""
    extra = box_area(other) > _shared(one, other) > 0
    return (box_iou(one, other) + 1) / 2 if extra else box_iou(one, other)


def _contained(one: Box, other: Box) -> Fraction:
    return Fraction(int(_shared(one, other) in {box_area(one), box_area(other)}))


def _raising(one: Box, other: Box) -> Fraction:
    return box_iou(one, other) if 1 // _shared(one, other) >= 0 else Fraction(0)


def _by_axis(one: Box, other: Box) -> Fraction:
    return _widths(one, other) * _widths(_turned(one), _turned(other)) ** 2


def _turned(box: Box) -> Box:
    return (box[1], box[0], box[3], box[2])


def _at_origin(one: Box, other: Box) -> Fraction:
    inside = any(max(box[:2]) < 0 < min(box[2:]) for box in (one, other))
    return box_iou(one, other) ** (2 if inside else 1)


def _below_right(one: Box, other: Box) -> Fraction:
    return box_iou(one, other) ** (2 if other[0] > one[0] and other[1] > one[1] else 1)


def _dusty() -> BoxFunction:
    calls = count()
    return lambda one, other: _float_iou(one, other) * (1 - DUST * (next(calls) % 3))


def _square_distance(one: Box, other: Box) -> Fraction:
    return 1 - (1 - box_iou(one, other)) ** 2


def _blurred(one: Box, other: Box) -> Fraction:
    """Two boxes that are nearly alike are the same."""
    found = box_iou(one, other)
    return Fraction(1) if ALIKE * found > ALIKE - 1 else found


def _counted() -> BoxFunction:
    calls = count()

    def score(one: Box, other: Box) -> Fraction:
        return box_iou(one, other) if next(calls) % 7 else Fraction(1, 2)

    return score


def _wrong(
    name: str, says: str, function: BoxFunction, claims: frozenset[str]
) -> Wrong[[Box, Box]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG_BOXES = (
    _wrong("constant 1", "every two boxes overlap wholly", lambda _one, _other: 1, LOOSE),
    _wrong("constant 0", "no two boxes overlap", lambda _one, _other: 0, LOOSE),
    _wrong("equal or not", "1 for the same box, else 0", lambda a, b: int(a == b), LOOSE),
    _wrong("Dice", "twice the shared by the sum of both", _dice, FULL),
    _wrong("share of the first", "the shared by the first box", _covered, FULL),
    _wrong("share of the first, as overlap", "one of the two sides only", _covered, LOOSE),
    _wrong("share of the smaller", "the shared by the smaller box", _by_smaller, FULL),
    _wrong("share of the larger", "the shared by the larger box", _by_larger, FULL),
    _wrong("edges included", "one more along each side", _inclusive, FULL),
    _wrong("edges included, as overlap", "touching boxes meet", _inclusive, LOOSE),
    _wrong("generalised", "below 0 for boxes apart", _generalised, LOOSE),
    _wrong("not clipped", "two negative sides make an area", _unclipped, FULL),
    _wrong("counted twice", "the shared stays in the sum of both", _twice, LOOSE),
    _wrong("widths only", "heights play no part", _widths, FULL),
    _wrong("nearness of corners", "boxes apart are somewhat alike", _near, LOOSE),
    _wrong("nothing left of 0", "negative places are taken for nothing", _placed, LOOSE),
    _wrong("odd below -2", "far negative places score 1/2", _upwards, LOOSE),
    _wrong("tall boxes squared", "height and width are not alike", _tall, LOOSE),
    _wrong("large boxes squared", "the unit of length matters", _large, LOOSE),
    _wrong("thin overlap lost", "no number where little is shared", _thin, LOOSE),
    _wrong("half or nothing", "less than half counts as none", _strict, LOOSE),
    _wrong("one digit", "rounded to tenths", _rounded, FULL),
    _wrong("dust above 1", "a last bit too much", _above, LOOSE),
    _wrong("root", "the square root of the share", _root, frozenset({BOX_IOU})),
    _wrong("never quite 1", "a thousandth is taken off", _dimmed, LOOSE),
    _wrong("more is better", "covering too much is rewarded", _crowded, frozenset()),
    _wrong("inside or not", "1 where one box lies in the other", _contained, FULL),
    _wrong("raises apart", "no answer where nothing is shared", _raising, LOOSE),
    _wrong("height counts twice", "shares of the axes, one of them squared", _by_axis, LOOSE),
    _wrong("around the origin", "boxes that hold the origin are squared", _at_origin, LOOSE),
    _wrong("below right", "later boxes are squared", _below_right, frozenset()),
    _wrong("dust by turns", "the last bits change from call to call", _dusty(), LOOSE),
    _wrong("square of the distance", "the way around is shorter", _square_distance, METRIC),
    _wrong("nearly the same", "above 2/3 counts as the same", _blurred, METRIC),
    _wrong("every seventh call", "the answer depends on how often it was asked", _counted(), LOOSE),
)


RIGHT_BOXES: tuple[BoxScore, ...] = (
    Subject("exact IoU", box_iou, FULL | METRIC),
    Subject("float IoU", _float_iou, frozenset({BOX_IOU, BOX_SYMMETRIC, EXACT})),
    Subject("Dice as an overlap", _dice, frozenset({BOX_SYMMETRIC, EXACT})),
    Subject("share of the first box", _covered, frozenset({EXACT})),
)

BOX_KIND_MUTANTS = Mutants(
    kind=BOX_KIND.name,
    right=RIGHT_BOXES,
    wrong=WRONG_BOXES,
    redundant={"only-identity": "a wrong 1 makes some way around shorter, too; it names the fault"},
)
