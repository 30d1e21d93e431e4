"""Reading lists of tuples: every list, every field, every shape that is not quite right."""

from fractions import Fraction
from itertools import pairwise

import pytest

from measurand.edges.files.json.value import Json, Number
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.scorecard import (
    Mention,
)
from tests.review.reading import READ, TRACES, TUPLE, entry, fault, final, merged, nested, read

LISTS = {
    "stage1": "stage1_tuples",
    "final": "final_tuples",
    "aspects": "final_aspects",
    "pre_review": "final_tuples_pre_review",
    "post_review": "final_tuples_post_review",
}


@pytest.mark.parametrize(("field", "key"), LISTS.items())
class TestLists:
    def test_it_is_read_from_the_final_result(self, field: str, key: str) -> None:
        path = f"runtime.parsed_output.final_result.{key}"

        assert getattr(read(path, [TUPLE]), field) == READ

    def test_empty_is_not_absent(self, field: str, key: str) -> None:
        path = f"runtime.parsed_output.final_result.{key}"

        assert getattr(read(path, []), field) == ()
        assert getattr(read(path, None), field) is None

    def test_it_is_not_read_from_the_top(self, field: str, key: str) -> None:
        record = merged(nested(f"final_result.{key}", [TUPLE]), {"runtime": {}})

        assert getattr(scorecard(record), field) is None

    @pytest.mark.parametrize("bad", ["맛", {}, 0])
    def test_no_list_is_a_fault(self, field: str, key: str, bad: Json) -> None:
        path = f"runtime.parsed_output.final_result.{key}"

        assert fault(nested(path, bad)).startswith(f"$.{path}: expected a list, got "), field

    @pytest.mark.parametrize("bad", [None, "맛", 3, [], True])
    def test_an_element_that_is_no_object_is_left_out_and_told(
        self, field: str, key: str, bad: Json
    ) -> None:
        path = f"runtime.parsed_output.final_result.{key}"

        found = read(path, [TUPLE, {}, bad, TUPLE])

        assert getattr(found, field) == READ * 2
        assert found.stray is not None
        assert found.stray.text().startswith(f"$.{path}[2]: expected an object, got ")
        assert found.stray.hint == "list_element=skip leaves it out"


def test_sentiments_are_read_from_the_inputs() -> None:
    assert read("inputs.aspect_sentiments", [TUPLE]).sentiments == READ


def test_an_empty_object_among_tuples_says_nothing() -> None:
    assert read("inputs.aspect_sentiments", [{}, TUPLE, {}]).sentiments == READ


def test_equal_tuples_stay_apart_and_in_order() -> None:
    other: Json = {"aspect_term": "값"}

    found = read("gold_tuples", [other, TUPLE, TUPLE]).gold

    assert found == (Mention(aspect_term="값"), *READ, *READ)


def test_a_tuple_is_read_field_by_field() -> None:
    assert final(
        {
            "aspect_ref": "음료#맛",
            "term": "음료",
            "aspect_term": {"term": "커피", "span": {"start": 0, "end": 2}},
            "opinion_term": {"term": "맛있다"},
            "polarity": "pos",
            "label": "neg",
            "is_implicit": True,
            "grounding": "explicit",
            "confidence": Number("0.90"),
            "drop_reason": "dup",
            "tuple_id": "t0",
        }
    ) == Mention(
        ref="음료#맛",
        term="음료",
        aspect_term="커피",
        opinion="맛있다",
        polarity="pos",
        implicit=True,
        grounding="explicit",
        confidence=Fraction(9, 10),
        drop_reason="dup",
    )


def test_a_tuple_of_nulls_is_a_tuple_that_says_nothing() -> None:
    keys = ("aspect_ref", "term", "aspect_term", "opinion_term", "polarity", "is_implicit")

    assert final(dict.fromkeys((*keys, "grounding", "confidence", "drop_reason"))) == Mention()


@pytest.mark.parametrize("key", ["aspect_ref", "term", "aspect_term", "opinion_term"])
def test_an_empty_string_is_not_absent(key: str) -> None:
    found = final({key: ""})

    assert "" in {found.ref, found.term, found.aspect_term, found.opinion}


@pytest.mark.parametrize(
    ("key", "field"), [("aspect_term", "aspect_term"), ("opinion_term", "opinion")]
)
def test_a_term_is_a_string_or_an_object(key: str, field: str) -> None:
    assert getattr(final({key: "맛"}), field) == "맛"
    assert getattr(final({key: {"term": "맛"}}), field) == "맛"


@pytest.mark.parametrize("key", ["aspect_term", "opinion_term"])
@pytest.mark.parametrize("value", [{}, {"term": None}])
def test_an_object_without_a_term_is_no_term(key: str, value: Json) -> None:
    assert final({key: value}) == Mention()


@pytest.mark.parametrize("empty", [None, ""])
def test_a_polarity_that_is_empty_leaves_it_to_the_label(empty: Json) -> None:
    assert final({"polarity": empty, "label": "negative"}).polarity == "negative"


def test_a_blank_polarity_is_not_empty() -> None:
    assert final({"polarity": " ", "label": "negative"}).polarity == " "


