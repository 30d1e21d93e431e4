"""Boxes, cells and regions at their edges, with the exact words of what is refused."""

import re

import pytest

from measurand.values.cells import Box, Cell, read_cell
from measurand.values.regions import Packed, Runs


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


@pytest.mark.parametrize(
    "bounds",
    [
        (1, 1, 0, 1, 0, 1),
        (0, 1, 1, 1, 0, 1),
        (0, 1, 0, 1, 1, 1),
        (2, 1, 0, 1, 0, 1),
        (0, 1, 2, 1, 0, 1),
        (0, 1, 0, 1, 2, 1),
    ],
)
def test_a_box_that_is_empty_along_one_axis_is_refused(bounds: tuple[int, ...]) -> None:
    with refused(ValueError, f"a box has voxels along every axis: got {bounds}"):
        Box(*bounds)


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_box_starts_at_the_first_voxel_or_later(at: int) -> None:
    bounds = [0, 1, 0, 1, 0, 1]
    bounds[at] = -1

    with pytest.raises(ValueError, match=r"'[zyx]0' must be >= 0: -1"):
        Box(*bounds)


def test_a_box_of_one_voxel_lies_in_a_volume_of_one_voxel() -> None:
    one = Box(0, 1, 0, 1, 0, 1)

    assert (one.voxels, one.inside((1, 1, 1))) == (1, True)


@pytest.mark.parametrize("box", [Box(0, 2, 0, 1, 0, 1), Box(0, 1, 0, 2, 0, 1)])
def test_a_box_that_sticks_out_along_one_axis_is_not_inside(box: Box) -> None:
    assert not box.inside((1, 1, 1))


@pytest.mark.parametrize(
    "index", [(2, 0, 0), (0, 2, 0), (0, 0, 2), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
)
def test_a_cell_outside_its_level_is_refused(index: tuple[int, int, int]) -> None:
    written = ",".join(map(str, index))

    with refused(ValueError, f"a cell of level 1 has indices from 0 to 1: got {written}"):
        Cell(1, *index)


def test_the_last_cell_of_a_level_is_one() -> None:
    assert Cell(1, 1, 1, 1).id == "L1:1,1,1"


def test_levels_end_at_twenty() -> None:
    assert read_cell("L20:0,0,0") == Cell(20, 0, 0, 0)
    with pytest.raises(ValueError, match="'level' must be <= 20: 21"):
        Cell(21, 0, 0, 0)
    with refused(ValueError, "a level of at most 20: got 'L21:0,0,0'"):
        read_cell("L21:0,0,0")


def test_children_halve_every_axis_with_z_fastest() -> None:
    assert [cell.id for cell in Cell(1, 1, 0, 1).children()] == [
        "L2:2,0,2",
        "L2:2,0,3",
        "L2:2,1,2",
        "L2:2,1,3",
        "L2:3,0,2",
        "L2:3,0,3",
        "L2:3,1,2",
        "L2:3,1,3",
    ]


def test_a_cell_finer_than_the_volume_has_one_voxel_along_the_axis() -> None:
    # Axes of 3, 5 and 7 voxels cut into 4: floor(3 * 3 / 4) = 2, floor(5 / 4) = 1, and so on.
    assert Cell(2, 1, 2, 3).box((3, 5, 7)) == Box(2, 3, 2, 3, 1, 3)
    assert Cell(2, 0, 0, 0).box((3, 5, 7)) == Box(0, 1, 0, 1, 0, 1)


def test_a_cell_id_of_a_hundred_characters_is_not_read() -> None:
    spaces = 100 - len("L1:0,0,1")

    assert read_cell(f"L1:{' ' * (spaces - 1)}0,0,1") == Cell(1, 0, 0, 1)
    for more in (spaces, spaces + 1):
        shown = "L1:" + " " * 37
        with refused(
            ValueError, f"a cell id such as 'L1:0,0,1' (level, then x,y,z): got {shown!r}"
        ):
            read_cell(f"L1:{' ' * more}0,0,1")


@pytest.mark.parametrize("text", ["L1:(0,0,1", "L1:0,0,1)", "1:0,0,1", "L1:0,0", ""])
def test_what_is_no_cell_id_is_shown(text: str) -> None:
    with refused(ValueError, f"a cell id such as 'L1:0,0,1' (level, then x,y,z): got {text!r}"):
        read_cell(text)


def test_a_level_that_is_too_deep_is_shown_in_forty_characters() -> None:
    text = "L21:" + " " * 40 + "0,0,0"

    with refused(ValueError, f"a level of at most 20: got {text[:40]!r}"):
        read_cell(text)


def test_runs_of_a_negative_length_are_refused() -> None:
    assert Runs((0, 3)).counts == (0, 3)
    with refused(ValueError, "run lengths are not negative: got -2"):
        Runs((0, -1, -2))


@pytest.mark.parametrize(
    ("width", "data"),
    [(8, b"\xff"), (9, b"\xff\x80"), (7, b"\xfe"), (1, b"\x80"), (16, b"\xff\xff")],
)
def test_rows_of_any_width_fill_whole_bytes(width: int, data: bytes) -> None:
    packed = Packed((1, 2, width), data * 2)

    assert repr(packed) == f"Packed(shape=(1, 2, {width}), {2 * len(data)} bytes)"


@pytest.mark.parametrize(
    ("width", "row"), [(9, b"\xff\xc0"), (9, b"\xff\x81"), (7, b"\x01"), (1, b"\x40"), (1, b"\xc0")]
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_bit_past_the_width_is_refused_in_any_row(width: int, row: bytes, at: int) -> None:
    rows = [bytes(len(row))] * 3
    rows[at] = row

    with refused(ValueError, f"the bits past the width of {width} are 0: got a 1"):
        Packed((1, 3, width), b"".join(rows))


@pytest.mark.parametrize("many", [0, 5, 7])
def test_packed_bits_have_whole_rows(many: int) -> None:
    with refused(ValueError, f"6 bytes for a volume of (1, 3, 9): got {many}"):
        Packed((1, 3, 9), bytes(many))
