"""Hand-worked fallbacks: which list is read, and which key of a tuple."""

from fractions import Fraction

import pytest

from measurand.edges.files.json.value import Json
from tests.review.worked import record, says, value

S1 = "tuple_f1_s1"
F1 = "tuple_f1_s2"
TASTE = says("맛", "positive")
BAD = says("맛", "negative")
PRICE = says("값", "positive")
RUDE = says("", "negative")


def traced(stage: str, agent: str, *tuples: Json) -> Json:
    return {"stage": stage, "agent": agent, "output": {"aspect_sentiments": list(tuples)}}


def test_final_tuples_come_before_final_aspects() -> None:
    """Both are there; the tuples are wrong and the aspects right: 0."""
    row = record(gold=[TASTE], final=[BAD], aspects=[TASTE])

    assert value(F1, row) == 0


@pytest.mark.parametrize(("rule", "expected"), [("missing", 1), ("answer", 0)])
def test_an_empty_final_list(rule: str, expected: int) -> None:
    """Final tuples are [], final aspects are right: the next source, or the answer nothing."""
    row = record(gold=[TASTE], final=[], aspects=[TASTE])

    assert value(F1, row, empty_list=rule) == expected


@pytest.mark.parametrize("rule", ["missing", "answer"])
def test_an_absent_final_list(rule: str) -> None:
    """No final tuples are written; the final aspects are right: 1 under both."""
    row = record(gold=[TASTE], aspects=[TASTE])

    assert value(F1, row, empty_list=rule) == 1


def test_the_inputs_are_the_last_source() -> None:
    """Neither final list is written; the inputs have 맛+: P = R = 1."""
    row = record(gold=[TASTE], sentiments=[TASTE])

    assert value(F1, row) == 1


def test_inputs_without_a_term_do_not_count() -> None:
    """The inputs have 맛+ and - without a term; only the first is a prediction: P = R = 1."""
    row = record(gold=[TASTE], sentiments=[RUDE, TASTE])

    assert value(F1, row) == 1
    assert value("N_pred_used", row) == 1


def test_the_trace_stands_in_for_the_first_stage() -> None:
    """No first tuples; the trace of the first stage says 맛-, the final tuple 맛+: 0 and 1."""
    row = record(gold=[TASTE], final=[TASTE], trace=[traced("Stage1", "atsa", BAD)])

    assert value(S1, row) == 0
    assert value(F1, row) == 1


def test_first_tuples_come_before_the_trace() -> None:
    """First tuples are right, the trace is not: 1."""
    row = record(gold=[TASTE], stage1=[TASTE], final=[BAD], trace=[traced("stage1", "ATSA", BAD)])

    assert value(S1, row) == 1


@pytest.mark.parametrize(("stage", "agent"), [("stage2", "ATSA"), ("stage1", "ATE")])
def test_other_entries_of_the_trace_are_passed_over(stage: str, agent: str) -> None:
    """The entry of another stage or agent is wrong; the next one is right: 1."""
    trace = [traced(stage, agent, BAD), traced("stage1", "ATSA", TASTE)]
    row = record(gold=[TASTE], final=[BAD], trace=trace)

    assert value(S1, row) == 1


@pytest.mark.parametrize(("rule", "expected"), [("copy_final", 1), ("empty", 0), ("exclude", None)])
def test_no_first_stage(rule: str, expected: int | None) -> None:
    """Nothing is written of the first stage, the final tuple is right.

    A copy of it is right: 1. Nothing against 맛+ is 0. Left out, there is no row: no mean.
    """
    row = record(gold=[TASTE], final=[TASTE])

    assert value(S1, row, stage1_missing=rule) == expected


@pytest.mark.parametrize(
    ("rule", "fix", "keep"), [("copy_final", 0, 1), ("empty", 1, 0), ("exclude", 0, 0)]
)
def test_no_first_stage_among_the_fates(rule: str, fix: int, keep: int) -> None:
    """As before: the copy was right and stays so; nothing was wrong and is fixed; or left out."""
    row = record(gold=[TASTE], final=[TASTE])

    assert value("n_fix", row, stage1_missing=rule) == fix
    assert value("n_keep", row, stage1_missing=rule) == keep


@pytest.mark.parametrize(("rule", "expected"), [("missing", 1), ("answer", 0)])
def test_an_empty_first_list(rule: str, expected: int) -> None:
    """First tuples are []: a copy of the final ones (1), or the answer nothing (0)."""
    row = record(gold=[TASTE], stage1=[], final=[TASTE])

    assert value(S1, row, empty_list=rule) == expected


@pytest.mark.parametrize(("extractor", "expected"), [("shared", 0), ("per_stage", 1)])
def test_a_first_stage_of_implicit_tuples(extractor: str, expected: int) -> None:
    """The first stage says - without a term; gold and the final tuple are 맛+.

    Shared: it is the first stage, and wrong. Per stage it vanishes, and the final tuple is copied.
    """
    row = record(gold=[TASTE], stage1=[RUDE], final=[TASTE])

    assert value(S1, row, extractor=extractor) == expected


@pytest.mark.parametrize(
    ("extractor", "expected", "fix"), [("shared", 1, 0), ("per_stage", Fraction(2, 3), 1)]
)
def test_an_implicit_tuple_in_both_stages(extractor: str, expected: Fraction, fix: int) -> None:
    """Gold and both stages are 맛+ and - without a term.

    Shared: right before and after. Per stage the first loses -: P = 1, R = 1/2, and it is "fixed".
    """
    row = record(gold=[TASTE, RUDE], stage1=[TASTE, RUDE], final=[TASTE, RUDE])

    assert value(S1, row, extractor=extractor) == expected
    assert value("n_fix", row, extractor=extractor) == fix


