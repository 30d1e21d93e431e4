"""What the laws of label scores say of cases worked by hand."""

from fractions import Fraction

from measurand.algebra.law import Broken, Holds, Silent
from measurand.laws.kinds.labels import (
    DECLARED_LABELS,
    LABEL_SCORE,
    WEIGHTED_LABELS,
    DeclaredCase,
    Labels,
    LabelsCase,
    WeightedCase,
    mean_f1,
    mean_recall,
    share_right,
    weighted_f1,
)
from measurand.laws.kinds.subject import Subject

LAWS = {law.id: law.check for law in LABEL_SCORE.laws}
DECLARED = {law.id: law.check for law in DECLARED_LABELS.laws}
WEIGHTED = {law.id: law.check for law in WEIGHTED_LABELS.laws}


def test_averages_by_hand() -> None:
    # a: 1 right of 2 gold and 1 predicted, F1 2/3; b: 1 right of 1 gold and 2 predicted, F1 2/3
    gold, predicted = ["a", "a", "b"], ["a", "b", "b"]

    assert share_right(gold, predicted) == Fraction(2, 3)
    assert mean_f1(gold, predicted) == Fraction(2, 3)
    assert mean_recall(gold, predicted) == Fraction(3, 4)  # 1/2 and 1
    assert mean_f1(["a"], ["b"]) == 0
    assert weighted_f1(["a", "a", "b"], ["a", "a", "a"]) == Fraction(8, 15)  # 2 * 4/5 + 0, of 3


def test_a_broken_average_says_the_number_that_it_should_have() -> None:
    always = Subject("always", lambda gold, predicted: Fraction(len(gold), len(predicted)))

    found = LAWS["macro-f1"](always, LabelsCase(["a", "b"], ["a", "a"]))

    line = "always(['a', 'b'], ['a', 'a'])  # 1"
    assert found == Broken("1, expected 1/3", (line,))


def test_without_items_a_score_may_raise_unless_an_empty_rule_is_claimed() -> None:
    plain = Subject("accuracy", share_right)
    ruled = Subject("accuracy", share_right, {"empty=1"})
    nothing = LabelsCase([], [])

    assert isinstance(LAWS["defined"](plain, nothing), Silent)
    assert LAWS["defined"](ruled, nothing) == Broken(
        "it raises ZeroDivisionError: Fraction(0, 0)",
        ("accuracy([], [])  # raises ZeroDivisionError: Fraction(0, 0)",),
    )


def test_a_signed_score_may_fall_to_minus_one() -> None:
    def minus(gold: Labels, predicted: Labels) -> int:
        return -1 if len(gold) == len(predicted) else 0

    case = LabelsCase(["a"], ["b"])

    assert LAWS["range"](Subject("f", minus, {"signed"}), case) == Holds()
    assert isinstance(LAWS["range"](Subject("f", minus), case), Broken)


def test_batches_are_cut_where_the_case_says_and_none_is_empty() -> None:
    case = LabelsCase(["a", "b", "c"], ["a", "a", "a"], cuts=[2, 0])

    assert case.batches() == [(["a", "b"], ["a", "a"]), (["c"], ["a"])]


def test_a_label_declared_twice_is_asked_beside_the_same_without() -> None:
    length = Subject("f", lambda gold, _, labels: Fraction(1, len(gold + labels)))

    found = DECLARED["label-twice"](length, DeclaredCase(["a"], ["a"], ["a"]))

    assert isinstance(found, Broken)
    assert found.calls == ("f(['a'], ['a'], ['a'])  # 1/2", "f(['a'], ['a'], ['a', 'a'])  # 1/3")


def test_no_weight_at_all_is_no_case() -> None:
    score = Subject("f", lambda *given: len(given))
    found = WEIGHTED["weight-zero"](score, WeightedCase(["a"], ["a"], [0]))

    assert found == Silent("no item has a weight")
