"""The report page as a whole: one file, safe, the same bytes, whole without JavaScript."""

import subprocess
import sys
from base64 import b64encode
from hashlib import sha256

import pytest
from attrs import evolve

from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.labels import LABELS, Lang
from measurand.studies.review.page import Line, ReviewPage
from measurand.values.score import Undefined
from tests.page_checks import dangling, fetched, named, printed_under_hash_seeds
from tests.review_html.sample_pages import (
    EMPTY,
    HOSTILE,
    HOSTILE_PAGE,
    PAGE,
    SHOWN,
    elements,
)

EVERY = pytest.mark.parametrize(
    "page", [PAGE, EMPTY, HOSTILE_PAGE], ids=["page", "empty", "hostile"]
)
LANGS = pytest.mark.parametrize("lang", list(LABELS))


@EVERY
def test_equal_pages_give_equal_bytes(page: ReviewPage) -> None:
    assert review_html(page) == review_html(page)


def test_the_hash_seed_does_not_show() -> None:
    seen = printed_under_hash_seeds(
        "import hashlib",
        "from measurand.studies.review.edge.page.html import review_html",
        "from tests.review_html.sample_pages import PAGE",
        "print(hashlib.sha256(review_html(PAGE).encode()).hexdigest())",
    )

    assert seen == {sha256(review_html(PAGE).encode()).hexdigest() + "\n"}


@LANGS
@EVERY
def test_nothing_is_fetched(page: ReviewPage, lang: Lang) -> None:
    assert not fetched(review_html(page, lang=lang))


@EVERY
def test_ids_are_unique_and_every_reference_has_its_id(page: ReviewPage) -> None:
    assert not dangling(review_html(page))


def test_hostile_text_is_shown_and_does_nothing() -> None:
    html = review_html(HOSTILE_PAGE)

    found = elements(html)

    assert len([one for one in found if one.tag == "script"]) == 1
    assert not [key for one in found for key in one.attributes if key.startswith("on")]
    assert not [letter for letter in html if not (letter.isprintable() or letter == "\n")]
    assert html.encode("utf-8")
    for tag in ("title", "dd", "code", "bdi", "p", "td"):
        assert [one for one in found if one.tag == tag and SHOWN in one.text], tag
    assert HOSTILE not in html


def test_hostile_text_in_a_picture_is_text() -> None:
    words = [one for one in named(review_html(HOSTILE_PAGE), "text") if "svg" in one.above]

    assert [one.text for one in words if one.text.startswith("<script>alert(1)</script>\"'`&{{")]
    assert not [one for one in words if {"b", "script"} & set(one.above)]


def test_the_policy_allows_the_one_script_and_nothing_else() -> None:
    html = review_html(PAGE)

    [script] = named(html, "script")
    [policy] = [
        one.attributes["content"]
        for one in named(html, "meta")
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    ]

    digest = b64encode(sha256(script.text.encode()).digest()).decode()
    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_every_sample_is_there_without_javascript() -> None:
    rows = [one for one in named(review_html(PAGE), "tr") if "data-outcome" in one.attributes]

    assert [one.attributes["data-outcome"] for one in rows] == [
        "fixed",
        "broken",
        "ungraded",
        "kept",
    ]
    assert [one.attributes["data-change"] for one in rows] == ["yes", "yes", "unknown", "no"]
    assert not [one for one in rows if "hidden" in one.attributes]
    assert "4 of 9 samples are listed." in review_html(PAGE)


def test_only_the_filter_waits_for_javascript() -> None:
    hidden = [one for one in elements(review_html(PAGE)) if "hidden" in one.attributes]

    assert [one.attributes["id"] for one in hidden] == ["filters"]


def test_what_changed_is_marked_in_signs_and_words() -> None:
    html = review_html(PAGE)

    assert [one.text for one in named(html, "ins")] == ["+added: 맛 +"]
    assert [one.text for one in named(html, "del")] == ["−removed: 맛 −", "−removed: a"]


def test_a_list_that_is_not_there_is_not_an_empty_one() -> None:
    cells = [one for one in named(review_html(PAGE), "td") if one.attributes.get("class") == "list"]

    assert cells[3].text.strip() == "empty"
    assert [cell.text.strip() for cell in cells[6:8]] == ["not there", "not there"]


def test_values_are_written_with_four_decimals_and_rates_in_percent() -> None:
    rows = {
        row.text.split("\n")[0]: row
        for row in named(review_html(PAGE), "tr")
        if row.attributes.get("role") == "row" and "data-outcome" not in row.attributes
    }

    texts = " ".join(rows)
    assert "tuple_f1_s1F1 of stage 10.33334 samples" in texts
    assert "delta_f1F1 gained by the review+0.33334 samples" in texts
    assert "fix_ratewrong answers put right0.125012.50%4 samples" in texts
    assert "break_rateright answers made wrongn/a: nothing to divide by4 samples" in texts


def test_the_interval_column_is_empty_where_there_are_no_intervals() -> None:
    cells = [
        one for one in named(review_html(PAGE), "td") if one.attributes.get("class") == "interval"
    ]

    assert len(cells) == len(PAGE.outcome) + len(PAGE.process)
    assert not [cell for cell in cells if cell.text]


def test_every_definition_has_its_signature() -> None:
    shown = [one.text for one in named(review_html(PAGE), "details")]

    assert len(shown) == len(PAGE.lines)
    for line, text in zip(PAGE.lines, shown, strict=True):
        assert text.startswith(line.name)
        assert text.endswith(line.signature)


@LANGS
def test_an_empty_page_has_every_section(lang: Lang) -> None:
    html = review_html(EMPTY, lang=lang)

    assert [one.text for one in named(html, "h2")] == [
        getattr(LABELS[lang], name)
        for name in ("outcome", "process", "counts", "pictures", "samples", "definitions")
    ]
    assert not named(html, "svg")
    assert LABELS[lang].flow_none in html


def test_a_page_of_undefined_scores_says_why() -> None:
    page = evolve(PAGE, outcome=(Line("fix_rate", Undefined("no sample"), "s", "0 samples"),))

    html = review_html(page)

    assert [one.text for one in named(html, "td") if one.attributes.get("colspan") == "2"] == [
        "n/a: no sample"
    ]


@LANGS
def test_the_page_says_its_language(lang: Lang) -> None:
    html = review_html(PAGE, lang=lang)

    assert named(html, "html")[0].attributes["lang"] == lang
    assert named(html, "h1")[0].text == LABELS[lang].title


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_the_page_needs_no_package(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    plain = review_html(PAGE)
    monkeypatch.setitem(sys.modules, package, None)

    assert review_html(PAGE) == plain


def test_importing_the_page_loads_neither_templates_nor_pictures() -> None:
    program = "import sys, measurand.studies.review.edge.page.html; print(*sys.modules)"

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert {"jinja2", "matplotlib", "numpy"}.isdisjoint(loaded)
