"""The forest plot: a line for each test, drawn where its numbers are."""

import re
from itertools import pairwise

import pytest

from measurand.edges.report.picture import WIDTH, mark, svg, ticks
from measurand.inference.family import Verdict
from measurand.studies.counterfactual.edge.page.forest import Line, forest, shape
from measurand.studies.counterfactual.edge.page.html import page
from tests.report.sample_studies import ROWS, STUDY
from tests.review_html.sample_pages import Element, elements

LINES = (
    Line(name="no_cite", verdict=Verdict.EXPECTED, at=0.2, ends=(0.1, 0.3)),
    Line(name="token_perm", verdict=Verdict.OPPOSITE, at=-0.1, ends=(-0.2, -0.05)),
)


def drawn(*lines: Line) -> list[Element]:
    picture = forest(lines, title="T", text="D")
    assert picture is not None
    return elements(svg(picture, name="p"))


def kind(found: list[Element], name: str) -> list[Element]:
    return [one for one in found if name in one.attributes.get("class", "").split()]


def across(found: list[Element]) -> list[tuple[float, float]]:
    return [(float(one.attributes["x1"]), float(one.attributes["x2"])) for one in found]


def test_nothing_is_drawn_of_nothing() -> None:
    assert forest((), title="T", text="D") is None


def test_a_plot_has_a_title_and_a_description() -> None:
    found = drawn(*LINES)

    title, text = found[0].attributes["aria-labelledby"].split()
    ids = {one.attributes.get("id"): one for one in found}
    assert found[0].attributes["role"] == "img"
    assert (ids[title].tag, ids[title].text) == ("title", "T")
    assert (ids[text].tag, ids[text].text) == ("desc", "D")


def test_the_description_on_the_page_says_every_line() -> None:
    found = [one for one in elements(page(STUDY, ROWS, source="")) if one.tag == "desc"]

    assert len(found) == 2
    assert found[0].text.startswith(
        "omega_perm: difference +0.2500, interval +0.1250 to +0.3750, expected. token_perm:"
    )
    assert "no_cite: difference –, interval –, undecided." in found[0].text


def test_a_line_has_its_name_and_its_verdict_in_words() -> None:
    texts = [one.text for one in drawn(*LINES) if one.tag == "text"]

    assert [
        text for text in texts if text in {"no_cite", "expected", "token_perm", "opposite"}
    ] == [
        "no_cite",
        "expected",
        "token_perm",
        "opposite",
    ]
    assert {"← other side", "expected side →"} <= set(texts)


def test_numbers_stand_in_order_and_in_proportion() -> None:
    found = drawn(*LINES)

    (low, high), _, _, (other_low, other_high), _, _ = across(kind(found, "whisker"))
    [middle] = {x for x, _ in across(kind(found, "zero"))}
    unit = (high - low) / 0.2
    assert 0 <= other_low < other_high < middle < low < high <= WIDTH
    assert low - middle == pytest.approx(0.1 * unit, abs=0.05)
    assert middle - other_low == pytest.approx(0.2 * unit, abs=0.05)
    circle = next(
        one for one in found if one.tag == "circle" and one.attributes["cx"] != f"{WIDTH - 6:.2f}"
    )
    assert float(circle.attributes["cx"]) == pytest.approx((low + high) / 2, abs=0.05)


def test_the_expected_side_begins_at_zero_and_ends_at_the_edge() -> None:
    found = drawn(*LINES)

    [zero] = {x for x, _ in across(kind(found, "zero"))}
    for side in kind(found, "side"):
        start, width = float(side.attributes["x"]), float(side.attributes["width"])
        assert start == zero
        assert start + width == pytest.approx(WIDTH, abs=0.02)
    assert len(kind(found, "side")) == len(LINES)


def test_without_an_interval_there_is_no_whisker() -> None:
    found = drawn(Line(name="a", verdict=Verdict.TOO_FEW, at=0.5))

    assert not kind(found, "whisker")
    assert len([one for one in found if one.tag == "polygon"]) == 2


def test_without_a_difference_there_is_no_mark_but_a_word() -> None:
    found = drawn(Line(name="a", verdict=Verdict.UNDECIDED))

    assert "no difference" in [one.text for one in found]
    assert len(kind(found, "stroke")) == 2


@pytest.mark.parametrize("at", [0.0, 5e-324, 1e-12, -3.0, 1e9])
def test_any_difference_is_drawn_on_the_sheet(at: float) -> None:
    found = drawn(Line(name="a", verdict=Verdict.EXPECTED, at=at, ends=(at, at)))

    for start, end in across(kind(found, "whisker")):
        assert 0 <= start <= end <= WIDTH
    assert [one for one in found if one.text == "0"]


def test_every_verdict_has_its_own_mark() -> None:
    assert len({mark(*shape(one)) for one in Verdict}) == len(Verdict)


def test_no_two_marks_of_one_colour_have_one_shape() -> None:
    shapes = [(re.sub(r"fixed|broken|kept|quiet", "", mark(*shape(one))), one) for one in Verdict]

    assert len({shape for shape, _ in shapes}) == len(Verdict)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-0.1, 0.1, (-0.1, -0.05, 0.0, 0.05, 0.1)),
        (-0.003, 0.0011, (-0.003, -0.002, -0.001, 0.0, 0.001)),
        (-0.4, 12.0, (0.0, 5.0, 10.0)),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: tuple[float, ...]) -> None:
    assert ticks(low, high) == expected


@pytest.mark.parametrize("span", [1e-9, 0.007, 0.3, 1.0, 4.9, 5.0, 77.0, 1e6])
def test_ticks_are_at_most_five_and_evenly_apart(span: float) -> None:
    found = ticks(-span / 3, span)

    assert 2 <= len(found) <= 5
    assert 0.0 in found
    steps = [second - first for first, second in pairwise(found)]
    assert steps == pytest.approx([steps[0]] * len(steps))


def test_every_class_of_a_plot_has_a_style() -> None:
    html = page(STUDY, ROWS, source="")
    style = html.split("<style>")[1].split("</style>")[0]

    used = {
        name
        for one in elements(html)
        if "svg" in one.above and one.tag not in {"title", "desc"}
        for name in one.attributes.get("class", "").split()
    }

    assert {"whisker", "zero", "side", "open"} <= used
    assert {name for name in used if f".{name} " not in style} <= {"start"}


def test_the_page_draws_the_interval_of_every_test_that_has_one() -> None:
    plot = page(STUDY, ROWS, source="").split("<figure>")[1].split("</figure>", maxsplit=1)[0]
    found = elements(plot)

    [zero] = {x for x, _ in across(kind(found, "zero"))}
    spans = across(kind(found, "whisker"))[::3]
    assert len(spans) == 5
    assert zero < spans[0][0] < spans[0][1]
    assert spans[1][0] < zero < spans[1][1]
    assert spans[3][0] == spans[3][1] == zero
