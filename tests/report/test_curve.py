"""Specification curves, bars and regions: what is drawn, how much, and that nothing leaks."""

from fractions import Fraction
from xml.etree import ElementTree as ET

from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.specification_curves import Curve, Point
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.edges.report.curve_picture import (
    MOST_DRAWN,
    curve_picture,
    curve_text,
    drawn,
    spread_picture,
    spread_text,
)
from measurand.edges.report.picture import Picture, svg
from measurand.edges.report.region_picture import region_of, region_picture
from measurand.metrics.grammar import read_value
from measurand.values.printed import Printed
from measurand.values.score import Root
from measurand.values.verdict import Verdict

SVG = "{http://www.w3.org/2000/text}"
HOSTILE = '<b> & "x" ]]> \x07'


def by(**options: str) -> Candidate:
    return Candidate("", tuple((name, read_value(value)) for name, value in options.items()))


def point(value: Fraction, *candidates: Candidate, holds: bool = False) -> Point:
    verdict = Verdict.HOLDS if holds else Verdict.REFUTED
    return Point(value=value, verdict=verdict, candidates=candidates or (Candidate(),))


MICRO, MEAN = by(average="micro"), by(average="macro[sample]", aggregate="mean")
HARMONIC = by(average="macro[sample]", aggregate="harmonic")
THREE = Curve(
    row=HOSTILE,
    column="F1",
    printed=Printed.parse("50.0%"),
    points=(
        point(Fraction(1, 5), MICRO, MEAN),
        point(Fraction(1, 2), HARMONIC, holds=True),
    ),
    undefined=1,
)


def drawing(picture: Picture | None) -> str:
    return "" if picture is None else svg(picture, name="p")


def shapes(text: str, tag: str, kind: str) -> list[ET.Element]:
    root = ET.fromstring(text)
    return [one for one in root.iter(tag) if one.get("class") == kind]


def many(number: int) -> Curve:
    points = tuple(point(Fraction(n, number)) for n in range(number))
    return Curve(row="a", column="F1", printed=Printed.parse("50.0%"), points=points)


def test_a_curve_has_a_dot_for_each_number_and_a_diamond_for_what_prints_so() -> None:
    text = drawing(curve_picture(THREE))

    assert len(shapes(text, "circle", "kept")) == 1
    assert len(shapes(text, "polygon", "fixed edged")) == 1
    assert len(shapes(text, "line", "printed")) == 1


def test_the_matrix_tells_what_all_and_what_some_definitions_of_a_number_choose() -> None:
    # The first number: one of two definitions is micro (some), one macro (some), one has an
    # aggregate of mean (some). The second: all macro, all harmonic.
    text = drawing(curve_picture(THREE))

    assert len(shapes(text, "rect", "some")) == 3
    assert len(shapes(text, "rect", "all")) == 2


def test_a_curve_says_in_words_what_it_shows() -> None:
    assert curve_text(THREE) == (
        "4 definitions give 2 different numbers, from 20% to 50%; 1 prints the published 50.0%. 1 "
        "give no number."
    )


def test_no_more_than_two_hundred_numbers_are_drawn_and_the_rest_is_counted() -> None:
    found = drawn(many(1000))

    assert (len(found.points), found.left) == (MOST_DRAWN, 800)
    assert found.points[0].value == Fraction(400, 1000)
    assert curve_text(many(1000)).endswith("800 numbers far from the published one are not drawn.")
    assert drawn(many(MOST_DRAWN)).left == 0


def test_values_whose_starts_are_alike_are_told_apart_by_their_ends() -> None:
    long = ("greedy[similarity=given,threshold=0.7]", "greedy[similarity=given,threshold=0.8]")
    points = tuple(point(Fraction(n, 9), by(match=match)) for n, match in enumerate(long))
    text = drawing(
        curve_picture(Curve(row="a", column="F1", printed=Printed.parse("5%"), points=points))
    )

    assert "threshold=0.7]" in text
    assert "threshold=0.8]" in text