def test_no_polarity_is_none() -> None:
    assert final({"polarity": "", "label": ""}).polarity is None


def test_a_polarity_is_kept_as_it_is_written() -> None:
    assert final({"polarity": "긍정"}).polarity == "긍정"


@pytest.mark.parametrize("value", [0, 1, Number("1.0"), Number("1e0")])
def test_a_confidence_is_exact(value: int | Number) -> None:
    assert final({"confidence": value}).confidence == Fraction(str(value))


@pytest.mark.parametrize(
    ("key", "bad", "expected"),
    [
        ("aspect_ref", 3, "a string, got 3"),
        ("term", {"term": "맛"}, "a string, got an object with 1 keys"),
        ("aspect_term", 3, "a string, or an object with a term, got 3"),
        ("aspect_term", ["맛"], "a string, or an object with a term, got a list of 1"),
        ("opinion_term", False, "a string, or an object with a term, got false"),
        ("polarity", 1, "a string, got 1"),
        ("polarity", 0, "a string, got 0"),
        ("label", -1, "a string, got -1"),
        ("is_implicit", "true", "true or false, got 'true'"),
        ("is_implicit", 1, "true or false, got 1"),
        ("grounding", True, "a string, got true"),
        ("confidence", [0], "a number, got a list of 1"),
        ("confidence", {"is": 1}, "a number, got an object with 1 keys"),
        ("drop_reason", [], "a string, got a list of 0"),
    ],
)
def test_a_field_of_another_type_is_a_fault_at_its_place(
    key: str, bad: Json, expected: str
) -> None:
    path = "runtime.parsed_output.final_result.final_tuples"

    found = fault(nested(path, [TUPLE, {key: bad}]))

    assert found.startswith(f"$.{path}[1].{key}: expected {expected}")


def test_a_term_inside_a_term_is_a_fault_at_its_place() -> None:
    found = fault({"gold_tuples": [{"aspect_term": {"term": 3}}]})

    assert found == "$.gold_tuples[0].aspect_term.term: expected a string, got 3"


@pytest.mark.parametrize("path", TRACES)
def test_a_trace_stands_in_one_of_three_places(path: str) -> None:
    assert read(path, [entry([TUPLE])]).traced == READ


@pytest.mark.parametrize(("first", "second"), list(pairwise(TRACES)))
@pytest.mark.parametrize("empty", [None, []])
def test_a_trace_that_is_empty_leaves_it_to_the_next_place(
    first: str, second: str, empty: Json
) -> None:
    record = merged(nested(first, empty), nested(second, [entry([TUPLE])]))

    assert scorecard(record).traced == READ


@pytest.mark.parametrize(("first", "second"), list(pairwise(TRACES)))
def test_of_two_traces_the_first_wins_even_without_a_list(first: str, second: str) -> None:
    other = entry([TUPLE], agent="P-NEG")

    record = merged(nested(second, [entry([TUPLE])]), nested(first, [other]))

    assert scorecard(record).traced is None


@pytest.mark.parametrize(("stage", "agent"), [("STAGE1", "atsa"), ("stage1", "Atsa")])
def test_the_first_stage_is_named_in_any_case(stage: str, agent: str) -> None:
    assert read("process_trace", [entry([TUPLE], stage=stage, agent=agent)]).traced == READ


@pytest.mark.parametrize(("stage", "agent"), [("stage2", "ATSA"), ("stage1", "ATE")])
def test_other_entries_of_a_trace_are_not_the_first_stage(stage: str, agent: str) -> None:
    assert read("process_trace", [entry([TUPLE], stage=stage, agent=agent)]).traced is None


def test_the_first_list_of_a_trace_that_is_not_empty_wins() -> None:
    later = entry([{"aspect_term": "값"}])

    assert read("process_trace", [entry(None), entry([]), entry([TUPLE]), later]).traced == READ


def test_an_empty_list_of_a_trace_is_not_an_absent_one() -> None:
    assert read("process_trace", [entry([])]).traced == ()
    assert read("process_trace", [entry(None)]).traced is None


def test_what_other_agents_put_out_is_not_looked_at() -> None:
    assert read("process_trace", [{"agent": "P-NEG", "output": "raw text"}]).traced is None


@pytest.mark.parametrize("path", TRACES)
def test_a_fault_in_a_trace_says_which_one(path: str) -> None:
    found = fault(nested(path, [entry([]), entry([{"polarity": 1}])]))

    place = f"$.{path}[1].output.aspect_sentiments[0].polarity"
    assert found == f"{place}: expected a string, got 1"


def test_an_output_of_the_first_stage_that_is_no_object_is_a_fault() -> None:
    found = fault({"process_trace": [{"stage": "stage1", "agent": "atsa", "output": "x"}]})

    assert found == "$.process_trace[0].output: expected an object, got 'x'"


def test_an_entry_of_a_trace_that_is_no_object_is_a_fault() -> None:
    assert fault({"process_trace": [None]}) == "$.process_trace[0]: expected an object, got null"


def test_a_trace_that_is_no_list_is_a_fault() -> None:
    assert fault({"process_trace": "x"}) == "$.process_trace: expected a list, got 'x'"
