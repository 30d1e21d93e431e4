"""Overlap of two boxes: (left, top, right, bottom), the right and the bottom edge not included.

The kind `box-iou`: whatever is said of an overlap, moving, stretching or turning both boxes changes
nothing; the overlap of the standard is the shared area by the area that both cover.
"""

from collections.abc import Callable
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    answered_unless,
    between,
    equal_to,
    never_above,
    repeated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import answers, broken, close, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    IS_OTHER,
    OTHER,
    Subject,
    asked,
    number,
)

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


def _covers(*boxes: Box) -> bool:
    return all(box_area(box) > 0 for box in boxes)


BoxAsk = Ask[[Box, Box], BoxesCase]


def _of(pick: Callable[[BoxesCase], tuple[Box, Box]]) -> BoxAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


def _both(change: Callable[[BoxesCase, Box], Box]) -> BoxAsk:
    """Ask about both boxes, each changed in the same way."""
    return _of(lambda case: (change(case, case.one), change(case, case.other)))


def _moved(case: BoxesCase, box: Box) -> Box:
    (right, down), (x, y, *end) = case.shift, box
    return (x + right, y + down, end[0] + right, end[1] + down)


def _stretched(case: BoxesCase, box: Box) -> Box:
    (across, along), (x, y, *end) = case.stretch, box
    return (x * across, y * along, end[0] * across, end[1] * along)


_HERE = _of(lambda case: (case.one, case.other))
_ITSELF = _of(lambda case: (case.one, case.one))
_SHARED = _of(lambda case: (case.one, box_meet(case.one, case.other)))
_TO_THIRD = _of(lambda case: (case.one, case.third))
_FROM_OTHER = _of(lambda case: (case.other, case.third))


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
    call = _HERE(subject, case)
    alike = isinstance(call.answer, Fraction | float) and close(call.answer, 1)
    return silent(call) or (broken("two boxes that differ score 1", call) if alike else Holds())


@law("meeting", "Boxes that share area score above 0.", Algebra.BOUNDS)
def _box_meeting(subject: BoxScore, case: BoxesCase) -> Outcome:
    if because := _not_meeting(case):
        return Silent(because)
    call = _HERE(subject, case)
    above = isinstance(call.answer, Fraction | float) and call.answer > 0
    return silent(call) or (Holds() if above else broken("boxes that meet score nothing", call))


@law(
    "triangle",
    "1 less the score is a distance: no way around is shorter.",
    Algebra.BOUNDS,
    BOX_DISTANCE,
)
def _box_triangle(subject: BoxScore, case: BoxesCase) -> Outcome:
    if not _covers(case.one, case.other, case.third):
        return Silent("a box is empty")
    way = [ask(subject, case) for ask in (_TO_THIRD, _HERE, _FROM_OTHER)]
    scores = answers(*way)
    if isinstance(scores, Silent):
        return scores
    direct, *around = (1 - float(score) for score in scores)
    if direct <= sum(around) or close(direct, sum(around)):
        return Holds()
    return broken("1 less the score is no distance: the way around is shorter", *way)


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
        unchanged(_HERE, _both(_moved))
    ),
    law("stretch", "Stretching an axis of both changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(_stretched))
    ),
    law("axes", "Exchanging the axes changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda _, box: (box[1], box[0], box[3], box[2])))
    ),
    law("mirror", "Mirroring both boxes changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda _, box: (-box[2], -box[3], -box[0], -box[1])))
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
