"""Hand-worked risk: before and after the review, and in the outcome."""

from fractions import Fraction

import pytest

from measurand.edges.files.json.value import Json
from tests.review.worked import Record, block, extracted, record, says, value

TASTE = says("맛", "positive")
BAD = says("맛", "negative")
CLEAR = "validator_clear_rate"
OUTCOME = "outcome_residual_risk_rate"
NEGATION = "negation_contrast_failure_rate"


def checked(*blocks: Json, **more: Json) -> Record:
    return record(final=[TASTE], validator=list(blocks), **more)


def judged(term: str, *issues: str, grounded: bool) -> Json:
    issue: list[Json] = list(issues)
    return {"aspect_term": term, "opinion_grounded": grounded, "issues": issue}


@pytest.mark.parametrize("name", [CLEAR, "risk_resolution_rate"])
def test_a_risk_that_is_gone(name: str) -> None:
    """A risk before, none after: 1 of 1."""
    row = checked(block("stage1", "SCOPE"), block("stage2"))

    assert value(name, row) == 1


def test_a_risk_that_stays() -> None:
    """One row keeps its risk, one loses it, one had none: 1 of 2."""
    rows = (
        checked(block("stage1", "SCOPE"), block("stage2", "SCOPE")),
        checked(block("stage1", "SCOPE"), block("stage2")),
        checked(block("stage1"), block("stage2", "SCOPE")),
    )

    assert value(CLEAR, *rows) == Fraction(1, 2)


@pytest.mark.parametrize(("rule", "expected"), [("zero", 0), ("undefined", None)])
def test_no_risk_to_clear(rule: str, expected: int | None) -> None:
    """No validator: no risk before, so nothing to divide by."""
    assert value(CLEAR, record(final=[TASTE]), clear_zero=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("validator", None), ("extended", 1)])
def test_a_conflict_as_a_risk_before(rule: str, expected: int | None) -> None:
    """No validator; 맛 is + and -: a risk only in the extended reading, and none after."""
    row = record(final=[TASTE, BAD])

    assert value(CLEAR, row, clear_s1=rule, clear_zero="undefined") == expected


@pytest.mark.parametrize("kind", ["NEGATION_SCOPE", "CONTRAST"])
@pytest.mark.parametrize("rule", ["validator", "extended"])
def test_negation_as_a_risk_before(kind: str, rule: str) -> None:
    """The first stage has a risk of negation or contrast, the second none: 1 in both readings."""
    row = checked(block("stage1", kind), block("stage2"))

    assert value(CLEAR, row, clear_s1=rule) == 1


@pytest.mark.parametrize(("drops", "expected"), [(1, None), (2, 1)])
def test_misaligned_aspects_as_a_risk_before(drops: int, expected: int | None) -> None:
    """Two aspects dropped for their alignment are a risk in the extended reading, one is not."""
    gone = [extracted(f"term {at}", (0, 1), "drop", "alignment_failure") for at in range(drops)]
    kept = extracted("맛", (0, 1), "keep")
    row = record(final=[TASTE], filtered=[kept, *gone])

    assert value(CLEAR, row, clear_s1="extended", clear_zero="undefined") == expected


@pytest.mark.parametrize("rule", ["filter_rejection", "other_not_target"])
def test_aspects_dropped_for_other_reasons_are_no_risk(rule: str) -> None:
    """Two drops, neither for alignment: no risk before."""
    gone = [extracted(f"term {at}", (0, 1), "drop", rule) for at in range(2)]
    row = record(final=[TASTE], filtered=gone)

    assert value(CLEAR, row, clear_s1="extended", clear_zero="undefined") is None


@pytest.mark.parametrize(("rule", "expected"), [("validator", None), ("extended", 1)])
@pytest.mark.parametrize("issue", ["opinion_not_grounded", "polarity_mismatch"])
def test_an_ungrounded_judgement_as_a_risk_before(
    rule: str, expected: int | None, issue: str
) -> None:
    """The judgement on 맛 names an issue of grounding: an explicit failure, so a risk."""
    row = record(final=[TASTE], judgements=[judged("맛", issue, grounded=True)])

    assert value(CLEAR, row, clear_s1=rule, clear_zero="undefined") == expected


def test_an_implicit_candidate_is_no_explicit_failure() -> None:
    """The judgement on 맛 is not grounded, but the inputs call it a candidate for implicit."""
    row = record(
        final=[TASTE],
        inputs={"implicit_grounding_candidate": True},
        judgements=[judged("맛", grounded=False)],
    )

    assert value(CLEAR, row, clear_s1="extended", clear_zero="undefined") is None


def test_all_aspects_misaligned_is_no_explicit_failure() -> None:
    """Not grounded, and the one aspect there was is dropped for alignment: implicit, no risk."""
    row = record(
        final=[TASTE],
        filtered=[extracted("맛집", (0, 1), "drop", "alignment_failure")],
        judgements=[judged("맛", grounded=False)],
    )

    assert value(CLEAR, row, clear_s1="extended", clear_zero="undefined") is None


