"""Tables in text that was copied from a PDF or a terminal: lines, and no sign that parts columns.

A row is cut from the right: its cells are the numbers (and dashes) at its end, and all before them
is its label. How many columns there are is what most rows have, unless the heads say that a number
belongs to the labels, as in "Llama 2". Where runs of spaces part what stands in lines, columns are
where rows stand above one another, so that a cell may be empty and a head may have several words.

No number is lost without a word: a line that is no row, no head and no caption is named in a note,
with its numbers, and so is a row that has fewer numbers than there are columns. A line is read once
from left to right by patterns without nested repeats, so that a hostile text costs its length.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.auditing.proofs.sheet import Role
from measurand.edges.tables.grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_TABLES,
    Faults,
    RawTable,
    TextRow,
    too_many_tables,
)
from measurand.edges.tables.heads import table_of, table_or_unreadable
from measurand.edges.tables.markup.copied_lines import (
    Line,
    Token,
    copied_line,
    left_out,
    segments,
    sized,
)
from measurand.edges.tables.vocabulary import head_of
from measurand.values.english import counted
from measurand.values.fault import Fault

_GAP = re.compile(r"[ ]{2,}")
_TITLE = re.compile(
    r"(?:table|tab\.|표|表)[ ]*([0-9a-z.]{1,8}[:.|][ ]?.{1,200}?)(?:\.(?: |$)|$)", re.IGNORECASE
)
_FOOTNOTE = re.compile(r"[*†‡§¶]|\^|note|주:|注", re.IGNORECASE)
_LABEL_WORDS, _BETWEEN, _HEAD_LINES, _HEAD_WORDS = 12, 2, 3, 60
_CAPTION_LINES = 12


def read_text(text: str) -> Result[tuple[RawTable, ...], Faults]:
    r"""Read the tables of a copied text.

    >>> [table] = read_text("Table 3: Dev.\nSystem P R F1\nLlama 2 80.1 ± 0.4 70.2 74.8*\n"
    ...                     "our own 79 - 73").unwrap()
    >>> table.title, table.header, table.rows[0]
    ('3: Dev', ('System', 'P', 'R', 'F1'), ('Llama 2', '80.1 ± 0.4', '70.2', '74.8*'))
    """
    lines = [copied_line(at, one) for at, one in enumerate(text.split("\n"), 1)]
    blocks = list(_blocks(lines))
    if len(blocks) > MOST_TABLES:
        return Failure((too_many_tables(got=str(len(blocks))),))
    tables: list[RawTable] = []
    before = 0
    for at, block in enumerate(blocks):
        after = blocks[at + 1].top if at + 1 < len(blocks) else len(lines)
        table, before = _table(lines, block, before, after, last=at + 1 == len(blocks))
        tables.append(table)
    return Success(tuple(tables))


def looks_copied(text: str) -> bool:
    r"""Tell whether a text surely has rows that are parted by spaces alone.

    >>> looks_copied("System P R\na 1 2\nb 3 4"), looks_copied("a,1 2\nb,3 4")
    (True, False)
    """
    written = [one for one in text.split("\n") if one.strip()][:1000]
    commas = {one.count(",") for one in written}
    if len(commas) == 1 and commas != {0}:
        return False
    lines = [copied_line(at, one) for at, one in enumerate(written)]
    return any(
        one.cells == two.cells > 1
        or (one.cells == 0 and 1 < two.cells <= one.words <= two.cells + 1)
        for one, two in pairwise(lines)
    )


@frozen
class _Block:
    """Rows of one table: the lines from `start` to before `end`, heads from `top`; its columns."""

    top: int
    start: int
    end: int
    width: int


def _blocks(lines: Sequence[Line]) -> Iterator[_Block]:
    """Find runs of rows: at most a few lines without numbers stand between two."""
    at, floor = 0, 0
    while at < len(lines):
        if not _row_like(lines[at]):
            at += 1
            continue
        end, here = at + 1, at + 1
        while here < len(lines) and here - end <= _BETWEEN and not lines[here].captioned:
            if _row_like(lines[here]) or _dashes(lines[here], lines[at]):
                end = here + 1
            elif lines[here].words > _LABEL_WORDS or _heads_anew(lines[here - 1], lines[here]):
                break
            here += 1
        rows = [one for one in lines[at:end] if _row_like(one)]
        top = _top(lines, at, floor)
        width = _width(rows, lines[top:at])
        if width > 1 or (width == 1 and len(rows) > 1 and top < at):
            yield _Block(top, at, end, width)
            floor = end
        at = end


def _row_like(line: Line) -> bool:
    fits = 0 < line.cells <= MOST_COLUMNS and line.words <= _LABEL_WORDS
    return fits and line.counted and not line.captioned


def _heads_anew(above: Line, line: Line) -> bool:
    """Tell whether heads come again: after an empty line, words most of which are known."""
    known = sum(_known(one.text) for one in line.tokens[:_HEAD_WORDS])
    return not above.tokens and known > 1 and 2 * known >= len(line.tokens) - 1


def _dashes(line: Line, first: Line) -> bool:
    """Tell whether a line without a number is a row: as many dashes, or apart from its label."""
    if not line.cells or line.words > _LABEL_WORDS:
        return False
    start = line.tokens[-line.cells].start
    return line.cells == first.cells or line.text[:start].endswith("  ")


def _top(lines: Sequence[Line], start: int, floor: int) -> int:
    """Find the first line of the heads above a row: short lines without a sentence."""
    at = start
    while at > max(floor, start - _HEAD_LINES - 1):
        above = lines[at - 1]
        if not above.tokens and at < start:
            break
        if above.captioned or _ends(above) or len(above.tokens) > _HEAD_WORDS:
            break
        at -= 1
    while at < start and not lines[at].tokens:
        at += 1
    return at if start - at <= _HEAD_LINES else start - _HEAD_LINES


def _ends(line: Line) -> bool:
    """Tell whether a line ends a sentence; a short form such as "Acc." among names does not."""
    words = [one.text for one in line.tokens]
    if not words or not words[-1].endswith((".", "!", "?")):
        return False
    names = not any(map(str.islower, words[1:]))
    return not (names and len(words[-1]) <= _SHORT_FORM and _known(words[-1]))


def _known(name: str) -> bool:
    if len(name) > _LONG_NAME:
        return False
    return head_of(name).role is not Role.VALUE or sized(name)


def _width(rows: Sequence[Line], heads: Sequence[Line]) -> int:
    """Say how many columns of numbers there are: as most rows have, or one less by the heads."""
    usual = Counter(one.cells for one in rows).most_common(1)[0][0]
    least = min(one.cells for one in rows)
    names = len(_phrases(heads[-1])) if heads else 0
    if heads and _GAP.search(heads[-1].text.strip()):
        return usual
    if least < usual and names == least + 1 and least > 1:
        return least
    firsts = [one.tokens[-usual].text for one in rows if one.cells == usual]
    labels = usual > 1 and all(_NAMED.fullmatch(one) for one in firsts)
    if not labels or not names:
        return usual
    words = _phrases(heads[-1])
    if names == usual:
        return usual if _known(words[0]) else usual - 1
    shared = (_shared_out(words, width) for width in (usual, usual - 1))
    all_, less = ((sum(map(_known, one[1:])), bool(one[0])) for one in shared)
    return usual - 1 if names > usual and less > all_ else usual


def _phrases(line: Line, width: int = 0) -> list[str]:
    """List the words of heads, those that are one name together.

    What stands in brackets belongs to the name before it, unless columns would lack a name then.
    """
    words = _joined((one.text for one in line.tokens), _is_phrase)
    bound = _joined(words, _is_bound)
    return bound if len(bound) >= width else words


def _joined(words: Iterable[str], together: Callable[[str, str], bool]) -> list[str]:
    """Join each word to the name before it where the two are one."""
    names: list[str] = []
    for word in words:
        if names and together(names[-1], word):
            names[-1] = f"{names[-1]} {word}"
        else:
            names.append(word)
    return names


def _is_phrase(name: str, word: str) -> bool:
    return _PHRASE.fullmatch(f"{name} {word}") is not None


def _is_bound(name: str, word: str) -> bool:
    """Tell whether a word stands after a comma, opens a bracket, or stands within one."""
    return name.endswith(",") or word[:1] in {"(", "["} or _OPEN.search(name) is not None


_OPEN = re.compile(r"[(\[][^)\]]*$")
_PHRASE = re.compile(
    r"[PptzF] values?|(?:std\.?|standard) (?:err(?:or)?|dev(?:iation)?)\.?", re.IGNORECASE
)
_NAMED = re.compile(r"[0-9]{1,4}(?:\.[0-9])?[A-Za-z]?")


def _table(
    lines: Sequence[Line], block: _Block, before: int, after: int, *, last: bool
) -> tuple[RawTable, int]:
    """Make a table of a block, with what stands around it; also give the line after all of that."""
    said = _caption_above(lines, block.top, before)
    below, end = _caption_below(lines, block.end, after, titled=bool(said))
    caption = " ".join(" ".join(one.text.split()) for one in (*said, *below))[:4000]
    notes = [*left_out([one for one in lines[before : block.top] if one not in said])]
    notes += left_out(lines[end:after]) if last else []
    heads, rows, told = _in_columns(lines, block) or _in_words(lines, block)
    named = _TITLE.match(caption)
    title = named[1].strip() if named else ""
    line = lines[block.top].number
    if sum(len(row.cells) for row in rows) > MOST_CELLS:
        fault = Fault(line=line, got="more", expected=f"a table of at most {MOST_CELLS} cells")
        return table_or_unreadable(Failure((fault,)), line=line), end
    read = table_of(heads, rows, title=title, caption=caption, notes=(*told, *notes))
    return table_or_unreadable(read, title=title, caption=caption, line=line), end


def _caption_above(lines: Sequence[Line], top: int, before: int) -> list[Line]:
    """Find the lines of a caption above the heads; it ends where a line is empty."""
    for at in range(top - 1, max(before, top - _CAPTION_LINES) - 1, -1):
        if lines[at].captioned:
            return [*takewhile(lambda one: one.tokens, lines[at:top])]
    return []


def _caption_below(
    lines: Sequence[Line], end: int, after: int, *, titled: bool
) -> tuple[list[Line], int]:
    """Find notes below a table, and its caption where none stands above."""
    said: list[Line] = []
    at = end
    while at < after and len(said) < _CAPTION_LINES:
        line = lines[at]
        begins = _FOOTNOTE.match(line.text.strip()) or (line.captioned and not titled)
        blank = not line.tokens
        if blank and at > end and not lines[at - 1].tokens:
            break
        if not blank and not begins and not (said and lines[at - 1].tokens):
            break
        if line.captioned and titled:
            break
        titled = titled or line.captioned
        said += [] if blank else [line]
        at += 1
    return said, (at if said else end)


Read = tuple[list[TextRow], list[TextRow], list[str]]


def _in_words(lines: Sequence[Line], block: _Block) -> Read:
    """Cut rows from the right, and share out the words of the heads over the columns."""
    rows: list[TextRow] = []
    notes = ["rows are cut from the right by their numbers"]
    waiting: list[Line] = []
    for line in lines[block.start : block.end]:
        if not line.tokens:
            continue
        if not line.cells:
            waiting.append(line)
        elif line.cells < block.width:
            there = f"{line.cells} of {block.width} cells, and it is not known which"
            notes += left_out([line], there)
        else:
            label, waiting = _wrapped(waiting, line.label(block.width))
            rows += [_bare(one, block.width) for one in waiting]
            cells = (one.text for one in line.tokens[-block.width :])
            rows.append(TextRow((label, *cells), line.number))
            waiting = []
    rows += [_bare(one, block.width) for one in waiting]
    heads = [one for one in lines[block.top : block.start] if one.tokens]
    named, told = _heads(heads, block.width)
    return named, rows, [*notes, *told]


def _bare(line: Line, width: int) -> TextRow:
    return TextRow((" ".join(line.text.split()), *("",) * width), line.number)


def _wrapped(waiting: list[Line], label: str) -> tuple[str, list[Line]]:
    """Put a label together that goes over several lines; other lines are rows without numbers."""
    label = " ".join(label.split())
    while waiting:
        above = " ".join(waiting[-1].text.split())
        broken = above.endswith(("-", "\u2010", "\u00ad")) and label[:1].islower()
        if not (broken or not label or label[0].islower() or label[0] in "(+&/"):
            break
        label = above[:-1] + label if broken else f"{above} {label}".strip()
        waiting = waiting[:-1]
    return label, waiting


def _heads(lines: Sequence[Line], width: int) -> tuple[list[TextRow], list[str]]:
    """Share the words of the heads out: the lowest line names the columns, those above go over."""
    words = [_phrases(line, width) for line in lines]
    number = lines[-1].number if lines else 1
    if len(words) > 1 and len(words[-1]) < width:
        together = [word for line in words for word in line]
        if len(together) in {width, width + 1}:
            lines, words = lines[-1:], [together]
    if not words or len(words[-1]) < width:
        told = [
            f"line {one.number}: no heads of {counted(width, 'column')}: {one.text.strip()}"
            for one in lines
        ]
        names = ("", *(f"column {at}" for at in range(1, width + 1)))
        return [TextRow(names, number)], [*told, "columns are named by their number"]
    names = _shared_out(words[-1], width)
    notes = [] if len(words[-1]) <= width + 1 else [f"heads are read as {', '.join(names)}"]
    heads = [TextRow(names, number)]
    for line, over in zip(reversed(lines[:-1]), reversed(words[:-1]), strict=True):
        times = max(Counter(names[1:]).values())
        parts = times if times > 1 and len(over) % times == 0 else len(over)
        if width % parts or parts > width:
            notes.append(f"line {line.number}: not known over which columns: {line.text.strip()}")
            continue
        each, step = len(over) // parts, width // parts
        row = [""] * (width + 1)
        for at in range(parts):
            row[1 + at * step] = " ".join(over[at * each : (at + 1) * each])
        heads.insert(0, TextRow(tuple(row), line.number))
    return heads, notes


def _shared_out(words: Sequence[str], width: int) -> tuple[str, ...]:
    """Make names of words, the name of the labels first: known ones of several words together.

    The most words that are known by themselves; then as few as possible for each column.
    """
    if len(words) <= width:
        return ("", *words)
    best: dict[int, tuple[int, tuple[str, ...]]] = {len(words): (0, ())}
    for _ in range(width):
        ways: dict[int, tuple[int, tuple[str, ...]]] = {}
        for start, (known, names) in best.items():
            for size in range(1, min(_NAME_WORDS, start) + 1):
                name = " ".join(words[start - size : start])
                found = known + _WORD * _known(name) - size
                if start - size not in ways or found > ways[start - size][0]:
                    ways[start - size] = (found, (name, *names))
        best = ways
    start = max(best, key=lambda one: (best[one][0], one))
    return (" ".join(words[:start]), *best[start][1])


_NAME_WORDS, _WORD, _LONG_NAME, _SHORT_FORM = 4, 10, 60, 6


def _in_columns(lines: Sequence[Line], block: _Block) -> Read | None:
    """Read a block whose rows are parted by runs of spaces: None where they are not."""
    body = [one for one in lines[block.start : block.end] if one.tokens]
    parted = [(one, segments(one)) for one in body]
    rows = [parts for one, parts in parted if one.cells]
    if any(len(parts) < 2 for parts in rows):  # noqa: PLR2004  # a label and a cell
        return None
    labels = [parts[0] for parts in rows if not parts[0].cell]
    columns = _spans([part for parts in rows for part in (parts if parts[0].cell else parts[1:])])
    margin = max((one.end for one in labels), default=0)
    if margin > columns[0][0] or any(len(parts) > len(columns) + 1 for parts in rows):
        return None
    cut: list[TextRow] = []
    for line, parts in parted:
        cells = _placed(parts, columns, margin)
        if cells is None:
            return None
        cut.append(TextRow(cells, line.number))
    heads: list[TextRow] = []
    for at, line in enumerate(lines[block.top : block.start]):
        parts = _head_parts(line, columns, lowest=block.top + at + 1 == block.start)
        named = _placed(parts, columns, margin)
        if named is None:
            return None
        heads += [TextRow(named, line.number)] if any(named) else []
    names = TextRow(("", *(f"column {at + 1}" for at in range(len(columns)))), body[0].number)
    return heads or [names], cut, ["columns are read by where their cells stand"]


Span = tuple[int, int]


def _spans(parts: Sequence[Token]) -> list[Span]:
    """Join what overlaps over all rows: where the columns stand."""
    spans: list[Span] = []
    for one in sorted(parts, key=lambda part: part.start):
        if spans and one.start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], one.end))
        else:
            spans.append((one.start, one.end))
    return spans


def _placed(parts: Sequence[Token], columns: Sequence[Span], margin: int) -> tuple[str, ...] | None:
    """Put each part into its column, or before all columns; None where two would share one."""
    cells = [""] * (len(columns) + 1)
    for part in parts:
        labels = part.start < margin and not any(_over(part, one) for one in columns)
        at = 0 if labels else 1 + _nearest(part, columns)
        if cells[at]:
            return None
        cells[at] = part.text
    return tuple(cells)


def _over(part: Token, span: Span) -> bool:
    return part.start < span[1] and span[0] < part.end


def _nearest(part: Token, columns: Sequence[Span]) -> int:
    """Find the column that a part stands over: alone, or else the one with the nearest middle."""
    over = [at for at, span in enumerate(columns) if _over(part, span)]
    middle = part.start + part.end
    return min(
        over if len(over) == 1 else range(len(columns)),
        key=lambda at: abs(sum(columns[at]) - middle),
    )


def _head_parts(line: Line, columns: Sequence[Span], *, lowest: bool) -> list[Token]:
    """Part heads; names that stand over several columns with one space between are parted there."""
    parts: list[Token] = []
    for one in segments(line):
        if lowest and sum(_over(one, span) for span in columns) > 1:
            inside = [word for word in line.tokens if one.start <= word.start < one.end]
            joined: list[Token] = []
            for word in inside:
                near = _nearest(word, columns)
                if joined and _nearest(joined[-1], columns) == near:
                    text = line.text[joined[-1].start : word.end]
                    joined[-1] = Token(text, start=joined[-1].start)
                else:
                    joined.append(word)
            parts += joined
        else:
            parts.append(one)
    return parts
