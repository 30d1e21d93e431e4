"""Transforms of samples with little or nothing in them: the appendix, section 1.3."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.parts import SamplePart, part_of
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    FixedPoints,
    Lists,
    NoCite,
    OmegaPerm,
    Order,
    Stream,
    Text,
    TokenPerm,
    derangements,
    draw_for,
    inverse,
    key_of,
    shuffled,
)
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded
from tests.counterfactual.demo import DEMO, citations, citing, with_cells

NOTHING = Grounded(id="nothing", shape=(1, 1, 1))
STREAMS = list(Stream)
FIXED = list(FixedPoints)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("fixed", FIXED)
@pytest.mark.parametrize("sample", [NOTHING, with_cells("L1:0,0,1")])
def test_with_one_token_or_none_nothing_moves(
    sample: Grounded, fixed: FixedPoints, stream: Stream
) -> None:
    assert perturb(OmegaPerm(fixed=fixed), sample, stream=stream).sample == sample
    embeddings = perturb(TokenPerm(fixed=fixed), sample, stream=stream)
    assert embeddings.sample == sample
    assert embeddings.asks


@pytest.mark.parametrize("lists", list(Lists))
@pytest.mark.parametrize("answer", [Generation((), "text"), citing([5, 6, 7], None, text="text")])
def test_with_fewer_than_two_entries_a_swap_keeps_everything_the_text_too(
    answer: Generation, lists: Lists
) -> None:
    # A14.
    one = evolve(DEMO, generation=answer)

    for stream in STREAMS:
        swap = CiteSwap(lists, FixedPoints.NONE, Text.CLEARED)
        assert perturb(swap, one, stream=stream).sample == one


def test_with_two_entries_that_cite_nothing_a_swap_clears_the_text() -> None:
    one = evolve(DEMO, generation=citing([], [], text="text"))

    found = perturb(CiteSwap(Lists.DEALT, text=Text.CLEARED), one).sample

    assert found.generation == citing([], [])


def test_an_answer_without_entries_loses_its_text_with_its_citations() -> None:
    one = evolve(DEMO, generation=citing(None, text="text"))

    assert perturb(NoCite(Text.CLEARED), one).sample.generation == citing(None)


def test_ids_that_repeat_or_name_no_token_drop_what_is_there_once() -> None:
    one = evolve(with_cells("L1:0,0,0", "L1:0,0,1"), generation=citing([5, 5, 99], [5]))

    assert part_of(perturb(EvidenceDrop(), one).sample, SamplePart.TOKENS) == (6,)


def test_ids_that_repeat_stay_as_often_when_they_are_dealt() -> None:
    one = evolve(DEMO, generation=citing([5, 5], [5], [99]))

    found = citations(perturb(CiteSwap(Lists.DEALT), one).sample)

    assert sorted(which for entry in found for which in entry or ()) == [5, 5, 5, 99]


def test_when_all_tokens_are_cited_none_is_left() -> None:
    one = evolve(with_cells("L1:0,0,0", "L1:0,0,1"), generation=citing([6], [5]))

    found = perturb(EvidenceDrop(), one)

    assert found.sample.tokens == ()
    assert found.asks


def test_a_refused_frame_cites_like_any_other() -> None:
    refused = Frame(finding="mass", polarity="present", citations=(5,), refused=True)
    one = evolve(with_cells("L1:0,0,0", "L1:0,0,1"), generation=Generation((refused,)))

    for cited_by in CitedBy:
        assert part_of(perturb(EvidenceDrop(cited_by), one).sample, SamplePart.TOKENS) == (6,)


def test_the_words_given_say_which_frames_are_positive() -> None:
    one = evolve(with_cells("L1:0,0,0"), generation=citing([5], polarity="Present"))
    drop = EvidenceDrop(CitedBy.POSITIVE)

    assert perturb(drop, one).sample.tokens == one.tokens
    assert perturb(drop, one, positive=Polarity(any_case=True)).sample.tokens == ()


def test_tokens_without_embedding_hand_on_that_they_have_none() -> None:
    both = with_cells("L1:0,0,0", "L1:0,0,1")
    one = evolve(both, tokens=(evolve(both.tokens[0], embedding=None), both.tokens[1]))

    found = perturb(TokenPerm(fixed=FixedPoints.NONE), one).sample

    assert part_of(found, SamplePart.EMBEDDINGS) == ((6.0,), None)


def test_answers_made_outside_stay_with_the_sample() -> None:
    one = evolve(DEMO, regenerated=(("token_perm", citing([1])),))

    assert perturb(TokenPerm(), one).sample.regenerated == one.regenerated


def test_a_legacy_seed_that_is_too_large_is_refused() -> None:
    one = evolve(DEMO, seed=2**32 - 1000)

    assert perturb(OmegaPerm(), one).sample.seed == one.seed
    with pytest.raises(ValueError, match=r"^Seed must be between 0 and 2\*\*32 - 1$"):
        perturb(OmegaPerm(), one, stream=Stream.LEGACY)


def test_transforms_that_draw_nothing_have_no_legacy_stream() -> None:
    with pytest.raises(KeyError):
        draw_for(DEMO, key_of(NoCite()), seed=0, stream=Stream.LEGACY)


def test_groups_are_drawn_for_in_the_order_of_their_first_appearance() -> None:
    asked: list[list[int]] = []

    def draw(sizes: object) -> list[Order]:
        assert isinstance(sizes, list)
        asked.append(sizes)
        return [(1, 2, 0), (1, 0)]

    # The label b, of one member, draws nothing.
    assert shuffled("cabcac", draw, FixedPoints.ALLOWED) == (3, 4, 2, 5, 1, 0)
    assert asked == [[3, 2]]


def test_each_group_takes_its_own_first_draw_without_fixed_points() -> None:
    # Sizes 2 and 3 in turn: the pair moves in its second draw, the three in their third.
    drawn: list[Order] = [
        (0, 1),
        (0, 2, 1),
        (1, 0),
        (1, 0, 2),
        (0, 1),
        (2, 0, 1),
        (0, 1),
        (1, 2, 0),
    ]

    assert derangements([2, 3], lambda sizes: drawn[: len(sizes)]) == [(1, 0), (2, 0, 1)]


def test_should_no_draw_do_every_member_moves_on_by_one_place() -> None:
    asked: list[int] = []

    def draw(sizes: object) -> list[Order]:
        assert isinstance(sizes, list)
        asked.append(len(sizes))
        return [(0, 2, 1)] * len(sizes)

    assert derangements([3], draw) == [(1, 2, 0)]
    assert asked == [2**k for k in range(10)]


def test_a_draw_that_moves_everybody_is_kept_as_it_is() -> None:
    cells = [f"L3:{x},0,0" for x in range(2)]
    samples = [with_cells(*cells, name=str(at)) for at in range(20)]

    for one in samples:
        free, strict = (perturb(OmegaPerm(fixed=fixed), one).sample for fixed in FIXED)
        assert strict != one
        assert free in {one, strict}


def test_the_inverse_of_a_cycle_goes_the_other_way() -> None:
    assert inverse((1, 2, 3, 0)) == (3, 0, 1, 2)
