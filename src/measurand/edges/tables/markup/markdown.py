"""Pipe tables of Markdown: several in a file, their markup taken off."""

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum

from attrs import evolve
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.edges.tables.grid import (
    MOST_CHARACTERS,
    MOST_TABLES,
    RawTable,
    TextRow,
    too_many_tables,
)
from measurand.edges.tables.heads import (
    FIRST_ROW,
    split_heads,
    table_of,
    table_or_unreadable,
    unreadable_table,
)
from measurand.edges.tables.markup.html import html_blocks
from measurand.edges.tables.plain_text import markdown_plain
from measurand.values.fault import Fault

_RULE = re.compile(r"[ \t]{0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+(.*)")
_BOLD = re.compile(r"(?:\*\*|__).{1,1000}(?:\*\*|__)")
_CAPTION = re.compile(r"(?:table|tab\.|표|表)[ \t]*[0-9ivx]|:", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:table|tab\.|표|表)[ \t]*([0-9a-z.]{1,8}[:.][ \t]?.{1,200}?)(?:\.(?: |$)|$)", re.IGNORECASE
)
_FORMULA = re.compile(r"\$(?=[^\s$])[^$]{1,200}(?<=\S)\$(?![0-9])")
_PIPE = re.compile(r"(?<!\\)\|")
_QUOTED = re.compile(r"^(?:[ ]{0,3}>[ ]?){1,9}")
_BORDER = re.compile(r"[ \t]{0,9}[+|]?(?:[-=:]{1,500}[+|]){1,500}[-=:]{0,500}[+|]?[ \t]*")
_DRAWN = str.maketrans(
    dict.fromkeys("│┃║", "|")
    | dict.fromkeys("─━═", "-")
    | dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋┡┩╇┢┪╈┠┨┯┷┿╂╔╗╚╝╠╣╦╩╬╞╡╪╤╧╟╢╫╥╨", "+")
)
_LONG_RULE = 5000


def read_markdown(text: str) -> Result[tuple[RawTable, ...], tuple[Fault, ...]]:
    r"""Read the pipe tables of a text, and those in HTML. What stands in fenced code is no table.

    A heading or bold line above a table is its title; the lines between, and those below that start
    as a caption does, are its caption. One that starts as in "Table 2: ..." is its title too. Cells
    after the last column do not show, and are left out with a note. Pipes inside a formula part no
    cells where the head has as many cells as the rule below it only so.

    >>> [table] = read_markdown("## Dev\n\n| system | F1 |\n|---|--:|\n| **a** | `63.3` |").unwrap()
    >>> table.title, table.header, table.rows, table.line
    ('Dev', ('system', 'F1'), (('a', '63.3'),), 3)
    """
    lines = _undrawn(_unfenced(text.split("\n")))
    read = html_blocks("\n".join(lines))
    if not is_successful(read):
        return Failure(read.failure())
    tables: list[RawTable] = []
    for block in read.unwrap():
        title, caption = _around(lines, block.start, block.end, 0)
        mine = block.table
        tables.append(evolve(mine, title=mine.title or title, caption=mine.caption or caption))
    for block in read.unwrap():
        lines[block.start : block.end] = [""] * (block.end - block.start)
    end = 0
    for at in _tables(lines):
        last = next(
            (to for to in range(at + 2, len(lines)) if not _row_like(lines[to])), len(lines)
        )
        tables.append(_table(lines, at, last, end))
        end = last
        if len(tables) > MOST_TABLES:
            return Failure((too_many_tables(line=at + 1),))
    return Success(tuple(sorted(tables, key=lambda table: table.line)))


def _unfenced(lines: list[str]) -> list[str]:
    """Empty the lines of fenced code."""
    kept: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not line.strip(" \t`~")
            fence = "" if closes else fence
            kept.append("")
        elif mark is not None:
            fence = mark[1]
            kept.append("")
        else:
            kept.append(line)
    return kept


def _undrawn(lines: list[str]) -> list[str]:
    """Write tables that a program drew with lines as pipe tables are written, line by line.

    The first line drawn below a row is the rule below the head; the others become empty rows.
    """
    redrawn: list[str] = []
    state = _Drawn.NOTHING
    for line in lines:
        bare = _QUOTED.sub("", line)
        shown = bare.translate(_DRAWN)
        if _BORDER.fullmatch(shown) and ("+" in shown or shown != bare):
            heads = state is _Drawn.HEAD
            redrawn.append(shown.replace("+", "|").replace("=", "-") if heads else "|")
            state = _Drawn.BODY if heads else state
        else:
            redrawn.append(shown)
            state = max(state, _Drawn.HEAD) if "|" in shown else _Drawn.NOTHING
    return redrawn


