"""A report before it has a format: grids of texts, lines of prose, titled sections."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from attrs import evolve, field, frozen, validators

Align = Literal["left", "right"]
Language = Literal["en", "ko", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages in which words to use are written."""

DEEPEST = 6
"""Levels of sections: Markdown has six."""

_NUMBER = re.compile(r"[-+\u2212]?[$€£¥]?\d+(?:[.,]\d+)*%?")


@frozen
class Grid:
    """A table: its title, the heads of its columns, and rows of texts; notes stand below it.

    `align` says how each column stands; where it is not given, columns of numbers stand right.
    What is `aside` is left out of a short answer, and `short` stands in it in place of the grid.

    >>> Grid("Precision", ("system", "P"), (("a", "63.3%"), ("b", "")), notes=("in %",)).aligned
    ('left', 'right')

    Raises ValueError where there is no column, or a row or `align` has another length.
    """

    title: str
    columns: tuple[str, ...] = field(validator=validators.min_len(1))
    rows: tuple[tuple[str, ...], ...] = field()
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    align: tuple[Align, ...] = field(default=(), kw_only=True)
    aside: bool = field(default=False, kw_only=True)
    short: "Grid | None" = field(default=None, kw_only=True)

    @rows.validator
    def _rectangular(self, _attribute: object, value: tuple[tuple[str, ...], ...]) -> None:
        for at, row in enumerate(value):
            if len(row) != len(self.columns):
                message = f"a row of {len(self.columns)} cells: got {len(row)} in row {at}"
                raise ValueError(message)

    @align.validator
    def _each_column(self, _attribute: object, value: tuple[Align, ...]) -> None:
        if value and len(value) != len(self.columns):
            message = f"an alignment of {len(self.columns)} columns: got {len(value)}"
            raise ValueError(message)

    @property
    def aligned(self) -> tuple[Align, ...]:
        """Say how each column stands."""
        return self.align or tuple(_align([row[at] for row in self.rows]) for at in self._places)

    @property
    def _places(self) -> range:
        return range(len(self.columns))


def _align(cells: list[str]) -> Align:
    filled = [cell for cell in cells if cell]
    return "right" if filled and all(map(_NUMBER.fullmatch, filled)) else "left"


@frozen
class Prose:
    """Lines of text; each starts on a line of its own, an empty one leaves a gap.

    Those of `code` are commands to paste: they are never folded.

    >>> Prose(("6 cells: 6 reproduced.",)).lines
    ('6 cells: 6 reproduced.',)
    """

    lines: tuple[str, ...]
    aside: bool = field(default=False, kw_only=True)
    code: bool = field(default=False, kw_only=True)
    short: "Prose | None" = field(default=None, kw_only=True)


@frozen
class Section:
    """Blocks under a title; sections nest at most six deep.

    A title that is `spare` is left out of a short answer where no other section stands beside it;
    `short` stands in it in place of the section.

    >>> Section("audit", (Prose(("nothing",)),)).depth
    1

    Raises ValueError where sections nest deeper.
    """

    title: str
    blocks: "tuple[Block, ...]" = field()
    aside: bool = field(default=False, kw_only=True)
    spare: bool = field(default=False, kw_only=True)
    short: "Grid | None" = field(default=None, kw_only=True)
    depth: int = field(init=False, eq=False, repr=False)

    @depth.default
    def _levels(self) -> int:
        inner = [block.depth for block in self.blocks if isinstance(block, Section)]
        return 1 + max(inner, default=0)

    @depth.validator
    def _bounded(self, _attribute: object, value: int) -> None:
        if value > DEEPEST:
            message = f"sections nest at most {DEEPEST} deep: got {value}"
            raise ValueError(message)


Block = Grid | Prose | Section
Document = tuple[Block, ...]


def noted(lines: tuple[str, ...], odd: Sequence[str]) -> Section:
    """Close a report with notes: in a short answer with those alone that say what was odd.

    >>> noted(("Profile: documented.",), ()).aside
    True
    """
    both = Prose((*lines, *odd), short=Prose(tuple(odd)))
    return Section("Notes", (both,), aside=not odd, spare=True)


def shortened(document: Document) -> Document:
    """Leave out what stands aside, and name it in a last line.

    >>> shortened((Prose(("6 cells hold.",)), Grid("Sources", ("file",), (), aside=True)))[-1].lines
    ('--full shows more: sources.',)
    """
    dropped: dict[str, None] = {}
    kept = _untitled(tuple(_kept(document, dropped)))
    names = list(filter(None, dropped))
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    named = f"--full shows more: {', '.join(names[:_MOST_NAMED])}{more}."
    return (*kept, Prose((named,))) if names else kept


_MOST_NAMED = 8
_NAME = re.compile(r"[^(,]*?(?=:(?: |$)| \(|,| of Table |$)")
"""What a title names, without whose it is."""


def _untitled(blocks: Document) -> Document:
    """Take the title off a section that stands alone; its first lines join those before it."""
    if sum(isinstance(block, Section) for block in blocks) != 1:
        return blocks
    found: list[Block] = []
    for block in blocks:
        for inner in (
            _untitled(block.blocks) if isinstance(block, Section) and block.spare else (block,)
        ):
            match found, inner:
                case [*_, Prose(before, code=False)], Prose(lines, code=False):
                    found[-1] = Prose((*before, *lines))
                case _:
                    found.append(inner)
    return tuple(found)


def _kept(blocks: Document, dropped: dict[str, None]) -> Iterator[Block]:
    def drop(title: str) -> None:
        if found := _NAME.match(title):
            name = found.group()
            dropped[name[:1].lower() + name[1:]] = None

    for block in blocks:
        match block:
            case Section(title, aside=True) | Grid(title, aside=True):
                drop(title)
            case Section(title, short=Grid() as instead) | Grid(title, short=Grid() as instead):
                drop(title)
                yield instead
            case Section():
                yield evolve(block, blocks=tuple(_kept(block.blocks, dropped)))
            case Prose(short=Prose() as instead):
                yield instead
            case Prose(aside=True):
                pass
            case _:
                yield block
