"""The generated page of conventions: what each format asks, assumes, refuses and fixes."""

from collections.abc import Iterator

from toolz import groupby

from measurand.claims.inputs import FORMATS
from measurand.edges.formats.inputs.conventions import CONVENTIONS, Convention, stances, verbs


def conventions_page(generated: str) -> str:
    """Write the page of conventions, under the line that says it is generated.

    >>> conventions_page("").splitlines()[2]
    '# Conventions'
    """
    return "\n".join(_lines(generated)) + "\n"


def _lines(generated: str) -> Iterator[str]:
    yield from (generated, "", "# Conventions", "")
    yield "What a file may mean in more than one way, and what each format does about it. It *asks*"
    yield "where a file leaves it open and that changes numbers (`--input NAME=VALUE`, or `input`"
    yield "in a claims file); *assumes* what holds where nothing else is said; *refuses* files that"
    yield "would need it; or *fixes* it. [Formats](../formats.md) has examples, and the rules of"
    yield "records stand in [data](../data.md)."
    yield ""
    yield "| format | " + " | ".join(CONVENTIONS) + " |"
    yield "| --- |" + " --- |" * len(CONVENTIONS)
    for kind in FORMATS:
        yield f"| {kind} | " + " | ".join(verbs(kind, one) for one in CONVENTIONS) + " |"
    for convention in CONVENTIONS:
        yield from _convention(convention)


def _convention(convention: Convention) -> Iterator[str]:
    yield from ("", f"## {convention[0].upper()}{convention[1:]}", "")
    yield from ("| formats | | what | said by |", "| --- | --- | --- | --- |")
    alike = groupby(lambda kind: tuple(stances(kind, convention)), FORMATS)
    for found, kinds in alike.items():
        for one in found:
            what = one.what.replace("|", "\\|")
            said = f"`{one.choice}`" if one.choice else ""
            yield f"| {', '.join(kinds)} | {one.verb} | {what} | {said} |"
