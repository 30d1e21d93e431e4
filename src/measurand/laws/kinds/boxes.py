"""Overlap of two boxes: (left, top, right, bottom), the right and the bottom edge not included.

Overlaps of boxes that are wrong on purpose, right ones, and the kind `box-iou`.
"""

from collections.abc import Callable
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import (
    Ask,
    answered_unless,
    between,
    equal_to,
    law,
    never_above,
    repeated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import broken, close, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import IS_OTHER, OTHER, Call, Number, Subject, asked, number

Box = tuple[float, float, float, float]
BoxScore = Subject[[Box, Box]]
BOX_IOU, BOX_SYMMETRIC = "iou", "symmetric"
BOX_DISTANCE, BOX_UNDEFINED = "distance", "undefined"


@frozen
class BoxesCase:
    """Three boxes, and by how much to move and to stretch them.

    >>> BoxesCase((0, 0, 2, 2), (1, 1, 3, 3), (0, 0, 1, 1)).shift
    (0, 0)
    """

    one: Box
    other: Box
    third: Box
    shift: tuple[int, int] = (0, 0)
    stretch: tuple[int, int] = (1, 1)


def box_area(box: Box) -> Fraction:
    """Give the area of a box exactly; 0 for one that ends before it begins.

    >>> box_area((0, 0, 2, 3))
    Fraction(6, 1)
    """
    left, top, right, bottom = (edge if isinstance(edge, int) else Fraction(edge) for edge in box)
    return Fraction(max(right - left, 0) * max(bottom - top, 0))


def box_meet(one: Box, other: Box) -> Box:
    """Give the box that two boxes share; it may be empty.

    >>> box_meet((0, 0, 2, 2), (1, 1, 3, 3))
    (1, 1, 2, 2)
    """
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return (left, top, min(one[2], other[2]), min(one[3], other[3]))


def box_iou(one: Box, other: Box) -> Fraction:
    """Divide what two boxes share by what they cover, exactly; raises where they cover nothing.

    >>> box_iou((0, 0, 2, 1), (1, 0, 3, 1))
    Fraction(1, 3)
    """
    shared = box_area(box_meet(one, other))
    return shared / (box_area(one) + box_area(other) - shared)


def box_moved(box: Box, shift: tuple[int, int]) -> Box:
    """Move a box.

    >>> box_moved((0, 0, 2, 2), (1, -1))
    (1, -1, 3, 1)
    """
    return (box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1])


def box_stretched(box: Box, stretch: tuple[int, int]) -> Box:
    """Stretch a box along each axis.

    >>> box_stretched((0, 1, 2, 2), (2, 3))
    (0, 3, 4, 6)
    """
    return (box[0] * stretch[0], box[1] * stretch[1], box[2] * stretch[0], box[3] * stretch[1])


def box_turned(box: Box) -> Box:
    """Exchange the two axes.

    >>> box_turned((0, 1, 2, 5))
    (1, 0, 5, 2)
    """
    return (box[1], box[0], box[3], box[2])


def box_mirrored(box: Box) -> Box:
    """Mirror a box at the origin.

    >>> box_mirrored((0, 1, 2, 5))
    (-2, -5, 0, -1)
    """
    return (-box[2], -box[3], -box[0], -box[1])


def box_score(subject: BoxScore, one: Box, other: Box) -> Call[Number]:
    """Ask for the overlap of two boxes.

    >>> box_score(Subject("none", lambda one, other: 0), (0, 0, 1, 1), (0, 0, 1, 1)).answer
    Fraction(0, 1)
    """
    return asked(subject, number, one, other)


def _covers(*boxes: Box) -> bool:
    return all(box_area(box) > 0 for box in boxes)


BoxAsk = Ask[[Box, Box], BoxesCase]


def _of(pick: Callable[[BoxesCase], tuple[Box, Box]]) -> BoxAsk:
    return lambda subject, case: box_score(subject, *pick(case))


def _both(change: Callable[[BoxesCase, Box], Box]) -> BoxAsk:
    """Ask about both boxes, each changed in the same way."""
    return _of(lambda case: (change(case, case.one), change(case, case.other)))


_HERE = _of(lambda case: (case.one, case.other))
_ITSELF = _of(lambda case: (case.one, case.one))
_SHARED = _of(lambda case: (case.one, box_meet(case.one, case.other)))


def _one_is_empty(case: BoxesCase) -> str:
    return "" if _covers(case.one) else "the box is empty"


def _some_is_empty(case: BoxesCase) -> str:
    return "" if _covers(case.one, case.other) else "a box is empty"


def _not_apart(case: BoxesCase) -> str:
    meet = box_area(box_meet(case.one, case.other)) > 0
    return _some_is_empty(case) or ("the boxes meet" if meet else "")


def _not_meeting(case: BoxesCase) -> str:
    return "" if _covers(box_meet(case.one, case.other)) else "the boxes do not meet"


