"""Questions, answers and the small generator: what holds for all samples."""

from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.lines import Line
from measurand.edges.trials.strategies.grounded import (
    generations,
    grounded_samples,
    tokens,
    vectors,
)
from measurand.studies.counterfactual.asking import (
    Answers,
    GivenAnswer,
    Place,
    Question,
    ask,
    digest,
)
from measurand.studies.counterfactual.edge.answers.wire import (
    answer_line,
    emit,
    question_line,
    read_answer,
    read_answers,
    read_question,
)
from measurand.studies.counterfactual.edge.cli.runs import Called
from measurand.studies.counterfactual.toy import Toy
from measurand.values.cells import Cell
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded, Token
from properties.strategies.effort import third

TOY = Toy()
OPTIONS = ReadOptions()
keys = st.sampled_from(("token_perm", "evidence_drop"))
seeds = st.integers(0, 2**64 - 1)
small = grounded_samples(1)
bare = st.builds(
    partial(Grounded, id="1", shape=(8, 8, 8)),
    tokens=tokens(2, 5),
    relevance=st.none() | st.tuples(st.tuples(st.just("nodule"), vectors(2))),
)
few = st.lists(bare, max_size=2).map(
    lambda found: tuple(evolve(one, id=f"{at}") for at, one in enumerate(found))
)


def line(raw: bytes) -> Line:
    """Take bytes as the first line of a file."""
    return Line(1, raw, raw.removesuffix(b"\n"))


def asked_about(samples: tuple[Grounded, ...]) -> list[Question]:
    """Ask about every sample under both transforms."""
    return [ask(one, key, seed=3) for one in samples for key in ("token_perm", "evidence_drop")]


@third
@given(few, st.randoms(use_true_random=False))
def test_questions_that_go_out_and_answers_that_come_back_in_any_order_are_as_if_asked_here(
    samples: tuple[Grounded, ...], random: Random
) -> None:
    questions = asked_about(samples)

    with TemporaryDirectory() as folder:
        out, back = Path(folder) / "questions.jsonl", Path(folder) / "answers.jsonl"
        emit(out, questions).unwrap()
        seen = [read_question(line(raw), "", OPTIONS) for raw in out.read_bytes().splitlines()]
        answers = [
            answer_line(one.place, TOY(one.sample)) for one in seen if isinstance(one, Question)
        ]
        random.shuffle(answers)
        back.write_bytes(b"".join(answers))
        found = read_answers(back)

    assert found.faults == ()
    assert found.answers.unasked(questions) == ()
    assert [found.answers.reply(one) for one in questions] == [
        Called(TOY).reply(one) for one in questions
    ]


@third
@given(bare, keys, seeds)
def test_a_question_reads_back_as_it_was_written(sample: Grounded, key: str, seed: int) -> None:
    question = ask(sample, key, seed=seed)

    assert read_question(line(question_line(question)), "", OPTIONS) == question


@third
@given(st.text(max_size=5), keys, seeds, generations, st.text(max_size=5))
def test_an_answer_reads_back_as_it_was_written(
    name: str, key: str, seed: int, generation: Generation, by: str
) -> None:
    place = Place(sample_id=name, key=key, seed=seed, digest="4f53")

    found = read_answer(line(answer_line(place, generation, by=by)), "a", OPTIONS)

    assert found == GivenAnswer(place=place, generation=generation, by=by, file="a", line=1)


@third
@given(tokens(2, 3))
def test_the_digest_changes_with_whatever_is_changed_in_a_token(
    before: tuple[Token, ...],
) -> None:
    others = [
        (*before[:at], other, *before[at + 1 :])
        for at, one in enumerate(before)
        for other in (
            evolve(one, id=9),
            evolve(one, cell=Cell(3, 0, 0, 7)),
            evolve(one, score=0.1),
            evolve(one, score=-0.0),
            evolve(one, uncertainty=-0.0),
            evolve(one, embedding=None),
            evolve(one, embedding=(0.0, -0.0)),
            evolve(one, embedding=(1e-300, 0.5)),
        )
    ]

    for after in (before, before[::-1], before[1:], *others):
        assert (digest(before) == digest(after)) == (before == after)


@third
@given(small, generations)
def test_the_question_does_not_depend_on_answer_or_truth(
    sample: Grounded, generation: Generation
) -> None:
    other = evolve(
        sample,
        generation=generation,
        gold=generation.frames,
        report=generation.text,
        lesions=(),
        regenerated=(("token_perm", generation),),
    )

    assert ask(sample, "token_perm") == ask(other, "token_perm")
    assert ask(sample, "token_perm").place.digest == digest(sample.tokens)


