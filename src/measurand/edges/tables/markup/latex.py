r"""Tables of LaTeX: tabular and its kin, booktabs or \hline, spans over columns and rows.

Environments are found by matching \begin and \end once over the whole text, so that a table inside
a cell is not taken for one beside it. A body is parted at & and \\ where no brace and no inner
environment is open; rules between rows tell heads from body. No command is run: see `plain_text`.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.edges.tables.grid import (
    MOST_COLUMNS,
    MOST_TABLES,
    RawTable,
    SpanningCell,
    TextRow,
    too_many_tables,
)
from measurand.edges.tables.heads import (
    FIRST_ROW,
    has_names,
    numeric,
    spans_columns,
    table_of,
    unreadable_table,
)
from measurand.edges.tables.plain_text import closing, latex_plain, skipped
from measurand.values.fault import Fault

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


_COMMENT = re.compile(r"(?<!\\)((?:\\\\){0,100})%[^\n]*(?:\n[ \t]*(?=[^\n \t]))?")
_BEGIN = re.compile(
    r"\\begin[ ]?\{(tabular\*?|tabularx|tabulary|longtable\*?|longtabu|tabu|NiceTabular)\}"
)
_EDGE = re.compile(r"\\(begin|end)[ ]?\{([A-Za-z*]{1,30})\}")
_FLOAT = re.compile(r"\\(begin|end)[ ]?\{(?:table\*?|sidewaystable|wraptable|threeparttable)\}")
_CAPTION = re.compile(r"\\caption\*?[ ]?(?:\[[^\[\]]{0,500}\])?\{")
_LABEL = re.compile(r"\\label[ ]?\{([^{}]{1,200})\}")
_WIDE = frozenset({"tabular*", "tabularx", "tabulary"})
_MOST_UNKNOWN = 20


@frozen
class _Environment:
    """A table in a text: where its body starts and ends, and its environment."""

    start: int
    end: int
    kind: str
    begin: int


def read_latex(text: str) -> Result[tuple[RawTable, ...], tuple[Fault, ...]]:
    r"""Read the tables of a text; those inside a cell belong to their cell.

    The label is the title. Rows above the first rule that has rows over it are heads. What spans
    columns is the group of each. Commands that are not known are left out, and noted. Rows alone,
    copied without the environment around them, are one table; what stands above is its caption.

    >>> source = r"\begin{tabular}{lr} & F1 \\ \hline ours & \textbf{63.3} \end{tabular}"
    >>> [table] = read_latex(source).unwrap()
    >>> table.header, table.rows
    (('', 'F1'), (('ours', '63.3'),))
    """
    text = _COMMENT.sub(_uncommented, text)
    tables: list[RawTable] = []
    floats = list(_floats(text))
    line, before = 1, 0
    for environment in _environments(text):
        line += text.count("\n", before, environment.begin)
        before = environment.begin
        title, caption = _around(text, environment, floats)
        read = _table(
            text, environment, line + text.count("\n", environment.begin, environment.start)
        )
        table = (
            read.unwrap() if is_successful(read) else unreadable_table(read.failure(), line=line)
        )
        if table is not None:
            tables.append(evolve(table, title=title, caption=caption))
        if len(tables) > MOST_TABLES:
            return Failure((too_many_tables(line=line),))
    return Success(tuple(tables)) if tables else _bare(text)


def bare_rows(text: str) -> tuple[int, int] | None:
    r"""Tell from where to where rows stand in no environment; None unless there are two or more.

    >>> bare_rows("F1:\na & 1 \\\\ \nb & 2"), bare_rows("a & b\nc & d")
    ((4, 19), None)
    """
    lines = [] if r"\begin" in text else text.splitlines(keepends=True)
    cells = [at for at, line in enumerate(lines) if "&" in line.replace(r"\&", "")]
    ended = [at for at in cells if r"\\" in lines[at]]
    # The last row needs no end.
    rows = [*ended, *(at for at in cells if ended and at == ended[-1] + 1)]
    if not rows[1:]:
        return None
    before, inside = lines[: rows[0]], lines[rows[0] : rows[-1] + 1]
    start = sum(map(len, before))
    return start, start + sum(map(len, inside))


def _bare(text: str) -> Result[tuple[RawTable, ...], tuple[Fault, ...]]:
    found = bare_rows(text)
    if found is None:
        return Success(())
    environment = _Environment(*found, "tabular", found[0])
    caption = latex_plain(text[: found[0]][-4000:])[0].strip()
    return _table(text, environment, 1 + text.count("\n", 0, found[0])).map(
        lambda table: () if table is None else (evolve(table, caption=caption),)
    )


def _uncommented(comment: re.Match[str]) -> str:
    """Keep the line ends that a comment eats, as a space would be, so that lines are counted."""
    return comment[1] + "\n" * comment[0].count("\n")


def _environments(text: str) -> Iterator[_Environment]:
    """Give the tables that are in no other; where one does not end, those inside it may."""
    ends = _ends(text)
    at = 0
    while begin := _BEGIN.search(text, at):
        kind = begin[1]
        start = skipped(text, begin.end(), 2 if kind in _WIDE else 1, optional=True).end
        end = ends.get(begin.start(), -1)
        end = end if end >= start else -1
        yield _Environment(start, end, kind, begin.start())
        at = end if end >= 0 else start


def _ends(text: str) -> dict[int, int]:
    """Find where each environment ends, by where it begins."""
    ends: dict[int, int] = {}
    begun: list[int] = []
    for edge in _EDGE.finditer(text):
        if edge[1] == "begin":
            begun.append(edge.start())
        elif begun:
            ends[begun.pop()] = edge.start()
    return ends


def _floats(text: str) -> Iterator[tuple[int, int]]:
    """Give the outermost floats, from begin to end."""
    depth, start = 0, 0
    for edge in _FLOAT.finditer(text):
        if edge[1] == "begin":
            start = edge.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, edge.end()


def _around(
    text: str, environment: _Environment, floats: Sequence[tuple[int, int]]
) -> tuple[str, str]:
    """Find the label and the caption in the float of a table."""
    alone = (environment.start, max(environment.start, environment.end))
    around = next(((a, b) for a, b in floats if a <= environment.begin < b), alone)
    inside = text[around[0] : around[1]]
    label, caption = _LABEL.search(inside), _CAPTION.search(inside)
    said = ""
    if caption is not None:
        end = closing(inside, caption.end() - 1)
        said = latex_plain(inside[caption.end() : end - 1][:4000])[0]
    return (label[1] if label else ""), said


def _table(
    text: str, environment: _Environment, line: int
) -> Result[RawTable | None, tuple[Fault, ...]]:
    if environment.end < 0:
        got = f"no \\end{{{environment.kind}}}"
        fault = Fault(line=line, got=got, expected=f"the end of \\begin{{{environment.kind}}}")
        return Failure((fault,))
    heads: list[BodyRow] = []
    body: list[BodyRow] = []
    ruled = False
    for row in body_rows(text, environment.start, environment.end, line):
        if isinstance(row, Rule):
            ruled = ruled or bool(heads)
        else:
            (body if ruled else heads).append(row)
    if not ruled:
        heads, body = heads[:1], heads[1:]
    if environment.kind.startswith("longtab"):
        # A table over several pages has its head once more, for the pages after the first.
        repeated = {head.cells for head in heads}
        body = [row for row in body if row.cells not in repeated]
    if not heads:
        return Success(None)
    unknown: dict[str, None] = {}
    shown = [_shown(part, unknown) for part in (heads, body)]
    wide = [row for rows in shown for row in rows if len(row.cells) > MOST_COLUMNS]
    if wide:
        fault = Fault(
            line=wide[0].line,
            got=str(len(wide[0].cells)),
            expected=f"at most {MOST_COLUMNS} columns",
        )
        return Failure((fault,))
    return _settled(shown[0], shown[1], tuple(unknown))


def _settled(
    heads: list[TextRow], body: list[TextRow], unknown: tuple[str, ...]
) -> Result[RawTable | None, tuple[Fault, ...]]:
    notes = [f"\\{name} is not known: left out" for name in unknown[:_MOST_UNKNOWN]]
    if len(heads) == 1 and body:
        second = body[0].cells
        if spans_columns(heads[0].cells) and has_names(second) and (len(body) > 1):
            heads, body = [heads[0], body[0]], body[1:]
            notes.append(FIRST_ROW)
    numbers = next((at for at, row in enumerate(heads) if _numbers(row)), len(heads))
    if 0 < numbers < len(heads):
        heads, body = heads[:numbers], heads[numbers:] + body
        notes.append("rows above the first rule that have numbers are read as rows of the table")
    return table_of(heads, body, notes=notes).map(lambda table: table)


def _numbers(row: TextRow) -> bool:
    later = [cell for cell in row.cells[1:] if cell]
    return bool(later) and all(map(numeric, later))


def _shown(rows: Sequence[BodyRow], unknown: dict[str, None]) -> list[TextRow]:
    """Show the cells of rows; LaTeX leaves empty cells where one from above goes on."""
    rows_shown: list[TextRow] = []
    over: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        parts = [_cell(source, unknown) for source in row.cells]
        for cell in parts:
            for at in range(len(cells), len(cells) + cell.columns):
                text = cell.text if at == len(cells) or not numeric(cell.text) else ""
                left, above = over.pop(at, (0, ""))
                if left and not text:
                    text = above
                    over |= {at: (left - 1, above)} if left > 1 else {}
                if cell.rows > 1:
                    over[at] = (cell.rows - 1, cell.text)
                cells.append(text)
                if len(cells) > MOST_COLUMNS:
                    break
        rows_shown.append(TextRow(tuple(cells), row.line, any(cell.columns > 1 for cell in parts)))
    return rows_shown


def _cell(source: str, unknown: dict[str, None]) -> SpanningCell:
    columns, rows = 1, 1
    text = source.strip()
    for name in ("\\multicolumn", "\\multirow", "\\multicolumn"):
        inner = text.strip("{} \n")
        if not inner.startswith(name):
            continue
        count = skipped(inner, len(name), 1, optional=True).last.strip(" *")
        number = int(count) if count.isdecimal() and len(count) < len("1000") else 1
        if name == "\\multirow":
            rows = max(number, 1)
        else:
            columns = max(number, 1)
            text = inner[skipped(inner, len(name), 2, optional=False).end :].strip()
    shown, strange = latex_plain(text)
    unknown |= dict.fromkeys(strange)
    return SpanningCell(" ".join(shown.split(" ")), columns, rows)
