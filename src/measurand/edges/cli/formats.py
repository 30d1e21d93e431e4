"""`measurand formats`: which formats are read."""

from attrs import frozen

from measurand.edges.cli.faults import stop
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.request import Arguments, command, optional_argument, part
from measurand.edges.files.formats import FORMATS
from measurand.edges.report.formats_view import format_document, formats_document, formats_json
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


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
