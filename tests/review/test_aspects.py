"""The aspect filter: what is kept, why the rest is dropped, and the one cause of each drop."""

import pytest

from measurand.studies.review.aspect_filter import (
    ALLOWED_TERMS,
    STOP_TERMS,
    AspectFilter,
    Cause,
    cause,
    causes,
    dropped_terms,
    filter_aspects,
    kept_terms,
)
from measurand.studies.review.choices import DropReason, NegativeSpan
from measurand.studies.review.scorecard import Aspect, Mention, Scorecard, review_copies_differ

TEXT = "커피는 맛있지만 앱이 AS는 아 하지만"


def at(term: str, start: int | None = None, end: int | None = None) -> Aspect:
    return Aspect(term=term, start=start, end=end, kept=False)


def reason(aspect: Aspect, text: str = TEXT) -> str | None:
    (judged,) = filter_aspects(text, [aspect])
    assert judged.kept is (judged.reason is None)
    return judged.reason


def test_a_term_that_stands_at_its_span_is_kept() -> None:
    assert reason(at("커피", 0, 2)) is None


def test_a_term_that_differs_from_its_span_is_an_alignment_failure() -> None:
    assert reason(at("직원이", 8, 11)) == "alignment_failure"


def test_the_span_is_compared_letter_by_letter() -> None:
    assert reason(at("as", 12, 14)) == "alignment_failure"


def test_the_span_counts_code_points_not_bytes_or_units() -> None:
    assert reason(at("맛집", 1, 3), "🍜맛집") is None


def test_the_end_of_a_span_is_open() -> None:
    assert reason(at("커피", 0, 1)) == "alignment_failure"


def test_a_span_that_ends_behind_the_text_is_cut_short() -> None:
    assert reason(at("맛집", 0, 99), "맛집") is None


@pytest.mark.parametrize(("start", "end"), [(-2, 2), (0, 2), (-9, 99), (-2, 99)])
def test_a_negative_number_counts_from_the_end_of_the_text(start: int, end: int) -> None:
    assert reason(at("맛집", start, end), "맛집") is None


@pytest.mark.parametrize(("start", "end"), [(-2, 2), (0, -1), (-1, 2)])
def test_a_span_with_a_negative_number_holds_nothing_where_that_is_said(
    start: int, end: int
) -> None:
    text = "맛집"
    strict = AspectFilter(negative_span=NegativeSpan.NOTHING)

    (judged,) = filter_aspects(text, [at(text[start:end], start, end)], strict)

    assert not judged.kept


def test_one_reason_can_stand_for_all() -> None:
    by = AspectFilter(drop_reason=DropReason.OTHER_NOT_TARGET)
    aspects = [at("직원이", 8, 11), at("하지만"), at("커피"), at("커피", 0, 2)]

    assert [one.reason for one in filter_aspects(TEXT, aspects, by)] == [
        "other_not_target",
        "other_not_target",
        "other_not_target",
        None,
    ]


@pytest.mark.parametrize("term", sorted(STOP_TERMS))
def test_a_stop_term_is_rejected(term: str) -> None:
    assert reason(at(term, 0, len(term)), term) == "filter_rejection"


@pytest.mark.parametrize("term", sorted(ALLOWED_TERMS))
def test_an_allowed_term_is_kept_however_short(term: str) -> None:
    assert reason(at(term, 0, len(term)), term) is None


def test_there_are_eight_stop_terms_and_seven_allowed_ones() -> None:
    assert (len(STOP_TERMS), len(ALLOWED_TERMS)) == (8, 7)


def test_one_letter_is_no_target() -> None:
    assert reason(at("맛", 4, 5)) == "filter_rejection"


def test_two_letters_are_a_target() -> None:
    assert reason(at("맛있", 4, 6)) is None


def test_a_wrong_span_comes_before_a_term_that_is_no_target() -> None:
    assert reason(at("아", 0, 1)) == "alignment_failure"


def test_a_term_that_is_no_target_comes_before_a_missing_span() -> None:
    assert reason(at("아")) == "filter_rejection"


@pytest.mark.parametrize("span", [(None, None), (0, None), (None, 2)])
def test_a_target_without_a_span_is_a_semantic_hallucination(
    span: tuple[int | None, int | None],
) -> None:
    assert reason(at("커피", *span)) == "semantic_hallucination"


def test_an_empty_term_is_no_target() -> None:
    assert reason(at("")) == "filter_rejection"