@pytest.mark.parametrize(("rule", "expected"), [("flag", 0), ("empty_term", 1)])
def test_a_tuple_marked_implicit_with_a_term(rule: str, expected: int) -> None:
    """The final tuple is 맛+, marked implicit; gold is 맛+: the mark blanks the term, or not."""
    row = record(gold=[TASTE], final=[says("맛", "positive", is_implicit=True)])

    assert value(F1, row, implicit=rule) == expected


@pytest.mark.parametrize(("extractor", "expected"), [("shared", 0), ("per_stage", 1)])
def test_the_mark_in_the_first_stage(extractor: str, expected: int) -> None:
    """The first tuple is 맛+, marked implicit: only the shared extractor reads the mark."""
    row = record(gold=[TASTE], stage1=[says("맛", "positive", is_implicit=True)], final=[TASTE])

    assert value(S1, row, extractor=extractor) == expected


@pytest.mark.parametrize(("key", "expected"), [("term", 0), ("ref_or_term", 1), ("ref", 1)])
def test_the_key_named_term_is_a_reference(key: str, expected: int) -> None:
    """The final tuple has only the key `term`: it stands for the reference, not for the term."""
    row = record(gold=[TASTE], final=[says(None, "positive", term="맛")])

    assert value(F1, row, pred_key=key) == expected


@pytest.mark.parametrize(("extractor", "expected"), [("shared", 1), ("per_stage", 0)])
def test_the_key_named_term_in_the_first_stage(extractor: str, expected: int) -> None:
    """The first tuple has only `term` 맛 and is right; the final tuple 맛- is not.

    Shared: 1. Per stage the first tuple has no reference and no term, so 맛- is copied: 0.
    """
    row = record(gold=[TASTE], stage1=[says(None, "positive", term="맛")], final=[BAD])

    assert value(S1, row, extractor=extractor, pred_key="ref_or_term") == expected


def test_an_aspect_term_as_an_object() -> None:
    """The term is written as an object with a span: its words are 맛."""
    words: Json = {"term": "맛", "span": {"start": 0, "end": 1}}
    row = record(gold=[TASTE], aspects=[{"aspect_term": words, "polarity": "positive"}])

    assert value(F1, row) == 1


@pytest.mark.parametrize("aspect", [None, {"term": None}])
def test_the_opinion_term_stands_in_for_the_aspect_term(aspect: Json) -> None:
    """No aspect term, or an object without one; the opinion term is 맛: right."""
    said: Json = {"opinion_term": {"term": "맛"}, "polarity": "positive", "aspect_term": aspect}
    row = record(gold=[TASTE], final=[said])

    assert value(F1, row) == 1


def test_an_empty_aspect_term_is_not_replaced() -> None:
    """The aspect term is "", the opinion term 맛: the tuple has no term, and gold 맛+ is missed."""
    row = record(gold=[TASTE], final=[says("", "positive", opinion_term={"term": "맛"})])

    assert value(F1, row) == 0


def test_the_label_stands_in_for_the_polarity() -> None:
    """The final tuple has a label in the place of a polarity: 맛+."""
    row = record(gold=[TASTE], final=[says("맛", None, label="positive")])

    assert value(F1, row) == 1


def test_gold_triplets_stand_in_for_gold_tuples() -> None:
    """Gold tuples are [], gold triplets have 맛+ by its opinion term: right."""
    triplets: list[Json] = [{"opinion_term": {"term": "맛"}, "polarity": "positive"}]
    row = record(final=[TASTE], inputs={"gold_tuples": [], "gold_triplets": triplets})

    assert value(F1, row) == 1


def test_gold_at_the_top_comes_first() -> None:
    """Gold at the top is 맛+, among the inputs 값+: the final tuple 맛+ is right."""
    row = record(gold=[PRICE], final=[TASTE], gold_tuples=[TASTE])

    assert value(F1, row) == 1


@pytest.mark.parametrize(("rule", "expected"), [("ref", 0), ("implicit", 1)])
def test_gold_with_a_null_term(rule: str, expected: int) -> None:
    """Gold has a reference 음식#맛 and a term that is null; the prediction is 값+.

    As its reference gold is explicit, and missed: 0. As implicit gold it takes 값+: 1.
    """
    gold: list[Json] = [{"aspect_ref": "음식#맛", "aspect_term": None, "polarity": "positive"}]
    row = record(gold=gold, final=[PRICE])

    assert value(F1, row, gold_null_term=rule) == expected


@pytest.mark.parametrize("rule", ["ref", "implicit"])
def test_gold_with_an_empty_term(rule: str) -> None:
    """Gold has a reference and the term "": implicit under both, so it takes 값+."""
    row = record(gold=[says("", "positive", aspect_ref="음식#맛")], final=[PRICE])

    assert value(F1, row, gold_null_term=rule) == 1


def test_gold_of_marks_alone_is_implicit() -> None:
    """The gold term ?! is nothing once its marks are gone: it takes 맛+."""
    row = record(gold=[says("?!", "positive")], final=[TASTE])

    assert value(F1, row) == 1
    assert value("implicit_gold_sample_n", row) == 1
