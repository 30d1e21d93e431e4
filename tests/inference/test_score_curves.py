"""The curves behind scores, by hand."""

from fractions import Fraction

import pytest

from measurand.evidence.pool import pool
from measurand.inference.interval import Interval
from measurand.inference.score_curves import (
    CalibrationCurve,
    ScoreCurve,
    ThresholdCurve,
    score_curves,
)
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample


def rains(*said: tuple[str, int, int]) -> list[Sample]:
    return [
        Sample(
            id=str(at),
            amounts=(("p", Fraction(p)), ("rain", Fraction(so))),
            weight=Fraction(weight),
        )
        for at, (p, so, weight) in enumerate(said)
    ]


def curves(text: str, corpus: list[Sample]) -> tuple[ScoreCurve, ...]:
    definition = parse(text)
    return score_curves(definition, pool(observing(definition), corpus))


FEW = [("0.9", 1, 1), ("0.7", 0, 1), ("0.1", 0, 1)]


# In a bin of one miss, and in one of a hit and a miss: 0.025^(1/1) from its end, 1 - sqrt(0.975).
def test_a_bin_has_its_means_and_the_exact_interval_of_its_share() -> None:
    [curve] = curves("ece(score=p,label=rain,bins=2)", rains(*FEW))

    assert isinstance(curve, CalibrationCurve)
    assert [(one.weight, one.said, one.happened) for one in curve.bins] == [
        (Fraction(1), Fraction(1, 10), Fraction(0)),
        (Fraction(2), Fraction(4, 5), Fraction(1, 2)),
    ]
    low, high = (one.interval for one in curve.bins)
    assert isinstance(low, Interval)
    assert isinstance(high, Interval)
    assert (low.low, low.high) == pytest.approx((0, 0.975))
    assert (high.low, high.high) == pytest.approx((1 - 0.975**0.5, 0.975**0.5))


def test_samples_of_weights_are_no_trials() -> None:
    [curve] = curves("mce(score=p,label=rain,bins=2)", rains(("0.9", 1, 2), ("0.6", 0, 1)))

    assert isinstance(curve, CalibrationCurve)
    assert [(one.weight, one.said, one.interval) for one in curve.bins] == [
        (Fraction(3), Fraction(4, 5), None)
    ]


def test_what_weighs_nothing_is_in_no_bin() -> None:
    [curve] = curves("ece(score=p,label=rain,bins=2)", rains(*FEW, ("0.5", 1, 0)))

    assert isinstance(curve, CalibrationCurve)
    assert [one.weight for one in curve.bins] == [1, 2]
    assert all(one.interval is not None for one in curve.bins)


# 0.9 is positive, 0.7 is not, 0.6 twice is one of each.
SWEPT = [("0.9", 1, 1), ("0.7", 0, 1), ("0.6", 1, 1), ("0.6", 0, 1)]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("auc(score=p,label=rain)", ["0 1/2", "1/2 1/2", "1 1"]),
        ("average_precision(score=p,label=rain)", ["1/2 1", "1/2 1/2", "1 1/2"]),
        ("precision_at_recall(score=p,label=rain,recall=0.5)", ["1/2 1", "1/2 1/2", "1 1/2"]),
    ],
)
def test_a_threshold_is_a_point(text: str, points: list[str]) -> None:
    [curve] = curves(text, rains(*SWEPT))

    assert isinstance(curve, ThresholdCurve)
    assert [f"{x} {y}" for x, y in curve.points] == points
    assert curve.positives == Fraction(1, 2)


def test_there_is_no_curve_of_one_label_nor_of_nobody() -> None:
    assert curves("auc(score=p,label=rain)", rains(("0.9", 1, 1))) == ()
    assert curves("average_precision(score=p,label=rain)", []) == ()
    assert curves("ece(score=p,label=rain)", []) == ()


def test_a_score_of_no_curve_has_none() -> None:
    assert curves("brier(score=p,label=rain)", rains(*FEW)) == ()


POST = [
    Sample(
        id=gold,
        gold=(gold,),
        graded=(("p", tuple((name, Fraction(n, 10)) for name, n in zip("ab", ns, strict=True))),),
    )
    for gold, ns in (("a", (7, 3)), ("b", (4, 6)))
]


def test_each_class_has_a_curve() -> None:
    calibration = curves("classwise_ece(scores=p,bins=1)", POST)
    areas = curves("multiclass_auc(scores=p)", POST)

    assert [one.label for one in (*calibration, *areas)] == ["a", "b", "a", "b"]
    assert [
        (one.said, one.happened)
        for curve in calibration
        if isinstance(curve, CalibrationCurve)
        for one in curve.bins
    ] == [(Fraction(11, 20), Fraction(1, 2)), (Fraction(9, 20), Fraction(1, 2))]
    assert [
        [f"{x} {y}" for x, y in one.points] for one in areas if isinstance(one, ThresholdCurve)
    ] == [["0 1", "1 1"], ["0 1", "1 1"]]


def test_of_the_largest_probability_there_is_one_curve() -> None:
    [curve] = curves("top_label_ece(scores=p,bins=1)", POST)

    assert isinstance(curve, CalibrationCurve)
    assert [(one.said, one.happened) for one in curve.bins] == [(Fraction(13, 20), Fraction(1))]
