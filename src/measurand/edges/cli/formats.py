"""`measurand formats` and `sniff`: which formats are read, and what a file of them holds."""

from pathlib import Path

from attrs import frozen

from measurand.edges.cli.converters import file_named
from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import stop
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, argument, command, optional_argument, part
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.sources.sniff import sniff
from measurand.edges.report.formats_view import format_document, formats_document, formats_json
from measurand.edges.report.source_view import sniff_document
from measurand.evidence.formats import Format, format_named

ABOUT = """\
List the formats of samples that are read, or show one: its shape, what is read as gold and as
predictions, what has to be said of it, and what changes numbers.
"""
EXAMPLES = """\
examples:
  measurand formats lm-eval
  measurand formats --format md
"""


SNIFF_ABOUT = """\
Look at the start of a file (1000 lines or 8 MiB): its format, its fields, its first samples, what
had to be assumed and what has to be said. Of a folder or a pattern the first file is looked at.
Exit code 2 where nothing can be read as samples.
"""
SNIFF_EXAMPLES = """\
examples:
  measurand sniff docs/examples/silence/menus.jsonl
  zcat runs.jsonl.gz | measurand sniff -
"""


@frozen(kw_only=True)
class Request(Arguments):
    """The format that is shown, or all."""

    name: str | None = optional_argument(str, metavar="NAME", says="one format (default: all)")
    output: Output = part(Output)


def run(request: Request) -> int:
    """Show, and return the exit code.

    Raises StopError where there is no format of that name.
    """
    kinds = (*FORMATS.values(),) if request.name is None else (_named(request.name),)
    show(
        request.output,
        tree=lambda: formats_json(kinds),
        document=lambda: (
            formats_document(kinds) if request.name is None else format_document(kinds[0])
        ),
    )
    return 0


def _named(name: str) -> Format:
    try:
        return format_named(name)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise stop("NAME", got, expected) from error


@frozen(kw_only=True)
class SniffRequest(Arguments):
    """The file that is looked at."""

    file: Path = argument(file_named, metavar="FILE", says="the file to look at, or -")
    output: Output = part(Output)


def run_sniff(request: SniffRequest) -> int:
    """Look, print, and return the exit code."""
    check_files(request, [("FILE", request.file)])
    seen = sniff(request.file)
    show(request.output, tree=lambda: seen, document=lambda: sniff_document(seen))
    return 0 if seen.samples else BAD_INPUT


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
SNIFF = command(SniffRequest, run_sniff, about=SNIFF_ABOUT, examples=SNIFF_EXAMPLES)