@pytest.mark.parametrize(("rule", "expected"), [("validator", 1), ("extended", None)])
def test_a_stored_risk_before_is_believed(rule: str, expected: int | None) -> None:
    """The validator names a risk, but false is stored: no risk in the extended reading."""
    row = checked(block("stage1", "SCOPE"), block("stage2"), stage1_structural_risk=False)

    assert value(CLEAR, row, clear_s1=rule, clear_zero="undefined") == expected


@pytest.mark.parametrize(("rule", "expected"), [("validator", 1), ("extended", 0)])
def test_a_stored_risk_after_is_believed(rule: str, expected: int) -> None:
    """A risk before; the validator names none after, but true is stored."""
    row = checked(block("stage1", "SCOPE"), block("stage2"), stage2_structural_risk=True)

    assert value(CLEAR, row, clear_s2=rule) == expected


@pytest.mark.parametrize("rule", ["validator", "extended"])
def test_a_risk_after_without_a_stored_one(rule: str) -> None:
    """A risk before and a contrast after, nothing stored: not cleared in both readings."""
    row = checked(block("stage1", "SCOPE"), block("stage2", "CONTRAST"))

    assert value(CLEAR, row, clear_s2=rule) == 0


@pytest.mark.parametrize(("rule", "expected"), [("first", 0), ("all", 1)])
def test_a_second_block_of_a_stage(rule: str, expected: int) -> None:
    """The first block on the second stage is empty, the second names a risk."""
    row = checked(block("stage2"), block("stage2", "SCOPE"))

    assert value("validator_residual_risk_rate", row, risk_blocks=rule) == expected


def test_risk_left_is_a_share_of_all_rows() -> None:
    """One of two rows has a risk after; a risk before does not matter: 1/2."""
    rows = checked(block("stage2", "SCOPE")), checked(block("stage1", "SCOPE"))

    assert value("validator_residual_risk_rate", *rows) == Fraction(1, 2)


@pytest.mark.parametrize(("rule", "expected"), [("per_sample", 1), ("per_risk", 3)])
def test_three_risks_of_negation(rule: str, expected: int) -> None:
    """One row has three such risks, over two stages: one row, or three risks."""
    row = checked(
        block("stage1", "NEGATION_SCOPE", "contrast_scope", "OTHER"), block("stage2", "NEGATION")
    )

    assert value(NEGATION, row, negation_count=rule) == expected


@pytest.mark.parametrize("rule", ["per_sample", "per_risk"])
def test_another_risk_is_no_negation(rule: str) -> None:
    """The only risk has nothing to do with negation or contrast: 0."""
    assert value(NEGATION, checked(block("stage2", "SCOPE")), negation_count=rule) == 0


@pytest.mark.parametrize(
    ("rule", "expected"), [("validator", 0), ("structural", 0), ("extended", 1)]
)
def test_a_clean_row_that_nobody_judged(rule: str, expected: int) -> None:
    """맛+, no validator, no judgement: unsupported, which only the extended reading counts."""
    assert value(OUTCOME, record(final=[TASTE]), outcome_risk=rule) == expected


def test_a_grounded_judgement_supports_the_outcome() -> None:
    """The judgement on 맛 is grounded, without issues: no risk in the extended reading."""
    row = record(final=[TASTE], judgements=[judged("맛", grounded=True)])

    assert value(OUTCOME, row, outcome_risk="extended") == 0


def test_a_judgement_on_another_term_does_not_support() -> None:
    """The judgement is on 값, the final tuple on 맛: unsupported."""
    row = record(final=[TASTE], judgements=[judged("값", grounded=True)])

    assert value(OUTCOME, row, outcome_risk="extended") == 1


@pytest.mark.parametrize(("label", "expected"), [("positive", 0), (None, 1)])
def test_no_tuple_with_and_without_a_label(label: str | None, expected: int) -> None:
    """No final tuple: a label makes the outcome implicit, without one it is unsupported."""
    row = record(final=[], label=label)

    assert value(OUTCOME, row, outcome_risk="extended") == expected


def test_a_first_tuple_without_a_term_is_implicit() -> None:
    """The first final tuple has no term: implicit, so supported."""
    row = record(final=[says("", "positive", is_implicit=True)])

    assert value(OUTCOME, row, outcome_risk="extended") == 0


@pytest.mark.parametrize(
    ("rule", "expected"), [("validator", 0), ("structural", 1), ("extended", 1)]
)
def test_a_conflict_in_the_outcome(rule: str, expected: int) -> None:
    """맛 is + and -, nobody validated it."""
    assert value(OUTCOME, record(final=[TASTE, BAD]), outcome_risk=rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"), [("validator", 0), ("structural", 0), ("extended", 1)]
)
def test_a_contrast_before_counts_in_the_extended_outcome_alone(rule: str, expected: int) -> None:
    """The first stage has a risk of contrast, the second none: the outcome has none."""
    row = checked(block("stage1", "CONTRAST"), block("stage2"))

    assert value(OUTCOME, row, outcome_risk=rule) == expected


@pytest.mark.parametrize("rule", ["validator", "structural", "extended"])
def test_a_risk_after_is_in_every_outcome(rule: str) -> None:
    """The second stage has a risk: 1 in every reading."""
    assert value(OUTCOME, checked(block("stage2", "SCOPE")), outcome_risk=rule) == 1
