"""Grounding: worked by hand on small volumes, and the worked example of the appendix."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.counterfactual.grounding import (
    NAMES,
    READS,
    Grounding,
    grounding_metrics,
)
from measurand.studies.counterfactual.parts import SamplePart
from measurand.values.cells import read_cell
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from measurand.values.regions import Boxes, Order, Packed, Runs
from measurand.values.share import share
from tests.counterfactual.scenes import (
    BESIDE,
    CORNER,
    LESION,
    SHAPE,
    WHOLE_DEMO,
    boxes,
    claim,
    lesions,
    one,
    scene,
    value,
)


def moved(sample: Grounded, *cells: str) -> Grounded:
    pairs = zip(sample.tokens, cells, strict=False)
    kept = sample.tokens[len(cells) :]
    return evolve(
        sample,
        tokens=tuple(evolve(token, cell=read_cell(cell)) for token, cell in pairs) + kept,
    )


def test_the_demo_has_the_numbers_of_the_appendix() -> None:
    # Section 5, row orig: 0.16896551724137931 and 0.5274725274725275. By hand: the four cells of
    # level 1 and the one of level 2 have 4 * 64 + 8 = 264 voxels, the lesions 48 + 27 = 75, and
    # 48 + 1 are shared. The best cell is L1:1,0,0: 48 of 64 + 75 - 48.
    found = dict(grounding_metrics(WHOLE_DEMO))

    assert found["iou_union"] == share(49, 264 + 75 - 49)
    assert found["iou_max"] == share(48, 64 + 75 - 48)
    assert found["dice_union"] == share(2 * 49, 264 + 75)
    assert found["dice_max"] == share(2 * 48, 64 + 75)
    assert found["overlap_union"] == share(49, 264)
    # Of five tokens that are cited, one shares 48 of its 64 voxels, and the small one 1 of 8.
    assert value(WHOLE_DEMO, "overlap_ratio") == (Fraction(48, 64) + Fraction(1, 8)) / 5
    assert found["overlap_ratio_max"] == share(48, 64)
    assert found["hit"] == found["hit_any_intersection"] == share(1)
    # One cell has 48 of 75 voxels of the lesions.
    assert found["hit_lesion_coverage"] == share(1)
    assert found["lesions_touched"] == share(2, 2)


def test_the_demo_with_moved_cells_has_the_numbers_of_the_appendix() -> None:
    # Section 5, row omega_perm: the cells in their new order, 0.005934718100890208 and
    # 0.024691358024691357.
    order = (
        *("L1:1,0,0", "L1:1,0,1", "L1:0,0,0", "L1:0,1,1", "L1:0,0,1", "L1:1,1,0", "L1:0,1,0"),
        *("L2:3,2,2", "L2:2,2,2", "L2:2,3,3"),
    )
    sample = moved(WHOLE_DEMO, *order)

    assert float(value(sample, "iou_union")) == 0.005934718100890208
    assert float(value(sample, "iou_max")) == 0.024691358024691357


def test_the_demo_without_citations_is_zero() -> None:
    # Section 5, row no_cite.
    frames = tuple(evolve(frame, citations=()) for frame in WHOLE_DEMO.generation.frames)
    sample = evolve(WHOLE_DEMO, generation=Generation(frames))

    assert one(sample, "iou_union") == share(0, 75)
    assert one(sample, "iou_max") == share(0, 75)


def test_metrics_come_in_their_order() -> None:
    assert tuple(name for name, _ in grounding_metrics(WHOLE_DEMO)) == NAMES


def test_a_cell_that_is_the_lesion_is_right() -> None:
    found = dict(grounding_metrics(scene([CORNER], [claim(0)], LESION)))

    assert {name for name in NAMES if found[name] != share(1)} == {
        "iou_union",
        "iou_max",
        "dice_union",
        "dice_max",
        "overlap_union",
        "overlap_ratio_max",
    }
    assert found["iou_union"] == found["iou_max"] == share(8, 8)
    assert found["dice_union"] == share(16, 16)


def test_z_comes_first_in_boxes_and_last_in_cell_ids() -> None:
    low_z_high_x = boxes((0, 2, 0, 2, 2, 4))

    assert value(scene(["L1:1,0,0"], [claim(0)], low_z_high_x), "iou_union") == 1
    assert value(scene(["L1:0,0,1"], [claim(0)], low_z_high_x), "iou_union") == 0


def test_citations_of_tokens_that_are_not_there_are_passed_over() -> None:
    assert value(scene([CORNER], [claim(0, 99)], LESION), "iou_union") == 1


def test_repeated_citations_change_nothing() -> None:
    once = scene([CORNER, BESIDE], [claim(0, 1)], LESION)
    often = scene([CORNER, BESIDE, CORNER], [claim(0, 0, 2, 1, 1), claim(1, 0)], LESION)

    # Two tokens of one cell are two tokens to a mean over tokens.
    assert dict(grounding_metrics(once))["overlap_ratio"] == share(1, 2)
    assert dict(grounding_metrics(often))["overlap_ratio"] == share(2, 3)
    rest = [
        {name: one for name, one in grounding_metrics(each) if name != "overlap_ratio"}
        for each in (once, often)
    ]
    assert rest[0] == rest[1]


def test_a_cell_inside_another_is_covered_once() -> None:
    sample = scene(["L0:0,0,0", CORNER], [claim(0, 1)], LESION)

    assert one(sample, "iou_union") == share(8, 64)
    assert one(sample, "iou_max") == share(8, 8)


def test_a_grandchild_is_inside_too() -> None:
    sample = scene(["L0:0,0,0", "L2:3,3,3", CORNER], [claim(0, 1, 2)], LESION)

    assert one(sample, "iou_union") == share(8, 64)


def test_cells_finer_than_voxels_share_them() -> None:
    # C5: in 4 voxels the cells 0 and 1 of level 3 are both [0, 1).
    sample = scene(["L3:0,0,0", "L3:1,1,1", "L3:2,0,0"], [claim(0, 1, 2)], LESION)

    assert one(sample, "iou_union") == share(2, 8)
    assert one(sample, "overlap_union") == share(2, 2)


def test_a_thin_axis_is_enough_for_cells_to_share_voxels() -> None:
    # One slice: both halves along z are the same voxels.
    slice_ = scene([CORNER, "L1:0,0,1"], [claim(0, 1)], boxes((0, 1, 0, 2, 0, 2)), shape=(1, 4, 4))

    assert one(slice_, "iou_union") == share(4, 4)


@pytest.mark.parametrize(
    "region",
    [
        boxes((0, 2, 0, 2, 0, 2)),
        boxes((0, 2, 0, 2, 0, 1), (0, 2, 0, 2, 0, 2), (1, 2, 1, 2, 1, 2)),
        Runs((0, 2, 2, 2, 10, 2, 2, 2, 42), Order.C),
        Runs((0, 2, 2, 2, 10, 2, 2, 2, 42), Order.F),
        Packed(SHAPE, bytes([192, 192, 0, 0, 192, 192, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    ],
)
def test_a_lesion_is_the_same_however_it_is_written(region: Boxes | Runs | Packed) -> None:
    plain = scene([CORNER, BESIDE], [claim(0, 1)], LESION)

    assert grounding_metrics(evolve(plain, lesions=lesions(region))) == grounding_metrics(plain)


def test_runs_know_which_axis_is_fastest() -> None:
    along_x = scene(["L2:0,0,0", "L2:1,0,0"], [claim(0, 1)], Runs((0, 2, 62), Order.C))
    along_z = scene(["L2:0,0,0", "L2:0,0,1"], [claim(0, 1)], Runs((0, 2, 62), Order.F))

    assert value(along_x, "iou_union") == value(along_z, "iou_union") == 1


def test_lesions_that_share_voxels_are_counted_once() -> None:
    twice = scene([CORNER], [claim(0)], LESION, LESION, boxes((0, 2, 0, 2, 0, 1)))

    assert one(twice, "iou_union") == share(8, 8)
    assert one(twice, "lesions_touched") == share(3, 3)


def test_it_is_counted_how_many_lesions_are_touched() -> None:
    sample = scene([CORNER], [claim(0)], boxes((1, 3, 1, 3, 1, 3)), boxes((3, 4, 3, 4, 3, 4)))

    assert one(sample, "lesions_touched") == share(1, 2)


def test_coverage_asks_one_token_for_a_tenth_of_all_lesions() -> None:
    # A corner has 1 voxel of the line; twelve more lie elsewhere in it.
    def covered(size: int) -> Fraction:
        line = boxes((0, 1, 0, 1, 0, size))
        sample = scene(["L4:0,0,0", "L4:0,0,1"], [claim(0, 1)], line, shape=(16, 16, 16))
        assert value(sample, "lesions_touched") == 1
        return value(sample, "hit_lesion_coverage")

    # Each of the two tokens has one voxel, both together two.
    assert [covered(size) for size in (9, 10, 11, 16)] == [1, 1, 0, 0]


def test_the_overlap_ratio_is_a_mean_over_tokens_each_once() -> None:
    # By hand: a corner that is the lesion, and one that has none of it.
    cells = [CORNER, "L1:1,1,1"]

    assert value(scene(cells, [claim(0, 1)], LESION), "overlap_ratio") == Fraction(1, 2)
    assert value(scene(cells, [claim(0, 1), claim(0)], LESION), "overlap_ratio") == Fraction(1, 2)
    assert value(scene(cells, [claim(0)], LESION), "overlap_ratio") == 1


def test_a_lesion_without_voxels_is_not_covered() -> None:
    sample = scene([CORNER], [claim(0)], LESION, Boxes())

    assert one(sample, "lesions_touched") == share(1, 2)
    assert value(sample, "iou_union") == 1


def test_a_hit_needs_a_tenth_of_a_cell() -> None:
    # Spec 1.4: at least 0.1, inclusive. A cell of 10 voxels with 1 of them, then one with 11.
    tenth = scene(["L0:0,0,0"], [claim(0)], boxes((0, 1, 0, 1, 0, 1)), shape=(1, 1, 10))
    less = scene(["L0:0,0,0"], [claim(0)], boxes((0, 1, 0, 1, 0, 1)), shape=(1, 1, 11))

    assert value(tenth, "hit") == value(tenth, "hit_any_intersection") == 1
    assert value(less, "hit") == 0
    assert value(less, "hit_any_intersection") == 1
    assert value(less, "hit", Grounding(hit_from=Fraction(1, 11))) == 1


def test_a_hit_is_that_of_the_best_cell_not_of_all() -> None:
    sample = scene(
        ["L3:0,0,0", "L0:0,0,0"], [claim(0, 1)], boxes((0, 1, 0, 1, 0, 1)), shape=(8, 8, 8)
    )

    assert value(sample, "overlap_union") == Fraction(1, 512)
    assert value(sample, "overlap_ratio") == (1 + Fraction(1, 512)) / 2
    assert value(sample, "overlap_ratio_max") == 1
    assert value(sample, "hit") == 1


def test_only_cells_ids_frames_and_citations_are_read() -> None:
    assert (
        set(SamplePart)
        - {SamplePart.SCORES, SamplePart.EMBEDDINGS, SamplePart.TEXT, SamplePart.LEVELS}
        == READS
    )
    tokens = tuple(
        evolve(token, score=0.0, uncertainty=1.0, embedding=None) for token in WHOLE_DEMO.tokens
    )
    answer = evolve(WHOLE_DEMO.generation, text="")

    assert grounding_metrics(
        evolve(WHOLE_DEMO, tokens=tokens, generation=answer)
    ) == grounding_metrics(WHOLE_DEMO)


def test_of_citations_that_are_as_good_the_larger_one_is_taken() -> None:
    cells = "L1:0,0,0", "L2:1,1,1", "L0:0,0,0", "L2:0,0,0"
    everything, nothing = boxes((0, 4, 0, 4, 0, 4)), boxes((3, 4, 3, 4, 0, 1))
    for order in (cells, cells[::-1]):
        best = one(scene(order, [claim(0, 1, 2, 3)], everything), "overlap_ratio_max")
        none = one(
            scene(order, [claim(*(order.index(cell) for cell in cells[:2]))], nothing), "iou_max"
        )

        assert best == share(64, 64)
        assert none == share(0, 8 + 1)
