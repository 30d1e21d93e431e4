"""What the tests ask of every page: what is in it, and whether its bytes depend on the process."""

import subprocess
import sys

from tests.review_html.sample_pages import Element, elements


def named(html: str, tag: str, kind: str = "") -> list[Element]:
    """Find elements by tag, and by class where one is given."""
    return [
        one
        for one in elements(html)
        if one.tag == tag and kind in {"", *one.attributes.get("class", "").split()}
    ]


def fetched(html: str) -> list[str]:
    """List what a page would fetch, or where it would go: references that leave it."""
    links = [
        value
        for one in elements(html)
        for key, value in one.attributes.items()
        if key in {"href", "src", "srcset", "action", "data", "xlink:href", "poster"}
    ]
    ways = [way for way in ("http:", "https:", "url(", "@import") if way in html]
    return ways + [link for link in links if not link.startswith("#")]


def dangling(html: str) -> set[str]:
    """Name the ids that are referred to and are not there, and those that are there twice."""
    found = elements(html)
    ids = [one.attributes["id"] for one in found if "id" in one.attributes]
    links = {one.attributes["href"].removeprefix("#") for one in found if "href" in one.attributes}
    labels = {name for one in found for name in one.attributes.get("aria-labelledby", "").split()}
    return (links | labels) - set(ids) | {name for name in ids if ids.count(name) > 1}


def printed_under_hash_seeds(*lines: str) -> set[str]:
    """Run a program under two hash seeds, away from home; give what it prints."""
    return {
        subprocess.run(
            (sys.executable, "-c", "\n".join(lines)),
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "HOME": "/nonexistent"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
