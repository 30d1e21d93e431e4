"""The generated pages of formats: their shapes and choices, and what each asks and assumes."""

from collections.abc import Iterator

from toolz import groupby

from measurand.edges.files.formats import FORMATS, shipped
from measurand.evidence.formats import CONVENTIONS, Choice, Convention, Format


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
    for one in _shipped():
        yield from _format(one)


def _shipped() -> Iterator[Format]:
    """Give what the library ships: what is installed beside it stands in no page of ours."""
    return (FORMATS[name] for name in shipped())


def _format(one: Format) -> Iterator[str]:
    needs = f" Needs `pip install 'measurand[{one.extra}]'`." if one.extra else ""
    yield from ("", f"## {one.name}", "", f"{one.about[0].upper()}{one.about[1:]}.{needs}", "")
    yield f"- Files: {one.files}"
    yield f"- Gold: {one.gold}"
    yield f"- Predictions: {one.pred}"
    yield from (f"- {trap}" for trap in one.traps)
    yield from ("", "```text", *one.shape, "```", "", "```toml", *one.source_text.splitlines())
    yield "```"
    if choices := one.choices:
        yield from ("", "| choice | words | default | |", "| --- | --- | --- | --- |")
        yield from map(_choice, choices)


def _choice(one: Choice) -> str:
    words = ", ".join(f"`{word}`" for word in one.among) or "a text"
    default = f"`{one.default}`" if one.default else ""
    return f"| {one.name} | {words} | {default} | {one.about} |"


def conventions_page(generated: str) -> str:
    """Write the page of conventions, under the line that says it is generated.

    >>> conventions_page("").splitlines()[2]
    '# Conventions'
    """
    return "\n".join(_conventions(generated)) + "\n"


def _conventions(generated: str) -> Iterator[str]:
    yield from (generated, "", "# Conventions", "")
    yield "What a file may mean in more than one way, and what each format does about it. It *asks*"
    yield "where a file leaves it open and that changes numbers (`--input NAME=VALUE`, or `input`"
    yield "in a claims file); *assumes* what holds where nothing else is said; *refuses* files that"
    yield "would need it; or *fixes* it. [Formats](../formats.md) has examples, and the rules of"
    yield "records stand in [data](../data.md)."
    yield ""
    yield "| format | " + " | ".join(CONVENTIONS) + " |"
    yield "| --- |" + " --- |" * len(CONVENTIONS)
    for kind in _shipped():
        yield f"| {kind.name} | " + " | ".join(map(kind.verbs, CONVENTIONS)) + " |"
    for convention in CONVENTIONS:
        yield from _convention(convention)


def _convention(convention: Convention) -> Iterator[str]:
    yield from ("", f"## {convention[0].upper()}{convention[1:]}", "")
    yield from ("| formats | | what | said by |", "| --- | --- | --- | --- |")
    alike = groupby(lambda kind: tuple(kind.stances_on(convention)), _shipped())
    for stances, kinds in alike.items():
        named = ", ".join(kind.name for kind in kinds)
        for one in stances:
            what = one.what.replace("|", "\\|")
            said = f"`{one.choice}`" if one.choice else ""
            yield f"| {named} | {one.verb} | {what} | {said} |"
