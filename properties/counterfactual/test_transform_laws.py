"""The transform laws: what every transform keeps, moves, takes away and leaves alone."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import grounded_corpora, grounded_samples
from measurand.studies.counterfactual.edge.strategies import TRANSFORMS, transforms
from measurand.studies.counterfactual.parts import SamplePart, part_of
from measurand.studies.counterfactual.perturbation import Perturbed, perturb, restore
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    FixedPoints,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Reordering,
    Stream,
    Text,
    TokenPerm,
    Transform,
    Within,
    invariant_parts,
    invertible,
)
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded
from properties.strategies.effort import third

SAMPLES = grounded_samples()
OTHERS = grounded_samples(2)
SEEDS = st.integers(0, 2**40)
STREAMS = st.sampled_from(Stream)
EMPTY = Generation()


def of(kind: type[Transform]) -> st.SearchStrategy[Transform]:
    """Draw one transform with any of its options."""
    return st.sampled_from([one for one in TRANSFORMS if isinstance(one, kind)])


def entries(sample: Grounded) -> list[tuple[int, ...] | None]:
    """List the citations of the frames."""
    return [frame.citations for frame in sample.generation.frames]


def lengths(sample: Grounded) -> list[int]:
    """List how many tokens each frame cites; -1 is no entry."""
    return [-1 if entry is None else len(entry) for entry in entries(sample)]


def ids(sample: Grounded) -> list[int]:
    """List the ids of the tokens."""
    return [token.id for token in sample.tokens]


@third
@given(sample=SAMPLES, seed=SEEDS, stream=STREAMS)
def test_the_parts_that_a_transform_leaves_alone_stay_under_every_option(
    sample: Grounded, seed: int, stream: Stream
) -> None:
    for transform in TRANSFORMS:
        found = perturb(transform, sample, seed=seed, stream=stream).sample

        for part in invariant_parts(transform):
            assert part_of(found, part) == part_of(sample, part), (transform, part)


@third
@given(sample=SAMPLES, transform=transforms(), seed=SEEDS, stream=STREAMS)
def test_nothing_but_tokens_and_answer_changes_and_the_parts_show_every_change(
    sample: Grounded, transform: Transform, seed: int, stream: Stream
) -> None:
    before = repr(sample)

    found = perturb(transform, sample, seed=seed, stream=stream).sample

    assert repr(sample) == before
    assert evolve(found, tokens=sample.tokens, generation=sample.generation) == sample
    same = all(part_of(found, part) == part_of(sample, part) for part in SamplePart)
    assert same is (found == sample)


@third
@given(sample=SAMPLES, transform=transforms())
def test_the_answer_is_asked_again_exactly_where_evidence_changes_hands_or_goes(
    sample: Grounded, transform: Transform
) -> None:
    found = perturb(transform, sample)

    assert found.asks is isinstance(transform, TokenPerm | EvidenceDrop)
    assert not found.asks or found.sample.generation == EMPTY


@third
@given(sample=SAMPLES, transform=of(OmegaPerm), seed=SEEDS, stream=STREAMS)
def test_no_cell_is_lost_or_made(
    sample: Grounded, transform: Transform, seed: int, stream: Stream
) -> None:
    found = perturb(transform, sample, seed=seed, stream=stream).sample

    assert Counter(part_of(found, SamplePart.CELLS)) == Counter(part_of(sample, SamplePart.CELLS))


@third
@given(sample=SAMPLES, transform=of(TokenPerm), seed=SEEDS, stream=STREAMS)
def test_no_embedding_is_lost_or_made_and_within_levels_none_leaves_its_level(
    sample: Grounded, transform: TokenPerm, seed: int, stream: Stream
) -> None:
    found = perturb(transform, sample, seed=seed, stream=stream).sample

    assert Counter(part_of(found, SamplePart.EMBEDDINGS)) == Counter(
        part_of(sample, SamplePart.EMBEDDINGS)
    )
    if transform.within is Within.LEVEL:
        before, after = (
            Counter((token.cell.level, token.embedding) for token in one.tokens)
            for one in (sample, found)
        )
        assert before == after


@third
@given(sample=SAMPLES, transform=of(CiteSwap), seed=SEEDS, stream=STREAMS)
def test_a_swap_keeps_all_citations_and_their_lengths_those_of_each_frame_when_dealt(
    sample: Grounded, transform: CiteSwap, seed: int, stream: Stream
) -> None:
    found = perturb(transform, sample, seed=seed, stream=stream).sample

    assert Counter(lengths(found)) == Counter(lengths(sample))
    before, after = (
        Counter(x for entry in entries(s) for x in entry or ()) for s in (sample, found)
    )
    assert before == after
    assert [one is None for one in entries(found)] == [one is None for one in entries(sample)]
    if transform.lists is Lists.DEALT:
        assert lengths(found) == lengths(sample)
    else:
        assert Counter(entries(found)) == Counter(entries(sample))


@third
@given(sample=SAMPLES, seed=SEEDS, stream=STREAMS)
def test_what_can_be_undone_is_undone(sample: Grounded, seed: int, stream: Stream) -> None:
    for transform in filter(invertible, TRANSFORMS):
        changed = perturb(transform, sample, seed=seed, stream=stream)

        found = restore(transform, changed.sample, seed=seed, stream=stream)

        kept = EMPTY if changed.asks else sample.generation
        assert found == evolve(sample, generation=kept), transform


@third
@given(sample=SAMPLES, transform=of(NoCite))
def test_citations_taken_away_twice_are_taken_away(sample: Grounded, transform: Transform) -> None:
    once = perturb(transform, sample)

    assert perturb(transform, once.sample) == once
    assert all(not entry for entry in entries(once.sample))


@third
@given(sample=SAMPLES, data=st.data())
def test_exactly_the_cited_tokens_go(sample: Grounded, data: st.DataObject) -> None:
    stable = perturb(EvidenceDrop(), sample).sample
    positive = perturb(EvidenceDrop(CitedBy.POSITIVE), sample).sample

    cited = [which for entry in entries(sample) for which in entry or ()]
    assert not set(ids(stable)) & set(cited)
    assert set(ids(stable)) | set(cited) >= set(ids(sample))
    assert [token for token in sample.tokens if token in stable.tokens] == list(stable.tokens)
    assert set(ids(stable)) <= set(ids(positive))
    # Without the frames that are not positive both drop the same.
    frames = tuple(f for f in sample.generation.frames if f.polarity in {"present", "positive"})
    fewer = evolve(sample, generation=Generation(frames))
    assert perturb(EvidenceDrop(), fewer).sample == evolve(positive, generation=EMPTY)
    cited_by = data.draw(st.sampled_from(CitedBy))
    renumbered = perturb(EvidenceDrop(cited_by, Ids.RENUMBERED), sample).sample
    kept = (stable if cited_by is CitedBy.ALL else positive).tokens
    assert renumbered.tokens == tuple(evolve(token, id=at) for at, token in enumerate(kept))


@third
@given(corpus=grounded_corpora(3, 4), transform=transforms(), seed=SEEDS, data=st.data())
def test_a_sample_is_changed_alike_in_any_order_with_or_without_others(
    corpus: Sequence[Grounded], transform: Transform, seed: int, data: st.DataObject
) -> None:
    def changed(samples: Sequence[Grounded]) -> dict[str, Perturbed]:
        return {one.id: perturb(transform, one, seed=seed) for one in samples}

    together = changed(corpus)

    some = data.draw(st.permutations(corpus))[: data.draw(st.integers(0, len(corpus)))]
    assert changed(some).items() <= together.items()


@third
@given(one=SAMPLES, other=OTHERS, transform=of(OmegaPerm) | of(TokenPerm), seed=SEEDS)
def test_tokens_move_alike_whatever_else_the_sample_has(
    one: Grounded, other: Grounded, transform: Transform, seed: int
) -> None:
    same = evolve(other, id=one.id, tokens=one.tokens, lesions=(), shape=(4, 4, 4))

    first, second = (perturb(transform, found, seed=seed).sample for found in (one, same))

    assert first.tokens == second.tokens


@third
@given(one=SAMPLES, other=OTHERS, transform=of(CiteSwap), seed=SEEDS)
def test_citations_move_alike_whatever_else_the_sample_has(
    one: Grounded, other: Grounded, transform: Transform, seed: int
) -> None:
    same = evolve(other, id=one.id, generation=one.generation)

    first, second = (perturb(transform, found, seed=seed).sample for found in (one, same))

    assert first.generation == second.generation


@third
@given(one=SAMPLES, transform=transforms(), seeds=st.tuples(SEEDS, SEEDS))
def test_the_legacy_stream_knows_the_seed_of_the_sample_and_neither_its_id_nor_another_seed(
    one: Grounded, transform: Transform, seeds: tuple[int, int]
) -> None:
    renamed = evolve(one, id="another")

    found = perturb(transform, one, seed=seeds[0], stream=Stream.LEGACY).sample
    again = perturb(transform, renamed, seed=seeds[1], stream=Stream.LEGACY).sample

    assert evolve(again, id=one.id) == found


@third
@given(sample=SAMPLES, seed=SEEDS, stream=STREAMS)
def test_each_reordering_moves_everything_where_nothing_may_stay(
    sample: Grounded, seed: int, stream: Stream
) -> None:
    # Every place gets a mark of its own, so that a member that stays is seen.
    tokens = tuple(evolve(one, embedding=(float(at),)) for at, one in enumerate(sample.tokens))
    frames = tuple(Frame(finding="", polarity="", citations=(at,)) for at in range(len(tokens)))
    marked = evolve(sample, tokens=tokens, generation=Generation(frames))

    for transform, part in (
        (TokenPerm(fixed=FixedPoints.NONE), SamplePart.EMBEDDINGS),
        (CiteSwap(Lists.WHOLE, FixedPoints.NONE), SamplePart.CITATIONS),
        (CiteSwap(Lists.DEALT, FixedPoints.NONE), SamplePart.CITATIONS),
    ):
        found = perturb(transform, marked, seed=seed, stream=stream).sample

        pairs = zip(part_of(found, part), part_of(marked, part), strict=True)
        assert len(tokens) < 2 or all(one != other for one, other in pairs)


@third
@given(sample=SAMPLES)
def test_the_legacy_draws_are_those_of_numpy(sample: Grounded) -> None:
    def drawn(transform: Reordering) -> Grounded:
        return perturb(transform, sample, stream=Stream.LEGACY).sample

    cells = [token.cell for token in sample.tokens]
    source = np.random.RandomState(sample.seed + 1000)
    for level in dict.fromkeys(cell.level for cell in cells):
        group = [at for at, token in enumerate(sample.tokens) if token.cell.level == level]
        old = [cells[at] for at in group]
        if len(group) > 1:
            for at, other in zip(group, source.permutation(len(group)), strict=True):
                cells[at] = old[other]
    assert part_of(drawn(OmegaPerm()), SamplePart.CELLS) == tuple(cells)

    rows = np.random.RandomState(sample.seed + 2000).permutation(len(sample.tokens))
    embeddings = tuple(sample.tokens[at].embedding for at in rows)
    assert part_of(drawn(TokenPerm()), SamplePart.EMBEDDINGS) == embeddings

    lists = [entry for entry in entries(sample) if entry is not None]
    source = np.random.RandomState(sample.seed + 3000)
    swapped = [lists[at] for at in source.permutation(len(lists))] if len(lists) > 1 else lists
    found = drawn(CiteSwap(text=Text.CLEARED))
    assert [entry for entry in entries(found) if entry is not None] == swapped
    assert found.generation.text == ("" if len(lists) > 1 else sample.generation.text)
