"""The fragments of the changelog make a page that a stranger can read."""

import re

import pytest

from tests.changelog import FRAGMENTS, GROUPS, PAGE, ROOT, fragment, fragments, sections


def test_every_fragment_is_read() -> None:
    assert {one.name for one in fragments()} == {path.stem for path in FRAGMENTS.iterdir()}
    assert all(path.suffix == ".md" for path in FRAGMENTS.iterdir())


def test_every_sentence_of_a_fragment_is_in_the_page() -> None:
    page = re.sub(r"\s+", " ", sections())

    for one in fragments():
        for block in one.blocks:
            words = re.sub(r"\s+", " ", block.replace("](../", "](")).removeprefix("- ")
            assert words in page, one.name


def test_headings_stand_in_their_order_and_none_is_empty() -> None:
    headings = re.findall(r"^## (.*)$", sections(), re.MULTILINE)

    assert headings == [one for one in GROUPS if one in headings]


def test_fragments_that_a_group_names_are_there() -> None:
    names = {name for group in GROUPS.values() for name in group.split()}
    there = {path.stem for path in FRAGMENTS.iterdir()}

    assert {name for name in names if "-" in name} <= there


def test_links_of_the_page_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#]+)", PAGE.read_text(encoding="utf-8") + sections())

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fast", "It is."),
        ("0999-none", "It is."),
        ("0023-Fast", "It is."),
        ("0023-fast", " \n"),
        ("0023-fast", "# Fast\n\nIt is."),
        ("0023-fast", "It is not whole"),
    ],
)
def test_what_is_no_fragment_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected "):
        fragment(name, text)
