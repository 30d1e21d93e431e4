"""What cells of columns are read as, and what is refused since it can be read in two ways."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from measurand import (
    InvalidInputError,
    Number,
    Slots,
    Span,
    by_class,
    compare,
    measure,
    score,
)
from measurand.edges.verbs.columns import Said

GOLD, SAID = [0, 1, 1, 2, 0], [0, 1, 2, 2, 1]
MACRO = "f1(average=macro[class])"
# Class 0: P 1, R 1/2; class 1: P 1/2, R 1/2; class 2: P 1/2, R 1. F: 2/3, 1/2, 2/3.
EXPECTED = Fraction(11, 18)


@pytest.mark.parametrize(
    "column",
    [list, tuple, iter, np.array, pd.Series, pl.Series, pa.array],
    ids=["list", "tuple", "iter", "numpy", "pandas", "polars", "arrow"],
)
def test_a_column_of_labels_is_any_sequence_of_them(column: "type[list[int]]") -> None:
    assert score(column(GOLD), column(SAID), MACRO) == EXPECTED


def test_a_column_of_a_frame_may_have_gaps_where_no_answer_was_given() -> None:
    answers = pd.Series(["a", None, "b"])

    found = score(["a", "a", "b"], answers, "accuracy")

    assert found == 1
    assert dict(found.denominators.excluded) == {"no answer": 1}


@pytest.mark.parametrize("type_of", [bool, np.bool_])
def test_truth_values_are_labels(type_of: Callable[[int], object]) -> None:
    assert score([type_of(1), type_of(0)], [True, True], "accuracy") == Fraction(1, 2)


def test_rows_of_an_array_are_indicators() -> None:
    gold, said = np.array([[1, 0], [1, 1]]), np.array([[1, 1], [1, 0]])

    found = score(gold, said, ["f1(average=micro)", "f1(average=macro[class])"])

    assert list(found) == [Fraction(2, 3), Fraction(1, 2)]


def test_lists_of_0_and_1_are_refused_until_it_is_said_what_they_are() -> None:
    with pytest.raises(InvalidInputError, match="kind='indicators', sets of classes"):
        score([[1, 0], [1, 1]], [[1, 1], [1, 0]], "f1(average=micro)")

    as_rows = score([[1, 0], [1, 1]], [[1, 1], [1, 0]], "f1(average=micro)", kind="indicators")
    as_sets = score([[1, 0], [1, 1]], [[1, 1], [1, 0]], "f1(average=micro)", kind="sets")

    assert as_rows == Fraction(2, 3)
    assert as_sets == Fraction(2, 3)


def test_sets_are_collections_of_texts_or_of_whole_numbers() -> None:
    assert score([{"a", "b"}], [["a"]], "recall") == Fraction(1, 2)
    assert score([{1, 2}], [[1]], "recall") == Fraction(1, 2)


def test_texts_that_look_like_tags_are_refused_until_it_is_said_what_they_are() -> None:
    with pytest.raises(InvalidInputError, match=r'kind="tags" .* or kind="sets"'):
        score([["B-PER", "O"]], [["O", "O"]], "f1(average=micro)")

    assert score([["B-PER", "O"]], [["O", "O"]], "f1(average=micro)", kind="tags") == 0
    assert score([["B-PER", "O"]], [["O", "O"]], "recall", kind="sets") == Fraction(1, 2)


def test_a_tuple_is_refused_until_it_is_said_whether_it_is_a_set_or_an_item() -> None:
    with pytest.raises(InvalidInputError, match="a set of texts is kind='sets'"):
        score([("battery", "bad")], [("battery", "good")], "f1")

    assert score([[("battery", "bad")]], [[("battery", "good")]], "f1") == 0


def test_tuples_have_slots_by_the_names_that_are_given() -> None:
    gold, said = [[("battery", "bad")]], [[("battery", "good")]]

    assert score(gold, said, "f1(unit=aspect)", slots=("aspect", "polarity")) == 1


def test_values_of_ours_are_items() -> None:
    price = Slots.of({"aspect": "price", "polarity": "bad"})

    assert score([[price]], [[price]], "f1(unit=aspect+polarity)") == 1
    assert score([[Span(0, 3, "PER")]], [[Span(0, 3, "PER")]], "f1(average=micro)") == 1


def test_ends_of_spans_are_asked_for_where_a_definition_depends_on_them() -> None:
    gold, said, overlap = [[(0, 2, "PER")]], [[(2, 4, "PER")]], "f1(match=spans[mode=partial])"

    with pytest.raises(InvalidInputError):
        score(gold, said, overlap, kind="spans")

    assert score(gold, said, overlap, kind="spans", end="exclusive").defined


def test_numbers_are_what_a_definition_of_numbers_asks_for() -> None:
    assert score([1.0, 2.5], [1, 2], "mae") == Fraction(1, 4)


def test_labels_of_probabilities_are_1_and_0_or_one_is_said_to_be_positive() -> None:
    assert score([True, False], [0.5, 0.5], "brier") == Fraction(1, 4)
    assert score(["yes", "no"], [0.5, 0.5], "brier", positive="yes") == Fraction(1, 4)
    with pytest.raises(InvalidInputError, match="say which label counts as 1"):
        score(["yes", "no"], [0.5, 0.5], "brier")


def test_dictionaries_are_joined_by_their_keys() -> None:
    gold = {"q1": {"d1": 1}, "q2": {"d2": 1}}

    found = score(gold, {"q2": {"d1": 0.5}, "q1": {"d1": 0.5}}, "reciprocal_rank")

    assert found == Fraction(1, 2)
    with pytest.raises(InvalidInputError, match="predicted: expected keys that gold has, got 'q3'"):
        score(gold, {"q3": {}}, "reciprocal_rank")


def test_cells_of_two_kinds_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="expected cells of one kind"):
        score([{"a"}], ["a"], "accuracy")


def test_a_label_beside_a_missing_one_is_refused_by_its_place() -> None:
    with pytest.raises(InvalidInputError, match=r"gold\[1\]: expected a string, a number"):
        score(["a", None], ["a", "a"], "accuracy")


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        ("abc", "abc", "gold: expected a column"),
        ([1, 2], [1], "predicted: expected 2, as in gold, got 1 cell"),
        ({1, 2}, [1, 2], "gold: expected a list, one cell a sample, got a set"),
        (pd.DataFrame({"a": [1]}), [1], "gold: expected a column of it"),
    ],
)
def test_what_is_no_column_is_refused_in_the_words_of_the_argument(
    gold: object, said: object, expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        score(gold, said, "accuracy")  # type: ignore[call-overload]


def test_weights_and_groups_are_columns_too() -> None:
    found = score(
        ["a", "b", "b"], ["a", "a", "b"], ["accuracy", "accuracy(average=macro[doc,sample])"],
        weights=[3, 1, 1], groups={"doc": ["x", "x", "y"]},
    )  # fmt: skip

    assert found[0] == Fraction(4, 5)
    assert isinstance(found[1], Number)


def test_an_argument_that_there_is_not_is_named_with_the_nearest() -> None:
    with pytest.raises(TypeError, match="'knid': did you mean 'kind'"):
        score(["a"], ["a"], "accuracy", knid="labels")  # type: ignore[call-overload]


def test_what_other_metrics_read_is_not_told_apart_as_items_are() -> None:
    probabilities = [{"a": 0.75, "b": 0.25}, {"a": 0.25, "b": 0.75}]
    references, said = [["the cat sat", "a cat sat"]], ["a cat sat"]

    assert score(["a", "b"], probabilities, "multiclass_brier") == Fraction(1, 8)
    assert score(references, said, "rouge_l") == 1
    assert score([["yes", "no"], ["no", "no"]], [[], []], "percent_agreement") == Fraction(1, 2)


@pytest.mark.parametrize("column", [list, np.array, pd.Series], ids=["list", "numpy", "pandas"])
@pytest.mark.parametrize("definition", ["accuracy", MACRO, "kappa"])
def test_scores_beside_labels_are_no_labels(
    column: "Callable[[list[float]], list[float]]", definition: str
) -> None:
    with pytest.raises(InvalidInputError, match=r"expected labels, as gold has, got 0\.1"):
        score([0, 1, 1], column([0.1, 0.9, 0.8]), definition)


def test_scores_may_be_labels_where_that_is_said_or_both_sides_have_them() -> None:
    said = score([0, 1], [0.5, 1], "accuracy", labels="value")
    both = score([0.5, 1.5], [0.5, 0.25], "accuracy")

    assert said == Fraction(1, 2)
    assert both == Fraction(1, 2)


@pytest.mark.parametrize("definition", ["ndcg", "mean_average_precision", "reciprocal_rank"])
def test_one_ranking_without_its_brackets_is_refused(definition: str) -> None:
    with pytest.raises(InvalidInputError, match=r"a row for each query, got 0\.9"):
        score([1, 0], [0.9, 0.1], definition)

    assert score([[1, 0]], [[0.9, 0.1]], definition) == 1


def test_lists_of_tags_for_a_tool_of_tags_need_no_kind() -> None:
    tags = [["B-LOC", "O"]]

    assert float(score(tags, tags, "seqeval:f1")) == 1.0
    # A set has no order, so it holds no tags of tokens.
    with pytest.raises(InvalidInputError, match="expected gold spans of '0'"):
        score([{"a", "b"}], [{"a"}], "seqeval:f1")


LABELS = ["a", "c", "c", "b"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"classes": ["a", "b"]}, r"classes: expected nothing of labels.*over=declared\[a,b\]"),
        ({"slots": ("x", "y")}, r"slots: expected nothing of labels.*kind='tuples'"),
        ({"end": "inclusive"}, r"end: expected nothing of labels.*kind='spans'"),
        ({"scheme": "iob1"}, r"scheme: expected nothing of labels.*kind='tags'"),
        ({"positive": "a"}, r"positive: expected a metric of one label.*only=class\[a\]"),
        ({"groups": {"lang": ["x", "y"]}}, "lang: expected 4, as in gold, got 2 cells"),
        ({"groups": ["x", "y"]}, "groups: expected columns by name"),
    ],
)
def test_what_would_have_no_effect_is_refused_with_what_does_it(said: Said, expected: str) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        score(["a", "b", "c", "a"], LABELS, MACRO, **said)


def test_every_verb_refuses_what_has_no_effect() -> None:
    expected = "classes: expected nothing of labels"

    with pytest.raises(InvalidInputError, match=expected):
        by_class(LABELS, LABELS, classes=["a"])
    with pytest.raises(InvalidInputError, match=expected):
        compare(LABELS, {"a": LABELS, "b": LABELS}, "accuracy", classes=["a"])
    with pytest.raises(InvalidInputError, match=expected):
        measure(LABELS, LABELS, "accuracy", classes=["a"])
    with pytest.raises(InvalidInputError, match="positive: expected nothing of cells of a tool"):
        score([0, 1], [1, 1], "sklearn:f1:macro", positive=1)


def test_batches_without_a_cell_that_says_its_kind_take_every_argument() -> None:
    asked = "f1(unit=aspect)"

    whole = measure([[("food", "good")]], [[("food", "bad")]], asked, slots=("aspect", "polarity"))
    nothing = measure([[]], [[]], asked, slots=("aspect", "polarity"))

    assert (whole + nothing).read == 2