def test_irrational_and_huge_numbers_are_drawn() -> None:
    points = (
        point(Fraction(10) ** 400),
        Point(value=Root(Fraction(2)), verdict=Verdict.REFUTED, candidates=(Candidate(),)),
    )
    text = drawing(
        curve_picture(
            Curve(row="a", column="sd", printed=Printed.parse("1.41"), points=points[::-1])
        )
    )

    assert "nan" not in text
    assert "inf" not in text


def test_names_are_escaped_in_every_picture() -> None:
    pictures = [
        drawing(curve_picture(THREE)),
        drawing(spread_picture([THREE], {HOSTILE: (HOSTILE,)})),
        region_picture_of(row=HOSTILE),
    ]

    for text in pictures:
        ET.fromstring(text)
        assert "<b>" not in text
        assert "\x07" not in text


def test_a_bar_runs_from_the_lowest_to_the_highest_number_and_marks_the_published_one() -> None:
    text = drawing(spread_picture([THREE], {}))

    [bar] = shapes(text, "rect", "steady")
    # From 20 to 50 with 6 percent of 30 on both sides, over 292 units from 24.
    assert float(bar.get("x", "")) == round(24 + 1.8 / 33.6 * 292, 2)
    assert float(bar.get("width", "")) == round(30 / 33.6 * 292, 2)
    assert len(shapes(text, "polygon", "published")) == 1


def test_rows_that_change_places_have_another_colour_and_name_each_other() -> None:
    text = drawing(spread_picture([THREE], {HOSTILE: ("other",)}))

    assert len(shapes(text, "rect", "moving")) == 1
    assert "⇅ other" in text
    assert spread_text(THREE, ("other",)).endswith("Changes places with other.")


def test_a_cell_without_a_number_has_no_picture() -> None:
    empty = Curve(row="a", column="F1", printed=Printed.parse("1"), points=(), undefined=3)

    assert curve_picture(empty) is None
    assert spread_picture([empty], {}) is None


def region_picture_of(
    cells: tuple[str, str, str] = ("34.0%", "12.5%", "29.4%"), row: str = "LO"
) -> str:
    sheet = _sheet(cells, row)
    [region] = [one for q in lint(sheet).questions if (one := region_of(sheet, q)) is not None]
    return drawing(region_picture(region))


def _sheet(cells: tuple[str, str, str], row: str) -> Sheet:
    roles = {"P": Role.PRECISION, "R": Role.RECALL, "F1": Role.F}
    return Sheet(
        columns=tuple(Column(name=name, role=role) for name, role in roles.items()),
        rows=(
            Row(
                label=row,
                cells=tuple(
                    (name, Printed.parse(text)) for name, text in zip(roles, cells, strict=True)
                ),
            ),
        ),
    )


def test_a_region_shows_every_reading_with_its_verdict() -> None:
    # The seed's row LO: no reading prints it.
    refuted = region_picture_of()
    assert len(shapes(refuted, "rect", "refuted")) == 3
    assert len(shapes(refuted, "rect", "allowed")) == 0

    possible = region_picture_of(("71.9%", "65.6%", "68.6%"), "IO")
    assert len(shapes(possible, "rect", "refuted")) == 0
    assert len(shapes(possible, "rect", "allowed")) == 3


def test_the_corners_of_the_square_are_drawn_too() -> None:
    for cells in (("0%", "0%", "0%"), ("100%", "100%", "100%"), ("100%", "0%", "0%")):
        text = region_picture_of(cells)
        assert "nan" not in text
        assert "inf" not in text


def test_a_question_about_something_else_has_no_region() -> None:
    sheet = _sheet(("34.0%", "12.5%", "29.4%"), "LO")
    others = [q for q in lint(sheet).questions if q.findings[0].rule != "f-from-p-and-r"]

    assert others
    assert [region_of(sheet, question) for question in others] == [None] * len(others)
