"""Where a result goes, in which format, and the exit code that says its verdict."""

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO, get_args

from attrs import frozen
from returns.result import Failure

from measurand.edges.cli.faults import StopError
from measurand.edges.cli.request import Arguments, choice, option, switch
from measurand.edges.files import atomic_write
from measurand.edges.files.files import unreadable
from measurand.edges.report import Document, render, to_json
from measurand.edges.report.document import LANGUAGES, Language, shortened
from measurand.edges.report.render import Format as Layout
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from measurand.edges.report.issue import Told

SUMMARY = "GITHUB_STEP_SUMMARY"
Words = Literal["issue", "methods"]
Format = Literal["text", "json", "md", "csv", "latex"] | Words
FORMATS: tuple[Format, ...] = ("text", "json", "md", "csv", "latex")
_WORDS: tuple[Words, ...] = get_args(Words)
VERDICT_FORMATS: tuple[Format, ...] = (*FORMATS, *_WORDS)
"""How a verdict is written: as any result, or as words to use of it."""


@frozen
class Printed(Arguments):
    """What says how that is written which is printed."""

    @property
    def style(self) -> str:
        """Name how it is written."""
        return "text"


@frozen(kw_only=True)
class Target(Printed):
    """The file of a result, if it is not printed."""

    TITLE = "output"

    file: Path | None = option(
        Path, "--output", metavar="FILE", says="write to FILE, whole or not at all"
    )


@frozen(kw_only=True)
class Output(Target):
    """How a result is written, and where."""

    format: Format = choice(FORMATS, says="how the result is written", default="text")
    full: bool = switch(says="show all there is (JSON, CSV and pages always do)")

    @property
    def style(self) -> str:
        """Name how what is printed is written."""
        return self.format

    @property
    def layout(self) -> Layout:
        """Say how a document is laid out, where it is one that is written."""
        match self.format:
            case "json" | "issue" | "methods":
                return "text"
            case layout:
                return layout


@frozen(kw_only=True)
class VerdictOutput(Output):
    """How a verdict is written, and where: as any result, or as words to use of it."""

    format: Format = choice(
        VERDICT_FORMATS,
        says="how the result is written; issue is a question to the authors, methods a sentence "
        "for a methods section",
        default="text",
    )
    language: Language = choice(
        LANGUAGES, says="the language of issue and methods", default="en", rare=True
    )


@frozen(kw_only=True)
class Kept(VerdictOutput):
    """An output that is kept for a caller in Python, and printed nowhere.

    `keep` takes the tree of its JSON and its document, each made when it is asked for.
    """

    keep: Callable[[Callable[[], object], Callable[[], Document]], None]


def write(path: Path, content: str | Iterable[bytes]) -> None:
    """Write a file whole or not at all.

    Raises StopError where it cannot be written.
    """
    match atomic_write(path, [content.encode()] if isinstance(content, str) else content):
        case Failure(faults):
            raise StopError(faults)
        case _:
            pass


def emit(target: Target, text: str) -> None:
    """Print a result, or write it to the file that was asked for.

    Raises StopError where it cannot be written, but BrokenPipeError where nobody reads it.
    """
    if target.file is None:
        _print(text)
        return
    write(target.file, text)


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up(sys.stdout)
        reason = error.strerror or str(error)
        fault = Fault(file="standard output", got=reason, expected="room for the result")
        raise StopError((fault,)) from error


def give_up(*streams: TextIO) -> None:
    """Discard what standard streams could not take: nothing more may be flushed at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nothing, stream.fileno())


def show(
    output: Output,
    *,
    tree: Callable[[], object],
    document: Callable[[], Document],
    told: "Callable[[], Told] | None" = None,
) -> None:
    """Write a result as its format says: the tree of its JSON, its document, or words to use of it.

    Raises StopError as `emit` does.
    """
    if isinstance(output, Kept):
        output.keep(tree, document)
    elif output.format == "json":
        emit(output, to_json(tree()))
    elif told is not None and isinstance(output, VerdictOutput) and output.format in _WORDS:
        from measurand.edges.report.issue import issue, methods

        tell = issue if output.format == "issue" else methods
        emit(output, tell(told(), output.language))
    else:
        whole = output.full or output.format == "csv"
        emit(output, render(document() if whole else shortened(document()), output.layout))


@frozen
class Answer:
    """What a command says: a page, a sentence for a paper, the tree of its JSON, a document."""

    page: Callable[[], str]
    sentence: Callable[[], str]
    tree: Callable[[], object]
    document: Callable[[], Document]


def answer(output: Output, said: Answer, *, html: Path | None, sentence: bool) -> int:
    """Write the page where one is asked for, then the sentence alone or the result; exit with 0.

    Raises StopError as `emit` does.
    """
    if html is not None:
        write(html, said.page())
    if sentence:
        emit(output, f"{said.sentence()}\n")
    else:
        show(output, tree=said.tree, document=said.document)
    return 0


def page_option(what: str) -> Path | None:
    """Take the page that is written beside the result."""
    says = f"write a page with pictures too: {what}"
    return option(Path, "--html", metavar="FILE", says=says)


def summarise(text: str) -> None:
    """Append to the summary of the step: other programs of it write there too.

    Raises StopError where it cannot be written.
    """
    name = os.environ.get(SUMMARY, "")
    if not name:
        return
    try:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise StopError((unreadable(error, name),)) from error
