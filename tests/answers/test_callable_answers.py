"""A callable answers, and the answers that stand in samples."""

from attrs import evolve

from measurand.studies.counterfactual.asking import Origin, Question, Reply, ask, reply_to
from measurand.studies.counterfactual.edge.cli.runs import Called
from measurand.studies.counterfactual.toy import Toy
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from tests.answers.asked import questions, sample


def fails(_sample: Grounded) -> Generation:
    message = "out of\nmemory"
    raise RuntimeError(message)


def test_the_toy_answers_as_a_callable() -> None:
    [asked] = questions(1)

    reply = Called(Toy()).reply(asked)

    assert reply.generation == Toy()(asked.sample)
    assert reply.origin is Origin.ASKED


def test_what_a_callable_raises_is_a_fault_of_its_question() -> None:
    [asked] = questions(1)

    reply = Called(fails).reply(asked)

    assert reply.generation is None
    assert reply.why == (
        "sample '0', token_perm: expected a Generation, got RuntimeError: 'out of\\nmemory'"
    )


def test_a_callable_that_answers_rubbish_is_a_fault() -> None:
    [asked] = questions(1)
    rubbish = eval("lambda sample: {'frames': []}")  # noqa: S307 - what no type checker sees

    reply = Called(rubbish).reply(asked)

    assert reply.why == (
        "sample '0', token_perm: expected a Generation, got dict \"{'frames': []}\""
    )


def test_an_answer_in_the_sample_is_taken_by_the_name_of_the_transform() -> None:
    own = evolve(sample("0"), regenerated=(("token_perm", Generation(text="own")),))

    def asker(question: Question) -> Reply:
        return Reply(question=question, generation=Generation(text="asked"))

    taken = reply_to(ask(own, "token_perm", seed=99), own, asker)
    other = reply_to(ask(own, "evidence_drop"), own, asker)

    assert taken.generation == Generation(text="own")
    assert taken.origin is Origin.SAMPLE
    assert other.generation == Generation(text="asked")


def test_where_nobody_is_asked_there_is_no_answer() -> None:
    reply = reply_to(questions(1)[0], sample("0"))

    assert reply.generation is None
    assert reply.why == "nobody was asked"
