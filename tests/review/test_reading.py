"""Reading a record: what names it, its gold, and all that is wrong with it."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.json.value import FaultError, Json, Number
from measurand.studies.review.edge.files.scorecards import PARTS as CARD
from measurand.studies.review.edge.files.scorecards import read_scorecard, scorecard
from measurand.studies.review.edge.files.scoring import PARTS as OUTPUT
from measurand.studies.review.edge.files.scoring import score_output
from measurand.studies.review.scorecard import (
    Scorecard,
)
from tests.review.reading import READ, TUPLE, fault, merged, nested, of, read


def test_an_empty_part_says_nothing() -> None:
    assert scorecard({"meta": {}}, name="line 7") == Scorecard(id="line 7")


UNKNOWN = st.text(max_size=12).filter(lambda key: key not in {*CARD, *OUTPUT})


@given(st.dictionaries(UNKNOWN, st.none() | st.integers() | st.lists(st.text()), max_size=5))
def test_a_record_of_which_nothing_is_known_is_refused(record: dict[str, Json]) -> None:
    assert fault(record).startswith("$: expected a scorecard, with a part such as 'gold_tuples'")
    with pytest.raises(FaultError, match="expected an output, with a part such as 'final_result'"):
        score_output(record, pairs=lambda _: (frozenset(), frozenset()), label="final")


def test_a_key_that_is_nearly_one_is_named() -> None:
    found = fault({"a": 1, "imputs": {}})

    assert found.endswith("got the keys 'a', 'imputs': did you mean 'inputs' for 'imputs'?")


class Asked(dict[str, Json]):
    """An object that keeps the keys it is asked for."""

    def __init__(self, values: Mapping[str, Json]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def get(self, key: str, default: Json = None) -> Json:  # type: ignore[override]
        self.asked.add(key)
        return super().get(key, default)


def test_the_parts_of_a_scorecard_are_the_keys_that_are_read() -> None:
    record = Asked({"meta": {}})

    read_scorecard(record)

    assert record.asked == {*CARD}


def test_the_parts_of_an_output_are_the_keys_that_are_read() -> None:
    record = Asked({"meta": {}})

    score_output(record, pairs=lambda _: (frozenset(), frozenset()), label="final")

    # What stands in the record that is made of it is read there, below its runtime.
    assert record.asked <= {*OUTPUT}
    assert {*OUTPUT} - record.asked <= {"stage_delta"}


def test_nulls_everywhere_say_nothing() -> None:
    keys = ("meta", "inputs", "runtime", "ate", "atsa", "validator", "stage_delta", "flags")
    more = ("stage1_ate", "stage2_ate", "moderator", "debate", "gold_tuples", "profile", "run_id")

    assert scorecard(dict.fromkeys((*keys, *more)), name="x") == Scorecard(id="x")


def test_unknown_keys_are_passed_over() -> None:
    assert scorecard({"colour": [1], "meta": {"shape": {}}}, name="x") == Scorecard(id="x")


@pytest.mark.parametrize("path", ["meta.text_id", "meta.case_id", "meta.uid", "runtime.uid"])
def test_an_id_stands_in_one_of_four_places(path: str) -> None:
    assert read(path, "d1").id == "d1"


@pytest.mark.parametrize("empty", [None, ""])
def test_the_first_id_that_is_not_empty_wins(empty: Json) -> None:
    record = of(meta__text_id=empty, meta__case_id="c", meta__uid="u", runtime__uid="r")

    assert scorecard(record).id == "c"


def test_the_text_id_comes_before_the_other_ids() -> None:
    assert scorecard(of(meta__case_id="c", meta__text_id="t")).id == "t"


def test_an_id_may_be_an_integer_zero_among_them() -> None:
    assert read("meta.text_id", 0).id == "0"


def test_a_given_name_is_only_for_what_has_none() -> None:
    assert scorecard(of(runtime__uid="r"), name="line 1").id == "r"


@pytest.mark.parametrize("bad", [True, Number("1.5"), [], {"a": 1}])
def test_an_id_of_another_type_is_a_fault(bad: Json) -> None:
    assert fault(nested("meta.uid", bad)).startswith("$.meta.uid: expected an id")


@pytest.mark.parametrize(
    ("field", "first", "second"),
    [
        ("run", "run_id", "meta.run_id"),
        ("profile", "profile", "meta.profile"),
        ("protocol", "meta.protocol_mode", "runtime.parsed_output.meta.protocol_mode"),
        ("text", "runtime.parsed_output.meta.input_text", "meta.input_text"),
    ],
)
class TestTwoPlaces:
    def test_the_first_place_wins(self, field: str, first: str, second: str) -> None:
        record = merged(nested(second, "b"), nested(first, "a"))

        assert getattr(scorecard(record), field) == "a"

    @pytest.mark.parametrize("empty", [None, ""])
    def test_an_empty_first_place_leaves_it_to_the_second(
        self, field: str, first: str, second: str, empty: Json
    ) -> None:
        record = merged(nested(second, "b"), nested(first, empty))

        assert getattr(scorecard(record), field) == "b"

    def test_a_number_is_a_fault(self, field: str, first: str, second: str) -> None:
        assert fault(nested(first, 3)) == f"$.{first}: expected a string, got 3", field
        assert fault(nested(second, 3)) == f"$.{second}: expected a string, got 3"


def test_an_empty_text_is_a_text() -> None:
    assert read("meta.input_text", "").text == ""


def test_a_text_keeps_its_edges_for_spans_count_from_them() -> None:
    assert read("meta.input_text", " 맛 ").text == " 맛 "


GOLD = ("gold_tuples", "inputs.gold_tuples", "gold_triplets", "inputs.gold_triplets")


@pytest.mark.parametrize("path", GOLD)
def test_gold_stands_in_one_of_four_places(path: str) -> None:
    assert read(path, [TUPLE]).gold == READ


@pytest.mark.parametrize(("first", "second"), list(pairwise(GOLD)))
@pytest.mark.parametrize("empty", [None, []])
def test_gold_that_is_empty_leaves_it_to_the_next_place(
    first: str, second: str, empty: Json
) -> None:
    assert scorecard(merged(nested(first, empty), nested(second, [TUPLE]))).gold == READ


@pytest.mark.parametrize(("first", "second"), list(pairwise(GOLD)))
def test_of_two_places_of_gold_the_first_wins(first: str, second: str) -> None:
    record = merged(nested(second, [{"aspect_term": "값"}]), nested(first, [TUPLE]))

    assert scorecard(record).gold == READ


@pytest.mark.parametrize("path", GOLD)
def test_an_empty_list_of_gold_is_not_no_gold(path: str) -> None:
    assert read(path, []).gold == ()


def test_gold_that_is_null_is_no_gold() -> None:
    assert read("inputs.gold_tuples", None).gold is None


def test_an_empty_term_of_gold_is_not_an_absent_one() -> None:
    gold = read("gold_tuples", [{"aspect_term": ""}, {"aspect_term": None}, {"term": "맛"}]).gold

    assert gold is not None
    assert [one.aspect_term for one in gold] == ["", None, None]


@pytest.mark.parametrize("path", GOLD)
@pytest.mark.parametrize("bad", ["맛", {"aspect_term": "맛"}, 3, False])
def test_gold_that_is_no_list_is_a_fault(path: str, bad: Json) -> None:
    assert fault(nested(path, bad)).startswith(f"$.{path}: expected a list, got ")


@pytest.mark.parametrize("bad", [None, [], "x", 3, True])
def test_a_record_that_is_no_object_is_a_fault(bad: Json) -> None:
    assert fault(bad).startswith("$: expected an object, got ")


@pytest.mark.parametrize(
    "path",
    [
        "meta",
        "inputs",
        "inputs.ate_debug",
        "runtime",
        "runtime.parsed_output",
        "runtime.parsed_output.meta",
        "runtime.parsed_output.final_result",
        "runtime.parsed_output.analysis_flags",
        "stage_delta",
        "stage1_ate",
        "stage2_ate",
        "moderator",
        "ate",
        "atsa",
        "debate",
        "debate.override_stats",
        "meta.debate_override_stats",
    ],
)
class TestHolders:
    def test_null_holds_nothing(self, path: str) -> None:
        assert scorecard(nested(path, None), name="x") == Scorecard(id="x")

    @pytest.mark.parametrize("bad", ["{}", [], 0, False])
    def test_what_is_no_object_is_one_fault(self, path: str, bad: Json) -> None:
        assert fault(nested(path, bad)).startswith(f"$.{path}: expected an object, got ")


def test_all_faults_come_at_once_the_first_of_each_part() -> None:
    record: Json = {
        "meta": [],
        "gold_tuples": [{"polarity": 1}, None],
        "validator": [None],
        "stage_delta": {"changed": "false", "change_type": 1},
    }

    found = read_scorecard(record)

    assert not isinstance(found, Scorecard)
    assert [one.path for one in found] == [
        "$.meta",
        "$.gold_tuples[0].polarity",
        "$.stage_delta.changed",
        "$.stage_delta.change_type",
        "$.validator[0]",
    ]


def test_the_first_fault_is_raised() -> None:
    with pytest.raises(FaultError) as raised:
        scorecard({"meta": [], "validator": 3})

    assert raised.value.fault.path == "$.meta"
