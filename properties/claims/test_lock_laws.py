"""Laws of locks: nothing moves unless something changed, and effects add up to the move."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.lock.compare import compare
from measurand.auditing.lock.evidence import (
    class_names,
    kept_rows,
    pool_from_texts,
    read_row,
    row_texts,
)
from measurand.auditing.lock.lock import Keeping, make_lock
from measurand.auditing.lock.moves import Cause, Move, effect
from measurand.edges.engines.per_sample import per_sample
from measurand.edges.engines.serial import Run, gather
from measurand.edges.files.locks import lock_of, lock_text
from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.pool import pool
from measurand.evidence.source import Source
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.needs import Need, Slice
from measurand.values.quantity import added
from measurand.values.score import Score
from measurand.values.verdict import Verdict
from properties.claims.locking import claims_of, state_of
from properties.engines.files import COSTS, folder, line, sources_of
from properties.engines.test_partition import studies
from properties.strategies.definitions import corpora_for, scorable
from properties.strategies.effort import part

few = part(6)
keepings = st.builds(Keeping, most=st.sampled_from((None, None, None, 2, 0)), hashed=st.booleans())


@st.composite
def changes(draw: st.DrawFn) -> tuple[Definition, Corpus, Corpus]:
    """Draw a definition, samples, and the same samples of which some are others, new or gone."""
    definition = draw(scorable)
    corpus = draw(corpora_for(definition, size=5))
    others = draw(corpora_for(definition, size=4))
    after = {one.id: one for one in corpus}
    for one in others:
        name = draw(st.sampled_from([*after, "new", "newer"]))
        after[name] = evolve(one, id=name)
    gone = draw(st.lists(st.sampled_from(sorted(after)), max_size=1)) if after else []
    kept = tuple(one for name, one in after.items() if name not in gone)
    return definition, corpus, tuple(draw(st.permutations(kept)))


def scored(definition: Definition, corpus: Corpus) -> Score | None:
    """Score samples from nothing but themselves; None where there are none."""
    if not corpus:
        return None
    pooled = pool(observing(definition), corpus, names=group_keys(definition))
    return Finaliser(pooled).score(definition).score


def moved(definition: Definition, before: Corpus, after: Corpus, how: Keeping) -> Move:
    claims = claims_of([definition])
    lock = make_lock(state_of(before, claims), how)
    [move] = compare(lock, state_of(after, claims, lock)).moves
    return move


@few
@given(st.data(), keepings)
def test_a_lock_that_nothing_changed_is_green_and_reads_back_as_it_was(
    data: st.DataObject, how: Keeping
) -> None:
    definitions = data.draw(st.lists(scorable, min_size=1, max_size=1))
    corpus = data.draw(corpora_for(definitions[0], size=5))
    claims = claims_of(definitions)
    lock = make_lock(state_of(corpus, claims), how)
    shuffled = tuple(data.draw(st.permutations(corpus)))

    text = lock_text(lock)
    compared = compare(lock_of(text.encode()).unwrap(), state_of(shuffled, claims, lock))

    assert lock_of(text.encode()).unwrap() == lock
    assert (
        lock_text(make_lock(evolve(state_of(shuffled, claims), files=_files(corpus)), how)) == text
    )
    assert compared.verdict is Verdict.HOLDS
    assert not any(move.reasons or move.notes for move in compared.moves)


def _files(corpus: Corpus) -> dict[str, tuple[str, str]]:
    return dict(state_of(corpus, claims_of([])).files)


@few
@given(changes(), st.booleans())
def test_what_each_sample_does_alone_is_what_it_does_alone_and_all_adds_up(
    drawn: tuple[Definition, Corpus, Corpus],
    hashed: bool,  # noqa: FBT001  (drawn)
) -> None:
    definition, before, after = drawn
    move = moved(definition, before, after, Keeping(most=None, hashed=hashed))

    old, new = ({one.id: one for one in corpus} for corpus in (before, after))
    for one in move.samples:
        name = one.id
        if name.startswith("#"):
            assert hashed
            continue
        swapped = {**old, **({name: new[name]} if name in new else {})}
        if name not in new:
            del swapped[name]
        assert one.effect == effect(
            scored(definition, before), scored(definition, tuple(swapped.values()))
        )
    for reason in move.reasons:
        assert reason.cause is Cause.DATA
        single = [one.effect for one in move.samples]
        if move.remainder is not None:
            assert reason.effect == move.remainder + added(one for one in single if one is not None)
    total = effect(scored(definition, before), scored(definition, after))
    known = [reason.effect for reason in move.reasons if reason.effect is not None]
    assert total is None or len(move.reasons) == 0 or known == [total]
    assert bool(move.verdict is Verdict.REFUTED) == move.moved


@few
@given(studies())
def test_options_in_turn_add_up_to_what_the_definition_did(
    study: tuple[Corpus, list[Definition]],
) -> None:
    corpus, definitions = study
    before, after = definitions[0], definitions[-1]
    lock = make_lock(state_of(corpus, claims_of([before])))
    [move] = compare(lock, state_of(corpus, claims_of([after]), lock)).moves

    assert (move.verdict is Verdict.REFUTED) == (before != after)
    for reason in move.reasons:
        turns = [one.then for one in move.options if one.then is not None]
        assert reason.cause is Cause.DEFINITION
        assert reason.effect is None or sum(turns, Fraction(0)) == reason.effect
    assert (before == after) == (not move.options)


@few
@given(studies())
def test_samples_one_by_one_pool_to_what_is_gathered_and_a_lock_keeps_all_of_it(
    study: tuple[Corpus, list[Definition]],
) -> None:
    corpus, definitions = study
    one = definitions[0]
    need = Need(Slice("0", (), observing(one)), group_keys(one))
    sources = sources_of(Source(path="0.jsonl", fields=COSTS))
    with folder(b"".join(map(line, corpus))) as root:
        whole = gather(sources, [need], Run(root=root)).unwrap()
        single = per_sample(sources, [need], Run(root=root)).unwrap()

    rows = single.samples[need.slice]
    labels = class_names(whole.pools.values())
    kept = row_texts(kept_rows(rows, need.names))
    again = pool_from_texts(kept, need.names, observing(one), lambda text: read_row(text, labels))

    assert single.gathered == whole
    assert rows.pool(observing(one)) == whole.pools[need.slice] == again
