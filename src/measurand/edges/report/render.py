"""One document, any format."""

import os
import sys
from typing import Literal, TextIO

from attrs import evolve

from measurand.edges.report.csv_text import csv_text
from measurand.edges.report.document import Document
from measurand.edges.report.latex import latex
from measurand.edges.report.markdown import markdown
from measurand.edges.report.text import Rule, Screen, text

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
