"""Worked examples of probabilities and thresholds: by hand, and of the packages that have them."""

import random
from fractions import Fraction

import numpy as np
import pytest
from sklearn import metrics

from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse
from measurand.values.quantity import square_root
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

Numbers = list[str]
Labels = list[int]
RAIN = ["0.1", "0.9", "0.8", "0.3"]
DRY = ["0.25", "0.25", "0.55", "0.75", "0.75"]


def score(name: str, said: Numbers, so: Labels, options: str = "") -> Score:
    corpus = tuple(
        Sample(id=str(at), amounts=(("p", Fraction(p)), ("rain", Fraction(y))))
        for at, (p, y) in enumerate(zip(said, so, strict=True))
    )
    return evaluate(parse(f"{name}(score=p,label=rain{options})"), corpus)


# The first stands in scikit-learn's reference; (0.01 + 0.16) / 2; nobody is off.
@pytest.mark.parametrize(
    ("said", "so", "expected"),
    [
        (RAIN, [0, 1, 1, 0], Fraction(3, 80)),
        (["0.9", "0.4"], [1, 0], Fraction(17, 200)),
        (["1", "0"], [1, 0], Fraction(0)),
    ],
)
def test_brier_by_hand(said: Numbers, so: Labels, expected: Fraction) -> None:
    assert score("brier", said, so) == Defined(expected)


# Half rain at 0.5 each: uncertainty 1/4. At 0.9 it rained once of two, at 0.1 never of two:
# reliability (2 * 0.16 + 2 * 0.01) / 4, resolution (2 * 1/16 + 2 * 1/16) / 4, rain 1 of 4.
@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("brier_reliability", Fraction(17, 200)),
        ("brier_resolution", Fraction(1, 16)),
        ("brier_uncertainty", Fraction(3, 16)),
        ("brier", Fraction(21, 100)),
        ("brier_skill", Fraction(-3, 25)),
    ],
)
def test_parts_by_hand(part: str, expected: Fraction) -> None:
    assert score(part, ["0.9", "0.9", "0.1", "0.1"], [1, 0, 0, 0]) == Defined(expected)


# One bin: the variance is 0.16, the covariance 0.2, then -0.2; of distinct bins nothing is within.
@pytest.mark.parametrize(
    ("said", "so", "binning", "expected"),
    [
        (["0.9", "0.1"], [1, 0], "width", Fraction(-6, 25)),
        (["0.9", "0.1"], [0, 1], "width", Fraction(14, 25)),
        (["0.9", "0.1"], [1, 0], "distinct", Fraction(0)),
    ],
)
def test_what_bins_hide_by_hand(
    said: Numbers, so: Labels, binning: str, expected: Fraction
) -> None:
    found = score("brier_within", said, so, f",bins=1,binning={binning}")

    assert found == Defined(expected)


# The first stands in scikit-learn's reference, to five digits; log 2; log 4 / 2.
@pytest.mark.parametrize(
    ("said", "so", "expected"),
    [
        (["0.9", "0.1", "0.2", "0.65"], [1, 0, 0, 1], 0.21616),
        (["0.5"], [1], 0.69315),
        (["0.25", "1"], [1, 1], 0.69315),
    ],
)
def test_log_loss_by_hand(said: Numbers, so: Labels, expected: float) -> None:
    found = score("log_loss", said, so)

    assert isinstance(found, Defined)
    assert round(float(found.value), 5) == expected


def test_what_was_said_to_be_impossible_costs_everything() -> None:
    found = score("log_loss", ["0", "0.5"], [1, 1])

    assert found == Undefined("what happened had the probability 0")
    assert isinstance(score("log_loss", ["0", "0.5"], [1, 1], ",clip=0.001"), Defined)
    assert score("log_loss", ["0"], [0]) == Defined(Fraction(0))


# All three norms of these five stand in the reference of torchmetrics: 0.29, 0.2918, 0.3167.
@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("ece", "", Fraction(29, 100)),
        ("ece", ",norm=l2", square_root(Fraction(511, 6000))),
        ("mce", "", Fraction(19, 60)),
    ],
)
def test_calibration_by_hand(name: str, options: str, expected: Fraction) -> None:
    found = score(name, DRY, [0, 0, 1, 1, 1], f",bins=2{options}")

    assert found == Defined(expected)


