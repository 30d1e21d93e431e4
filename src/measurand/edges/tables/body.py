r"""The body of a LaTeX table, parted into rows, cells and rules."""

import re
from collections.abc import Iterator

from attrs import frozen

from measurand.edges.tables.macros import skipped

_RULES = {
    "hline": True,
    "midrule": True,
    "Xhline": True,
    "endhead": True,
    "endfirsthead": True,
    "toprule": False,
    "bottomrule": False,
    "cmidrule": False,
    "cline": False,
    "specialrule": True,
    "addlinespace": False,
    "rowcolor": False,
    "noalign": False,
    "hhline": True,
    "arrayrulecolor": False,
    "cdashline": False,
    "hdashline": True,
    "endfoot": False,
    "endlastfoot": False,
    "centering": False,
    "small": False,
    "rule": False,
    "caption": False,
    "label": False,
}
_ARGUMENTS = {
    "cmidrule": 1,
    "cline": 1,
    "specialrule": 3,
    "rowcolor": 1,
    "noalign": 1,
    "hhline": 1,
    "arrayrulecolor": 1,
    "cdashline": 1,
    "Xhline": 1,
    "caption": 1,
    "label": 1,
}
_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_TRIM = re.compile(r"\([lr0-9.a-z{}]{0,20}\)")
_TURN = re.compile(r"\\(begin|end)[ ]?\{[A-Za-z*]{1,30}\}")
_BREAK = re.compile(
    r"\\(?:\\|tabularnewline(?![A-Za-z])|cr(?![A-Za-z]))\*?[ ]?(?:\[[^\[\]\n]{0,20}\])?"
)


@frozen
class BodyRow:
    """The sources of the cells of a row, and its line."""

    cells: tuple[str, ...]
    line: int


@frozen
class Rule:
    """A rule over the whole table."""

    line: int


def body_rows(text: str, start: int, end: int, line: int) -> Iterator[BodyRow | Rule]:
    r"""Give the rows of a body and the rules between them; a row with nothing in it is none.

    >>> list(body_rows(r"a & {b & c} \\[2pt] \midrule d", 0, 30, 1))
    [BodyRow(cells=('a', '{b & c}'), line=1), Rule(line=1), BodyRow(cells=('d',), line=1)]
    """
    at, counted = start, start
    while at < end:
        at, ruled = _rules(text, at, end)
        line += text.count("\n", counted, at)
        counted = at
        if ruled:
            yield Rule(line)
        cells, at = _row(text, at, end)
        if any(cell.strip() for cell in cells):
            yield BodyRow(tuple(cell.strip() for cell in cells), line)
        line += text.count("\n", counted, at)
        counted = at


def _rules(text: str, at: int, end: int) -> tuple[int, bool]:
    """Step over the commands that draw and space rows, and tell whether a rule is among them."""
    ruled = False
    while True:
        while at < end and text[at] in " \t\n":
            at += 1
        name = _NAME.match(text, at, end)
        if name is None or name[1] not in _RULES:
            return min(at, end), ruled
        ruled = ruled or _RULES[name[1]]
        at = skipped(text, name.end(), 0, optional=True).end if name[1] != "hline" else name.end()
        trim = _TRIM.match(text, at)
        at = trim.end() if trim else at
        at = skipped(text, at, _ARGUMENTS.get(name[1], 0), optional=name[1] == "rowcolor").end


def _row(text: str, at: int, end: int) -> tuple[list[str], int]:
    """Read the cells up to the end of a row; groups and tables inside a cell are of the cell."""
    cells: list[str] = []
    from_, depth, inner = at, 0, 0
    while at < end:
        char = text[at]
        if char == "\\":
            turn = _TURN.match(text, at, end)
            if turn is not None:
                inner += 1 if turn[1] == "begin" else -1
                at = turn.end()
                continue
            brk = _BREAK.match(text, at, end)
            if brk is not None and depth <= 0 and inner <= 0:
                cells.append(text[from_:at])
                return cells, brk.end()
            at += 2
            continue
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "&" and depth <= 0 and inner <= 0:
            cells.append(text[from_:at])
            from_ = at + 1
        at += 1
    cells.append(text[from_:end])
    return cells, end
