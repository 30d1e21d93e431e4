"""The formats that are read, as a document: all of them, or one; and their pages in the docs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen
from toolz import groupby

from measurand.edges.files.formats import FORMATS, shipped
from measurand.edges.files.json.shapes import JsonDocument, Tree, keys
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.evidence.formats import CONVENTIONS, Choice, Convention, Format


@frozen
class _Described:
    """A format in words."""

    format: Format


FORMATS_SHOWN = JsonDocument(
    "formats",
    {
        _Described: keys("about files shape gold pred traps extra choices", under="format"),
        Choice: keys("name about among default"),
    },
    version=0,
    body=Mapping[str, _Described],
)


def formats_json(formats: Iterable[Format]) -> Tree:
    """Make a tree of formats by name.

    >>> from measurand.evidence.formats import format_named
    >>> list(formats_json([format_named("csv")])["csv"])[:3]
    ['about', 'files', 'shape']
    """
    return FORMATS_SHOWN.tree({one.name: _Described(one) for one in formats})


_TEN = "measurand formats NAME"


def formats_document(formats: Iterable[Format]) -> Document:
    """List formats.

    >>> from measurand.evidence.formats import format_named
    >>> formats_document([format_named("csv")])[0].columns
    ('format', 'what it is', 'files', 'predictions', 'to be said', 'extra')
    """
    heads = ("format", "what it is", "files", "predictions", "to be said", "extra")
    rows = tuple(map(_row, formats))
    notes = ("to be said: where a file leaves it open", f"one of them: {_TEN}")
    return (Grid("Formats", heads, rows, notes=notes),)


def _row(one: Format) -> tuple[str, ...]:
    said = ", ".join(choice.name for choice in one.undecided)
    return one.name, one.about, one.files, one.predictions.value, said, one.extra


def format_document(one: Format) -> Document:
    """Show one format: its shape, a source of it, its choices and its traps.

    >>> from measurand.evidence.formats import format_named
    >>> format_document(format_named("quads"))[0].title
    'quads'
    """
    return (Section(one.name, tuple(_blocks(one))),)


def _blocks(one: Format) -> Iterator[Block]:
    yield Prose(
        (
            f"{one.about[0].upper()}{one.about[1:]}. Files: {one.files}.",
            f"Gold: {one.gold}.",
            f"Predictions: {one.pred}.",
            *([f"Needs: pip install 'measurand[{one.extra}]'"] if one.extra else []),
        )
    )
    yield Section("Shape", (Prose(one.shape),))
    yield Section("In a claims file", (Prose(tuple(one.source_text.splitlines())),))
    if one.choices:
        yield choices_grid(one.choices)
    if one.traps:
        yield Section("What changes numbers", (Prose(one.traps),))


def choices_grid(choices: Sequence[Choice]) -> Grid:
    """List choices, with what may be said.

    >>> from measurand.evidence.formats import format_named
    >>> choices_grid(format_named("squad").choices).rows[0][:2]
    ('version', '1.1, 2.0')
    """
    rows = tuple(
        (one.name, ", ".join(one.among) or "a text", one.default, one.about) for one in choices
    )
    notes = (
        "said by --input NAME=VALUE; without a default, a file that leaves it open is refused",
    )
    return Grid("Choices", ("name", "words", "default", "what it says"), rows, notes=notes)


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
