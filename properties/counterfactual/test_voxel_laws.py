"""Regions as bits: held against sets of voxels, one voxel at a time."""

from collections.abc import Iterable
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.voxels import count, count_common, counts_in, pack, pack_array, union
from measurand.edges.trials.strategies.grounded import boxes
from measurand.studies.counterfactual.grounding import Overlap, outermost, overlaps
from measurand.values.cells import Box, Cell, Shape
from measurand.values.grounded import Lesion
from measurand.values.regions import Boxes, Region
from properties.oracles.cf_grounding import lesion_voxels
from properties.oracles.cf_sample import lesion_row
from properties.strategies import scenes
from properties.strategies.effort import third
from properties.strategies.scenes import Voxels, as_packed, inside, parts_of, shapes, written


def of(region: Region, shape: Shape) -> Voxels:
    return frozenset(lesion_voxels(lesion_row(Lesion(id=0, region=region)), shape))


def all_of(regions: Iterable[Region], shape: Shape) -> Voxels:
    return frozenset[scenes.Voxel]().union(*(of(region, shape) for region in regions))


VOLUMES = shapes.flatmap(lambda shape: st.tuples(st.just(shape), parts_of(shape)))
PAIRS = shapes.flatmap(lambda shape: st.tuples(st.just(shape), parts_of(shape), parts_of(shape)))
MIXTURES = shapes.flatmap(
    lambda shape: st.tuples(st.just(shape), st.lists(scenes.regions(shape), max_size=4))
)
BOXED = shapes.flatmap(
    lambda shape: st.tuples(st.just(shape), parts_of(shape), st.lists(boxes(shape), max_size=5))
)
CELLED = shapes.flatmap(
    lambda shape: st.tuples(
        st.just(shape), parts_of(shape), st.lists(st.lists(scenes.cells(), max_size=4), max_size=3)
    )
)


@third
@given(VOLUMES)
def test_voxels_have_the_same_bits_however_they_are_written(volume: tuple[Shape, Voxels]) -> None:
    shape, some = volume

    assert {pack(region, shape) for region in written(some, shape)} == {as_packed(some, shape)}


@third
@given(MIXTURES)
def test_a_union_has_the_voxels_of_all(mixture: tuple[Shape, list[Region]]) -> None:
    shape, regions = mixture

    found = union(regions, shape)

    assert found == as_packed(all_of(regions, shape), shape)
    assert count(found) == len(all_of(regions, shape))


@third
@given(MIXTURES, st.randoms(use_true_random=False))
def test_order_and_repetition_do_not_change_a_union(
    mixture: tuple[Shape, list[Region]], chance: Random
) -> None:
    shape, regions = mixture
    shuffled = regions * 2
    chance.shuffle(shuffled)

    assert union(shuffled, shape) == union(regions, shape)


@third
@given(MIXTURES)
def test_packing_what_is_packed_changes_nothing(mixture: tuple[Shape, list[Region]]) -> None:
    shape, regions = mixture
    once = union(regions, shape)

    assert union([once], shape) == union([once, *regions], shape) == once


@third
@given(PAIRS)
def test_shared_voxels_are_those_of_both(pair: tuple[Shape, Voxels, Voxels]) -> None:
    shape, one, other = pair
    left, right = as_packed(one, shape), as_packed(other, shape)

    assert count_common(left, right) == count_common(right, left) == len(one & other)
    assert count_common(left, left) == count(left)


@third
@given(BOXED)
def test_boxes_count_their_own_voxels(
    boxed: tuple[Shape, Voxels, list[Box]],
) -> None:
    shape, some, found = boxed

    assert counts_in(found, as_packed(some, shape)) == tuple(
        len(some & inside(box)) for box in found
    )


@third
@given(VOLUMES, st.sampled_from(("bool", "u1", "i2", "f4", "f8")), st.booleans())
def test_an_array_has_the_voxels_that_are_not_zero(
    volume: tuple[Shape, Voxels],
    kind: str,
    turned: bool,  # noqa: FBT001 - drawn
) -> None:
    shape, some = volume
    array = np.zeros(shape, dtype=kind, order="F" if turned else "C")
    for voxel in some:
        array[voxel] = 3

    assert pack_array(array) == as_packed(some, shape)


@third
@given(CELLED)
def test_cells_together_cover_their_union(
    celled: tuple[Shape, Voxels, list[list[Cell]]],
) -> None:
    shape, some, groups = celled

    found = overlaps(groups, as_packed(some, shape))

    for group, overlap in zip(groups, found, strict=True):
        covered = all_of([Boxes((cell.box(shape),)) for cell in group], shape)
        assert overlap == Overlap(len(covered & some), len(covered))


@third
@given(st.lists(scenes.cells(), max_size=8))
def test_what_is_left_out_lies_in_what_is_kept(cells: list[Cell]) -> None:
    kept = outermost(cells)
    fine: Shape = (16, 16, 16)

    assert set(kept) <= set(cells)
    assert sum(cell.box(fine).voxels for cell in kept) == len(
        all_of([Boxes(tuple(cell.box(fine) for cell in cells))], fine)
    )
