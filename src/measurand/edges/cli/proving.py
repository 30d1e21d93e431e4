"""What lint and prove share: tables in, what was proven out, and an exit code."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from measurand.audit.proofs.coincidence import DEFAULT_ODD_AT
from measurand.edges.cli.arguments import emit, write
from measurand.edges.cli.exits import CODES, told
from measurand.edges.cli.tables import STDIN, Asked
from measurand.edges.report import render, to_json
from measurand.edges.report.prove_json import prove_json
from measurand.edges.report.prove_view import ProvedTable, prove_document
from measurand.edges.report.verdict_pages import prove_page
from measurand.values.verdict import TableVerdict, Verdict, worst


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
    """Print what was proven, and return the exit code: what is odd exits as `--odd` says."""
    outcome = worst(table.proved.outcome for table in tables)
    every = [question.outcome for table in tables for question in table.proved.questions]
    code = told(CODES[outcome.verdict], arguments, unchecked=not every)
    if outcome is TableVerdict.ODD:
        # What is odd may be let pass; what is undecided beside it is another question.
        beside = TableVerdict.UNDECIDED in {*every, *(one.proved.outcome for one in tables)}
        code = _ODD[arguments.odd]
        if arguments.odd == "ok" and beside:
            code = told(CODES[Verdict.UNDECIDED], arguments)
    paths = arguments.table if isinstance(arguments.table, list) else [arguments.table]
    title = ", ".join("standard input" if path == STDIN else path.name for path in paths)
    if arguments.html is not None:
        write(arguments.html, _page(tables, command, title, left))
    if arguments.format == "json":
        emit(arguments, to_json(prove_json(tables, command=command, title=title, code=code)))
    else:
        document = prove_document(tables, title=f"{command}: {title}", brief=left)
        emit(arguments, render(document, arguments.format))
    return code


_ODD = {"note": CODES[Verdict.UNDECIDED], "fail": CODES[Verdict.REFUTED], "ok": 0}


def add_odd(parser: argparse.ArgumentParser) -> None:
    """Add how unlikely a coincidence has to be, and what an odd table exits with."""
    parser.add_argument(
        "--odd",
        choices=tuple(_ODD),
        default="note",
        help="exit with 3 where numbers are odd (note, default), with 1, or with 0",
    )
    parser.add_argument(
        "--odd-at",
        type=counting,
        default=DEFAULT_ODD_AT,
        metavar="N",
        help="a row is odd whose siblings fit what it misses with a chance of at most 1 in 10^N "
        "(default: %(default)s)",
    )


def _page(tables: Sequence[ProvedTable], command: str, title: str, left: str) -> str:
    return prove_page(tables, title=f"{command}: {title}", brief=left, source=title)


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
