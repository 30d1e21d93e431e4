"""Worked examples of the transforms: the appendix, sections 1.3, 2 (A4, A5, A11) and 5."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.parts import Key, SamplePart, part_of
from measurand.studies.counterfactual.perturbation import perturb, restore
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    FixedPoints,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Stream,
    Text,
    TokenPerm,
    Transform,
    Within,
    invariant_parts,
    key_of,
)
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from tests.counterfactual.demo import DEMO, cell_ids, citations, citing, with_cells


def as_run(transform: Transform, sample: Grounded = DEMO) -> Grounded:
    """Change a sample with the draws of the original program."""
    return perturb(transform, sample, stream=Stream.LEGACY).sample


def test_cells_change_places_within_their_level() -> None:
    found = as_run(OmegaPerm())

    # Below the table of section 5.
    first = "L1:1,0,0 L1:1,0,1 L1:0,0,0 L1:0,1,1 L1:0,0,1 L1:1,1,0 L1:0,1,0"
    assert cell_ids(found) == [*first.split(), "L2:3,2,2", "L2:2,2,2", "L2:2,3,3"]
    assert part_of(found, SamplePart.EMBEDDINGS) == part_of(DEMO, SamplePart.EMBEDDINGS)
    assert part_of(found, SamplePart.SCORES) == part_of(DEMO, SamplePart.SCORES)
    assert found.generation == DEMO.generation


def test_embeddings_change_places_in_the_whole_sample_and_the_answer_is_asked_again() -> None:
    found = perturb(TokenPerm(), DEMO, stream=Stream.LEGACY)

    # expected.jsonl, the first components of the embeddings.
    firsts = [token.embedding[0] for token in found.sample.tokens if token.embedding]
    assert firsts == [-0.6, 2.2, 0.1, 1.5, -1.1, 0.0, 0.9, -0.3, 0.2, 0.5]
    assert cell_ids(found.sample) == cell_ids(DEMO)
    assert found.asks
    assert found.sample.generation == Generation()


def test_a_swap_may_draw_the_order_that_was_there() -> None:
    # Section 5: "seed 3007 draws the identity on 3 frames".
    assert as_run(CiteSwap()) == DEMO


def test_whole_lists_change_frames_and_leave_the_rest_of_the_frames() -> None:
    # expected.jsonl, sample of seed 9968.
    one = evolve(DEMO, seed=9968, generation=citing([0], [6, 4, 8, 1], [2], [5, 4, 6, 10]))

    found = as_run(CiteSwap(), one)

    assert citations(found) == [(5, 4, 6, 10), (2,), (6, 4, 8, 1), (0,)]
    assert part_of(found, SamplePart.FRAMES) == part_of(one, SamplePart.FRAMES)


def test_a_frame_without_an_entry_takes_no_part_in_a_swap() -> None:
    # expected.jsonl, sample of seed 9055.
    one = evolve(DEMO, seed=9055, generation=citing(None, [4, 2, 6], [0, 7, 5]))

    assert citations(as_run(CiteSwap(), one)) == [None, (0, 7, 5), (4, 2, 6)]


def test_an_empty_list_is_an_entry_and_moves() -> None:
    # expected.jsonl, sample of seed 2082.
    one = evolve(DEMO, seed=2082, generation=citing([1], [1, 5, 0, 7], [], None))

    assert citations(as_run(CiteSwap(), one)) == [(1,), (), (1, 5, 0, 7), None]


def test_a_swap_of_lists_changes_lengths_and_one_of_citations_does_not() -> None:
    # A5: [1, 2, 3], [4] becomes [4], [1, 2, 3] as lists; no list keeps its frame.
    one = evolve(with_cells("L0:0,0,0"), generation=citing([1, 2, 3], [4]))

    whole = perturb(CiteSwap(fixed=FixedPoints.NONE), one).sample
    dealt = perturb(CiteSwap(Lists.DEALT, FixedPoints.NONE), one).sample

    assert citations(whole) == [(4,), (1, 2, 3)]
    first, second = citations(dealt)
    assert sorted((*(first or ()), *(second or ()))) == [1, 2, 3, 4]
    assert (len(first or ()), len(second or ())) == (3, 1)
    assert second != (4,)


def test_dealt_citations_are_those_of_the_pool_in_the_drawn_order() -> None:
    # The legacy stream 3001 puts four citations in the order 3, 2, 1, 0.
    one = evolve(with_cells("L0:0,0,0"), seed=1, generation=citing([1, 2], None, [], [2, 9]))

    assert citations(as_run(CiteSwap(Lists.DEALT), one)) == [(9, 2), None, (), (2, 1)]


def test_cited_tokens_are_dropped_those_of_absent_frames_too() -> None:
    found = perturb(EvidenceDrop(ids=Ids.RENUMBERED), DEMO)

    # Below the table of section 5; token 5 is cited by an absent frame only.
    assert cell_ids(found.sample) == ["L1:0,0,0", "L1:1,1,0", "L2:3,2,2", "L2:2,3,3"]
    assert part_of(found.sample, SamplePart.TOKENS) == (0, 1, 2, 3)
    assert found.asks
    assert found.sample.generation == Generation()


def test_tokens_that_are_left_keep_their_ids_and_everything_else() -> None:
    found = perturb(EvidenceDrop(), DEMO).sample

    assert found.tokens == tuple(DEMO.tokens[at] for at in (0, 6, 8, 9))


def test_only_tokens_that_a_positive_frame_cites_may_be_dropped() -> None:
    found = perturb(EvidenceDrop(CitedBy.POSITIVE), DEMO).sample

    assert part_of(found, SamplePart.TOKENS) == (0, 5, 6, 8, 9)


def test_renumbering_gives_a_survivor_the_id_of_another() -> None:
    # A11: drop id 5 from [5, 9], and the survivor becomes id 0.
    five, nine = (evolve(DEMO.tokens[0], id=which) for which in (5, 9))
    one = evolve(DEMO, tokens=(five, nine), generation=citing([5]))

    assert part_of(perturb(EvidenceDrop(), one).sample, SamplePart.TOKENS) == (9,)
    renumbered = perturb(EvidenceDrop(ids=Ids.RENUMBERED), one).sample
    assert renumbered.tokens == (evolve(nine, id=0),)


def test_without_citations_frames_and_text_stay() -> None:
    found = perturb(NoCite(), DEMO)

    assert citations(found.sample) == [(), (), ()]
    assert not found.asks
    for part in invariant_parts(NoCite()):
        assert part_of(found.sample, part) == part_of(DEMO, part)


def test_a_frame_that_has_no_entry_gets_none() -> None:
    one = evolve(DEMO, generation=citing(None, [3], []))

    assert citations(perturb(NoCite(), one).sample) == [None, (), ()]


@pytest.mark.parametrize("transform", [CiteSwap(text=Text.CLEARED), NoCite(Text.CLEARED)])
def test_the_text_may_be_cleared_with_the_citations(transform: Transform) -> None:
    assert as_run(transform).generation.text == ""


def test_one_token_for_each_level_can_move_only_across_levels() -> None:
    # A4: one token of level 1, one of level 2.
    one = with_cells("L1:1,0,0", "L2:3,1,2")

    assert perturb(OmegaPerm(fixed=FixedPoints.NONE), one).sample == one
    across = perturb(OmegaPerm(Within.ALL, FixedPoints.NONE), one).sample
    assert cell_ids(across) == ["L2:3,1,2", "L1:1,0,0"]


def test_embeddings_may_keep_to_their_level() -> None:
    one = with_cells("L1:1,0,0", "L2:3,1,2", "L1:0,0,0")

    found = perturb(TokenPerm(Within.LEVEL, FixedPoints.NONE), one).sample

    assert part_of(found, SamplePart.EMBEDDINGS) == ((7.0,), (6.0,), (5.0,))


def test_the_draws_of_two_transforms_and_two_samples_are_their_own() -> None:
    cells = [f"L3:{x},0,0" for x in range(8)]
    one, other = with_cells(*cells), with_cells(*cells, name="other")

    def moved(sample: Grounded, transform: Transform, seed: int = 0) -> list[int]:
        found = perturb(transform, sample, seed=seed).sample
        embeddings = [int(token.embedding[0]) - 5 for token in found.tokens if token.embedding]
        places = [token.cell.x for token in found.tokens]
        return places if isinstance(transform, OmegaPerm) else embeddings

    drawn = [
        moved(one, OmegaPerm()),
        moved(one, TokenPerm()),
        moved(other, OmegaPerm()),
        moved(one, OmegaPerm(), seed=1),
    ]
    assert len({tuple(order) for order in drawn}) == len(drawn)
    assert moved(evolve(one, seed=99), OmegaPerm()) == drawn[0]


def test_every_transform_has_its_own_key_in_the_order_of_the_tables() -> None:
    each = (OmegaPerm(), TokenPerm(), CiteSwap(), EvidenceDrop(), NoCite())

    assert [key_of(one) for one in each] == list(Key)


def test_the_parts_that_a_transform_names_are_all_but_those_that_it_may_change() -> None:
    answer = {SamplePart.FRAMES, SamplePart.CITATIONS, SamplePart.TEXT}

    changes = {
        one: set(SamplePart) - invariant_parts(one) for one in (OmegaPerm(), OmegaPerm(Within.ALL))
    }
    assert list(changes.values()) == [{SamplePart.CELLS}, {SamplePart.CELLS, SamplePart.LEVELS}]
    assert set(SamplePart) - invariant_parts(TokenPerm()) == {SamplePart.EMBEDDINGS} | answer
    assert set(SamplePart) - invariant_parts(CiteSwap()) == {SamplePart.CITATIONS}
    assert set(SamplePart) - invariant_parts(CiteSwap(text=Text.CLEARED)) == {
        SamplePart.CITATIONS,
        SamplePart.TEXT,
    }
    assert set(SamplePart) - invariant_parts(NoCite()) == {SamplePart.CITATIONS}
    assert set(SamplePart) - invariant_parts(NoCite(Text.CLEARED)) == {
        SamplePart.CITATIONS,
        SamplePart.TEXT,
    }
    assert invariant_parts(EvidenceDrop()) == frozenset()


def test_undoing_an_embedding_permutation_gives_the_tokens_back_not_the_answer() -> None:
    found = restore(TokenPerm(), as_run(TokenPerm()), stream=Stream.LEGACY)

    assert found == evolve(DEMO, generation=Generation())


@pytest.mark.parametrize(
    "transform", [NoCite(), EvidenceDrop(), CiteSwap(text=Text.CLEARED), NoCite(Text.CLEARED)]
)
def test_what_is_lost_cannot_be_undone(transform: Transform) -> None:
    message = f"what can be undone draws an order and clears no text: got {key_of(transform).value}"

    with pytest.raises(ValueError, match=f"^{message}$"):
        restore(transform, DEMO)
