"""A score as a number: exact, shown, compared, or an error that says why there is none."""

import inspect
import json
import pickle
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import f1_score

from measurand import (
    Defined,
    InvalidInputError,
    Number,
    Span,
    UndefinedScoreError,
    accuracy,
    agreement,
    balanced_accuracy,
    compare,
    f1,
    interval,
    jaccard,
    judge,
    kappa,
    mcc,
    measure,
    parse,
    precision,
    recall,
    score,
)
from measurand.metrics.compat.sklearn import as_sklearn

GOLD, SAID = ["a", "a", "b"], ["a", "b", "b"]


def test_a_number_is_a_float_a_text_and_a_fraction() -> None:
    found = accuracy(GOLD, SAID)

    assert (float(found), f"{found:.3f}", str(found), found.value) == (
        2 / 3, "0.667", "0.666667", Fraction(2, 3),
    )  # fmt: skip


def test_numbers_are_compared_exactly() -> None:
    third, found = Fraction(1, 3), accuracy(GOLD, SAID)

    assert found > third
    assert found == 2 * third
    assert found != 0.6666666666666666
    assert found == accuracy(["x", "x", "y"], ["x", "x", "x"])


def test_an_undefined_number_is_no_float_and_says_why() -> None:
    found = precision(["a", "b"], [None, None], positive="a")

    assert not found.defined
    assert found.reason == "no sample was scored: no answer"
    with pytest.raises(UndefinedScoreError, match="there is no number: no sample was scored"):
        float(found)


def test_the_error_of_an_undefined_number_names_the_option_that_decides() -> None:
    with pytest.raises(UndefinedScoreError, match="zero_division=0"):
        float(score([0, 0], [0, 0], "npv", positive=0))


# Of b: hits 1, predicted 2, gold 1. Of a: hits 1, predicted 1, gold 2.
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (precision(GOLD, SAID, positive="b"), Fraction(1, 2)),
        (recall(GOLD, SAID, positive="b"), Fraction(1)),
        (f1(GOLD, SAID, positive="b"), Fraction(2, 3)),
        (jaccard(GOLD, SAID, positive="b"), Fraction(1, 2)),
        (f1(GOLD, SAID, average="macro"), Fraction(2, 3)),
        (f1(GOLD, SAID, average="micro"), Fraction(2, 3)),
        (f1(GOLD, SAID, average="weighted"), Fraction(2, 3)),
        (balanced_accuracy(GOLD, SAID), Fraction(3, 4)),
        (kappa(GOLD, SAID), Fraction(2, 5)),
        (mcc(GOLD, SAID), Fraction(1, 2)),
    ],
    ids=repr,
)
def test_metrics_of_labels_are_verbs(found: Number, expected: Fraction) -> None:
    assert found == expected


def test_which_f1_it_is_has_to_be_said() -> None:
    with pytest.raises(InvalidInputError, match="an average, or a positive label"):
        f1(GOLD, SAID)
    with pytest.raises(InvalidInputError, match="got 'macros': did you mean 'macro'"):
        f1(GOLD, SAID, average="macros")  # type: ignore[call-overload]


def test_a_definition_is_a_text_a_value_or_the_number_of_a_tool() -> None:
    value = parse("f(average=macro[class],class=item)")

    found = score(GOLD, SAID, ["f1(average=macro[class])", value, "sklearn:f1:macro"])

    assert [float(one) for one in found] == [2 / 3] * 3
    assert found[0].definition == value


def test_the_float_under_the_name_of_a_tool_is_that_of_the_tool() -> None:
    gold, said = [0, 1, 2, 2, 1, 0, 1], [0, 2, 2, 1, 1, 0, 0]
    found = score(gold, said, as_sklearn("f1", average="macro"))

    assert float(found) == f1_score(gold, said, average="macro")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("acuracy", "did you mean 'accuracy'"),
        ("sklearn:f2", "definition: expected"),
        (5, "expected a text, a definition"),
        ([], "at least one definition"),
    ],
)
def test_what_is_no_definition_is_refused(asked: object, expected: str) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        score(GOLD, SAID, asked)  # type: ignore[call-overload]


def test_an_interval_stands_beside_the_number() -> None:
    found = interval(GOLD * 10, SAID * 10, "accuracy", seed=3, level=0.9, replicates=500)

    assert found.interval is not None
    assert str(found).startswith("0.666667 [")


