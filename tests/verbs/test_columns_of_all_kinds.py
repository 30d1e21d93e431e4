"""Columns as they come from other libraries: with gaps, masks, categories, indexes of their own."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from measurand import (
    Comparisons,
    InvalidInputError,
    Number,
    Numbers,
    Report,
    UndefinedScoreError,
    accuracy,
    audit,
    balanced_accuracy,
    by_class,
    compare,
    counterfactual,
    f1,
    interval,
    jaccard,
    judge,
    kappa,
    lint,
    mcc,
    measure,
    precision,
    recall,
    review,
    score,
)

GOLD, SAID = [0, 1, 1, 2, 0], [0, 1, 2, 2, 1]
MACRO = "f1(average=macro[class])"
DTYPES = ("int8", "uint8", "int64", "uint64", "float16", "float32", "float64", "object", "U3")


@pytest.mark.parametrize("dtype", DTYPES)
def test_labels_may_be_of_any_type_of_numpy(dtype: str) -> None:
    gold, said = np.array(GOLD).astype(dtype), np.array(SAID).astype(dtype)

    assert score(gold, said, MACRO) == Fraction(11, 18)


@pytest.mark.parametrize(
    "gap",
    [
        np.ma.masked_array(np.array(SAID), mask=np.arange(5) == 2),
        np.array([0, 1, np.nan, 2, 1]),
        pd.Series([0, 1, None, 2, 1], dtype="Int64"),
        pd.Series([0, 1, None, 2, 1]),
        pl.Series([0, 1, None, 2, 1]),
        pa.chunked_array([[0, 1], [None, 2, 1]]),
    ],
    ids=["masked", "nan", "nullable", "pandas", "polars", "arrow"],
)
def test_a_gap_is_no_answer(gap: "list[int | None]") -> None:
    found = score(GOLD, gap, "accuracy", labels="value")

    assert found == Fraction(3, 4)
    assert dict(found.denominators.excluded) == {"no answer": 1}


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["a", "b", None], dtype="category"),
        pd.Series(["a", "b", None], dtype="string"),
        pd.Series(["a", "b", None], dtype=pd.ArrowDtype(pa.string())),
        pl.Series(["a", "b", None], dtype=pl.Categorical),
        pl.Series(["a", "b", None], dtype=pl.Enum(["a", "b"])),
        pa.array(["a", "b", None]).dictionary_encode(),
    ],
    ids=["categories", "string", "arrow dtype", "categorical", "enum", "dictionary"],
)
def test_texts_may_be_of_any_type(column: "list[str | None]") -> None:
    assert score(["a", "a", "b"], column, "accuracy") == Fraction(1, 2)


def test_nullable_truth_values_are_labels() -> None:
    gold, said = pd.Series([True, False]), pd.Series([True, None], dtype="boolean")

    assert score(gold, said, "accuracy") == 1


def test_rows_of_pandas_are_not_paired_by_guess() -> None:
    gold = pd.Series(["a", "b"], index=[0, 1])

    with pytest.raises(InvalidInputError, match=r"predicted\.reindex\(gold\.index\) pairs them"):
        score(gold, pd.Series(["b", "a"], index=[1, 0]), "accuracy")
    with pytest.raises(InvalidInputError, match="an index of other names"):
        score(pd.Series(["a"], index=["x"]), pd.Series(["a"], index=["y"]), "accuracy")
    with pytest.raises(InvalidInputError, match="weights: expected that of gold"):
        score(gold, gold, "accuracy", weights=pd.Series([1, 2], index=[1, 0]))


def test_what_was_made_anew_is_paired_by_place() -> None:
    gold = pd.Series(["a", "b"], index=[17, 4])

    assert score(gold, pd.Series(["a", "b"]), "accuracy") == 1
    assert score(gold, ["a", "b"], "accuracy") == 1
    assert score(gold, gold.copy(), "accuracy") == 1


def test_a_column_of_one_column_is_refused_until_it_is_said_what_it_is() -> None:
    gold, said = np.array([[1], [0]]), np.array([[1], [1]])

    with pytest.raises(InvalidInputError, match=r"labels in one column are \.ravel\(\)"):
        score(gold, said, "accuracy")

    assert score(gold.ravel(), said.ravel(), "accuracy") == Fraction(1, 2)
    assert score(gold, said, "f1(average=micro)", kind="indicators") == Fraction(2, 3)


def test_classes_of_indicators_have_names() -> None:
    gold, said = np.array([[1, 0], [1, 1]]), np.array([[1, 1], [1, 0]])

    found = score(gold, said, "f1(average=micro,only=class[nuts])", classes=["milk", "nuts"])

    assert found == 0


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda: score(np.array(1), [1], "accuracy"), "gold: expected a column"),
        (lambda: score([0, 1], np.eye(2), "brier"), r"predicted: .* probabilities\[:, 1\]"),
        (lambda: score([0, 1], [0.5, 1.5], "brier"), r"row\[1\]: expected a number 'predicted'"),
        (lambda: score([-1, 1], [0.1, 0.5], "auc"), r"row\[0\]: .* positive=\.\.\. says which"),
        (lambda: score(GOLD, list(map(str, SAID)), MACRO), r"labels: .*; predicted with texts"),
        (lambda: interval(GOLD, SAID, "accuracy", level=95), "level: .*, got 95: 0.95 for 95 %"),
        (lambda: interval(GOLD, SAID, "accuracy", replicates=0), "replicates: expected a whole"),
        (lambda: interval(GOLD, SAID, "accuracy", seed=-1), "seed: expected a whole number from 0"),
        (lambda: interval(GOLD, SAID, "accuracy", ends="bcaa"), "did you mean 'bca'"),  # type: ignore[call-overload]
        (lambda: interval(GOLD, SAID, "accuracy", cluster=[1]), "cluster: expected 5, as in gold"),
        (lambda: compare(GOLD, {"a": SAID, "b": GOLD}, "accuracy", alpha=5), "alpha: expected a"),
        (lambda: f1(GOLD, SAID, average="binary"), "positive=LABEL gives that of one"),  # type: ignore[call-overload]
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_caller(
    run: Callable[[], object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        run()


def test_numbers_of_numpy_are_arguments() -> None:
    found = interval(GOLD, SAID, "accuracy", seed=np.int64(1), replicates=np.int32(99))
    same = interval(GOLD, SAID, "accuracy", seed=1, replicates=99)

    assert found.interval == same.interval


def test_numbers_calculate_as_floats() -> None:
    one, other = accuracy(["a", "b"], ["a", "a"]), accuracy(["a"], ["a"])

    assert other - one == 1 - one == 0.5
    assert one + other == sum([one, other]) == 1.5
    assert one * 2 == 2 * one == other / (1 / other) == 1
    assert round(accuracy(GOLD, SAID), 1) == 0.6
    assert np.mean([one, other]) == 0.75
    with pytest.raises(UndefinedScoreError):
        one + accuracy([], [])


def test_results_pickle_and_say_the_same() -> None:
    numbers = interval(iter(GOLD), iter(SAID), "accuracy", replicates=99)
    results: list[Numbers | Number | Comparisons | Report] = [
        score(GOLD, SAID, [MACRO, "mcc"]),
        numbers,
        compare(GOLD, {"a": SAID, "b": GOLD}, "accuracy"),
        lint("system,P\nours,50.0\n", columns={"P": "precision"}),
        review("docs/examples/review/results/demo__seed1_proposed"),
    ]

    for one in results:
        again = pickle.loads(pickle.dumps(one))  # noqa: S301  # our own bytes
        assert (str(again), again.to_dict()) == (str(one), one.to_dict())
    assert len(list(pickle.loads(pickle.dumps(numbers)).explain())) == len(GOLD)  # noqa: S301


NOTHING: tuple[Callable[[], object], ...] = (
    lambda: score(None, None, "accuracy"),  # type: ignore[call-overload]
    lambda: interval(3, 3, "accuracy"),  # type: ignore[call-overload]
    lambda: measure("a", "b", "accuracy"),
    lambda: compare(None, {"a": [1], "b": [1]}, "accuracy"),  # type: ignore[arg-type]
    lambda: judge(None, None),  # type: ignore[arg-type]
    lambda: audit(None),
    lambda: lint(b"x"),
    lambda: review(None),  # type: ignore[arg-type]
    lambda: counterfactual(None),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("run", NOTHING)
def test_nothing_is_an_error_of_ours(run: Callable[[], object]) -> None:
    with pytest.raises(InvalidInputError):
        run()


@pytest.mark.parametrize(
    "verb",
    [
        *(accuracy, balanced_accuracy, by_class, compare, f1, interval),
        *(jaccard, kappa, mcc, measure, precision, recall, score),
    ],
)
@pytest.mark.parametrize("names", [("y_true", "y_pred"), ("references", "predictions")])
def test_columns_by_the_names_of_other_libraries_are_named_as_ours(
    verb: Callable[..., object], names: tuple[str, str]
) -> None:
    with pytest.raises(TypeError) as told:
        verb(**{name: ["a"] for name in names})

    one, two = names
    assert str(told.value) == (
        f"{verb.__name__}() has no argument {one!r}: here it is gold, the first argument; "
        f"{two!r}: here it is predicted, the second argument"
    )


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("kind", ["indicators", None])
def test_a_frame_of_indicators_is_answered_with_the_matrix_that_it_is(
    frame: Callable[[dict[str, list[int]]], pd.DataFrame | pl.DataFrame],
    kind: Literal["indicators"] | None,
) -> None:
    gold, said = frame({"a": [1, 0], "b": [1, 1]}), frame({"a": [1, 1], "b": [1, 0]})

    with pytest.raises(InvalidInputError, match=r"a data frame: .* frame\.to_numpy\(\)"):
        score(gold, said, "f1(average=micro)", kind=kind)

    # Hits 2 of 3 predicted and 3 gold.
    found = score(gold.to_numpy(), said.to_numpy(), "f1(average=micro)", kind=kind)
    assert found == Fraction(2, 3)