@law("only identity", "Boxes that differ do not overlap wholly.", Algebra.IDENTITY, BOX_DISTANCE)
def _box_only_identity(subject: BoxScore, case: BoxesCase) -> Outcome:
    if not _covers(case.one, case.other) or case.one == case.other:
        return Silent("there are no two boxes")
    call = box_score(subject, case.one, case.other)
    if raised := silent(call):
        return raised
    alike = isinstance(call.answer, Fraction | float) and close(call.answer, Fraction(1))
    return broken("two boxes that differ score 1", call) if alike else Holds()


@law("meeting", "Boxes that share area score above 0.", Algebra.BOUNDS)
def _box_meeting(subject: BoxScore, case: BoxesCase) -> Outcome:
    if box_area(box_meet(case.one, case.other)) == 0:
        return Silent("the boxes do not meet")
    call = box_score(subject, case.one, case.other)
    if raised := silent(call):
        return raised
    above = isinstance(call.answer, Fraction | float) and call.answer > 0
    return Holds() if above else broken("boxes that meet score nothing", call)


@law(
    "triangle",
    "1 less the score is a distance: no way around is shorter.",
    Algebra.BOUNDS,
    BOX_DISTANCE,
)
def _box_triangle(subject: BoxScore, case: BoxesCase) -> Outcome:
    if not _covers(case.one, case.other, case.third):
        return Silent("a box is empty")
    way = (
        box_score(subject, case.one, case.third),
        box_score(subject, case.one, case.other),
        box_score(subject, case.other, case.third),
    )
    if raised := silent(*way):
        return raised
    far, first, second = (call.answer for call in way)
    if not (
        isinstance(far, Fraction | float)
        and isinstance(first, Fraction | float)
        and isinstance(second, Fraction | float)
    ):
        return Silent("there is no answer")
    direct, around = 1 - float(far), (1 - float(first)) + (1 - float(second))
    if direct <= around or close(direct, around):
        return Holds()
    return broken("1 less the score is no distance: the way around is shorter", *way)


_IOU, _DISTANCE = frozenset({BOX_IOU}), frozenset({BOX_DISTANCE})
BOX_LAWS: tuple[Law[BoxScore, BoxesCase], ...] = (
    law("defined", "Every two boxes get a number.")(answered_unless(BOX_UNDEFINED, _HERE)),
    law(
        "repeatable",
        "The same boxes get the same answer, to the bit, and are left alone.",
        Algebra.ORDER,
    )(repeated(_HERE, _of(lambda case: (case.third, case.other)))),
    law("range", "An overlap lies between 0 and 1.")(between(_HERE, 0, 1)),
    law("identity", "A box and itself overlap wholly.", Algebra.IDENTITY)(
        where(_one_is_empty, equal_to(_ITSELF, 1))
    ),
    _box_only_identity,
    law("apart", "Boxes that share no area score 0.", Algebra.BOUNDS)(
        where(_not_apart, equal_to(_HERE, 0))
    ),
    _box_meeting,
    law("swap", "Exchanging the boxes changes nothing.", Algebra.SYMMETRY, BOX_SYMMETRIC)(
        unchanged(_HERE, _of(lambda case: (case.other, case.one)))
    ),
    law("shift", "Moving both boxes changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda case, box: box_moved(box, case.shift)))
    ),
    law("stretch", "Stretching an axis of both changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda case, box: box_stretched(box, case.stretch)))
    ),
    law("axes", "Exchanging the axes changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda _, box: box_turned(box)))
    ),
    law("mirror", "Mirroring both boxes changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda _, box: box_mirrored(box)))
    ),
    law(
        "cut to the shared",
        "Cutting the second box to what both share never lowers the score against the first.",
        Algebra.MONOTONE,
    )(where(_not_meeting, never_above(_HERE, _SHARED))),
    law(
        "shared by covered",
        "The score is the shared area by the area that both cover.",
        Algebra.IDENTITY,
        BOX_IOU,
    )(where(_some_is_empty, equal_to(_HERE, lambda case: box_iou(case.one, case.other)))),
    _box_triangle,
)


BOX_KIND: Kind[[Box, Box], BoxesCase] = Kind(
    name="box-iou",
    takes="two boxes (left, top, right, bottom), right and bottom not included; gives "
    "their overlap, a number",
    claims={
        BOX_IOU: "the shared area by the area that both cover",
        BOX_SYMMETRIC: "exchanging the boxes changes nothing",
        BOX_DISTANCE: "1 less the score is a distance",
        BOX_UNDEFINED: "some boxes may have no number: None or NaN",
        OTHER: IS_OTHER,
    },
    apart=(frozenset({BOX_IOU, OTHER}),),
    names=BOX_IOU,
    laws=BOX_LAWS,
)
