"""Questions with known answers: what is right is right by the structural judge, too."""

from fractions import Fraction

import pytest

from measurand.studies.causal.asking.prompts import (
    CANARIES,
    Canary,
    Outcome,
    Prompt,
    outcome,
    prompt,
)
from measurand.studies.causal.judging import Decided, Kind, Undecided, Unscored
from measurand.studies.causal.structural import Structural

OF_GRAPHS = [one for one in CANARIES if one.question.kind is not Kind.LOGIC]


@pytest.mark.parametrize("canary", OF_GRAPHS, ids=lambda one: one.name)
def test_the_structural_judge_passes(canary: Canary) -> None:
    assert outcome(canary, Structural()(canary.question)) is Outcome.PASSED


@pytest.mark.parametrize("canary", CANARIES, ids=lambda one: one.name)
def test_either_full_marks_or_none_are_wrong(canary: Canary) -> None:
    none, full = (
        outcome(canary, Decided(share=Fraction(share), layer="model")) for share in (0, 1)
    )

    assert {none, full} == {Outcome.PASSED, Outcome.FAILED}


@pytest.mark.parametrize(
    "given", [Unscored(reason="garbled"), Undecided(reason="votes tie", layer="model")]
)
def test_no_verdict_is_neither(given: Unscored | Undecided) -> None:
    assert {outcome(one, given) for one in CANARIES} == {Outcome.UNSCORED}


def test_no_two_canaries_are_alike() -> None:
    prompts = [prompt(one.question) for one in CANARIES]

    assert len({one.digest for one in prompts if isinstance(one, Prompt)}) == len(CANARIES)
    assert len({one.name for one in CANARIES}) == len(CANARIES)
