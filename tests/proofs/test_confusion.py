from fractions import Fraction
from math import sqrt

import pytest

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import Preimage
from measurand.auditing.proofs.confusion.matrices import (
    NAMES,
    ROLES,
    has_scores,
    possible_matrices,
    possible_tables,
    printed_score,
    score_named,
)
from measurand.auditing.proofs.confusion.one_matrix import one_matrix
from measurand.auditing.proofs.confusion.scores import SCORES, Matrix, enclosed
from measurand.auditing.proofs.confusion.search import SearchOptions, Void
from measurand.auditing.proofs.finding import Exhausted, Finding, Witness, questions
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import Verdict

# 7 of 10 positives and 15 of 20 negatives: the scores below are worked out by hand.
ONE = Matrix(tp=7, tn=15, p=10, n=20)
BY_HAND = {
    "acc": 22 / 30,
    "sens": 7 / 10,
    "spec": 15 / 20,
    "ppv": 7 / 12,
    "npv": 15 / 18,
    "bacc": (0.7 + 0.75) / 2,
    "f1p": 14 / 22,
    "f1n": 30 / 38,
    "fbp": 5 * 7 / (4 * 10 + 12),
    "fbn": 5 * 15 / (4 * 20 + 18),
    "fm": sqrt(7 / 12 * 0.7),
    "gm": sqrt(0.7 * 0.75),
    "upm": 2 / (22 / 14 + 38 / 30),
    "mcc": (7 * 15 - 5 * 3) / sqrt(12 * 10 * 20 * 18),
    "bm": 0.45,
    "mk": 7 / 12 + 15 / 18 - 1,
    "lrp": 0.7 / 0.25,
    "lrn": 0.3 / 0.75,
    "dor": 7 * 15 / (5 * 3),
    "pt": sqrt(0.25) / (sqrt(0.25) + sqrt(0.7)),
    "ji": 7 / 15,
    "kappa": (22 / 30 - (12 * 10 + 18 * 20) / 900) / (1 - (12 * 10 + 18 * 20) / 900),
    "prevalence": 1 / 3,
    "tp": 7,
    "tn": 15,
    "fp": 5,
    "fn": 3,
    "sens_macro": (0.7 + 0.75) / 2,
    "ppv_macro": (7 / 12 + 15 / 18) / 2,
    "ppv_weighted": (7 / 12 + 2 * 15 / 18) / 3,
    "fb_macro": (5 * 7 / 52 + 5 * 15 / 98) / 2,
    "fb_weighted": (5 * 7 / 52 + 2 * 5 * 15 / 98) / 3,
    "fb_of_macro": 5 * (17 / 24) * 0.725 / (4 * 17 / 24 + 0.725),
    "fb_of_weighted": 5 * (0.75) * (22 / 30) / (4 * 0.75 + 22 / 30),
}


def test_every_score_has_the_value_worked_out_by_hand() -> None:
    assert set(BY_HAND) == set(SCORES)
    for name, value in BY_HAND.items():
        found = enclosed(SCORES[name], ONE, Fraction(2))
        assert found is not None
        assert float(found.low) == pytest.approx(value, abs=1e-9), name
        assert float(found.high) == pytest.approx(value, abs=1e-9), name


@pytest.mark.parametrize(
    ("name", "matrix"),
    [
        ("ppv", Matrix(tp=0, tn=4, p=3, n=4)),
        ("npv", Matrix(tp=3, tn=0, p=3, n=4)),
        ("sens", Matrix(tp=0, tn=4, p=0, n=4)),
        ("spec", Matrix(tp=3, tn=0, p=3, n=0)),
        ("bacc", Matrix(tp=0, tn=4, p=0, n=4)),
        ("mcc", Matrix(tp=0, tn=4, p=3, n=4)),
        ("mk", Matrix(tp=3, tn=0, p=3, n=4)),
        ("lrp", Matrix(tp=3, tn=4, p=3, n=4)),
        ("lrn", Matrix(tp=3, tn=0, p=3, n=4)),
        ("dor", Matrix(tp=3, tn=1, p=3, n=4)),
        ("upm", Matrix(tp=0, tn=0, p=3, n=4)),
        ("pt", Matrix(tp=0, tn=4, p=3, n=4)),
        ("f1p", Matrix(tp=0, tn=4, p=0, n=4)),
        ("ji", Matrix(tp=0, tn=4, p=0, n=4)),
    ],
)
def test_scores_are_undefined_where_they_divide_by_nothing(name: str, matrix: Matrix) -> None:
    anything = Preimage(Fraction(-(10**9)), Fraction(10**9))
    assert SCORES[name].within(matrix, anything) is None
    assert enclosed(SCORES[name], matrix) is None