def test_an_allowed_term_outweighs_a_stop_term() -> None:
    (judged,) = filter_aspects("언제", [at("언제", 0, 2)], AspectFilter(allow={"언제"}))

    assert judged.kept


def test_the_stop_terms_can_be_replaced() -> None:
    (judged,) = filter_aspects("커피", [at("커피", 0, 2)], AspectFilter(stop={"커피"}))

    assert judged.reason == "filter_rejection"


def test_what_an_aspect_said_of_itself_before_does_not_count() -> None:
    first = filter_aspects(TEXT, [at("커피", 0, 2), at("직원", 8, 10)])

    assert filter_aspects(TEXT, first) == first


def test_kept_and_dropped_terms_part_the_list_in_its_order() -> None:
    judged = filter_aspects(TEXT, [at("직원", 8, 10), at("커피", 0, 2), at("아", 16, 17)])

    assert (kept_terms(judged), dropped_terms(judged)) == (("커피",), ("직원", "아"))


def test_a_term_that_the_text_does_not_have_is_out_of_text() -> None:
    assert cause(TEXT, at("직원", 0, 2)) is Cause.OUT_OF_TEXT


def test_a_term_that_stands_elsewhere_is_a_span_misalignment() -> None:
    assert cause(TEXT, at("커피", 4, 6)) is Cause.SPAN_MISALIGNMENT


def test_a_term_of_the_text_without_a_span_is_a_span_misalignment() -> None:
    assert cause(TEXT, at("커피")) is Cause.SPAN_MISALIGNMENT


def test_a_stop_term_at_its_span_is_the_target_filter() -> None:
    assert cause(TEXT, at("아", 16, 17)) is Cause.TARGET_FILTER


def test_a_stop_term_that_is_not_in_the_text_is_out_of_text() -> None:
    assert cause(TEXT, at("ㅋㅋ", 0, 2)) is Cause.OUT_OF_TEXT


def test_a_stop_term_at_another_span_is_a_span_misalignment() -> None:
    assert cause(TEXT, at("아", 0, 1)) is Cause.SPAN_MISALIGNMENT


def test_a_good_term_that_some_other_list_rejected_is_the_target_filter() -> None:
    assert cause(TEXT, at("커피", 0, 2)) is Cause.TARGET_FILTER


def test_case_counts_in_the_text() -> None:
    assert cause("AS", at("as", 0, 2)) is Cause.OUT_OF_TEXT


def test_a_kept_aspect_has_no_cause() -> None:
    assert cause(TEXT, Aspect(term="없다", kept=True)) is None


def test_every_dropped_aspect_has_one_cause() -> None:
    dropped = [at("직원", 0, 2), at("커피", 4, 6), at("아", 16, 17), at(""), at("", 0, 2)]

    assert len(causes(TEXT, dropped)) == len(dropped)


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ("alignment_failure", Cause.SPAN_MISALIGNMENT),
        ("filter_rejection", Cause.TARGET_FILTER),
        ("semantic_hallucination", Cause.OUT_OF_TEXT),
        ("other_not_target", None),
        (None, None),
    ],
)
def test_without_a_text_the_stored_reason_tells_the_cause(
    stored: str | None, expected: Cause | None
) -> None:
    assert cause(None, Aspect(term="커피", kept=False, reason=stored)) is expected


def test_the_text_outweighs_the_stored_reason() -> None:
    aspect = Aspect(term="커피", start=4, end=6, kept=False, reason="filter_rejection")

    assert cause(TEXT, aspect) is Cause.SPAN_MISALIGNMENT


A, B = Mention(aspect_term="맛"), Mention(aspect_term="값")


def test_copies_in_another_order_are_copies() -> None:
    assert review_copies_differ(Scorecard(id="", stage1=(A, B), pre_review=(B, A))) == ()


def test_copies_that_are_not_there_differ_from_nothing() -> None:
    assert review_copies_differ(Scorecard(id="", stage1=(A,), final=(B,))) == ()


def test_a_copy_that_has_a_tuple_twice_differs() -> None:
    card = Scorecard(id="", stage1=(A, B), pre_review=(A, A, B))

    assert review_copies_differ(card) == ("final_tuples_pre_review",)


def test_an_empty_copy_of_a_full_list_differs() -> None:
    card = Scorecard(id="", final=(A,), post_review=())

    assert review_copies_differ(card) == ("final_tuples_post_review",)


def test_a_copy_of_nothing_differs() -> None:
    assert len(review_copies_differ(Scorecard(id="", pre_review=(), post_review=(A,)))) == 2
