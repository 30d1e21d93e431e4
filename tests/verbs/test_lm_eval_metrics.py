"""Definitions as metrics of lm-eval: pairs of documents, and the number of all of them."""

from copy import deepcopy
from math import isnan

import pytest
from sklearn.metrics import f1_score

from measurand import InvalidInputError, lm_eval_metric

GOLD = ["calm", "rough", "rough", "calm", "foggy", "rough"]
SAID = ["calm", "rough", "calm", "calm", "rough", "foggy"]


def test_the_number_of_pairs_is_the_definition() -> None:
    macro = lm_eval_metric("f1(average=macro[class])")

    pairs = [
        macro(references=[gold], predictions=[said]) for gold, said in zip(GOLD, SAID, strict=True)
    ]

    assert macro(pairs) == pytest.approx(f1_score(GOLD, SAID, average="macro"), abs=1e-15)


def test_pairs_may_come_back_as_lists_of_numbers() -> None:
    assert lm_eval_metric("mae")([[1, 3], [2.5, 2]]) == 1.25


def test_what_a_filter_did_not_find_is_not_right() -> None:
    pairs = [("a", "a"), ("a", "[invalid]"), ("a", ""), ("a", "b")]

    assert lm_eval_metric("accuracy")(pairs) == 0.25
    assert lm_eval_metric("accuracy(missing=skip)")(pairs) == 0.5
    assert lm_eval_metric("accuracy(missing=skip)", unanswered=())(pairs) == 0.25


def test_an_undefined_score_is_no_number() -> None:
    assert isnan(lm_eval_metric("kappa")([("a", "a")]))
    assert isnan(lm_eval_metric("kappa")([]))


@pytest.mark.parametrize(
    ("asked", "said", "name", "text"),
    [
        ("kappa", {}, "kappa", "measurand: kappa = kappa/1(class=item,missing=empty)"),
        ("kappa", {"name": "k"}, "k", "measurand: k = kappa/1(class=item,missing=empty)"),
        (
            "sklearn:f1:macro",
            {},
            "sklearn_f1_macro",
            "measurand: sklearn_f1_macro = sklearn:f1:macro",
        ),
    ],
)
def test_results_say_what_was_computed(
    asked: str, said: dict[str, str], name: str, text: str
) -> None:
    made = deepcopy(lm_eval_metric(asked, **said))  # type: ignore[arg-type]  # all of these are texts

    assert (made.__name__, str(made)) == (name, text)
    assert {made: 1}[made] == 1


def test_results_say_what_else_was_told() -> None:
    made = lm_eval_metric("accuracy", name="right", unanswered=["none"], labels="text")

    assert (
        str(made)
        == "measurand: right = accuracy/1(missing=empty) | labels='text', unanswered=['none']"
    )


@pytest.mark.parametrize("value", [1.0, "ab", ("a", "b", "c"), None])
def test_what_is_no_pair_is_refused(value: object) -> None:
    with pytest.raises(InvalidInputError, match=r"pairs\[1\]: expected a pair"):
        lm_eval_metric("accuracy")([("a", "b"), value])


def test_what_is_no_definition_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="did you mean 'kappa'"):
        lm_eval_metric("kapa")
