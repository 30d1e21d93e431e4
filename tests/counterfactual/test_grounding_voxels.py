"""Regions as bits: small ones written out by hand, and what is refused."""

import re

import numpy as np
import pytest

from measurand.algebra.voxels import count, count_common, counts_in, pack, pack_array, union
from measurand.studies.counterfactual.grounding import Overlap, grounding_metrics
from measurand.values.cells import Box, Cell, Shape, read_cell
from measurand.values.regions import Boxes, Order, Packed, Region, Runs
from tests.counterfactual.scenes import LESION, claim, scene

ROW = (1, 1, 12)
TWO = bytes([0b00111111, 0b11000000])
"""The voxels 2 to 9 of a row of 12."""


@pytest.mark.parametrize(
    "region",
    [
        Boxes((Box(0, 1, 0, 1, 2, 10),)),
        Boxes((Box(0, 1, 0, 1, 2, 7), Box(0, 1, 0, 1, 5, 10))),
        Runs((2, 8, 2)),
        Runs((2, 3, 0, 5, 2, 0)),
        Runs((2, 8, 2), Order.F),
        Packed(ROW, TWO),
    ],
)
def test_all_kinds_of_regions_become_the_same_bits(region: Region) -> None:
    assert pack(region, ROW) == Packed(ROW, TWO)


def test_rows_start_at_whole_bytes() -> None:
    assert pack(Boxes((Box(0, 1, 1, 2, 8, 9),)), (1, 2, 9)).data == bytes([0, 0, 0, 0b10000000])


def test_runs_along_z_go_down_first() -> None:
    # Voxels 1 and 2 of 2 x 1 x 9, z fastest: z=1 of x=0, then z=0 of x=1.
    found = pack(Runs((1, 2, 15), Order.F), (2, 1, 9))

    assert found.data == bytes([0b01000000, 0, 0b10000000, 0])


def test_runs_along_z_reach_the_second_byte_of_a_row() -> None:
    found = pack(Runs((17, 1), Order.F), (2, 1, 9))

    assert found.data == bytes([0, 0, 0, 0b10000000])


def test_regions_of_several_kinds_join() -> None:
    some = Boxes((Box(0, 1, 0, 1, 0, 1),)), Runs((11, 1)), Packed(ROW, bytes([0b00010000, 0]))

    assert union(some, ROW).data == bytes([0b10010000, 0b00010000])


def test_no_region_is_the_empty_one() -> None:
    assert union((), ROW) == pack(Boxes(), ROW) == Packed(ROW, bytes(2))


def test_voxels_are_counted_past_the_last_whole_word() -> None:
    full = pack(Boxes((Box(0, 3, 0, 5, 0, 9),)), (3, 5, 9))

    assert len(full.data) % 8
    assert count(full) == count_common(full, full) == 3 * 5 * 9


def test_shared_voxels_are_counted() -> None:
    assert count_common(Packed(ROW, TWO), Packed(ROW, bytes([0xFF, 0]))) == 6


def test_boxes_of_several_sizes_are_counted_in_their_order() -> None:
    boxes = [Box(0, 1, 0, 1, 9, 12), Box(0, 1, 0, 1, 0, 12), Box(0, 1, 0, 1, 9, 12)]

    assert counts_in(boxes, Packed(ROW, TWO)) == (1, 8, 1)
    assert counts_in([], Packed(ROW, TWO)) == ()


def test_boxes_that_begin_at_an_odd_byte_are_counted() -> None:
    found = [Box(0, 1, 0, 1, 8, 24), Box(0, 1, 0, 1, 16, 32), Box(0, 1, 0, 1, 0, 16)]
    mask = Packed((1, 1, 32), bytes([0b1, 0b11, 0b111, 0b1111]))

    assert counts_in(found, mask) == (5, 7, 3)


def test_more_boxes_than_are_copied_at_a_time_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("measurand.algebra.voxels._AT_ONCE", 3)
    boxes = [Box(0, 1, 0, 1, at, at + 1) for at in range(12)]

    assert counts_in(boxes, Packed(ROW, TWO)) == (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0)


@pytest.mark.parametrize(
    "array",
    [
        np.array([[[0, 0, 1, 2, -3, 4, 5, 6, 7, 8, 0, 0]]]),
        np.array([[[0, 0.0, 0.3, 1, -1, 1, 1, 1, 1e-300, np.inf, -0.0, 0]]]),
        np.array([[[False] * 2 + [True] * 8 + [False] * 2]]),
        np.asfortranarray(np.array([[[0] * 2 + [1] * 8 + [0] * 2]], dtype=np.uint8)),
    ],
)
def test_whatever_is_not_zero_belongs_to_a_mask(array: object) -> None:
    assert pack_array(array) == Packed(ROW, TWO)


