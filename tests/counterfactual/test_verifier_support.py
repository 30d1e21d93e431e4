"""Rules U1.0 to U1.3 and D1.0 of the counterfactual appendix, section 1.5; weaknesses C1 and C2."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import Citations, Duplicates, Reading, Refused
from measurand.studies.counterfactual.rules_support import (
    Dangling,
    HighUncertainty,
    LittleVolume,
    LowScore,
    NoCitation,
)
from measurand.studies.counterfactual.verifier import AS_RUN_FULL, DOCUMENTED_FULL, verify
from tests.counterfactual.judged import ABSENT, PRESENT, answered, broken, token

ONCE = Reading(duplicates=Duplicates.ONCE)
RESOLVED = Reading(citations=Citations.RESOLVED)


@pytest.mark.parametrize("citations", [None, ()])
def test_a_positive_frame_without_citations_is_unsupported(
    citations: tuple[int, ...] | None,
) -> None:
    bare = evolve(PRESENT, citations=citations)

    assert broken(NoCitation(), answered([token()], bare)) == [0]


def test_a_frame_that_cites_or_denies_is_not_without_citation() -> None:
    sample = answered([token()], PRESENT, evolve(ABSENT, citations=None))

    assert broken(NoCitation(), sample) == []


@pytest.mark.parametrize(
    ("scores", "expected"), [((0.1, 0.34), [0]), ((0.1, 0.35), []), ((0.1, 0.36), [])]
)
def test_the_best_score_is_held_to_its_threshold(
    scores: tuple[float, ...], expected: list[int]
) -> None:
    cites = evolve(PRESENT, citations=(0, 1))

    assert broken(LowScore(), answered([token(score=one) for one in scores], cites)) == expected


@pytest.mark.parametrize(
    ("doubts", "expected"), [((0.9, 0.71), [0]), ((0.9, 0.7), []), ((0.9, 0.2), [])]
)
def test_the_least_uncertainty_is_held_to_its_threshold(
    doubts: tuple[float, ...], expected: list[int]
) -> None:
    cites = evolve(PRESENT, citations=(0, 1))
    sample = answered([token(uncertainty=one) for one in doubts], cites)

    assert broken(HighUncertainty(), sample) == expected


def test_no_rule_of_support_but_the_first_speaks_of_a_frame_that_denies_or_cites_no_token() -> None:
    weak = token("L3:0,0,0", score=0.1, uncertainty=0.9)
    sample = answered([weak], ABSENT, evolve(PRESENT, citations=()), PRESENT)

    assert [broken(rule, sample) for rule in (LowScore(), HighUncertainty(), LittleVolume())] == [
        [2],
        [2],
        [2],
    ]


@pytest.mark.parametrize(
    ("below", "cells", "expected"),
    [
        (0.05, ("L2:0,0,0", "L2:1,0,0", "L2:2,0,0"), [0]),  # 3/64 = 0.046875
        (3 / 64, ("L2:0,0,0", "L2:1,0,0", "L2:2,0,0"), []),
        (0.05, ("L1:0,0,0",), []),  # 1/8
        (0.13, ("L1:0,0,0",), [0]),
        (1.0, ("L0:0,0,0",), []),
        (0.125, ("L1:0,0,0", "L3:7,7,7"), []),
    ],
)
def test_cited_cells_add_up_to_a_share_of_the_volume(
    below: float, cells: tuple[str, ...], expected: list[int]
) -> None:
    cites = evolve(PRESENT, citations=tuple(range(len(cells))))

    sample = answered([token(cell) for cell in cells], cites)

    assert broken(LittleVolume(below=below), sample) == expected


def test_a_token_cited_four_times_fills_the_volume_unless_it_counts_once() -> None:
    """C2: an L2 token cited once is too little, cited four times is enough."""
    once, often = (
        answered([token("L2:0,0,0")], evolve(PRESENT, citations=(0,) * n)) for n in (1, 4)
    )

    assert broken(LittleVolume(), once) == [0]
    assert broken(LittleVolume(), often) == []
    assert broken(LittleVolume(), often, ONCE) == [0]


def test_a_citation_of_a_token_that_is_not_there_evades_all_rules_but_its_own() -> None:
    """C1: citations [99] where there is only token 0."""
    sample = answered([token()], evolve(PRESENT, citations=(99,)))

    assert verify(AS_RUN_FULL, sample).issues == ()
    [issue] = verify(DOCUMENTED_FULL, sample).issues
    assert (issue.rule, issue.kind.value, issue.severity) == ("D1.0", "dangling", 2)
    assert issue.evidence == (("tokens", (99,)),)


def test_where_only_tokens_that_are_there_count_a_dangling_citation_is_none() -> None:
    sample = answered([token()], evolve(PRESENT, citations=(99,)), PRESENT)

    assert broken(NoCitation(), sample) == []
    assert broken(NoCitation(), sample, RESOLVED) == [0]


def test_dangling_citations_are_named_once_each_in_order() -> None:
    sample = answered([token()], evolve(ABSENT, citations=(7, 0, 5, 7)), PRESENT)

    for reading in (Reading(), ONCE, RESOLVED):
        [issue] = verify(
            evolve(DOCUMENTED_FULL, rules=(Dangling(),), reading=reading), sample
        ).issues
        assert issue.frame == 0
        assert issue.evidence == (("tokens", (5, 7)),)


def test_refused_frames_are_judged_only_where_the_reading_says_so() -> None:
    """A12: the program skips a refused frame in every rule but I1.4 and M1.2."""
    refused = answered([token()], evolve(PRESENT, citations=(), refused=True))

    assert broken(NoCitation(), refused) == []
    assert broken(NoCitation(), refused, Reading(refused=Refused.JUDGED)) == [0]


def test_which_words_are_positive_is_an_option() -> None:
    """A12: "Present" is not positive to the program, so U1.0 is silent."""
    frames = (evolve(PRESENT, polarity=word, citations=()) for word in ("Present", "yes"))
    sample = answered([token()], *frames)

    assert broken(NoCitation(), sample) == []
    assert broken(NoCitation(), sample, Reading(polarity=Polarity(any_case=True))) == [0]
    assert broken(NoCitation(), sample, Reading(polarity=Polarity(positive=("yes",)))) == [1]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_threshold_is_a_finite_number(value: float) -> None:
    with pytest.raises(ValueError, match=f"^below is a finite number: got {value}$"):
        LowScore(below=value)


@pytest.mark.parametrize("severity", [0, 4])
def test_a_severity_goes_from_one_to_three(severity: int) -> None:
    with pytest.raises(ValueError, match="'severity' must be"):
        NoCitation(severity=severity)


def test_a_severity_that_is_given_is_that_of_the_issue() -> None:
    """The program cannot change the severity of U1.3; here any may be given."""
    sample = answered([token("L2:0,0,0")], PRESENT)

    [issue] = verify(evolve(AS_RUN_FULL, rules=(LittleVolume(severity=3),)), sample).issues

    assert issue.severity == 3
    assert issue.evidence == (("share", 1 / 64), ("below", 0.05))
