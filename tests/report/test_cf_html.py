"""The page of the study as a whole: one file, safe, the same bytes, nothing left unsaid."""

import subprocess
import sys
from hashlib import sha256

import pytest

from measurand.studies.counterfactual.edge.page.html import page
from measurand.studies.counterfactual.options import Options
from measurand.studies.counterfactual.study import study
from tests.page_checks import dangling, fetched, named, printed_under_hash_seeds
from tests.report.sample_studies import ROWS, STUDY, hostile
from tests.report.study_pages import BARE, PAGE, section
from tests.review_html.sample_pages import HOSTILE, SHOWN, elements

UNTRUSTED = page(*hostile(HOSTILE), source=HOSTILE)
EVERY = pytest.mark.parametrize("html", [PAGE, BARE, UNTRUSTED], ids=["page", "empty", "hostile"])


def test_equal_studies_give_equal_bytes() -> None:
    assert page(STUDY, ROWS, source="rows.jsonl") == PAGE


def test_the_order_of_the_rows_does_not_show() -> None:
    assert page(STUDY, ROWS[::-1], source="rows.jsonl") == PAGE


def test_rows_may_come_one_by_one() -> None:
    assert page(STUDY, iter(ROWS), source="rows.jsonl") == PAGE


def test_the_hash_seed_does_not_show() -> None:
    seen = printed_under_hash_seeds(
        "import hashlib",
        "from measurand.studies.counterfactual.edge.page.html import page",
        "from tests.report.sample_studies import ROWS, STUDY",
        "print(hashlib.sha256(page(STUDY, ROWS, source='rows.jsonl').encode()).hexdigest())",
    )

    assert seen == {sha256(PAGE.encode()).hexdigest() + "\n"}


@EVERY
def test_nothing_is_fetched_and_nothing_runs(html: str) -> None:
    found = elements(html)

    assert not fetched(html)
    assert not [one for one in found if one.tag in {"script", "link", "img", "iframe", "form"}]
    assert not [key for one in found for key in one.attributes if key.startswith("on")]
    [policy] = [
        one.attributes["content"]
        for one in found
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


@EVERY
def test_ids_are_unique_and_every_reference_has_its_id(html: str) -> None:
    assert not dangling(html)


@EVERY
def test_every_section_is_there(html: str) -> None:
    assert [one.text for one in named(html, "h2")] == [
        "What was found",
        "What was done",
        "Rows",
        "Originals",
        "Tests",
        "Left out",
        "Issues",
        "Glossary",
    ]


def test_hostile_text_is_shown_and_does_nothing() -> None:
    found = elements(UNTRUSTED)

    assert HOSTILE not in UNTRUSTED
    assert not [letter for letter in UNTRUSTED if not (letter.isprintable() or letter == "\n")]
    assert UNTRUSTED.encode("utf-8")
    for tag in ("title", "dd", "code", "bdi", "li", "td", "th", "desc", "h3"):
        assert [one for one in found if one.tag == tag and SHOWN in one.text], tag


@pytest.mark.parametrize(
    ("part", "times"),
    [("found", 1), ("originals", 1), ("tests", 7), ("left-out", 4), ("issues", 2)],
)
def test_hostile_names_stand_in_every_part(part: str, times: int) -> None:
    texts = [one.text for one in elements(section(UNTRUSTED, part)) if one.text]

    assert sum(SHOWN in text for text in texts) >= times


def test_an_empty_study_says_so() -> None:
    assert "No metric was tested." in section(BARE, "found")
    assert "No metric was tested." in section(BARE, "originals")
    assert "No metric was tested." in section(BARE, "tests")
    assert "every tested metric has a number in every row" in section(BARE, "left-out")
    assert "No rule raised an issue." in section(BARE, "issues")
    assert not named(BARE, "svg", "forest")


def test_a_study_of_no_rows_has_its_tables() -> None:
    found = study([], Options())

    html = page(found, [], source="")

    assert len(named(html, "svg", "forest")) == len(found.families) == 7
    assert "5 of 5 tests" in html


def test_the_page_needs_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("jinja2", "matplotlib", "networkx"):
        monkeypatch.setitem(sys.modules, package, None)

    assert page(STUDY, ROWS, source="rows.jsonl") == PAGE


def test_importing_the_page_loads_neither_templates_nor_numbers() -> None:
    program = "import sys, measurand.studies.counterfactual.edge.page.html; print(*sys.modules)"

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert {"jinja2", "matplotlib", "numpy"}.isdisjoint(loaded)
