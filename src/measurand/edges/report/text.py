"""A document as text of a given width: nothing is cut off, wide characters stay aligned."""

import re
from collections.abc import Iterator
from enum import Enum
from io import StringIO
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.values.fault import visible

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement

_PADDING = (0, 1, 0, 0)
_NARROWEST = 8
_GAP = 2
_PIECE = re.compile(r" *[^ ,]+,*| *,+| +")
_PART = re.compile(r" *[^_/+]+[_/+]*| *[_/+]+")


class Rule(Enum):
    """What separates the head of a grid: a character of ASCII, or one of the box drawing block."""

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


def folded(line: str, width: int) -> list[str]:
    """Break a line where it is too wide: at spaces, after commas, or else anywhere.

    A word that is too long for a line breaks after _ / + first.

    >>> folded("f/1(beta=1,unit=whole) of one", 11)
    ['f/1(beta=1,', 'unit=whole)', 'of one']
    >>> folded("span_misalignment", 13), folded("a/b", 5)
    (['span_', 'misalignment'], ['a/b'])
    >>> folded("분류체계", 5)
    ['분류', '체계']
    """
    from rich.cells import cell_len, chop_cells

    lines = [""]
    pieces = (
        part
        for piece in _PIECE.findall(line)
        for part in ([piece] if cell_len(piece) <= width else _PART.findall(piece))
    )
    for piece in pieces:
        if cell_len(lines[-1] + piece) <= width:
            lines[-1] += piece
            continue
        first, *others = chop_cells(piece.lstrip(" "), width) or [""]
        lines[-1:] = [lines[-1], first, *others] if lines[-1] else [first, *others]
    return [part.rstrip(" ") for part in lines]


def _blocks(blocks: tuple[Block, ...], level: int, screen: Screen) -> Iterator[list[str]]:
    for block in blocks:
        match block:
            case Section(title, inner):
                yield _heading(title, level, screen)
                yield from _blocks(inner, level + 1, screen)
            case Grid():
                yield _grid(block, screen)
            case Prose(lines):
                yield [part for line in lines for part in folded(visible(line), screen.width)]


def _heading(title: str, level: int, screen: Screen) -> list[str]:
    from rich.cells import cell_len

    lines = folded(visible(title), screen.width)
    return [*lines, ("=" if level == 1 else "-") * max(map(cell_len, lines))]


def _grid(grid: Grid, screen: Screen) -> list[str]:
    above = folded(visible(grid.title), screen.width) if grid.title else []
    below = [part for note in grid.notes for part in folded(visible(note), screen.width)]
    return [*above, *_table(grid, screen), *below]


@frozen
class _Cell:
    """A text in a table; rich asks it for its width and for its lines."""

    text: str

    def __rich_measure__(self, _console: "Console", _options: "ConsoleOptions") -> "Measurement":
        from rich.cells import cell_len
        from rich.measure import Measurement

        return Measurement(0, cell_len(self.text))

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        for line in folded(self.text, options.max_width):
            yield Text(line)


def _table(grid: Grid, screen: Screen) -> list[str]:
    from rich.console import Console
    from rich.table import Table

    file = StringIO()
    console = Console(
        file=file,
        width=max(screen.width, len(grid.columns) * (_NARROWEST + _GAP)),
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
        _environ={},
    )
    table = Table(box=_box(screen.rule), show_edge=False, pad_edge=False, padding=_PADDING)
    for head, align in zip(grid.columns, grid.aligned, strict=True):
        table.add_column(_Cell(visible(head)), justify=align)
    for row in grid.rows:
        table.add_row(*(_Cell(visible(cell)) for cell in row))
    console.print(table)
    return [line.rstrip(" ") for line in file.getvalue().removesuffix("\n").split("\n")]


def _box(rule: Rule) -> "Box":
    from rich.box import Box

    head = f" {rule.value}  "
    return Box("\n".join(["    ", "    ", head, *["    "] * 5, ""]), ascii=rule is Rule.ASCII)
