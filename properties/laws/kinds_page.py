"""The page of kinds: what functions take, what they can claim, their laws and their wrong ones.

It stands here because the functions that are wrong on purpose do: they hold the laws to account
and are not shipped. `python -m properties.laws.kinds_page` writes it.
"""

import sys
from collections.abc import Iterator, Sequence

from measurand.edges.files import atomic_write
from measurand.edges.report.markdown import escaped
from measurand.edges.report.reference_pages import GENERATED, REFERENCE
from measurand.laws.kinds.kind import Described
from measurand.laws.kinds.registry import KINDS
from properties.laws.mutants.every import MUTANTS

PAGE = REFERENCE / "kinds.md"


def kinds_page() -> str:
    """Write the page."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    laws = sum(len(kind.laws) for kind in KINDS)
    wrong = sum(len(mutants.wrong) for mutants in MUTANTS.values())
    yield from (GENERATED, "", "# Kinds of functions, and their laws", "")
    yield "What `check_laws` and `measurand laws` can try on a function of yours: see"
    yield "[laws for your own metric](../laws.md). A law applies to a function that claims all that"
    yield "it needs; one that needs nothing applies to all. Every kind also knows the claim"
    yield "`exact`: answers are equal to the last bit, where else 1e-9 is forgiven."
    yield ""
    yield f"{len(KINDS)} kinds, {laws} laws, and {wrong} functions that are wrong on purpose: each"
    yield "is caught by some law of its kind, and the tests hold the laws to that."
    yield from ("", "| kind | takes | laws | suites |", "| --- | --- | ---: | --- |")
    for kind in KINDS:
        link = f"[{kind.name}](#{kind.name})"
        yield f"| {link} | {escaped(kind.takes)} | {len(kind.laws)} | {_words(kind.suites)} |"
    for kind in KINDS:
        yield from _kind(kind)
    yield ""


def _kind(kind: Described) -> Iterator[str]:
    yield from ("", f"## {kind.name}", "")
    named = f" {kind.about_name}" if kind.names else ""
    yield f"A function takes {escaped(kind.takes)}. Suites: {_words(kind.suites)}.{named}"
    if kind.claims:
        yield from ("", "| claim | says |", "| --- | --- |")
        yield from (f"| `{claim}` | {escaped(says)} |" for claim, says in kind.claims.items())
    for one_of in kind.apart:
        yield from ("", f"At most one of {_words(tuple(sorted(one_of)))}.")
    yield from ("", "| law | algebra | needs | says |", "| --- | --- | --- | --- |")
    for law in kind.laws:
        needs = _words(tuple(sorted(law.needs)))
        yield f"| `{law.id}` | {law.algebra.value} | {needs} | {escaped(law.says)} |"
    wrong = MUTANTS[kind.name].wrong
    yield from ("", f"Wrong on purpose ({len(wrong)}):", "")
    yield from (f"- `{one.name}`: {escaped(one.says)}" for one in wrong)


def _words(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    atomic_write(PAGE, [kinds_page().encode()]).alt(lambda faults: sys.exit(faults[0].text()))
