"""Every pipeline of normalising steps gives what one obvious step after the other gives."""

import pytest
from hypothesis import example, given

from measurand.edges.trials.strategies.samples import texts
from measurand.evidence.alignment import jaccard
from measurand.evidence.normalise import Step, normalise
from properties.oracles import text as oracle
from properties.oracles.worked_matches import TEXTS
from properties.strategies.observations import pipelines


@given(steps=pipelines, text=texts)
@example(steps=(Step.BRACKETS,), text="(a[b)c")
@example(steps=(Step.BRACKETS,), text="((a)")
@example(steps=(Step.TRIM, Step.BRACKETS), text="a (b)")
def test_a_pipeline_is_the_oracles(steps: tuple[Step, ...], text: str) -> None:
    expected = oracle.normalised(text, [step.value for step in steps])

    assert normalise(steps, text) == expected


@pytest.mark.parametrize(("text", "names", "expected"), TEXTS)
def test_worked_texts(text: str, names: tuple[str, ...], expected: str) -> None:
    assert normalise(tuple(Step(name) for name in names), text) == expected


@given(a=texts, b=texts)
def test_similarities_of_characters_and_tokens_are_the_oracles(a: str, b: str) -> None:
    assert jaccard(frozenset(a), frozenset(b)) == oracle.char_jaccard(a, b)
    assert jaccard(frozenset(a.split()), frozenset(b.split())) == oracle.token_jaccard(a, b)
