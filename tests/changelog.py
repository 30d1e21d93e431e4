"""What changed, assembled of the fragments in docs/changelog.d: `make changelog`, into build.

A fragment is a file `NUMBER-what-it-is.md`, of whole sentences or of a list of them; its number is
that of the issue, which says under which heading it stands unless its name does. They are kept
until a release, whose section they become.
"""

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[1]
FRAGMENTS = ROOT / "docs" / "changelog.d"
PAGE = ROOT / "docs" / "changelog.md"
BUILT = ROOT / "build" / "CHANGELOG.md"

GROUPS = {
    "In Python": "0019-arrays 0023",
    "What commands say": "0018-output 0020-commands 0020-json 0020-pages 0020-schemas "
    "0023-cite 0023-short 0023-sniff",
    "Evaluation harnesses": "0024",
    "Judges, people and generated text": "0022",
    "Metrics": "0003-two-sides 0005-auc 0019 0021 0022-complements 0022-enclosed",
    "Numbers of other tools": "0007 0018-fixnames 0018-names 0019-like 0020-small 0021-like",
    "Intervals and tests": "0021-resamples 0023-fast",
    "Laws": "0007-laws 0019-laws 0019-own 0021-laws 0021-mine",
    "Printed tables: lint, prove, audit": "0006 0017 0020-spaces 0021-audit 0022-audit-judged "
    "0022-unsaid 0025",
    "Claims and locks": "0002 0018-green",
    "Files and formats": "0008 0018-ends 0018-labels 0021-trec 0022-label-files "
    "0022-lists-of-a-side",
    "Studies: review, counterfactual, causal": "0003 0004 0005 0018 0023-studies",
    "The package and its pages": "0020 0023-changelog 0023-package 0023-site",
}
"""Headings in their order, each with fragments by their names, or by the numbers of issues."""

_NAME = re.compile(r"(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*")
_LINK = re.compile(r"(?<=\]\()\.\./")
_ENDS = (".", ":", "`", ")", "|")


@frozen
class Fragment:
    """One fragment: the heading that it stands under, its name, and its blocks.

    Raises ValueError where it is none: a name, a heading, or whole sentences are lacking.
    """

    name: str
    heading: str
    blocks: tuple[str, ...]


def fragment(name: str, text: str) -> Fragment:
    r"""Read a fragment.

    >>> fragment("0023-fast", "Intervals take\n8 s.\n").blocks
    ('Intervals take\n8 s.',)
    >>> fragment("fast", "It is.")
    Traceback (most recent call last):
    ValueError: fast: expected a name such as 0023-what-it-is
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name}: expected a name such as 0023-what-it-is")
    keys = (name, match[1])
    heading = next((one for key in keys for one in GROUPS if key in GROUPS[one].split()), None)
    if heading is None:
        raise ValueError(f"{name}: expected its number, or its name, in a group of tests/changelog")
    blocks = tuple(block.strip("\n") for block in re.split(r"\n\s*\n", text) if block.strip())
    if not blocks:
        raise ValueError(f"{name}: expected sentences, got nothing")
    for block in blocks:
        first = block.split("\n", 1)[0]
        if first.startswith("#") or not block.rstrip().endswith(_ENDS):
            raise ValueError(f"{name}: expected whole sentences, got {first[:60]!r}")
    return Fragment(name, heading, blocks)


def fragments() -> tuple[Fragment, ...]:
    """Read all fragments: by their headings, and the newest first."""
    order = list(GROUPS)
    read = (fragment(path.stem, path.read_text(encoding="utf-8")) for path in FRAGMENTS.iterdir())
    newest = sorted(read, key=lambda one: one.name, reverse=True)
    return tuple(sorted(newest, key=lambda one: order.index(one.heading)))


def _items(one: Fragment) -> Iterator[str]:
    """Write a fragment as items of one list: its lists are opened, its paragraphs are items."""
    for block in one.blocks:
        text = _LINK.sub("", block)
        if text.startswith("- "):
            yield text
        else:
            yield "- " + text.replace("\n", "\n  ")


def sections() -> str:
    """Give the sections of the page, one for each heading."""
    parts = []
    for heading, same in groupby(fragments(), key=lambda one: one.heading):
        items = "\n".join(item for one in same for item in _items(one))
        parts.append(f"## {heading}\n\n{items}\n")
    return "\n".join(parts)


def main() -> int:
    """Write the page with its sections."""
    BUILT.parent.mkdir(exist_ok=True)
    BUILT.write_text(f"{PAGE.read_text(encoding='utf-8')}\n{sections()}", encoding="utf-8")
    sys.stdout.write(f"{BUILT.relative_to(ROOT)}: {len(fragments())} fragments\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
