"""Our definitions give the numbers of the tools of COCO, to the last bit."""

from fractions import Fraction
from itertools import groupby
from struct import pack

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.metrics.compat.coco import (
    CocoBox,
    as_coco_iou,
    run_lengths,
    sample_of_boxes,
    sample_of_masks,
)
from measurand.values.regions import Order, Runs
from measurand.values.score import Defined, Score

places = st.integers(-3, 3).map(float) | st.floats(-100, 100)
sides = st.integers(0, 4).map(float) | st.floats(0, 100)
boxes: st.SearchStrategy[CocoBox] = st.tuples(places, places, sides, sides)
Pixels = list[bool]


@st.composite
def images(draw: st.DrawFn) -> tuple[tuple[int, int], Pixels, Pixels]:
    """Draw two masks of one image, column by column."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    pixels = st.lists(st.booleans(), min_size=height * width, max_size=height * width)
    return (height, width), draw(pixels), draw(pixels)


def runs(pixels: Pixels) -> Runs:
    """Measure the runs of a mask, from outside."""
    found = [(inside, len(list(some))) for inside, some in groupby(pixels)]
    counts = tuple(length for _, length in found)
    return Runs((0, *counts) if found[0][0] else counts, Order.F)


def share(score: Score) -> Fraction:
    """Take the number of a defined score."""
    assert isinstance(score, Defined)
    assert isinstance(score.value, Fraction)
    return score.value


@given(image=images(), crowd=st.booleans())
def test_masks_are_divided_pixel_by_pixel(
    image: tuple[tuple[int, int], Pixels, Pixels], *, crowd: bool
) -> None:
    _, mine, right = image
    common = sum(a and b for a, b in zip(mine, right, strict=True))
    below = sum(mine) if crowd else sum(a or b for a, b in zip(mine, right, strict=True))
    ours, sample = as_coco_iou("masks", crowd=crowd), sample_of_masks(runs(mine), runs(right))

    assert share(ours.score([sample])) == (Fraction(common, below) if below else 0)
    assert ours.number([sample]) == (common / below if below else 0)


@given(one=boxes, other=boxes, crowd=st.booleans())
def test_the_exact_share_of_boxes_is_near_that_in_floats(
    one: CocoBox, other: CocoBox, *, crowd: bool
) -> None:
    ours, sample = as_coco_iou(crowd=crowd), sample_of_boxes(one, other)
    try:
        found = ours.number([sample])
    except ValueError:  # the areas underflow: the tool divides 0 by 0
        return
    assert 0 <= share(ours.score([sample])) <= 1
    if min(*one[2:], *other[2:]) > 1e-3:
        assert abs(float(share(ours.score([sample]))) - found) < 1e-6


@given(one=boxes, other=boxes, crowd=st.booleans())
def test_boxes_have_the_bits_of_the_tool(one: CocoBox, other: CocoBox, *, crowd: bool) -> None:
    tool = pytest.importorskip("pycocotools.mask")
    expected = float(tool.iou(np.array([one]), np.array([other]), [int(crowd)])[0, 0])
    if np.isnan(expected):
        return

    found = as_coco_iou(crowd=crowd).number([sample_of_boxes(one, other)])

    assert pack("<d", found) == pack("<d", expected)


@given(image=images(), crowd=st.booleans())
def test_masks_have_the_bits_of_the_tool(
    image: tuple[tuple[int, int], Pixels, Pixels], *, crowd: bool
) -> None:
    tool = pytest.importorskip("pycocotools.mask")
    size, mine, right = image
    coded = [
        tool.encode(np.asfortranarray(np.array(pixels, np.uint8).reshape(size, order="F")))
        for pixels in (mine, right)
    ]
    assert [run_lengths(one["counts"].decode()) for one in coded] == [
        runs(mine).counts,
        runs(right).counts,
    ]
    expected = float(tool.iou(coded[:1], coded[1:], [int(crowd)])[0, 0])

    found = as_coco_iou("masks", crowd=crowd).number([sample_of_masks(runs(mine), runs(right))])

    assert pack("<d", found) == pack("<d", expected)


def test_nothing_in_common_is_0_and_so_is_nothing_at_all() -> None:
    empty = sample_of_masks(Runs((4,)), Runs((4,)))

    assert as_coco_iou().number([sample_of_boxes((0, 0, 0, 0), (0, 0, 0, 0))]) == 0.0
    assert as_coco_iou("masks").number([empty]) == 0.0
    assert as_coco_iou("masks").score([empty]) == Defined(Fraction(0))


@pytest.mark.parametrize("box", [(0, 0, -1, 1), (0, 0, 1, -1), (0, float("nan"), 1, 1)])
def test_boxes_that_are_none_are_refused(box: CocoBox) -> None:
    with pytest.raises(ValueError, match="finite x, y and sides that are not negative: got"):
        sample_of_boxes((0, 0, 1, 1), box)


def test_masks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"masks of one image, .*: got 4 pixels C, 5 C"):
        sample_of_masks(Runs((4,)), Runs((5,)))
    with pytest.raises(ValueError, match="runs of at least one pixel, but for the first: got 0"):
        sample_of_masks(Runs((0, 4)), Runs((2, 0, 2)))


def test_a_number_is_of_one_pair() -> None:
    pair = sample_of_boxes((0, 0, 2, 2), (0, 0, 2, 2))

    with pytest.raises(ValueError, match=r"one pair of regions, .*: got 2"):
        as_coco_iou().number([pair, pair])
    with pytest.raises(ValueError, match="areas of boxes, as measurand"):
        as_coco_iou().number([sample_of_masks(Runs((1, 3)), Runs((1, 3)))])


@pytest.mark.parametrize("text", ["p", "0P", "é"])
def test_a_text_that_is_no_runs_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="got"):
        run_lengths(text)
