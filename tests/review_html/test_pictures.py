"""The pictures: each has a title, a description and its data, and draws what the data say."""

import re

import pytest

from measurand.edges.report.svg import Box, Drawing, Ink, Ribbon, Words, svg
from measurand.studies.review.edge.page.flow import flow_drawing
from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.labels import LABELS
from measurand.studies.review.edge.page.pictures import Picture, pictures
from measurand.studies.review.page import AspectConflicts, Flow, ReviewPage
from tests.review_html.sample_pages import EMPTY, PAGE, elements

ENGLISH = LABELS["en"]


def picture(page: ReviewPage, name: str) -> Picture:
    return next(one for one in pictures(page, ENGLISH) if one.name == name)


def test_every_picture_has_a_title_a_description_and_a_table() -> None:
    html = review_html(PAGE)

    figures = re.findall(r"<figure.*?</figure>", html, re.DOTALL)

    assert len(figures) == 5
    for figure in figures:
        [drawn] = [one for one in elements(figure) if one.tag == "svg"]
        title, text = drawn.attributes["aria-labelledby"].split()
        named = {one.attributes.get("id"): one for one in elements(figure)}
        assert named[title].tag == "title"
        assert named[title].text
        assert named[text].tag == "desc"
        assert named[text].text
        assert figure.index("</svg>") < figure.index("<table>")


def test_what_edits_add_is_a_table_with_its_sum() -> None:
    assert picture(PAGE, "edits").rows == (
        ("Right prediction removed", "-0.0833"),
        ("Wrong prediction removed", "+0.2500"),
        ("Right prediction added", "+0.2500"),
        ("Wrong prediction added", "-0.0833"),
        ("Sum", "+0.3333"),
    )


def test_text_stays_text() -> None:
    drawn = picture(PAGE, "causes").svg

    words = [one.text for one in elements(drawn) if one.tag == "text"]

    assert words == ["not in the text", "3", "own cause", "1"]


def test_a_picture_carries_no_date_no_ids_and_no_references() -> None:
    drawn = "".join(one.svg for one in pictures(PAGE, ENGLISH))

    assert "metadata" not in drawn
    assert "href" not in drawn
    assert "xmlns" not in drawn
    assert set(re.findall(r'id="([^"]*)"', drawn)) == {
        f"picture-{name}-{part}"
        for name in ("flow", "stages", "edits", "conflicts", "causes")
        for part in ("title", "text")
    }


def test_every_colour_is_a_variable_of_the_page() -> None:
    drawn = "".join(one.svg for one in pictures(PAGE, ENGLISH))

    assert not re.search(r"(?:fill|stroke): #", drawn)
    used = set(re.findall(r"var\(--([a-z-]+)\)", drawn))
    html = review_html(EMPTY)
    assert all(f"--{name}:" in html for name in used)
    assert all(f"--{ink.variable[6:-1]}:" in html for ink in Ink)


def test_text_that_looks_like_a_slot_or_a_colour_is_left_alone() -> None:
    words = ("@@1@@", "#010101", ' id="x"', "font-family: y", "</text>")
    drawing = Drawing(90, 90, tuple(Words(x=0, y=9, text=word) for word in words))

    drawn = svg(drawing, name="p", title="t", description="d")

    assert [one.text for one in elements(drawn) if one.tag == "text"] == list(words)


def test_a_box_is_drawn_where_it_stands() -> None:
    drawing = Drawing(90, 40, (Box(x=10, y=5, width=20, height=15, ink=Ink.BAR),))

    drawn = svg(drawing, name="p", title="t", description="d")

    [path] = [one.attributes["d"] for one in elements(drawn) if one.tag == "path"]
    assert path.split() == ["M", "10", "5", "L", "30", "5", "L", "30", "20", "L", "10", "20", "z"]


@pytest.mark.parametrize(
    "flow", [Flow(3, 1, 5, 2), Flow(1, 0, 0, 0), Flow(0, 0, 0, 9), Flow(1, 1, 1, 10**9)]
)
def test_the_ways_are_as_thick_as_their_share_and_fill_the_columns(flow: Flow) -> None:
    drawing = flow_drawing(flow, ENGLISH)

    ribbons = [one for one in drawing.shapes if isinstance(one, Ribbon)]
    columns = [one for one in drawing.shapes if isinstance(one, Box) and one.width == 10]

    thick = sum(one.thickness for one in ribbons)
    assert len(ribbons) == sum(map(bool, (flow.fixed, flow.broken, flow.kept, flow.still)))
    assert sum(one.height for one in columns) == pytest.approx(2 * thick)
    for one in drawing.shapes:
        if isinstance(one, Words):
            assert 0 < one.y <= drawing.height


def test_the_flow_is_a_table_with_the_samples_that_were_not_graded() -> None:
    assert picture(PAGE, "flow").rows == (
        ("kept", "right", "right", "2", "50.0%"),
        ("fixed", "wrong", "right", "1", "25.0%"),
        ("broken", "right", "wrong", "1", "25.0%"),
        ("still wrong", "wrong", "wrong", "0", "0.0%"),
        ("not graded", "–", "–", "1", "–"),
    )


def test_fifteen_aspects_are_named_and_the_others_are_summed() -> None:
    rows = picture(PAGE, "conflicts").rows

    assert len(rows) == 16
    assert rows[0] == ("aspect 18", "18", "20", "90.0%")
    assert rows[14] == ("aspect 04", "4", "20", "20.0%")
    assert rows[15] == ("other aspects: 4", "6", "80", "7.5%")


def test_aspects_without_a_conflict_are_not_named() -> None:
    page = ReviewPage(
        run="", profile="", n=2, digest="", conflicts=(AspectConflicts("a", 0, 2),) * 2
    )

    assert picture(page, "conflicts").rows == (("all aspects: 2", "0", "4", "0.0%"),)


def test_the_order_of_the_aspects_given_does_not_show() -> None:
    turned = ReviewPage(run="", profile="", n=4, digest="", conflicts=PAGE.conflicts[::-1])

    assert picture(turned, "conflicts") == picture(PAGE, "conflicts")


def test_a_stage_without_a_score_says_why() -> None:
    assert picture(PAGE, "stages").rows == (("stage 1", "0.3333"), ("final", "n/a: no list"))


def test_nothing_to_draw_is_said() -> None:
    assert [(one.svg, one.text) for one in pictures(EMPTY, ENGLISH)] == [
        ("", "No sample was graded."),
        ("", "No stage was scored."),
        (
            "",
            "Not shared out: no sample has both stages and gold, or one has too many edits.",
        ),
        ("", "No aspect was counted."),
        ("", "No cause was counted."),
    ]
