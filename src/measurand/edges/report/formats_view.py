"""The formats that are read, as a document: all of them, or one."""

from collections.abc import Iterable, Iterator, Sequence

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.evidence.formats import Choice, Format

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
