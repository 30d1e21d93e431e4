"""The formats that are read, as a document: all of them, or one."""

from collections.abc import Iterator, Sequence

from measurand.edges.files.samples.known import KNOWN, source_text, undecided_of
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.evidence.inputs import FORMATS, INPUTS, SECOND, Choice, Format

_TEN = "measurand formats NAME"


def formats_document() -> Document:
    """List all formats.

    >>> formats_document()[0].columns
    ('format', 'what it is', 'files', 'predictions', 'to be said', 'extra')
    """
    heads = ("format", "what it is", "files", "predictions", "to be said", "extra")
    rows = tuple(_row(kind) for kind in FORMATS)
    notes = ("to be said: where a file leaves it open", f"one of them: {_TEN}")
    return (Grid("Formats", heads, rows, notes=notes),)


def _row(kind: Format) -> tuple[str, ...]:
    one = KNOWN[kind]
    second = "second file" if kind in SECOND else ""
    beside = "beside gold, or a second file" if kind in {"jsonl", "csv", "conll"} else second
    said = ", ".join(choice.name for choice in undecided_of(kind))
    return kind, one.about, one.files, beside or "beside gold", said, one.extra


def format_document(kind: Format) -> Document:
    """Show one format: its shape, a source of it, its choices and its traps.

    >>> format_document("quads")[0].title
    'quads'
    """
    return (Section(kind, tuple(_blocks(kind))),)


def _blocks(kind: Format) -> Iterator[Block]:
    one = KNOWN[kind]
    yield Prose(
        (
            f"{one.about[0].upper()}{one.about[1:]}. Files: {one.files}.",
            f"Gold: {one.gold}.",
            f"Predictions: {one.pred}.",
            *([f"Needs: pip install 'measurand[{one.extra}]'"] if one.extra else []),
        )
    )
    yield Section("Shape", (Prose(one.shape),))
    yield Section("In a claims file", (Prose(tuple(source_text(kind).splitlines())),))
    if choices := INPUTS[kind]:
        yield choices_grid(choices)
    if one.traps:
        yield Section("What changes numbers", (Prose(one.traps),))


def choices_grid(choices: Sequence[Choice]) -> Grid:
    """List choices, with what may be said.

    >>> choices_grid(INPUTS["squad"]).rows[0][:2]
    ('version', '1.1, 2.0')
    """
    rows = tuple(
        (one.name, ", ".join(one.among) or "a text", one.default, one.about) for one in choices
    )
    notes = (
        "said by --input NAME=VALUE; without a default, a file that leaves it open is refused",
    )
    return Grid("Choices", ("name", "words", "default", "what it says"), rows, notes=notes)
