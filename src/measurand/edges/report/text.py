"""A document as text of a given width: nothing is cut off, wide characters stay aligned."""

from collections.abc import Iterator
from enum import Enum
from io import StringIO
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.values.fault import visible

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import Console

_NARROWEST = 8
_PADDING = (0, 1, 0, 0)
_GAP = 2


class Rule(Enum):
    """What separates the head of a grid: a character that every terminal and file can show, or not.

    `box` is the line of the box drawing block.
    """

    ASCII = "-"
    BOX = "─"


@frozen
class Screen:
    """Where text is shown: how wide it is, and how rules are drawn.

    >>> Screen().width
    100

    Raises ValueError for a width below 20.
    """

    width: int = field(default=100, validator=validators.ge(20))
    rule: Rule = Rule.ASCII


def text(document: Document, screen: Screen = Screen()) -> str:
    """Write a document as text; a grid that needs more room than the screen has is wider than it.

    >>> print(text((Grid("Scores", ("system", "F1"), (("menu 맛", "63.3%"), ("b", "7"))),)), end="")
    Scores
    system      F1
    -------- -----
    menu 맛  63.3%
    b            7
    """
    blocks = filter(None, _blocks(document, 1, screen))
    return "\n".join("\n".join(lines) + "\n" for lines in blocks)


def _blocks(blocks: tuple[Block, ...], level: int, screen: Screen) -> Iterator[list[str]]:
    for block in blocks:
        match block:
            case Section(title, inner):
                yield _heading(title, level, screen)
                yield from _blocks(inner, level + 1, screen)
            case Grid():
                yield _grid(block, screen)
            case Prose(lines):
                yield [part for line in lines for part in _wrapped(line, screen.width)]


def _heading(title: str, level: int, screen: Screen) -> list[str]:
    from rich.cells import cell_len

    lines = _wrapped(title, screen.width)
    return [*lines, ("=" if level == 1 else "-") * max(map(cell_len, lines))]


def _wrapped(line: str, width: int) -> list[str]:
    from rich.text import Text

    console = _console(width)
    console.print(Text(visible(line), overflow="fold"))
    return _lines(console)


def _grid(grid: Grid, screen: Screen) -> list[str]:
    from rich.table import Table
    from rich.text import Text

    console = _console(max(screen.width, len(grid.columns) * (_NARROWEST + _GAP)))
    table = Table(box=_box(screen.rule), show_edge=False, pad_edge=False, padding=_PADDING)
    for head, align in zip(grid.columns, grid.aligned, strict=True):
        table.add_column(Text(visible(head)), justify=align, overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console.print(table)
    title = _wrapped(grid.title, screen.width) if grid.title else []
    notes = [part for note in grid.notes for part in _wrapped(note, screen.width)]
    return [*title, *_lines(console), *notes]


def _console(width: int) -> "Console":
    from rich.console import Console

    return Console(
        file=StringIO(),
        width=width,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
        highlight=False,
        _environ={},
    )


def _lines(console: "Console") -> list[str]:
    file = console.file
    written = file.getvalue() if isinstance(file, StringIO) else ""
    return [line.rstrip(" ") for line in written.removesuffix("\n").split("\n")]


def _box(rule: Rule) -> "Box":
    from rich.box import Box

    head = f" {rule.value}  "
    return Box("\n".join(["    ", "    ", head, *["    "] * 5, ""]), ascii=rule is Rule.ASCII)
