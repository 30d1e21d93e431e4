"""A pipeline of normalising steps is idempotent; a single pass of the steps need not be."""

import pytest
from hypothesis import example, given

from measurand.edges.trials.strategies.samples import texts
from measurand.evidence.normalise import STEPS, Step, normalise
from properties.strategies.observations import pipelines


def one_pass(steps: tuple[Step, ...], text: str) -> str:
    """Apply each step once, in order."""
    for step in steps:
        text = STEPS[step](text)
    return text


@given(steps=pipelines, text=texts)
@example(steps=(Step.TRIM, Step.BRACKETS), text="a (b)")
@example(steps=(Step.NFC, Step.BRACKETS), text="e(x)\u0301")
@example(steps=(Step.ARTICLES, Step.PUNCTUATION), text="t.a.h.e")
@example(steps=(Step.LOWER, Step.CASEFOLD), text="\u13a0")
@example(steps=(Step.NFC, Step.LOWER), text="\u0130\u0307")
def test_a_pipeline_is_idempotent(steps: tuple[Step, ...], text: str) -> None:
    once = normalise(steps, text)

    assert normalise(steps, once) == once


@given(steps=pipelines, text=texts)
def test_a_pipeline_ends_where_a_further_pass_changes_nothing(
    steps: tuple[Step, ...], text: str
) -> None:
    settled = normalise(steps, text)

    assert one_pass(steps, settled) == settled


@pytest.mark.parametrize("step", Step)
@given(text=texts)
def test_each_step_alone_is_idempotent_in_one_pass(step: Step, text: str) -> None:
    once = STEPS[step](text)

    assert STEPS[step](once) == once


@pytest.mark.parametrize(
    ("steps", "text", "once", "settled"),
    [
        ((Step.TRIM, Step.BRACKETS), "a (b)", "a ", "a"),
        ((Step.NFC, Step.BRACKETS), "e(x)\u0301", "e\u0301", "\u00e9"),
        ((Step.ARTICLES, Step.PUNCTUATION), "t.he", "the", ""),
        ((Step.NFC, Step.LOWER), "J\u030c", "j\u030c", "\u01f0"),
    ],
)
def test_one_pass_of_these_pipelines_is_not_idempotent(
    steps: tuple[Step, ...], text: str, once: str, settled: str
) -> None:
    assert one_pass(steps, text) == once
    assert one_pass(steps, once) != once
    assert normalise(steps, text) == settled


def test_korean_is_the_same_composed_and_decomposed_only_under_nfc() -> None:
    composed, decomposed = "\ub9db", "\u1106\u1161\u11ba"

    assert normalise((), composed) != normalise((), decomposed)
    assert normalise((Step.NFC,), composed) == normalise((Step.NFC,), decomposed)
