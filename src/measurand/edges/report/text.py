"""A document as text of a given width: nothing is cut off, wide characters stay aligned."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, zip_longest

from attrs import field, frozen, validators

from measurand.edges.report.document import Align, Block, Document, Grid, Prose, Section
from measurand.values.fault import visible

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


def _cells(text: str) -> int:
    """Count the columns that a text takes on a screen; a character of East Asia may take two."""
    # Loaded late, so that asking for help loads nothing that prints.
    from rich.cells import cell_len

    return cell_len(text)


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
    from rich.cells import chop_cells

    lines = [""]
    pieces = (
        part
        for piece in _PIECE.findall(line)
        for part in ([piece] if _cells(piece) <= width else _PART.findall(piece))
    )
    for piece in pieces:
        if _cells(lines[-1] + piece) <= width:
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
            case Prose(lines, code=True):
                yield [visible(line) for line in lines]
            case Prose(lines):
                yield [part for line in lines for part in folded(visible(line), screen.width)]


def _heading(title: str, level: int, screen: Screen) -> list[str]:
    lines = folded(visible(title), screen.width)
    return [*lines, ("=" if level == 1 else "-") * max(map(_cells, lines))]


def _grid(grid: Grid, screen: Screen) -> list[str]:
    above = folded(visible(grid.title), screen.width) if grid.title else []
    below = [part for note in grid.notes for part in folded(visible(note), screen.width)]
    return [*above, *_table(grid, screen), *below]


def _table(grid: Grid, screen: Screen) -> list[str]:
    """Lay out a table: columns a gap apart, each as wide as its widest cell where there is room.

    The gap is one column of the cell before it, which the rule below the head fills, and one of the
    divider, which is blank.
    """
    head = [visible(name) for name in grid.columns]
    cells = [[visible(cell) for cell in row] for row in grid.rows]
    last = len(head) - 1
    widths = _widths(
        [
            max(1, max(_cells(row[at]) for row in (head, *cells)) + (at != last))
            for at in range(len(head))
        ],
        max(screen.width, len(head) * (_NARROWEST + _GAP)) - last,
    )
    texts = [width - (at != last) for at, width in enumerate(widths)]

    def lines(columns: Sequence[Sequence[str]]) -> list[str]:
        """Set the lines of cells beside each other."""
        return [
            (" " * _GAP).join(map(_stood, parts, texts, grid.aligned)).rstrip(" ")
            for parts in zip_longest(*columns, fillvalue="")
        ]

    # The head stands on its rule, so its lines are counted from below.
    above = lines([folded(cell, width)[::-1] for cell, width in zip(head, texts, strict=True)])
    rule = " ".join(screen.rule.value * width for width in widths)
    below = (
        lines([folded(cell, width) for cell, width in zip(row, texts, strict=True)])
        for row in cells
    )
    return [*above[::-1], rule, *chain.from_iterable(below)]


def _stood(part: str, width: int, align: Align) -> str:
    """Fill a part of a cell up to a width."""
    blanks = " " * (width - _cells(part))
    return f"{blanks}{part}" if align == "right" else f"{part}{blanks}"


def _widths(wanted: Sequence[int], room: int) -> list[int]:
    """Narrow the widest columns to the next widest, again and again, until all have room."""
    widths = [min(width, room) for width in wanted]
    while (over := sum(widths) - room) > 0:
        widest = max(widths)
        most = widest - max((width for width in widths if width != widest), default=0)
        left = widths.count(widest)
        for at, width in enumerate(widths):
            # What is over is shared out: those that come later take what rounding has left.
            if width == widest:
                cut = min(over, most, round(over / left))
                widths[at], over, left = width - cut, over - cut, left - 1
    return widths
