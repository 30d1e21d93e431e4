"""Rule sets, the order of issues, and rates; weaknesses A3, A12 and C7 of the appendix."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.rules import (
    Citations,
    Duplicates,
    Issue,
    Kind,
    Reading,
    Refused,
    kind_of,
)
from measurand.studies.counterfactual.rules_claims import Conflict, SharedConflict, Sides, WrongSide
from measurand.studies.counterfactual.rules_support import (
    LittleVolume,
    LowScore,
    NoCitation,
    Relevance,
    Ties,
    Unembedded,
)
from measurand.studies.counterfactual.verifier import (
    AS_RUN_FULL,
    AS_RUN_RELEVANCE,
    DOCUMENTED_FULL,
    DOCUMENTED_RELEVANCE,
    RECOMMENDED_FULL,
    RECOMMENDED_RELEVANCE,
    RULES,
    NoFrame,
    NotJudged,
    RateOver,
    RuleSet,
    Verdicts,
    issue_rate,
    parts_read,
    rules_of,
    verify,
)
from measurand.values.grounded import Grounded
from measurand.values.option_paths import listed
from measurand.values.score import Undefined
from measurand.values.share import Share, share
from tests.counterfactual.judged import ABSENT, PRESENT, answered, token

AS_RUN = "U1.0 U1.1 U1.2 U1.3 U1.4 O1.0 O1.1 I1.0 I1.1 I1.2 I1.3 I1.4 M1.0 M1.1 M1.2"
AS_RUN_IDS = AS_RUN.split()
ZERO = share(0)
BARE = evolve(PRESENT, citations=())


def ids(rules: RuleSet) -> list[str]:
    return [rule.id for rule in rules.rules]


def test_every_rule_of_the_appendix_is_there_with_its_severity() -> None:
    severities = {name: rule.severity for name, rule in RULES.items()}

    assert severities == dict.fromkeys([*AS_RUN_IDS, "O1.2", "D1.0"], 2) | {
        "U1.0": 3,
        "U1.3": 1,
        "I1.3": 1,
        "M1.0": 1,
        "M1.2": 1,
    }


def test_the_program_ran_two_sets() -> None:
    """Section 1.5: U1.3 at .05 and U1.4 at (.5, .2) in the default set; (1, .1) for relevance."""
    assert ids(AS_RUN_FULL) == AS_RUN_IDS
    assert ids(AS_RUN_RELEVANCE) == ["U1.0", "U1.4"]
    assert LittleVolume(below=0.05) in AS_RUN_FULL.rules
    assert Relevance(recall=0.5, mass=0.2) in AS_RUN_FULL.rules
    assert Relevance(recall=1.0, mass=0.1) in AS_RUN_RELEVANCE.rules
    assert AS_RUN_FULL.reading == AS_RUN_RELEVANCE.reading == Reading()


def test_the_documented_sets_take_what_is_documented_and_sound() -> None:
    assert ids(DOCUMENTED_FULL) == [*AS_RUN_IDS, "D1.0"]
    # The appendix: "relevance-only verifier (U1.4)".
    assert ids(DOCUMENTED_RELEVANCE) == ["U1.4"]
    assert DOCUMENTED_RELEVANCE.rules == AS_RUN_RELEVANCE.rules[1:]
    assert LittleVolume(below=0.1) in DOCUMENTED_FULL.rules
    assert WrongSide(sides=Sides.HALF) in DOCUMENTED_FULL.rules
    assert SharedConflict(conflict=Conflict.MEANING) in DOCUMENTED_FULL.rules
    once = Reading(duplicates=Duplicates.ONCE)
    assert DOCUMENTED_FULL.reading == DOCUMENTED_RELEVANCE.reading == once


def test_the_recommended_sets_leave_no_way_around() -> None:
    assert ids(RECOMMENDED_FULL) == [one for one in ids(DOCUMENTED_FULL) if one != "I1.4"]
    assert ids(RECOMMENDED_RELEVANCE) == ["U1.0", "U1.4"]
    for rules in (RECOMMENDED_FULL, RECOMMENDED_RELEVANCE):
        [relevance] = [rule for rule in rules.rules if isinstance(rule, Relevance)]
        assert relevance.unembedded is Unembedded.NO_ATTENTION
        assert relevance.ties is Ties.SHARED
        assert rules.reading.citations is Citations.RESOLVED
        assert rules.reading.duplicates is Duplicates.ONCE
        assert rules.reading.refused is Refused.SKIPPED
        assert rules.reading.polarity.any_case


def test_rules_are_found_by_their_ids() -> None:
    assert rules_of("D1.0,U1.1 , U1.0") == (RULES["D1.0"], LowScore(), NoCitation())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U1.O", "unknown rule 'U1.O': did you mean 'U1.4'?"),
        ("U1.0 rubbish", "unknown rule 'rubbish'"),
        (" , ", "at least one rule id: got none"),
    ],
)
def test_an_unknown_rule_is_refused(text: str, message: str) -> None:
    """C7: the program takes unknown ids and runs no rule."""
    with pytest.raises(ValueError, match="rule") as refused:
        rules_of(text)

    assert str(refused.value) == message


def test_a_rule_stands_once_in_a_set() -> None:
    with pytest.raises(ValueError, match=r"^rules that differ: got U1\.1 twice$"):
        RuleSet((LowScore(), NoCitation(), LowScore(below=0.5)))


def test_an_id_of_no_kind_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^a rule id starts with one of U1, O1, I1, M1, D1: got 'X1\.0'$"
    ):
        kind_of("X1.0")


def test_an_issue_has_numbers_that_are_finite() -> None:
    with pytest.raises(ValueError, match=r"^the number 'mass' behind an issue is finite: got nan$"):
        Issue(0, Kind.UNSUPPORTED, 2, "U1.4", "", (("recall", 0.5), ("mass", float("nan"))))


@pytest.mark.parametrize(
    ("frame", "severity", "rule"), [(-1, 2, "U1.0"), (0, 4, "U1.0"), (0, 2, "")]
)
def test_an_issue_is_one_of_a_frame(frame: int, severity: int, rule: str) -> None:
    with pytest.raises(ValueError, match=r"must be|an issue has a rule: got nothing"):
        Issue(frame, Kind.UNSUPPORTED, severity, rule, "")


def test_issues_come_by_frame_then_in_the_order_of_the_rules() -> None:
    low = evolve(PRESENT, confidence=0.1, laterality="unspecified")
    sample = answered([token("L2:0,0,0", score=0.1)], low, BARE, low)

    forward = RuleSet(rules_of("M1.2 U1.1 U1.0 M1.0"))
    backward = RuleSet(tuple(reversed(forward.rules)))

    found = [(one.frame, one.rule) for one in verify(forward, sample).issues]
    first = [(0, "M1.2"), (0, "U1.1"), (0, "M1.0")]
    assert found == [*first, (1, "U1.0"), *((2, rule) for _, rule in first)]
    turned = [(one.frame, one.rule) for one in verify(backward, sample).issues]
    assert turned[:3] == [(0, "M1.0"), (0, "U1.1"), (0, "M1.2")]


def sample_of_three() -> Grounded:
    """A3: one L3 token of score .1 and uncertainty .9 raises U1.1, U1.2 and U1.3."""
    unsure = evolve(PRESENT, confidence=0.6)
    return answered([token("L3:0,0,0", score=0.1, uncertainty=0.9)], unsure)


def test_issues_for_each_frame_may_be_three() -> None:
    verdicts = verify(AS_RUN_FULL, sample_of_three())

    assert [one.rule for one in verdicts.issues] == ["U1.1", "U1.2", "U1.3"]
    found = [
        issue_rate(verdicts, Kind.UNSUPPORTED, over=over, not_judged=NotJudged.IGNORED)
        for over in RateOver
    ]
    assert found == [share(3), share(1), share(1)]


def test_the_three_rates_differ() -> None:
    """Four frames: a bare one, a refused positive one, a weak one and a denial."""
    weak = token("L3:0,0,0", score=0.1, uncertainty=0.9)
    frames = (BARE, evolve(BARE, refused=True), PRESENT, ABSENT)

    verdicts = verify(RuleSet(rules_of("U1.0 U1.1 U1.2")), answered([weak], *frames))

    assert verdicts.frames == 4
    assert verdicts.positive == (0, 2)
    found = {over: issue_rate(verdicts, Kind.UNSUPPORTED, over=over) for over in RateOver}
    assert found == {
        RateOver.ISSUES_PER_FRAME: Share(Fraction(3), Fraction(4)),
        RateOver.FLAGGED_PER_FRAME: Share(Fraction(2), Fraction(4)),
        RateOver.FLAGGED_PER_POSITIVE: Share(Fraction(2), Fraction(2)),
    }


def test_issues_of_frames_that_are_not_positive_are_none_of_the_positive_ones() -> None:
    sure = evolve(ABSENT, confidence=0.95)
    verdicts = verify(RuleSet(rules_of("I1.3")), answered([token()], sure, PRESENT))

    found = [issue_rate(verdicts, Kind.INCONSISTENT, over=over) for over in RateOver]

    assert found == [share(1, 2), share(1, 2), share(0, 1)]


def test_a_rate_is_of_one_kind_of_issue() -> None:
    verdicts = verify(RuleSet(rules_of("U1.0 M1.2")), answered([], evolve(BARE, confidence=0.1)))

    rates = {kind: issue_rate(verdicts, kind) for kind in Kind}

    ones = {Kind.UNSUPPORTED: share(1), Kind.MISSING_SLOT: share(1)}
    assert rates == dict.fromkeys(Kind, share(0)) | ones


@pytest.mark.parametrize(
    ("frames", "over", "why"),
    [
        (0, RateOver.ISSUES_PER_FRAME, "no frame"),
        (0, RateOver.FLAGGED_PER_FRAME, "no frame"),
        (3, RateOver.FLAGGED_PER_POSITIVE, "no positive frame"),
    ],
)
def test_a_rate_of_no_frame_is_undefined_or_nought(frames: int, over: RateOver, why: str) -> None:
    """Section 1.5 divides by max(#frames, 1); B3: silence is then perfect."""
    verdicts = Verdicts(frames=frames)

    assert issue_rate(verdicts, Kind.OVERCLAIM, over=over) == Undefined(why)
    assert issue_rate(verdicts, Kind.OVERCLAIM, over=over, no_frame=NoFrame.ZERO) == ZERO


def test_a_rule_that_was_skipped_leaves_no_rate_of_its_kind() -> None:
    """C7: without an embedding U1.4 is silently off, and the rate is 0."""
    verdicts = verify(AS_RUN_RELEVANCE, answered([token()], PRESENT, query=(1.0,)))

    why = "U1.4 was skipped: token 0 has no embedding"
    assert issue_rate(verdicts, Kind.UNSUPPORTED) == Undefined(why)
    assert issue_rate(verdicts, Kind.UNSUPPORTED, not_judged=NotJudged.IGNORED) == ZERO
    assert issue_rate(verdicts, Kind.OVERCLAIM) == ZERO


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("U1.0", {SamplePart.CITATIONS}),
        ("U1.1", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.SCORES}),
        ("U1.2", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.SCORES}),
        ("U1.3", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.LEVELS}),
        ("U1.4", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.EMBEDDINGS}),
        ("O1.0", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.LEVELS}),
        ("O1.1", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.SCORES}),
        ("O1.2", set()),
        ("I1.0", {SamplePart.CITATIONS}),
        ("I1.1", {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.CELLS}),
        ("I1.2", {SamplePart.CITATIONS}),
        ("I1.3", {SamplePart.CITATIONS}),
        ("I1.4", {SamplePart.CITATIONS, SamplePart.TEXT}),
        ("M1.0", set()),
        ("M1.1", set()),
        ("M1.2", set()),
        ("D1.0", {SamplePart.CITATIONS, SamplePart.TOKENS}),
    ],
)
def test_a_rule_reads_what_it_says_and_the_frames(text: str, expected: set[SamplePart]) -> None:
    rules = RuleSet(rules_of(text))

    assert parts_read(rules) == expected | {SamplePart.FRAMES}
    resolved = evolve(rules, reading=Reading(citations=Citations.RESOLVED))
    more = {SamplePart.TOKENS} if SamplePart.CITATIONS in expected else set()
    assert parts_read(resolved) == expected | {SamplePart.FRAMES} | more