# Bins of two of four: (0.1, 0.2), (0.3, 0.9), off by 0.15 and 0.1; of width 1/2: (0.1, 0.2, 0.3),
# (0.9), off by 0.6 / 3 and 0.1. An end that belongs to the lower bin: (0.5, 0.1) and (0.7).
@pytest.mark.parametrize(
    ("said", "so", "options", "expected"),
    [
        (["0.1", "0.2", "0.3", "0.9"], [0, 0, 0, 1], ",binning=mass", Fraction(1, 8)),
        (["0.1", "0.2", "0.3", "0.9"], [0, 0, 0, 1], "", Fraction(7, 40)),
        (["0.1", "0.5", "0.7"], [0, 0, 1], "", Fraction(3, 10)),
        (["0.1", "0.5", "0.7"], [0, 0, 1], ",closed=lower", Fraction(1, 10)),
        (["0.6", "1"], [1, 0], ",closed=lower", Fraction(3, 10)),
        (["0.6", "1"], [1, 0], ",closed=each_lower", Fraction(7, 10)),
    ],
)
def test_bins_by_hand(said: Numbers, so: Labels, options: str, expected: Fraction) -> None:
    assert score("ece", said, so, f",bins=2{options}") == Defined(expected)


# The first stands in scikit-learn's reference; two that tie for all; the best before the others.
@pytest.mark.parametrize(
    ("said", "so", "area", "expected"),
    [
        (["0.1", "0.4", "0.35", "0.8"], [0, 0, 1, 1], "step", Fraction(5, 6)),
        (["0.5", "0.5"], [1, 0], "step", Fraction(1, 2)),
        (["0.9", "0.8", "0.7"], [0, 1, 1], "step", Fraction(7, 12)),
        (["0.9", "0.8", "0.7"], [0, 1, 1], "envelope", Fraction(2, 3)),
        (["0.9", "0.8", "0.7"], [0, 1, 1], "trapezoid", Fraction(5, 12)),
    ],
)
def test_average_precision_by_hand(
    said: Numbers, so: Labels, area: str, expected: Fraction
) -> None:
    assert score("average_precision", said, so, f",area={area}") == Defined(expected)


# The first of each stands in the reference of torchmetrics.
@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("precision_at_recall", ",recall=0.5", Fraction(2, 3)),
        ("precision_at_recall", ",recall=1", Fraction(2, 3)),
        ("recall_at_precision", ",precision=0.5", Fraction(1)),
        ("recall_at_precision", ",precision=0.6", Fraction(1)),
        ("recall_at_precision", ",precision=0.7,unreached=zero", Fraction(0)),
        ("expected_cost", ",threshold=0.7", Fraction(1, 2)),
        ("expected_cost", ",threshold=0.7,tie=negative", Fraction(3, 4)),
        ("expected_cost", ",false_positive=3", Fraction(3, 4)),
    ],
)
def test_thresholds_by_hand(name: str, options: str, expected: Fraction) -> None:
    assert score(name, ["0", "0.5", "0.7", "0.8"], [0, 1, 1, 0], options) == Defined(expected)


def test_nothing_positive_has_no_recall() -> None:
    assert score("average_precision", RAIN, [0, 0, 0, 0]) == Undefined("no sample is positive")
    assert score("precision_at_recall", RAIN, [0] * 4, ",recall=1") == Undefined(
        "no sample is positive"
    )
    assert score("recall_at_precision", RAIN, [1, 0, 0, 1], ",precision=0.9") == Undefined(
        "no threshold is so precise"
    )
    assert score("brier_skill", RAIN, [0, 0, 0, 0]) == Undefined("all samples have one label")


@pytest.mark.parametrize(
    "signature",
    [
        "ece(score=p,label=rain,bins=0)",
        "log_loss(score=p,label=rain,clip=0.5)",
        "expected_cost(score=p,label=rain,false_positive=-1)",
        "precision_at_recall(score=p,label=rain,recall=0)",
        "recall_at_precision(score=p,label=rain,precision=1.1)",
    ],
)
def test_options_that_mean_nothing_are_refused(signature: str) -> None:
    with pytest.raises(SignatureError):
        parse(signature)


def test_scikit_learn_agrees() -> None:
    draws = random.Random(21)  # noqa: S311  # inputs of a test
    for _ in range(50):
        size = draws.randrange(2, 12)
        said = [f"{draws.randrange(21)}/20" for _ in range(size)]
        so = [0, 1, *(draws.randrange(2) for _ in range(size - 2))]
        p, y = np.array([float(Fraction(one)) for one in said]), np.array(so)
        precision, recall, _ = metrics.precision_recall_curve(y, p)
        clip = ",clip=1/4503599627370496"

        pairs = (
            (score("brier", said, so), metrics.brier_score_loss(y, p)),
            (score("log_loss", said, so, clip), metrics.log_loss(y, p)),
            (score("average_precision", said, so), metrics.average_precision_score(y, p)),
            (
                score("average_precision", said, so, ",area=trapezoid"),
                metrics.auc(recall, precision),
            ),
        )

        for ours, theirs in pairs:
            assert isinstance(ours, Defined)
            assert float(ours.value) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
