"""What lint and prove share: tables in, what was proven out, and an exit code."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from measurand.edges.cli.arguments import emit, write
from measurand.edges.cli.exits import exit_code, told
from measurand.edges.cli.pages import missing_extra
from measurand.edges.cli.tables import STDIN, Asked
from measurand.edges.report import render, to_json
from measurand.edges.report.prove_html import MissingExtraError, prove_page
from measurand.edges.report.prove_plain import prove_plain
from measurand.edges.report.prove_view import ProvedTable, prove_document


def proven(asked: Sequence[Asked], prove: Callable[[Asked], ProvedTable]) -> Iterator[ProvedTable]:
    """Prove one table after another; on a terminal, standard error says which."""
    told = sys.stderr.isatty()
    for number, one in enumerate(asked, 1):
        if told:
            sys.stderr.write(f"table {number} of {len(asked)}: {one.sheet.name}\n")
        yield prove(one)


def show(
    arguments: argparse.Namespace, tables: Sequence[ProvedTable], *, command: str, left: str
) -> int:
    """Print what was proven, and return the exit code."""
    code = told(exit_code(table.proved.verdict for table in tables), arguments)
    paths = arguments.table if isinstance(arguments.table, list) else [arguments.table]
    title = ", ".join("standard input" if path == STDIN else path.name for path in paths)
    if arguments.html is not None:
        write(arguments.html, _page(tables, command, title, left))
    if arguments.format == "json":
        emit(arguments, to_json(prove_plain(tables, command=command, title=title, code=code)))
    else:
        document = prove_document(tables, title=f"{command}: {title}", brief=left)
        emit(arguments, render(document, arguments.format))
    return code


def _page(tables: Sequence[ProvedTable], command: str, title: str, left: str) -> str:
    try:
        return prove_page(tables, title=f"{command}: {title}", brief=left, source=title)
    except MissingExtraError as error:
        raise missing_extra(error, "--html") from error


def counting(text: str) -> int:
    """Read a whole number above 0, of at most nine digits.

    >>> counting("2000")
    2000

    Raises argparse.ArgumentTypeError for anything else.
    """
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text):
        return int(text)
    message = f"a whole number above 0: got {text[:40]!r}"
    raise argparse.ArgumentTypeError(message)


_DIGITS = 9