def test_an_undefined_score_prints_what_the_hunt_says() -> None:
    zero = {"ppv": Printed.parse("0.00"), "tp": Printed.parse("0"), "fp": Printed.parse("0")}
    found = {void: possible_matrices(zero, 3, 4, SearchOptions(void=void)).verdict for void in Void}
    assert found == {
        Void.NONE: Verdict.REFUTED,
        Void.ZERO: Verdict.HOLDS,
        Void.ONE: Verdict.REFUTED,
        Void.EITHER: Verdict.HOLDS,
    }


def test_a_majority_baseline_is_possible_as_a_mean_over_classes() -> None:
    # All called negative: P = (0 + 4/7) / 2 where the undefined half is printed as 0.
    scores = {"ppv_macro": Printed.parse("0.286"), "bacc": Printed.parse("0.500")}
    known = {**scores, "tp": Printed.parse("0"), "fp": Printed.parse("0")}
    assert possible_matrices(known, 3, 4).verdict is Verdict.HOLDS
    assert possible_matrices(known, 3, 4, SearchOptions(void=Void.NONE)).verdict is Verdict.REFUTED


# mlscorecheck 1.0.3, docstring of check_1_testset_no_kfold: consistent, and not with acc = 0.92.
def test_the_first_example_of_a_peer_comes_out_the_same() -> None:
    off = Fraction(1, 100)
    scores = {"acc": "0.62", "sens": "0.22", "spec": "0.86", "f1p": "0.3", "fm": "0.32"}
    near = {name: Interval(Fraction(v) - off, Fraction(v) + off) for name, v in scores.items()}
    assert possible_matrices(near, 530, 902).verdict is Verdict.HOLDS
    near["acc"] = Interval(Fraction("0.91"), Fraction("0.93"))
    assert possible_matrices(near, 530, 902).verdict is Verdict.REFUTED


def test_all_matrices_are_listed_once() -> None:
    found = possible_matrices({"acc": Printed.parse("0.5")}, 10, 10)
    listed = list(found.matrices())
    assert len(listed) == len(set(listed)) == found.count
    assert {one.tp + one.tn for one in listed} == {9, 10, 11}


def test_large_test_sets_take_few_boxes() -> None:
    texts = {"acc": "0.8123", "f1": "0.7312", "mcc": "0.6012"}
    scores = {name: Printed.parse(text) for name, text in texts.items()}
    found = possible_matrices(scores, 20_000, 30_000, SearchOptions(first=True))
    assert found.complete
    assert found.tried < 200


def test_a_budget_that_runs_out_decides_nothing() -> None:
    scores = {"f1": Printed.parse("0.5000"), "ji": Printed.parse("0.3400")}
    assert possible_matrices(scores, 900, 900, SearchOptions(budget=2)).verdict is Verdict.UNDECIDED


def test_a_named_rounding_leaves_out_its_open_end() -> None:
    half = {"acc": Printed.parse("0.3", rounding=Rounding.HALF_UP)}
    assert possible_matrices(half, 4, 0).witness == Matrix(tp=1, tn=0, p=4, n=0)  # 0.25 goes up
    down = {"acc": Printed.parse("0.3", rounding=Rounding.HALF_DOWN)}
    assert possible_matrices(down, 4, 0).verdict is Verdict.REFUTED


def test_sizes_that_are_not_known_are_tried() -> None:
    scores = {"sens": Printed.parse("0.333"), "spec": Printed.parse("0.714")}
    found = possible_tables(scores, 10, SearchOptions(void=Void.NONE))
    assert [(one.p, one.n) for one in found] == [(3, 7)]
    [spent] = possible_tables({"acc": Printed.parse("0.5")}, 99, SearchOptions(budget=0))
    assert spent.verdict is Verdict.UNDECIDED


def test_names_meet_in_one_score() -> None:
    assert {score_named(name)[0].name for name in NAMES} == set(SCORES)
    assert set(ROLES.values()) <= set(SCORES)
    assert printed_score("fdr", Interval(Fraction(0), Fraction(1, 4))).span.low == Fraction(3, 4)
    with pytest.raises(KeyError, match="auc"):
        printed_score("auc", Interval(Fraction(0), Fraction(1)))


