"""What the profile as-run does where twelve reference samples cannot tell it from other readings.

Sections 1.4 to 1.6 of the counterfactual appendix, through the whole pipeline.
"""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.counterfactual.evaluate import ScoreRow, evaluate
from measurand.studies.counterfactual.grounding import Grounding, Refused
from measurand.studies.counterfactual.options import PROFILES, Options
from measurand.studies.counterfactual.rules import Duplicates, Reading, Rule
from measurand.studies.counterfactual.rules_claims import CoarseSide, Sides, WrongSide
from measurand.studies.counterfactual.rules_support import (
    HighUncertainty,
    LittleVolume,
    LowScore,
    Relevance,
)
from measurand.studies.counterfactual.verifier import RuleSet
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Token
from measurand.values.share import Share
from tests.counterfactual.judged import ABSENT, PRESENT, answered, token
from tests.counterfactual.scenes import BESIDE, CORNER, LESION, claim, scene

AS_RUN = PROFILES["as-run"]
BOTH = evolve(PRESENT, laterality="bilateral")
CALM = evolve(PRESENT, confidence=0.8)
LOW = evolve(PRESENT, confidence=0.49)
EVEN = token(embedding=(0.0,))
FOUR_DEEP = [token("L2:0,0,0")] * 4


def original(sample: Grounded, options: Options = AS_RUN) -> ScoreRow:
    return evaluate(sample, options).rows[0]


def broken(sample: Grounded, options: Options = AS_RUN) -> list[tuple[int, str]]:
    return [(issue.frame, issue.rule) for issue in original(sample, options).issues]


def number(sample: Grounded, metric: str, options: Options = AS_RUN) -> Fraction:
    found = original(sample, options).metric(metric)
    assert isinstance(found, Share)
    return found.value


def with_rule(rule: Rule) -> Options:
    """Replace the rule of this id in the full set of the profile."""
    rules = tuple(rule if one.id == rule.id else one for one in AS_RUN.full.rules)
    return evolve(AS_RUN, full=RuleSet(rules, AS_RUN.full.reading))


def once(options: Options = AS_RUN) -> Options:
    """Let a token count once, however often it is cited."""
    how = Reading(duplicates=Duplicates.ONCE)
    return evolve(
        options,
        full=evolve(options.full, reading=how),
        relevance=evolve(options.relevance, reading=how),
    )


def citing(*ids: int) -> Frame:
    return evolve(PRESENT, citations=ids)


@pytest.mark.parametrize(
    ("tokens", "frame", "rules", "other", "others"),
    [
        # U1.1, best score below .35.
        ([token(score=0.34)], CALM, ["U1.1"], LowScore(below=0.3), []),
        ([token(score=0.35)], CALM, [], LowScore(below=0.36), ["U1.1"]),
        # U1.2, least uncertainty above .7.
        ([token(uncertainty=0.71)], PRESENT, ["U1.2"], HighUncertainty(above=0.8), []),
        ([token(uncertainty=0.7)], PRESENT, [], HighUncertainty(above=0.6), ["U1.2"]),
        # U1.3 at .05: 3/64 is .047, 4/64 is .0625; the published table says .1.
        (FOUR_DEEP, citing(0, 1, 2), ["U1.3"], LittleVolume(below=0.04), []),
        (FOUR_DEEP, citing(0, 1, 2, 3), [], LittleVolume(below=0.1), ["U1.3"]),
        # O1.0: a side, and level 0 alone.
        ([token("L0:0,0,0")], PRESENT, ["O1.0"], CoarseSide(level=1), ["O1.0"]),
        ([token("L0:0,0,0")], BOTH, ["O1.0", "I1.0"], CoarseSide(level=1), ["O1.0", "I1.0"]),
        ([token("L1:0,0,0")], PRESENT, [], CoarseSide(level=1), ["O1.0"]),
        # I1.1 by parity: x = 2 of level 2 counts as left.
        ([token("L2:2,0,0")] * 4, citing(0, 1, 2, 3), [], WrongSide(sides=Sides.HALF), ["I1.1"]),
        ([token("L2:1,0,0")] * 4, citing(0, 1, 2, 3), ["I1.1"], WrongSide(sides=Sides.HALF), []),
    ],
)
def test_a_threshold_is_that_of_the_program_and_another_one_would_show(
    tokens: list[Token], frame: Frame, rules: list[str], other: Rule, others: list[str]
) -> None:
    sample = answered(tokens, frame)

    assert broken(sample) == [(0, rule) for rule in rules]
    assert broken(sample, with_rule(other)) == [(0, rule) for rule in others]