class _Drawn(IntEnum):
    """What was last seen of a table that is drawn."""

    NOTHING = 0
    HEAD = 1
    BODY = 2


def _tables(lines: Sequence[str]) -> Iterator[int]:
    """Give the line of the head of each table: a rule follows it."""
    at = 0
    while at + 1 < len(lines):
        if _is_rule(lines[at + 1]) and "|" in lines[at]:
            yield at
            at += 2
            while at < len(lines) and _row_like(lines[at]):
                at += 1
        else:
            at += 1


def _is_rule(line: str) -> bool:
    short = len(line) <= _LONG_RULE and "-" in line
    return short and "|" in line and _RULE.fullmatch(line) is not None


def _row_like(line: str) -> bool:
    return "|" in line and bool(line.strip())


def _table(lines: Sequence[str], at: int, last: int, before: int) -> RawTable:
    width = len(_cells(lines[at + 1]))
    heads = len(_cells(lines[at], width))
    if heads != width:
        fault = Fault(line=at + 2, got=str(width), expected=f"a rule of {heads} cells, as the head")
        return unreadable_table((fault,), line=at + 1)
    rows: list[TextRow] = []
    notes: list[str] = []
    for here in (at, *range(at + 2, last)):
        cells = _cells(lines[here], width)
        if here > at and not any(cells):
            continue
        rows.append(TextRow(tuple(map(_plain, cells[:width])), here + 1))
        if any(cells[width:]):
            there = f"line {here + 1}: {len(cells)} cells below {width} heads"
            notes.append(f"{there}: those after the last head do not show, and are left out")
    top, body, guessed = split_heads(rows)
    title, caption = _around(lines, at, last, before)
    notes += [FIRST_ROW] if guessed else []
    read = table_of(top, body, title=title, caption=caption, notes=notes)
    return table_or_unreadable(read, title=title, line=at + 1)


def _plain(cell: str) -> str:
    """Take the markup off a cell; one that is too long to be read is refused as it stands."""
    return cell if len(cell) > MOST_CHARACTERS else markdown_plain(cell)


def _around(lines: Sequence[str], at: int, last: int, before: int) -> tuple[str, str]:
    """Find the title and the caption of a table in the text around it."""
    title = ""
    said: list[str] = []
    for here in range(at - 1, max(before, at - 20) - 1, -1):
        line = lines[here].strip()
        heading = _HEADING.fullmatch(lines[here])
        if heading is not None or _BOLD.fullmatch(line):
            title = markdown_plain((heading[1] if heading else line).rstrip("# \t"))
            break
        if line and (not said or lines[here + 1].strip()):
            said.append(line)
    below = next((line.strip() for line in lines[last : last + 2] if line.strip()), "")
    if _CAPTION.match(below.lstrip("*_ ")):
        said.insert(0, below.removeprefix(":"))
    text = markdown_plain(" ".join(reversed(said))[:4000])
    named = _NUMBERED.match(text)
    return (named[1].strip() if named else title), text


def _cells(line: str, width: int = 0) -> list[str]:
    r"""Part a line at its pipes; one after a backslash is a text.

    Where that gives more cells than `width`, and leaving formulas whole gives as many, it is so.

    >>> _cells(r"| a\|b | c |"), _cells("| $|a|$ | b |", 2)
    (['a|b', 'c'], ['$|a|$', 'b'])
    """
    cells = _parted(line)
    if width and len(cells) > width and "$" in line:
        kept = _parted(_FORMULA.sub(_escaped, line))
        cells = kept if len(kept) == width else cells
    return cells


def _escaped(formula: re.Match[str]) -> str:
    return _PIPE.sub(r"\\|", formula[0])


def _parted(line: str) -> list[str]:
    cells = [""]
    escaped = False
    pieces: list[str] = []
    for char in line.strip():
        if char == "|" and not escaped:
            cells[-1] = "".join(pieces)
            cells.append("")
            pieces = []
        elif char == "|":
            pieces[-1] = "|"
        else:
            pieces.append(char)
        escaped = char == "\\" and not escaped
    cells[-1] = "".join(pieces)
    if cells and not cells[0].strip():
        cells = cells[1:]
    if len(cells) > 1 and not cells[-1].strip() and line.rstrip().endswith("|"):
        cells = cells[:-1]
    return [cell.strip() for cell in cells]
