"""`measurand formats`: the formats that are read, and what has to be said of them."""

import argparse

from measurand.edges.cli.arguments import StopError, add_output, emit
from measurand.edges.files.formats import FORMATS
from measurand.edges.report import render, to_json
from measurand.edges.report.formats_view import format_document, formats_document
from measurand.evidence.formats import Format, format_named
from measurand.values.fault import Fault

ABOUT = """\
List the formats of samples that are read, or show one: its shape, what is read as gold and as
predictions, what has to be said of it, and what changes numbers.
"""
EXAMPLES = """\
examples:
  measurand formats lm-eval
  measurand formats --format md
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="one format (default: all)")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show, and return the exit code.

    Raises StopError where there is no format of that name.
    """
    kinds = (*FORMATS.values(),) if arguments.name is None else (_named(arguments.name),)
    if arguments.format == "json":
        emit(arguments, to_json({kind.name: _plain(kind) for kind in kinds}))
        return 0
    document = formats_document(kinds) if arguments.name is None else format_document(kinds[0])
    emit(arguments, render(document, arguments.format))
    return 0


def _plain(kind: Format) -> dict[str, object]:
    words = ("about", "files", "shape", "gold", "pred", "traps", "extra")
    choices = [
        {name: getattr(one, name) for name in ("name", "about", "among", "default")}
        for one in kind.choices
    ]
    return {**{name: getattr(kind, name) for name in words}, "choices": choices}


def _named(name: str) -> Format:
    try:
        return format_named(name)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise StopError((Fault(path="NAME", got=got, expected=expected),)) from error
