"""Hand-worked hallucination: two sources, and three causes.

The review is 배터리가 오래가요: 배터리 lies at [0, 3), 가 at [3, 4), 오래가요 at [5, 9).
"""

from fractions import Fraction

import pytest

from tests.review.worked import Record, extracted, record, says, value

TEXT = "배터리가 오래가요"
RATE = "aspect_hallucination_rate"
CAUSES = ("out_of_text", "span_misalignment", "target_filter")
KEPT = extracted("배터리", (0, 3), "keep")


def causes(row: Record) -> set[str]:
    return {cause for cause in CAUSES if value(f"hallucination_{cause}_rate", row) == 1}


@pytest.mark.parametrize(("flag", "expected"), [(True, 1), (False, 0)])
def test_the_flag_alone(*, flag: bool, expected: int) -> None:
    """No list of aspects is written; the flag says it."""
    row = record(text=TEXT, ate={"hallucination_flag": flag})

    assert value(RATE, row) == expected


@pytest.mark.parametrize("flag", [{}, {"hallucination_flag": False}])
def test_a_drop_without_the_flag(flag: dict[str, bool]) -> None:
    """One aspect of two is dropped; the flag is absent or false: still 1."""
    gone = extracted("화면", (0, 2), "drop", "other_not_target")
    row = record(text=TEXT, filtered=[KEPT, gone], ate={**flag})

    assert value(RATE, row) == 1


@pytest.mark.parametrize("kept", [0, 1])
def test_nothing_dropped(kept: int) -> None:
    """Every aspect is kept, or there is none: 0."""
    row = record(text=TEXT, filtered=[KEPT] * kept)

    assert value(RATE, row) == 0


def test_the_rate_is_over_all_rows() -> None:
    """One row of four has a drop: 1/4."""
    gone = extracted("화면", (0, 2), "drop", "other_not_target")
    rows = [record(text=TEXT, filtered=[gone]), record(text=TEXT), record(text=TEXT), record()]

    assert value(RATE, *rows) == Fraction(1, 4)


@pytest.mark.parametrize(("source", "expected"), [("ate_drop", 1), ("final_substring", 0)])
def test_a_drop_that_did_not_reach_the_final_tuples(source: str, expected: int) -> None:
    """화면 was dropped; the final tuple 배터리+ lies in the text."""
    gone = extracted("화면", (0, 2), "drop", "alignment_failure")
    row = record(text=TEXT, filtered=[KEPT, gone], final=[says("배터리", "positive")])

    assert value(RATE, row, hallucination=source) == expected


@pytest.mark.parametrize(("source", "expected"), [("ate_drop", 0), ("final_substring", 1)])
def test_a_final_term_that_is_not_in_the_text(source: str, expected: int) -> None:
    """Nothing was dropped; of the final tuples 화면 is not in the text."""
    row = record(
        text=TEXT,
        filtered=[KEPT],
        final=[says("배터리", "positive"), says("화면", "positive")],
    )

    assert value(RATE, row, hallucination=source) == expected


@pytest.mark.parametrize(("words", "expected"), [("raw", 1), ("normalised", 0)])
def test_case_in_a_final_term(words: str, expected: int) -> None:
    """The text says `The battery lasts`, the tuple `Battery!`: not as written, but normalised."""
    row = record(text="The battery lasts", final=[says("Battery!", "positive")])
    options = {"hallucination": "final_substring", "hallucination_text": words}

    assert value(RATE, row, **options) == expected


@pytest.mark.parametrize("words", ["raw", "normalised"])
def test_a_final_tuple_without_a_term_is_in_every_text(words: str) -> None:
    """The final tuple has no term: nothing that could be missing from the text."""
    row = record(text=TEXT, final=[says("", "positive")])
    options = {"hallucination": "final_substring", "hallucination_text": words}

    assert value(RATE, row, **options) == 0


def test_an_empty_text_bears_no_term_out() -> None:
    """The text is empty, the final tuple has a term: 1."""
    row = record(text="", final=[says("배터리", "positive")])

    assert value(RATE, row, hallucination="final_substring") == 1


@pytest.mark.parametrize("reason", ["other_not_target", "alignment_failure"])
def test_a_term_that_the_text_does_not_have(reason: str) -> None:
    """화면 is nowhere in the text, whatever reason is written: out of text alone."""
    row = record(text=TEXT, filtered=[extracted("화면", (0, 2), "drop", reason)])

    assert causes(row) == {"out_of_text"}


@pytest.mark.parametrize("reason", ["other_not_target", "alignment_failure"])
def test_a_term_beside_its_span(reason: str) -> None:
    """배터리 is in the text, but [0, 4) is 배터리가: misaligned alone."""
    row = record(text=TEXT, filtered=[extracted("배터리", (0, 4), "drop", reason)])

    assert causes(row) == {"span_misalignment"}


@pytest.mark.parametrize("reason", ["other_not_target", "semantic_hallucination"])
def test_a_term_without_a_span(reason: str) -> None:
    """배터리 is in the text and no span is given, so none that fits: misaligned alone."""
    row = record(text=TEXT, filtered=[extracted("배터리", None, "drop", reason)])

    assert causes(row) == {"span_misalignment"}


@pytest.mark.parametrize("reason", ["other_not_target", "filter_rejection"])
def test_a_term_that_is_no_target(reason: str) -> None:
    """가 lies at [3, 4) as given, but one letter is no target: the filter alone."""
    row = record(text=TEXT, filtered=[extracted("가", (3, 4), "drop", reason)])

    assert causes(row) == {"target_filter"}


def test_each_cause_counts_a_row_once() -> None:
    """The first row has two terms out of text and one that is no target; the second nothing."""
    gone = [
        extracted("화면", (0, 2), "drop", "other_not_target"),
        extracted("가격", (0, 2), "drop", "other_not_target"),
        extracted("가", (3, 4), "drop", "other_not_target"),
    ]
    rows = record(text=TEXT, filtered=gone), record(text=TEXT, filtered=[KEPT])

    assert value("hallucination_out_of_text_rate", *rows) == Fraction(1, 2)
    assert value("hallucination_span_misalignment_rate", *rows) == 0
    assert value("hallucination_target_filter_rate", *rows) == Fraction(1, 2)
