"""One document, any format; here its CSV too: the grids alone, one below the other.

Any value is JSON as well, which is valid for any text, and safe to show in a terminal.

A spreadsheet runs a cell that starts with =, +, -, @ or their full-width forms as a formula, so
that a name in data could act when a report is opened (OWASP, "CSV Injection"). Such a cell starts
with an apostrophe instead. Numbers are left as they are, signed ones too, with the ends and letters
that our tables put behind them: they must be read back as numbers.
"""

import csv
import json
import os
import re
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Literal, TextIO

from attrs import evolve

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.latex import latex
from measurand.edges.report.markdown import markdown
from measurand.edges.report.text import Rule, Screen, text
from measurand.values.fault import visible

_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
# Decimals, with or without digits in threes, an exponent and a unit.
_DECIMAL = r"[$€£¥]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?: ?%)?"
# Behind a number may be the ends of its interval, and the letters of a test; - is none.
_INTERVAL = rf" \[[-+]?{_DECIMAL}, [-+]?{_DECIMAL}\]\u2020?"
_NUMBER = re.compile(rf"[-+](?:\d+/\d+|{_DECIMAL}(?:{_INTERVAL})?(?:\^[a-z]{{1,6}})?)|-", re.ASCII)


def csv_text(document: Document) -> str:
    r"""Write the grids of a document; several are parted by an empty line and led by their titles.

    Spreadsheets compute cells that start with = + - or @: those that are no numbers start with an
    apostrophe instead.

    >>> csv_text((Grid("Scores", ("system", "off"), (("=1+1", "-0.5"), ("맛, b", ""))),))
    'system,off\n\'=1+1,-0.5\n"맛, b",\n'
    """
    grids = list(_grids(document))
    return "\n".join(_written(grid, titled=len(grids) > 1) for grid in grids)


def _grids(blocks: tuple[Block, ...]) -> Iterator[Grid]:
    for block in blocks:
        match block:
            case Section(_, inner):
                yield from _grids(inner)
            case Grid():
                yield block
            case Prose():
                pass


def _written(grid: Grid, *, titled: bool) -> str:
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    titles = [(grid.title,)] if titled and grid.title else []
    for row in (*titles, grid.columns, *grid.rows):
        writer.writerow([guarded(cell) for cell in row])
    return file.getvalue()


def guarded(cell: str) -> str:
    """Keep a cell from being computed.

    A number is written as it is, a ratio too.

    >>> guarded("=cmd()"), guarded("-0.50"), guarded("-x"), guarded(" @a"), guarded("-15/4")
    ("'=cmd()", '-0.50', "'-x", "' @a", '-15/4')
    """
    shown = visible(cell)
    risky = shown.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(shown)
    return f"'{shown}" if risky else shown


Format = Literal["text", "md", "csv", "latex"]

_WIDEST = 10_000


def render(document: Document, fmt: Format, screen: Screen | None = None) -> str:
    r"""Write a document in a format; text takes its width from COLUMNS where no screen is given.

    >>> from measurand.edges.report.document import Prose
    >>> render((Prose(("a * b",)),), "md")
    'a \\* b\n'
    """
    match fmt:
        case "text":
            return text(document, screen or screen_of(sys.stdout))
        case "md":
            return markdown(document)
        case "csv":
            return csv_text(document)
        case "latex":
            return latex(document)


def screen_of(stream: TextIO) -> Screen:
    """Describe where a stream is shown: rules are box drawing on a terminal that can show it.

    >>> from io import StringIO
    >>> screen_of(StringIO()).rule
    <Rule.ASCII: '-'>
    """
    shows_boxes = stream.isatty() and (stream.encoding or "").lower().startswith("utf")
    screen = Screen(rule=Rule.BOX if shows_boxes else Rule.ASCII)
    columns = os.environ.get("COLUMNS", "")
    if not (columns.isascii() and columns.isdigit() and len(columns) < len(str(_WIDEST))):
        return screen
    return evolve(screen, width=max(int(columns), 20))


_OTHERS = re.compile(r"[^\n\x20-\x7e]")


def to_json(value: object) -> str:
    r"""Write a value as JSON; what is not printable is escaped, other scripts stay as they are.

    >>> print(to_json({"맛": ["\x1b\u202e", 1]}), end="")
    {
      "맛": [
        "\u001b\u202e",
        1
      ]
    }

    Raises ValueError for a float that is no number.
    """
    # The converter loads cattrs and every noun that it can write: text does not wait for them.
    from measurand.edges.files.json.converter import plain

    written = json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False)
    return _OTHERS.sub(lambda match: _escaped(match[0]), written) + "\n"


def _escaped(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
