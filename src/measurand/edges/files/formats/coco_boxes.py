"""Boxes of images, exactly: how four numbers are meant, and how much two boxes share."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Literal

from attrs import evolve, frozen

from measurand.edges.files.json.value import FaultError, Json, expected, measured, wrong

Four = tuple[Fraction, Fraction, Fraction, Fraction]
"""The numbers of a box, however they are meant; or its left, top, right and bottom."""
Size = tuple[Fraction, Fraction]
"""The width and the height of an image."""
MOST_PAIRS = 2**20
"""At most so many pairs of boxes of one category are compared in an image."""
XYWH, XYXY = "xywh", "xyxy"
_SLACK = 1
_NUMBERS = 4


def four_of(value: Json, path: str) -> Four:
    """Take the four numbers of a box.

    >>> four_of([0, 0, 2, 3], "$.bbox")[3]
    Fraction(3, 1)

    Raises FaultError for anything else.
    """
    if not isinstance(value, list) or len(value) != _NUMBERS:
        raise expected("a box of four numbers", value, path=path)
    first, second, third, fourth = (
        number_at(f"{path}[{at}]", number) for at, number in enumerate(value)
    )
    return first, second, third, fourth


def size_of(image: Mapping[str, Json]) -> Size | None:
    """Take the width and the height of an image; none where it does not have both.

    >>> size_of({"width": 3})

    Raises FaultError where they are no numbers.
    """
    if image.get("width") is None or image.get("height") is None:
        return None
    return number_at("$.width", image["width"]), number_at("$.height", image["height"])


def number_at(path: str, value: Json) -> Fraction:
    """Take a number that stands at a path.

    >>> number_at("$.score", 1)
    Fraction(1, 1)

    Raises FaultError naming the path.
    """
    try:
        return measured(value)
    except FaultError as error:
        raise FaultError(evolve(error.fault, path=path)) from None


def corners(four: Four, how: str, path: str) -> Four:
    """Give left, top, right and bottom of a box.

    >>> corners(four_of([1, 1, 2, 3], "$"), "xywh", "$")[2:]
    (Fraction(3, 1), Fraction(4, 1))

    Raises FaultError for one that ends before it begins.
    """
    x, y, third, fourth = four
    right, bottom = (x + third, y + fourth) if how == XYWH else (third, fourth)
    if right < x or bottom < y:
        got = f"{float(right - x):g} by {float(bottom - y):g}"
        raise wrong(got, "sides that are not negative", f"the box is read as {how}", path=path)
    return x, y, right, bottom


@frozen
class Shape:
    """The numbers of a box, the size of its image, and the area of what is marked in it."""

    four: Four
    image: Size | None = None
    area: Fraction | None = None


def meant(boxes: Sequence[Shape]) -> Literal["xywh", "xyxy", ""]:
    """Tell what the numbers of boxes are, all of them alike; empty where it may be either.

    No side is negative; boxes that have such a side under both readings are taken as COCO writes
    them. Where both are left, no box leaves its image, or is smaller than what is marked in it, by
    more than a pixel.

    >>> size = (Fraction(10), Fraction(10))
    >>> [meant([Shape(four_of(four, "$"), size)]) for four in ([6, 6, 3, 3], [6, 6, 9, 9])]
    ['xywh', 'xyxy']
    >>> meant([Shape(four_of([1, 1, 4, 4], "$"), size)])
    ''
    """
    ways: Sequence[Literal["xywh", "xyxy"]] = ("xywh", "xyxy")
    sided = [how for how in ways if all(_has_sides(box, how) for box in boxes)]
    left = [how for how in sided if all(_has_room(box, how) for box in boxes)]
    found = left if len(sided) == len(ways) else sided or ways[:1]
    return found[0] if len(found) == 1 else ""


def _size(four: Four, how: str) -> Size:
    x, y, third, fourth = four
    return (third, fourth) if how == XYWH else (third - x, fourth - y)


def _has_sides(box: Shape, how: str) -> bool:
    return min(_size(box.four, how)) >= 0


def _has_room(box: Shape, how: str) -> bool:
    width, height = _size(box.four, how)
    x, y, _, _ = box.four
    if box.area is not None and width * height < box.area - _SLACK:
        return False
    if box.image is None:
        return True
    ends = x + width > box.image[0] + _SLACK or y + height > box.image[1] + _SLACK
    return not ends and min(x, y) >= -_SLACK


@frozen(kw_only=True)
class Placed:
    """A box and its category."""

    category: str
    box: Four


def ious(gold: Sequence[Placed], predicted: Sequence[Placed]) -> Mapping[tuple[int, int], Fraction]:
    """Divide what two boxes of one category share by what they cover, for pairs that share some.

    The keys are the indexes of a prediction and a gold box.

    >>> box = four_of([0, 0, 2, 2], "$")
    >>> ious([Placed(category="cat", box=box)], [Placed(category="cat", box=box)])
    {(0, 0): Fraction(1, 1)}

    Raises FaultError where there are too many pairs.
    """
    right: dict[str, list[int]] = {}
    for at, one in enumerate(gold):
        right.setdefault(one.category, []).append(at)
    pairs = sum(len(right.get(one.category, ())) for one in predicted)
    if pairs > MOST_PAIRS:
        raise wrong(f"{pairs} pairs of boxes of one category", f"at most {MOST_PAIRS} in an image")
    scale = lcm(*(number.denominator for one in (*gold, *predicted) for number in one.box))
    golden, given = ([_scaled(one.box, scale) for one in side] for side in (gold, predicted))
    shares: dict[tuple[int, int], Fraction] = {}
    for p, one in enumerate(predicted):
        for g in right.get(one.category, ()):
            shared, covered = _areas(given[p], golden[g])
            if shared:
                shares[p, g] = Fraction(shared, covered)
    return shares


Whole = tuple[int, int, int, int]


def _scaled(box: Four, scale: int) -> Whole:
    left, top, right, bottom = (number.numerator * (scale // number.denominator) for number in box)
    return left, top, right, bottom


def _areas(one: Whole, other: Whole) -> tuple[int, int]:
    """Give the area that two boxes share, and the one that they cover together."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0, 0
    shared = wide * high
    return shared, _area(one) + _area(other) - shared


def _area(box: Whole) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
