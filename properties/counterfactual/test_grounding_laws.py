"""Grounding: what the oracle says voxel by voxel, and how the metrics hang together."""

from fractions import Fraction
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import lesions
from measurand.edges.trials.strategies.grounded import shapes as cubes
from measurand.metrics.options import Zero
from measurand.studies.counterfactual.grounding import (
    READS,
    BothEmpty,
    CitationUnit,
    Citing,
    Grounding,
    Refused,
    grounding_metrics,
)
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import Polarity
from measurand.values.cells import Box, Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes
from measurand.values.score import Undefined
from measurand.values.share import Share
from properties.oracles import cf_grounding as oracle
from properties.oracles.cf_sample import row
from properties.strategies import scenes
from properties.strategies.effort import third
from properties.strategies.scenes import written

SCENES = scenes.scenes()
WORDS = {
    Refused.COUNTED: "counted",
    Refused.LEFT_OUT: "without",
    CitationUnit.TOKEN: "token",
    CitationUnit.FRAME: "frame",
}
HOWS = st.builds(
    Grounding,
    citing=st.sampled_from(Citing),
    refused=st.sampled_from(Refused),
    each=st.sampled_from(CitationUnit),
    nothing=st.sampled_from(Zero),
    no_lesion=st.sampled_from(Zero),
    both_empty=st.sampled_from(BothEmpty),
    polarity=st.builds(Polarity, any_case=st.booleans()),
    hit_from=st.sampled_from((Fraction(1, 10), Fraction(1, 2), Fraction(1))),
)
COUNTING = st.builds(
    Grounding,
    refused=st.sampled_from(Refused),
    each=st.sampled_from(CitationUnit),
    polarity=st.builds(Polarity, any_case=st.booleans()),
)
"""Readings under which everything is a number."""


def numbers(sample: Grounded, how: Grounding | None = None) -> dict[str, Fraction]:
    found = {name: one for name, one in grounding_metrics(sample, how) if isinstance(one, Share)}
    return {name: one.value for name, one in found.items()}


@third
@given(SCENES, COUNTING)
def test_the_oracle_measures_the_same(sample: Grounded, how: Grounding) -> None:
    expected = oracle.measure(
        row(sample),
        largest_of=WORDS[how.each],
        refusals=WORDS[how.refused],
        any_case=how.polarity.any_case,
    )

    found = numbers(sample, how)

    assert {name: found[name] for name in expected} == expected


@third
@given(SCENES)
def test_tops_and_bottoms_are_counts_of_voxels(sample: Grounded) -> None:
    shape = sample.shape
    cited = {which for frame in oracle.citing(row(sample)) for which in frame["citations"] or []}
    covered = {
        voxel
        for token in sample.tokens
        if token.id in cited
        for voxel in scenes.inside(token.cell.box(shape))
    }
    marked = {
        voxel for lesion in row(sample)["lesions"] for voxel in oracle.lesion_voxels(lesion, shape)
    }

    found = dict(grounding_metrics(sample))

    shared, either = Fraction(len(covered & marked)), Fraction(len(covered | marked) or 1)
    assert found["iou_union"] == Share(shared, either)
    assert found["overlap_union"] == Share(shared, Fraction(len(covered) or 1))


@third
@given(SCENES, HOWS)
def test_every_number_lies_between_zero_and_one(sample: Grounded, how: Grounding) -> None:
    assert all(0 <= value <= 1 for value in numbers(sample, how).values())


@third
@given(SCENES, HOWS)
def test_dice_follows_from_iou(sample: Grounded, how: Grounding) -> None:
    found = numbers(sample, how)

    for which in ("union", "max"):
        if f"iou_{which}" in found:
            iou = found[f"iou_{which}"]
            assert found[f"dice_{which}"] == 2 * iou / (1 + iou)


@third
@given(SCENES, COUNTING)
def test_hits_hang_together(sample: Grounded, how: Grounding) -> None:
    found = numbers(sample, how)

    touched = found["hit_any_intersection"] == 1
    assert touched == (found["iou_union"] > 0) == (found["iou_max"] > 0)
    assert touched == (found["lesions_touched"] > 0)
    assert found["hit"] <= found["hit_any_intersection"]
    assert (found["hit"] == 1) == (found["overlap_ratio_max"] >= how.hit_from)
    assert max(found["overlap_union"], found["overlap_ratio"]) <= found["overlap_ratio_max"]
    assert found["iou_union"] <= found["overlap_union"]


@third
@given(SCENES)
def test_the_citations_of_a_single_frame_are_the_union(sample: Grounded) -> None:
    first = Generation(sample.generation.frames[:1])

    found = numbers(evolve(sample, generation=first), Grounding(each=CitationUnit.FRAME))

    assert found["iou_max"] == found["iou_union"]