def test_an_array_may_be_turned() -> None:
    turned = np.zeros((12, 1, 1))
    turned[2:10] = 1

    assert pack_array(turned.T) == Packed(ROW, TWO)


@pytest.mark.parametrize(
    ("array", "why"),
    [
        (np.zeros((2, 2)), "a mask has three axes with voxels along each: got the shape (2, 2)"),
        (np.zeros((2, 0, 2)), "a mask has three axes with voxels along each"),
        (np.full((1, 1, 1), np.nan), "a mask has no NaN"),
        (np.full((1, 1, 1), "a"), "a mask of numbers: got the type <U1"),
        (np.full((1, 1, 1), None), "a mask of numbers: got the type object"),
        (np.full((1, 1, 1), 1j), "a mask of numbers: got the type complex128"),
    ],
)
def test_an_array_that_is_no_mask_is_refused(array: object, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        pack_array(array)


@pytest.mark.parametrize(
    ("region", "shape", "why"),
    [
        (LESION, (1, 4, 4), "boxes inside (1, 4, 4): got (0, 2, 0, 2, 0, 2)"),
        (Runs((3,)), ROW, "runs of 12 voxels in all: got 3"),
        (Packed(ROW, TWO), (1, 12, 1), "a mask of shape (1, 12, 1): got (1, 1, 12)"),
        (LESION, (2**20, 2**20, 1), "a volume of at most 2147483648 voxels"),
    ],
)
def test_a_region_of_another_volume_is_refused(region: Region, shape: Shape, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        pack(region, shape)


def test_masks_of_two_shapes_share_nothing_that_could_be_counted() -> None:
    with pytest.raises(ValueError, match=re.escape("one shape: got (1, 1, 12) and (1, 2, 1)")):
        count_common(Packed(ROW, TWO), Packed((1, 2, 1), bytes(2)))


def test_a_box_out_of_the_volume_is_not_counted_in() -> None:
    with pytest.raises(ValueError, match=re.escape("boxes inside (1, 1, 12)")):
        counts_in([Box(0, 1, 0, 1, 11, 13)], Packed(ROW, TWO))


def test_bits_past_the_width_are_refused() -> None:
    with pytest.raises(ValueError, match="the bits past the width of 12 are 0: got a 1"):
        Packed(ROW, bytes([0, 0b00001000]))
    with pytest.raises(ValueError, match="the bits past the width of 9 are 0"):
        Packed((1, 2, 9), bytes([0, 0b01000000, 0, 0]))


def test_a_cell_out_of_range_is_an_error() -> None:
    # C5: the original took voxels from the other end, or none, and said nothing.
    for text in ("L2:-2,0,0", "L1:-1,0,0", "L1:2,0,0"):
        with pytest.raises(ValueError, match="has indices from 0 to"):
            read_cell(text)
    with pytest.raises(ValueError, match=re.escape("0 to 3: got -2,0,0")):
        Cell(2, -2, 0, 0)


@pytest.mark.parametrize(
    ("region", "why"),
    [
        (Packed((8, 8, 8), bytes(64)), "lesion 0 has a mask of shape (4, 4, 4): got (8, 8, 8)"),
        (Runs((1,)), "lesion 0 has runs of 64 voxels in all: got 1"),
        (Boxes((Box(0, 5, 0, 1, 0, 1),)), "lesion 0 has boxes inside (4, 4, 4)"),
    ],
)
def test_a_lesion_of_another_shape_is_an_error(region: Region, why: str) -> None:
    # C6: the original passed over it, and an IoU of 0 looked like a failure of the model.
    with pytest.raises(ValueError, match=re.escape(why)):
        scene(["L0:0,0,0"], [claim(0)], region)


def test_too_large_a_volume_is_not_measured() -> None:
    with pytest.raises(ValueError, match="a volume of at most 2147483648 voxels"):
        grounding_metrics(scene(["L0:0,0,0"], [claim(0)], LESION, shape=(2**11, 2**11, 2**11)))


def test_an_overlap_is_a_part() -> None:
    with pytest.raises(ValueError, match="the shared voxels are some of 1: got 2"):
        Overlap(shared=2, size=1)