def test_counts_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="counts of at least 0: got -1 and 3"):
        possible_matrices({}, -1, 3)
    with pytest.raises(ValueError, match="0 <= tp <= p"):
        Matrix(tp=4, tn=0, p=3, n=0)
    with pytest.raises(ValueError, match="a beta above 0: got 0"):
        possible_matrices({}, 1, 3, beta=Fraction(0))


def _sheet(facts: tuple[tuple[Fact, int], ...], **cells: str) -> Sheet:
    roles = {"acc": Role.ACCURACY, "P": Role.PRECISION, "R": Role.RECALL, "F1": Role.F}
    columns = tuple(Column(name=name, role=roles[name]) for name in cells)
    printed = tuple((name, Printed.parse(text)) for name, text in cells.items())
    return Sheet(columns=columns, rows=(Row(label="ours", cells=printed),), facts=facts)


BINARY = ((Fact.POSITIVES, 10), (Fact.NEGATIVES, 20))


def test_a_row_of_one_matrix_is_possible_with_its_counts() -> None:
    first, *others = one_matrix(_sheet(BINARY, acc="73.3%", P="58.3%", R="70.0%", F1="63.6%"))
    assert first.question == "confusion matrix: ours / acc, P, R, F1"
    assert first.verdict is Verdict.HOLDS
    assert first.because == "TP 7, FP 5, FN 3, TN 15 print all of them, an undefined one as 0 or 1"
    assert first.grounds == (
        Witness(tuple((k, Fraction(v)) for k, v in (("TP", 7), ("FP", 5), ("FN", 3), ("TN", 15)))),
    )
    assert len(others) == 4


def test_a_row_of_means_over_both_classes_is_not_accused() -> None:
    # The same matrix, P, R and F as macro averages: P .708, R .725, F1 .713; F of the means .717.
    for f1 in ("0.713", "0.717"):
        findings = tuple(one_matrix(_sheet(BINARY, acc="0.733", P="0.708", R="0.725", F1=f1)))
        assert findings[0].verdict is Verdict.REFUTED
        assert Verdict.HOLDS in {one.verdict for one in findings}


def test_a_row_that_no_reading_allows_is_refuted_with_what_was_tried() -> None:
    findings = tuple(one_matrix(_sheet(BINARY, acc="0.73", P="0.58", R="0.70", F1="0.30")))
    assert {one.verdict for one in findings} == {Verdict.REFUTED}
    assert findings[0].because == (
        "not reproducible under any confusion matrix of 10 positives and 20 negatives"
    )
    [ground] = findings[0].grounds
    assert isinstance(ground, Exhausted)
    assert ground.tried > 0


def _asked(*facts: tuple[Fact, int]) -> list[Finding]:
    return list(one_matrix(_sheet(facts, acc="0.73", R="0.70")))


def test_the_rule_is_silent_where_no_matrix_is_known_to_be() -> None:
    assert not _asked((Fact.SAMPLES, 30))
    assert not _asked((Fact.POSITIVES, 10))
    assert not _asked((Fact.SAMPLES, 30), (Fact.POSITIVES, 10), (Fact.CLASSES, 5))
    assert not _asked((Fact.SAMPLES, 31), *BINARY)
    assert not _asked((Fact.RUNS, 3), *BINARY)
    assert _asked((Fact.SAMPLES, 30), (Fact.NEGATIVES, 20))[0].verdict is Verdict.HOLDS


def test_two_classes_of_unknown_sizes_are_tried() -> None:
    findings = _asked((Fact.SAMPLES, 30), (Fact.CLASSES, 2))
    assert findings[0].verdict is Verdict.HOLDS
    assert findings[0].assumes[0] == (
        "one confusion matrix of 30 samples with any number of positives, and no mean over "
        "samples or folds"
    )


def test_findings_of_a_row_are_one_question() -> None:
    sheet = _sheet(BINARY, acc="0.733", P="0.708", R="0.725", F1="0.713")
    [question] = questions(one_matrix(sheet))
    assert question.verdict is Verdict.HOLDS


def test_a_matrix_proves_its_scores() -> None:
    scores = {"acc": Printed.parse("0.733"), "fpr": Printed.parse("0.25")}
    assert has_scores(scores, ONE)
    assert not has_scores({"acc": Printed.parse("0.734")}, ONE)