def replaced(place: Place, name: str, other: Place) -> Place:
    """Take one of the four names from another place."""
    return Place(
        sample_id=other.sample_id if name == "sample_id" else place.sample_id,
        key=other.key if name == "key" else place.key,
        seed=other.seed if name == "seed" else place.seed,
        digest=other.digest if name == "digest" else place.digest,
    )


@third
@given(generations, st.sampled_from(("sample_id", "key", "seed", "digest")))
def test_an_answer_that_names_anything_else_is_not_taken(generation: Generation, name: str) -> None:
    question = ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm", seed=3)
    other = Place(sample_id="none", key="no_cite", seed=4, digest="4f53")
    place = replaced(question.place, name, other)
    answers = Answers.of([GivenAnswer(place=place, generation=generation)])

    reply = answers.reply(question)

    assert reply.generation is None
    assert len((*reply.faults, *answers.unasked([question]))) == 1


@third
@given(st.lists(generations, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_answers_count_whatever_their_order_and_only_where_all_are_equal(
    several: list[Generation], random: Random
) -> None:
    question = ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")
    given = [
        GivenAnswer(place=question.place, generation=one, line=at)
        for at, one in enumerate(several, 1)
    ]
    shuffled = random.sample(given, len(given))

    reply = Answers.of(shuffled).reply(question)

    assert reply == Answers.of(given).reply(question)
    assert (reply.generation is not None) == all(one == several[0] for one in several)


@third
@given(few, st.randoms(use_true_random=False))
def test_the_toy_answers_each_sample_by_itself(
    samples: tuple[Grounded, ...], random: Random
) -> None:
    shuffled = random.sample(samples, len(samples))

    together = {one.id: Toy()(one) for one in shuffled}

    assert together == {one.id: TOY(one) for one in samples}


@third
@given(bare, generations, st.randoms(use_true_random=False))
def test_the_toy_looks_at_tokens_in_any_order_and_queries_alone(
    sample: Grounded, generation: Generation, random: Random
) -> None:
    other = evolve(
        sample,
        id="other",
        seed=99,
        tokens=tuple(random.sample(sample.tokens, len(sample.tokens))),
        generation=generation,
        gold=generation.frames,
        report="No nodule.",
    )

    assert TOY(other) == TOY(sample)


@third
@given(bare)
def test_the_toy_cites_what_is_there_as_often_as_it_says(sample: Grounded) -> None:
    known = {token.id for token in sample.tokens}

    found = TOY(sample)

    assert len(found.frames) == (len(TOY.findings) if known else 0)
    for frame in found.frames:
        assert len(set(frame.cited)) == len(frame.cited) == min(TOY.cites, len(known))
        assert set(frame.cited) <= known
        assert 0.5 <= frame.confidence <= 1


@third
@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8, unique=True), st.data())
def test_the_citations_of_the_toy_follow_the_embeddings(
    embeddings: list[int], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(embeddings))))
    before = TOY(_tokens(embeddings))
    after = TOY(_tokens([embeddings[at] for at in order]))

    for one, other in zip(before.frames, after.frames, strict=True):
        assert [embeddings[order[which]] for which in other.cited] == [
            embeddings[which] for which in one.cited
        ]
    moved = any(order[which] != which for one in before.frames for which in one.cited)
    assert (before != after) == moved


@third
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8, unique=True))
def test_the_toy_cannot_cite_what_was_dropped_and_says_something_else(
    embeddings: list[int],
) -> None:
    whole = _tokens(embeddings)
    before = TOY(whole)
    cited = {which for frame in before.frames for which in frame.cited}

    after = TOY(evolve(whole, tokens=tuple(one for one in whole.tokens if one.id not in cited)))

    assert cited.isdisjoint(which for frame in after.frames for which in frame.cited)
    assert after != before


def _tokens(embeddings: list[int]) -> Grounded:
    """Make a sample of tokens that differ in embedding and cell alone."""
    tokens = tuple(
        Token(id=at, cell=Cell(3, at, 0, 0), score=0.5, uncertainty=0.5, embedding=(float(one),))
        for at, one in enumerate(embeddings)
    )
    return Grounded(id="1", shape=(8, 8, 8), tokens=tokens)
