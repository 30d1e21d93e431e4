"""The generated page of formats: the shape of each, its choices, and what changes numbers."""

from collections.abc import Iterator

from measurand.claims.inputs import FORMATS, INPUTS, Choice, Format
from measurand.edges.formats.inputs.known import KNOWN, source_text


def formats_page(generated: str) -> str:
    """Write the page of formats, under the line that says it is generated.

    >>> formats_page("").splitlines()[2]
    '# Formats'
    """
    return "\n".join(_formats(generated)) + "\n"


def _formats(generated: str) -> Iterator[str]:
    yield generated
    yield ""
    yield "# Formats"
    yield ""
    yield "What `measurand formats` says of every format. How files are named and told apart, with"
    yield "examples, is in [the guide](../formats.md). Choices are said by `--input NAME=VALUE`, or"
    yield "as `input` in a claims file. A file that leaves open what has no default is refused."
    for kind in FORMATS:
        yield from _format(kind)


def _format(kind: Format) -> Iterator[str]:
    one = KNOWN[kind]
    needs = f" Needs `pip install 'measurand[{one.extra}]'`." if one.extra else ""
    yield from ("", f"## {kind}", "", f"{one.about[0].upper()}{one.about[1:]}.{needs}", "")
    yield f"- Files: {one.files}"
    yield f"- Gold: {one.gold}"
    yield f"- Predictions: {one.pred}"
    yield from (f"- {trap}" for trap in one.traps)
    yield from ("", "```text", *one.shape, "```", "", "```toml", *source_text(kind).splitlines())
    yield "```"
    if choices := INPUTS[kind]:
        yield from ("", "| choice | words | default | |", "| --- | --- | --- | --- |")
        yield from map(_choice, choices)


def _choice(one: Choice) -> str:
    words = ", ".join(f"`{word}`" for word in one.among) or "a text"
    default = f"`{one.default}`" if one.default else ""
    return f"| {one.name} | {words} | {default} | {one.about} |"
