"""The pages of the site hold together: what `make site` would say, without building it."""

import doctest
import re
from collections import Counter
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tests.browser.build import cases_of_logs, cases_of_tables

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^(`{3,})([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
REMOTE = re.compile(r"!\[[^\]]*\]\(\s*(?:https?:)?//|\b(?:src|srcset)=|<(?:script|link|iframe)\b")
REMOTE_STYLE = re.compile(r"@import|url\(|https?:")


@cache
def pages() -> dict[Path, str]:
    """Give the text of each page of the site: not fragments, nor what the examples are about."""
    found = [*DOCS.glob("*.md"), DOCS / "examples" / "README.md"]
    for folder in ("api", "families", "guides", "reference"):
        found += (DOCS / folder).glob("*.md")
    return {path: path.read_text(encoding="utf-8") for path in sorted(found)}


def entries() -> list[Path]:
    """Give the page of every entry of every list of contents."""
    return [
        (path.parent / line.strip()).with_suffix(".md").resolve()
        for path, text in pages().items()
        for _, kind, block in FENCE.findall(text)
        if kind == "{toctree}"
        for line in block.splitlines()
        if line.strip() and not line.startswith(":")
    ]


def prose(text: str) -> str:
    return FENCE.sub("", text)


@cache
def anchors(path: Path) -> frozenset[str]:
    """Give the names under which the headings of a page are linked to, and those that it sets."""
    if path == DOCS / "page" / "index.html":
        return frozenset(case for case, _, _ in (*cases_of_tables(), *cases_of_logs()))
    text = path.read_text(encoding="utf-8")
    names: Counter[str] = Counter()
    found = set(re.findall(r'<a id="([\w-]+)"></a>', text))
    for heading in HEADING.findall(prose(text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
        found.add(f"{slug}-{names[slug]}" if names[slug] else slug)
        names[slug] += 1
    return frozenset(found)


def test_every_page_is_in_one_list_of_contents() -> None:
    often = Counter(entries())

    unlisted = {str(path.relative_to(DOCS)): often[path] for path in pages() if often[path] != 1}

    assert unlisted == {"index.md": 0}


def test_lists_of_contents_name_pages() -> None:
    assert [path for path in entries() if path not in pages()] == []


def test_links_lead_somewhere() -> None:
    besides = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(DOCS / "changelog.d").glob("*.md")]
    every = pages() | {path: path.read_text(encoding="utf-8") for path in besides}
    lost = []
    for path, text in every.items():
        for link in LINK.findall(prose(text)):
            target, _, anchor = link.partition("#")
            if re.match(r"https?:|mailto:", link):
                continue
            found = (path.parent / target).resolve() if target else path
            if not found.exists() or (anchor and anchor not in anchors(found)):
                lost.append(f"{path.relative_to(ROOT)}: {link}")

    assert lost == []


def test_pages_load_nothing_from_elsewhere() -> None:
    asking = [path.name for path, text in pages().items() if REMOTE.search(prose(text))]
    styles = [path for path in (DOCS / "site").iterdir() if REMOTE_STYLE.search(path.read_text())]

    assert asking == []
    assert styles == []


def test_the_ways_of_the_site_are_those_of_its_settings() -> None:
    """The settings name the folders whose pages are read: a page elsewhere would be left out."""
    said = re.findall(r'"([\w*/]+\.md)"', (DOCS / "conf.py").read_text(encoding="utf-8"))
    read = {path for pattern in said for path in DOCS.glob(pattern)}

    assert read >= pages().keys()


def test_the_examples_of_the_settings_hold() -> None:
    spec = spec_from_file_location("conf", DOCS / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    settings = module_from_spec(spec)
    spec.loader.exec_module(settings)

    ran = doctest.testmod(settings)

    assert (ran.failed, ran.attempted > 5) == (0, True)
