"""What each rule of the verifier says of a frame that breaks it: exact words and numbers."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.counterfactual.frame_match import Weights
from measurand.studies.counterfactual.rules import Reading, Rule, SampleView, Violation
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    LowConfidence,
    NoFinding,
    NoSide,
    Overconfident,
    SharedConflict,
    ThinBilateral,
    ThinNegative,
    WrongSide,
    read_lines,
)
from measurand.studies.counterfactual.rules_support import (
    Dangling,
    HighUncertainty,
    LittleVolume,
    LowScore,
    NoCitation,
    Relevance,
)
from measurand.studies.counterfactual.toy import Toy, query_of, relevance
from measurand.studies.counterfactual.transforms import FixedPoints, shuffled
from measurand.values.frames import Frame
from tests.counterfactual.judged import ABSENT, PRESENT, answered, token

COARSE = token("L0:0,0,0", score=0.3, uncertainty=0.8)
RIGHT_CELL = token("L1:1,0,0")


@pytest.mark.parametrize(
    ("rule", "frame", "said"),
    [
        (
            NoCitation(),
            evolve(PRESENT, citations=()),
            Violation("a positive frame cites nothing"),
        ),
        (
            LowScore(below=0.35),
            evolve(PRESENT, citations=(0,)),
            Violation("every cited token has a low score", (("best_score", 0.3), ("below", 0.35))),
        ),
        (
            HighUncertainty(above=0.7),
            evolve(PRESENT, citations=(0,)),
            Violation(
                "every cited token is uncertain", (("least_uncertainty", 0.8), ("above", 0.7))
            ),
        ),
        (
            LittleVolume(below=0.5),
            evolve(PRESENT, citations=(1, 2)),
            Violation(
                "the cited cells are a small share of the volume",
                (("share", 0.25), ("below", 0.5)),
            ),
        ),
        (
            Dangling(),
            evolve(PRESENT, citations=(9, 0, 7, 9)),
            Violation("a frame cites tokens that are not there", (("tokens", (7, 9)),)),
        ),
        (
            CoarseSide(),
            evolve(PRESENT, citations=(0,)),
            Violation(
                "a frame that names a side cites only coarse cells",
                (("finest_level", 0), ("coarse_level", 0)),
            ),
        ),
        (
            Overconfident(),
            evolve(PRESENT, finding="Mass", confidence=0.9, citations=(0,)),
            Violation(
                "a sure claim of a grave finding cites tokens of low scores",
                (("confidence", 0.9), ("mean_score", 0.3)),
            ),
        ),
        (
            ThinBilateral(),
            evolve(ABSENT, laterality="bilateral", citations=(0,)),
            Violation(
                "a claim about both sides cites too few tokens",
                (("citations", 1), ("at_least", 2)),
            ),
        ),
        (
            WrongSide(),
            evolve(PRESENT, citations=(1, 2)),
            Violation("a frame says left, its cells are on the other side", (("tokens", (1, 2)),)),
        ),
        (
            ThinNegative(),
            evolve(ABSENT, confidence=0.95, citations=(0, 1)),
            Violation(
                "a sure denial cites too few tokens", (("confidence", 0.95), ("citations", 2))
            ),
        ),
        (
            NoSide(),
            evolve(PRESENT, laterality="unspecified"),
            Violation("a positive frame names no side"),
        ),
        (NoFinding(), evolve(ABSENT, finding="Unknown"), Violation("a frame names no finding")),
        (
            LowConfidence(),
            evolve(PRESENT, confidence=0.4),
            Violation(
                "a frame of low confidence was not refused",
                (("confidence", 0.4), ("below", 0.5)),
            ),
        ),
    ],
)
def test_a_rule_says_why_a_frame_breaks_it_and_by_what_numbers(
    rule: Rule, frame: Frame, said: Violation
) -> None:
    sample = answered([COARSE, RIGHT_CELL, RIGHT_CELL], frame)

    [view] = SampleView(sample, Reading()).frame_views

    assert rule.violation(view) == said


def test_frames_that_contradict_each_other_are_named_with_what_they_share() -> None:
    frames = (
        evolve(PRESENT, citations=(0,)),
        evolve(PRESENT, citations=(2, 1)),
        evolve(ABSENT, citations=(1, 2)),
    )
    views = SampleView(answered([RIGHT_CELL] * 3, *frames), Reading()).frame_views
    said = "another frame says the opposite of the same evidence"

    assert [SharedConflict().violation(view) for view in views] == [
        None,
        Violation(said, (("frames", (1, 2)), ("citations", (1, 2)))),
        Violation(said, (("frames", (2, 1)), ("citations", (1, 2)))),
    ]


def test_little_attention_is_told_with_both_thresholds() -> None:
    # Both tokens are as far from the query: each gets half of the attention, the first one first.
    tokens = [token(embedding=(0.0,)), token(embedding=(0.0,))]
    sample = answered(tokens, evolve(PRESENT, citations=(1,)), query=(1.0,))
    [view] = SampleView(sample, Reading()).frame_views

    assert Relevance(recall=0.75, mass=0.6).violation(view) == Violation(
        "the cited tokens get little attention for this finding",
        (("recall", 0.0), ("mass", 0.5), ("least_recall", 0.75), ("least_mass", 0.6)),
    )


@pytest.mark.parametrize("severity", [0, 4])
def test_a_severity_lies_between_one_and_three(severity: int) -> None:
    assert [NoCitation(severity=one).severity for one in (1, 2, 3)] == [1, 2, 3]
    with pytest.raises(ValueError, match=r"'severity' must be [<>]="):
        NoCitation(severity=severity)


def test_a_threshold_is_finite() -> None:
    with pytest.raises(ValueError, match=r"^below is a finite number: got nan$"):
        LowScore(below=float("nan"))


def test_a_line_is_parted_at_the_first_sign_of_equality() -> None:
    line = "FRAME 0 finding=a=b polarity=present laterality=left confidence=0.9 cites=[4,1]"

    found = read_lines(line)

    assert found is not None
    assert [(frame.finding, frame.citations) for frame in found] == [("a=b", (4, 1))]


def test_the_query_of_a_name_has_numbers_from_minus_one_to_one() -> None:
    numbers = query_of("nodule", 5000)

    assert (min(numbers), max(numbers)) == (-1.0, 1.0)


def test_a_toy_answers_about_tokens_with_empty_embeddings() -> None:
    sample = answered([token(score=0.9, embedding=())])

    [frame] = Toy(findings=("mass",))(sample).frames

    assert (frame.polarity, frame.uncertain, frame.citations) == ("present", True, (0,))
    assert relevance(sample.tokens[0], (), score_weight=2.0) == 1.8


def test_an_order_has_a_place_for_every_member() -> None:
    with pytest.raises(ValueError, match="zip"):
        shuffled("aa", lambda _sizes: [(0,)], FixedPoints.ALLOWED)


def test_weights_have_a_common_denominator_of_at_most_a_million() -> None:
    finest = Fraction(1, 10**6)

    assert Weights(polarity=finest).polarity == finest
    with pytest.raises(ValueError, match=r"^a common denominator of at most 1000000: got 2000000$"):
        Weights(polarity=finest / 2)
