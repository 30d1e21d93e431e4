"""`measurand sniff`: what a file holds, what was understood and what was assumed."""

import argparse

from measurand.edges.cli.arguments import add_output, emit, file_named
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import check_files
from measurand.edges.files.samples.sniff import sniff
from measurand.edges.report import render, to_json
from measurand.edges.report.source_view import sniff_document

ABOUT = """\
Look at the start of a file (1000 lines or 8 MiB): its format, its fields, its first samples, what
had to be assumed and what has to be said. Of a folder or a pattern the first file is looked at.
Exit code 2 where nothing can be read as samples.
"""
EXAMPLES = """\
examples:
  measurand sniff docs/examples/silence/menus.jsonl
  zcat runs.jsonl.gz | measurand sniff -
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=file_named, help="the file to look at, or -")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look, print, and return the exit code."""
    check_files(arguments, [("FILE", arguments.file)])
    seen = sniff(arguments.file)
    if arguments.format == "json":
        emit(arguments, to_json(seen))
    else:
        emit(arguments, render(sniff_document(seen), arguments.format))
    return 0 if seen.samples else BAD_INPUT