def test_with_a_bias_attention_reads_scores_too() -> None:
    rules = RuleSet((Relevance(score_bias=0.5),))

    assert parts_read(rules) == {*parts_read(RuleSet((Relevance(),))), SamplePart.SCORES}


def test_what_is_read_for_one_kind_is_that_of_its_rules() -> None:
    assert parts_read(AS_RUN_FULL, Kind.MISSING_SLOT) == {SamplePart.FRAMES}
    overclaim = {
        SamplePart.FRAMES,
        SamplePart.CITATIONS,
        SamplePart.TOKENS,
        SamplePart.LEVELS,
        SamplePart.SCORES,
    }
    assert parts_read(AS_RUN_FULL, Kind.OVERCLAIM) == overclaim
    assert parts_read(AS_RUN_FULL) == frozenset(SamplePart)
    assert parts_read(AS_RUN_RELEVANCE, Kind.OVERCLAIM) == {SamplePart.FRAMES}


def test_a_rule_set_is_written_with_every_option() -> None:
    assert listed(AS_RUN_RELEVANCE) == (
        ("rules", "U1.0 U1.4"),
        ("U1.0.severity", "3"),
        ("U1.4.severity", "2"),
        ("U1.4.recall", "1.0"),
        ("U1.4.mass", "0.1"),
        ("U1.4.score_bias", "0.0"),
        ("U1.4.unembedded", "skip_rule"),
        ("U1.4.ties", "first"),
        ("reading.polarity.positive", "present, positive"),
        ("reading.polarity.negative", "absent, negative"),
        ("reading.polarity.any_case", "no"),
        ("reading.duplicates", "as_cited"),
        ("reading.citations", "listed"),
        ("reading.refused", "skipped"),
    )
    named = (AS_RUN_FULL, DOCUMENTED_FULL, RECOMMENDED_FULL, RECOMMENDED_RELEVANCE)
    assert len({listed(rules) for rules in named}) == len(named)
