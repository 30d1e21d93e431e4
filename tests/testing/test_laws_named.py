"""Code that is shown names what can be imported, and says what cannot."""

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import settings

from measurand.edges.trials.load import code_name, imported, put_in_scope, what
from measurand.laws.kinds.subject import Subject
from measurand.testing import LawBrokenError, check_laws
from tests.testing.law_suites import SIZE_1, same

Samples = Sequence[frozenset[str]]
FEW = settings(max_examples=60, derandomize=True, database=None)


class Scorer:
    @staticmethod
    def fixed(number: int) -> int:
        return number

    @classmethod
    def made(cls, number: int) -> int:
        return number

    def compute(self, number: int) -> int:
        return number

    def __call__(self, number: int) -> int:
        return number


def mean(gold: Samples, predicted: Samples) -> float:
    return float(list(gold) == list(predicted))


def batched_mean(_batches: Sequence[object]) -> float:
    return 0.5


def _said(function: object, name: str | None = None) -> str:
    assert callable(function)
    with pytest.raises(LawBrokenError) as caught:
        check_laws(function, kind=SIZE_1, name=name, settings=FEW)
    return str(caught.value)


def test_a_call_with_batches_names_the_function_that_takes_them() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(mean, kind="set-f1", declares={"mergeable"}, batched=batched_mean, settings=FEW)

    said = str(caught.value)
    assert "from tests.testing.test_laws_named import batched_mean\n" in said
    assert "    batched_mean([" in said
    assert ".batched" not in said


def test_batches_of_a_lambda_are_told_in_a_comment() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(
            mean, kind="set-f1", declares={"mergeable"}, batched=lambda _all: 0.5, settings=FEW
        )

    said = str(caught.value)
    assert "    # mean_batched: a lambda, put it in scope under this name\n" in said
    assert "    mean_batched([" in said


def test_a_name_that_is_no_name_of_code_stays_in_words_alone() -> None:
    said = _said(same, "my same")
    assert said.startswith("my same breaks a law of SIZE_1\n")
    assert "    from tests.testing.law_suites import same\n    same(-1)  # -1\n" in said

    assert "    my_same(-1)  # -1\n" in _said(lambda number: number, "my same")
    assert code_name(Subject("class", lambda: 0)) == "metric_class"
    assert code_name(Subject("!", lambda: 0)) == "metric_"


def test_what_cannot_be_imported_is_said_in_a_comment() -> None:
    bound = "# compute: a bound method of Scorer, put it in scope under this name\n"
    assert f"    {bound}    compute(-1)  # -1\n" in _said(Scorer().compute)
    assert "# metric: a partial of same, put it in" in _said(partial(same))
    assert "# metric: an object of Scorer, put it in scope" in _said(Scorer())

    def inner(number: int) -> int:
        return number

    here = "test_what_cannot_be_imported_is_said_in_a_comment().inner"
    assert what(inner) == f"{here} of {__name__}"


def test_imports_that_are_given_stay_and_batches_are_named_beside_them() -> None:
    given = Subject(
        "my F1", mean, batched=batched_mean, write=lambda *_given: "m.f1()", imports=("import m",)
    )

    assert put_in_scope(given, ("m.f1()  # 1.0",)) == ("import m",)
    assert put_in_scope(given, ("m.f1()  # 1.0", "batched_mean([])  # 0.5")) == (
        "import m",
        f"from {__name__} import batched_mean",
    )


def test_methods_of_a_class_and_builtins_need_no_comment() -> None:
    assert imported("fixed", Scorer.fixed) == (
        f"from {__name__} import Scorer",
        "fixed = Scorer.fixed",
    )
    assert imported("made", Scorer.made)[1] == "made = Scorer.made"
    assert put_in_scope(Subject("abs", abs), ("abs(1)",)) == ()
    assert put_in_scope(Subject("f", abs), ()) == (
        "# f: abs of builtins, put it in scope under this name",
    )


def test_a_function_in_the_place_of_another_is_not_imported_as_that() -> None:
    def other(number: int) -> int:
        return number

    other.__qualname__, other.__module__ = same.__qualname__, same.__module__
    assert imported("same", other) == ()


def test_an_answer_of_a_wrong_type_is_shown_as_it_is() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(lambda _gold, _predicted: {"f1": 1.0}, kind="set-f1", settings=FEW)

    said = str(caught.value)
    assert "  # {'f1': 1.0}, which is no number\n" in said
    assert "    # it gives {'f1': 1.0}, which is no number\n" in said
    assert "raises" not in said