@third
@given(SCENES, HOWS, st.randoms(use_true_random=False))
def test_order_changes_nothing(sample: Grounded, how: Grounding, chance: Random) -> None:
    tokens, marked = list(sample.tokens), list(sample.lesions)
    answer = [
        evolve(frame, citations=frame.citations and tuple(chance.sample(frame.citations, k)))
        for frame in sample.generation.frames
        for k in [len(frame.cited)]
    ]
    for some in (tokens, marked, answer):
        chance.shuffle(some)
    again = evolve(
        sample, tokens=tuple(tokens), lesions=tuple(marked), generation=Generation(tuple(answer))
    )

    assert grounding_metrics(again, how) == grounding_metrics(sample, how)


@third
@given(SCENES, HOWS)
def test_frames_and_citations_that_repeat_change_nothing(sample: Grounded, how: Grounding) -> None:
    answer = tuple(
        evolve(frame, citations=frame.citations and frame.citations * 2)
        for frame in sample.generation.frames
    )
    again = evolve(sample, generation=Generation(answer * 2))

    assert grounding_metrics(again, how) == grounding_metrics(sample, how)


@third
@given(SCENES, HOWS)
def test_it_does_not_matter_how_lesions_are_written(sample: Grounded, how: Grounding) -> None:
    as_found = [
        frozenset(oracle.lesion_voxels(lesion, sample.shape)) for lesion in row(sample)["lesions"]
    ]
    for which in range(4):
        regions = [written(some, sample.shape)[which] for some in as_found]
        marked = tuple(Lesion(id=at, region=region) for at, region in enumerate(regions))
        assert grounding_metrics(evolve(sample, lesions=marked), how) == grounding_metrics(
            sample, how
        )


@third
@given(SCENES, HOWS)
def test_other_parts_are_not_read(sample: Grounded, how: Grounding) -> None:
    assert not READS & {SamplePart.SCORES, SamplePart.EMBEDDINGS, SamplePart.TEXT}
    tokens = tuple(
        evolve(token, score=0.25, uncertainty=1.0, embedding=(1.0,)) for token in sample.tokens
    )
    answer = evolve(sample.generation, text="said")
    again = evolve(sample, tokens=tokens, generation=answer, gold=(), report="true")

    assert grounding_metrics(again, how) == grounding_metrics(sample, how)


def citing(cells: list[Cell], marked: tuple[Lesion, ...]) -> Grounded:
    """Cite all cells in one frame, in a volume in which all have voxels of their own."""
    cited = tuple(range(len(cells)))
    return Grounded(
        id="1",
        shape=(16, 8, 9),
        tokens=tuple(
            Token(id=at, cell=cell, score=0.5, uncertainty=0.5) for at, cell in enumerate(cells)
        ),
        generation=Generation((Frame(finding="mass", polarity="present", citations=cited),)),
        lesions=marked,
    )


@third
@given(st.lists(scenes.cells(2), min_size=1, max_size=4), lesions((16, 8, 9)), st.data())
def test_a_cell_may_be_cited_by_its_children(
    cells: list[Cell], marked: tuple[Lesion, ...], data: st.DataObject
) -> None:
    parent = data.draw(st.sampled_from(cells))
    others = [cell for cell in cells if cell != parent]
    whole, parts = citing([*others, parent], marked), citing([*others, *parent.children()], marked)

    for name in ("iou_union", "dice_union", "overlap_union", "lesions_touched"):
        assert dict(grounding_metrics(parts))[name] == dict(grounding_metrics(whole))[name]


@third
@given(st.lists(scenes.cells(3), min_size=1, max_size=4), st.lists(scenes.cells(3), max_size=4))
def test_iou_is_symmetric(cited: list[Cell], marked: list[Cell]) -> None:
    def against(one: list[Cell], other: list[Cell]) -> Fraction:
        boxes: tuple[Box, ...] = tuple(cell.box((16, 8, 9)) for cell in other)
        region = Lesion(id=0, region=Boxes(boxes))
        return numbers(citing(one, (region,)))["iou_union"]

    assert against(cited, marked) == against(marked, cited)


@third
@given(st.lists(scenes.cells(3), min_size=1, max_size=4), lesions((16, 8, 9)), st.data())
def test_another_lesion_never_takes_away_from_the_voxels_that_are_right(
    cells: list[Cell], marked: tuple[Lesion, ...], data: st.DataObject
) -> None:
    more = marked + data.draw(lesions((16, 8, 9)))
    before, after = numbers(citing(cells, marked)), numbers(citing(cells, more))

    for name in (
        "overlap_union",
        "overlap_ratio",
        "overlap_ratio_max",
        "hit",
        "hit_any_intersection",
    ):
        assert before[name] <= after[name]


@third
@given(SCENES, HOWS)
def test_all_metrics_are_undefined_together_and_only_where_something_is_missing(
    sample: Grounded, how: Grounding
) -> None:
    undefined = {one for _, one in grounding_metrics(sample, how) if isinstance(one, Undefined)}

    assert len(undefined) <= 1
    assert not undefined or not numbers(sample, how)
    if undefined:
        plain = numbers(sample, evolve(how, nothing=Zero.ZERO, no_lesion=Zero.ZERO))
        assert not any(plain.values())


@third
@given(cubes)
def test_nothing_is_measured_of_nothing(shape: tuple[int, int, int]) -> None:
    assert set(numbers(Grounded(id="1", shape=shape)).values()) == {Fraction(0)}