@pytest.mark.parametrize(
    ("many", "cited", "relevance", "full"),
    [
        (8, (0,), 0, 1),  # recall 1, mass .125: enough for (1, .1), too little for (.5, .2)
        (12, (0,), 1, 1),  # mass .083
        (4, (0, 3), 1, 0),  # recall 1/2, mass .5: enough for (.5, .2) alone
        (4, (0,), 0, 0),
    ],
)
def test_relevance_alone_asks_for_all_of_the_recall_and_a_tenth_of_the_mass(
    many: int, cited: tuple[int, ...], relevance: int, full: int
) -> None:
    sample = answered([EVEN] * many, citing(*cited), query=(1.0,))

    assert number(sample, "unsupported_rate") == relevance
    assert number(sample, "unsupported_rate_full") == full
    published = evolve(AS_RUN, relevance=RuleSet((Relevance(recall=0.5, mass=0.2),)))
    assert number(sample, "unsupported_rate", published) == full


def test_a_token_counts_as_often_as_it_is_cited() -> None:
    """C2: as-run, the same token again makes up for others."""
    deep = answered([token("L2:0,0,0")], citing(0, 0, 0, 0))
    both = answered([token()], evolve(BOTH, citations=(0, 0)))
    even = answered([EVEN] * 12, citing(0, 0, 0), query=(1.0,))
    denial = answered([token()], evolve(ABSENT, confidence=0.95, citations=(0,) * 5))

    assert [broken(one) for one in (deep, both, even, denial)] == [[], [], [], []]
    assert number(even, "unsupported_rate") == 0
    assert [broken(one, once()) for one in (deep, both, even, denial)] == [
        [(0, "U1.3")],
        [(0, "I1.0")],
        [(0, "U1.4")],
        [(0, "I1.3")],
    ]
    assert number(even, "unsupported_rate", once()) == 1