def test_clusters_are_a_column_or_a_group() -> None:
    clusters = [at // 3 for at in range(30)]

    by_column = interval(GOLD * 10, SAID * 10, "accuracy", cluster=clusters)
    by_name = interval(
        GOLD * 10, SAID * 10, "accuracy", groups={"cluster": clusters}, cluster="cluster"
    )

    assert by_column.interval == by_name.interval


def test_each_sample_explains_itself() -> None:
    rows = list(accuracy(GOLD, SAID).explain())

    one, none = Defined(Fraction(1)), Defined(Fraction(0))
    assert [(row.gold, row.predicted, row.score) for row in rows] == [
        ("a", "a", one), ("a", "b", none), ("b", "b", one),
    ]  # fmt: skip


def test_parts_add_up_pickle_and_refuse_others() -> None:
    first, second = measure(GOLD, SAID, "accuracy"), measure(["b"], ["b"], "accuracy")

    total = pickle.loads(pickle.dumps(first)) + second  # noqa: S301  # our own bytes

    assert total.score() == Fraction(3, 4)
    with pytest.raises(InvalidInputError, match="parts of the same definitions"):
        total + measure(GOLD, SAID, "mcc")
    with pytest.raises(InvalidInputError, match="whose parts add"):
        measure(GOLD, SAID, "sklearn:f1:macro")


def test_a_number_shows_itself_in_a_notebook_and_escapes_what_is_data() -> None:
    found = score(["<b>"], ["<b>"], "f1", positive="<b>")

    html = found._repr_html_()

    assert "<b>" not in html
    assert "&lt;b&gt;" in html
    assert "<details>" in html


def test_a_number_is_the_json_of_the_command() -> None:
    tree = json.dumps(accuracy(GOLD, SAID).to_dict())

    assert '"score": {"value": "2/3", "decimal": "0.666666666666667"}' in tree


@pytest.mark.parametrize(
    "column",
    [
        [{"a"}, set()],
        [["a", "b"], []],
        [[1, 2], []],
        [[(1, "a")], []],
        [[Span(0, 2, "a")], []],
        [[], []],
    ],
    ids=["sets", "texts", "numbers", "tuples", "spans", "nothing"],
)
def test_rows_without_items_are_explained_as_their_column_is_read(column: list[object]) -> None:
    found = f1(column, list(column), average="micro")

    assert found == 1
    assert len(str(found.explain()).splitlines()) == 2 + len(column)


def test_a_row_is_explained_as_the_whole_is_read_whatever_it_holds_alone() -> None:
    classes = f1([[1, 2], [0, 1]], [[1, 2], [0, 1]], average="micro")
    assert [one.score for one in classes.explain()] == [Defined(Fraction(1))] * 2

    grades = accuracy([0.5, 1.0, 1.0], [0.5, 0.5, 1.0])
    assert [one.score for one in grades.explain()] == [Defined(Fraction(n)) for n in (1, 0, 1)]


def test_what_is_left_out_stands_beside_the_number() -> None:
    assert repr(accuracy(["a", "b", "b"], ["a", None, "b"])) == (
        "<Number 1: accuracy/1; 1 left out: no answer>"
    )
    assert repr(accuracy(["a", "b"], ["a", "b"])) == "<Number 1: accuracy/1>"


def test_a_number_in_print_says_what_it_leaves_out() -> None:
    one = accuracy(["a", "b", "b"], ["a", None, "b"])

    assert (str(one), f"{one}", f"{one:.2f}") == (*["1 (1 left out: no answer)"] * 2, "1.00")
    assert str(score(["a", "b"], ["a", None], ["accuracy"])).endswith("1 (1 left out: no answer)")


def test_an_interval_that_is_a_point_says_why() -> None:
    told = repr(interval(["a", "b"], ["a", "b"], "accuracy"))

    assert told == "<Number 1 [1, 1]: accuracy/1; interval: all resamples have one score>"


def test_the_repr_of_a_ranking_says_where_the_order_of_equal_scores_decides() -> None:
    # One relevant document of two with one score: 1 or 0, and 1/2 in the mean of both orders.
    tied = score(np.array([[0, 1]]), np.array([[0.5, 0.5]]), "ndcg(k=1)")
    alike = score(np.array([[1, 1]]), np.array([[0.5, 0.5]]), "ndcg(k=1)")
    apart = score(np.array([[0, 1]]), np.array([[0.25, 0.5]]), "ndcg(k=1)")

    assert "equal scores stand in order of name: ties=average gives 0.5" in repr(tied)
    assert "ties" not in repr(alike) + repr(apart)


@pytest.mark.parametrize("verb", [f1, score, interval, compare, agreement, judge])
def test_the_signature_of_a_verb_lists_what_may_be_said(verb: Callable[..., object]) -> None:
    shown = str(inspect.signature(verb))

    assert "**" not in shown
    assert "<" not in shown
    assert len(shown) < 250
    assert {"labels", "by"} & {*inspect.signature(verb).parameters}


@pytest.mark.parametrize("gold", [list("aabbccab"), [1, 0, 1, 1, 0, 0, 0, 1], ["x"] * 8])
def test_a_name_is_one_number_as_a_verb_and_as_a_definition(gold: list[object]) -> None:
    said = [*gold[3:], *gold[:3]]

    assert score(gold, said, "balanced_accuracy") == balanced_accuracy(gold, said)
    assert score(gold, said, "accuracy") == accuracy(gold, said)
    assert score(gold, said, "mcc") == mcc(gold, said)
    assert score(gold, said, "kappa") == kappa(gold, said)
