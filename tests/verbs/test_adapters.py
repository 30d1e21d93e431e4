"""Definitions as other libraries call them."""

import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score

from measurand import (
    Accumulator,
    EvaluateModule,
    InvalidInputError,
    UndefinedScoreError,
    measure,
    score_function,
)
from measurand.edges.verbs.columns import Said


class Tensor:
    """What is asked of a tensor that has a gradient."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def detach(self) -> "Tensor":
        return self

    def tolist(self) -> list[int]:
        return self.cells

    def __iter__(self) -> object:
        message = "a tensor on a device"
        raise TypeError(message)


def test_a_function_goes_into_a_scorer_of_scikit_learn() -> None:
    rows = np.array([[0.0], [0.2], [0.3], [0.9], [0.8], [1.0], [0.1], [0.7]])
    labels = np.array([0, 0, 1, 1, 1, 0, 0, 1])
    model = LogisticRegression()

    ours = cross_val_score(
        model, rows, labels, cv=2, scoring=make_scorer(score_function("f1(average=macro[class])"))
    )
    theirs = cross_val_score(
        model, rows, labels, cv=2, scoring=make_scorer(f1_score, average="macro")
    )

    assert ours.tolist() == pytest.approx(theirs.tolist(), abs=1e-15)


def test_a_function_can_be_pickled_and_has_a_name() -> None:
    macro = pickle.loads(pickle.dumps(score_function("accuracy")))  # noqa: S301  # our own bytes

    assert macro([1, 0], [1, 1]) == 0.5
    assert repr(make_scorer(macro)) == "make_scorer(accuracy, response_method='predict')"


def test_a_search_over_a_grid_takes_several_scorers() -> None:
    rows = np.array([[0.0], [0.2], [0.3], [0.9], [0.8], [1.0], [0.1], [0.7]] * 3)
    labels = np.array([0, 0, 1, 1, 1, 0, 0, 1] * 3)
    names = {"mcc": "mcc", "tool": "sklearn:f1:macro", "accuracy": "accuracy"}
    scoring = {name: make_scorer(score_function(asked)) for name, asked in names.items()}

    found = GridSearchCV(
        LogisticRegression(), {"C": [0.01, 1.0]}, scoring=scoring, refit="mcc", cv=2, n_jobs=2
    ).fit(rows, labels)
    theirs = GridSearchCV(LogisticRegression(), {"C": [0.01, 1.0]}, scoring="f1_macro", cv=2)

    assert found.cv_results_["mean_test_tool"].tolist() == (
        theirs.fit(rows, labels).cv_results_["mean_test_score"].tolist()
    )
    assert found.best_params_["C"] in {0.01, 1.0}


def test_probabilities_go_into_a_scorer() -> None:
    rows, labels = np.array([[0.0], [0.2], [0.3], [0.9], [0.8], [1.0]]), np.array([0, 1, 2] * 2)
    logs = make_scorer(
        score_function("multiclass_log_loss"), response_method="predict_proba",
        greater_is_better=False,
    )  # fmt: skip

    ours = cross_val_score(LogisticRegression(), rows, labels, cv=2, scoring=logs)
    theirs = cross_val_score(LogisticRegression(), rows, labels, cv=2, scoring="neg_log_loss")

    assert ours.tolist() == pytest.approx(theirs.tolist(), rel=1e-12)


def test_a_function_of_an_undefined_score_raises() -> None:
    with pytest.raises(UndefinedScoreError):
        score_function("accuracy")([], [])


def test_batches_of_tensors_accumulate() -> None:
    running = Accumulator("accuracy")

    running.update(Tensor([1, 0]), Tensor([1, 1]))  # type: ignore[arg-type]
    running.update([1], [1])

    assert float(running.compute()) == 2 / 3


def test_workers_add_and_a_reset_begins_anew() -> None:
    one, other = Accumulator("accuracy"), Accumulator("accuracy")
    one.update(["a"], ["a"])
    other.update(["a"], ["b"])

    both = one + other

    assert float(both.compute()) == 0.5
    one.reset()
    assert not one.compute().defined


def test_workers_of_other_definitions_do_not_add() -> None:
    one, other = Accumulator("accuracy"), Accumulator("mcc")
    for each in (one, other):
        each.update(["a"], ["a"])

    with pytest.raises(InvalidInputError, match="parts of the same definitions"):
        one + other


def test_a_module_scores_what_was_added_and_forgets_it() -> None:
    module = EvaluateModule("accuracy")
    module.add_batch(predictions=np.array([1, 0]), references=np.array([1, 1]))
    module.add(predictions=1, references=1)  # as evaluate.combine does

    both = module.compute(predictions=[0], references=[1])

    assert both == {"accuracy": 0.5}
    assert module.compute(predictions=[1], references=[1]) == {"accuracy": 1.0}


def test_a_module_without_a_number_says_so_and_begins_anew() -> None:
    module = EvaluateModule("kappa", name="agreement")

    with pytest.raises(UndefinedScoreError):
        module.compute(predictions=["a"], references=["a"])

    assert module.compute(predictions=["a", "b"], references=["a", "b"]) == {"agreement": 1.0}


def test_an_evaluation_of_mlflow_hands_over_predictions_first() -> None:
    """mlflow.models.make_metric takes a function of predictions, targets and metrics."""
    macro = score_function("f1(average=macro[class])")

    def eval_fn(predictions: pd.Series, targets: pd.Series, metrics: object) -> float:
        assert metrics == {}
        return macro(targets, predictions)

    assert eval_fn(pd.Series(["a", "a"]), pd.Series(["a", "b"]), {}) == pytest.approx(1 / 3)


def test_workers_are_summed() -> None:
    workers = [Accumulator("accuracy") for _ in range(3)]
    for at, worker in enumerate(workers):
        worker.update(["a", "b"], ["a", "a" if at else "b"])

    total = sum(workers)

    assert isinstance(total, Accumulator)
    assert total.compute() == Fraction(2, 3)


def test_what_is_no_definition_is_refused_before_the_first_batch() -> None:
    with pytest.raises(InvalidInputError, match="unknown metric 'macro'"):
        Accumulator("macro")


def test_batches_are_refused_whose_labels_would_be_refused_in_one() -> None:
    running = Accumulator("accuracy")
    running.update(preds=[0, 1], target=[0, 1])
    running.update(preds=[1, 2], target=[0, 2])

    with pytest.raises(InvalidInputError, match='texts that spell numbers, such as "1"'):
        running.update(preds=["0"], target=["0"])

    worker = Accumulator("accuracy")
    worker.update(preds=["0"], target=["0"])
    with pytest.raises(InvalidInputError, match="labels of one type"):
        running + worker


def test_batches_of_one_type_add_as_their_whole_does() -> None:
    said: Said = {"labels": "value"}
    first, second = [("a", "a"), ("b", None)], [("c", "a"), ("b", "b")]
    parts = [
        measure([gold for gold, _ in part], [one for _, one in part], "accuracy")
        for part in (first, second)
    ]
    mixed = measure([1], [1], "accuracy", **said) + measure(["1"], ["1"], "accuracy", **said)

    assert sum(parts[1:], parts[0]).score() == Fraction(2, 3)
    assert mixed.score() == 1


def test_batches_of_scores_are_no_labels() -> None:
    both = measure([1, 0], [0.9, 0.1], "auc") + measure([True], [0.5], "auc")

    assert both.score() == 1
