"""What a generator may not hand over as frames, however it is built."""

from collections.abc import Callable

import pytest

from measurand.studies.counterfactual.asking import Reply, ask
from measurand.studies.counterfactual.edge.cli.runs import Called
from measurand.studies.counterfactual.toy import Toy
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded

frame: Callable[..., Frame] = Frame
generation: Callable[..., Generation] = Generation

ASKED = ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")


@pytest.mark.parametrize("citations", [3, [3], ("3",), (True,), (3.0,)])
def test_citations_are_a_tuple_of_whole_numbers(citations: object) -> None:
    with pytest.raises(TypeError, match="citations are a tuple of token ids, or None"):
        frame(finding="mass", polarity="present", citations=citations)


@pytest.mark.parametrize("name", ["finding", "polarity", "laterality", "location", "size_bin"])
def test_words_are_texts(name: str) -> None:
    with pytest.raises(TypeError, match=f"'{name}' must be <class 'str'>"):
        frame(**{"finding": "mass", "polarity": "present", name: None})


def test_a_generation_holds_frames_and_a_text() -> None:
    for wrong in (("mass",), [Frame(finding="mass", polarity="present")]):
        with pytest.raises(TypeError):
            generation(wrong)
    with pytest.raises(TypeError):
        generation((), None)


def rubbish(sample: Grounded) -> Generation:
    return generation(("mass", sample.id))


def test_a_callable_that_answers_rubbish_loses_its_own_answer_alone() -> None:
    lost, there = Called(rubbish).reply(ASKED), Called(Toy()).reply(ASKED)

    assert lost.generation is None
    assert "TypeError" in lost.why
    assert there == Reply(question=ASKED, generation=Generation())
