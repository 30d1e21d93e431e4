"""`measurand schema`: the JSON Schema of what a command prints with `--format json`."""

from collections.abc import Iterator

from attrs import frozen
from toolz import groupby

from measurand.edges.cli.faults import stop
from measurand.edges.cli.output import Target, emit
from measurand.edges.cli.request import Arguments, command, optional_argument, part
from measurand.edges.engines.record import RECORD
from measurand.edges.files.json.described import schema_text
from measurand.edges.files.json.schema import schema_of
from measurand.edges.files.json.shapes import JsonDocument
from measurand.edges.registry import ExtensionPoint, ours, usable
from measurand.edges.report.json_documents import DOCUMENTS
from measurand.values.suggest import did_you_mean

ABOUT = """\
Print the JSON Schema (draft 2020-12) of what a command prints with --format json, or of a file
that it writes, drawn from what writes it; without a command, list those that have one.
"""
EXAMPLES = """\
examples:
  measurand schema score
  measurand schema causal run --output causal-run.schema.json
  measurand schema prove certificates
"""


@frozen(kw_only=True)
class Wanted(Target):
    """The command, by its words, and the file of its schema."""

    command: str | None = optional_argument(
        str, metavar="COMMAND", says="what prints the JSON (default: list commands)"
    )
    stage: str | None = optional_argument(str, metavar="STAGE", says="its stage, where it has some")

    @property
    def name(self) -> str:
        """Name the command with its stage."""
        return " ".join(filter(None, (self.command, self.stage)))

    @property
    def style(self) -> str:
        """Name how what is printed is written."""
        return "json" if self.command else "text"


@frozen(kw_only=True)
class Request(Arguments):
    """The command whose schema is printed."""

    wanted: Wanted = part(Wanted)


def every_document() -> Iterator[JsonDocument]:
    """List what our commands print, those of studies and those of other packages.

    >>> next(every_document()).command
    'check'
    """
    yield from (*DOCUMENTS, RECORD)
    added = (entry.load(tuple) for entry in ours(ExtensionPoint.DOCUMENTS))
    for found in (*added, *(found for _, found in usable(ExtensionPoint.DOCUMENTS, tuple))):
        yield from (one for one in found if isinstance(one, JsonDocument))


def run(request: Request) -> int:
    """Print a schema, or the commands that have one.

    Raises StopError where a command has none.
    """
    wanted, known = request.wanted, groupby(lambda one: one.command, every_document())
    if not wanted.name:
        emit(wanted, "".join(f"{name}\n" for name in known))
    elif wanted.name not in known:
        hint = did_you_mean(wanted.name, known).removeprefix(": ")
        raise stop("COMMAND", wanted.name, "a command that prints JSON", hint)
    else:
        [first, *_] = known[wanted.name]
        title = first.written or f"what measurand {wanted.name} prints as JSON"
        title = title[0].upper() + title[1:]
        emit(wanted, schema_text(schema_of(known[wanted.name], title)))
    return 0


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