def test_a_refused_frame_counts_in_iou_and_below_the_line_of_rates_but_breaks_no_rule() -> None:
    """A12: its citations are grounded, though the verifier passes it over."""
    refused = claim(1, refused=True)
    sample = scene([CORNER, BESIDE], [claim(0), refused, claim()], LESION)

    assert number(sample, "iou_union") == Fraction(1, 2)
    assert number(sample, "unsupported_rate") == Fraction(1, 3)
    only = scene([CORNER], [claim(0, refused=True)], LESION)
    assert [number(only, name) for name in ("iou_union", "iou_max", "hit")] == [1, 1, 1]
    left_out = evolve(AS_RUN, grounding=Grounding(refused=Refused.LEFT_OUT))
    assert number(sample, "iou_union", left_out) == 1
    assert number(only, "iou_union", left_out) == 0
    bare = scene([CORNER], [claim(refused=True)], LESION)
    assert number(bare, "unsupported_rate") == number(bare, "unsupported_rate_full") == 0


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        # I1.0: any polarity, fewer than two citations.
        ([evolve(BOTH, citations=(0,)), evolve(BOTH, citations=(0, 1))], [(0, "I1.0")]),
        ([evolve(BOTH, polarity="absent", confidence=0.5, citations=(9,))], [(0, "I1.0")]),
        # I1.1: positive frames alone.
        ([evolve(PRESENT, laterality="right")], [(0, "I1.1")]),
        ([evolve(ABSENT, laterality="right", confidence=0.5)], []),
        # I1.2: words are compared, so that synonyms conflict (C4); refused frames do not.
        ([PRESENT, evolve(PRESENT, polarity="positive")], [(0, "I1.2"), (1, "I1.2")]),
        ([PRESENT, evolve(ABSENT, confidence=0.5, finding="NODULE")], [(0, "I1.2"), (1, "I1.2")]),
        ([PRESENT, evolve(ABSENT, confidence=0.5, refused=True)], []),
        ([PRESENT, evolve(ABSENT, confidence=0.5, citations=(1,))], []),
        # I1.3: above .9, fewer than five citations.
        ([evolve(ABSENT, confidence=0.91)], [(0, "I1.3")]),
        ([evolve(ABSENT, confidence=0.9)], []),
        ([evolve(ABSENT, confidence=0.91, citations=(0, 1, 2, 3, 4))], []),
        # M1.0: positive, no side.
        ([evolve(PRESENT, laterality="unspecified")], [(0, "M1.0")]),
        ([evolve(ABSENT, laterality="unspecified", confidence=0.5)], []),
        # M1.1: no finding, in any case.
        ([evolve(PRESENT, finding=name) for name in ("", "Unknown")], [(0, "M1.1"), (1, "M1.1")]),
        # M1.2: below .5, not refused.
        ([LOW, evolve(LOW, refused=True), evolve(LOW, confidence=0.5)], [(0, "M1.2")]),
        # "Present" is no word for there (A12).
        ([evolve(PRESENT, polarity="Present", citations=(), laterality="unspecified")], []),
        # All rules but I1.4 pass a refused frame over.
        ([evolve(BOTH, citations=(), finding="", confidence=0.1, refused=True)], []),
    ],
)
def test_the_rules_of_inconsistency_and_of_slots_are_those_of_the_program(
    frames: list[Frame], expected: list[tuple[int, str]]
) -> None:
    assert broken(answered([token()] * 5, *frames)) == expected


def test_a_text_in_prose_is_an_inconsistency_of_the_first_frame() -> None:
    prose = answered([token()], evolve(PRESENT, refused=True), PRESENT, text="A nodule.")

    assert broken(prose) == [(0, "I1.4")]
    assert broken(evolve(prose, generation=evolve(prose.generation, text=" \n"))) == []


@pytest.mark.parametrize(
    ("finding", "confidence", "scores", "expected"),
    [
        ("mass", 0.81, (0.4, 0.5), ["O1.1"]),
        ("MASS", 0.81, (0.4, 0.5), ["O1.1"]),
        ("mass", 0.8, (0.4, 0.5), []),
        ("opacity", 0.81, (0.4, 0.5), []),
        # Exactly, these two floats are a little less than 1 together; their mean is .5 as a float.
        ("mass", 0.81, (0.3, 0.7), []),
    ],
)
def test_a_sure_claim_is_held_to_the_mean_score_as_a_float(
    finding: str, confidence: float, scores: tuple[float, ...], expected: list[str]
) -> None:
    frame = evolve(PRESENT, finding=finding, confidence=confidence, citations=(0, 1))

    found = broken(answered([token(score=score) for score in scores], frame))

    assert found == [(0, rule) for rule in expected]


def test_as_run_nothing_is_nought() -> None:
    """No frame, no lesion, no embedding: the program gives 0 where others give no number."""
    empty = answered([token()])
    nothing = evolve(empty, gold=())
    bare = answered([token()], PRESENT, query=(1.0,))

    rates = ("unsupported_rate", "unsupported_rate_full", "overclaim_rate")
    assert [number(empty, name) for name in (*rates, "iou_union", "iou_max")] == [0] * 5
    assert number(nothing, "frame_f1") == 0
    assert [number(bare, name) for name in rates] == [0, 0, 0]


def test_as_run_a_sample_without_gold_is_its_own() -> None:
    """Section 1.6: the truth is then the first answer, and the original scores 1."""
    sample = answered([token()], PRESENT, ABSENT)

    assert number(sample, "frame_f1") == 1
    found = {row.key: row for row in evaluate(sample, AS_RUN).rows}
    assert found["no_cite"].metric("frame_f1") == found["orig"].metric("frame_f1")
