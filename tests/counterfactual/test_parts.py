"""The parts of a sample are all of its tokens and its answer, and transforms change no others."""

import pytest
from attrs import evolve, fields

from measurand.studies.counterfactual.edge.strategies import TRANSFORMS
from measurand.studies.counterfactual.parts import SamplePart, part_of
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.transforms import Transform, invariant_parts
from measurand.values.cells import read_cell
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Token
from tests.counterfactual.demo import DEMO

TOKEN, FRAME = DEMO.tokens[0], DEMO.generation.frames[0]
OTHER_TOKENS: dict[str, tuple[Token, set[SamplePart]]] = {
    "id": (evolve(TOKEN, id=10), {SamplePart.TOKENS}),
    "cell": (evolve(TOKEN, cell=read_cell("L1:1,1,1")), {SamplePart.CELLS}),
    "score": (evolve(TOKEN, score=0.13), {SamplePart.SCORES}),
    "uncertainty": (evolve(TOKEN, uncertainty=0.87), {SamplePart.SCORES}),
    "embedding": (evolve(TOKEN, embedding=None), {SamplePart.EMBEDDINGS}),
}
OTHER_FRAMES: dict[str, Frame] = {
    "finding": evolve(FRAME, finding="mass"),
    "polarity": evolve(FRAME, polarity="positive"),
    "laterality": evolve(FRAME, laterality="left"),
    "confidence": evolve(FRAME, confidence=0.9),
    "location": evolve(FRAME, location="LUL"),
    "size_bin": evolve(FRAME, size_bin="3-5mm"),
    "severity": evolve(FRAME, severity="mild"),
    "uncertain": evolve(FRAME, uncertain=True),
    "citations": evolve(FRAME, citations=(1, 4)),
    "q": evolve(FRAME, q=None),
    "refused": evolve(FRAME, refused=True),
}


def differing(other: Grounded) -> set[SamplePart]:
    """Name the parts in which a sample differs from the demo."""
    return {part for part in SamplePart if part_of(other, part) != part_of(DEMO, part)}


@pytest.mark.parametrize("field", [field.name for field in fields(Token)])
def test_every_field_of_a_token_is_of_one_part(field: str) -> None:
    token, parts = OTHER_TOKENS[field]

    assert differing(evolve(DEMO, tokens=(token, *DEMO.tokens[1:]))) == parts


def test_a_cell_of_another_level_differs_in_its_level_too() -> None:
    token = evolve(TOKEN, cell=read_cell("L0:0,0,0"))

    other = evolve(DEMO, tokens=(token, *DEMO.tokens[1:]))

    assert differing(other) == {SamplePart.CELLS, SamplePart.LEVELS}


@pytest.mark.parametrize("field", [field.name for field in fields(Frame)])
def test_every_field_of_a_frame_but_its_citations_is_of_the_frames(field: str) -> None:
    frames = (OTHER_FRAMES[field], *DEMO.generation.frames[1:])

    other = evolve(DEMO, generation=evolve(DEMO.generation, frames=frames))

    assert differing(other) == {SamplePart.CITATIONS if field == "citations" else SamplePart.FRAMES}


def test_an_entry_that_is_empty_is_not_one_that_is_missing() -> None:
    first, *others = DEMO.generation.frames
    empty, missing = (
        evolve(DEMO.generation, frames=(evolve(first, citations=entry), *others))
        for entry in ((), None)
    )

    assert part_of(evolve(DEMO, generation=empty), SamplePart.CITATIONS) != part_of(
        evolve(DEMO, generation=missing), SamplePart.CITATIONS
    )


def test_the_text_is_a_part() -> None:
    assert differing(evolve(DEMO, generation=evolve(DEMO.generation, text=""))) == {SamplePart.TEXT}


@pytest.mark.parametrize("transform", TRANSFORMS, ids=str)
def test_every_other_part_changes_for_some_draw(transform: Transform) -> None:
    found = [perturb(transform, DEMO, seed=seed).sample for seed in range(9)]

    for part in set(SamplePart) - invariant_parts(transform):
        assert any(part_of(one, part) != part_of(DEMO, part) for one in found), part
