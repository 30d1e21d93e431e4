"""The pictures: each has a title, a description and its data, and draws what the data say."""

import re

import pytest

from measurand.edges.report.picture import Box, Picture, Ribbon, Words, svg
from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.labels import LABELS
from measurand.studies.review.edge.page.pictures import Drawn, flow_picture, pictures
from measurand.studies.review.page import AspectConflicts, Flow, ReviewPage
from tests.review_html.sample_pages import EMPTY, PAGE, elements

ENGLISH = LABELS["en"]


def picture(page: ReviewPage, name: str) -> Drawn:
    return next(one for one in pictures(page, ENGLISH) if one.name == name)


def written(found: Drawn) -> str:
    return "" if found.picture is None else svg(found.picture, name=f"picture-{found.name}")


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
    drawn = written(picture(PAGE, "causes"))

    words = [one.text for one in elements(drawn) if one.tag == "text"]

    assert words == ["not in the text", "3", "own cause", "1"]


def test_a_picture_carries_no_date_no_ids_and_no_references() -> None:
    drawn = "".join(map(written, pictures(PAGE, ENGLISH)))

    assert "metadata" not in drawn
    assert "href" not in drawn
    assert "xmlns" not in drawn
    assert set(re.findall(r'id="([^"]*)"', drawn)) == {
        f"picture-{name}-{part}"
        for name in ("flow", "stages", "edits", "conflicts", "causes")
        for part in ("title", "text")
    }


def test_every_colour_is_one_of_the_page() -> None:
    drawn = "".join(map(written, pictures(PAGE, ENGLISH)))

    assert not re.search(r"(?:fill|stroke|style)", drawn)
    used = {name for text in re.findall(r'class="([^"]*)"', drawn) for name in text.split()}
    style = review_html(EMPTY).split("<style>")[1].split("</style>")[0]
    assert {"bar", "track", "warn", "kept", "fixed", "broken", "bold"} <= used
    assert {name for name in used if f".{name} " not in style} <= {"start", "chart"}
    variables = set(re.findall(r"var\(--([a-z-]+)\)", style))
    assert all(f"--{name}:" in style for name in variables)


def test_text_that_looks_like_markup_is_text() -> None:
    words = ("@@1@@", "#010101", ' id="x"', "font-family: y", "</text>")
    shapes = tuple(Words(0, 9, word) for word in words)

    drawn = svg(Picture(height=90, shapes=shapes, title="t", text="d"), name="p")

    assert [one.text for one in elements(drawn) if one.tag == "text"] == list(words)


def test_a_box_is_drawn_where_it_stands() -> None:
    picture = Picture(height=40, shapes=(Box("bar", 30, 20, 10, 5),), title="t", text="d")

    drawn = svg(picture, name="p")

    [box] = [one.attributes for one in elements(drawn) if one.tag == "rect"]
    places = {name: float(box[name]) for name in ("x", "y", "width", "height")}
    assert places == {"x": 10, "y": 5, "width": 20, "height": 15}


@pytest.mark.parametrize(
    "flow", [Flow(3, 1, 5, 2), Flow(1, 0, 0, 0), Flow(0, 0, 0, 9), Flow(1, 1, 1, 10**9)]
)
def test_the_ways_are_as_thick_as_their_share_and_fill_the_columns(flow: Flow) -> None:
    drawing = flow_picture(flow, ENGLISH, text="")

    ribbons = [one for one in drawing.shapes if isinstance(one, Ribbon)]
    columns = [one for one in drawing.shapes if isinstance(one, Box) and one.x2 - one.x1 == 10]

    thick = sum(one.thickness for one in ribbons)
    assert len(ribbons) == sum(map(bool, (flow.fixed, flow.broken, flow.kept, flow.still)))
    assert sum(one.y2 - one.y1 for one in columns) == pytest.approx(2 * thick)
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
    assert [(one.picture, one.text) for one in pictures(EMPTY, ENGLISH)] == [
        (None, "No sample was graded."),
        (None, "No stage was scored."),
        (
            None,
            "Not shared out: no sample has both stages and gold, or one has too many edits.",
        ),
        (None, "No aspect was counted."),
        (None, "No cause was counted."),
    ]
