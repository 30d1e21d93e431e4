"""The page of scores: tables, and a picture of each curve behind a score."""

from fractions import Fraction

import pytest

from measurand.edges.report.picture import Broken, Disc, Picture, Stroke
from measurand.edges.report.score_curves_view import (
    MOST_POINTS,
    bins_grid,
    curve_figure,
    curve_words,
)
from measurand.edges.report.score_page import MOST_CURVES, score_page
from measurand.edges.report.score_view import ScoreLine
from measurand.inference.interval import LEVEL, Interval
from measurand.inference.score_curves import CalibrationBin, CalibrationCurve, ThresholdCurve
from measurand.metrics.families.thresholds import Curve
from measurand.metrics.finalise import Denominators
from measurand.metrics.signature import parse
from measurand.values.score import Defined

ECE = parse("ece(score=p,label=rain)")
HALF = Fraction(1, 2)


def one_bin(happened: Fraction, low: float, high: float, weight: int = 4) -> CalibrationBin:
    interval = Interval(low, high, LEVEL)
    return CalibrationBin(weight=Fraction(weight), said=HALF, happened=happened, interval=interval)


def strokes(picture: Picture, kind: str) -> list[Stroke]:
    return [one for one in picture.shapes if isinstance(one, Stroke) and one.kind == kind]


def line(*curves: CalibrationCurve | ThresholdCurve) -> ScoreLine:
    return ScoreLine("", ECE, Defined(HALF), Denominators(), curves=curves)


def test_an_interval_that_does_not_hold_what_was_said_is_told_in_colour_and_in_words() -> None:
    near, far = one_bin(HALF, 0.1, 0.9), one_bin(Fraction(1), 0.6, 1.0)
    curve = CalibrationCurve("", (near, far))

    picture = curve_figure(curve)

    assert len(strokes(picture, "kept whisker")) == len(strokes(picture, "broken whisker")) == 1
    assert "Most off: 0.5000 said, 1.0000 so." in curve_words(curve)
    assert "In 1 of 2 the interval" in curve_words(curve)


# The square is 270 wide from 40 and from 18 down: one half is at 175 and 153.
def test_a_bin_stands_where_its_numbers_are() -> None:
    picture = curve_figure(CalibrationCurve("", (one_bin(HALF, 0.25, 0.75),)))

    [disc] = [one for one in picture.shapes if isinstance(one, Disc)]
    [whisker] = strokes(picture, "kept whisker")
    assert (disc.x, disc.y) == (175, 153)
    assert (whisker.x1, whisker.y1, whisker.y2) == (175, 220.5, 85.5)


def test_precision_goes_level_to_each_point_and_a_roc_curve_straight() -> None:
    points = ((HALF, Fraction(1)), (Fraction(1), HALF))

    def drawn(kind: Curve) -> int:
        curve = ThresholdCurve(label="", kind=kind, points=points, positives=HALF)
        [path] = [one for one in curve_figure(curve).shapes if isinstance(one, Broken)]
        return len(path.points)

    assert (drawn(Curve.PRECISION_RECALL), drawn(Curve.ROC)) == (4, 3)


def test_of_many_thresholds_some_are_drawn() -> None:
    many = tuple((Fraction(at, 9999), Fraction(at, 9999)) for at in range(10_000))
    curve = ThresholdCurve(label="", kind=Curve.ROC, points=many, positives=HALF)

    [path] = [one for one in curve_figure(curve).shapes if isinstance(one, Broken)]

    assert len(path.points) == MOST_POINTS + 1
    assert path.points[-1] == (310, 18)


def test_bins_name_their_class_where_there_is_one() -> None:
    curve = CalibrationCurve("cat", (one_bin(HALF, 0.25, 0.75),))

    grid = bins_grid([("d1", curve)])

    assert grid.columns[:3] == ("definition", "class", "weight")
    assert grid.rows == (("d1", "cat", "4", "0.5000", "0.5000", "[0.2500, 0.7500]", "0.0000"),)


def test_what_comes_from_data_is_text_on_the_page() -> None:
    page = score_page([line(CalibrationCurve("<b>", (one_bin(HALF, 0, 1),)))], {}, source="a.csv")

    assert "<b>" not in page
    assert "Calibration curve of &lt;b&gt;" in page
    assert page.count("<svg") == 1


@pytest.mark.parametrize(("number", "left"), [(MOST_CURVES, ""), (MOST_CURVES + 2, "2 more")])
def test_a_page_has_no_more_pictures_than_can_be_looked_at(number: int, left: str) -> None:
    curves = [CalibrationCurve(str(at), (one_bin(HALF, 0, 1),)) for at in range(number)]

    page = score_page([line(*curves)], {})

    assert page.count("<svg") == MOST_CURVES
    assert ("more curves are not drawn" in page) == bool(left)
    assert left in page


def test_without_curves_the_page_has_the_tables() -> None:
    page = score_page([line()], {})

    assert "<svg" not in page
    assert "ece/1(" in page
